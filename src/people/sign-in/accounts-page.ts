/** Which of the accounts in this browser. */
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { StepPage } from "../outcome.ts";
import { cancelForm, hiddenTicket, initialOf } from "../parts.ts";
import type { SignInVisit } from "./visit.ts";

export interface ShownAccount extends BrowserAccount {
  readonly needsPassword: boolean;
  /** The application asks for this one. */
  readonly hinted: boolean;
}

export function accountsPage(visit: SignInVisit, accounts: readonly ShownAccount[], removing: boolean): StepPage {
  const { words } = visit.appearance;
  const application = visit.application.name;
  const [only, ...others] = accounts;
  const single = only !== undefined && others.length === 0 && !removing;
  const here = withRequest("", paths.accounts, visit.ticket);
  return {
    title: single
      ? words.say("accounts.titleOne", { application })
      : removing
        ? words.say("accounts.manage")
        : words.say("accounts.title"),
    body: html`${single || removing ? undefined : html`<p class="intro">${words.say("accounts.intro", { application })}</p>`}
<ul class="accounts">
${accounts.map((account, place) => html`<li>${removing ? removable(visit, account) : choosable(visit, account, place === 0)}</li>\n`)}${
  removing
    ? undefined
    : html`<li><a class="row" href="${withRequest("", paths.login, visit.ticket)}"><span class="avatar plain" aria-hidden="true">+</span><span class="name">${words.say("accounts.other")}</span></a></li>\n`
}</ul>
${
  removing
    ? html`<p><a href="${here}">${words.say("accounts.done")}</a></p>`
    : html`<p class="quiet"><a href="${here}&amp;remove">${words.say("accounts.manage")}</a></p>
${cancelForm(visit)}`
}`,
  };
}

/** Of those that the application asks for, the first gets the focus: Enter continues with it. */
function choosable(visit: SignInVisit, account: ShownAccount, isFirst: boolean): Html {
  const { words } = visit.appearance;
  const asked = account.hinted
    ? html`<span class="tag">${words.say("accounts.asked", { application: visit.application.name })}</span>`
    : undefined;
  const password = account.needsPassword
    ? html`<span class="tag">${words.say("accounts.passwordNeeded")}</span>`
    : undefined;
  return html`<form method="post" action="${paths.accounts}">
${hiddenTicket(visit)}
<button name="session" value="${account.sessionId}"${account.hinted && isFirst ? html` autofocus` : undefined}>${person(
    account,
    words.say("accounts.continueAs", { name: account.displayName }),
    html`${asked}${password}`,
  )}</button>
</form>`;
}

function removable(visit: SignInVisit, account: ShownAccount): Html {
  const { words } = visit.appearance;
  return html`<form method="post" action="${paths.accounts}/remove" class="row">
${hiddenTicket(visit)}
${person(account, account.displayName)}
<button name="session" value="${account.sessionId}" aria-label="${words.say("accounts.removeNamed", { name: account.loginName })}">${words.say("accounts.remove")}</button>
</form>`;
}

function person({ displayName, loginName }: BrowserAccount, line: string, tag?: Html): Html {
  return html`<span class="avatar" aria-hidden="true">${initialOf(displayName)}</span><span class="name"><b><bdi>${line}</bdi></b><span><bdi>${loginName}</bdi></span>${tag}</span>`;
}
