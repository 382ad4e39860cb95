/** A plain web application in a real Chromium, with and without JavaScript: the pages need none. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { listenAsIdp } from "../clients/stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { authorizeUrl, type Idp, type Registered } from "../support/idp.ts";
import { type AppServer, startAppServer } from "./app-server.ts";
import { ada, fillIn } from "./login-page.ts";

describe("a plain web application", () => {
  let chromium: Browser;
  let idp: Idp;
  let app: AppServer;
  let web: Registered;
  let redirect_uri: string;
  before(async () => {
    [chromium, idp, app] = await Promise.all([launchChromium(), listenAsIdp(), startAppServer()]);
    // Another site than the issuer's, as applications are.
    redirect_uri = `http://127.0.0.1:${app.port}/web/callback`;
    web = await idp.register("web", {
      authMethod: "basic",
      redirectUris: [redirect_uri],
      postLogoutRedirectUris: [redirect_uri],
    });
  });
  after(async () => {
    await chromium.close();
    await app.close();
    await idp.close();
  });

  const start = (parameters: Record<string, string> = {}) =>
    authorizeUrl(idp, { client: web, parameters: { redirect_uri, ...parameters } });
  const last = () => app.received.at(-1);

  for (const javaScriptEnabled of [true, false]) {
    describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test("the form leads back to the application: after a wrong password, too, and as a picked account", async () => {
        await using visitor = await newVisitor(chromium, { javaScriptEnabled });
        const page = await visitor.context.newPage();
        await page.goto(start({ state: "s-2" }));
        await fillIn(page, ada(idp), "wrong password");
        await page.getByRole("alert").waitFor();
        await fillIn(page, ada(idp));
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        assert.deepEqual([last()?.method, last()?.parameters.get("state")], ["GET", "s-2"]);
        assert.ok(last()?.parameters.get("code"));

        await page.goto(start({ prompt: "select_account", state: "s-3" }));
        await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        assert.equal(last()?.parameters.get("state"), "s-3");
        assert.ok(last()?.parameters.get("code"));
        assert.deepEqual(visitor.complaints, []);
      });

      test("response_mode form_post arrives as a form", async () => {
        await using visitor = await newVisitor(chromium, { javaScriptEnabled });
        const page = await visitor.context.newPage();
        const onward = async () => {
          if (!javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
          await page.getByRole("heading", { name: "Welcome" }).waitFor();
          return last();
        };
        await page.goto(start({ response_mode: "form_post" }));
        await fillIn(page, ada(idp));
        const first = await onward();
        assert.deepEqual([first?.method, first?.parameters.get("iss")], ["POST", idp.issuer]);
        assert.ok(first?.parameters.get("code"));
        // Signed in already: the page that posts itself is the answer to a link.
        await page.goto(start({ response_mode: "form_post", state: "s-4" }));
        assert.equal((await onward())?.parameters.get("state"), "s-4");
        assert.deepEqual(visitor.complaints, []);
      });

      test("signing out asks, and leads back", async () => {
        await using visitor = await newVisitor(chromium, { javaScriptEnabled });
        const page = await visitor.context.newPage();
        await page.goto(start());
        await fillIn(page, ada(idp));
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        const parameters = { client_id: web.application.id, post_logout_redirect_uri: redirect_uri, state: "bye" };
        await page.goto(`${idp.issuer}/oauth/v2/endsession?${new URLSearchParams(parameters)}`);
        await page.getByText(ada(idp)).waitFor();
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByRole("heading", { name: "Welcome" }).waitFor();
        assert.deepEqual([...(last()?.parameters ?? [])], [["state", "bye"]]);
        await page.goto(start({ prompt: "none" }));
        assert.equal(last()?.parameters.get("error"), "login_required");
        assert.deepEqual(visitor.complaints, []);
      });
    });
  }
});
