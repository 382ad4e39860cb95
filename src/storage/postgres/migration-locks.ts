/**
 * Changing a table locks it against everybody, and whoever waits for such a lock lets everybody else wait behind them:
 * behind a migration that waits for a backup, all requests would. So all locks are taken before the first change, within
 * a moment or not at all, and for another try the requests that came meanwhile go first.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Transaction } from "../database.ts";

/** Below PostgreSQL's deadlock_timeout of one second: a request that is in the way is left alone, and not undone. */
const LOCK_MS = 200;
/** For all locks together. */
const LOCKS_MS = 500;
const FIRST_PAUSE_MS = 50;
/** Whoever is in the way for longer stays for long. */
const LONGEST_PAUSE_MS = 2_000;

/** Held until the transaction ends. Waits for as long as others use one of the tables. */
export async function lockForChange(tx: Transaction, statements: readonly string[]): Promise<void> {
  const existing = new Set((await tx.introspection.getTables()).map(({ name }) => name));
  let locks = locksFor(statements).filter(({ table }) => existing.has(table));
  if (locks.length === 0) return;
  await sql`SELECT set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(tx);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const refused = await takeAll(tx, locks);
    if (refused === undefined) break;
    await sleep(pauseMs);
    // Requests use tables in an order of their own: that which could not be had is taken before those that could.
    locks = [...locks.filter(({ table }) => table === refused), ...locks.filter(({ table }) => table !== refused)];
  }
  await sql`SELECT set_config('lock_timeout', '0', true)`.execute(tx);
}

export interface TableLock {
  readonly table: string;
  readonly mode: "ACCESS EXCLUSIVE" | "SHARE ROW EXCLUSIVE";
}

/** What the statements lock by themselves, one lock a table: against everybody, or against those who write. */
export function locksFor(statements: readonly string[]): TableLock[] {
  const tablesIn = (pattern: RegExp) =>
    statements.flatMap((statement) => [...statement.matchAll(pattern)].map(([, table = ""]) => table));
  const changed = new Set(tablesIn(/^\s*(?:ALTER|DROP) TABLE (\w+)/g));
  const written = new Set([
    ...tablesIn(/^\s*CREATE (?:UNIQUE )?INDEX \w+\s+ON (\w+)/g),
    ...tablesIn(/ REFERENCES (\w+)/g),
  ]);
  return [
    ...[...changed].map((table) => ({ table, mode: "ACCESS EXCLUSIVE" }) as const),
    ...[...written]
      .filter((table) => !changed.has(table))
      .map((table) => ({ table, mode: "SHARE ROW EXCLUSIVE" }) as const),
  ];
}

/**
 * One statement, so that no answer is waited for between two locks. Returns the table that could not be had in time;
 * then none is locked.
 */
async function takeAll(tx: Transaction, locks: readonly TableLock[]): Promise<string | undefined> {
  const list = locks.map(({ table, mode }) => `['${table}', '${mode}']`).join(", ");
  await sql
    .raw(
      `DO $$
      DECLARE
        began timestamptz := clock_timestamp();
        wanted text[];
        refused text := '';
      BEGIN
        BEGIN
          FOREACH wanted SLICE 1 IN ARRAY ARRAY[${list}] LOOP
            refused := wanted[1];
            IF clock_timestamp() - began > interval '${LOCKS_MS} milliseconds' THEN
              RAISE lock_not_available;
            END IF;
            EXECUTE format('LOCK TABLE %I IN %s MODE', wanted[1], wanted[2]);
          END LOOP;
          refused := '';
        EXCEPTION WHEN lock_not_available THEN NULL;
        END;
        PERFORM set_config('signet.refused', refused, true);
      END $$`,
    )
    .execute(tx);
  const { rows } = await sql<{ refused: string }>`SELECT current_setting('signet.refused') AS refused`.execute(tx);
  return rows[0]?.refused || undefined;
}
