/** Passport as it comes: the example of the code page, with what the wizard registers for it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import type { Idp } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { AppVisitor, runApp } from "./running-app.ts";
import { adaVisits, listenAsIdp } from "./stage.ts";
import { registerAsWizard } from "./wizard.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`passport-openidconnect, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await listenAsIdp(engine);
    });
    after(() => idp.close());

    const start = async () => {
      const origin = `http://localhost:${await freePort()}`;
      const registered = await registerAsWizard(idp, "passport-openidconnect", origin);
      return { origin, ...registered, program: registered.example("server.js") };
    };

    test("signs Ada in and knows her name, which it reads in the ID token alone", async () => {
      const { origin, program, secret } = await start();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: secret });
      const visitor = new AppVisitor();
      const { location = "" } = await visitor.visit(origin);
      const callback = await adaVisits(idp, new URL(location));
      assert.equal(callback.origin + callback.pathname, `${origin}/oauth2/redirect`);
      assert.equal((await visitor.visit(callback)).body, "Hello, Ada Lovelace");
      assert.match(
        (await new AppVisitor().visit(origin)).location ?? "",
        /\/oauth\/v2\/authorize\?/,
        "nobody else is signed in",
      );
    });

    test("without what the wizard switches on it would not know her name", async () => {
      const { origin, program, secret, application } = await start();
      const { db } = idp.node.services.storage;
      await db
        .updateTable("applications")
        .set({ id_token_userinfo_assertion: 0 })
        .where("id", "=", application.id)
        .execute();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: secret });
      const visitor = new AppVisitor();
      const { location = "" } = await visitor.visit(origin);
      assert.equal((await visitor.visit(await adaVisits(idp, new URL(location)))).body, "Hello, undefined");
    });

    test("a wrong secret signs nobody in", async () => {
      const { origin, program } = await start();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: "sgx_wrong" });
      const visitor = new AppVisitor();
      const { location = "" } = await visitor.visit(origin);
      assert.equal((await visitor.visit(await adaVisits(idp, new URL(location)))).status, 500);
      assert.match((await visitor.visit(origin)).location ?? "", /\/oauth\/v2\/authorize\?/);
    });
  });
}
