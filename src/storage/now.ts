import { type RawBuilder, sql } from "kysely";

/**
 * The database's time in milliseconds, the same within one statement. Both engines have the function `now_ms`:
 * SQLite gets it when the file is opened, PostgreSQL from the first migration.
 */
export const now: RawBuilder<number> = sql<number>`now_ms()`;
