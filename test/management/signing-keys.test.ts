/** Signing keys over the management API: seeing, rotating, revoking and enabling them. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { type Api, startApi } from "../support/api.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { signInToWeb } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

interface KeyJson {
  readonly id: string;
  readonly algorithm: string;
  readonly purpose: string;
  readonly state: string;
  readonly inKeySet: boolean;
  readonly activatesAt: string;
  readonly revokedAt?: string;
}

for (const engine of enginesOf(import.meta.filename)) {
  describe(`signing keys over the API, on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await startApi(engine);
    });
    after(() => api.close());

    const list = async (): Promise<KeyJson[]> => (await api.owner.get("/signing-keys")).json.items;
    const find = async (algorithm: string, state: string): Promise<KeyJson> => {
      const key = (await list()).find((one) => one.algorithm === algorithm && one.state === state);
      assert.ok(key, `there is no ${state} ${algorithm} key`);
      return key;
    };
    const published = async (node: TestNode): Promise<string[]> =>
      (await node.app.inject("/oauth/v2/keys")).json().keys.map(({ kid }: { kid: string }) => kid);
    const newestEvents = async (type: string, limit: number) =>
      (await api.owner.get(`/events?type=${type}&limit=${limit}`)).json.items;

    test("the list shows every key with its state, and nothing that is secret", async () => {
      const { json, body } = await api.owner.get("/signing-keys");
      const states = json.items.map(({ algorithm, purpose, state, inKeySet }: KeyJson) => [
        algorithm,
        purpose,
        state,
        inKeySet,
      ]);
      assert.deepEqual(states, [
        ["ES256", "tokens", "active", true],
        ["ES256", "tokens", "published", true],
        ["RS256", "tokens", "active", true],
        ["RS256", "tokens", "published", true],
        ["ticket", "tickets", "active", false],
        ["ticket", "tickets", "published", false],
      ]);
      const allowed = ["id", "algorithm", "purpose", "state", "inKeySet", "createdAt", "activatesAt"];
      for (const key of json.items) assert.deepEqual(Object.keys(key).toSorted(), allowed.toSorted());
      const rows = await api.idp.node.services.storage.db.selectFrom("keys").select("sealed").execute();
      for (const { sealed } of rows) assert.ok(!body.includes(sealed));
      const inSet = json.items.filter((key: KeyJson) => key.inKeySet).map((key: KeyJson) => key.id);
      assert.deepEqual((await published(api.idp.node)).toSorted(), inSet.toSorted());
    });

    test("a rotation waits until clients have seen the new key, unless it is to be immediate", async () => {
      const spare = await find("ES256", "published");
      const planned = await api.owner.post("/signing-keys/rotate", { algorithm: "ES256" });
      assert.equal(planned.status, 200, planned.body);
      const [rotation] = planned.json.rotations;
      assert.deepEqual([planned.json.rotations.length, rotation.algorithm, rotation.id], [1, "ES256", spare.id]);
      const hours = (Date.parse(rotation.activatesAt) - Date.now()) / 3_600_000;
      assert.ok(hours > 23 && hours < 24, `${hours} hours`);
      assert.equal((await find("ES256", "published")).activatesAt, rotation.activatesAt);

      const before = await find("ES256", "active");
      const done = await api.owner.post("/signing-keys/rotate", { algorithm: "ES256", immediately: true });
      assert.deepEqual([done.status, done.json.rotations[0].id], [200, spare.id]);
      assert.equal((await find("ES256", "active")).id, spare.id);
      assert.deepEqual(
        [(await find("ES256", "retired")).id, (await find("ES256", "retired")).inKeySet],
        [before.id, true],
      );
      assert.equal(api.idp.node.services.ring.signingKey("ES256").id, spare.id, "this node signs with it at once");
      const [event] = await newestEvents("key.rotated", 1);
      assert.deepEqual(event.actor, { kind: "service_user", id: api.owner.userId });
      assert.deepEqual(
        [event.resource, event.requestId],
        [{ kind: "key", id: spare.id }, done.headers["x-request-id"]],
      );
    });

    test("without an algorithm all of them rotate", async () => {
      const { json } = await api.owner.post("/signing-keys/rotate", { immediately: true });
      assert.deepEqual(json.rotations.map(({ algorithm }: KeyJson) => algorithm).toSorted(), [
        "ES256",
        "RS256",
        "ticket",
      ]);
      assert.equal(
        (await api.owner.get("/signing-keys")).status,
        200,
        "tokens sealed under the former key are still good",
      );
    });

    test("an algorithm without keys cannot rotate before it is enabled; enabling it twice changes nothing", async () => {
      const { storage } = api.idp.node.services;
      const before = await contentOf(storage);
      const early = await api.owner.post("/signing-keys/rotate", { algorithm: "EdDSA" });
      assert.deepEqual(
        [early.status, early.json.code, early.json.errors[0].field],
        [400, "invalid_input", "algorithm"],
      );
      for (const body of [{ algorithm: "none" }, { algorithm: 1 }, { now: true }, undefined]) {
        assert.equal((await api.owner.post("/signing-keys/rotate", body)).json.code, "invalid_input");
      }
      for (const body of [{ algorithm: "ticket" }, { algorithm: "HS256" }, {}]) {
        assert.equal((await api.owner.post("/signing-keys/enable", body)).json.code, "invalid_input");
      }
      assert.deepEqual(await contentOf(storage), before);

      const enabled = await api.owner.post("/signing-keys/enable", { algorithm: "EdDSA" });
      assert.deepEqual(
        [enabled.status, enabled.json.items.map(({ state }: KeyJson) => state)],
        [200, ["active", "published"]],
      );
      assert.ok(api.idp.node.services.ring.algorithms().includes("EdDSA"));
      for (const event of await newestEvents("key.created", 2)) {
        assert.deepEqual(
          [event.actor, event.detail],
          [{ kind: "service_user", id: api.owner.userId }, { algorithm: "EdDSA" }],
        );
      }
      const after = await contentOf(storage);
      assert.deepEqual((await api.owner.post("/signing-keys/enable", { algorithm: "EdDSA" })).json, enabled.json);
      assert.deepEqual(await contentOf(storage), after);
      assert.equal((await api.owner.post("/signing-keys/rotate", { algorithm: "EdDSA" })).status, 200);
    });

    test("a revoked key leaves the key set of this node at once and of another within a second, and its spare takes over", async () => {
      const other = await startTestNode({ engine, beside: api.idp.node });
      try {
        const active = await find("RS256", "active");
        const spare = await find("RS256", "published");
        assert.ok((await published(other)).includes(active.id));
        const { status, json } = await api.owner.post(`/signing-keys/${active.id}/revoke`);
        assert.deepEqual([status, json.id, json.state, json.inKeySet], [200, active.id, "revoked", false]);
        assert.ok(json.revokedAt);
        assert.ok(!(await published(api.idp.node)).includes(active.id));
        assert.equal(api.idp.node.services.ring.signingKey("RS256").id, spare.id);
        const [event] = await newestEvents("key.revoked", 1);
        assert.deepEqual(
          [event.resource.id, event.actor.id, event.detail.wasActive],
          [active.id, api.owner.userId, true],
        );
        const again = await api.owner.post(`/signing-keys/${active.id}/revoke`);
        assert.deepEqual([again.status, again.json], [200, json], "a second time says the same");
        assert.equal((await newestEvents("key.revoked", 10)).length, 1);
        await wait(1_500);
        assert.ok(!(await published(other)).includes(active.id));
      } finally {
        await other.close();
      }
    });

    test("a key that there is not is unknown, and nothing changes", async () => {
      const { storage } = api.idp.node.services;
      const before = await contentOf(storage);
      for (const id of ["nothing", "%20", "a".repeat(150)]) {
        const { status, json } = await api.owner.post(`/signing-keys/${id}/revoke`);
        assert.deepEqual([status, json.code], [404, "unknown_resource"]);
      }
      assert.deepEqual(await contentOf(storage), before);
    });

    test("a viewer of the instance sees the keys and changes none; managers of organizations do not even see them", async () => {
      const { storage } = api.idp.node.services;
      const viewer = await api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
      const organization = await api.manager([
        { role: "ORG_OWNER", place: { level: "organization", organizationId: api.idp.world.acme.id } },
      ]);
      const { id } = await find("RS256", "active");
      const before = await contentOf(storage);
      assert.equal((await viewer.get("/signing-keys")).status, 200);
      assert.equal((await organization.get("/signing-keys")).json.code, "permission_missing");
      for (const caller of [viewer, organization]) {
        assert.equal((await caller.post("/signing-keys/rotate", {})).json.code, "permission_missing");
        assert.equal(
          (await caller.post("/signing-keys/enable", { algorithm: "EdDSA" })).json.code,
          "permission_missing",
        );
        assert.equal((await caller.post(`/signing-keys/${id}/revoke`)).json.code, "permission_missing");
      }
      assert.deepEqual(await contentOf(storage), before);
    });

    test("revoking the active ticket key signs everybody out, whoever did it included", async () => {
      const tokens = await signInToWeb(api.idp);
      const userinfo = () =>
        api.idp.node.app.inject({
          url: "/oauth/v2/userinfo",
          headers: { authorization: `Bearer ${tokens.access_token}` },
        });
      assert.equal((await userinfo()).statusCode, 200);
      // The owner's token was sealed under a key from before; one from now is what the active key sealed.
      const { id } = await find("ticket", "active");
      const second = await api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
      const { status, json } = await second.post(`/signing-keys/${id}/revoke`);
      assert.deepEqual([status, json.state], [200, "revoked"], "the answer still comes");
      assert.equal((await userinfo()).statusCode, 401);
      assert.equal((await second.get("/signing-keys")).json.code, "invalid_token");
      assert.equal((await api.idp.node.app.inject("/oauth/v2/keys")).statusCode, 200);
      assert.ok(typeof (await signInToWeb(api.idp)).access_token === "string", "signing in works at once");
    });
  });
}
