/**
 * A database as the version before this one would have left it: its schema, with everything in it that a newer one
 * holds.
 */
import { sql } from "kysely";
import type { Engine } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import type { Migration } from "../../src/storage/migrations/migration.ts";
import { now } from "../../src/storage/now.ts";
import { openPostgres } from "../../src/storage/postgres/postgres.ts";
import { openSqlite } from "../../src/storage/sqlite/sqlite.ts";
import { type Storage, transactionsOn } from "../../src/storage/storage.ts";
import type { TestDatabase } from "../support/engines.ts";

const newest = migrations.at(-1)?.version ?? 0;

/**
 * `target` is empty. It gets the schema from before the migration with that number; before the newest, if none is
 * named.
 */
export async function copyToFormerSchema(source: Storage, target: string, before = newest): Promise<void> {
  const former = migrations.filter(({ version }) => version < before);
  const engine: Engine = target.startsWith("file:")
    ? openSqlite(target.slice("file:".length))
    : await openPostgres(target, { connections: 1 });
  try {
    if (engine.name === "sqlite") await sql`PRAGMA foreign_keys = OFF`.execute(engine.db);
    await engine.db.transaction().execute(async (tx) => {
      // Rows come in any order here; that they fit together was seen to where they come from.
      if (engine.name === "postgres") await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const statement of engine.prepareSchema) await sql.raw(statement).execute(tx);
      const { text, integer, table } = engine.ddl;
      const versions = `version ${integer} PRIMARY KEY, name ${text} NOT NULL, readable_from ${integer} NOT NULL, applied_at ${integer} NOT NULL`;
      await sql.raw(`CREATE TABLE schema_versions (${versions})${table}`).execute(tx);
      for (const { version, name, readableFrom, statements } of former) {
        for (const statement of statements(engine.ddl)) await sql.raw(statement).execute(tx);
        await tx
          .insertInto("schema_versions")
          .values({ version, name, readable_from: readableFrom, applied_at: now })
          .execute();
      }
      for (const { name, columns } of await tx.introspection.getTables()) {
        if (name === "schema_versions") continue;
        const list = sql.join(columns.map((column) => sql.ref(column.name)));
        const { rows } = await sql<Record<string, unknown>>`SELECT ${list} FROM ${sql.table(name)}`.execute(source.db);
        for (const row of rows) {
          const values = sql.join(columns.map((column) => row[column.name] ?? null));
          await sql`INSERT INTO ${sql.table(name)} (${list}) VALUES (${values})`.execute(tx);
        }
      }
    });
  } finally {
    await engine.close();
  }
}

/**
 * The version after this one, as it would come: what it adds to every table, this one knows nothing of. Returns when the
 * schema is changed.
 */
export async function applyFutureMigration({ url, options }: TestDatabase, readableFrom: number): Promise<void> {
  const engine: Engine = url.startsWith("file:")
    ? openSqlite(url.slice("file:".length), options)
    : await openPostgres(url, { connections: 1, waits: "unbounded" });
  try {
    const all = await engine.db.introspection.getTables();
    const tables = all.map(({ name }) => name).filter((name) => name !== "schema_versions");
    const future: Migration = {
      version: newest + 1,
      name: "future",
      readableFrom,
      statements: ({ text, integer, table }) => [
        ...tables.flatMap((name) => [
          `ALTER TABLE ${name} ADD COLUMN future_note ${text}`,
          `ALTER TABLE ${name} ADD COLUMN future_count ${integer} NOT NULL DEFAULT 7`,
        ]),
        `CREATE TABLE future_things (id ${text} PRIMARY KEY)${table}`,
      ],
    };
    await migrate(engine, transactionsOn(engine), [...migrations, future]);
  } finally {
    await engine.close();
  }
}
