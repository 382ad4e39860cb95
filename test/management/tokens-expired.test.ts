/** Tokens and sessions whose time is over, explained over the management API. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { createServiceUser, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { revoke as revokeKey } from "../../src/keys/key-store.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import { type Api, managementToken, startApi } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, post, signInToWeb } from "../support/idp.ts";
import { by } from "../support/world.ts";

const HOUR = 3_600_000;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`tokens whose time is over, on ${engine.name}`, () => {
    let api: Api;
    let secret: string;
    let ownerId: string;
    before(async () => {
      api = await startApi(engine);
      const { storage } = api.idp.node.services;
      ownerId = api.owner.userId;
      secret = (await storage.transaction((tx) => replaceSecret(tx, ownerId, by))).secret;
    });
    after(() => api.close());

    /** As the owner, with a token of now. */
    const call = async (path: string, body: unknown) =>
      api.call("POST", path, await managementToken(api.idp, ownerId, secret), { body });
    const told = async (token: unknown) => {
      const { status, json, body } = await call("/tokens/inspect", { token });
      assert.equal(status, 200, body);
      return json;
    };

    test("an expired token is still explained, and what came first is the reason", async () => {
      const { storage, keys } = api.idp.node.services;
      const jwtClient = await api.idp.register("web", { authMethod: "basic", tokens: { accessTokenKind: "jwt" } });
      const signIn = async () => {
        const code =
          (await authorize(api.idp, { client: jwtClient, parameters: { scope: "openid" } })).get("code") ?? "";
        const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
        return (await post(api.idp, "/oauth/v2/token", form, { authorization: basic(jwtClient) })).json;
      };
      const [jwt, opaque, revoked, code] = [
        await signIn(),
        await signInToWeb(api.idp),
        await signInToWeb(api.idp),
        (await authorize(api.idp, { client: api.idp.web })).get("code"),
      ];
      const { json: byId } = await call("/tokens/inspect", { token: revoked.access_token });
      assert.equal((await call("/tokens/revoke", { id: byId.id })).status, 204);

      await api.idp.node.database.advance(2 * HOUR);
      for (const token of [jwt.access_token, jwt.id_token, opaque.access_token, opaque.id_token, code]) {
        const json = await told(token);
        assert.deepEqual([json.active, json.reason, "revokedBy" in json], [false, "expired", false], json.kind);
      }
      assert.equal((await told(opaque.refresh_token)).active, true, "it lives longer");

      // What happens to the user later is not why it ended.
      await storage.transaction((tx) => setUserState(tx, api.idp.world.ada.id, "lock", by));
      assert.equal((await told(jwt.access_token)).reason, "expired");
      assert.equal((await told(opaque.refresh_token)).reason, "user_not_active");
      const before = await told(revoked.access_token);
      assert.deepEqual([before.reason, before.revokedBy.id], ["token_revoked", ownerId]);

      // The row about the revocation is swept in the end; the log remembers.
      await storage.db.deleteFrom("revoked_tokens").execute();
      assert.deepEqual(await told(revoked.access_token), before);
      assert.equal(
        (await call("/tokens/revoke", { token: jwt.access_token })).status,
        204,
        "there is nothing left to revoke",
      );
      assert.deepEqual(await storage.db.selectFrom("revoked_tokens").selectAll().execute(), []);

      const kid = JSON.parse(Buffer.from(String(jwt.access_token).split(".")[0] ?? "", "base64url").toString()).kid;
      await revokeKey(keys, kid, by);
      await api.idp.node.services.ring.refresh();
      assert.equal(
        (await call("/tokens/inspect", { token: jwt.access_token })).json.code,
        "unknown_resource",
        "its key is gone",
      );
    });

    test("sessions that run out say so", async () => {
      const { storage } = api.idp.node.services;
      await storage.transaction((tx) => setUserState(tx, api.idp.world.ada.id, "unlock", by));
      const tokens = await signInToWeb(api.idp);
      const { signIn, appSession } = await told(tokens.access_token);
      const over = { idle_expires_at: 1, expires_at: 1 };
      await storage.db.updateTable("login_sessions").set(over).where("id", "=", signIn.loginSessionId).execute();
      const json = await told(tokens.access_token);
      assert.deepEqual([json.active, json.reason, "revokedBy" in json], [false, "login_session_expired", false]);
      assert.equal((await told(tokens.refresh_token)).active, true);
      await storage.db.deleteFrom("login_sessions").where("id", "=", signIn.loginSessionId).execute();
      const swept = await told(tokens.access_token);
      assert.deepEqual(
        [swept.reason, Object.keys(swept.signIn).toSorted()],
        ["login_session_expired", ["amr", "authenticatedAt", "loginSessionId"]],
      );
      await storage.db.updateTable("app_sessions").set(over).where("id", "=", appSession.id).execute();
      assert.equal((await told(tokens.refresh_token)).reason, "session_expired");
      await storage.db.deleteFrom("app_sessions").where("id", "=", appSession.id).execute();
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        assert.equal(
          (await call("/tokens/inspect", { token })).json.code,
          "unknown_resource",
          "nothing says whose it was",
        );
      }
    });

    test("a personal access token that has expired says so, also when it is revoked afterwards", async () => {
      const { storage, tickets } = api.idp.node.services;
      const { userId, row } = await storage.transaction(async (tx) => {
        const robot = await createServiceUser(tx, { organizationId: api.idp.world.acme.id, userName: "old-robot" }, by);
        const input = { userId: robot.id, name: "ci", scopes: ["openid"], expiresAt: Date.now() + 3 * HOUR };
        return { userId: robot.id, row: await createPersonalAccessToken(tx, input, by) };
      });
      const token = tickets.seal(personalAccessTicket, { p: row.id, u: userId });
      assert.equal((await told(token)).active, true);
      await api.idp.node.database.advance(2 * HOUR);
      assert.equal((await told(token)).reason, "expired");
      assert.equal((await call("/tokens/revoke", { token })).status, 204);
      assert.equal((await told(token)).reason, "expired");
    });
  });
}
