/** Service users: client_credentials, and what audience scopes they are granted. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { changeApplication } from "../../src/identity/applications/applications.ts";
import type { AccessTokenSettings } from "../../src/identity/applications/types.ts";
import { readPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject, setProjectState } from "../../src/identity/projects.ts";
import { assignRoles } from "../../src/identity/role-assignments.ts";
import { changeServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { grantScopes } from "../../src/tokens/audience.ts";
import {
  type Client,
  getTokens,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  refresh,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("service users", (stage) => {
  let robot: Awaited<ReturnType<typeof makeServiceUser>>;
  let web: Client;
  before(async () => {
    const { storage, acme, project } = stage.world;
    robot = await makeServiceUser(storage, acme.id);
    web = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
  });
  const ask = (as: Client, scope = "openid", method?: Client["method"]) =>
    post(stage.node, TOKEN, { grant_type: "client_credentials", scope }, { as, ...(method ? { method } : {}) });
  const aud = (id: string) => `urn:service:iam:org:project:id:${id}:aud`;

  test("client_credentials works with the secret in either place, or with a key", async () => {
    for (const method of ["basic", "post", "private_key_jwt"] as const) {
      const answer = await ask(robot, "openid", method);
      assert.equal(answer.statusCode, 200, method);
      const body = answer.json();
      assert.deepEqual(Object.keys(body).toSorted(), ["access_token", "expires_in", "id_token", "scope", "token_type"]);
      assert.equal(decodeJwt(body.id_token).aud, robot.id);
      assert.equal((await userinfo(stage.other, body.access_token)).json().sub, robot.id);
    }
  });

  test("client_credentials without openid gives an access token and no ID token, also with no scope at all", async () => {
    const { storage, acme, project } = stage.world;
    const api = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      type: "api",
    });
    for (const kind of ["opaque", "jwt"] as const) {
      const user = await makeServiceUser(storage, acme.id);
      await storage.transaction((tx) => changeServiceUser(tx, user.id, { tokens: { accessTokenKind: kind } }, by));
      const reach = (await ask(user, aud(project.id))).json();
      assert.deepEqual(Object.keys(reach).toSorted(), ["access_token", "expires_in", "scope", "token_type"], kind);
      const shown = await introspect(stage.other, api, reach.access_token);
      assert.deepEqual([shown.active, shown.scope, shown.sub], [true, aud(project.id), user.id]);
      assert.equal((await userinfo(stage.node, reach.access_token)).statusCode, 401, "userinfo is for openid");

      const plain = (await post(stage.node, TOKEN, { grant_type: "client_credentials" }, { as: user })).json();
      assert.deepEqual(Object.keys(plain).toSorted(), ["access_token", "expires_in", "token_type"], kind);
      assert.deepEqual(
        await introspect(stage.node, api, plain.access_token),
        { active: false },
        "it is for nobody but itself",
      );
      const unknown = (await ask(user, "unknown")).json();
      assert.equal(unknown.scope, "", "nothing of what was asked for");
      assert.equal(
        (await post(stage.node, "/oauth/v2/revoke", { token: plain.access_token }, { as: user })).statusCode,
        200,
      );
    }
    assert.equal((await ask(robot, "x ".repeat(2_000))).json().error, "invalid_scope");
  });

  test("a service user chooses its kind of access token and what a JWT calls itself, whatever the instance does", async () => {
    const { storage, acme } = stage.world;
    const user = await makeServiceUser(storage, acme.id);
    const token = async () => (await ask(user)).json().access_token as string;
    const set = (tokens: AccessTokenSettings) =>
      storage.transaction((tx) => changeServiceUser(tx, user.id, { tokens }, by));
    assert.match(await token(), /^sga_/);
    const types: [AccessTokenSettings, string][] = [
      [{ accessTokenKind: "jwt" }, "at+jwt"],
      [{ accessTokenKind: "jwt", accessTokenType: "JWT" }, "JWT"],
      [{ accessTokenKind: "jwt", accessTokenType: "at+jwt" }, "at+jwt"],
    ];
    for (const [tokens, type] of types) {
      await set(tokens);
      const jwt = await token();
      assert.equal(decodeProtectedHeader(jwt).typ, type);
      assert.equal((await userinfo(stage.other, jwt)).json().sub, user.id);
    }
    await set({});
    assert.match(await token(), /^sga_/, "what is left out follows the instance again");
    assert.match((await ask(robot)).json().access_token, /^sga_/, "another one is not touched");
  });

  test("a wrong secret, no secret and nobody are refused alike", async () => {
    const bare = await makeServiceUser(stage.world.storage, stage.world.acme.id);
    await stage.world.storage.db
      .updateTable("service_users")
      .set({ secret_hash: null })
      .where("user_id", "=", bare.id)
      .execute();
    const wrong = [
      { ...robot, secret: "wrong" },
      bare,
      { ...robot, id: stage.world.ada.id },
      { ...robot, id: "nobody" },
    ];
    const answers = await Promise.all(wrong.map((as) => ask(as)));
    assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([401]));
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.equal((await ask(robot, "openid", "pkce")).statusCode, 401);
  });

  test("an application has no rights of its own", async () => {
    const answer = await ask(web);
    assert.equal(answer.json().error, "unauthorized_client");
    assert.match(answer.json().error_description, /service user/);
    assert.equal((await ask({ ...web, secret: "wrong" })).json().error, "invalid_client");
  });

  test("a service user cannot introspect, and has no codes", async () => {
    assert.equal((await post(stage.node, "/oauth/v2/introspect", { token: "x" }, { as: robot })).statusCode, 401);
    assert.equal(
      (await post(stage.node, TOKEN, { grant_type: "authorization_code", code: "x" }, { as: robot })).statusCode,
      401,
    );
  });

  test("a new secret ends the tokens of the former one, and no others", async () => {
    const { storage, acme } = stage.world;
    const user = await makeServiceUser(storage, acme.id);
    const bySecret = (await ask(user)).json().access_token;
    const byKey = (await ask(user, "openid", "private_key_jwt")).json().access_token;
    const { secret } = await storage.transaction((tx) => replaceSecret(tx, user.id, by));
    assert.equal((await userinfo(stage.other, bySecret)).statusCode, 401);
    assert.equal((await userinfo(stage.other, byKey)).statusCode, 200);
    assert.equal((await ask(user)).statusCode, 401);
    assert.equal((await ask({ ...user, secret })).statusCode, 200);
  });

  test("the audience scope puts a project into the audience where its organization may use it, and is dropped elsewhere", async () => {
    const { storage, project, other, instance, acme } = stage.world;
    const [theirs, granted, off] = await storage.transaction(async (tx) => [
      await createProject(tx, { organizationId: other.id, name: "Theirs" }, by),
      await createProject(tx, { organizationId: other.id, name: "Granted" }, by),
      await createProject(tx, { organizationId: acme.id, name: "Off" }, by),
    ]);
    await storage.transaction(async (tx) => {
      await grantAccepted(tx, { projectId: granted.id, organizationId: acme.id, roleKeys: [] }, by);
      await setProjectState(tx, off.id, "deactivate", by);
    });
    const scope = [
      "openid",
      ...[project.id, theirs.id, granted.id, off.id, "nothing", instance.projectId, "service"].map(aud),
    ].join(" ");
    const body = (await ask(robot, scope)).json();
    assert.equal(body.scope, ["openid", ...[project.id, granted.id, instance.projectId, "service"].map(aud)].join(" "));
    const api = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      type: "api",
    });
    assert.deepEqual((await introspect(stage.node, api, body.access_token)).aud, [
      robot.id,
      project.id,
      granted.id,
      instance.projectId,
    ]);
    const plain = (await ask(robot)).json();
    assert.deepEqual(await introspect(stage.node, api, plain.access_token), { active: false });
  });

  test("JWT access tokens name the audience, and the roles in the one project they are for", async () => {
    const { storage, project, instance, acme } = stage.world;
    const { settings } = await readPolicy(storage.db, "tokens");
    const changed = {
      ...settings,
      defaults: {
        ...settings.defaults,
        accessTokenKind: "jwt",
        lifetimes: { ...settings.defaults.lifetimes, accessToken: 77 },
      },
    };
    await storage.transaction(async (tx) => {
      await setPolicy(tx, "tokens", { settings: changed }, by);
      await addProjectRole(tx, project.id, { key: "deployer" }, by);
      await assignRoles(tx, { userId: robot.id, projectId: project.id, roleKeys: ["deployer"] }, by);
    });
    const body = (
      await ask(robot, `openid urn:service:iam:org:projects:roles ${aud(project.id)} ${aud("service")}`)
    ).json();
    assert.equal(body.expires_in, 77);
    const claims = decodeJwt(body.access_token);
    assert.deepEqual(claims.aud, [robot.id, project.id, instance.projectId]);
    assert.deepEqual(claims.roles, ["deployer"]);
    assert.deepEqual(claims["urn:service:iam:org:project:roles"], { deployer: { [acme.id]: acme.domain } });
    assert.deepEqual((await userinfo(stage.node, body.access_token)).json().roles, ["deployer"]);
    await storage.transaction((tx) => setPolicy(tx, "tokens", { settings }, by));
  });

  test("for the service's own project, an application needs management access, at sign-in and at every refresh", async () => {
    const { storage, project, acme, ada, bob, instance, application } = stage.world;
    const request = (mayManage: boolean, scopes = ["openid", aud("service"), aud(instance.projectId)]) =>
      grantScopes(storage.db, {
        scopes,
        asker: { kind: "application", applicationId: application.id, userId: bob.id },
        mayManage,
        serviceProjectId: instance.projectId,
      });
    assert.deepEqual(await request(false), ["openid"]);
    assert.deepEqual(await request(true), ["openid", aud("service"), aud(instance.projectId)]);
    assert.deepEqual(
      await request(true, ["openid", aud(project.id)]),
      ["openid"],
      "the checks of the project do not let Bob in",
    );

    const manager = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      change: { managementAccess: true },
    });
    const scopes = ["openid", "offline_access", aud("service")];
    const first = await getTokens(stage.node, manager, { userId: ada.id, scopes });
    const second = (await refresh(stage.node, manager, first.refresh_token)).json();
    assert.deepEqual((await introspect(stage.node, manager, second.access_token)).aud, [
      manager.id,
      project.id,
      instance.projectId,
    ]);
    await storage.transaction((tx) => changeApplication(tx, manager.id, { managementAccess: false }, by));
    const third = (await refresh(stage.node, manager, second.refresh_token)).json();
    assert.equal(third.scope, "openid offline_access");
    assert.deepEqual((await introspect(stage.node, manager, third.access_token)).aud, [manager.id, project.id]);
  });
});
