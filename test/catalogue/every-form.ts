/** Every form of the sign-in pages, filled in so that sending it would do something. */
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { type Browser, findForm, type PageSeen } from "../support/browser.ts";
import { signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import {
  attempt,
  lastMailTo,
  makePerson,
  named,
  nameOf,
  register,
  type SignInStage,
  signedInBrowser,
  start,
} from "./sign-in-stage.ts";

export interface FilledForm {
  readonly browser: Browser;
  readonly action: string;
  readonly fields: Record<string, string>;
}

function filled(browser: Browser, page: PageSeen, action: string, fields: Record<string, string> = {}): FilledForm {
  return { browser, action, fields: { ...findForm(page.body, action).hidden, ...fields } };
}

const PASSWORD_TO_BE = "a violet bicycle at noon";
let newcomers = 0;

/** By the address they are sent to; where one address takes two, the second has a name of its own. */
export const forms: Record<string, (stage: SignInStage) => Promise<FilledForm>> = {
  async "/login"(stage) {
    const browser = stage.idp.browser();
    return filled(browser, await start(stage, browser), "/login", { loginName: nameOf.ada(stage) });
  },
  async "/login/password"(stage) {
    const [browser, { loginName }] = [stage.idp.browser(), await makePerson(stage)];
    return filled(browser, await named(stage, browser, loginName), "/login/password", {
      password: "correct horse battery staple",
    });
  },
  async "/login/cancel"(stage) {
    const browser = stage.idp.browser();
    return filled(browser, await start(stage, browser), "/login/cancel");
  },
  async "/login/accounts"(stage) {
    const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
    const page = await start(stage, browser, { prompt: "select_account" });
    return filled(browser, page, "/login/accounts", { session: sessionIn(page) });
  },
  async "/login/accounts/remove"(stage) {
    const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
    const page = await browser.visit(`${(await start(stage, browser, { prompt: "select_account" })).url}&remove`);
    return filled(browser, page, "/login/accounts/remove", { session: sessionIn(page) });
  },
  async "/login/consent"(stage) {
    const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
    return filled(browser, await start(stage, browser, { prompt: "consent" }), "/login/consent", { answer: "allow" });
  },
  async "/login/forgot"(stage) {
    const browser = stage.idp.browser();
    const page = await browser.visit((await start(stage, browser)).url.replace("/login?", "/login/forgot?"));
    return filled(browser, page, "/login/forgot", { loginName: (await makePerson(stage)).loginName });
  },
  async "/login/unblock"(stage) {
    const [browser, { loginName }] = [stage.idp.browser(), await makePerson(stage)];
    for (let n = 0; n < 5; n++) await attempt(stage, loginName, "wrong");
    return filled(browser, await signInAs(browser, await start(stage, browser), loginName, "wrong"), "/login/unblock", {
      send: "1",
    });
  },
  async "/login/register"(stage) {
    const browser = stage.idp.browser();
    const page = await start(stage, browser, { prompt: "create" });
    const email = `new${++newcomers}@mail.example`;
    return filled(browser, page, "/login/register", { email, givenName: "Grace", familyName: "Hopper" });
  },
  async "/login/register/code"(stage) {
    const [browser, email] = [stage.idp.browser(), `new${++newcomers}@mail.example`];
    const page = await register(stage, browser, email);
    return filled(browser, page, "/login/register/code", { code: (await lastMailTo(stage, email)).code });
  },
  async "/login/register/code, the password"(stage) {
    const { browser, action, fields } = await form(stage, "/login/register/code");
    const page = await browser.visit(
      (await browser.request("POST", `${stage.idp.issuer}${action}`, fields)).location ?? "",
    );
    return filled(browser, page, "/login/register/code", { password: PASSWORD_TO_BE });
  },
  async "/login/new-password"(stage) {
    const browser = stage.idp.browser();
    const { loginName } = await makePerson(stage, { passwordChangeRequired: true });
    return filled(browser, await signInAs(browser, await start(stage, browser), loginName), "/login/new-password", {
      password: PASSWORD_TO_BE,
    });
  },
  async "/logout"(stage) {
    const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
    return filled(browser, await browser.visit(`${stage.idp.issuer}/oauth/v2/endsession`), "/logout");
  },
  async "/login/mail"(stage) {
    const [browser, human] = [stage.idp.browser(), await makePerson(stage)];
    await stage.idp.node.services.storage.transaction((tx) =>
      requestMail(tx, { kind: "reset_password", userId: human.id }, by),
    );
    const page = await browser.visit((await lastMailTo(stage, human.email)).link ?? "");
    return filled(browser, page, "/login/mail", { password: PASSWORD_TO_BE });
  },
};

export function form(stage: SignInStage, name: string): Promise<FilledForm> {
  const fill = forms[name];
  if (fill === undefined) throw new Error(`there is no form ${name}`);
  return fill(stage);
}

function sessionIn({ body }: PageSeen): string {
  return /name="session" value="([^"]+)"/.exec(body)?.[1] ?? "";
}
