/** The audit log: every change of state leaves one event, written in the transaction of the change. */
import { v7 as newId } from "uuid";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import type { Sweep } from "../storage/sweep.ts";
import type { EventType } from "./event-types.ts";

/** Who did it. `operator` is a person at the command line of the server, `system` is Signet itself. */
export type Actor =
  | { readonly kind: "user" | "service_user" | "application"; readonly id: string }
  | { readonly kind: "system" | "operator" | "visitor" };

export interface NewEvent {
  readonly type: EventType;
  readonly actor: Actor;
  readonly resource: { readonly kind: string; readonly id?: string };
  readonly organizationId?: string | undefined;
  /** What a reader needs to understand the change. Never a secret. */
  readonly detail?: Record<string, unknown>;
  readonly requestId?: string | undefined;
}

const RETENTION_DAYS = 400;

export async function record(tx: Transaction, event: NewEvent): Promise<void> {
  await tx
    .insertInto("events")
    .values({
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
    })
    .execute();
}

export const oldEvents: Sweep = {
  name: "events",
  async deleteBatch(db: Database, size: number) {
    const old = db
      .selectFrom("events")
      .select("id")
      .where("at", "<", (eb) => eb(now, "-", RETENTION_DAYS * 86_400_000))
      .orderBy("at")
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("events").where("id", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
