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
