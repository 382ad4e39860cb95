/** A password is chosen: the first one, a forgotten one's successor, or because the old one has to go. */
import { LONGEST_PASSWORD, type PasswordProblem } from "../../identity/users/password-rules.ts";
import { type Html, html } from "../../pages/html.ts";
import type { Page } from "../../pages/page.ts";
import type { Words } from "../../texts/words.ts";
import { field, revealScript } from "../parts.ts";
import { describePasswordProblem } from "./password-problem.ts";

export interface ChoosePassword {
  readonly action: string;
  /** What the form carries along. */
  readonly hidden: Html;
  readonly loginName: string;
  readonly minLength: number;
  readonly first: boolean;
  readonly intro?: string;
  /** What changes beside the password. */
  readonly endsSessions?: boolean;
  readonly problem?: PasswordProblem | undefined;
  readonly after?: Html | undefined;
}

/** The login name is a field, so that a password manager stores the two together. */
export function choosePasswordPage(words: Words, shown: ChoosePassword): Page {
  const hints = [
    words.say("newPassword.rule", { count: shown.minLength }),
    shown.endsSessions ? words.say("newPassword.endsSessions") : "",
  ];
  return {
    title: words.say(shown.first ? "newPassword.titleFirst" : "newPassword.title"),
    script: revealScript,
    body: html`${shown.intro === undefined ? undefined : html`<p class="intro">${shown.intro}</p>`}
<form method="post" action="${shown.action}" novalidate>
${shown.hidden}
<div class="fieldset">
<div class="label-row"><label for="loginName">${words.say("newPassword.loginName")}</label></div>
<input id="loginName" value="${shown.loginName}" autocomplete="username" readonly>
</div>
${field(words, {
  name: "password",
  label: words.say(shown.first ? "newPassword.labelFirst" : "newPassword.label"),
  type: "password",
  autocomplete: "new-password",
  longest: LONGEST_PASSWORD,
  focused: true,
  hint: hints.filter(Boolean).join(" "),
  problem: shown.problem && describePasswordProblem(words, shown.problem, shown.minLength),
})}
<button>${words.say("newPassword.submit")}</button>
</form>
${shown.after}`,
  };
}
