/** The audit log: every change of state leaves one event, written in the transaction of the change. */
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import type { Sweep } from "../storage/sweep.ts";
import type { EventType, ResourceKind } from "./event-types.ts";

/**
 * Who did it. `operator` is a person at the command line of the server, `system` is Signet itself, `organization`
 * another one than that whose log it is, which need not say who of it.
 */
export type Actor =
  | { readonly kind: "user" | "service_user" | "application" | "organization"; readonly id: string }
  | { readonly kind: "system" | "operator" | "visitor" };

/** On whose behalf a change is made; every change is recorded with it. */
export interface By {
  readonly actor: Actor;
  readonly requestId?: string | undefined;
}

export interface NewEvent extends By {
  readonly type: EventType;
  readonly resource: { readonly kind: ResourceKind; readonly id?: string };
  readonly organizationId?: string | undefined;
  /** What a reader needs to understand the change. Never a secret. */
  readonly detail?: Record<string, unknown>;
}

/** Where the instance has no policy of its own. */
export const DEFAULT_RETENTION_DAYS = 400;
const DAY_MS = 86_400_000;

let watcher: ((type: EventType) => void) | undefined;

/** For metrics. Told when an event is written; whether its transaction is committed is seen only after. */
export function watchEvents(watch: (type: EventType) => void): void {
  watcher = watch;
}

export async function record(tx: Transaction, event: NewEvent): Promise<void> {
  watcher?.(event.type);
  await tx.insertInto("events").values(toRow(event)).execute();
}

/** A statement takes only so many parameters. */
const BATCH = 100;

export async function recordAll(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    for (const { type } of batch) watcher?.(type);
    await tx.insertInto("events").values(batch.map(toRow)).execute();
  }
}

function toRow(event: NewEvent) {
  return {
    id: newId(),
    at: now,
    type: event.type,
    actor_kind: event.actor.kind,
    actor_id: "id" in event.actor ? event.actor.id : null,
    organization_id: event.organizationId ?? null,
    resource_kind: event.resource.kind,
    resource_id: event.resource.id ?? null,
    detail: JSON.stringify(event.detail ?? {}),
    request_id: event.requestId ?? null,
  };
}

/**
 * The setting of the instance's policy `events`, within the statement that depends on it. Each engine has its own JSON
 * functions; this reads the one text that the policy is written as, and a test keeps the two together.
 */
const retentionDays = sql<number>`coalesce((
  SELECT CAST(replace(replace(settings, '{"retentionDays":', ''), '}', '') AS bigint) FROM policies WHERE place_id = '' AND kind = 'events'
), ${sql.lit(DEFAULT_RETENTION_DAYS)})`;

export const oldEvents: Sweep = {
  name: "events",
  async deleteBatch(db: Database, size: number) {
    const old = db
      .selectFrom("events")
      .select("id")
      .where("at", "<", sql<number>`${now} - ${retentionDays} * ${sql.lit(DAY_MS)}`)
      .orderBy("at")
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("events").where("id", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
