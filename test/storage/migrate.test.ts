import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { migrations } from "../../src/storage/migrations/index.ts";
import { locksFor } from "../../src/storage/postgres/migration-locks.ts";
import { openPostgres } from "../../src/storage/postgres/postgres.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { postgres } from "../support/node.ts";

const all = migrations.map((migration) => `${migration.version} ${migration.name}`);
const NODES = 10;

for (const engine of engines) {
  describe(`migrating on ${engine.name}`, () => {
    let database: TestDatabase;
    let nodes: Storage[];
    let results: string[][];
    before(async () => {
      database = await engine.fresh("empty");
      nodes = await Promise.all(Array.from({ length: NODES }, () => database.open({ connections: 2 })));
    });
    after(() => database.drop());

    test("an empty database has version 0, and asking changes nothing", async () => {
      const [node] = nodes;
      assert.ok(node);
      assert.equal(await node.schemaVersion(), 0);
      assert.deepEqual(await node.db.introspection.getTables(), []);
    });

    test("ten nodes that migrate an empty database at once apply every migration once", async () => {
      results = await Promise.all(nodes.map((node) => node.migrate()));
      assert.deepEqual(
        results.filter((applied) => applied.length > 0),
        [all],
      );
      for (const node of nodes) {
        const rows = await node.db
          .selectFrom("schema_versions")
          .select(["version", "name"])
          .orderBy("version")
          .execute();
        assert.deepEqual(
          rows.map((row) => `${row.version} ${row.name}`),
          all,
        );
        assert.equal(await node.schemaVersion(), migrations.at(-1)?.version);
      }
    });

    test("a migration that fails leaves the database as it was", async () => {
      const other = await engine.fresh("empty");
      const node = await other.open();
      // A table that is in the way of the last one the first migration makes.
      await node.db.schema.createTable("outbox").addColumn("id", "text").execute();
      await assert.rejects(node.migrate(), /outbox/);
      const tables = await node.db.introspection.getTables();
      assert.deepEqual(
        tables.map((table) => table.name),
        ["outbox"],
      );
      await node.db.schema.dropTable("outbox").execute();
      assert.deepEqual(await node.migrate(), all);
      await other.drop();
    });
  });
}

describe("the migrations", () => {
  test("are numbered without a gap, and none asks for a newer version than its own", () => {
    assert.deepEqual(
      migrations.map((migration) => migration.version),
      migrations.map((_, index) => index + 1),
    );
    for (const migration of migrations)
      assert.ok(migration.readableFrom >= 1 && migration.readableFrom <= migration.version);
  });

  test("make the same tables and columns on both engines", async () => {
    const shapes = await Promise.all(
      engines.map(async (engine) => {
        const database = await engine.fresh();
        const { db } = await database.open();
        const tables = await db.introspection.getTables();
        await database.drop();
        // The first column is part of the key; SQLite calls an INTEGER PRIMARY KEY nullable, though it never is null.
        const columns = (table: (typeof tables)[number]) =>
          table.columns.map((column, place) => column.name + (place > 0 && column.isNullable ? "?" : ""));
        return tables.map((table) => [table.name, ...columns(table)].join(" ")).toSorted();
      }),
    );
    assert.deepEqual(shapes[0], shapes[1]);
  });
});

test("on PostgreSQL every lock that a migration takes on a table in use is known before its first change", async () => {
  const database = await postgres.fresh("empty");
  const engine = await openPostgres(database.url, { connections: 1, ...database.options });
  for (const statement of engine.prepareSchema) await sql.raw(statement).execute(engine.db);
  for (const { version, name, statements } of migrations) {
    const tables = new Set((await engine.db.introspection.getTables()).map((table) => table.name));
    const known = locksFor(statements(engine.ddl)).map(({ table, mode }) => `${table} ${mode}`);
    const taken = await engine.db.transaction().execute(async (tx) => {
      for (const statement of statements(engine.ddl)) await sql.raw(statement).execute(tx);
      const { rows } = await sql<{ table: string; mode: string }>`
        SELECT relname AS "table", max(CASE mode WHEN 'AccessExclusiveLock' THEN 1 ELSE 0 END)::text AS mode
        FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE pid = pg_backend_pid() AND relkind = 'r'
          AND mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
        GROUP BY relname`.execute(tx);
      return rows.map(({ table, mode }) => ({
        table,
        lock: `${table} ${mode === "1" ? "ACCESS EXCLUSIVE" : "SHARE ROW EXCLUSIVE"}`,
      }));
    });
    for (const { table, lock } of taken)
      if (tables.has(table)) assert.ok(known.includes(lock), `${version} ${name}: ${lock}`);
  }
  await engine.close();
  await database.drop();
});

test("on PostgreSQL a node waits for another that migrates, longer than any other statement may take", async () => {
  const database = await postgres.fresh("empty");
  const node = await database.open({ patience: 2 });
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('signet:migrate', 0))");
  const migrating = node.migrate();
  await sleep(5_000);
  await other.query("COMMIT");
  await other.end();
  assert.deepEqual(await migrating, all);
  await database.drop();
});
