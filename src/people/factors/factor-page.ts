/** Asks for the second proof, one kind at a time, with the others a link away. */
import type { FastifyReply } from "fastify";
import type { SecondProof } from "../../identity/factors/due.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import type { TextKey } from "../../texts/words.ts";
import { alert, cancelForm, field, hiddenTicket, whoBox } from "../parts.ts";
import type { PendingProof } from "./factor.ts";
import { passkeyProofForm, passkeyScript } from "./passkey-page.ts";

const switchTexts: Record<SecondProof, TextKey> = {
  passkey: "factor.usePasskey",
  totp: "factor.useTotp",
  email_code: "factor.useEmailCode",
  recovery_code: "factor.useRecoveryCode",
};

const introTexts: Record<SecondProof, TextKey> = {
  passkey: "factor.passkeyIntro",
  totp: "factor.totpIntro",
  email_code: "factor.emailIntro",
  recovery_code: "factor.recoveryIntro",
};

export function sendFactorPage(
  reply: FastifyReply,
  pending: PendingProof,
  shown: { shown: SecondProof; problem?: string },
): FastifyReply {
  const { open, human, choices, step } = pending;
  const { words } = open.appearance;
  const kind = shown.shown;
  const sent = kind === "email_code" && step.codeId !== undefined;
  const intro = sent
    ? words.say("factor.emailSent", { email: hinted(human.email) })
    : words.say(introTexts[kind], { email: hinted(human.email) });
  return sendPage(reply, open.appearance, {
    title: words.say("factor.title"),
    address: withRequest("", paths.factor, open.ticket),
    leadsAway: true,
    ...(kind === "passkey" ? { script: passkeyScript } : {}),
    body: html`<p class="intro">${intro}</p>
${whoBox(words, human.loginName, withRequest("", paths.login, open.ticket))}
${formFor(pending, shown, sent)}
${choices
  .filter((other) => other !== kind)
  .map(
    (other) =>
      html`<p class="quiet"><a href="${withRequest("", paths.factor, open.ticket)}&amp;with=${other}">${words.say(switchTexts[other])}</a></p>\n`,
  )}
${cancelForm(open)}`,
  });
}

function formFor(
  pending: PendingProof,
  { shown: kind, problem }: { shown: SecondProof; problem?: string },
  sent: boolean,
): Html {
  const { open } = pending;
  const { words } = open.appearance;
  if (kind === "passkey") return html`${alert(problem)}${passkeyProofForm(pending)}`;
  const hidden = html`${hiddenTicket(open)}
<input type="hidden" name="with" value="${kind}">`;
  if (kind === "email_code" && !sent) {
    return html`${alert(problem)}<form method="post" action="${paths.factor}">
${hidden}
<button name="send" value="1">${words.say("factor.emailSend")}</button>
</form>`;
  }
  const isRecovery = kind === "recovery_code";
  return html`<form method="post" action="${paths.factor}" novalidate>
${hidden}
${field(words, {
  name: "code",
  label: words.say(isRecovery ? "factor.recoveryCode" : "code.label"),
  autocomplete: isRecovery ? "off" : "one-time-code",
  ...(isRecovery ? {} : { inputMode: "numeric", className: "code" }),
  longest: isRecovery ? 40 : 12,
  focused: true,
  problem,
})}
<button>${words.say("code.submit")}</button>
</form>${
    sent
      ? html`<form method="post" action="${paths.factor}">
${hidden}
<button class="other" name="send" value="1">${words.say("factor.emailAgain")}</button>
</form>`
      : undefined
  }`;
}

/** Enough to recognise one's own address, and no more: the password alone does not tell it. */
export function hinted(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "" : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
