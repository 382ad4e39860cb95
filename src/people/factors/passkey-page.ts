/** Passkeys on pages: the forms that the script fills in. Without script they say so. */
import { type Html, html } from "../../pages/html.ts";
import { paths } from "../../pages/login-request.ts";
import { alert, hiddenTicket } from "../parts.ts";
import type { OpenLogin } from "../sign-in/open-request.ts";
import type { PendingEnrolment } from "./enrol.ts";
import type { PendingProof } from "./factor.ts";
import { type PasskeyPrompt, passkeyForm } from "./passkey-form.ts";

export { passkeyScript } from "./passkey-form.ts";

/** Beside the field for the login name. */
export function passkeySignInForm(
  open: Pick<OpenLogin, "ticket" | "appearance">,
  prompt: PasskeyPrompt,
  problem: string | undefined,
): Html {
  const form = {
    action: paths.passkey,
    hidden: hiddenTicket(open),
    prompt,
    button: "passkey.signIn",
    beside: true,
  } as const;
  return html`${alert(problem)}${passkeyForm(open.appearance.words, form)}`;
}

export function passkeyProofForm({ open, passkey }: PendingProof): Html | undefined {
  if (passkey === undefined) return undefined;
  return passkeyForm(open.appearance.words, {
    action: paths.factor,
    hidden: withPasskey(open),
    prompt: passkey,
    button: "factor.usePasskey",
  });
}

export function passkeyEnrolmentForm({ open, passkey }: PendingEnrolment): Html | undefined {
  if (passkey === undefined) return undefined;
  const { words } = open.appearance;
  return html`<p class="intro">${words.say("passkey.addIntro")}</p>
${passkeyForm(words, { action: paths.enrol, hidden: withPasskey(open), prompt: passkey, button: "passkey.add" })}`;
}

function withPasskey(open: OpenLogin): Html {
  return html`${hiddenTicket(open)}
<input type="hidden" name="with" value="passkey">`;
}
