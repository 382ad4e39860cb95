import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { openUsage, type Usage } from "../../src/events/usage.ts";
import type { UsageKind } from "../../src/events/usage-kinds.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const HOUR = 3_600_000;

for (const engine of engines) {
  describe(`usage on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    const failures: unknown[] = [];
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
      failures.length = 0;
    });
    afterEach(() => database.drop());
    const open = (on: Storage): Usage => openUsage(on.db, (error) => failures.push(error));
    const rows = async () =>
      (
        await storage.db
          .selectFrom("usage")
          .selectAll()
          .orderBy("hour")
          .orderBy("organization_id")
          .orderBy("kind")
          .execute()
      ).map((row) => ({ ...row }));

    test("of two nodes adds up, by hour, organization and kind", async () => {
      const [here, there] = [open(storage), open(await database.open())];
      const count = (usage: Usage, times: number, kind: UsageKind, organization?: string) => {
        for (let i = 0; i < times; i++) usage.count(kind, organization);
      };
      count(here, 3, "token.code", "acme");
      count(there, 4, "token.code", "acme");
      count(here, 2, "introspection", "acme");
      count(there, 5, "token.code", "zenith");
      count(here, 1, "token.code");
      await Promise.all([here.flush(), there.flush()]);
      count(here, 10, "token.code", "acme");
      await here.close();
      await there.close();
      const hour = (await rows())[0]?.hour ?? 0;
      const now = await storage.now();
      assert.equal(hour % HOUR, 0);
      assert.ok(hour <= now && now - hour < 2 * HOUR);
      assert.deepEqual(
        (await rows()).map(({ organization_id, kind, count: counted }) => [organization_id, kind, counted]),
        [
          ["", "token.code", 1],
          ["acme", "introspection", 2],
          ["acme", "token.code", 17],
          ["zenith", "token.code", 5],
        ],
      );
      assert.deepEqual(failures, []);
    });

    test("of another hour is another row, by the database's clock", async () => {
      const usage = open(storage);
      usage.count("token.code", "acme");
      await usage.flush();
      await database.advance(HOUR);
      usage.count("token.code", "acme");
      await usage.close();
      const [first, second, ...rest] = await rows();
      assert.deepEqual(rest, []);
      assert.equal((second?.hour ?? 0) - (first?.hour ?? 0), HOUR);
      assert.deepEqual([first?.count, second?.count], [1, 1]);
    });

    test("that could not be written is kept for the next time, and not counted twice", async () => {
      const usage = open(storage);
      usage.count("token.code", "acme");
      await storage.db.schema.alterTable("usage").renameTo("usage_away").execute();
      await assert.rejects(usage.flush());
      usage.count("token.code", "acme");
      await storage.db.schema.alterTable("usage_away").renameTo("usage").execute();
      await usage.close();
      assert.deepEqual(
        (await rows()).map((row) => row.count),
        [2],
      );
    });

    test("of ten thousand organizations in one go is counted too", async () => {
      const usage = open(storage);
      for (let i = 0; i < 10_000; i++) usage.count("token.code", `organization ${i}`);
      await usage.flush();
      await usage.close();
      const all = await rows();
      assert.equal(all.length, 10_000);
      assert.ok(all.every((row) => row.count === 1));
    });

    test("that several nodes write at once in different orders never gets in its own way", async () => {
      const nodes = [storage, await database.open(), await database.open(), await database.open()].map(open);
      for (let round = 0; round < 10; round++) {
        nodes.forEach((usage, node) => {
          const order = Array.from({ length: 200 }, (_, i) => (node % 2 ? i : 199 - i));
          for (const i of order) usage.count("token.code", `organization ${i}`);
        });
        await Promise.all(nodes.map((usage) => usage.flush()));
      }
      await Promise.all(nodes.map((usage) => usage.close()));
      assert.deepEqual(failures, []);
      assert.ok((await rows()).every((row) => row.count === 40));
    });
  });
}
