/** Inspecting a token over the management API: what is told about it, and why it ended. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changeApplication, deleteApplication } from "../../src/identity/applications/applications.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { type Api, startApi } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import { basic, post, type Registered, signInToWeb } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { tokenStage } from "./token-stage.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`inspecting a token, on ${engine.name}`, () => {
    let api: Api;
    let jwtClient: Registered;
    before(async () => {
      api = await startApi(engine);
      jwtClient = await api.idp.register("web", {
        authMethod: "basic",
        grantTypes: ["authorization_code", "refresh_token"],
        tokens: { accessTokenKind: "jwt" },
      });
    });
    after(() => api.close());
    const { exchange, inspect, introspect, makeRobot, newCode, refresh, revoke, told } = tokenStage(() => api);

    test("an access token leads to its user, application, session and sign-in", async () => {
      const { ada, acme, project } = api.idp.world;
      const { access_token } = await signInToWeb(api.idp);
      const json = await told(access_token);
      const described = await introspect(access_token);
      assert.deepEqual(json, {
        kind: "access_token",
        format: "opaque",
        id: described.jti,
        active: true,
        user: {
          id: ada.id,
          kind: "human",
          organizationId: acme.id,
          loginName: described.username,
          displayName: "Ada Lovelace",
        },
        application: { id: api.idp.web.application.id, name: "App", projectId: project.id },
        signIn: {
          loginSessionId: json.signIn.loginSessionId,
          startedAt: json.signIn.startedAt,
          authenticatedAt: json.signIn.authenticatedAt,
          amr: ["pwd"],
          userAgent: json.signIn.userAgent,
        },
        appSession: {
          id: String(described.jti).split(".")[1],
          createdAt: json.appSession.createdAt,
          lastUsedAt: json.appSession.lastUsedAt,
        },
        scopes: ["openid", "offline_access"],
        audience: described.aud,
        issuedAt: new Date(Number(described.iat) * 1000).toISOString(),
        expiresAt: new Date(Number(described.exp) * 1000).toISOString(),
      });
      for (const at of [json.signIn.startedAt, json.signIn.authenticatedAt, json.appSession.createdAt])
        assert.match(at, TIME);
    });

    test("a JWT, a refresh token, a code and an ID token say the same of where they come from", async () => {
      const code = await newCode(jwtClient);
      const ofCode = await told(code);
      const tokens = await exchange(jwtClient, code);
      const [jwt, refreshToken, idToken, spent] = await Promise.all(
        [tokens.access_token, tokens.refresh_token, tokens.id_token, code].map((token) => told(token)),
      );
      assert.deepEqual(
        [ofCode, jwt, refreshToken, idToken, spent].map(({ kind, format, active, reason }) => [
          kind,
          format,
          active,
          reason,
        ]),
        [
          ["authorization_code", "opaque", true, undefined],
          ["access_token", "jwt", true, undefined],
          ["refresh_token", "opaque", true, undefined],
          ["id_token", "jwt", false, "not_a_credential"],
          ["authorization_code", "opaque", false, "code_spent"],
        ],
      );
      for (const one of [jwt, refreshToken, spent]) {
        assert.deepEqual([one.user, one.application, one.signIn], [ofCode.user, ofCode.application, ofCode.signIn]);
        assert.equal(one.appSession.id, ofCode.appSession.id);
        assert.deepEqual([one.scopes, one.audience], [ofCode.scopes, jwt.audience]);
      }
      assert.deepEqual([idToken.user, idToken.application], [ofCode.user, ofCode.application]);
      assert.equal(idToken.signIn.loginSessionId, ofCode.signIn.loginSessionId);
      assert.deepEqual([idToken.audience, idToken.scopes], [[jwtClient.application.id], []]);
      const seconds = (one: { expiresAt: string; issuedAt: string }) =>
        (Date.parse(one.expiresAt) - Date.parse(one.issuedAt)) / 1000;
      assert.deepEqual(
        [seconds(ofCode), seconds(jwt), seconds(idToken), seconds(refreshToken)],
        [60, 3600, 3600, 30 * 86_400],
      );
    });

    test("a service user's tokens name what they were got with", async () => {
      const { id: robotId, row, token, personal } = await makeRobot();
      const bySecret = await told(token);
      assert.deepEqual(
        [bySecret.kind, bySecret.active, bySecret.serviceCredential],
        ["access_token", true, { kind: "secret" }],
      );
      assert.deepEqual([bySecret.user.id, bySecret.user.kind], [robotId, "service"]);
      assert.ok(!("application" in bySecret) && !("signIn" in bySecret) && !("appSession" in bySecret));
      const json = await told(personal);
      assert.deepEqual(json, {
        kind: "personal_access_token",
        format: "opaque",
        id: row.id,
        active: true,
        user: bySecret.user,
        serviceCredential: { kind: "personal_access_token", id: row.id },
        scopes: row.scopes,
        audience: bySecret.audience,
        issuedAt: json.issuedAt,
        expiresAt: new Date(Math.floor(row.expiresAt / 1000) * 1000).toISOString(),
      });
      assert.deepEqual((await inspect({ id: row.id })).json, json, "its id is as good as itself, for being explained");
    });

    test("by the id of an access token it is told what can be known, and that the rest cannot", async () => {
      const { access_token } = await signInToWeb(api.idp);
      const whole = await told(access_token);
      const { json } = await inspect({ id: whole.id });
      const { format: _, active: __, issuedAt: ___, expiresAt: ____, ...same } = whole;
      assert.deepEqual(json, { ...same, reason: "expiry_unknown", reasonDetail: json.reasonDetail });
      const robot = await makeRobot();
      const ofRobot = await told(robot.token);
      const byId = (await inspect({ id: ofRobot.id })).json;
      assert.deepEqual([byId.user, byId.reason, "active" in byId], [ofRobot.user, "expiry_unknown", false]);

      assert.equal((await revoke({ token: access_token })).status, 204);
      const after = (await inspect({ id: whole.id })).json;
      assert.deepEqual([after.active, after.reason, after.revokedBy.id], [false, "token_revoked", api.owner.userId]);
      await api.idp.node.services.storage.transaction((tx) => setUserState(tx, robot.id, "deactivate", by));
      const inactive = (await inspect({ id: ofRobot.id })).json;
      assert.deepEqual(
        [inactive.active, inactive.reason, inactive.reasonDetail],
        [false, "user_not_active", "The user is inactive"],
      );
    });

    test("a token that may no longer reach the management API counts, without it", async () => {
      const { storage } = api.idp.node.services;
      const client = await api.idp.register("web", { authMethod: "basic", managementAccess: true });
      const tokens = await exchange(client, await newCode(client, "openid urn:service:iam:org:project:id:service:aud"));
      const before = await told(tokens.access_token);
      assert.ok(before.active && before.reason === undefined);
      assert.ok(before.audience.includes(api.idp.world.instance.projectId));
      await storage.transaction((tx) => changeApplication(tx, client.application.id, { managementAccess: false }, by));
      const after = await told(tokens.access_token);
      assert.deepEqual([after.active, after.reason, after.scopes], [true, "audience_lost", ["openid"]]);
      assert.ok(!after.audience.includes(api.idp.world.instance.projectId));
    });

    test("a replaced refresh token is good for the moment in which its answer may have been lost, then it means theft", async () => {
      const { refresh_token: first } = await signInToWeb(api.idp);
      const { refresh_token: second } = (await refresh(first)).json;
      assert.equal((await told(first)).active, true, "in the grace window");
      for (let n = 0; n < 30; n++) assert.equal((await refresh(first)).status, 200);
      assert.equal((await told(first)).reason, "repeated_too_often");
      assert.equal((await refresh(first)).status, 400);
      assert.equal((await told(second)).active, true);
      const { refresh_token: third } = (await refresh(second)).json;
      const old = await told(first);
      assert.deepEqual([old.active, old.reason, "issuedAt" in old], [false, "superseded", false]);
      assert.equal((await told(third)).active, true, "asking ends nothing");
      assert.equal((await refresh(first)).status, 400, "but using it does");
      const ended = await told(third);
      assert.deepEqual(
        [ended.active, ended.reason, ended.appSession.endedBy],
        [false, "session_ended", "refresh_theft"],
      );
      assert.match(ended.reasonDetail, /after it had been replaced/);
      assert.deepEqual(ended.revokedBy, { kind: "application", id: api.idp.web.application.id, at: ended.revokedAt });
      assert.ok(Math.abs(Date.parse(ended.revokedAt) - Date.parse(ended.appSession.endedAt)) < 5_000);
    });

    test("an application that lost the grant cannot use its refresh tokens", async () => {
      const client = await api.idp.register("web", {
        authMethod: "basic",
        grantTypes: ["authorization_code", "refresh_token"],
      });
      const tokens = await exchange(client, await newCode(client));
      const change = { grantTypes: ["authorization_code"] } as const;
      await api.idp.node.services.storage.transaction((tx) => changeApplication(tx, client.application.id, change, by));
      assert.equal((await told(tokens.refresh_token)).reason, "grant_not_allowed");
      assert.equal((await told(tokens.access_token)).active, true);
    });

    test("a token that its client revoked, or whose session its client ended, says so", async () => {
      const tokens = await signInToWeb(api.idp);
      const end = (token: unknown) =>
        post(api.idp, "/oauth/v2/revoke", { token: String(token) }, { authorization: basic(api.idp.web) });
      await end(tokens.access_token);
      const alone = await told(tokens.access_token);
      assert.deepEqual([alone.active, alone.reason, alone.revokedBy.kind], [false, "token_revoked", "application"]);
      assert.equal((await told(tokens.refresh_token)).active, true);
      await end(tokens.refresh_token);
      const all = await told(tokens.refresh_token);
      assert.deepEqual(
        [all.reason, all.appSession.endedBy, all.revokedBy.kind],
        ["session_ended", "revoked", "application"],
      );
    });

    test("a JWT is explained when its application and session are gone; what names nobody is not", async () => {
      const client = await api.idp.register("web", { authMethod: "basic", tokens: { accessTokenKind: "jwt" } });
      const code = await newCode(client);
      const { access_token } = await exchange(client, code);
      const deletedBy = { actor: { kind: "user", id: api.idp.world.ada.id } } as const;
      await api.idp.node.services.storage.transaction((tx) => deleteApplication(tx, client.application.id, deletedBy));
      const json = await told(access_token);
      assert.deepEqual([json.active, json.reason, json.user.id], [false, "session_gone", api.idp.world.ada.id]);
      assert.deepEqual([json.revokedBy.id, json.audience], [api.idp.world.ada.id, [client.application.id]]);
      assert.ok(!("application" in json) && !("appSession" in json));
      assert.equal((await inspect({ token: code })).json.code, "unknown_resource");
      assert.equal((await inspect({ id: json.id })).json.code, "unknown_resource");
      assert.equal((await revoke({ token: access_token })).status, 204, "there is nothing left to end");
    });
  });
}
