/**
 * Removes what has expired. Each room says what of its own is over; this runs it in small batches, at times that differ
 * from node to node. Deleting what is already gone does nothing, so any number of nodes may sweep at once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { now } from "./now.ts";
import type { Schema } from "./schema/schema.ts";

export interface Sweep {
  readonly name: string;
  /** Deletes at most `size` rows that are over and says how many there were. */
  deleteBatch(db: Database, size: number): Promise<number>;
}

export interface RowsOver<Table extends keyof Schema> {
  readonly table: Table;
  readonly primaryKey: readonly (keyof Schema[Table] & string)[];
  /** The column that says when a row is over. It needs an index. */
  readonly overAt: keyof Schema[Table] & string;
  /** How long it stays after that. */
  readonly keepMs?: number;
}

/** For a table whose rows are over by the time in one of their columns, whatever else they say. */
export function rowsOver<Table extends keyof Schema>({
  table,
  primaryKey,
  overAt,
  keepMs = 0,
}: RowsOver<Table>): Sweep {
  const from = sql.table(table);
  const key = sql.join(primaryKey.map((column) => sql.ref(column)));
  const at = sql.ref(overAt);
  return {
    name: table,
    async deleteBatch(db, size) {
      const old = sql`SELECT ${key} FROM ${from} WHERE ${at} < ${now} - ${keepMs} ORDER BY ${at} LIMIT ${size}`;
      const { numAffectedRows } = await sql`DELETE FROM ${from} WHERE (${key}) IN (${old})`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

const BATCH = 500;
const PAUSE_MS = 50;
const EVERY_MS = 60_000;

/** Everything that is over now. Returns how many rows went, by name. */
export async function sweepOnce(
  db: Database,
  sweeps: readonly Sweep[],
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const sweep of sweeps) {
    for (;;) {
      if (signal?.aborted) return removed;
      const count = await sweep.deleteBatch(db, BATCH);
      removed[sweep.name] = (removed[sweep.name] ?? 0) + count;
      if (count < BATCH) break;
      await sleep(PAUSE_MS);
    }
  }
  return removed;
}

export interface Sweeper {
  close(): Promise<void>;
}

export function startSweeper(db: Database, sweeps: readonly Sweep[], onError: (error: unknown) => void): Sweeper {
  const stop = new AbortController();
  const { signal } = stop;
  const running = (async () => {
    while (!signal.aborted) {
      // Rejects only when it is stopped.
      await sleep(EVERY_MS * (0.5 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await sweepOnce(db, sweeps, signal).catch(onError);
    }
  })();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
