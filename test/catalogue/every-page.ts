/** Every page that people can come to see, as it was sent to a browser on its way there. */
import assert from "node:assert/strict";
import { changeProject } from "../../src/identity/projects.ts";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { authorizeUrl, PASSWORD, type Registered, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import {
  attempt,
  decide,
  forgetAll,
  lastMailTo,
  makePerson,
  register,
  type SignInStage,
  signedInBrowser,
  start,
} from "./sign-in-stage.ts";

export interface Cast {
  /** Whom the pages are about. */
  readonly loginName: string;
  readonly client: Registered;
  /** What is typed where a page repeats it. */
  readonly typed: string;
}

type Scene = (stage: SignInStage, cast: Cast) => Promise<PageSeen>;

const ask = (
  { idp }: SignInStage,
  { client }: Cast,
  parameters: Record<string, string> = {},
  browser = idp.browser(),
): Promise<PageSeen> => browser.visit(authorizeUrl(idp, { client, parameters }));

async function withPassword(stage: SignInStage, cast: Cast, password: string): Promise<PageSeen> {
  const browser = stage.idp.browser();
  return signInAs(browser, await ask(stage, cast), cast.typed, password);
}

async function linkPage(
  stage: SignInStage,
  kind: "invitation" | "reset_password" | "verify_email",
): Promise<PageSeen & { browser: Browser }> {
  const change = {
    invitation: { passwordHash: undefined },
    reset_password: {},
    verify_email: { emailVerified: false },
  }[kind];
  const human = await makePerson(stage, change);
  const { storage } = stage.idp.node.services;
  await storage.transaction((tx) => requestMail(tx, { kind, userId: human.id }, by));
  const browser = stage.idp.browser();
  return { ...(await browser.visit((await lastMailTo(stage, human.email)).link ?? "")), browser };
}

/** As far as the page that asks for the code. */
async function unblocking(stage: SignInStage, cast: Cast): Promise<{ browser: Browser; page: PageSeen }> {
  const name = `often${++fresh}@nowhere.example`;
  for (let i = 0; i < 5; i++) await attempt(stage, name, "wrong");
  const browser = stage.idp.browser();
  const slowed = await signInAs(browser, await ask(stage, cast, {}, browser), name, "wrong");
  return { browser, page: await browser.submit(slowed, { send: "1" }, "/login/unblock") };
}

let fresh = 0;
const newAddress = () => `newcomer${++fresh}@mail.example`;

async function firstPassword(stage: SignInStage): Promise<PageSeen & { browser: Browser }> {
  const browser = stage.idp.browser();
  const email = newAddress();
  const page = await register(stage, browser, email);
  const { code } = await lastMailTo(stage, email);
  return { ...(await browser.submit(page, { code }, "/login/register/code")), browser };
}

async function forcedChange(stage: SignInStage): Promise<PageSeen & { browser: Browser }> {
  const human = await makePerson(stage, { passwordChangeRequired: true });
  const browser = stage.idp.browser();
  return { ...(await signInAs(browser, await start(stage, browser), human.loginName)), browser };
}

export const scenes: Record<string, Scene> = {
  "the first address": ({ idp }) => idp.browser().visit(`${idp.issuer}/`),
  "nothing there": ({ idp }) => idp.browser().visit(`${idp.issuer}/nothing`),
  "an address that cannot be read": ({ idp }) => idp.browser().visit(`${idp.issuer}/%`),
  "an unknown application": (stage, cast) => ask(stage, cast, { client_id: "unknown" }),
  "an address that is not registered": (stage, cast) => ask(stage, cast, { redirect_uri: "https://evil.example/" }),
  who: (stage, cast) => ask(stage, cast, { login_hint: cast.typed }),
  "nobody was named": async (stage, cast) => {
    const browser = stage.idp.browser();
    return browser.submit(await ask(stage, cast, {}, browser), { loginName: " " }, "/login");
  },
  "the password": async (stage, cast) => {
    const browser = stage.idp.browser();
    return browser.submit(await ask(stage, cast, {}, browser), { loginName: cast.typed }, "/login");
  },
  "no password": (stage, cast) => withPassword(stage, cast, ""),
  "a wrong password": (stage, cast) => withPassword(stage, cast, "wrong"),
  "too many passwords": async (stage, cast) => {
    const name = `often${++fresh}@nowhere.example`;
    for (let i = 0; i < 5; i++) await attempt(stage, name, "wrong");
    return withPassword(stage, { ...cast, typed: name }, "wrong");
  },
  "a code to try the password with": (stage, cast) => unblocking(stage, cast).then(({ page }) => page),
  "a wrong code to try the password with": async (stage, cast) => {
    const { browser, page } = await unblocking(stage, cast);
    return browser.submit(page, { code: "zzzzz-zzzzz" }, "/login/unblock");
  },
  "the only account": async (stage, cast) =>
    ask(stage, cast, { prompt: "select_account" }, await signedInBrowser(stage, cast.loginName)),
  "two accounts": async (stage, cast) => {
    const browser = await signedInBrowser(stage, cast.loginName);
    const second = await makePerson(stage);
    await signInAs(browser, await start(stage, browser, { prompt: "login" }), second.loginName);
    return ask(stage, cast, { prompt: "select_account" }, browser);
  },
  "accounts to remove": async (stage, cast) => {
    const browser = await signedInBrowser(stage, cast.loginName);
    return browser.visit(`${(await ask(stage, cast, { prompt: "select_account" }, browser)).url}&remove`);
  },
  "what an application may learn": async (stage, cast) =>
    ask(
      stage,
      cast,
      { prompt: "consent", scope: "openid profile email" },
      await signedInBrowser(stage, cast.loginName),
    ),
  "a forgotten password": async (stage, cast) => {
    const browser = stage.idp.browser();
    const page = await browser.submit(await ask(stage, cast, {}, browser), { loginName: cast.typed }, "/login");
    return browser.visit(page.url.replace("/login/password", "/login/forgot"));
  },
  "a link was sent": async (stage, cast) => {
    const browser = stage.idp.browser();
    const page = await ask(stage, cast, {}, browser);
    return browser.submit(
      await browser.visit(page.url.replace("/login?", "/login/forgot?")),
      { loginName: cast.typed },
      "/login/forgot",
    );
  },
  registration: (stage, cast) => ask(stage, cast, { prompt: "create", login_hint: `${cast.typed}@` }),
  "registration refused": (stage) => register(stage, stage.idp.browser(), "no address", { givenName: "" }),
  "registration is closed": async (stage, cast) => {
    await decide(stage, { allowed: false });
    const page = await ask(stage, cast, { prompt: "create" });
    await decide(stage, {});
    return page;
  },
  "the code": (stage) => register(stage, stage.idp.browser(), newAddress()),
  "a wrong code": async (stage) => {
    const browser = stage.idp.browser();
    return browser.submit(await register(stage, browser, newAddress()), { code: "nothing" }, "/login/register/code");
  },
  "the first password": (stage) => firstPassword(stage),
  "the first password refused": async (stage) => {
    const page = await firstPassword(stage);
    return page.browser.submit(page, { password: "short" }, "/login/register/code");
  },
  "a password that has to be changed": (stage) => forcedChange(stage),
  "a new password refused": async (stage) => {
    const page = await forcedChange(stage);
    return page.browser.submit(page, { password: PASSWORD }, "/login/new-password");
  },
  "an invitation": (stage) => linkPage(stage, "invitation"),
  "a reset": (stage) => linkPage(stage, "reset_password"),
  "a reset refused": async (stage) => {
    const page = await linkPage(stage, "reset_password");
    return page.browser.submit(page, { password: "short" }, "/login/mail");
  },
  "an address to confirm": (stage) => linkPage(stage, "verify_email"),
  "an address confirmed": async (stage) => {
    const page = await linkPage(stage, "verify_email");
    return page.browser.submit(page, {}, "/login/mail");
  },
  "a password set": async (stage) => {
    const page = await linkPage(stage, "reset_password");
    return page.browser.submit(page, { password: "a violet bicycle at noon" }, "/login/mail");
  },
  "a link that is over": ({ idp }) => idp.browser().visit(`${idp.issuer}/login/mail?link=none`),
  "a page of another browser": async (stage, cast) => stage.idp.browser().visit((await ask(stage, cast)).url),
  "no access": async (stage, cast) => {
    const { storage } = stage.idp.node.services;
    const browser = await signedInBrowser(stage, cast.loginName);
    const { projectId } = cast.client.application;
    await storage.transaction((tx) => changeProject(tx, projectId, { roleCheck: true }, by));
    const page = await ask(stage, cast, {}, browser);
    await storage.transaction((tx) => changeProject(tx, projectId, { roleCheck: false }, by));
    return page;
  },
  "the answer as a form": async (stage, cast) =>
    ask(stage, cast, { response_mode: "form_post", state: cast.typed }, await signedInBrowser(stage, cast.loginName)),
  "signing out": async (stage, cast) =>
    (await signedInBrowser(stage, cast.loginName)).visit(`${stage.idp.issuer}/oauth/v2/endsession`),
  "signed out": ({ idp }) => idp.browser().visit(`${idp.issuer}/logout/done`),
};

/** All of them, one after the other. */
export async function everyPage(stage: SignInStage, cast: Cast): Promise<Map<string, PageSeen>> {
  const pages = new Map<string, PageSeen>();
  for (const [name, reach] of Object.entries(scenes)) {
    await forgetAll(stage);
    const page = await reach(stage, cast);
    assert.match(String(page.headers["content-type"]), /^text\/html/, name);
    pages.set(name, page);
  }
  return pages;
}
