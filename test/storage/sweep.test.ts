import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { v7 as newId } from "uuid";
import { oldEvents } from "../../src/events/audit-log.ts";
import { failedOutboxItems } from "../../src/events/outbox.ts";
import { oldUsage } from "../../src/events/usage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { type Sweep, startSweeper, sweepOnce } from "../../src/storage/sweep.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const DAY = 86_400_000;

for (const engine of engines) {
  describe(`sweeping on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());
    beforeEach(async () => {
      await storage.db.deleteFrom("events").execute();
      await storage.db.deleteFrom("outbox").execute();
    });

    async function addEvents(count: number, age: number): Promise<void> {
      const at = (await storage.now()) - age;
      const event = { at, type: "key.created", actor_kind: "system", resource_kind: "key", detail: "{}" };
      const rest = { actor_id: null, organization_id: null, resource_id: null, request_id: null };
      const rows = Array.from({ length: count }, () => ({ id: newId(), ...event, ...rest }));
      for (let from = 0; from < count; from += 500)
        await storage.db
          .insertInto("events")
          .values(rows.slice(from, from + 500))
          .execute();
    }
    const events = async () =>
      Number((await storage.db.selectFrom("events").select(storage.db.fn.countAll().as("n")).executeTakeFirst())?.n);

    test("what is over goes, in as many batches as it needs, and what is not stays", async () => {
      await addEvents(1_201, 401 * DAY);
      await addEvents(7, 399 * DAY);
      const batches: number[] = [];
      const watched: Sweep = {
        name: "events",
        async deleteBatch(db, size) {
          const count = await oldEvents.deleteBatch(db, size);
          batches.push(count);
          return count;
        },
      };
      assert.deepEqual(await sweepOnce(storage.db, [watched]), { events: 1_201 });
      assert.deepEqual(batches, [500, 500, 201]);
      assert.equal(await events(), 7);
      assert.deepEqual(await sweepOnce(storage.db, [oldEvents]), { events: 0 });
      assert.equal(await events(), 7);
    });

    test("several nodes that sweep at once remove it all, and each row counts once", async () => {
      await addEvents(1_600, 401 * DAY);
      await addEvents(3, 0);
      const nodes = [storage, await database.open(), await database.open(), await database.open()];
      const removed = await Promise.all(nodes.map((node) => sweepOnce(node.db, [oldEvents])));
      assert.equal(
        removed.reduce((sum, { events = 0 }) => sum + events, 0),
        1_600,
      );
      assert.equal(await events(), 3);
    });

    test("outbox items that failed for good go after 30 days, and those that may still succeed never do", async () => {
      const at = await storage.now();
      const item = {
        kind: "mail",
        payload: "{}",
        created_at: at - 90 * DAY,
        due_at: at - 90 * DAY,
        attempts: 12,
        claimed_until: 0,
      };
      const rows = [
        { id: "failed-long-ago", ...item, failed_at: at - 31 * DAY },
        { id: "failed-lately", ...item, failed_at: at - 29 * DAY },
        { id: "still-waiting", ...item, failed_at: null },
      ];
      await storage.db.insertInto("outbox").values(rows).execute();
      assert.deepEqual(await sweepOnce(storage.db, [failedOutboxItems]), { outbox: 1 });
      const left = await storage.db.selectFrom("outbox").select("id").orderBy("id").execute();
      assert.deepEqual(
        left.map((row) => row.id),
        ["failed-lately", "still-waiting"],
      );
    });

    test("counts of usage go after 800 days", async () => {
      const at = await storage.now();
      const count = { organization_id: "somewhere", kind: "sign_in", count: 1 };
      const hours = [801, 800.1, 799, 0].map((days) => ({ hour: at - days * DAY, ...count }));
      await storage.db.insertInto("usage").values(hours).execute();
      assert.equal(await oldUsage.deleteBatch(storage.db, 1), 1);
      assert.deepEqual(await sweepOnce(storage.db, [oldUsage]), { usage: 1 });
      const left = await storage.db.selectFrom("usage").select("hour").orderBy("hour").execute();
      assert.deepEqual(
        left.map(({ hour }) => hour),
        [at - 799 * DAY, at],
      );
    });

    test("a sweep that is stopped on the way ends after the batch it is in", async () => {
      await addEvents(1_500, 401 * DAY);
      const stop = new AbortController();
      const stopping: Sweep = {
        name: "events",
        async deleteBatch(db, size) {
          stop.abort();
          return oldEvents.deleteBatch(db, size);
        },
      };
      assert.deepEqual(await sweepOnce(storage.db, [stopping], stop.signal), { events: 500 });
      assert.equal(await events(), 1_000);
    });
  });
}

test("a sweeper that is told to stop does so at once, even while it waits", async () => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  const database = await sqlite.fresh();
  const storage = await database.open();
  const failures: unknown[] = [];
  const sweeper = startSweeper(storage.db, [oldEvents], (error) => failures.push(error));
  const started = performance.now();
  await sweeper.close();
  assert.ok(performance.now() - started < 500);
  assert.deepEqual(failures, []);
  await database.drop();
});
