/** Audience scopes at the authorization endpoint: with a code and in the implicit flow, from outside. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { addProjectCaller, removeProjectCaller } from "../../src/identity/project-callers.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, type Idp, post, type Registered, startIdp } from "../support/idp.ts";
import { by, settings } from "../support/world.ts";
import { aud } from "./audience-stage.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`audience scopes at sign-in, on ${engine.name}`, () => {
    let idp: Idp;
    let ledger: Project;
    let api: Registered;
    before(async () => {
      idp = await startIdp(engine);
      ({ ledger, api } = await idp.node.services.storage.transaction(async (tx) => {
        const project = await createProject(tx, { organizationId: idp.world.acme.id, name: "Ledger" }, by);
        const made = await createApplication(
          tx,
          { projectId: project.id, settings: settings("api", { authMethod: "basic" }) },
          by,
        );
        return { ledger: project, api: { application: made.application, secret: made.secret ?? "" } };
      }));
    });
    after(() => idp.close());

    const hears = async (token: unknown) =>
      (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(api) })).body;
    const byCode = async (scope: string) => {
      const answer = await authorize(idp, { client: idp.web, parameters: { scope } });
      const form = { grant_type: "authorization_code", code: answer.get("code") ?? "", redirect_uri: CALLBACK };
      const { json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
      return { scope: String(json.scope), token: String(json.access_token) };
    };
    const implicitly = async (scope: string) => {
      const answer = await authorize(idp, {
        client: idp.web,
        parameters: { scope, response_type: "id_token token", nonce: "n" },
      });
      return { scope: String(answer.get("scope")), token: String(answer.get("access_token")) };
    };

    for (const [name, signIn] of [
      ["with a code", byCode],
      ["in the implicit flow", implicitly],
    ] as const) {
      test(`a project is in the audience if it lists the application, and is dropped if not: ${name}`, async () => {
        const { storage } = idp.node.services;
        const scope = `openid ${aud(ledger.id)}`;
        const before = await signIn(scope);
        assert.equal(before.scope, "openid");
        assert.equal(await hears(before.token), '{"active":false}');
        await storage.transaction((tx) =>
          addProjectCaller(tx, ledger.id, { applicationId: idp.web.application.id }, by),
        );
        const listed = await signIn(scope);
        assert.equal(listed.scope, scope);
        assert.match(await hears(listed.token), /"active":true/);
        await storage.transaction((tx) => removeProjectCaller(tx, ledger.id, idp.web.application.id, by));
        assert.equal(await hears(listed.token), '{"active":false}');
      });
    }
  });
}
