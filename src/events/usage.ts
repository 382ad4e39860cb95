/**
 * Counts of what is too frequent for events: tokens issued, refreshed, introspected. Each node adds up in memory and
 * writes every few seconds, one row an hour, organization and kind. A node that is killed loses those seconds.
 */
import type { Database } from "../storage/database.ts";
import { now } from "../storage/now.ts";

const FLUSH_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

export interface Usage {
  count(kind: string, organizationId?: string): void;
  flush(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

export function openUsage(db: Database, onError: (error: unknown) => void): Usage {
  let counts = new Map<string, { kind: string; organizationId: string; count: number }>();

  async function flush(): Promise<void> {
    const taken = counts;
    counts = new Map();
    const entries = [...taken.values()];
    if (entries.length === 0) return;
    try {
      await db
        .insertInto("usage")
        .values((eb) =>
          entries.map((entry) => ({
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
    } catch (error) {
      for (const entry of entries) add(entry.kind, entry.organizationId, entry.count);
      throw error;
    }
  }

  function add(kind: string, organizationId: string, count: number): void {
    const key = `${organizationId} ${kind}`;
    const entry = counts.get(key);
    if (entry) entry.count += count;
    else counts.set(key, { kind, organizationId, count });
  }

  const timer = setInterval(() => flush().catch(onError), FLUSH_EVERY_MS);
  timer.unref();

  return {
    count: (kind, organizationId = "") => add(kind, organizationId, 1),
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch(onError);
    },
  };
}
