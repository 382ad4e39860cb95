/** The form to register with, and the page that asks for the code from the mail. */
import type { FastifyReply } from "fastify";
import { CODE_DIGITS } from "../../identity/limits/one-time-codes.ts";
import { LONGEST_PASSWORD } from "../../identity/users/password-rules.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { alert, cancelForm, field, hiddenTicket, revealScript } from "../parts.ts";
import type { OpenLogin } from "../sign-in/open-request.ts";
import { asksUserName, type RegistrationForm, type RegistrationProblems } from "./registration-form.ts";
import type { RegistrationHere } from "./registration-policy.ts";

/** For whoever runs it, who may be the one who looks. */
const whereToDecide =
  "An owner of the instance decides it in the Console, among the first steps or under Instance, Policies, Registration; or with PUT /management/v1/instance/policies/registration.";

export function sendRegistrationClosed(
  reply: FastifyReply,
  open: OpenLogin,
  { undecided }: Pick<RegistrationHere, "undecided">,
): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("register.closedTitle"),
    leadsAway: true,
    body: html`<p>${words.say(undecided ? "register.undecided" : "register.closed", { application: open.application.name })}</p>
<p><a href="${withRequest("", paths.login, open.ticket)}">${words.say("register.closedSignIn")}</a></p>
${undecided ? html`<details class="more"><summary>${words.say("common.forDevelopers")}</summary><p lang="en" dir="ltr">${whereToDecide}</p></details>` : undefined}
${cancelForm(open)}`,
  });
}

export interface RegistrationPage {
  readonly form: RegistrationForm;
  readonly problems: RegistrationProblems;
  readonly alert?: string;
  readonly here: RegistrationHere;
  readonly minLength: number;
}

export function sendRegistrationPage(reply: FastifyReply, open: OpenLogin, shown: RegistrationPage): FastifyReply {
  const { words } = open.appearance;
  const { form, problems, here } = shown;
  const { termsUrl } = open.appearance.brand.settings;
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
  return sendPage(reply, open.appearance, {
    title: words.say("register.title"),
    address: withRequest("", paths.register, open.ticket),
    leadsAway: true,
    ...(here.verifyEmail ? {} : { script: revealScript }),
    body: html`<p class="intro">${words.say("register.intro", { application: open.application.name })}</p>
${alert(shown.alert)}
<form method="post" action="${paths.register}" novalidate>
${hiddenTicket(open)}
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
${termsUrl === "" ? undefined : html`<p class="quiet">${termsSentence(open, termsUrl)}</p>`}
<p class="quiet">${words.say("register.haveAccount")} <a href="${withRequest("", paths.login, open.ticket)}">${words.say("register.signIn")}</a></p>
${cancelForm(open)}`,
  });
}

/** The word for the terms is a link within the sentence, wherever the language has it. */
function termsSentence({ appearance: { words } }: OpenLogin, termsUrl: string): Html {
  const [before = "", after = ""] = words.say("register.terms", { terms: "\0" }).split("\0");
  return html`${before}<a href="${termsUrl}" rel="noopener noreferrer">${words.say("footer.terms")}</a>${after}`;
}

export function sendCodePage(
  reply: FastifyReply,
  open: OpenLogin,
  shown: { email: string; problem?: string },
): FastifyReply {
  const { words } = open.appearance;
  return sendPage(reply, open.appearance, {
    title: words.say("code.title"),
    address: withRequest("", paths.registerCode, open.ticket),
    leadsAway: true,
    body: html`<p class="intro">${words.say("code.intro", { email: shown.email })}</p>
<form method="post" action="${paths.registerCode}" novalidate>
${hiddenTicket(open)}
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
<p class="quiet">${words.say("code.none")} <a href="${withRequest("", paths.register, open.ticket)}">${words.say("common.back")}</a></p>
${cancelForm(open)}`,
  });
}
