/**
 * A form whose answer a device gives. It is there for browsers with script only, and says what went wrong where it
 * happened.
 */

import { type Html, html } from "../../pages/html.ts";
import { icons } from "../../pages/icons.ts";
import type { TextKey, Words } from "../../texts/words.ts";

/** The question for the device, and the sealed challenge that belongs to it. */
export interface PasskeyPrompt {
  readonly options: object;
  readonly challenge: string;
}

export interface PasskeyForm {
  readonly action: string;
  /** Further hidden fields. */
  readonly hidden: Html;
  readonly prompt: PasskeyPrompt;
  readonly button: TextKey;
  /**
   * The form is one way among others on its page: whoever cannot use it does not see it, its button is not the first
   * one, and passkeys are offered in the field for the login name as well.
   */
  readonly beside?: boolean;
}

export function passkeyForm(words: Words, { action, hidden, prompt, button, beside }: PasskeyForm): Html {
  const texts = beside
    ? html` data-beside=""`
    : html` data-unsupported="${words.say("passkey.unsupported")}" data-known="${words.say("passkey.known")}"`;
  return html`<form class="passkey" method="post" action="${action}" data-options="${JSON.stringify(prompt.options)}" data-failed="${words.say("passkey.failed")}"${texts} hidden novalidate>
${hidden}
<input type="hidden" name="challenge" value="${prompt.challenge}">
<input type="hidden" name="credential" value="">
<button${beside ? html` class="other"` : undefined}>${words.say(button)}</button>
<div aria-live="assertive"><p class="field-error" hidden>${icons.problem}<span></span></p></div>
</form>${beside ? undefined : html`<noscript><p>${words.say("factor.needsScript")}</p></noscript>`}`;
}

/** A constant, like every script here: the page allows it by its hash. Bytes go back and forth in base64url. */
export const passkeyScript = `(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const ids = (list = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));
  const question = (options) => ({
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user
      ? { user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: ids(options.excludeCredentials) }
      : { allowCredentials: ids(options.allowCredentials) }),
  });
  const answer = ({ id, response }) => {
    const said = response.getTransports ? { transports: response.getTransports() } : {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (response[name] && response[name].byteLength > 0) said[name] = text(response[name]);
    }
    return JSON.stringify({ id, response: said });
  };
  for (const form of document.querySelectorAll("form.passkey")) {
    const { options, failed, known, unsupported } = form.dataset, beside = "beside" in form.dataset;
    const button = form.querySelector("button"), problem = form.querySelector(".field-error");
    const say = (what) => {
      problem.lastElementChild.textContent = what;
      problem.hidden = what === "";
    };
    if (!window.PublicKeyCredential) {
      if (!beside) {
        form.hidden = false;
        button.hidden = true;
        say(unsupported);
      }
      continue;
    }
    const publicKey = question(JSON.parse(options));
    let waiting;
    const ask = async (mediation) => {
      if (waiting) waiting.abort();
      const { signal } = (waiting = new AbortController());
      try {
        const given = publicKey.user
          ? await navigator.credentials.create({ publicKey, signal })
          : await navigator.credentials.get({ publicKey, signal, ...(mediation ? { mediation } : {}) });
        form.elements.credential.value = answer(given);
        form.submit();
      } catch (error) {
        if (signal.aborted || mediation) return;
        say(error.name === "InvalidStateError" && known ? known : failed);
        autofill();
      }
    };
    const autofill = async () => {
      const can = beside && PublicKeyCredential.isConditionalMediationAvailable;
      if (can && (await PublicKeyCredential.isConditionalMediationAvailable())) ask("conditional");
    };
    form.hidden = false;
    form.onsubmit = (event) => {
      event.preventDefault();
      say("");
      ask();
    };
    autofill();
  }
})();`;

/** On the page with the password: whether this device could keep a passkey, so that one may be offered afterwards. */
export const passkeyHintScript = `if (window.PublicKeyCredential) {
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then((can) => {
    if (can) for (const field of document.getElementsByName("passkeys")) field.value = "1";
  });
}`;
