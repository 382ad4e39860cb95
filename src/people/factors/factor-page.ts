/** Asks for the second proof, one kind at a time, with the others a link away. */
import type { SecondProof } from "../../identity/factors/due.ts";
import type { Human } from "../../identity/users/humans.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { TextKey } from "../../texts/words.ts";
import type { StepPage } from "../outcome.ts";
import { alert, cancelForm, field, hiddenTicket, whoBox } from "../parts.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { type PasskeyPrompt, passkeyForm, passkeyScript } from "./passkey-form.ts";

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

export interface FactorPage {
  readonly human: Human;
  readonly choices: readonly SecondProof[];
  /** The one that is asked for. */
  readonly kind: SecondProof;
  readonly problem: string | undefined;
  /** A code is on its way. */
  readonly codeSent: boolean;
  /** What a device is asked, where it is. */
  readonly passkey: PasskeyPrompt | undefined;
}

export function factorPage(visit: SignInVisit, shown: FactorPage): StepPage {
  const { human, choices, kind, codeSent } = shown;
  const { words } = visit.appearance;
  const intro = kind === "email_code" && codeSent ? "factor.emailSent" : introTexts[kind];
  return {
    title: words.say("factor.title"),
    ...(kind === "passkey" ? { script: passkeyScript } : {}),
    body: html`<p class="intro">${words.say(intro, { email: hinted(human.email) })}</p>
${whoBox(words, human.loginName, withRequest("", paths.login, visit.ticket))}
${formFor(visit, shown)}
${choices
  .filter((other) => other !== kind)
  .map(
    (other) =>
      html`<p class="quiet"><a href="${withRequest("", paths.factor, visit.ticket)}&amp;with=${other}">${words.say(switchTexts[other])}</a></p>\n`,
  )}
${cancelForm(visit)}`,
  };
}

function formFor(visit: SignInVisit, { kind, problem, codeSent, passkey }: FactorPage): Html {
  const { words } = visit.appearance;
  const hidden = html`${hiddenTicket(visit)}
<input type="hidden" name="with" value="${kind}">`;
  if (kind === "passkey") {
    const form = { action: paths.factor, hidden, button: "factor.usePasskey" } as const;
    return html`${alert(problem)}${passkey && passkeyForm(words, { ...form, prompt: passkey })}`;
  }
  const sent = kind === "email_code" && codeSent;
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
