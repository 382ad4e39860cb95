/** Which of the accounts in this browser. */
import type { FastifyReply } from "fastify";
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { cancelForm, hiddenTicket, initialOf } from "../parts.ts";
import type { OpenLogin } from "./open-request.ts";

export interface ShownAccount extends BrowserAccount {
  readonly needsPassword: boolean;
  /** The application asks for this one. */
  readonly hinted: boolean;
}

export function sendAccounts(
  reply: FastifyReply,
  open: OpenLogin,
  accounts: readonly ShownAccount[],
  removing: boolean,
): FastifyReply {
  const { words } = open.appearance;
  const application = open.application.name;
  const [only, ...others] = accounts;
  const single = only !== undefined && others.length === 0 && !removing;
  const here = withRequest("", paths.accounts, open.ticket);
  return sendPage(reply, open.appearance, {
    title: single
      ? words.say("accounts.titleOne", { application })
      : removing
        ? words.say("accounts.manage")
        : words.say("accounts.title"),
    address: here,
    leadsAway: true,
    body: html`${single || removing ? undefined : html`<p class="intro">${words.say("accounts.intro", { application })}</p>`}
<ul class="accounts">
${accounts.map((account, place) => html`<li>${removing ? removable(open, account) : choosable(open, account, place === 0)}</li>\n`)}${
  removing
    ? undefined
    : html`<li><a class="row" href="${withRequest("", paths.login, open.ticket)}"><span class="avatar plain" aria-hidden="true">+</span><span class="name">${words.say("accounts.other")}</span></a></li>\n`
}</ul>
${
  removing
    ? html`<p><a href="${here}">${words.say("accounts.done")}</a></p>`
    : html`<p class="quiet"><a href="${here}&amp;remove">${words.say("accounts.manage")}</a></p>
${cancelForm(open)}`
}`,
  });
}

/** Of those that the application asks for, the first gets the focus: Enter continues with it. */
function choosable(open: OpenLogin, account: ShownAccount, isFirst: boolean): Html {
  const { words } = open.appearance;
  const asked = account.hinted
    ? html`<span class="tag">${words.say("accounts.asked", { application: open.application.name })}</span>`
    : undefined;
  const password = account.needsPassword
    ? html`<span class="tag">${words.say("accounts.passwordNeeded")}</span>`
    : undefined;
  return html`<form method="post" action="${paths.accounts}">
${hiddenTicket(open)}
<button name="session" value="${account.sessionId}"${account.hinted && isFirst ? html` autofocus` : undefined}>${person(
    account,
    words.say("accounts.continueAs", { name: account.displayName }),
    html`${asked}${password}`,
  )}</button>
</form>`;
}

function removable(open: OpenLogin, account: ShownAccount): Html {
  const { words } = open.appearance;
  return html`<form method="post" action="${paths.accounts}/remove" class="row">
${hiddenTicket(open)}
${person(account, account.displayName)}
<button name="session" value="${account.sessionId}" aria-label="${words.say("accounts.removeNamed", { name: account.loginName })}">${words.say("accounts.remove")}</button>
</form>`;
}

function person({ displayName, loginName }: BrowserAccount, line: string, tag?: Html): Html {
  return html`<span class="avatar" aria-hidden="true">${initialOf(displayName)}</span><span class="name"><b><bdi>${line}</bdi></b><span><bdi>${loginName}</bdi></span>${tag}</span>`;
}
