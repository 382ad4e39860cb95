/** Introspection: what it tells, to whom, and the exact silence towards everybody else. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setMetadata } from "../../src/identity/metadata.ts";
import { addProjectCaller, removeProjectCaller } from "../../src/identity/project-callers.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { createProject } from "../../src/identity/projects.ts";
import { assignRoles, deleteRoleAssignment } from "../../src/identity/role-assignments.ts";
import {
  createPersonalAccessToken,
  revokePersonalAccessToken,
} from "../../src/identity/service-users/personal-access-tokens.ts";
import { changeHuman } from "../../src/identity/users/humans.ts";
import { revoke } from "../../src/keys/key-store.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import {
  type Client,
  getTokens,
  INTROSPECT,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import { issuer, onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("introspection", (stage) => {
  let web: Client;
  let api: Client;
  let foreign: Client;
  before(async () => {
    const { storage, project, acme, other } = stage.world;
    const place = { projectId: project.id, organizationId: acme.id };
    web = await makeClient(storage, { ...place, method: "basic" });
    api = await makeClient(storage, { ...place, method: "basic", type: "api" });
    const elsewhere = await storage.transaction((tx) =>
      createProject(tx, { organizationId: other.id, name: "Elsewhere" }, by),
    );
    foreign = await makeClient(storage, {
      projectId: elsewhere.id,
      organizationId: other.id,
      method: "basic",
      type: "api",
    });
  });
  const token = async (scopes: string[], client = web) =>
    (await getTokens(stage.node, client, { userId: stage.world.ada.id, scopes })).access_token;
  const raw = async (as: Client, value: string) => (await post(stage.other, INTROSPECT, { token: value }, { as })).body;

  for (const kind of ["opaque", "jwt"] as const) {
    test(`an active ${kind} token is described exactly, to its client and to an API of its project`, async () => {
      const { storage, project, acme, ada } = stage.world;
      const client = await makeClient(storage, {
        projectId: project.id,
        organizationId: acme.id,
        method: "basic",
        change: { tokens: { accessTokenKind: kind } },
      });
      const value = await token(["openid", "email"], client);
      for (const as of [client, api]) {
        const answer = await post(stage.other, INTROSPECT, { token: value, token_type_hint: "refresh_token" }, { as });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers["cache-control"], "no-store");
        assert.equal(answer.headers["access-control-allow-origin"], undefined);
        const { exp, iat, jti, ...rest } = answer.json();
        assert.equal(exp - iat, 3600);
        assert.match(jti, /^a\./);
        assert.deepEqual(rest, {
          active: true,
          scope: "openid email",
          client_id: client.id,
          token_type: "Bearer",
          nbf: iat,
          sub: ada.id,
          aud: [client.id, project.id],
          iss: issuer,
          username: `ada@${acme.domain}`,
          email: ada.email,
          email_verified: true,
        });
      }
      assert.equal(await raw(foreign, value), '{"active":false}');
    });
  }

  test("everything else is exactly inactive", async () => {
    const { storage, ada } = stage.world;
    const { access_token, refresh_token, id_token } = await getTokens(stage.node, web, { userId: ada.id });
    const changed = access_token.slice(0, 40) + (access_token[40] === "A" ? "B" : "A") + access_token.slice(41);
    for (const wrong of [
      refresh_token,
      id_token,
      changed,
      access_token.slice(0, -1),
      `${access_token}A`,
      "x",
      "sga_",
      "a.b.c",
      ada.id,
      "é",
      "x".repeat(60_000),
    ]) {
      assert.equal(await raw(web, wrong), '{"active":false}', wrong.slice(0, 30));
    }
    const answer = await post(stage.node, INTROSPECT, {}, { as: web });
    assert.equal(answer.json().error, "invalid_request");
    await storage.db.updateTable("users").set({ state: "locked" }).where("id", "=", ada.id).execute();
    assert.equal(await raw(web, access_token), '{"active":false}');
    await storage.db.updateTable("users").set({ state: "active" }).where("id", "=", ada.id).execute();
  });

  test("it expires by the database's clock", async () => {
    const value = await token(["openid"]);
    await stage.database.advance(3_598_000);
    assert.equal((await introspect(stage.node, web, value)).active, true);
    await stage.database.advance(3_000);
    assert.equal(await raw(web, value), '{"active":false}');
  });

  test("the scopes decide what is told about the person; nothing empty, and the same at userinfo", async () => {
    const { storage, ada, acme } = stage.world;
    const profile = { nickname: "Countess", locale: "en-GB", picture: "https://img.example/ada.png" };
    const address = { street: "12 St James's Square", locality: "London", postalCode: "SW1Y 4JH", country: "UK" };
    await storage.transaction(async (tx) => {
      await changeHuman(tx, ada.id, { profile, address, phone: { number: "+44 20 7930 7705", verified: true } }, by);
      for (const [key, value] of [
        ["plan", "50%, or less"],
        ["__proto__", "x"],
        ["iss", "https://evil.example"],
      ] as const) {
        await setMetadata(tx, { kind: "user", id: ada.id }, { key, value }, by);
      }
    });
    const owner = "urn:service:iam:user:resourceowner";
    const told: Record<string, Record<string, unknown>> = {
      openid: {},
      profile: {
        name: "Ada Lovelace",
        family_name: "Lovelace",
        given_name: "Ada",
        nickname: "Countess",
        preferred_username: `ada@${acme.domain}`,
        picture: "https://img.example/ada.png",
        locale: "en-GB",
      },
      email: { email: ada.email, email_verified: true },
      phone: { phone_number: "+442079307705", phone_number_verified: true },
      address: {
        address: {
          formatted: "12 St James's Square\nSW1Y 4JH London\nUK",
          street_address: "12 St James's Square",
          locality: "London",
          postal_code: "SW1Y 4JH",
          country: "UK",
        },
      },
      [owner]: { [`${owner}:id`]: acme.id, [`${owner}:name`]: "Acme", [`${owner}:primary_domain`]: acme.domain },
      "urn:service:iam:user:metadata": {
        "urn:service:iam:user:metadata": JSON.parse(
          '{"__proto__":"x","iss":"https://evil.example","plan":"50%, or less"}',
        ),
      },
    };
    for (const [scope, expected] of Object.entries(told)) {
      const value = await token(["openid", scope]);
      const { sub, updated_at, ...claims } = (await userinfo(stage.node, value)).json();
      assert.equal(sub, ada.id);
      assert.deepEqual(claims, expected, scope);
      assert.equal(typeof updated_at, scope === "profile" ? "number" : "undefined");
      const introspected = await introspect(stage.node, web, value);
      for (const [name, claim] of Object.entries(expected)) assert.deepEqual(introspected[name], claim, name);
      assert.equal(introspected.iss, issuer);
    }
  });

  test("roles are told when asked for, nested and flat, as they are now", async () => {
    const { storage, project, acme, ada } = stage.world;
    const assignment = await storage.transaction(async (tx) => {
      for (const key of ["reader", "writer"]) await addProjectRole(tx, project.id, { key }, by);
      return assignRoles(tx, { userId: ada.id, projectId: project.id, roleKeys: ["reader", "writer"] }, by);
    });
    const nested = "urn:service:iam:org:project:roles";
    const all = await token(["openid", "urn:service:iam:org:projects:roles"]);
    const one = await token([
      "openid",
      "urn:service:iam:org:project:role:reader",
      "urn:service:iam:org:project:role:owner",
    ]);
    const none = await token(["openid"]);
    const inAcme = { [acme.id]: acme.domain };
    const shown = await introspect(stage.node, web, all);
    assert.deepEqual(shown[nested], { reader: inAcme, writer: inAcme });
    assert.deepEqual(shown.roles, ["reader", "writer"]);
    assert.deepEqual((await userinfo(stage.node, all)).json().roles, ["reader", "writer"]);
    assert.deepEqual((await introspect(stage.node, web, one)).roles, ["reader"]);
    assert.equal((await introspect(stage.node, web, none)).roles, undefined);
    await storage.db.updateTable("projects").set({ role_assertion: 1 }).where("id", "=", project.id).execute();
    assert.deepEqual((await introspect(stage.node, web, none)).roles, ["reader", "writer"]);
    await storage.transaction((tx) => deleteRoleAssignment(tx, assignment.id, by));
    assert.equal((await introspect(stage.other, web, all)).roles, undefined);
    await storage.db.updateTable("projects").set({ role_assertion: 0 }).where("id", "=", project.id).execute();
  });

  test("an API of another project in the audience hears about the roles in its own project only, and only while it lists the application", async () => {
    const { storage, project, other, bob } = stage.world;
    const shared = await storage.transaction(async (tx) => {
      const made = await createProject(tx, { organizationId: other.id, name: "Shared" }, by);
      await addProjectRole(tx, made.id, { key: "auditor" }, by);
      await assignRoles(tx, { userId: bob.id, projectId: made.id, roleKeys: ["auditor"] }, by);
      await addProjectCaller(tx, made.id, { applicationId: web.id }, by);
      await grantAccepted(tx, { projectId: project.id, organizationId: other.id, roleKeys: [] }, by);
      return made;
    });
    const theirs = await makeClient(storage, {
      projectId: shared.id,
      organizationId: other.id,
      method: "basic",
      type: "api",
    });
    const scopes = ["openid", "urn:service:iam:org:projects:roles", `urn:service:iam:org:project:id:${shared.id}:aud`];
    const { access_token } = await getTokens(stage.node, web, { userId: bob.id, scopes });
    const seen = await introspect(stage.node, theirs, access_token);
    assert.deepEqual(seen.aud, [web.id, project.id, shared.id]);
    assert.deepEqual(seen.roles, ["auditor"]);
    assert.equal(
      (await introspect(stage.node, web, access_token)).roles,
      undefined,
      "none in the project of the one who asks",
    );
    await storage.transaction((tx) => removeProjectCaller(tx, shared.id, web.id, by));
    assert.equal(await raw(theirs, access_token), '{"active":false}');
    assert.deepEqual((await introspect(stage.node, web, access_token)).aud, [web.id, project.id]);
  });

  test("a personal access token is described from its row, and ends with it", async () => {
    const { storage, acme, project } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const scopes = ["openid", "profile", `urn:service:iam:org:project:id:${project.id}:aud`];
    const expiresAt = (await storage.now()) + 86_400_000;
    const row = await storage.transaction((tx) =>
      createPersonalAccessToken(tx, { userId: robot.id, name: "ci", scopes, expiresAt }, by),
    );
    const value = stage.node.tokens.tickets.seal(personalAccessTicket, { p: row.id, u: robot.id });
    const shown = await introspect(stage.other, api, value);
    assert.equal(shown.active, true);
    assert.equal(shown.client_id, robot.id);
    assert.equal(shown.scope, scopes.join(" "));
    assert.equal(shown.exp, Math.floor(expiresAt / 1000));
    assert.deepEqual(shown.aud, [robot.id, project.id]);
    assert.equal(shown.name, robot.user.name);
    const used = await storage.db
      .selectFrom("personal_access_tokens")
      .select("last_used_at")
      .where("id", "=", row.id)
      .executeTakeFirst();
    assert.ok(used?.last_used_at);
    await storage.transaction((tx) => revokePersonalAccessToken(tx, robot.id, row.id, by));
    assert.equal(await raw(api, value), '{"active":false}');
  });

  test("a JWT signed by a key that was revoked is inactive", async () => {
    const { storage, project, acme } = stage.world;
    const tokens = { accessTokenKind: "jwt", idTokenAlgorithm: "ES256" } as const;
    const client = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      change: { tokens },
    });
    const value = await token(["openid"], client);
    assert.equal((await introspect(stage.node, client, value)).active, true);
    const { kid } = JSON.parse(Buffer.from(value.split(".")[0] ?? "", "base64url").toString());
    await revoke(stage.node.keys, kid, { actor: { kind: "operator" } });
    await stage.other.tokens.ring.refresh();
    await stage.node.tokens.ring.refresh();
    assert.equal(await raw(client, value), '{"active":false}');
  });
});
