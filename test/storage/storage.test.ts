import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { DatabaseUnavailable, ReferenceViolation, SchemaMismatch, UniqueViolation } from "../../src/storage/errors.ts";
import { now } from "../../src/storage/now.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

for (const engine of engines) {
  describe(`storage on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());

    const insertUsage = (db: Storage["db"], kind: string, count = 1) =>
      db.insertInto("usage").values({ hour: 0, organization_id: "", kind, count }).execute();
    const countOf = async (kind: string) =>
      (await storage.db.selectFrom("usage").select("count").where("kind", "=", kind).executeTakeFirst())?.count;

    test("a second migration finds nothing to do", async () => {
      assert.deepEqual(await storage.migrate(), []);
    });

    test("a schema that a newer version made unreadable is refused, and nothing is changed", async () => {
      const other = await engine.fresh();
      const newer = await other.open();
      await newer.db
        .insertInto("schema_versions")
        .values({ version: 999, name: "future", readable_from: 999, applied_at: 0 })
        .execute();
      await assert.rejects(
        newer.migrate(),
        (error) => error instanceof SchemaMismatch && /version 999/.test(error.message),
      );
      await assert.rejects(newer.schemaVersion(), SchemaMismatch);
      await other.drop();
    });

    test("a schema that a newer version only added to can still be used", async () => {
      const other = await engine.fresh();
      const newer = await other.open();
      await newer.db
        .insertInto("schema_versions")
        .values({ version: 999, name: "future", readable_from: 1, applied_at: 0 })
        .execute();
      assert.deepEqual(await newer.migrate(), []);
      await other.drop();
    });

    test("a transaction that throws leaves nothing behind, one that returns leaves everything", async () => {
      await assert.rejects(
        storage.transaction(async (tx) => {
          await insertUsage(tx, "rolled-back");
          throw new Error("no");
        }),
        /no/,
      );
      assert.equal(await countOf("rolled-back"), undefined);
      await storage.transaction((tx) => insertUsage(tx, "committed"));
      assert.equal(await countOf("committed"), 1);
    });

    test("a statement from elsewhere never gets into an open transaction", async () => {
      const outside: Promise<unknown>[] = [];
      await assert.rejects(
        storage.transaction(async (tx) => {
          await insertUsage(tx, "inside");
          outside.push(insertUsage(storage.db, "outside"));
          await new Promise((resolve) => setTimeout(resolve, 30));
          throw new Error("roll back");
        }),
      );
      await Promise.all(outside);
      assert.equal(await countOf("outside"), 1);
      assert.equal(await countOf("inside"), undefined);
    });

    test("fifty parallel increments in transactions all count", async () => {
      await insertUsage(storage.db, "parallel", 0);
      const other = await database.open();
      const increment = (on: Storage) =>
        on.transaction(async (tx) => {
          await tx
            .updateTable("usage")
            .set((eb) => ({ count: eb("count", "+", 1) }))
            .where("kind", "=", "parallel")
            .execute();
        });
      await Promise.all(Array.from({ length: 50 }, (_, i) => increment(i % 2 ? storage : other)));
      assert.equal(await countOf("parallel"), 50);
    });

    test("a broken unique rule is named by table and columns", async () => {
      await insertUsage(storage.db, "once");
      await assert.rejects(
        insertUsage(storage.db, "once"),
        (error) => error instanceof UniqueViolation && error.rule === "usage(hour, organization_id, kind)",
      );
    });

    test("a row cannot refer to one that does not exist", async () => {
      const orphan = {
        id: newId(),
        algorithm: "ticket",
        created_at: 0,
        activates_at: 0,
        revoked_at: null,
        public_jwk: "",
        sealed: "",
        master_key_id: "none",
      };
      await assert.rejects(storage.db.insertInto("keys").values(orphan).execute(), ReferenceViolation);
    });

    test("the database tells the time, in milliseconds, with every statement", async () => {
      const before = await storage.now();
      assert.ok(Math.abs(before - Date.now()) < 5_000);
      const row = await storage.db.selectFrom("schema_versions").select(now.as("now")).executeTakeFirstOrThrow();
      assert.ok(Number.isInteger(row.now) && row.now >= before);
    });

    test("the time does not move within a statement, however long it takes, and moves between two", async () => {
      const rows = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) SELECT i FROM n`;
      const times = async () =>
        (
          await sql<{
            least: number;
            most: number;
          }>`SELECT min(${now}) AS least, max(${now}) AS most FROM (${rows}) AS r`.execute(storage.db)
        ).rows[0];
      const first = await times();
      assert.ok(first);
      assert.equal(first.least, first.most);
      const second = await times();
      assert.ok(second && second.least > first.most);
    });

    test("the time is the database's: where it moves, it moves for every node", async () => {
      const day = 86_400_000;
      const other = await database.open();
      const before = await storage.now();
      await database.advance(day);
      for (const node of [storage, other]) {
        const moved = (await node.now()) - before;
        assert.ok(moved >= day && moved < day + 10_000, `${moved} ms`);
      }
      await database.advance(-day);
    });

    test("a lock is held until the transaction ends", async () => {
      const order: string[] = [];
      const other = await database.open();
      const first = storage.transaction(async (tx) => {
        await storage.lock(tx, "test");
        order.push("first in");
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push("first out");
      });
      await new Promise((resolve) => setTimeout(resolve, 10));
      const second = other.transaction(async (tx) => {
        await other.lock(tx, "test");
        order.push("second in");
      });
      await Promise.all([first, second]);
      assert.deepEqual(order, ["first in", "first out", "second in"]);
    });

    test("integers beyond what a number holds are refused, not rounded", async () => {
      await assert.rejects(sql`SELECT 9007199254740993 AS big`.execute(storage.db), RangeError);
    });

    test("a database that cannot be opened says so", async () => {
      const { open } = await import("../../src/storage/storage.ts");
      const url = engine.name === "sqlite" ? "file:/nonexistent/deep/signet.db" : "postgres://nobody@127.0.0.1:1/none";
      await assert.rejects(open(url), DatabaseUnavailable);
    });
  });
}
