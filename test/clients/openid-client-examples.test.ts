/** The examples with openid-client, as the code page shows them, with what the wizard registers for each. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import { type Idp, signInToWeb } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { AppVisitor, runApp, startProgram } from "./running-app.ts";
import { adaVisits, addApplicationKey, listenAsIdp } from "./stage.ts";
import { registerAsWizard } from "./wizard.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`examples with openid-client, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await listenAsIdp(engine);
    });
    after(() => idp.close());

    test("a web application signs Ada in and asks userinfo for her name", async () => {
      const origin = `http://localhost:${await freePort()}`;
      const { example, secret } = await registerAsWizard(idp, "openid-client", origin);
      await using _app = await runApp(example("server.js"), origin, { CLIENT_SECRET: secret });
      const visitor = new AppVisitor();
      const { location = "" } = await visitor.visit(origin);
      const callback = await adaVisits(idp, new URL(location));
      assert.equal((await visitor.visit(callback)).body, "Hello, Ada Lovelace");
      assert.equal(
        (await new AppVisitor().visit(callback)).location?.startsWith(`${idp.issuer}/oauth/v2/authorize?`),
        true,
      );
    });

    test("an API takes a token of its project and refuses one that is none", async () => {
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const { example, application } = await registerAsWizard(idp, "openid-client-api", origin);
      const folder = mkdtempSync(join(tmpdir(), "signet-key-"));
      try {
        const keyFile = join(folder, "key.json");
        writeFileSync(keyFile, JSON.stringify((await addApplicationKey(idp, application)).file));
        const program = example("server.js").replace("app.listen(4000);", `app.listen(${port});`);
        await using _app = await runApp(program, origin, { KEY_FILE: keyFile });
        const call = (token: unknown) => fetch(`${origin}/hello`, { headers: { authorization: `Bearer ${token}` } });
        const { access_token } = await signInToWeb(idp, "openid profile");
        const answer = await call(access_token);
        assert.equal(answer.status, 200);
        assert.equal(((await answer.json()) as { sub: string }).sub, idp.world.ada.id);
        assert.equal((await call("sga_nothing")).status, 401);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    test("a command line signs Ada in at whichever port is free and prints what userinfo says", async () => {
      const { example } = await registerAsWizard(idp, "command-line", "http://127.0.0.1");
      await using program = startProgram(example("cli.js"), {});
      const address = await program.printed(/http\S+/);
      const callback = await adaVisits(idp, new URL(address));
      assert.equal(callback.hostname, "127.0.0.1");
      await fetch(callback);
      assert.match(await program.printed(/name: '.*'/), /Ada Lovelace/);
    });
  });
}
