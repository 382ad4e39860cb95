/** The frame of the pages in this room: who one is, where one is, what was just done, and what there is to do. */
import type { FastifyReply } from "fastify";
import { initialOf } from "../../pages/fields.ts";
import { type Html, html } from "../../pages/html.ts";
import { icons } from "../../pages/icons.ts";
import { paths } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import type { TextKey } from "../../texts/words.ts";
import type { Remembered } from "./form-ticket.ts";
import { addressFor, sealForm, type Visit } from "./visit.ts";

export const places = {
  overview: paths.account,
  profile: `${paths.account}/profile`,
  email: `${paths.account}/email`,
  emailCode: `${paths.account}/email/code`,
  phone: `${paths.account}/phone`,
  security: `${paths.account}/security`,
  password: `${paths.account}/security/password`,
  totp: `${paths.account}/security/totp`,
  emailCodes: `${paths.account}/security/email-code`,
  passkey: `${paths.account}/security/passkey`,
  renamePasskey: `${paths.account}/security/passkey/name`,
  recoveryCodes: `${paths.account}/security/recovery-codes`,
  removeFactor: `${paths.account}/security/remove`,
  sessions: `${paths.account}/sessions`,
  endBrowser: `${paths.account}/sessions/browser`,
  endApplication: `${paths.account}/sessions/application`,
  takeBackConsent: `${paths.account}/sessions/consent`,
  endAll: `${paths.account}/sessions/everywhere`,
  activity: `${paths.account}/activity`,
  data: `${paths.account}/data`,
  download: `${paths.account}/data/download`,
  delete: `${paths.account}/delete`,
  deleted: `${paths.account}/deleted`,
} as const;

const links: readonly (readonly [path: string, text: TextKey])[] = [
  [places.overview, "account.overview"],
  [places.profile, "profile.title"],
  [places.security, "security.title"],
  [places.sessions, "sessions.title"],
  [places.activity, "activity.title"],
  [places.data, "data.title"],
];

/** What a page may say about what was done before it, by a name in its address. */
const done = {
  saved: "account.saved",
  email: "email.changed",
  password: "security.passwordSet",
  removed: "security.removed",
  renamed: "security.renamed",
  factor: "security.factorAdded",
  ended: "sessions.ended",
  takenBack: "sessions.takenBack",
} as const satisfies Record<string, TextKey>;
export type Done = keyof typeof done;

export interface AccountPage {
  /** The place in the navigation. */
  readonly at: string;
  readonly title: string;
  readonly body: Html;
  readonly script?: string;
  /** Where it can be asked for again. */
  readonly address?: string;
}

export function sendAccountPage(visit: Visit, page: AccountPage): FastifyReply {
  const { reply, appearance, query } = visit;
  const { words } = appearance;
  const said = Object.entries(done).find(([name]) => name === query.get("done"))?.[1];
  return sendPage(reply, appearance, {
    title: page.title,
    wide: true,
    address: page.address ?? addressFor(visit, page.at),
    ...(page.script === undefined ? {} : { script: page.script }),
    before: navigation(visit, page.at),
    body: html`${said === undefined || reply.statusCode >= 400 ? undefined : html`<p class="done" role="status">${icons.done}<span>${words.say(said)}</span></p>\n`}${page.body}`,
  });
}

function navigation(visit: Visit, at: string): Html {
  const { human, appearance, others } = visit;
  const { words } = appearance;
  return html`<div class="who"><span class="avatar" aria-hidden="true">${initialOf(human.displayName)}</span><span class="name"><span class="hidden">${words.say("account.signedInAs", { loginName: "" })}</span><b><bdi>${human.displayName}</bdi></b><br><bdi>${human.loginName}</bdi></span></div>
${others.length === 0 ? undefined : switcher(visit)}
<nav class="places" aria-label="${words.say("account.navigation")}"><ul>
${links.map(([path, text]) => html`<li><a href="${addressFor(visit, path)}"${currentMark(path, at)}>${words.say(text)}</a></li>\n`)}</ul></nav>`;
}

/** What is within a place is there, too. */
function currentMark(path: string, at: string): Html | undefined {
  if (path === at) return html` aria-current="page"`;
  return path !== paths.account && at.startsWith(`${path}/`) ? html` aria-current="true"` : undefined;
}

function switcher({ others, appearance }: Visit): Html {
  return html`<details class="more"><summary>${appearance.words.say("account.switch")}</summary>
<ul>
${others.map(({ sessionId, displayName, loginName }) => html`<li><a href="${paths.account}?as=${sessionId}"><bdi>${displayName}</bdi> (<bdi>${loginName}</bdi>)</a></li>\n`)}</ul></details>`;
}

/** The ticket that every form has. */
export function ticketField(visit: Visit, action: string, remembered: Remembered = {}): Html {
  return html`<input type="hidden" name="ticket" value="${sealForm(visit, action, remembered)}">`;
}

/** A form that is one button, for something in a list. */
export function buttonForm(visit: Visit, action: string, button: { id: string; text: string; label: string }): Html {
  return html`<form method="post" action="${action}">
${ticketField(visit, action)}
<button class="other" name="id" value="${button.id}" aria-label="${button.label}">${button.text}</button>
</form>`;
}

/** With the exact time for programs. */
export function timeOf({ appearance }: Visit, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${appearance.words.moment(at)}</time>`;
}
