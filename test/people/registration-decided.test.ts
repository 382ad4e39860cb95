/**
 * Whether people may register is decided once: by where a new instance is, by whoever runs it, or by what an older one
 * had.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { loadConfig } from "../../src/config.ts";
import { firstStart } from "../../src/first-start.ts";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { readInstance } from "../../src/identity/instance.ts";
import { readPolicy, resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { createProject } from "../../src/identity/projects.ts";
import { languages } from "../../src/texts/languages.ts";
import { texts } from "../../src/texts/words.ts";
import { copyToFormerSchema } from "../faults/former-schema.ts";
import { Browser } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { authorizeUrl, CALLBACK, type Idp, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { by, settings } from "../support/world.ts";

const closed = { allowed: false, verifyEmail: true, fields: ["name"] };
const open = { ...closed, allowed: true };

for (const engine of enginesOf(import.meta.filename)) {
  describe(`registration on a fresh instance, with ${engine.name}`, () => {
    /** As the first start of `signet serve` leaves it, with one application. */
    async function fresh(issuer: string): Promise<{ node: TestNode; visit: (prompt?: string) => Promise<string> }> {
      const environment = { SIGNET_ISSUER_URL: issuer };
      const node = await startTestNode({ engine, environment });
      const config = loadConfig({
        ...environment,
        SIGNET_DATABASE_URL: node.database.url,
        SIGNET_MASTER_KEY: node.masterKey,
      });
      await firstStart(config, node.services, ({ generatedPassword }) =>
        node.secrets.learn("the first password", generatedPassword ?? ""),
      );
      const { storage } = node.services;
      const { organizationId } = await readInstance(storage.db);
      const { application } = await storage.transaction(async (tx) => {
        const project = await createProject(tx, { organizationId, name: "Shop" }, by);
        return createApplication(tx, { projectId: project.id, settings: settings("web", { authMethod: "basic" }) }, by);
      });
      const visit = async (prompt = "create"): Promise<string> => {
        const asked = {
          client_id: application.id,
          redirect_uri: CALLBACK,
          response_type: "code",
          scope: "openid",
          state: "s",
          prompt,
        };
        return (await new Browser(node.app, issuer).visit(`${issuer}/oauth/v2/authorize?${new URLSearchParams(asked)}`))
          .body;
      };
      return { node, visit };
    }

    for (const issuer of [
      "http://localhost:8080",
      "http://127.0.0.1:8080",
      "http://[::1]:8080",
      "http://id.localhost:8080",
    ]) {
      test(`prompt=create shows the form at ${issuer}, and an address has to be proved`, async () => {
        const { node, visit } = await fresh(issuer);
        assert.match(await visit(), /<form method="post" action="\/login\/register"/);
        assert.match(await visit("login"), /href="\/login\/register/);
        const { settings: decided, from } = await readPolicy(node.services.storage.db, "registration");
        assert.deepEqual([decided, from], [open, "instance"]);
        await node.close();
      });
    }

    test("with an address that others reach, prompt=create says that nobody has decided, until somebody has", async () => {
      const { node, visit } = await fresh("https://id.example.com");
      const { storage } = node.services;
      assert.equal((await readPolicy(storage.db, "registration")).from, "built-in");
      const undecided = await visit();
      assert.match(undecided, /Nobody has decided yet whether people may create accounts/);
      assert.match(undecided, /An owner of the instance decides it in the Console/);
      assert.doesNotMatch(undecided, /<form method="post" action="\/login\/register"/);
      assert.doesNotMatch(await visit("login"), /href="\/login\/register/);

      await storage.transaction((tx) => setPolicy(tx, "registration", { settings: closed }, by));
      const decided = await visit();
      assert.match(decided, /are made by the people who manage it/);
      assert.doesNotMatch(decided, /Nobody has decided|Console/);
      await storage.transaction((tx) => setPolicy(tx, "registration", { settings: open }, by));
      assert.match(await visit(), /<form method="post" action="\/login\/register"/);
      await storage.transaction((tx) => resetPolicy(tx, "registration", {}, by));
      assert.match(await visit(), /Nobody has decided yet/);
      await node.close();
    });
  });

  describe(`registration that nobody has decided, with ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp?.close());

    test("is said in each language, and a form that is sent all the same is refused", async () => {
      for (const language of languages) {
        const parameters = { prompt: "create", ui_locales: language };
        const page = await idp.browser().visit(authorizeUrl(idp, { client: idp.web, parameters }));
        const said =
          texts[language]["register.undecided"].split("{application}").toSorted((a, b) => b.length - a.length)[0] ?? "";
        assert.ok(
          said.length > 10 && page.body.replaceAll("&#39;", "'").includes(said.trim()),
          `${language}: ${page.body}`,
        );
      }
      const browser = idp.browser();
      const page = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "create" } }));
      const ticket = new URL(page.url).searchParams.get("request") ?? "";
      const before = await idp.world.storage.db.selectFrom("users").select("id").execute();
      const sent = await browser.request("POST", "/login/register", {
        request: ticket,
        email: "eve@evil.example",
        givenName: "E",
        familyName: "V",
      });
      assert.equal(sent.status, 403);
      assert.match(sent.body, /Nobody has decided yet/);
      await idp.node.services.afterAnswer.settled();
      assert.deepEqual(await idp.world.storage.db.selectFrom("users").select("id").execute(), before);
    });

    test("an organization that has decided for itself is not held up by it", async () => {
      const { storage } = idp.node.services;
      const organizationId = idp.world.acme.id;
      const visit = async () =>
        (await idp.browser().visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "create" } }))).body;
      await storage.transaction((tx) => setPolicy(tx, "registration", { organizationId, settings: open }, by));
      assert.match(await visit(), /<form method="post" action="\/login\/register"/);
      await storage.transaction((tx) => setPolicy(tx, "registration", { organizationId, settings: closed }, by));
      assert.match(await visit(), /are made by the people who manage it/);
      await storage.transaction((tx) => resetPolicy(tx, "registration", { organizationId }, by));
    });
  });

  describe(`registration on an instance from before, with ${engine.name}`, () => {
    const upgraded = async (prepare: (old: Idp) => Promise<unknown>) => {
      const old = await startIdp(engine);
      await prepare(old);
      const former = await engine.fresh("empty");
      await copyToFormerSchema(old.node.services.storage, former.url, 9);
      const node = await startTestNode({
        engine: { name: engine.name, fresh: async () => former },
        environment: { SIGNET_MASTER_KEY: old.node.masterKey },
      });
      const { settings: decided, from } = await readPolicy(node.services.storage.db, "registration");
      const own = await readPolicy(node.services.storage.db, "registration", old.world.acme.id);
      const page = await new Browser(node.app, old.issuer).visit(
        authorizeUrl(old, { client: old.web, parameters: { prompt: "create" } }),
      );
      await node.close();
      await old.close();
      return { decided, from, own: own.settings, page: page.body };
    };

    test("stays closed where nobody had opened it, and nobody is asked", async () => {
      const { decided, from, own, page } = await upgraded(async () => undefined);
      assert.deepEqual([decided, from, own], [closed, "instance", closed]);
      assert.match(page, /are made by the people who manage it/);
    });

    test("stays open where it was open, as it was", async () => {
      const was = { allowed: true, verifyEmail: false, fields: ["phone"] };
      const { decided, page } = await upgraded(({ node }) =>
        node.services.storage.transaction((tx) => setPolicy(tx, "registration", { settings: was }, by)),
      );
      assert.deepEqual(decided, was);
      assert.match(page, /<form method="post" action="\/login\/register"/);
    });

    test("an organization that had opened it for itself keeps that", async () => {
      const { decided, own, page } = await upgraded(({ node, world }) =>
        node.services.storage.transaction((tx) =>
          setPolicy(tx, "registration", { organizationId: world.acme.id, settings: open }, by),
        ),
      );
      assert.deepEqual([decided, own], [closed, open]);
      assert.match(page, /<form method="post" action="\/login\/register"/);
    });
  });
}
