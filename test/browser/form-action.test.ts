/**
 * Browsers hold every redirect that follows a form against the page's form-action, the application's own ones as well.
 * Wherever an application may lead people, the login form must not be what stops them.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { listenAsIdp } from "../clients/stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { authorizeUrl, type Idp } from "../support/idp.ts";
import { type AppServer, startAppServer } from "./app-server.ts";
import { ada, fillIn } from "./login-page.ts";

describe("where the login form leads", () => {
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

  for (const response_mode of ["query", "form_post"]) {
    test(`an application may send people on from its callback to another of its hosts (${response_mode})`, async () => {
      const redirect_uri = `http://127.0.0.1:${app.port}/web/callback`;
      const client = await idp.register("web", { authMethod: "basic", redirectUris: [redirect_uri] });
      await using visitor = await newVisitor(chromium);
      const page = await visitor.context.newPage();
      app.next = `http://localhost:${app.port}/`;
      await page.goto(authorizeUrl(idp, { client, parameters: { redirect_uri, response_mode } }));
      const outcome = Promise.race([page.waitForRequest(app.next), blocked(page)]);
      await fillIn(page, ada(idp));
      await outcome;
      assert.deepEqual(visitor.complaints, []);
    });
  }

  for (const redirect_uri of ["com.example.app:/cb", "http://[::1]/cb"]) {
    test(`a native application is reached at ${redirect_uri}`, async () => {
      const client = await idp.register("native", { redirectUris: [redirect_uri] });
      const challenge = {
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
      };
      await using visitor = await newVisitor(chromium);
      const page = await visitor.context.newPage();
      await page.goto(authorizeUrl(idp, { client, parameters: { redirect_uri, ...challenge } }));
      // Nobody listens there; that it was tried is what counts.
      const outcome = Promise.race([page.waitForEvent("requestfailed"), blocked(page)]);
      await fillIn(page, ada(idp));
      await outcome;
      assert.deepEqual(visitor.complaints, []);
    });
  }
});

/** When the browser says that the Content-Security-Policy stopped the form. */
async function blocked(page: Page): Promise<void> {
  await page.waitForEvent("console", { predicate: (message) => message.text().includes("has been blocked") });
}
