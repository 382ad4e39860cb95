/** The two steps of signing in: who, then the password. */
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { LONGEST_LOGIN_NAME } from "../../identity/users/login-names.ts";
import { LONGEST_PASSWORD } from "../../identity/users/password-rules.ts";
import { type Html, html } from "../../pages/html.ts";
import { paths, withRequest } from "../../pages/login-request.ts";
import type { Words } from "../../texts/words.ts";
import { type PasskeyPrompt, passkeyForm, passkeyHintScript, passkeyScript } from "../factors/passkey-form.ts";
import type { StepPage } from "../outcome.ts";
import { alert, cancelForm, field, hiddenTicket, revealScript, whoBox } from "../parts.ts";
import type { SignInVisit } from "./visit.ts";

/** What the pages show of the request they belong to. */
export type ShownRequest = Pick<SignInVisit, "ticket" | "application" | "appearance">;

export interface LoginNamePage {
  readonly loginName: string;
  readonly problem?: string | undefined;
  readonly mayRegister: boolean;
  /** Where passkeys can be used. */
  readonly passkey?: PasskeyPrompt | undefined;
  readonly passkeyProblem?: string | undefined;
  /** Who is signed in in this browser already, and may be meant after all. */
  readonly signedIn?: readonly BrowserAccount[];
}

export function loginNamePage(open: ShownRequest, shown: LoginNamePage): StepPage {
  const { words } = open.appearance;
  return {
    title: words.say("signIn.title", { application: open.application.name }),
    ...(shown.passkey === undefined ? {} : { script: passkeyScript }),
    body: html`<form method="post" action="${paths.login}" novalidate>
${hiddenTicket(open)}
${field(words, {
  name: "loginName",
  label: words.say("signIn.loginName"),
  value: shown.loginName,
  autocomplete: shown.passkey === undefined ? "username" : "username webauthn",
  longest: LONGEST_LOGIN_NAME,
  focused: open.appearance.preview === undefined,
  problem: shown.problem,
})}
<button>${words.say("common.continue")}</button>
</form>
${shown.passkey && html`${alert(shown.passkeyProblem)}${passkeySignInForm(open, shown.passkey)}`}
${shown.signedIn && continueAs(open, shown.signedIn)}
${shown.mayRegister ? html`<p class="quiet">${words.say("signIn.noAccount")} <a href="${withRequest("", paths.register, open.ticket)}">${words.say("signIn.register")}</a></p>` : undefined}
${cancelForm(open)}`,
  };
}

/** Beside the field for the login name. */
function passkeySignInForm(open: ShownRequest, prompt: PasskeyPrompt): Html {
  const form = { action: paths.passkey, hidden: hiddenTicket(open), button: "passkey.signIn", beside: true } as const;
  return passkeyForm(open.appearance.words, { ...form, prompt });
}

/**
 * The way on as whoever is signed in here: the application asked for somebody else, or the person for another account.
 */
function continueAs(open: ShownRequest, [account, ...others]: readonly BrowserAccount[]): Html | undefined {
  const { words } = open.appearance;
  if (account === undefined) return undefined;
  if (others.length > 0) {
    return html`<p class="quiet"><a href="${withRequest("", paths.accounts, open.ticket)}">${words.say("accounts.title")}</a></p>`;
  }
  return html`<form method="post" action="${paths.accounts}">
${hiddenTicket(open)}
<button class="other" name="session" value="${account.sessionId}">${words.say("accounts.continueAs", { name: account.displayName })}</button>
</form>`;
}

const passwordScript = `${revealScript}\n${passkeyHintScript}`;

export interface PasswordPage {
  readonly loginName: string;
  readonly problem?: string | undefined;
  /** The ticket to ask for a code with, where others' attempts make this name wait. */
  readonly offer?: string | undefined;
  /** Such a code was right. */
  readonly unblocked?: boolean;
}

/** The login name is a field too, so that password managers know whose password it is. */
export function passwordPage(open: ShownRequest, shown: PasswordPage): StepPage {
  const { words } = open.appearance;
  return {
    title: words.say("signIn.title", { application: open.application.name }),
    script: passwordScript,
    body: html`${whoBox(words, shown.loginName, withRequest("", paths.login, open.ticket))}
${shown.unblocked ? html`<p class="intro">${words.say("unblock.right")}</p>` : undefined}
<form method="post" action="${paths.password}" novalidate>
${hiddenTicket(open)}
<input class="hidden" name="loginName" value="${shown.loginName}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
<input type="hidden" name="passkeys" value="">
${field(words, {
  name: "password",
  label: words.say("signIn.password"),
  type: "password",
  autocomplete: "current-password",
  longest: LONGEST_PASSWORD,
  focused: open.appearance.preview === undefined,
  aside: html`<a href="${withRequest("", paths.forgot, open.ticket)}">${words.say("signIn.forgot")}</a>`,
  problem: shown.problem,
})}
<button>${words.say("signIn.submit")}</button>
</form>
${shown.offer === undefined ? undefined : unblockOffer(words, shown.offer)}
${cancelForm(open)}`,
  };
}

/** Whoever has to wait because of others need not. */
function unblockOffer(words: Words, ticket: string): Html {
  return html`<p class="quiet">${words.say("unblock.offer")}</p>
<form method="post" action="${paths.unblock}">
<input type="hidden" name="request" value="${ticket}">
<button class="other" name="send" value="1">${words.say("unblock.send")}</button>
</form>`;
}
