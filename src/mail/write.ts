/** What each mail says. Plain words, one thing to do, the same in text and HTML. */
import { renderHtml, renderText, type Writing } from "./render.ts";
import type { PersonalMail } from "./requests.ts";

/** What the reader of a mail about their account has to know. */
export interface AboutAccount {
  readonly kind: PersonalMail;
  readonly to: string;
  /** What the person signs in with. */
  readonly loginName: string;
  readonly displayName: string;
  readonly organizationName: string;
  readonly link: string;
  readonly linkLifeMs: number;
}

export type Mail = AboutAccount | { readonly kind: "test"; readonly to: string };

export interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const HOUR_MS = 3_600_000;

/** `host`: where the pages are, so that the reader can tell who writes. */
export function writeMail(mail: Mail, host: string): WrittenMail {
  const writing = mail.kind === "test" ? testMail(host) : aboutAccount[mail.kind](mail, host);
  return { to: mail.to, subject: writing.subject, text: renderText(writing), html: renderHtml(writing) };
}

const aboutAccount: Record<PersonalMail, (about: AboutAccount, host: string) => Writing> = {
  invitation(about, host) {
    const place = plainName(about.organizationName) ?? host;
    return {
      subject: `Your account at ${place}`,
      greeting: greeting(about),
      before: [`You have been given an account at ${place}. Your login name is ${about.loginName}. Choose a password to begin.`],
      action: { label: "Choose a password", link: about.link },
      after: [worksOnce(about), "If you did not expect this mail, ignore it. The account cannot be used without the link."],
      host,
    };
  },

  reset_password: (about, host) => ({
    subject: "Reset your password",
    greeting: greeting(about),
    before: [`Somebody asked for a new password for ${about.loginName}. If that is what you want, choose one.`],
    action: { label: "Choose a new password", link: about.link },
    after: [
      `${worksOnce(about)} The new password signs you out everywhere.`,
      "If you do not want a new password, ignore this mail. Yours stays as it is.",
    ],
    host,
  }),

  verify_email: (about, host) => ({
    subject: "Confirm your e-mail address",
    greeting: greeting(about),
    before: [`Please confirm that this address belongs to ${about.loginName}.`],
    action: { label: "Confirm the address", link: about.link },
    after: [worksOnce(about), "If you have no such account, ignore this mail."],
    host,
  }),
};

function testMail(host: string): Writing {
  return {
    subject: `Test mail from ${host}`,
    greeting: "Hello,",
    before: [`This is a test. It arrived, so ${host} can send mail. There is nothing to do.`],
    after: [],
    host,
  };
}

function worksOnce({ linkLifeMs }: AboutAccount): string {
  const hours = Math.round(linkLifeMs / HOUR_MS);
  return `The link works once, within ${hours === 1 ? "one hour" : `${hours} hours`}.`;
}

function greeting({ displayName }: AboutAccount): string {
  const name = plainName(displayName);
  return name === undefined ? "Hello," : `Hello ${name},`;
}

const LONGEST_NAME = 80;

/**
 * A name that can be nothing but a name. Who chooses one may not be who gets the mail, and mail programs turn whatever looks
 * like an address into a link: with such a name, our own mail would carry somebody else's.
 */
function plainName(text: string): string | undefined {
  const looksLikeAddress = /[/\\@<>:]|\.\S/.test(text);
  const hasInvisible = /[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  return text === "" || text.length > LONGEST_NAME || looksLikeAddress || hasInvisible ? undefined : text;
}
