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
    .values({
      id,
      kind,
      payload: JSON.stringify(payload),
      created_at: now,
      due_at: now,
      attempts: 0,
      claimed_until: 0,
      failed_at: null,
    })
    .execute();
  return id;
}

/**
 * Takes up to `limit` items that are due. Each goes to one caller: the conditions are restated where the row is locked.
 * With `kinds`, only those: while nodes are replaced one by one, an old one leaves alone what only a new one
 * understands.
 */
export async function claim(db: Database, limit: number, kinds?: readonly string[]): Promise<OutboxItem[]> {
  const due = db
    .selectFrom("outbox")
    .select("id")
    .where("failed_at", "is", null)
    .where("due_at", "<=", now)
    .where("claimed_until", "<=", now)
    .$if(kinds !== undefined, (query) => query.where("kind", "in", kinds ?? []))
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

export async function markDone(db: Database, item: OutboxItem): Promise<void> {
  await db.deleteFrom("outbox").where("id", "=", item.id).execute();
}

export interface OutboxFailure {
  /** Trying again would not help. */
  readonly permanent: boolean;
  /** A word of ours for what went wrong. Kept with the item, so never a text that came from outside. */
  readonly reason: string;
}

/**
 * Puts it back for later, waiting longer each time. After many attempts, or when trying again would not help, it stays
 * where an operator can see it.
 */
export async function markFailed(
  db: Database,
  item: OutboxItem,
  failure?: OutboxFailure,
): Promise<"will-retry" | "gave-up"> {
  const gaveUp = failure?.permanent === true || item.attempts >= MAX_ATTEMPTS;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (item.attempts - 1), LONGEST_RETRY_MS);
  await db
    .updateTable("outbox")
    .set((eb) => ({
      claimed_until: 0,
      due_at: eb(now, "+", wait),
      failed_at: gaveUp ? now : null,
      ...(failure === undefined ? {} : { payload: JSON.stringify(withFailure(item.payload, failure.reason)) }),
    }))
    .where("id", "=", item.id)
    .where("attempts", "=", item.attempts)
    .execute();
  return gaveUp ? "gave-up" : "will-retry";
}

/** The reason stands beside what the item is about: readers of the payload look only for the names they know. */
function withFailure(payload: unknown, failure: string): Record<string, unknown> {
  return { ...(typeof payload === "object" ? payload : {}), failure };
}

export interface OutboxStatus {
  /** Not done yet: due, put back for later, or being worked on. */
  readonly waiting: number;
  /** Milliseconds, by the database's clock; undefined when nothing waits. */
  readonly oldestWaitingAt: number | undefined;
  /** Given up within the last 30 days. */
  readonly failed: number;
  /** How often each reason stands behind what still waits after an attempt, or was given up. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** Reasons are read from the items themselves, of which there are few; more than this many say nothing more. */
const MOST_REASONS = 1_000;

export async function readOutboxStatus(db: Database, kinds: readonly string[]): Promise<OutboxStatus> {
  const counts = await db
    .selectFrom("outbox")
    .select((eb) => [
      eb.fn.countAll<number>().as("items"),
      eb.fn.count<number>("failed_at").as("failed"),
      eb.fn.min(eb.case().when("failed_at", "is", null).then(eb.ref("created_at")).end()).as("oldest"),
    ])
    .where("kind", "in", kinds)
    .executeTakeFirstOrThrow();
  const tried = await db
    .selectFrom("outbox")
    .select("payload")
    .where("kind", "in", kinds)
    .where("attempts", ">", 0)
    .orderBy("id", "desc")
    .limit(MOST_REASONS)
    .execute();
  const reasons: Record<string, number> = {};
  for (const { payload } of tried) {
    const { failure }: { failure?: unknown } = JSON.parse(payload);
    if (typeof failure === "string") reasons[failure] = (reasons[failure] ?? 0) + 1;
  }
  return {
    waiting: counts.items - counts.failed,
    oldestWaitingAt: counts.oldest ?? undefined,
    failed: counts.failed,
    reasons,
  };
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
