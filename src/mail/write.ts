/** What each mail says, in the reader's language. Plain words, one thing to do, the same in text and HTML. */
import type { Language } from "../texts/languages.ts";
import { type Words, wordsIn } from "../texts/words.ts";
import { noticeContent } from "./notices.ts";
import { type MailText, renderHtml, renderText } from "./render.ts";
import type { NoticeFacts, NoticeMail, PersonalMail } from "./requests.ts";

/** What the reader of a mail about their account has to know. */
export interface AboutAccount {
  readonly kind: PersonalMail;
  readonly to: string;
  readonly language: Language;
  /** What the person signs in with. */
  readonly loginName: string;
  readonly displayName: string;
  readonly organizationName: string;
  readonly link: string;
  readonly linkLifeMs: number;
  /** To be typed where the mail was asked for. */
  readonly code?: string | undefined;
}

/** What the reader of a notice has to know. */
export interface AboutNotice extends NoticeFacts, Pick<AboutAccount, "to" | "language" | "loginName" | "displayName"> {
  readonly kind: NoticeMail;
  /** The page of their account. */
  readonly link: string;
}

export type Mail = AboutAccount | AboutNotice | { readonly kind: "test"; readonly to: string };

export interface WrittenMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** `host`: where the pages are, so that the reader can tell who writes. */
export function writeMail(mail: Mail, host: string): WrittenMail {
  const words = wordsIn(mail.kind === "test" ? "en" : mail.language);
  const content = contentOf(words, mail, host);
  const writing = {
    greeting: mail.kind === "test" ? words.say("mail.greetingPlain") : greeting(words, mail),
    ...content,
    host,
    words,
  };
  return { to: mail.to, subject: writing.subject, text: renderText(writing), html: renderHtml(writing) };
}

function contentOf(words: Words, mail: Mail, host: string): Content {
  if (mail.kind === "test") return testMail(words, host);
  if (!("organizationName" in mail)) return noticeContent(words, mail);
  return aboutAccount[mail.kind](words, mail, plainName(mail.organizationName) ?? host);
}

export type Content = Pick<MailText, "subject" | "before" | "code" | "action" | "after">;

/** `place`: the organization, by a name that can be nothing but a name. */
const aboutAccount: Record<PersonalMail, (words: Words, about: AboutAccount, place: string) => Content> = {
  invitation: (words, about, place) => ({
    subject: words.say("mail.invitation.subject", { place }),
    before: [words.say("mail.invitation.text", { place, loginName: about.loginName })],
    action: { label: words.say("mail.invitation.action"), link: about.link },
    after: [worksOnce(words, about), words.say("mail.invitation.ignore")],
  }),

  reset_password: (words, about) => ({
    subject: words.say("mail.reset.subject"),
    before: [words.say("mail.reset.text", { loginName: about.loginName })],
    action: { label: words.say("mail.reset.action"), link: about.link },
    after: [`${worksOnce(words, about)} ${words.say("mail.reset.ends")}`, words.say("mail.reset.ignore")],
  }),

  verify_email: (words, about) => ({
    subject: words.say("mail.verify.subject"),
    before: [words.say("mail.verify.text", { loginName: about.loginName })],
    action: { label: words.say("mail.verify.action"), link: about.link },
    after: [worksOnce(words, about), words.say("mail.verify.ignore")],
  }),

  registration: (words, about, place) => ({
    subject: words.say("mail.registration.subject", { code: about.code ?? "" }),
    before: [words.say("mail.registration.text", { place })],
    code: about.code,
    action: {
      label: words.say("mail.registration.action"),
      link: about.link,
      before: words.say("mail.registration.orLink"),
    },
    after: [worksOnce(words, about), words.say("mail.registration.ignore")],
  }),

  second_factor_code: (words, about) => ({
    subject: words.say("mail.secondFactor.subject", { code: about.code ?? "" }),
    before: [words.say("mail.secondFactor.text", { loginName: about.loginName })],
    code: about.code,
    after: [words.say("mail.secondFactor.life"), words.say("mail.secondFactor.ignore")],
  }),

  email_change_code: (words, about) => ({
    subject: words.say("mail.emailChange.subject", { code: about.code ?? "" }),
    before: [words.say("mail.emailChange.text", { loginName: about.loginName })],
    code: about.code,
    after: [words.say("mail.secondFactor.life"), words.say("mail.emailChange.ignore")],
  }),

  unblock_code: (words, about) => ({
    subject: words.say("mail.unblock.subject", { code: about.code ?? "" }),
    before: [words.say("mail.unblock.text", { loginName: about.loginName })],
    code: about.code,
    after: [words.say("mail.unblock.life"), words.say("mail.unblock.ignore")],
  }),

  account_exists: (words, about, place) => ({
    subject: words.say("mail.exists.subject"),
    before: [words.say("mail.exists.text", { place, loginName: about.loginName })],
    action: { label: words.say("mail.reset.action"), link: about.link },
    after: [worksOnce(words, about), words.say("mail.exists.ignore")],
  }),
};

function testMail(words: Words, place: string): Content {
  return {
    subject: words.say("mail.test.subject", { place }),
    before: [words.say("mail.test.text", { place })],
    after: [],
  };
}

function worksOnce(words: Words, { linkLifeMs }: AboutAccount): string {
  return words.say("mail.worksOnce", { time: words.duration(linkLifeMs / 1000) });
}

function greeting(
  words: Words,
  { kind, displayName }: Pick<AboutAccount | AboutNotice, "kind" | "displayName">,
): string {
  // Whoever has registered an address may not be whose it is: nobody sends words of their own to others by our mail.
  const name = kind === "registration" ? undefined : plainName(displayName);
  return name === undefined ? words.say("mail.greetingPlain") : words.say("mail.greeting", { name });
}

const LONGEST_NAME = 80;

/**
 * A name that can be nothing but a name. Who chooses one may not be who gets the mail, and mail programs turn whatever
 * looks like an address into a link: with such a name, our own mail would carry somebody else's.
 */
function plainName(text: string): string | undefined {
  const looksLikeAddress = /[/\\@<>:]|\.\S/.test(text);
  const hasInvisible = /[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  return text === "" || text.length > LONGEST_NAME || looksLikeAddress || hasInvisible ? undefined : text;
}
