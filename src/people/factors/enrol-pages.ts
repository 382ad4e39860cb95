/** Setting up a second factor: which one, the steps for it, and the recovery codes that come with it. */
import type { Enrolment } from "../../identity/factors/due.ts";
import type { Human } from "../../identity/users/humans.ts";
import type { Appearance } from "../../pages/appearance.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { TextKey } from "../../texts/words.ts";
import type { Sealed, StepPage } from "../outcome.ts";
import { alert, cancelForm, hiddenTicket } from "../parts.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { hinted } from "./factor-page.ts";
import { codeField, recoveryCodeList, totpInstructions } from "./factor-parts.ts";
import { type PasskeyPrompt, passkeyForm, passkeyScript } from "./passkey-form.ts";

const choiceTexts: Record<Enrolment, readonly [name: TextKey, detail: TextKey]> = {
  passkey: ["enrol.passkey", "enrol.passkeyDetail"],
  totp: ["enrol.totp", "enrol.totpDetail"],
  email_code: ["enrol.emailCode", "enrol.emailCodeDetail"],
};

export function enrolmentChoicePage(visit: SignInVisit, choices: readonly Enrolment[]): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("enrol.title"),
    body: html`<p class="intro">${words.say("enrol.intro")}</p>
<ul class="accounts">
${choices.map(
  (kind) =>
    html`<li><a class="row" href="${withRequest("", paths.enrol, visit.ticket)}&amp;with=${kind}"><span class="name"><b>${words.say(choiceTexts[kind][0])}</b><span>${words.say(choiceTexts[kind][1])}</span></span></a></li>\n`,
)}</ul>
${cancelForm(visit)}`,
  };
}

export interface EnrolmentPage {
  readonly sealed: Sealed<"enrol">;
  readonly human: Human;
  readonly kind: Enrolment;
  /** There is nothing else to choose. */
  readonly isOnly: boolean;
  readonly problem: string | undefined;
  /** What a device is asked to make, where it is. */
  readonly passkey: PasskeyPrompt | undefined;
}

export function enrolmentPage(visit: SignInVisit, shown: EnrolmentPage): StepPage {
  const { kind, isOnly } = shown;
  const { words } = visit.appearance;
  const here = withRequest("", paths.enrol, visit.ticket);
  return {
    title: words.say(choiceTexts[kind][0]),
    address: `${here}&with=${kind}`,
    ...(kind === "passkey" ? { script: passkeyScript } : {}),
    body: html`${formFor(visit, shown)}
${isOnly ? undefined : html`<p class="quiet"><a href="${here}">${words.say("enrol.other")}</a></p>`}
${cancelForm(visit)}`,
  };
}

function formFor(visit: SignInVisit, { sealed, human, kind, problem, passkey }: EnrolmentPage): Html {
  const { words, brand } = visit.appearance;
  const hidden = html`${hiddenTicket(visit)}
<input type="hidden" name="with" value="${kind}">`;
  if (kind === "passkey") {
    const form = { action: paths.enrol, hidden, button: "passkey.add" } as const;
    return html`${alert(problem)}<p class="intro">${words.say("passkey.addIntro")}</p>
${passkey && passkeyForm(words, { ...form, prompt: passkey })}`;
  }
  if (kind === "email_code" && sealed.codeId === undefined) {
    return html`<p class="intro">${words.say("factor.emailIntro", { email: hinted(human.email) })}</p>
${alert(problem)}<form method="post" action="${paths.enrol}">
${hidden}
<button name="send" value="1">${words.say("factor.emailSend")}</button>
</form>`;
  }
  return html`${
    kind === "totp" && sealed.secret !== undefined
      ? totpInstructions(words, sealed.secret, { issuer: brand.name, label: human.loginName })
      : html`<p class="intro">${words.say("factor.emailSent", { email: hinted(human.email) })}</p>`
  }
<form method="post" action="${paths.enrol}" novalidate>
${hidden}
${codeField(words, problem)}
<button>${words.say("code.submit")}</button>
</form>`;
}

/** Shown by the answer to the form and by nothing else: there is no address at which they can be seen again. */
export function recoveryCodesPage(
  appearance: Appearance,
  codes: readonly string[],
  { action, ticket }: { action: string; ticket: string },
): StepPage {
  const { words } = appearance;
  return {
    title: words.say("recovery.title"),
    body: html`<p class="intro">${words.say("recovery.intro")}</p>
${recoveryCodeList(appearance, codes)}
<form method="post" action="${action}">
${hiddenTicket({ ticket })}
<button>${words.say("recovery.saved")}</button>
</form>`,
  };
}
