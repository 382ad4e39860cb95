/** What a sign-in page costs: the person who waits for it, and the server that makes it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { Browser as PlainBrowser } from "../support/browser.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { fillInName } from "./login-page.ts";
import { start } from "./scenes/scene.ts";
import { type Stage, startStage } from "./stage.ts";

const MOST_BYTES = 30 * 1024;
/** The redirect that leads to a page reads the same things, and shows nothing. */
const MOST_TIMES_REDIRECT = 10;
const WARM_UP = 300;
const COUNTED = 400;

describe("a sign-in page", () => {
  let chromium: Browser;
  let stage: Stage;
  before(async () => {
    [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
  });
  after(async () => {
    await chromium.close();
    await stage.close();
  });

  const pages: Record<string, (page: Page) => Promise<unknown>> = {
    "with the login name": (page) => page.goto(start(stage)),
    "with the password": async (page) => fillInName(page, stage.ada.loginName),
    "of an organization with colours and a logo": (page) => page.goto(start(stage, stage.fernwood)),
    "to register on": (page) => page.goto(start(stage, stage.northwind, { prompt: "create" })),
  };

  test("is light, with everything it loads, and asks no other host for anything", async (t) => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    const loaded: { url: string; bytes: number }[] = [];
    const pending: Promise<unknown>[] = [];
    page.on("requestfinished", (request) => pending.push(weigh(request.url(), request.response(), loaded)));
    const asked: string[] = [];
    visitor.context.on("request", (request) => asked.push(request.url()));
    for (const [name, reach] of Object.entries(pages)) {
      loaded.length = 0;
      await reach(page);
      await page.waitForLoadState("networkidle");
      await Promise.all(pending);
      const bytes = loaded.reduce((sum, part) => sum + part.bytes, 0);
      t.diagnostic(`${name}: ${bytes} bytes`);
      assert.ok(bytes > 1_000 && bytes < MOST_BYTES, `${name}: ${bytes} bytes, ${JSON.stringify(loaded)}`);
    }
    const elsewhere = asked.filter((url) => new URL(url).origin !== stage.idp.issuer);
    assert.deepEqual(elsewhere, []);
  });

  test(`takes less than ${MOST_TIMES_REDIRECT} times the processor time of the redirect to it`, async (t) => {
    const plain = new PlainBrowser(stage.idp.node.app, stage.idp.issuer);
    const name = await plain.visit(start(stage));
    const password = await plain.submit(name, { loginName: stage.ada.loginName }, "/login");
    const register = await plain.visit(start(stage, stage.northwind, { prompt: "create" }));
    const branded = await plain.visit(start(stage, stage.fernwood));
    const costOf = async (url: string): Promise<number> => {
      for (let n = 0; n < WARM_UP; n++) await plain.request("GET", url);
      const before = process.cpuUsage();
      for (let n = 0; n < COUNTED; n++) await plain.request("GET", url);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / COUNTED;
    };
    for (const { url, status } of [name, password, branded, register]) {
      assert.equal(status, 200);
      const [redirect, milliseconds] = [await costOf(start(stage)), await costOf(url)];
      const measured = `${new URL(url).pathname}: ${milliseconds.toFixed(2)} ms of CPU, redirect ${redirect.toFixed(2)} ms`;
      t.diagnostic(measured);
      assert.ok(milliseconds < MOST_TIMES_REDIRECT * redirect, measured);
    }
  });
});

/** Uncompressed. A redirect has nothing to show. */
async function weigh(
  url: string,
  answered: Promise<{ body(): Promise<Buffer>; status(): number } | null>,
  loaded: { url: string; bytes: number }[],
): Promise<void> {
  const response = await answered;
  const isRedirect = response === null || (response.status() >= 300 && response.status() < 400);
  loaded.push({ url, bytes: isRedirect ? 0 : (await response.body()).length });
}
