/** Which of the accounts that the password was right for. */
import { type Html, html } from "../../pages/html.ts";
import { type Proven, paths } from "../../pages/login-request.ts";
import type { StepPage } from "../outcome.ts";
import { cancelForm, hiddenTicket, initialOf } from "../parts.ts";
import type { SignInVisit } from "./visit.ts";

export interface ChoosableAccount {
  readonly proven: Proven;
  readonly displayName: string;
  readonly loginName: string;
  /** They may be called the same in both. */
  readonly organizationName: string;
}

export function chooseAccountPage(visit: SignInVisit, accounts: readonly ChoosableAccount[]): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("accounts.title"),
    body: html`<p class="intro">${words.say("accounts.intro", { application: visit.application.name })}</p>
<ul class="accounts">
${accounts.map((account) => html`<li>${choosable(visit, account)}</li>\n`)}</ul>
${cancelForm(visit)}`,
  };
}

function choosable(visit: SignInVisit, { proven, displayName, loginName, organizationName }: ChoosableAccount): Html {
  const line = visit.appearance.words.say("accounts.continueAs", { name: displayName });
  return html`<form method="post" action="${paths.chooseAccount}">
${hiddenTicket(visit)}
<button name="user" value="${proven.userId}"><span class="avatar" aria-hidden="true">${initialOf(displayName)}</span><span class="name"><b><bdi>${line}</bdi></b><span><bdi>${loginName}</bdi></span><span class="tag"><bdi>${organizationName}</bdi></span></span></button>
</form>`;
}
