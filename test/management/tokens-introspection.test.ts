/**
 * Inspecting a token for one API: whether introspection would tell it anything, and which scope the token would need.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { createApplication, setApplicationState } from "../../src/identity/applications/applications.ts";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { createProject } from "../../src/identity/projects.ts";
import { type Api, startApi } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import { basic, post, type Registered, signInToWeb } from "../support/idp.ts";
import { by, settings } from "../support/world.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`what introspection would tell an API, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    const signIn = async (scope?: string) => {
      const tokens = await signInToWeb(api.idp, scope);
      const [access_token, id_token, refresh_token] = ["access_token", "id_token", "refresh_token"].map((name) =>
        String(tokens[name]),
      );
      return { access_token: access_token ?? "", id_token: id_token ?? "", refresh_token: refresh_token ?? "" };
    };
    const storage = () => api.idp.node.services.storage;
    async function anApi(projectId: string, change = {}): Promise<Registered> {
      const input = { projectId, settings: settings("api", change) };
      const { application, secret = "" } = await storage().transaction((tx) => createApplication(tx, input, by));
      return { application, secret };
    }
    const newProject = (organizationId = api.idp.world.acme.id) =>
      storage().transaction((tx) =>
        createProject(tx, { organizationId, name: `Api ${randomUUID()}`, projectCheck: false }, by),
      );
    const inspect = (token: string, askedBy: string, as = api.owner) => as.post("/tokens/inspect", { token, askedBy });
    /** What is told agrees with what introspection does. */
    const told = async (token: string, by: Registered) => {
      const { status, json, body } = await inspect(token, by.application.id);
      assert.equal(status, 200, body);
      const introspected = await post(api.idp, "/oauth/v2/introspect", { token }, { authorization: basic(by) });
      assert.equal(
        json.introspection.active,
        introspected.json.active ?? false,
        "the inspector and the endpoint agree",
      );
      return json.introspection;
    };

    test("an API of the application's own project is in the audience", async () => {
      const own = await anApi(api.idp.world.project.id);
      const { access_token } = await signIn();
      assert.deepEqual(await told(access_token, own), { applicationId: own.application.id, active: true });
    });

    test("for one of another project the missing scope is named; first the project has to list the application", async () => {
      const project = await newProject();
      const theirs = await anApi(project.id);
      const scope = `urn:service:iam:org:project:id:${project.id}:aud`;
      const { access_token } = await signIn();
      const unlisted = await told(access_token, theirs);
      assert.deepEqual([unlisted.active, unlisted.reason, unlisted.scope], [false, "caller_not_listed", scope]);
      await storage().transaction((tx) =>
        addProjectCaller(tx, project.id, { applicationId: api.idp.web.application.id }, by),
      );
      const listed = await told(access_token, theirs);
      assert.deepEqual([listed.active, listed.reason, listed.scope], [false, "scope_missing", scope]);
      assert.match(listed.reasonDetail, /audience scope/);
      const { access_token: better } = await signIn(`openid ${scope}`);
      assert.equal((await told(better, theirs)).active, true, "with the scope it is active");
    });

    test("what is no access token, has ended, or is asked about by who cannot ask has its own reason", async () => {
      const own = await anApi(api.idp.world.project.id);
      const { access_token, id_token, refresh_token } = await signIn();
      for (const token of [id_token, refresh_token])
        assert.equal((await told(token, own)).reason, "not_an_access_token");
      const open = await api.idp.register("web", { authMethod: "pkce" });
      assert.equal((await inspect(access_token, open.application.id)).json.introspection.reason, "caller_public");
      const off = await anApi(api.idp.world.project.id);
      await storage().transaction((tx) => setApplicationState(tx, off.application.id, "deactivate", by));
      assert.equal((await told(access_token, off)).reason, "caller_not_active");
      await post(api.idp, "/oauth/v2/revoke", { token: access_token }, { authorization: basic(api.idp.web) });
      assert.equal((await told(access_token, own)).reason, "token_not_active");
    });

    test("an application that the manager may not see is as if it were not there", async () => {
      const { acme, other } = api.idp.world;
      const theirs = await anApi((await newProject(other.id)).id);
      const { access_token } = await signIn();
      const manager = await api.manager([
        { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
      ]);
      const [hidden, nowhere] = [
        await inspect(access_token, theirs.application.id, manager),
        await inspect(access_token, randomUUID(), manager),
      ];
      assert.deepEqual(
        [hidden.status, hidden.json.code, hidden.json.detail],
        [404, nowhere.json.code, nowhere.json.detail],
      );
      assert.equal((await manager.post("/tokens/inspect", { token: access_token })).status, 200);
    });
  });
}
