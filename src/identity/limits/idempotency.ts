/**
 * Idempotency-Key: whoever did not get the answer to a creation may ask again, and gets that answer, not a second
 * thing.
 *
 * The key is claimed by the first statement of the transaction that does the work and holds its answer when it ends. A
 * second call with the same key waits for that, and then finds the answer; of one that failed nothing is left, so it
 * can be tried again.
 */
import { createHash } from "node:crypto";
import { SignetError } from "../../errors/signet-error.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { UniqueViolation } from "../../storage/errors.ts";
import { now } from "../../storage/now.ts";
import type { Storage } from "../../storage/storage.ts";
import { rowsOver } from "../../storage/sweep.ts";
import { type Tickets, ticketKind } from "../../tickets/tickets.ts";

export const KEEP_MS = 24 * 3_600_000;

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer may hold a secret that is shown once, the request a password; and a list of addresses may be long. */
const answerTicket = ticketKind<{ readonly requestHash: string; readonly answer: StoredAnswer }>(
  "idempotent-answer",
  "sgi_",
  {
    longest: 2_000_000,
  },
);

export interface KeyedRequest {
  readonly callerId: string;
  readonly key: string;
  readonly requestHash: string;
}

export function keyedRequest(
  callerId: string,
  header: string | readonly string[],
  request: readonly unknown[],
): KeyedRequest {
  if (typeof header !== "string" || !/^[!-~]{1,255}$/.test(header)) {
    throw new SignetError("invalid_input", "Idempotency-Key must have 1 to 255 visible ASCII characters", {
      field: "Idempotency-Key",
    });
  }
  return {
    callerId,
    key: header,
    requestHash: createHash("sha256").update(JSON.stringify(request)).digest("base64url"),
  };
}

/** The answer that was given to the same request before. */
export async function findAnswer(
  db: Database,
  tickets: Tickets,
  request: KeyedRequest,
): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom("idempotency_keys")
    .select("answer")
    .where("caller_id", "=", request.callerId)
    .where("key", "=", request.key)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  const stored = row && tickets.open(answerTicket, row.answer);
  if (stored === undefined) return undefined;
  if (stored.requestHash !== request.requestHash) {
    throw new SignetError("idempotency_key_reused", "This Idempotency-Key was used for another request");
  }
  return stored.answer;
}

export async function answerOnce(
  storage: Storage,
  tickets: Tickets,
  request: KeyedRequest,
  work: (tx: Transaction) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { readonly repeated: boolean }> {
  try {
    const answer = await storage.transaction(async (tx) => {
      await claim(tx, request);
      const done = await work(tx);
      await tx
        .updateTable("idempotency_keys")
        .set({ answer: tickets.seal(answerTicket, { requestHash: request.requestHash, answer: done }) })
        .where("caller_id", "=", request.callerId)
        .where("key", "=", request.key)
        .execute();
      return done;
    });
    return { ...answer, repeated: false };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    const answer = await findAnswer(storage.db, tickets, request);
    if (answer === undefined)
      throw new SignetError("wrong_state", "The first call with this Idempotency-Key has just ended; send it again");
    return { ...answer, repeated: true };
  }
}

class KeyTaken extends Error {}

async function claim(tx: Transaction, { callerId, key }: KeyedRequest): Promise<void> {
  await tx
    .deleteFrom("idempotency_keys")
    .where("caller_id", "=", callerId)
    .where("key", "=", key)
    .where("expires_at", "<=", now)
    .execute();
  await tx
    .insertInto("idempotency_keys")
    .values((eb) => ({ caller_id: callerId, key, answer: "", expires_at: eb(now, "+", KEEP_MS) }))
    .execute()
    .catch((error) => {
      throw error instanceof UniqueViolation ? new KeyTaken() : error;
    });
}

export const expiredIdempotencyKeys = rowsOver({
  table: "idempotency_keys",
  primaryKey: ["caller_id", "key"],
  overAt: "expires_at",
});
