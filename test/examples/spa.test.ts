/** examples/spa in a real Chromium: in, userinfo, renewed, out again. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { fillIn } from "../browser/login-page.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { freePort } from "../support/postgres-server.ts";
import { type RunningExample, startExample } from "./running.ts";
import { type ExampleStage, startExampleStage } from "./stage.ts";

describe("examples/spa", () => {
  let chromium: Browser;
  let stage: ExampleStage;
  let example: RunningExample;
  let home: string;
  let projectId: string;
  before(async () => {
    const port = await freePort();
    [chromium, stage] = await Promise.all([launchChromium(), startExampleStage()]);
    const { CLIENT_ID = "", PROJECT = "" } = await stage.create(["spa"], { 5173: port });
    projectId = PROJECT;
    example = startExample("spa", { CLIENT_ID, ISSUER: stage.idp.issuer, PORT: String(port) });
    home = await example.printed(/Open (http:\S+)/);
  });
  after(async () => {
    await chromium?.close();
    await example?.stop();
    await stage?.close();
  });

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

  async function signIn(page: Page, address = home): Promise<void> {
    await page.goto(address);
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor();
    await press(page, "Sign in");
    await fillIn(page, stage.loginName);
    await page.getByRole("heading", { name: "Grace Hopper <script>" }).waitFor();
  }

  /** What the library has stored, read as a script of the page could. */
  const storedToken = (page: Page) =>
    page.evaluate<string>(
      "JSON.parse(Object.entries(sessionStorage).find(([name]) => name.startsWith('oidc.user:'))[1]).access_token",
    );

  async function renew(page: Page): Promise<void> {
    const former = await storedToken(page);
    await press(page, "Renew");
    for (let tries = 0; tries < 100 && (await storedToken(page)) === former; tries++) await page.waitForTimeout(50);
    assert.notEqual(await storedToken(page), former);
  }

  test("signs in, shows the claims, asks userinfo, renews without a page, and signs out at Signet, too", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await signIn(page);
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, "/", "the code is not left in the address");
    await page.locator("#claims dd", { hasText: /^grace@mail\.example$/ }).waitFor();

    await press(page, "Ask userinfo");
    await page.locator("#answer").waitFor();
    assert.equal(JSON.parse((await page.locator("#answer").textContent()) ?? "").preferred_username, stage.loginName);

    await renew(page);
    assert.equal(await page.locator("#problem").isVisible(), false);

    await page.reload();
    await page.getByRole("heading", { name: "Grace Hopper <script>" }).waitFor();

    await press(page, "Sign out");
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor();
    assert.equal(new URL(page.url()).origin, home);
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
    await press(page, "Sign in");
    await page.getByLabel("Login name or e-mail").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("on another site than Signet it renews by a refresh token, as its README says", async () => {
    const port = await freePort();
    const elsewhere = `http://127.0.0.1:${port}`;
    const made = await stage.manage("POST", `/projects/${projectId}/applications`, {
      name: "Elsewhere",
      type: "user_agent",
      grantTypes: ["authorization_code", "refresh_token"],
      redirectUris: [`${elsewhere}/callback`],
    });
    const { clientId } = (await made.json()) as { clientId: string };
    const settings = {
      CLIENT_ID: clientId,
      ISSUER: stage.idp.issuer,
      SCOPE: "openid profile offline_access",
      PORT: String(port),
    };
    await using other = startExample("spa", settings);
    await other.printed(/Open/);
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await signIn(page, elsewhere);
    await renew(page);
    assert.deepEqual(visitor.complaints, []);
  });

  test("who cancels is told so, and is not signed in", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await page.goto(home);
    await press(page, "Sign in");
    await press(page, "Cancel");
    await page.getByRole("alert").waitFor();
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Ask userinfo" }).isVisible(), false);
    assert.deepEqual(visitor.complaints, []);
  });

  test("a token that has ended is refused by userinfo, and cannot be renewed", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await signIn(page);
    const elsewhere = await visitor.context.newPage();
    await elsewhere.goto(`${stage.idp.issuer}/oauth/v2/endsession`);
    await elsewhere.getByRole("button", { name: "Sign out" }).click();
    await elsewhere.getByRole("heading", { name: "signed out" }).waitFor();
    await press(page, "Ask userinfo");
    await page.getByText("Userinfo answered 401").waitFor();
    await press(page, "Renew");
    await page.getByText("Userinfo answered 401").waitFor({ state: "detached" });
    await page.getByRole("alert").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("serves its own files and nothing else of the disk", async () => {
    for (const path of ["/server.js", "/package.json", "/..%2fpackage.json", "/nothing"]) {
      assert.equal((await fetch(home + path)).status, 404, path);
    }
    const page = await fetch(`${home}/`);
    assert.match(page.headers.get("content-security-policy") ?? "", /script-src 'self';/);
  });
});
