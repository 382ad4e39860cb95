/** Statements that are built once, and on SQLite run together. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { DatabaseUnavailable, UniqueViolation } from "../../src/storage/errors.ts";
import { prepared } from "../../src/storage/prepared.ts";
import { open, type Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const find = prepared(
  ({ id, extra }: { id: string; extra?: number | undefined }, value) => ({
    id: value(id),
    extra: extra === undefined ? undefined : value(extra),
  }),
  (db, { id, extra }) =>
    db
      .selectFrom("revoked_tokens")
      .selectAll()
      .where("id", "=", id)
      .$if(extra !== undefined, (query) => query.where("revoked_at", "=", extra ?? 0)),
);
const add = prepared(
  ({ id, at }: { id: string; at: number }, value) => ({ id: value(id), at: value(at) }),
  (db, { id, at }) => db.insertInto("revoked_tokens").values({ id, revoked_at: at, expires_at: at }).returning("id"),
);
const take = prepared(
  ({ id, former, next }: { id: string; former: number; next: number }, value) => ({
    id: value(id),
    former: value(former),
    next: value(next),
  }),
  (db, { id, former, next }) =>
    db
      .updateTable("revoked_tokens")
      .set({ revoked_at: next })
      .where("id", "=", id)
      .where("revoked_at", "=", former)
      .returning("revoked_at"),
);

for (const engine of engines) {
  describe(`prepared statements on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());

    test("get the values of each call, and are built anew for another shape of the input", async () => {
      await add.first(storage.db, { id: "one", at: 1 });
      await add.first(storage.db, { id: "two", at: 2 });
      assert.equal((await find.first(storage.db, { id: "one" }))?.revoked_at, 1);
      assert.equal((await find.first(storage.db, { id: "two" }))?.revoked_at, 2);
      assert.equal(await find.first(storage.db, { id: "two", extra: 1 }), undefined);
      assert.equal((await find.first(storage.db, { id: "two", extra: 2 }))?.revoked_at, 2);
      assert.equal(await find.first(storage.db, { id: "three" }), undefined);
    });

    test("are built once for each shape, and a list of another length, another form or what is no value is another", async () => {
      let times = 0;
      const counted = prepared(
        ({ ids, order }: { ids: readonly string[]; order: "asc" | "desc" }, value) => ({ ids: ids.map(value), order }),
        (db, { ids, order }) => {
          times++;
          return db.selectFrom("revoked_tokens").select("id").where("id", "in", ids).orderBy("id", order);
        },
      );
      for (const id of ["first", "second", "third"]) await add.first(storage.db, { id, at: 1 });
      const read = async (ids: readonly string[], order: "asc" | "desc") =>
        (await counted.all(storage.db, { ids, order })).map(({ id }) => id);
      assert.deepEqual(await read(["first", "second"], "asc"), ["first", "second"]);
      assert.deepEqual(await read(["second", "third"], "asc"), ["second", "third"]);
      assert.equal(times, 1);
      assert.deepEqual(await read(["second", "third"], "desc"), ["third", "second"]);
      assert.deepEqual(await read(["third"], "desc"), ["third"]);
      assert.equal(times, 3);
    });

    test("cannot compute with their values while they are built", async () => {
      const wrong = prepared(
        ({ at }: { at: number }, value) => ({ at: value(at) }),
        (db, { at }) =>
          db
            .selectFrom("revoked_tokens")
            .selectAll()
            .where("revoked_at", "=", at + 1),
      );
      await assert.rejects(wrong.first(storage.db, { at: 1 }), /cannot compute/);
    });

    test("of fifty that ask for the same thing at once, one wins", async () => {
      await add.first(storage.db, { id: "prize", at: 0 });
      const rows = await Promise.all(
        Array.from({ length: 50 }, (_, n) => take.first(storage.db, { id: "prize", former: 0, next: n + 1 })),
      );
      const won = rows.flatMap((row) => (row === undefined ? [] : [row.revoked_at]));
      assert.equal(won.length, 1);
      assert.equal((await find.first(storage.db, { id: "prize" }))?.revoked_at, won[0]);
    });

    test("one that breaks a rule fails alone, and those beside it happen", async () => {
      await add.first(storage.db, { id: "taken", at: 0 });
      const results = await Promise.allSettled(
        ["a", "taken", "b", "c"].map((id) => add.first(storage.db, { id, at: 1 })),
      );
      assert.deepEqual(
        results.map(({ status }) => status),
        ["fulfilled", "rejected", "fulfilled", "fulfilled"],
      );
      const [, failed] = results;
      assert.ok(failed?.status === "rejected" && failed.reason instanceof UniqueViolation);
      for (const id of ["a", "b", "c"]) assert.ok(await find.first(storage.db, { id }));
      assert.equal((await find.first(storage.db, { id: "taken" }))?.revoked_at, 0);
    });

    test("within a transaction they are part of it", async () => {
      const rolledBack = storage.transaction(async (tx) => {
        await add.first(tx, { id: "inside", at: 1 });
        assert.ok(await find.first(tx, { id: "inside" }));
        throw new Error("no");
      });
      await assert.rejects(rolledBack, /^Error: no$/);
      assert.equal(await find.first(storage.db, { id: "inside" }), undefined);
    });

    test("beside an open transaction they wait, and see nothing of it before it is over", async () => {
      let seen: Promise<unknown> | undefined;
      await storage.transaction(async (tx) => {
        await add.first(tx, { id: "beside", at: 1 });
        seen = find.first(storage.db, { id: "beside" });
        if (engine.name === "postgres") assert.equal(await seen, undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
      await seen;
      assert.ok(await find.first(storage.db, { id: "beside" }));
    });
  });
}

describe("prepared statements on a SQLite file that another process writes to", () => {
  const folder = mkdtempSync(join(tmpdir(), "signet-group-"));
  after(() => rmSync(folder, { recursive: true }));

  test("wait for it, a group of them too; and when it takes too long, all of them fail and nothing has happened", async () => {
    const path = join(folder, "shared.db");
    const storage = await open(`file:${path}`);
    await storage.migrate();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const ids = ["a", "b", "c"];
    const short = Promise.all(ids.map((id) => add.first(storage.db, { id, at: 1 })));
    setTimeout(() => other.exec("COMMIT"), 100);
    await short;
    other.exec("BEGIN IMMEDIATE");
    const results = await Promise.allSettled(["d", "e"].map((id) => add.first(storage.db, { id, at: 1 })));
    other.exec("COMMIT");
    for (const result of results)
      assert.ok(result.status === "rejected" && result.reason instanceof DatabaseUnavailable);
    assert.equal(await find.first(storage.db, { id: "d" }), undefined);
    assert.ok(await add.first(storage.db, { id: "f", at: 1 }), "and it goes on");
    other.close();
    await storage.close();
  });
});
