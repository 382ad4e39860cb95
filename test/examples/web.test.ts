/** examples/web in a real Chromium: in, out again, and what must not get anybody in. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { fillIn } from "../browser/login-page.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { freePort } from "../support/postgres-server.ts";
import { type RunningExample, startExample } from "./running.ts";
import { type ExampleStage, startExampleStage } from "./stage.ts";

describe("examples/web", () => {
  let chromium: Browser;
  let stage: ExampleStage;
  let example: RunningExample;
  let home: string;
  before(async () => {
    const port = await freePort();
    [chromium, stage] = await Promise.all([launchChromium(), startExampleStage()]);
    const { CLIENT_ID = "", CLIENT_SECRET = "" } = await stage.create(["web"], { 3000: port });
    example = startExample("web", { CLIENT_ID, CLIENT_SECRET, ISSUER: stage.idp.issuer, PORT: String(port) });
    home = await example.printed(/Open (http:\S+)/);
  });
  after(async () => {
    await chromium?.close();
    await example?.stop();
    await stage?.close();
  });

  async function signIn(page: Page): Promise<void> {
    await page.goto(home);
    await page.getByRole("link", { name: "Sign in" }).click();
    await fillIn(page, stage.loginName);
    await page.getByRole("heading", { name: "Grace Hopper <script>" }).waitFor();
  }
  const seesNobody = (page: Page) => page.getByRole("heading", { name: "Nobody is signed in" }).waitFor();

  test("signs in, shows who it is, gives the browser no token, and signs out at Signet, too", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await signIn(page);
    assert.equal(page.url(), `${home}/`);
    await page.locator("dd", { hasText: /^grace@mail\.example$/ }).waitFor();
    assert.doesNotMatch(await page.content(), /sg[a-z]_|eyJ/);
    const cookies = (await visitor.context.cookies(home)).filter(({ name }) => name.startsWith("example_"));
    assert.deepEqual(
      cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
      [["example_session", true, "Lax"]],
    );

    await page.getByRole("button", { name: "Sign out" }).click();
    await seesNobody(page);
    assert.equal(page.url(), `${home}/`);
    // Put back what the browser had: the server has forgotten it.
    await visitor.context.addCookies(cookies);
    await page.reload();
    await seesNobody(page);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Login name or e-mail").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("who cancels is told so, and is not signed in", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await page.goto(`${home}/sign-in`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alert").waitFor();
    await page.goto(home);
    await seesNobody(page);
    assert.deepEqual(visitor.complaints, []);
  });

  test("an answer that was not asked for in this browser, or has another state, signs nobody in", async () => {
    const unasked = await fetch(`${home}/callback?code=sgc_x&state=y`);
    assert.deepEqual(
      [unasked.status, unasked.headers.getSetCookie().some((cookie) => /example_session=\w/.test(cookie))],
      [400, false],
    );

    const begun = await fetch(`${home}/sign-in`, { redirect: "manual" });
    const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const forged = await fetch(`${home}/callback?code=sgc_x&state=y&iss=${encodeURIComponent(stage.idp.issuer)}`, {
      headers: { cookie },
    });
    assert.equal(forged.status, 500);
    assert.match(await forged.text(), /role="alert">[^<]*state/);
    assert.equal(
      forged.headers.getSetCookie().some((set) => /example_session=\w/.test(set)),
      false,
    );
  });

  test("signs out only who is signed in, and only by a form of its own", async () => {
    const nobody = await fetch(`${home}/sign-out`, { method: "POST", redirect: "manual" });
    assert.deepEqual([nobody.status, nobody.headers.get("location")], [303, "/"]);
    assert.equal((await fetch(`${home}/sign-out`)).status, 404);
  });
});
