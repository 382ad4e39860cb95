import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { oldEvents, record } from "../../src/events/audit-log.ts";
import { resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

for (const engine of engines) {
  describe(`the audit log on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());

    test("keeps who did what to what, when, in which request and which organization", async () => {
      const began = await storage.now();
      await storage.transaction((tx) =>
        record(tx, {
          type: "key.rotated",
          actor: { kind: "user", id: "anna" },
          resource: { kind: "key", id: "k1" },
          organizationId: "acme",
          detail: { algorithm: "ES256", "weird \u2028 text": "'; DROP TABLE events; --\0"[0] },
          requestId: "r1",
        }),
      );
      const row = await storage.db
        .selectFrom("events")
        .selectAll()
        .where("actor_id", "=", "anna")
        .executeTakeFirstOrThrow();
      const { id, at, detail, ...rest } = row;
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      assert.ok(at >= began && at <= (await storage.now()));
      assert.deepEqual(JSON.parse(detail), { algorithm: "ES256", "weird \u2028 text": "'" });
      assert.deepEqual(
        { ...rest },
        {
          type: "key.rotated",
          actor_kind: "user",
          actor_id: "anna",
          organization_id: "acme",
          resource_kind: "key",
          resource_id: "k1",
          request_id: "r1",
        },
      );
    });

    test("has nothing where there is nothing to say", async () => {
      await storage.transaction((tx) =>
        record(tx, { type: "master_key.registered", actor: { kind: "system" }, resource: { kind: "master_key" } }),
      );
      const row = await storage.db
        .selectFrom("events")
        .selectAll()
        .where("actor_kind", "=", "system")
        .executeTakeFirstOrThrow();
      assert.deepEqual(
        [row.actor_id, row.organization_id, row.resource_id, row.request_id, row.detail],
        [null, null, null, null, "{}"],
      );
    });

    test("says nothing of a change that did not happen", async () => {
      await assert.rejects(
        storage.transaction(async (tx) => {
          await record(tx, { type: "key.revoked", actor: { kind: "visitor" }, resource: { kind: "key", id: "k2" } });
          throw new Error("the change failed");
        }),
      );
      assert.deepEqual(
        await storage.db.selectFrom("events").select("id").where("actor_kind", "=", "visitor").execute(),
        [],
      );
    });

    test("is kept as long as the instance's policy says, from the next sweep on", async () => {
      const DAY = 86_400_000;
      const event = { type: "key.created", actor_kind: "system", resource_kind: "key", detail: "{}" };
      const add = async (id: string, days: number) =>
        storage.db
          .insertInto("events")
          .values({ id, at: (await storage.now()) - days * DAY - 60_000, ...event, resource_id: "aged" })
          .execute();
      const left = async () => {
        await sweepOnce(storage.db, [oldEvents]);
        const rows = await storage.db
          .selectFrom("events")
          .select("id")
          .where("resource_id", "=", "aged")
          .orderBy("id")
          .execute();
        return rows.map((row) => row.id);
      };
      const keep = (retentionDays: number) =>
        storage.transaction((tx) =>
          setPolicy(tx, "events", { settings: { retentionDays } }, { actor: { kind: "system" } }),
        );
      await keep(3650);
      for (const days of [0, 6, 7, 399, 400, 3649, 3650]) await add(`aged ${String(days).padStart(4, "0")}`, days);
      assert.deepEqual(await left(), ["aged 0000", "aged 0006", "aged 0007", "aged 0399", "aged 0400", "aged 3649"]);
      await storage.transaction((tx) => resetPolicy(tx, "events", {}, { actor: { kind: "system" } }));
      assert.deepEqual(await left(), ["aged 0000", "aged 0006", "aged 0007", "aged 0399"]);
      await keep(7);
      assert.deepEqual(await left(), ["aged 0000", "aged 0006"]);
      await keep(1);
      assert.deepEqual(await left(), ["aged 0000"]);
    });

    test("keeps the order in which things happened", async () => {
      for (let i = 0; i < 20; i++) {
        await storage.transaction((tx) =>
          record(tx, { type: "key.created", actor: { kind: "operator" }, resource: { kind: "key", id: `${i}` } }),
        );
      }
      const rows = await storage.db
        .selectFrom("events")
        .select("resource_id")
        .where("actor_kind", "=", "operator")
        .orderBy("at")
        .orderBy("id")
        .execute();
      assert.deepEqual(
        rows.map((row) => Number(row.resource_id)),
        Array.from({ length: 20 }, (_, i) => i),
      );
    });
  });
}
