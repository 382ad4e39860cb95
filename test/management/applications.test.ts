import assert from "node:assert/strict";
import { before, test } from "node:test";
import { applicationTypes } from "../../src/identity/applications/types.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import type { Manager } from "../support/api.ts";
import { by } from "../support/world.ts";
import { eventsAbout, type Granted, makeGranted } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const redirectUris = ["https://app.example/callback"];

onEachApi("applications over the API", (stage) => {
  let granted: Granted;
  let applications: string;
  before(async () => {
    granted = await makeGranted(stage);
    applications = `/projects/${granted.projectId}/applications`;
  });
  const register = async (body: Record<string, unknown> = {}, as: Manager = granted.projectOwner) => {
    const answer = await as.post(applications, { name: "Shop", type: "web", redirectUris, ...body });
    assert.equal(answer.status, 201, answer.body);
    return { ...answer, path: `/applications/${answer.json.id}` };
  };
  const codes = (findings: { code: string }[]) => findings.map(({ code }) => code);

  test("a name, a type and where to return to are enough; the rest is what is recommended", async () => {
    const { json, headers } = await register();
    const { id, createdAt, changedAt, ...rest } = json;
    assert.deepEqual(rest, {
      clientId: id,
      projectId: granted.projectId,
      name: "Shop",
      type: "web",
      authMethod: "pkce",
      authMethodName: "none",
      responseTypes: ["code"],
      grantTypes: ["authorization_code", "refresh_token"],
      redirectUris,
      postLogoutRedirectUris: [],
      developmentMode: false,
      managementAccess: false,
      idTokenUserinfoAssertion: false,
      consentRequired: false,
      strictAuthMethod: false,
      tokens: {},
      warnings: [],
      state: "active",
      version: 1,
    });
    assert.equal(headers.location, `${stage.api.idp.issuer}/management/v1/applications/${id}`);
    assert.deepEqual((await granted.projectViewer.get(`/applications/${id}`)).json, json);
    assert.deepEqual(await eventsAbout(stage.api, id), ["application.created"]);
  });

  for (const type of applicationTypes) {
    test(`the defaults of the type ${type} give neither a problem nor a warning`, async () => {
      const uris = type === "api" ? {} : { redirectUris };
      const checked = await granted.projectViewer.post(`${applications}/check`, { name: "App", type, ...uris });
      assert.deepEqual(checked.json, { problems: [], warnings: [] });
      const { status, json } = await granted.projectOwner.post(applications, { name: "App", type, ...uris });
      assert.deepEqual([status, json.type, json.warnings], [201, type, []]);
    });
  }

  test("every setting is stored as it was given, and read back", async () => {
    const given = {
      name: "Everything",
      type: "web",
      authMethod: "post",
      strictAuthMethod: true,
      responseTypes: ["code", "id_token", "id_token token"],
      grantTypes: ["authorization_code", "refresh_token", "implicit"],
      redirectUris: ["http://192.0.2.7/callback", "https://app.example/callback?tenant=1"],
      postLogoutRedirectUris: ["https://app.example/bye"],
      developmentMode: true,
      idTokenUserinfoAssertion: true,
      tokens: {
        accessTokenKind: "jwt",
        accessTokenType: "JWT",
        idTokenAlgorithm: "ES256",
        lifetimes: { accessToken: 600, refreshGrace: 0 },
      },
    };
    const { json, path } = await register(given);
    assert.deepEqual({ ...json, ...given }, json);
    assert.equal(json.authMethodName, "client_secret_post");
    assert.deepEqual(codes(json.warnings), [
      "implicit",
      "post_not_recommended",
      "development_mode",
      "access_token_type",
    ]);
    const { secret, ...stored } = json;
    assert.match(secret, /^sgx_/);
    assert.deepEqual((await granted.projectOwner.get(path)).json, stored);
  });

  test("a client secret is in the answer that makes it and nowhere else", async () => {
    const { json, path } = await register({ authMethod: "basic" });
    assert.match(json.secret, /^sgx_/);
    const { db } = stage.api.idp.node.services.storage;
    const { hash } = await db
      .selectFrom("application_secrets")
      .select("hash")
      .where("application_id", "=", json.id)
      .executeTakeFirstOrThrow();
    for (const address of [path, applications, `${path}/secrets`]) {
      const { status, body } = await granted.projectOwner.get(address);
      assert.equal(status, 200);
      assert.ok(!body.includes("sgx_") && !body.includes(hash), address);
    }
    assert.deepEqual(await eventsAbout(stage.api, json.id), ["application.created", "application_secret.created"]);
  });

  test("settings that do not go together are refused with every problem and what to do", async () => {
    const body = { name: " ", type: "native", authMethod: "basic", redirectUris: ["http://app.example/callback#x"] };
    const checked = await unchanged(stage.api, () => granted.projectOwner.post(`${applications}/check`, body));
    assert.equal(checked.status, 200, checked.body);
    const fields = checked.json.problems.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields, ["name", "authMethod", "redirectUris[0]"]);
    const refused = await unchanged(stage.api, () => granted.projectOwner.post(applications, body));
    assertProblem(refused, 400, "invalid_input");
    assert.deepEqual(refused.json.errors, checked.json.problems);
    for (const wrong of [
      { name: "App" },
      { type: "web" },
      { name: "App", type: "desktop" },
      { name: "App", type: "web", redirectUris: "https://app.example" },
      { name: "App", type: "web", redirectUris, tokens: { lifetime: 5 } },
      { name: "App", type: "web", redirectUris, responseTypes: Array.from({ length: 1000 }, () => "code") },
      { name: "App", type: "web", redirectUris, clientId: "mine" },
    ]) {
      assertProblem(
        await unchanged(stage.api, () => granted.projectOwner.post(applications, wrong)),
        400,
        "invalid_input",
      );
      assertProblem(await granted.projectOwner.post(`${applications}/check`, wrong), 400, "invalid_input");
    }
  });

  test("what tokens may be is what the instance says", async () => {
    const body = { name: "Modern", type: "web", redirectUris, tokens: { idTokenAlgorithm: "EdDSA" } };
    assertProblem(
      await unchanged(stage.api, () => granted.projectOwner.post(applications, body)),
      400,
      "invalid_input",
    );
    const { path } = await register();
    const change = () => granted.projectOwner.patch(path, { tokens: { idTokenAlgorithm: "EdDSA" } });
    assertProblem(await unchanged(stage.api, change), 400, "invalid_input");
    const { storage } = stage.api.idp.node.services;
    const settings = { ...builtInPolicies.tokens, idTokenAlgorithms: ["RS256", "ES256", "EdDSA"] };
    await storage.transaction((tx) => setPolicy(tx, "tokens", { settings }, by));
    assert.deepEqual((await granted.projectOwner.post(`${applications}/check`, body)).json.problems, []);
    assert.equal((await granted.projectOwner.post(applications, body)).status, 201);
    assert.equal((await change()).status, 200);
  });

  test("a change leaves what it does not name, and replaces tokens as a whole", async () => {
    const { json, path } = await register({ tokens: { accessTokenKind: "jwt", lifetimes: { accessToken: 600 } } });
    const first = await granted.projectOwner.patch(
      path,
      { name: "Store", developmentMode: true },
      { "if-match": '"1"' },
    );
    assert.equal(first.status, 200, first.body);
    const expected = { ...json, name: "Store", developmentMode: true, version: 2 };
    assert.deepEqual(first.json, { ...expected, warnings: first.json.warnings, changedAt: first.json.changedAt });
    assert.deepEqual(codes(first.json.warnings), ["development_mode"]);
    const second = await granted.projectOwner.patch(path, { tokens: { lifetimes: { idToken: 60 } } });
    assert.deepEqual(second.json.tokens, { lifetimes: { idToken: 60 } });
    const late = await unchanged(stage.api, () =>
      granted.projectOwner.patch(path, { name: "Late" }, { "if-match": '"2"' }),
    );
    assertProblem(late, 412, "changed_meanwhile");
    for (const body of [
      { type: "native" },
      { redirectUris: [] },
      { redirectUris: ["javascript:alert(1)"] },
      { projectId: "x" },
      { strictAuthMethod: "yes" },
      { tokens: { accessTokenType: "at+JWT" } },
      { name: null },
    ]) {
      assertProblem(await unchanged(stage.api, () => granted.projectOwner.patch(path, body)), 400, "invalid_input");
    }
    assert.deepEqual(await eventsAbout(stage.api, json.id), [
      "application.created",
      "application.changed",
      "application.changed",
    ]);
  });

  test("an application is deactivated, activated and deleted, one event each, and deleting it again is no error", async () => {
    const { json, path } = await register();
    assert.equal((await granted.projectOwner.post(`${path}/deactivate`)).json.state, "inactive");
    assertProblem(
      await unchanged(stage.api, () => granted.projectOwner.post(`${path}/deactivate`)),
      409,
      "wrong_state",
    );
    assert.equal((await granted.projectOwner.post(`${path}/activate`)).json.state, "active");
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
    }
    assertProblem(await granted.projectOwner.get(path), 404, "unknown_resource");
    const happened = ["created", "deactivated", "activated", "deleted"].map((what) => `application.${what}`);
    assert.deepEqual(await eventsAbout(stage.api, json.id), happened);
  });

  test("applications are listed by time and by name, searched, and filtered by type and state", async () => {
    const { projectId, projectOwner } = await makeGranted(stage);
    const list = `/projects/${projectId}/applications`;
    const add = async (name: string, type: string) =>
      (await projectOwner.post(list, { name, type, ...(type === "api" ? {} : { redirectUris }) })).json.id;
    await add("Zoo", "api");
    const id = await add("Ark", "native");
    await projectOwner.post(`/applications/${id}/deactivate`);
    const names = async (query: string) =>
      (await projectOwner.get(`${list}?${query}`)).json.items.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(""), ["Zoo", "Ark"]);
    assert.deepEqual(await names("sort=name"), ["Ark", "Zoo"]);
    assert.deepEqual(await names("q=oO"), ["Zoo"]);
    assert.deepEqual(await names("type=native"), ["Ark"]);
    assert.deepEqual(await names("state=active"), ["Zoo"]);
    assertProblem(await projectOwner.get(`${list}?type=desktop`), 400, "invalid_input");
    assertProblem(await stage.owner.get("/projects/nothing/applications"), 404, "unknown_resource");
  });

  test("nobody but who manages the project sees its applications; a grant does not include them", async () => {
    const { json, path } = await register({ authMethod: "basic" });
    const neighbour = await makeGranted(stage);
    for (const manager of [granted.grantOwner, granted.grantViewer, stage.otherOwner, neighbour.projectOwner]) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.get(applications),
          manager.get(path),
          manager.get(`${path}/secrets`),
          manager.get(`${path}/keys`),
          manager.post(applications, { name: "Mine", type: "web", redirectUris }),
          manager.post(`${applications}/check`, { name: "Mine", type: "web", redirectUris }),
          manager.patch(path, { redirectUris: ["https://evil.example/"] }),
          manager.post(`${path}/deactivate`),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) {
        assertProblem(answer, 404, "unknown_resource");
        assert.ok(!answer.body.includes(json.name));
      }
    }
  });

  test("who may only see the project changes no application", async () => {
    const { path } = await register();
    const viewer = granted.projectViewer;
    const answers = await unchanged(stage.api, () =>
      Promise.all([
        viewer.post(applications, { name: "Mine", type: "web", redirectUris }),
        viewer.patch(path, { name: "Mine" }),
        viewer.post(`${path}/deactivate`),
        viewer.delete(path),
      ]),
    );
    for (const answer of answers) assertProblem(answer, 403, "permission_missing");
  });

  test("management access is given and taken only by an owner of the instance", async () => {
    const { path } = await register();
    const place = { level: "iam" } as const;
    const organizationManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place }]);
    for (const manager of [granted.projectOwner, stage.acmeOwner, organizationManager]) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.post(applications, { name: "Console of mine", type: "web", redirectUris, managementAccess: true }),
          manager.patch(path, { managementAccess: true }),
          manager.patch(path, { name: "Harmless", managementAccess: true }),
        ]),
      );
      for (const answer of answers) {
        assertProblem(answer, 403, "permission_missing");
        assert.match(answer.json.detail, /application\.management_access/);
      }
      // Saying what is so anyway asks for nothing.
      assert.equal((await manager.patch(path, { managementAccess: false })).status, 200);
    }
    const given = await stage.owner.patch(path, { managementAccess: true });
    assert.deepEqual(
      [given.status, given.json.managementAccess, codes(given.json.warnings)],
      [200, true, ["management_access"]],
    );
    const created = await register({ managementAccess: true }, stage.owner);
    assert.equal(created.json.managementAccess, true);
    assert.equal((await stage.owner.patch(created.path, { managementAccess: false })).json.managementAccess, false);
  });

  test("an application with management access is out of reach for who may not give it: it could take over who signs in", async () => {
    const { path, json } = await register({ authMethod: "basic", managementAccess: true }, stage.owner);
    const { items } = (await stage.owner.get(`${path}/secrets`)).json;
    const organizationManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: { level: "iam" } }]);
    for (const manager of [granted.projectOwner, stage.acmeOwner, organizationManager]) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.patch(path, { redirectUris: ["https://evil.example/callback"] }),
          manager.patch(path, { postLogoutRedirectUris: ["https://evil.example/"] }),
          manager.patch(path, { developmentMode: true }),
          manager.patch(path, { managementAccess: false }),
          manager.patch(path, {}),
          manager.post(`${path}/secrets`),
          manager.post(`${path}/regenerate-secret`),
          manager.delete(`${path}/secrets/${items[0].id}`),
          manager.post(`${path}/keys`, {}),
          manager.delete(`${path}/keys/nothing`),
          manager.post(`${path}/deactivate`),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) assertProblem(answer, 403, "permission_missing");
      const { secret: _, ...seen } = json;
      assert.deepEqual((await manager.get(path)).json, seen);
    }
  });

  test("management access that is given while somebody else changes the application shuts them out at once", async () => {
    const { storage } = stage.api.idp.node.services;
    const { json, path } = await register();
    const evil = ["https://evil.example/callback"];
    // The change has passed the guard and waits for this transaction, in which access is given.
    const change = await storage.transaction(async (tx) => {
      await tx.updateTable("applications").set({ management_access: 1 }).where("id", "=", json.id).execute();
      const waiting = granted.projectOwner.patch(path, { redirectUris: evil });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { waiting };
    });
    assertProblem(await change.waiting, 403, "permission_missing");
    assert.deepEqual((await stage.owner.get(path)).json.redirectUris, redirectUris);
  });

  test("nobody but an owner of the instance adds an application to Signet's own project, or changes the console's", async () => {
    const { organizationId, projectId, consoleApplicationId } = stage.api.idp.world.instance;
    const own = `/projects/${projectId}/applications`;
    const first = await stage.api.manager(
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    const body = { name: "Mine", type: "web", redirectUris };
    const answers = await unchanged(stage.api, () =>
      Promise.all([
        first.post(own, body),
        first.patch(`/applications/${consoleApplicationId}`, { redirectUris }),
        first.post(`/applications/${consoleApplicationId}/keys`, {}),
      ]),
    );
    for (const answer of answers) assertProblem(answer, 403, "permission_missing");
    assert.equal((await first.get(own)).status, 200);
    for (const call of [
      () => stage.owner.post(`/applications/${consoleApplicationId}/deactivate`),
      () => stage.owner.delete(`/applications/${consoleApplicationId}`),
    ]) {
      assertProblem(await unchanged(stage.api, call), 409, "protected");
    }
    assert.equal((await stage.owner.post(own, body)).status, 201);
  });
});
