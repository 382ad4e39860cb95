/** oidc-client-ts as a single-page application in a real Chromium: in, renewed without a page, and out again. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import type { Idp } from "../support/idp.ts";
import { type AppServer, startAppServer } from "./app-server.ts";
import { ada, fillIn } from "./login-page.ts";

interface Shown {
  readonly answer?: Record<string, unknown>;
  readonly error?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly profile?: Record<string, unknown>;
}

describe("a single-page application with oidc-client-ts", () => {
  let chromium: Browser;
  let idp: Idp;
  let app: AppServer;
  before(async () => {
    [chromium, idp, app] = await Promise.all([launchChromium(), listenAsIdp(), startAppServer()]);
  });
  after(async () => {
    await chromium.close();
    await app.close();
    await idp.close();
  });

  /** localhost is the same site as the issuer, whatever the port; 127.0.0.1 is another one. */
  async function open(
    context: BrowserContext,
    options: { host?: string; scope?: string; settings?: Partial<ApplicationSettings> } = {},
  ) {
    const origin = `http://${options.host ?? "localhost"}:${app.port}`;
    const { application } = await idp.register("user_agent", {
      redirectUris: [`${origin}/callback`],
      postLogoutRedirectUris: [`${origin}/signed-out`],
      grantTypes: ["authorization_code", "refresh_token"],
      ...options.settings,
    });
    app.settings = { authority: idp.issuer, client_id: application.id, scope: options.scope ?? "openid profile" };
    const page = await context.newPage();
    await page.goto(origin);
    await shown(page, "start");
    return page;
  }

  async function shown(page: Page, name: string): Promise<Shown> {
    const output = page.locator(`output[data-done="${name}"]`);
    await output.waitFor({ state: "attached" });
    return JSON.parse((await output.textContent()) || "{}");
  }

  async function press(page: Page, name: string): Promise<Shown> {
    await page.getByRole("button", { name, exact: true }).click();
    return shown(page, name);
  }

  async function signIn(page: Page): Promise<Shown> {
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await fillIn(page, ada(idp));
    return shown(page, "callback");
  }

  test("signs in through the login page, renews in a hidden frame, asks userinfo, and signs out for good", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    const signedIn = await signIn(page);
    assert.deepEqual([signedIn.profile?.sub, signedIn.profile?.name], [idp.world.ada.id, "Ada Lovelace"]);
    assert.equal(signedIn.refresh_token, undefined, "it did not ask for offline_access");

    const renewed = await press(page, "Renew");
    assert.equal(renewed.profile?.sub, idp.world.ada.id);
    assert.ok(renewed.access_token && renewed.access_token !== signedIn.access_token);
    assert.equal(renewed.profile?.auth_time, signedIn.profile?.auth_time);

    const asked = await press(page, "Ask userinfo");
    assert.deepEqual([asked.answer?.status, asked.answer?.name], [200, "Ada Lovelace"]);

    await page.getByRole("button", { name: "Sign out" }).click();
    await shown(page, "signed-out");
    assert.equal(new URL(page.url()).pathname, "/signed-out");
    assert.equal((await press(page, "Renew")).error, "login_required");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Login name or e-mail").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("a wrong password keeps the person on the page, with the name as typed; the right one then works", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await fillIn(page, ada(idp), "wrong password");
    await page.getByRole("alert").waitFor();
    assert.ok((await page.locator(".who").textContent())?.includes(ada(idp)));
    assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "");
    await fillIn(page, ada(idp));
    assert.equal((await shown(page, "callback")).profile?.sub, idp.world.ada.id);
    assert.deepEqual(visitor.complaints, []);
  });

  test("cancelling tells the application so", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    assert.equal((await shown(page, "callback")).error, "access_denied");
    assert.deepEqual(visitor.complaints, []);
  });

  test("with offline_access it renews by its refresh token, which rotates", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context, { scope: "openid profile offline_access" });
    const signedIn = await signIn(page);
    const renewed = await press(page, "Renew");
    assert.ok(renewed.refresh_token && renewed.refresh_token !== signedIn.refresh_token);
    assert.ok(renewed.access_token !== signedIn.access_token);
    assert.deepEqual(visitor.complaints, []);
  });

  test("a revoked access token is refused, and the page may read why", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    await signIn(page);
    assert.equal((await press(page, "Ask userinfo")).answer?.status, 200);
    assert.equal((await press(page, "Revoke")).error, undefined);
    const refused = await press(page, "Ask userinfo");
    assert.equal(refused.answer?.status, 401);
    assert.match(String(refused.answer?.challenge), /invalid_token/);
    assert.deepEqual(visitor.complaints, []);
  });

  test("on another site a frame gets no cookies, so it needs a refresh token; signing in and out work all the same", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context, { host: "127.0.0.1", scope: "openid offline_access" });
    assert.equal((await signIn(page)).profile?.sub, idp.world.ada.id);
    assert.equal((await press(page, "Renew in a frame")).error, "login_required");
    assert.equal((await press(page, "Renew")).profile?.sub, idp.world.ada.id);
    await page.getByRole("button", { name: "Sign out" }).click();
    await shown(page, "signed-out");
    assert.deepEqual(visitor.complaints, []);
  });

  test("signing in in a popup leads back to the page that opened it", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    const opening = visitor.context.waitForEvent("page");
    await page.getByRole("button", { name: "Sign in in a popup" }).click();
    await fillIn(await opening, ada(idp));
    assert.equal((await shown(page, "Sign in in a popup")).profile?.sub, idp.world.ada.id);
    assert.deepEqual(visitor.complaints, []);
  });

  test("the login page cannot be put into a frame", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await open(visitor.context);
    const { client_id = "" } = app.settings;
    const query = new URLSearchParams({
      client_id,
      redirect_uri: `${new URL(page.url()).origin}/callback`,
      response_type: "code",
    });
    const challenge =
      "&scope=openid&code_challenge_method=S256&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    const complained = page.waitForEvent("console");
    await page.setContent(`<iframe src="${idp.issuer}/oauth/v2/authorize?${query}${challenge}"></iframe>`);
    await complained;
    assert.match(visitor.complaints.join(), /frame-ancestors|Framing/);
    assert.equal(await page.frameLocator("iframe").getByLabel("Password").count(), 0);
  });
});
