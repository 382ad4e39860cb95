/** Which of the accounts that the password was right for. */
import type { FastifyReply } from "fastify";
import { type Html, html } from "../../pages/html.ts";
import { type Proven, paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { cancelForm, hiddenTicket, initialOf } from "../parts.ts";
import type { OpenLogin } from "./open-request.ts";

export interface ChoosableAccount {
  readonly proven: Proven;
  readonly displayName: string;
  readonly loginName: string;
  /** They may be called the same in both. */
  readonly organizationName: string;
}

export function sendChooseAccount(
  reply: FastifyReply,
  open: OpenLogin,
  accounts: readonly ChoosableAccount[],
): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("accounts.title"),
    address: withRequest("", paths.chooseAccount, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say("accounts.intro", { application: open.application.name })}</p>
<ul class="accounts">
${accounts.map((account) => html`<li>${choosable(open, account)}</li>\n`)}</ul>
${cancelForm(open)}`,
  });
}

function choosable(open: OpenLogin, { proven, displayName, loginName, organizationName }: ChoosableAccount): Html {
  const line = open.appearance.words.say("accounts.continueAs", { name: displayName });
  return html`<form method="post" action="${paths.chooseAccount}">
${hiddenTicket(open)}
<button name="user" value="${proven.userId}"><span class="avatar" aria-hidden="true">${initialOf(displayName)}</span><span class="name"><b><bdi>${line}</bdi></b><span><bdi>${loginName}</bdi></span><span class="tag"><bdi>${organizationName}</bdi></span></span></button>
</form>`;
}
