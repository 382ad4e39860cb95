/** Everything a database holds, to show that something left it as it was. */
import { sql } from "kysely";
import type { Storage } from "../../src/storage/storage.ts";

export async function dump({ db }: Pick<Storage, "db">): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(db);
    content[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return content;
}

/**
 * The same in one text and as quickly as it can be had, to look for something in it. Empty when nobody can be asked any
 * more.
 */
export async function dumpText({ db, engine }: Pick<Storage, "db" | "engine">): Promise<string> {
  try {
    const tables = (await db.introspection.getTables()).map(({ name }) => name);
    if (engine === "sqlite")
      return Object.values(await dump({ db }))
        .flat()
        .join("\n");
    const each = tables.map((name) => sql`SELECT row_to_json(t)::text AS row FROM ${sql.table(name)} t`);
    const { rows } = await sql<{ row: string }>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
    return rows.map(({ row }) => row).join("\n");
  } catch {
    return "";
  }
}
