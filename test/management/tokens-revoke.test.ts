/** Ending a token over the management API. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { signInToWeb } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { tokenStage } from "./token-stage.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`ending a token, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());
    const { exchange, introspect, makeRobot, newCode, refresh, revoke, told } = tokenStage(() => api);

    const eventsOf = async (query: string) => (await api.owner.get(`/events?${query}`)).json.items;

    test("an access token ends alone, by itself or by its id, once", async () => {
      for (const by of ["token", "id"] as const) {
        const { access_token, refresh_token } = await signInToWeb(api.idp);
        const { id } = await told(access_token);
        const body = by === "token" ? { token: access_token } : { id };
        const first = await revoke(body);
        assert.deepEqual([first.status, first.body], [204, ""]);
        assert.equal((await introspect(access_token)).active, false);
        const json = await told(access_token);
        assert.deepEqual(
          [json.active, json.reason, json.revokedBy.kind, json.revokedBy.id],
          [false, "token_revoked", "service_user", api.owner.userId],
        );
        assert.equal((await refresh(refresh_token)).status, 200, "the session goes on");
        assert.deepEqual(
          [(await revoke(body)).status, (await revoke({ token: access_token })).status],
          [204, 204],
          "again is fine",
        );
        const [event, ...more] = await eventsOf(`resourceKind=token&resourceId=${id}`);
        assert.deepEqual([event.type, event.requestId, more], ["token.revoked", first.headers["x-request-id"], []]);
      }
    });

    test("a refresh token or code ends its session and every token of it", async () => {
      const tokens = await signInToWeb(api.idp);
      const { refresh_token: newer } = (await refresh(tokens.refresh_token)).json;
      assert.equal((await revoke({ token: tokens.refresh_token })).status, 204, "also one that was replaced");
      assert.equal((await introspect(tokens.access_token)).active, false);
      assert.equal((await refresh(newer)).status, 400);
      const json = await told(tokens.access_token);
      assert.deepEqual(
        [json.reason, json.appSession.endedBy, json.revokedBy.id],
        ["session_ended", "ended_by_manager", api.owner.userId],
      );
      const code = await newCode(api.idp.web);
      for (let n = 0; n < 2; n++) assert.equal((await revoke({ token: code })).status, 204);
      assert.equal((await exchange(api.idp.web, code)).error, "invalid_grant");
      assert.equal((await eventsOf(`type=app_session.ended&resourceId=${(await told(code)).appSession.id}`)).length, 1);
    });

    test("a service user's tokens end, personal ones included", async () => {
      const { token, personal, row } = await makeRobot();
      const second = await makeRobot();
      for (const body of [{ token }, { token: personal }, { id: second.row.id }]) {
        for (let n = 0; n < 2; n++) assert.equal((await revoke(body)).status, 204);
      }
      for (const [ended, reason] of [
        [token, "token_revoked"],
        [personal, "token_revoked"],
        [second.personal, "token_revoked"],
      ]) {
        assert.equal((await introspect(ended)).active, false);
        const json = await told(ended);
        assert.deepEqual([json.active, json.reason, json.revokedBy.id], [false, reason, api.owner.userId]);
      }
      assert.equal((await introspect(second.token)).active, true, "its other tokens stay");
      assert.equal(
        (await eventsOf(`type=personal_access_token.revoked&resourceId=${(await told(personal)).user.id}`)).length,
        1,
        row.id,
      );
    });

    test("an ID token cannot be revoked, and is not", async () => {
      const { id_token } = await signInToWeb(api.idp);
      const before = await contentOf(api.idp.node.services.storage);
      const { status, json } = await revoke({ token: id_token });
      assert.deepEqual([status, json.code, json.errors[0].field], [400, "invalid_input", "token"]);
      assert.deepEqual(await contentOf(api.idp.node.services.storage), before);
    });

    test("to see a token is not to end it, and a manager above one's own is out of reach", async () => {
      const { acme, project, ada } = api.idp.world;
      const { storage } = api.idp.node.services;
      const viewer = await api.manager([
        { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: acme.id } },
      ]);
      const ofProject = await api.manager([
        { role: "PROJECT_OWNER", place: { level: "project", projectId: project.id } },
      ]);
      const users = await api.manager([
        { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: acme.id } },
      ]);
      const tokens = await signInToWeb(api.idp);
      const { token: ofRobot, id: robotId } = await makeRobot();
      const { id } = await told(tokens.access_token);
      const before = await contentOf(storage);
      for (const caller of [viewer, ofProject]) {
        for (const body of [{ token: tokens.access_token }, { token: tokens.refresh_token }, { id }]) {
          const { status, json } = await revoke(body, caller);
          assert.deepEqual([status, json.code], [403, "permission_missing"]);
          assert.match(json.detail, /session\.delete/);
        }
      }
      assert.match((await revoke({ token: ofRobot }, viewer)).json.detail, /service_user_token\.delete/);
      assert.deepEqual(await contentOf(storage), before);
      assert.equal((await revoke({ token: ofRobot }, users)).status, 204);
      assert.equal((await revoke({ id }, users)).status, 204);

      await storage.transaction(async (tx) => {
        await addManager(
          tx,
          { userId: ada.id, role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
          by,
        );
        await addManager(tx, { userId: robotId, role: "IAM_OWNER_VIEWER", place: { level: "iam" } }, by);
      });
      const again = await signInToWeb(api.idp);
      const unchanged = await contentOf(storage);
      for (const token of [again.refresh_token, again.access_token, ofRobot]) {
        assert.equal((await told(token, users)).user.id, token === ofRobot ? robotId : ada.id);
        const { status, json } = await revoke({ token }, users);
        assert.deepEqual([status, json.code], [403, "permission_missing"]);
        assert.match(json.detail, /is a manager of (?:their organization|the instance), and you do not hold/);
      }
      assert.deepEqual(await contentOf(storage), unchanged);
      assert.equal((await revoke({ token: again.refresh_token })).status, 204, "the owner of the instance may");
    });
  });
}
