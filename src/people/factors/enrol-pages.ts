/** Setting up a second factor: which one, the steps for it, and the recovery codes that come with it. */
import type { FastifyReply } from "fastify";
import type { Enrolment } from "../../identity/factors/due.ts";
import type { Appearance } from "../../pages/appearance.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import type { TextKey } from "../../texts/words.ts";
import { alert, cancelForm, hiddenTicket } from "../parts.ts";
import type { PendingEnrolment } from "./enrol.ts";
import { hinted } from "./factor-page.ts";
import { codeField, recoveryCodeList, totpInstructions } from "./factor-parts.ts";
import { passkeyEnrolmentForm, passkeyScript } from "./passkey-page.ts";

const choiceTexts: Record<Enrolment, readonly [name: TextKey, detail: TextKey]> = {
  passkey: ["enrol.passkey", "enrol.passkeyDetail"],
  totp: ["enrol.totp", "enrol.totpDetail"],
  email_code: ["enrol.emailCode", "enrol.emailCodeDetail"],
};

export function sendEnrolmentChoice(reply: FastifyReply, { open, choices }: PendingEnrolment): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("enrol.title"),
    address: withRequest("", paths.enrol, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say("enrol.intro")}</p>
<ul class="accounts">
${choices.map(
  (kind) =>
    html`<li><a class="row" href="${withRequest("", paths.enrol, open.ticket)}&amp;with=${kind}"><span class="name"><b>${words.say(choiceTexts[kind][0])}</b><span>${words.say(choiceTexts[kind][1])}</span></span></a></li>\n`,
)}</ul>
${cancelForm(open)}`,
  });
}

export function sendEnrolmentPage(
  reply: FastifyReply,
  pending: PendingEnrolment,
  shown: { kind: Enrolment; problem?: string },
): FastifyReply {
  const { open, choices } = pending;
  const { words } = open.appearance;
  const here = withRequest("", paths.enrol, open.ticket);
  return sendPage(reply, open.appearance, {
    title: words.say(choiceTexts[shown.kind][0]),
    address: `${here}&with=${shown.kind}`,
    leadsAway: true,
    ...(shown.kind === "passkey" ? { script: passkeyScript } : {}),
    body: html`${formFor(pending, shown)}
${choices.length > 1 ? html`<p class="quiet"><a href="${here}">${words.say("enrol.other")}</a></p>` : undefined}
${cancelForm(open)}`,
  });
}

function formFor(pending: PendingEnrolment, { kind, problem }: { kind: Enrolment; problem?: string }): Html {
  const { open, step, human } = pending;
  const { words } = open.appearance;
  if (kind === "passkey") return html`${alert(problem)}${passkeyEnrolmentForm(pending)}`;
  const hidden = html`${hiddenTicket(open)}
<input type="hidden" name="with" value="${kind}">`;
  if (kind === "email_code" && step.codeId === undefined) {
    return html`<p class="intro">${words.say("factor.emailIntro", { email: hinted(human.email) })}</p>
${alert(problem)}<form method="post" action="${paths.enrol}">
${hidden}
<button name="send" value="1">${words.say("factor.emailSend")}</button>
</form>`;
  }
  const label = { issuer: open.appearance.brand.name, label: human.loginName };
  return html`${
    kind === "totp" && step.secret !== undefined
      ? totpInstructions(words, step.secret, label)
      : html`<p class="intro">${words.say("factor.emailSent", { email: hinted(human.email) })}</p>`
  }
<form method="post" action="${paths.enrol}" novalidate>
${hidden}
${codeField(words, problem)}
<button>${words.say("code.submit")}</button>
</form>`;
}

export interface ShownRecoveryCodes {
  readonly appearance: Appearance;
  readonly codes: readonly string[];
  readonly action: string;
  readonly ticket: string;
}

/** Shown by the answer to the form and by nothing else: there is no address at which they can be seen again. */
export function sendRecoveryCodes(
  reply: FastifyReply,
  { appearance, codes, action, ticket }: ShownRecoveryCodes,
): FastifyReply {
  const { words } = appearance;
  return sendPage(reply, appearance, {
    title: words.say("recovery.title"),
    leadsAway: true,
    body: html`<p class="intro">${words.say("recovery.intro")}</p>
${recoveryCodeList(appearance, codes)}
<form method="post" action="${action}">
<input type="hidden" name="request" value="${ticket}">
<button>${words.say("recovery.saved")}</button>
</form>`,
  });
}
