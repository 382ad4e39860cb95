/**
 * Counts of what is too frequent for events, or is looked at over time: usage-kinds.ts lists it. Each node adds up in
 * memory and writes every few seconds, one row an hour, organization and kind. A node that is killed loses those
 * seconds.
 */
import type { Database } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { rowsOver } from "../storage/sweep.ts";
import { type ApplicationUse, openApplicationUse } from "./application-use.ts";
import type { UsageKind } from "./usage-kinds.ts";

const FLUSH_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** So that a year can be compared with the one before. */
const KEEP_HOURS = 800 * 24;
/** A statement takes only so many parameters. */
const BATCH = 500;

interface Count {
  readonly kind: UsageKind;
  readonly organizationId: string;
  count: number;
}

export interface Usage {
  /** In memory: whoever waits for an answer does not wait for this. */
  count(kind: UsageKind, organizationId?: string): void;
  /** What an application does, in memory as well. */
  readonly note: ApplicationUse["note"];
  flush(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

export function openUsage(db: Database, onError: (error: unknown) => void): Usage {
  let counts = new Map<string, Count>();
  const use = openApplicationUse(db);

  async function flush(): Promise<void> {
    const taken = counts;
    counts = new Map();
    // In one order on every node: two that add to the same rows in different orders would block each other.
    const entries = [...taken.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
    while (entries.length > 0) {
      const batch = entries.slice(0, BATCH);
      try {
        await write(batch);
      } catch (error) {
        for (const entry of entries) add(entry.kind, entry.organizationId, entry.count);
        throw error;
      }
      entries.splice(0, batch.length);
    }
    await use.flush();
  }

  async function write(batch: readonly Count[]): Promise<void> {
    await db
      .insertInto("usage")
      .values((eb) =>
        batch.map((entry) => ({
          hour: eb(now, "-", eb(now, "%", HOUR_MS)),
          organization_id: entry.organizationId,
          kind: entry.kind,
          count: entry.count,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["hour", "organization_id", "kind"])
          .doUpdateSet((eb) => ({ count: eb("usage.count", "+", eb.ref("excluded.count")) })),
      )
      .execute();
  }

  function add(kind: UsageKind, organizationId: string, count: number): void {
    const key = `${organizationId} ${kind}`;
    const entry = counts.get(key);
    if (entry) entry.count += count;
    else counts.set(key, { kind, organizationId, count });
  }

  const timer = setInterval(() => flush().catch(onError), FLUSH_EVERY_MS);
  timer.unref();

  return {
    count: (kind, organizationId = "") => add(kind, organizationId, 1),
    note: use.note,
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}

export const oldUsage = rowsOver({
  table: "usage",
  primaryKey: ["hour", "organization_id", "kind"],
  overAt: "hour",
  keepMs: KEEP_HOURS * HOUR_MS,
});
