import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { claim, enqueue, markDone, markFailed, type OutboxItem, readOutboxStatus } from "../../src/events/outbox.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;

for (const engine of engines) {
  describe(`the outbox on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    afterEach(() => database.drop());

    const put = (payload: Record<string, unknown> = {}) => storage.transaction((tx) => enqueue(tx, "mail", payload));
    async function claimOne(): Promise<OutboxItem> {
      const [item, ...rest] = await claim(storage.db, 1);
      assert.ok(item);
      assert.deepEqual(rest, []);
      return item;
    }
    const nothing = async () => assert.deepEqual(await claim(storage.db, 10), []);

    test("hands out what was put in, oldest first, and nothing when it is empty", async () => {
      await nothing();
      const first = await put({ user: "anna", purpose: "reset" });
      await database.advance(5);
      await put({ user: "ben" });
      assert.deepEqual(
        { ...(await claimOne()) },
        { id: first, kind: "mail", payload: { user: "anna", purpose: "reset" }, attempts: 1 },
      );
      const item = await claimOne();
      assert.deepEqual(item.payload, { user: "ben" });
      await nothing();
    });

    test("has nothing of a change that did not happen", async () => {
      await assert.rejects(
        storage.transaction(async (tx) => {
          await enqueue(tx, "mail", {});
          throw new Error("rolled back");
        }),
      );
      await nothing();
    });

    test("gives each item to exactly one of fifty that ask at once", async () => {
      const ids = new Set(await Promise.all(Array.from({ length: 40 }, () => put())));
      const nodes = [storage, await database.open(), await database.open()];
      const taken: string[] = [];
      while (taken.length < ids.size) {
        const claims = await Promise.all(
          Array.from({ length: 50 }, (_, i) => claim((nodes[i % 3] ?? storage).db, 1 + (i % 3))),
        );
        const items = claims.flat();
        assert.ok(items.length > 0, `only ${taken.length} of ${ids.size} were ever handed out`);
        assert.ok(claims.every((claimed, i) => claimed.length <= 1 + (i % 3)));
        taken.push(...items.map((item) => item.id));
      }
      assert.equal(taken.length, ids.size);
      assert.deepEqual(new Set(taken), ids);
      await nothing();
    });

    test("lets one of fifty have a single item", async () => {
      await put();
      const nodes = [storage, await database.open(), await database.open()];
      const claims = await Promise.all(Array.from({ length: 50 }, (_, i) => claim((nodes[i % 3] ?? storage).db, 5)));
      assert.equal(claims.flat().length, 1);
    });

    test("hands an item out again when whoever took it was not heard of for a minute", async () => {
      await put();
      const first = await claimOne();
      await database.advance(59 * SECOND);
      await nothing();
      await database.advance(2 * SECOND);
      const again = await claimOne();
      assert.equal(again.id, first.id);
      assert.equal(again.attempts, 2);
      // The one that was slow comes back and says it failed: the new holder keeps its claim.
      await markFailed(storage.db, first);
      await nothing();
    });

    test("forgets what is done", async () => {
      await put();
      await markDone(storage.db, await claimOne());
      await database.advance(HOUR);
      await nothing();
      assert.deepEqual(await storage.db.selectFrom("outbox").select("id").execute(), []);
    });

    test("tries again after a failure, waiting longer each time, and gives up in the end where an operator can see it", async () => {
      const id = await put();
      const waits: number[] = [];
      for (let attempt = 1; attempt < 12; attempt++) {
        assert.equal(await markFailed(storage.db, await claimOne()), "will-retry");
        const { due_at } = await storage.db.selectFrom("outbox").select("due_at").executeTakeFirstOrThrow();
        const wait = due_at - (await storage.now());
        waits.push(Math.round(wait / SECOND));
        await database.advance(wait - 2 * SECOND);
        await nothing();
        await database.advance(3 * SECOND);
      }
      assert.deepEqual(waits, [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
      assert.equal(await markFailed(storage.db, await claimOne()), "gave-up");
      await database.advance(48 * HOUR);
      await nothing();
      const row = await storage.db
        .selectFrom("outbox")
        .select(["id", "attempts", "failed_at"])
        .executeTakeFirstOrThrow();
      assert.equal(row.id, id);
      assert.equal(row.attempts, 12);
      assert.ok(row.failed_at);
    });

    test("gives up at once what can never be delivered, and keeps why", async () => {
      await put({ to: "nobody" });
      assert.equal(await markFailed(storage.db, await claimOne(), { permanent: true, reason: "refused" }), "gave-up");
      await database.advance(48 * HOUR);
      await nothing();
      const status = await readOutboxStatus(storage.db, ["mail"]);
      assert.deepEqual(status, { waiting: 0, oldestWaitingAt: undefined, failed: 1, reasons: { refused: 1 } });
    });

    test("keeps why an item waits for another attempt, beside what it is about", async () => {
      await put({ to: "anna" });
      assert.equal(await markFailed(storage.db, await claimOne(), { permanent: false, reason: "away" }), "will-retry");
      const { waiting, reasons } = await readOutboxStatus(storage.db, ["mail"]);
      assert.deepEqual([waiting, reasons], [1, { away: 1 }]);
      await database.advance(6 * SECOND);
      const again = await claimOne();
      assert.deepEqual(again.payload, { to: "anna", failure: "away" });
      await markFailed(storage.db, again, { permanent: false, reason: "slow" });
      assert.deepEqual((await readOutboxStatus(storage.db, ["mail"])).reasons, { slow: 1 });
      assert.deepEqual((await readOutboxStatus(storage.db, ["other"])).waiting, 0);
    });

    test("hands out only the kinds somebody asks for", async () => {
      await put({ to: "anna" });
      assert.deepEqual(await claim(storage.db, 10, ["letter"]), []);
      assert.equal((await claim(storage.db, 10, ["letter", "mail"])).length, 1);
    });

    test("an item that cannot be delivered does not hold up the others", async () => {
      await put({ to: "nowhere" });
      await markFailed(storage.db, await claimOne());
      await put({ to: "anna" });
      assert.deepEqual((await claimOne()).payload, { to: "anna" });
    });
  });
}
