/** Who gets into the management API: with which tokens, how they are sent, and from when on they do not any more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeApplication, setApplicationState } from "../../src/identity/applications/applications.ts";
import { deleteKey } from "../../src/identity/credential-keys/store.ts";
import { addManager } from "../../src/identity/managers.ts";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { readPolicy, resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { setProjectState } from "../../src/identity/projects.ts";
import { revokePersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { changeServiceUser, deleteSecret, keyOwner } from "../../src/identity/service-users/service-users.ts";
import { deleteUser, endAllSessions, setUserState } from "../../src/identity/users/users.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { type Answer, MANAGEMENT_SCOPE, makeManager, managementToken } from "../support/api.ts";
import { basic, post, type Registered } from "../support/idp.ts";
import { removeManager } from "../support/managers.ts";
import { by } from "../support/world.ts";
import { makePerson, makeServiceCaller, registerIn, type ServiceCaller, tokensThrough } from "./callers.ts";
import { type ApiStage, assertProblem, onEachApi, raw } from "./stage.ts";

onEachApi("the guard of the management API", (stage) => {
  const me = (token: string | undefined, node = stage.api.idp.node): Promise<Answer> =>
    raw(node, { method: "GET", url: "/me", headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const change = (work: (tx: Transaction) => Promise<unknown>) => stage.api.idp.node.services.storage.transaction(work);

  const assertIn = async (token: string): Promise<void> => {
    for (const node of nodes(stage)) assert.equal((await me(token, node)).status, 200);
  };
  const assertOut = async (token: string, code = "invalid_token"): Promise<void> => {
    for (const node of nodes(stage)) assertProblem(await me(token, node), 401, code);
  };

  test("a service user gets in with a token got by secret or by key, and with a personal access token", async () => {
    const { userId, bySecret, byKey, personal } = await makeServiceCaller(stage.api);
    for (const token of [bySecret, byKey, personal]) {
      await assertIn(token);
      const { json } = await me(token);
      assert.equal(json.userId, userId);
      assert.equal(json.kind, "service");
    }
  });

  test("a JWT is as good as an opaque token", async () => {
    const { settings } = await readPolicy(stage.api.idp.node.services.storage.db, "tokens");
    const jwt = { ...settings, defaults: { ...settings.defaults, accessTokenKind: "jwt" as const } };
    await change((tx) => setPolicy(tx, "tokens", { organizationId: undefined, settings: jwt, version: undefined }, by));
    try {
      const { userId, secret } = await makeManager(
        stage.api.idp,
        [{ role: "IAM_OWNER", place: { level: "iam" } }],
        stage.api.idp.world.acme.id,
      );
      const token = await managementToken(stage.api.idp, userId, secret);
      assert.equal(token.split(".").length, 3);
      await assertIn(token);
      const [head, payload, signature = ""] = token.split(".");
      assertProblem(await me(`${head}.${payload}.${signature.slice(0, -4)}AAAA`), 401, "invalid_token");
      const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
      assertProblem(await me(`${none}.${payload}.`), 401, "invalid_token");
    } finally {
      await change((tx) => resetPolicy(tx, "tokens", { organizationId: undefined, version: undefined }, by));
    }
  });

  test("a JWT of the type JWT is as good, and an ID token beside it opens nothing", async () => {
    const { idp } = stage.api;
    const { userId, secret } = await makeManager(
      idp,
      [{ role: "IAM_OWNER", place: { level: "iam" } }],
      idp.world.acme.id,
    );
    await change((tx) =>
      changeServiceUser(tx, userId, { tokens: { accessTokenKind: "jwt", accessTokenType: "JWT" } }, by),
    );
    const form = {
      grant_type: "client_credentials",
      client_id: userId,
      client_secret: secret,
      scope: MANAGEMENT_SCOPE,
    };
    const { json } = await post(idp, "/oauth/v2/token", form);
    await assertIn(String(json.access_token));
    assertProblem(await me(String(json.id_token)), 401, "invalid_token");
  });

  for (const accessTokenKind of ["opaque", "jwt"] as const) {
    test(`a person gets in through an application that may carry management access (${accessTokenKind})`, async () => {
      const person = await makePerson(stage.api);
      const client = await stage.api.idp.register("web", {
        authMethod: "basic",
        managementAccess: true,
        tokens: { accessTokenKind },
      });
      const { accessToken, refreshToken, idToken, code } = await tokensThrough(stage.api, client, person.loginName);
      await assertIn(accessToken);
      assert.equal((await me(accessToken)).json.kind, "human");
      for (const other of [refreshToken, idToken, code]) await assertOut(other);
    });
  }

  test("a person gets in through the console", async () => {
    const person = await makePerson(stage.api);
    const { application } = stage.api.idp.web;
    const console = {
      application: { ...application, id: stage.api.idp.world.instance.consoleApplicationId },
      secret: "",
    };
    await assertIn((await tokensThrough(stage.api, console, person.loginName)).accessToken);
  });

  test("through any other application nobody gets in, whoever they are", async () => {
    const person = await makePerson(stage.api);
    const { accessToken } = await tokensThrough(stage.api, stage.api.idp.web, person.loginName);
    await assertOut(accessToken, "wrong_audience");
  });

  test("an application does not get managers' power by being in Signet's own project", async () => {
    const person = await makePerson(stage.api);
    const client = await registerIn(stage.api, stage.api.idp.world.instance.projectId, {});
    const { accessToken } = await tokensThrough(stage.api, client, person.loginName);
    await assertOut(accessToken, "wrong_audience");
  });

  test("what somebody does is recorded as theirs, with the request", async () => {
    const person = await makePerson(stage.api);
    const client = await stage.api.idp.register("web", { authMethod: "basic", managementAccess: true });
    const { accessToken } = await tokensThrough(stage.api, client, person.loginName);
    const made = await stage.api.call("POST", stage.projects, accessToken, { body: { name: "Theirs" } });
    const { db } = stage.api.idp.node.services.storage;
    const event = await db
      .selectFrom("events")
      .selectAll()
      .where("resource_id", "=", made.json.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      [event.actor_kind, event.actor_id, event.request_id],
      ["user", person.id, made.headers["x-request-id"]],
    );
    const byService = await stage.owner.post(stage.projects, { name: "Its" });
    const other = await db
      .selectFrom("events")
      .selectAll()
      .where("resource_id", "=", byService.json.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([other.actor_kind, other.actor_id], ["service_user", stage.owner.userId]);
  });

  test("a role that was taken away is gone at the next request, at every node, and one that was given counts at once", async () => {
    const { acme, other } = stage.api.idp.world;
    const held = { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } } as const;
    const manager = await stage.api.manager([held]);
    const read = (node: (typeof stage)["second"], path: string) =>
      raw(node, { method: "GET", url: path, headers: { authorization: `Bearer ${manager.token}` } });
    for (const node of nodes(stage)) assert.equal((await read(node, stage.projects)).status, 200);
    const elsewhere = { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: other.id } } as const;
    await change((tx) => addManager(tx, { userId: manager.userId, ...elsewhere }, by));
    for (const node of nodes(stage))
      assert.equal((await read(node, `/organizations/${other.id}/projects`)).status, 200);
    await change((tx) => removeManager(tx, { userId: manager.userId, ...held }, by));
    for (const node of nodes(stage)) assertProblem(await read(node, stage.projects), 404, "unknown_resource");
    await change((tx) => removeManager(tx, { userId: manager.userId, ...elsewhere }, by));
    for (const node of nodes(stage)) assertProblem(await read(node, stage.projects), 403, "no_manager_role");
  });

  const endings: Record<
    string,
    { ends: readonly ("bySecret" | "byKey" | "personal")[]; by(caller: ServiceCaller): Promise<unknown> }
  > = {
    "the service user is deactivated": {
      ends: ["bySecret", "byKey", "personal"],
      by: ({ userId }) => change((tx) => setUserState(tx, userId, "deactivate", by)),
    },
    "the service user is deleted": {
      ends: ["bySecret", "byKey", "personal"],
      by: ({ userId }) => change((tx) => deleteUser(tx, userId, by)),
    },
    "its secret is removed": { ends: ["bySecret"], by: ({ userId }) => change((tx) => deleteSecret(tx, userId, by)) },
    "its key is removed": {
      ends: ["byKey"],
      by: ({ userId, keyId }) =>
        change((tx) => deleteKey(tx, keyOwner({ id: userId, organizationId: stage.api.idp.world.acme.id }), keyId, by)),
    },
    "its personal access token is revoked": {
      ends: ["personal"],
      by: ({ userId, tokenId }) => change((tx) => revokePersonalAccessToken(tx, userId, tokenId, by)),
    },
    "it revokes its own token": {
      ends: ["bySecret"],
      by: ({ userId, secret, bySecret }) =>
        post(stage.api.idp, "/oauth/v2/revoke", { token: bySecret, client_id: userId, client_secret: secret }),
    },
    "a manager ends every token of it": {
      ends: ["bySecret", "byKey", "personal"],
      by: ({ userId }) => stage.owner.post(`/service-users/${userId}/sign-out`),
    },
    "a manager revokes the token": {
      ends: ["byKey"],
      by: ({ byKey }) => stage.owner.post("/tokens/revoke", { token: byKey }),
    },
    "its keys and secret are replaced by the API": {
      ends: ["bySecret"],
      by: ({ userId }) => stage.owner.post(`/service-users/${userId}/regenerate-secret`),
    },
  };
  for (const [what, ending] of Object.entries(endings)) {
    test(`${what}: that is the end at both nodes, and of nothing else`, async () => {
      const caller = await makeServiceCaller(stage.api);
      for (const kind of ["bySecret", "byKey", "personal"] as const) await assertIn(caller[kind]);
      await ending.by(caller);
      for (const kind of ["bySecret", "byKey", "personal"] as const) {
        if (ending.ends.includes(kind)) await assertOut(caller[kind]);
        else await assertIn(caller[kind]);
      }
    });
  }

  const personsEndings: Record<
    string,
    { code?: string; by(tx: Transaction, of: { userId: string; client: Registered }): Promise<unknown> }
  > = {
    "the person is locked": { by: (tx, { userId }) => setUserState(tx, userId, "lock", by) },
    "the person is deactivated": { by: (tx, { userId }) => setUserState(tx, userId, "deactivate", by) },
    "the person is signed out everywhere": { by: (tx, { userId }) => endAllSessions(tx, userId, by) },
    "the application is deactivated": {
      by: (tx, { client }) => setApplicationState(tx, client.application.id, "deactivate", by),
    },
    "the application loses management access": {
      code: "wrong_audience",
      by: (tx, { client }) => changeApplication(tx, client.application.id, { managementAccess: false }, by),
    },
  };
  for (const [what, ending] of Object.entries(personsEndings)) {
    test(`${what}: that is the end at both nodes`, async () => {
      const person = await makePerson(stage.api);
      const client = await stage.api.idp.register("web", { authMethod: "basic", managementAccess: true });
      const { accessToken } = await tokensThrough(stage.api, client, person.loginName);
      await assertIn(accessToken);
      await change((tx) => ending.by(tx, { userId: person.id, client }));
      await assertOut(accessToken, ending.code);
    });
  }

  test("while an organization or a project is inactive, tokens of its users and applications do not count", async () => {
    const person = await makePerson(stage.api);
    const client = await stage.api.idp.register("web", { authMethod: "basic", managementAccess: true });
    const { accessToken } = await tokensThrough(stage.api, client, person.loginName);
    const { bySecret, personal } = await makeServiceCaller(stage.api);
    const { acme, project } = stage.api.idp.world;
    await change((tx) => setProjectState(tx, project.id, "deactivate", by));
    await assertOut(accessToken);
    await assertIn(bySecret);
    await change((tx) => setProjectState(tx, project.id, "activate", by));
    await change((tx) => setOrganizationState(tx, acme.id, "deactivate", by));
    for (const token of [accessToken, bySecret, personal]) await assertOut(token);
    await change((tx) => setOrganizationState(tx, acme.id, "activate", by));
  });

  test("an expired token does not count, by the database's clock", async () => {
    const manager = await stage.api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
    await assertIn(manager.token);
    await stage.api.idp.node.database.advance(3_600_000 + 1_000);
    try {
      await assertOut(manager.token);
    } finally {
      await stage.api.idp.node.database.advance(-3_600_000 - 1_000);
    }
  });

  test("the scheme may be written in any case; anything else around the token is refused", async () => {
    const { token } = stage.owner;
    const send = (authorization: string) =>
      raw(stage.second, { method: "GET", url: "/me", headers: { authorization } });
    for (const good of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`, `Bearer   ${token}`]) {
      assert.equal((await send(good)).status, 200, good.slice(0, 10));
    }
    const odd = [
      token,
      "Bearer",
      "Bearer ",
      "",
      `Bearer${token}`,
      `Bearer:${token}`,
      `Bearer ${token} `,
      ` Bearer ${token}`,
      `Bearer ${token},`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token} x`,
      `Token ${token}`,
      `Basic ${Buffer.from(`${stage.owner.userId}:${token}`).toString("base64")}`,
      basic(stage.api.idp.web),
      `Bearer ${token}=`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}A`,
      `Bearer ${token.toUpperCase()}`,
      "Bearer null",
      "Bearer undefined",
      `Bearer ${"a".repeat(12_000)}`,
      "Bearer ../../etc/passwd",
      "Bearer %00",
    ];
    for (const authorization of odd) {
      const answer = await send(authorization);
      assert.equal(answer.status, 401, authorization.slice(0, 40));
      assertProblem(answer, 401, authorization === "" ? answer.json.code : "invalid_token");
    }
  });

  test("who sends no token is told how to, and who sends a wrong one why (RFC 6750 §3.1)", async () => {
    const none = await raw(stage.second, { method: "GET", url: "/me" });
    assertProblem(none, 401, "token_missing");
    assert.equal(none.headers["www-authenticate"], 'Bearer realm="signet"');
    assert.match(
      (await me("wrong")).headers["www-authenticate"] ?? "",
      /^Bearer realm="signet", error="invalid_token", error_description="[^"\\]+"$/,
    );
  });

  test("a token anywhere but in the header is not looked at", async () => {
    const { token } = stage.owner;
    const elsewhere = [
      { method: "GET", url: `/me?access_token=${token}` },
      { method: "GET", url: `/me?token=${token}` },
      { method: "GET", url: "/me", headers: { cookie: `access_token=${token}; authorization=Bearer ${token}` } },
      {
        method: "GET",
        url: "/me",
        headers: {
          "x-authorization": `Bearer ${token}`,
          "proxy-authorization": `Bearer ${token}`,
          "x-access-token": token,
        },
      },
      {
        method: "POST",
        url: stage.projects,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: `access_token=${token}`,
      },
      {
        method: "POST",
        url: stage.projects,
        headers: { "content-type": "application/json" },
        payload: JSON.stringify({ name: "a", access_token: token }),
      },
    ];
    for (const request of elsewhere) assertProblem(await raw(stage.second, request), 401, "token_missing");
    const both = await raw(stage.second, {
      method: "GET",
      url: `/me?access_token=${token}`,
      headers: { authorization: `Bearer ${token}` },
    });
    assertProblem(both, 400, "invalid_input");
  });
});

function nodes({ api, second }: Pick<ApiStage, "api" | "second">) {
  return [second, api.idp.node];
}
