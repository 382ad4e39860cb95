/**
 * Codes of six digits that are sent by mail, each for one step in one browser: whoever has the step and the mail may go
 * on. Few attempts, ten minutes, once. The code is made when its mail is written, and only a keyed hash of it is
 * stored.
 */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { rowsOver } from "../../storage/sweep.ts";
import { freshId } from "../../tickets/fresh-bytes.ts";

export type CodePurpose = "registration" | "second_factor" | "email_change";

export const CODE_LIFE_MS = 600_000;
export const CODE_DIGITS = 6;
export const CODE_ATTEMPTS = 5;

/** The mail has this long to be sent, longer than the outbox goes on trying; the life of the code begins when it is. */
const LONGEST_WAIT_MS = 86_400_000;

/** The id of the code stands in the step of whoever asked, before it is known whether there will be one. */
export const newCodeId: () => string = freshId;

interface AwaitedCode {
  readonly id: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
  /** What the code is for, where that is more than the person: a new address. */
  readonly data?: string;
}

/** Returns the id, which is a new one unless there is one already. */
export async function expectCode(tx: Transaction, code: Omit<AwaitedCode, "id"> & { id?: string }): Promise<string> {
  const id = code.id ?? newCodeId();
  await insertCode(tx, { ...code, id }, LONGEST_WAIT_MS);
  return id;
}

/**
 * For a step that no code will ever fit. An attempt at it counts and writes as much as one at a step that has a code,
 * so that neither the answers nor their times tell the two apart.
 */
export function pretendCode(tx: Transaction, code: AwaitedCode): Promise<void> {
  return insertCode(tx, code, CODE_LIFE_MS);
}

async function insertCode(
  tx: Transaction,
  { id, userId, purpose, data = "" }: AwaitedCode,
  lifeMs: number,
): Promise<void> {
  await tx
    .insertInto("one_time_codes")
    .values((eb) => ({
      id,
      user_id: userId,
      purpose,
      hash: null,
      attempts_left: CODE_ATTEMPTS,
      expires_at: eb(now, "+", lifeMs),
      data,
    }))
    .execute();
}

/** What the codes were for is done. */
export async function forgetCodes(
  tx: Transaction,
  { userId, purpose }: Pick<AwaitedCode, "userId" | "purpose">,
): Promise<void> {
  await tx.deleteFrom("one_time_codes").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
}

/**
 * For the mail that is being written; a mail that is written again has a new one. Undefined when it is not needed any
 * more.
 */
export async function makeCode(db: Database, ring: KeyRing, id: string): Promise<string | undefined> {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const { numUpdatedRows } = await db
    .updateTable("one_time_codes")
    .set((eb) => ({ hash: keyedHash(ring, id, code), expires_at: eb(now, "+", CODE_LIFE_MS) }))
    .where("id", "=", id)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? code : undefined;
}

/** Counts the attempt before it looks; the right code wins once, however often it is sent. */
export async function spendOneTimeCode(
  db: Database,
  ring: KeyRing,
  given: { id: string; purpose: CodePurpose; code: string },
): Promise<{ outcome: "won"; userId: string; data: string } | { outcome: "lost" }> {
  const row = await db
    .updateTable("one_time_codes")
    .set((eb) => ({ attempts_left: eb("attempts_left", "-", 1) }))
    .where("id", "=", given.id)
    .where("purpose", "=", given.purpose)
    .where("attempts_left", ">", 0)
    .where("expires_at", ">", now)
    .returning(["user_id", "hash", "data"])
    .executeTakeFirst();
  const isRight = isCode(ring, given.id, digitsOf(given.code), row?.hash);
  if (row === undefined || !isRight) return { outcome: "lost" };
  const { numDeletedRows } = await db.deleteFrom("one_time_codes").where("id", "=", given.id).executeTakeFirst();
  return numDeletedRows === 1n ? { outcome: "won", userId: row.user_id, data: row.data } : { outcome: "lost" };
}

/** As people type it or paste it: with spaces and invisible marks, or in the digits of their own script. */
function digitsOf(typed: string): string {
  return typed
    .slice(0, 40)
    .normalize("NFKC")
    .replace(/[\s\p{Cf}-]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** As it is stored, with the key's id. */
export function keyedHash(ring: KeyRing, id: string, code: string): string {
  const root = ring.ticketRoot();
  return `${root.id}.${hashOf(root.secret, id, code)}`;
}

/** Takes as long where nothing is stored. */
export function isCode(ring: KeyRing, id: string, code: string, stored: string | null | undefined): boolean {
  const [rootId = "", expected = ""] = stored?.split(".") ?? [];
  const root = ring.ticketRootById(rootId) ?? ring.ticketRoot();
  return isSame(hashOf(root.secret, id, code), expected);
}

function hashOf(secret: Buffer, id: string, code: string): string {
  return createHmac("sha256", secret).update(`signet one-time code ${id} ${code}`).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const expiredCodes = rowsOver({
  table: "one_time_codes",
  primaryKey: ["id"],
  overAt: "expires_at",
});
