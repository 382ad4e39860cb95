/** The form to register with, and the page that asks for the code from the mail. */
import { CODE_DIGITS } from "../../identity/limits/one-time-codes.ts";
import { LONGEST_PASSWORD } from "../../identity/users/password-rules.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { StepPage } from "../outcome.ts";
import { alert, cancelForm, field, hiddenTicket, revealScript } from "../parts.ts";
import type { SignInVisit } from "../sign-in/visit.ts";
import { asksUserName, type RegistrationForm, type RegistrationProblems } from "./form.ts";
import type { RegistrationHere } from "./policy.ts";

/** For whoever runs it, who may be the one who looks. */
const whereToDecide =
  "An owner of the instance decides it in the Console, among the first steps or under Instance, Policies, Registration; or with PUT /management/v1/instance/policies/registration.";

export function registrationClosedPage(
  visit: SignInVisit,
  { undecided }: Pick<RegistrationHere, "undecided">,
): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("register.closedTitle"),
    body: html`<p>${words.say(undecided ? "register.undecided" : "register.closed", { application: visit.application.name })}</p>
<p><a href="${withRequest("", paths.login, visit.ticket)}">${words.say("register.closedSignIn")}</a></p>
${undecided ? html`<details class="more"><summary>${words.say("common.forDevelopers")}</summary><p lang="en" dir="ltr">${whereToDecide}</p></details>` : undefined}
${cancelForm(visit)}`,
  };
}

export interface RegistrationPage {
  readonly form: RegistrationForm;
  readonly problems: RegistrationProblems;
  readonly alert?: string | undefined;
  readonly here: RegistrationHere;
  readonly minLength: number;
}

export function registrationPage(visit: SignInVisit, shown: RegistrationPage): StepPage {
  const { words } = visit.appearance;
  const { form, problems, here } = shown;
  const { termsUrl } = visit.appearance.brand.settings;
  const asks = (name: RegistrationHere["fields"][number]) => here.fields.includes(name);
  const text = (
    name: keyof RegistrationForm,
    autocomplete: string,
    more: Partial<Parameters<typeof field>[1]> = {},
  ): Html =>
    field(words, {
      name,
      label: words.say(`register.${name === "password" ? "email" : name}`),
      value: form[name],
      autocomplete,
      longest: 254,
      problem: problems[name],
      ...more,
    });
  return {
    title: words.say("register.title"),
    ...(here.verifyEmail ? {} : { script: revealScript }),
    body: html`<p class="intro">${words.say("register.intro", { application: visit.application.name })}</p>
${alert(shown.alert)}
<form method="post" action="${paths.register}" novalidate>
${hiddenTicket(visit)}
${text("email", "email", { type: "email", focused: true })}
${asks("name") ? html`${text("givenName", "given-name")}\n${text("familyName", "family-name")}` : undefined}
${asksUserName(here) ? text("userName", "username") : undefined}
${asks("phone") ? text("phone", "tel", { type: "tel" }) : undefined}
${
  here.verifyEmail
    ? undefined
    : text("password", "new-password", {
        label: words.say("signIn.password"),
        type: "password",
        value: "",
        longest: LONGEST_PASSWORD,
        hint: words.say("newPassword.rule", { count: shown.minLength }),
      })
}
<button>${words.say("register.submit")}</button>
</form>
${termsUrl === "" ? undefined : html`<p class="quiet">${termsSentence(visit, termsUrl)}</p>`}
<p class="quiet">${words.say("register.haveAccount")} <a href="${withRequest("", paths.login, visit.ticket)}">${words.say("register.signIn")}</a></p>
${cancelForm(visit)}`,
  };
}

/** The word for the terms is a link within the sentence, wherever the language has it. */
function termsSentence({ appearance: { words } }: SignInVisit, termsUrl: string): Html {
  const [before = "", after = ""] = words.say("register.terms", { terms: "\0" }).split("\0");
  return html`${before}<a href="${termsUrl}" rel="noopener noreferrer">${words.say("footer.terms")}</a>${after}`;
}

export function codePage(visit: SignInVisit, shown: { email: string; problem?: string | undefined }): StepPage {
  const { words } = visit.appearance;
  return {
    title: words.say("code.title"),
    body: html`<p class="intro">${words.say("code.intro", { email: shown.email })}</p>
<form method="post" action="${paths.registerCode}" novalidate>
${hiddenTicket(visit)}
${field(words, {
  name: "code",
  label: words.say("code.label"),
  autocomplete: "one-time-code",
  inputMode: "numeric",
  className: "code",
  longest: CODE_DIGITS + 4,
  focused: true,
  problem: shown.problem,
})}
<button>${words.say("code.submit")}</button>
</form>
<p class="quiet">${words.say("code.none")} <a href="${withRequest("", paths.register, visit.ticket)}">${words.say("common.back")}</a></p>
${cancelForm(visit)}`,
  };
}
