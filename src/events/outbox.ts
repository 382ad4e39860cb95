/**
 * Work that follows from a change but must not hold it up (a mail to send): enqueued in the change's transaction,
 * done later by whichever node claims it. A claim is a lease, so work of a node that died is taken up again.
 */
import { v7 as newId } from "uuid";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import type { Sweep } from "../storage/sweep.ts";

const LEASE_MS = 60_000;
const MAX_ATTEMPTS = 12;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
const KEEP_FAILED_DAYS = 30;

export interface OutboxItem {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempts: number;
}

export async function enqueue(tx: Transaction, kind: string, payload: Record<string, unknown>): Promise<string> {
  const id = newId();
  await tx
    .insertInto("outbox")
    .values({ id, kind, payload: JSON.stringify(payload), created_at: now, due_at: now, attempts: 0, claimed_until: 0, failed_at: null })
    .execute();
  return id;
}

/** Takes up to `limit` items that are due. Each goes to one caller: the conditions are restated where the row is locked. */
export async function claim(db: Database, limit: number): Promise<OutboxItem[]> {
  const due = db
    .selectFrom("outbox")
    .select("id")
    .where("failed_at", "is", null)
    .where("due_at", "<=", now)
    .where("claimed_until", "<=", now)
    .orderBy("due_at")
    .limit(limit);
  const rows = await db
    .updateTable("outbox")
    .set((eb) => ({ claimed_until: eb(now, "+", LEASE_MS), attempts: eb("attempts", "+", 1) }))
    .where("id", "in", due)
    .where("failed_at", "is", null)
    .where("claimed_until", "<=", now)
    .returning(["id", "kind", "payload", "attempts"])
    .execute();
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}

export async function done(db: Database, item: OutboxItem): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", item.id).execute();
}

/** Puts it back for later, waiting longer each time; after many attempts it stays where an operator can see it. */
export async function failed(db: Database, item: OutboxItem): Promise<"will-retry" | "gave-up"> {
  const gaveUp = item.attempts >= MAX_ATTEMPTS;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (item.attempts - 1), LONGEST_RETRY_MS);
  await db
    .updateTable("outbox")
    .set((eb) => ({ claimed_until: 0, due_at: eb(now, "+", wait), failed_at: gaveUp ? now : null }))
    .where("id", "=", item.id)
    .where("attempts", "=", item.attempts)
    .execute();
  return gaveUp ? "gave-up" : "will-retry";
}

export const failedOutboxItems: Sweep = {
  name: "outbox",
  async deleteBatch(db, size) {
    const old = db
      .selectFrom("outbox")
      .select("id")
      .where("failed_at", "<", (eb) => eb(now, "-", KEEP_FAILED_DAYS * 86_400_000))
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("outbox").where("id", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
