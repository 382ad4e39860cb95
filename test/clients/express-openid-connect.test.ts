/**
 * express-openid-connect: as it comes, which asks for an ID token by form post, and as the example of the code page has
 * it.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import { type Idp, signInAs } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { AppVisitor, runApp } from "./running-app.ts";
import { adaVisits, listenAsIdp } from "./stage.ts";
import { registerAsWizard } from "./wizard.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`express-openid-connect, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await listenAsIdp(engine);
    });
    after(() => idp.close());

    const start = async () => {
      const origin = `http://localhost:${await freePort()}`;
      return { origin, ...(await registerAsWizard(idp, "express-openid-connect", origin)) };
    };

    test("with nothing but the four values it insists on, it gets an ID token by form post and knows who it is", async () => {
      const { origin, clientId } = await start();
      const settings = {
        issuerBaseURL: idp.issuer,
        baseURL: origin,
        clientID: clientId,
        secret: "a secret of the test alone",
      };
      await using _app = await runApp(defaults(settings), origin, {});
      const [visitor, browser] = [new AppVisitor(), idp.browser()];
      const { location = "" } = await visitor.visit(origin);
      const asked = new URL(location).searchParams;
      assert.deepEqual([asked.get("response_type"), asked.get("response_mode")], ["id_token", "form_post"]);
      const page = await signInAs(browser, await browser.visit(location), `ada@${idp.world.acme.domain}`);
      assert.equal((await visitor.submit(page)).body, `Ada Lovelace ${idp.world.ada.email}`);
    });

    test("as the example has it, it spends a code with its secret in the header; and signs out here and there", async () => {
      const { origin, example, secret } = await start();
      await using _app = await runApp(example("server.js"), origin, { CLIENT_SECRET: secret });
      const [visitor, browser] = [new AppVisitor(), idp.browser()];
      const { location = "" } = await visitor.visit(origin);
      assert.equal(new URL(location).searchParams.get("response_type"), "code");
      const callback = await adaVisits(idp, new URL(location), browser);
      assert.equal((await visitor.visit(callback)).body, "Hello, Ada Lovelace");

      const { location: out = "" } = await visitor.visit(`${origin}/logout`);
      assert.equal((await browser.visit(out)).url, `${origin}/`);
      const again = await visitor.visit(origin);
      assert.match((await browser.visit(again.location ?? "")).url, /\/login\?/, "she has to sign in again");
    });

    test("a code that comes with another browser's state signs nobody in", async () => {
      const { origin, example, secret } = await start();
      await using _app = await runApp(example("server.js"), origin, { CLIENT_SECRET: secret });
      const { location = "" } = await new AppVisitor().visit(origin);
      const stranger = new AppVisitor();
      await stranger.visit(origin);
      assert.equal((await stranger.visit(await adaVisits(idp, new URL(location)))).status, 400);
      assert.match((await stranger.visit(origin)).location ?? "", /\/oauth\/v2\/authorize\?/);
    });
  });
}

/** The shortest program there is with it. */
function defaults(settings: { readonly baseURL: string } & Record<string, string>): string {
  return [
    'import express from "express";',
    'import openid from "express-openid-connect";',
    "const app = express();",
    `app.use(openid.auth(${JSON.stringify(settings)}));`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: they belong to the program
    'app.get("/", ({ oidc: { user } }, response) => response.type("text").send(`${user.name} ${user.email}`));',
    `app.listen(${new URL(settings.baseURL).port});`,
  ].join("\n");
}
