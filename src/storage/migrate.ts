/** Brings a database to this version's schema, all at once or not at all. */
import { sql } from "kysely";
import type { Database, Engine, Transaction } from "./database.ts";
import { SchemaMismatch } from "./errors.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";
import { now } from "./now.ts";

/** The version of the schema that this Signet makes. */
export const current = migrations.at(-1)?.version ?? 0;

type RunTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/**
 * One transaction holds everything, the lock included: several nodes starting at once migrate once, and a node that
 * is killed on the way leaves nothing behind. Both engines can change tables within a transaction.
 */
export function migrate(
  engine: Engine,
  transaction: RunTransaction,
  known: readonly Migration[] = migrations,
): Promise<string[]> {
  return transaction(async (tx) => {
    await engine.lock(tx, "migrate");
    for (const statement of engine.prepareSchema) await sql.raw(statement).execute(tx);
    await sql
      .raw(
        `CREATE TABLE IF NOT EXISTS schema_versions (
          version ${engine.ddl.integer} PRIMARY KEY,
          name ${engine.ddl.text} NOT NULL,
          readable_from ${engine.ddl.integer} NOT NULL,
          applied_at ${engine.ddl.integer} NOT NULL
        )${engine.ddl.table}`,
      )
      .execute(tx);

    const applied = await versionInTable(tx);
    const missing = known
      .filter((migration) => migration.version > applied)
      .map((migration) => ({ ...migration, statements: migration.statements(engine.ddl) }));
    await engine.lockForChange?.(
      tx,
      missing.flatMap(({ statements }) => statements),
    );
    for (const migration of missing) {
      for (const statement of migration.statements) await sql.raw(statement).execute(tx);
      await tx
        .insertInto("schema_versions")
        .values({
          version: migration.version,
          name: migration.name,
          readable_from: migration.readableFrom,
          applied_at: now,
        })
        .execute();
    }
    return missing.map((migration) => `${migration.version} ${migration.name}`);
  });
}

/** The version of the schema, 0 when there is none yet. Changes nothing. */
export async function schemaVersion(db: Database): Promise<number> {
  const tables = await db.introspection.getTables();
  return tables.some((table) => table.name === "schema_versions") ? versionInTable(db) : 0;
}

/** Refuses a schema that a newer Signet has made unreadable for this one. */
async function versionInTable(db: Database): Promise<number> {
  const row = await db
    .selectFrom("schema_versions")
    .select(({ fn }) => [fn.max("version").as("version"), fn.max("readable_from").as("readableFrom")])
    .executeTakeFirst();
  const version = row?.version ?? 0;
  if ((row?.readableFrom ?? 0) > current) {
    throw new SchemaMismatch(
      `The database has schema version ${version}, made by a newer Signet; this one knows version ${current} and cannot use it. ` +
        "Start the newer Signet, or restore a backup from before the upgrade.",
    );
  }
  return version;
}
