/**
 * Auth.js as it comes: the provider of the example on the code page, with what the wizard registers for it, run by the
 * core of Auth.js in the way that next-auth runs it.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import type { Idp } from "../support/idp.ts";
import { freePort } from "../support/postgres-server.ts";
import { AppVisitor, runApp } from "./running-app.ts";
import { adaVisits, listenAsIdp } from "./stage.ts";
import { registerAsWizard } from "./wizard.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`Auth.js, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await listenAsIdp(engine);
    });
    after(() => idp.close());

    const start = async () => {
      const origin = `http://localhost:${await freePort()}`;
      const registered = await registerAsWizard(idp, "auth-js", origin);
      return { origin, ...registered, program: withoutNext(registered.example("auth.ts"), origin) };
    };

    /** The button of its own sign-in page is pressed. */
    async function signIn(origin: string, visitor: AppVisitor): Promise<URL> {
      const { csrfToken } = JSON.parse((await visitor.visit(`${origin}/api/auth/csrf`)).body);
      const { location = "" } = await visitor.visit(`${origin}/api/auth/signin/signet`, {
        csrfToken,
        callbackUrl: origin,
      });
      assert.match(location, /code_challenge_method=S256/);
      return adaVisits(idp, new URL(location));
    }

    test("signs Ada in; its session has her name and address, which it reads in the ID token alone", async () => {
      const { origin, program, secret } = await start();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: secret });
      const visitor = new AppVisitor();
      const callback = await signIn(origin, visitor);
      assert.equal(callback.origin + callback.pathname, `${origin}/api/auth/callback/signet`);
      await visitor.visit(callback);
      const session = JSON.parse((await visitor.visit(`${origin}/api/auth/session`)).body);
      assert.deepEqual([session.user.name, session.user.email], ["Ada Lovelace", idp.world.ada.email]);
      assert.equal(
        (await new AppVisitor().visit(`${origin}/api/auth/session`)).body,
        "null",
        "nobody else is signed in",
      );
    });

    test("without what the wizard switches on its session would be nobody's", async () => {
      const { origin, program, secret, application } = await start();
      const { db } = idp.node.services.storage;
      await db
        .updateTable("applications")
        .set({ id_token_userinfo_assertion: 0 })
        .where("id", "=", application.id)
        .execute();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: secret });
      const visitor = new AppVisitor();
      await visitor.visit(await signIn(origin, visitor));
      const session = JSON.parse((await visitor.visit(`${origin}/api/auth/session`)).body);
      assert.deepEqual([session.user.name, session.user.email], [undefined, undefined]);
    });

    test("a wrong secret signs nobody in", async () => {
      const { origin, program } = await start();
      await using _app = await runApp(program, origin, { CLIENT_SECRET: "sgx_wrong" });
      const visitor = new AppVisitor();
      await visitor.visit(await signIn(origin, visitor));
      assert.equal((await visitor.visit(`${origin}/api/auth/session`)).body, "null");
    });
  });
}

/**
 * next-auth is the core below /api/auth, with a secret from the environment; only it is replaced, the rest of the
 * example stays.
 */
function withoutNext(example: string, origin: string): string {
  const importNext = 'import NextAuth from "next-auth";\n';
  assert.ok(example.includes(importNext));
  return [
    'import { createServer } from "node:http";',
    'import { text } from "node:stream/consumers";',
    'import { Auth } from "@auth/core";',
    "let config;",
    "const NextAuth = (given) => {",
    '  config = { basePath: "/api/auth", trustHost: true, secret: process.env.SESSION_SECRET, logger: { error() {} }, ...given };',
    "  return {};",
    "};",
    example.replace(importNext, ""),
    "createServer(async (request, response) => {",
    `  const url = new URL(request.url, "${origin}");`,
    '  const body = request.method === "POST" ? { method: "POST", body: await text(request) } : {};',
    "  const answer = await Auth(new Request(url, { headers: request.headers, ...body }), config);",
    "  response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());",
    `}).listen(${new URL(origin).port});`,
  ].join("\n");
}
