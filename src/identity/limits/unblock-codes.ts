/**
 * While others' wrong passwords make somebody's password wait, a code from their mailbox lets them try it all the same,
 * in a browser that does not know them yet. Strangers cannot use it up: whoever asks, the mail goes to the owner, once
 * an hour at most; its code works in any browser until the next one takes its place, and is too long to be found by
 * trying.
 */
import { randomInt } from "node:crypto";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { isCode, keyedHash } from "./one-time-codes.ts";

/** How often the password may be tried by one code. */
export const UNBLOCKED_ATTEMPTS = 5;

export const UNBLOCK_LIFE_MS = 7_200_000;
const APART_MS = 3_600_000;

/** Without letters and digits that are taken for one another (Crockford's base 32): 50 bits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 10;
/** With whatever people put between the letters. */
export const LONGEST_UNBLOCK_CODE = 40;

/** Each person has one of them, so that the statement that asks for a new one sees when the last was asked for. */
const idOf = (userId: string): string => `unblock:${userId}`;

/**
 * Lost when there was one within the last hour. One that has not expired goes on until the mail with the next one is
 * written.
 */
export async function expectUnblockCode(tx: Transaction, userId: string): Promise<"won" | "lost"> {
  const row = await tx
    .insertInto("one_time_codes")
    .values((eb) => ({
      ...{ id: idOf(userId), user_id: userId, purpose: "unblock", hash: null, attempts_left: 0, data: "" },
      expires_at: eb(now, "+", UNBLOCK_LIFE_MS),
    }))
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet((eb) => ({
          hash: eb
            .case()
            .when("one_time_codes.expires_at", ">", now)
            .then(eb.ref("one_time_codes.hash"))
            .else(null)
            .end(),
          expires_at: eb(now, "+", UNBLOCK_LIFE_MS),
        }))
        .where("one_time_codes.expires_at", "<=", (eb) => eb(now, "+", UNBLOCK_LIFE_MS - APART_MS)),
    )
    .returning("id")
    .executeTakeFirst();
  return row === undefined ? "lost" : "won";
}

/** For the mail that is being written to that address. Undefined when it is not needed any more. */
export async function makeUnblockCode(
  db: Database,
  ring: KeyRing,
  { userId, email }: { userId: string; email: string },
): Promise<string | undefined> {
  const id = idOf(userId);
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const { numUpdatedRows } = await db
    .updateTable("one_time_codes")
    .set((eb) => ({ hash: keyedHash(ring, id, code), data: email, expires_at: eb(now, "+", UNBLOCK_LIFE_MS) }))
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? `${code.slice(0, 5)}-${code.slice(5)}` : undefined;
}

/**
 * What the attempts by this code are counted for; undefined when it is not the right one. Nothing is spent, so that it
 * works wherever its owner needs it. It went to an address that was the person's confirmed one, and is worth nothing
 * once that is another.
 */
export async function findUnblockCode(
  db: Database,
  ring: KeyRing,
  { userId, typed }: { userId: string; typed: string },
): Promise<string | undefined> {
  const id = idOf(userId);
  const row = await db
    .selectFrom("one_time_codes")
    .innerJoin("humans", "humans.user_id", "one_time_codes.user_id")
    .select("one_time_codes.hash")
    .where("one_time_codes.id", "=", id)
    .where("one_time_codes.expires_at", ">", now)
    .whereRef("humans.email", "=", "one_time_codes.data")
    .executeTakeFirst();
  return isCode(ring, id, lettersOf(typed), row?.hash) ? row?.hash?.split(".")[1]?.slice(0, 22) : undefined;
}

/** As people type it or paste it. */
function lettersOf(typed: string): string {
  return typed
    .slice(0, LONGEST_UNBLOCK_CODE)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Cf}-]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
}
