/** What forms are put together from, in every room that has pages. */
import type { Words } from "../texts/words.ts";
import { type Html, html } from "./html.ts";
import { icons } from "./icons.ts";

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "email" | "tel" | "password";
  readonly value?: string;
  readonly autocomplete: string;
  readonly longest: number;
  readonly optional?: boolean;
  readonly focused?: boolean;
  /** Beside the label. */
  readonly aside?: Html | undefined;
  readonly hint?: string | undefined;
  /** What is wrong, and what to do about it. */
  readonly problem?: string | undefined;
  readonly inputMode?: "numeric";
  readonly className?: string;
}

/** A labelled field; what is wrong with it stands below it and is read together with it. */
export function field(words: Words, given: Field): Html {
  const { name, type = "text", problem, hint } = given;
  const described = [problem === undefined ? "" : `${name}-problem`, hint === undefined ? "" : `${name}-hint`]
    .filter(Boolean)
    .join(" ");
  const input = html`<input id="${name}" name="${name}" type="${type}"${given.className === undefined ? undefined : html` class="${given.className}"`} value="${given.value ?? ""}" autocomplete="${given.autocomplete}" maxlength="${given.longest}"${type === "password" ? undefined : html` autocapitalize="none" spellcheck="false"`}${given.inputMode === undefined ? undefined : html` inputmode="${given.inputMode}"`}${given.optional ? undefined : html` required`}${given.focused ? html` autofocus` : undefined}${problem === undefined ? undefined : html` aria-invalid="true"`}${described === "" ? undefined : html` aria-describedby="${described}"`}>`;
  return html`<div class="fieldset">
<div class="label-row"><label for="${name}">${given.label}</label>${given.aside}</div>
${
  type === "password"
    ? html`<div class="with-button">${input}<button type="button" class="reveal" hidden data-hide="${words.say("signIn.hidePassword")}" aria-controls="${name}" aria-pressed="false">${words.say("signIn.showPassword")}</button></div>`
    : input
}
${problem === undefined ? undefined : html`<p class="field-error" id="${name}-problem" role="alert">${icons.problem}<span>${problem}</span></p>`}
${hint === undefined ? undefined : html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

/** What is wrong with the whole, above the form. */
export function alert(problem: string | undefined): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<p class="alert" role="alert">${icons.problem}<span>${problem}</span></p>`;
}

export function initialOf(name: string): string {
  return [...name.trim()][0] ?? "";
}

/** Adds a button that shows a password while it is typed; without script there is none. */
export const revealScript = `for (const button of document.querySelectorAll("button.reveal")) {
  const input = document.getElementById(button.getAttribute("aria-controls")), show = button.textContent;
  button.hidden = false;
  button.onclick = () => {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.textContent = shown ? show : button.dataset.hide;
    button.setAttribute("aria-pressed", String(!shown));
    input.focus();
  };
}`;
