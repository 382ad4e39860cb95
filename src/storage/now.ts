import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * The database's time in milliseconds, the same within one statement. Both engines have the function `now_ms`:
 * SQLite gets it when the file is opened, PostgreSQL from the first migration.
 */
export const now: RawBuilder<number> = sql<number>`now_ms()`;

/** For the rare case in which the time is needed before a statement can be written. */
export async function readNow(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`SELECT ${now} AS now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the database did not tell the time");
  return row.now;
}
