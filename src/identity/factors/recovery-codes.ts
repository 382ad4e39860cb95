/** Codes to keep in a drawer, for the day on which the phone is gone. Ten of them, shown once; each works once. */
import { createHash } from "node:crypto";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { freshBytes, freshId } from "../../tickets/fresh-bytes.ts";
import { lockRow } from "../changes.ts";
import type { By } from "../resource.ts";
import { tell } from "../users/notices.ts";
import { readUser } from "../users/users.ts";

export const RECOVERY_CODES = 10;
/** 80 bits: nobody finds one by trying, also with the hashes at hand. */
const CODE_BYTES = 10;
/** Without letters and digits that are taken for one another (Crockford's base 32). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** None for whoever has some, also where two factors are set up at once: a list that was shown stays good. */
export async function makeFirstRecoveryCodes(tx: Transaction, userId: string, by: By): Promise<string[]> {
  await lockRow(tx, "users", userId);
  return (await findFactor(tx, userId)) === undefined ? makeRecoveryCodes(tx, userId, by) : [];
}

/** New ones replace the former, used or not. They are told to nobody after this. */
export async function makeRecoveryCodes(tx: Transaction, userId: string, by: By): Promise<string[]> {
  await lockRow(tx, "users", userId);
  const { organizationId } = await readUser(tx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom("factors").where("user_id", "=", userId).where("kind", "=", "recovery_codes").execute();
  const id = freshId();
  await tx
    .insertInto("factors")
    .values({
      ...{ id, user_id: userId, kind: "recovery_codes", name: "", data: "{}", counter: 0 },
      ...{ sealed: null, master_key_id: null, created_at: now, last_used_at: null },
    })
    .execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ factor_id: id, hash: hashOf(id, code), used_at: null })))
    .execute();
  const detail = { factor: { id, kind: "recovery_codes" } };
  await record(tx, {
    type: "user_factor.added",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail,
  });
  return codes;
}

/** Made again by their owner, who is told of it: the former ones were perhaps in somebody else's drawer. */
export async function renewRecoveryCodes(tx: Transaction, userId: string, by: By): Promise<string[]> {
  const codes = await makeRecoveryCodes(tx, userId, by);
  await tell(tx, { kind: "factor_added", userId, factor: "recovery_codes" });
  return codes;
}

/** How many are left. */
export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .innerJoin("factors", "factors.id", "recovery_codes.factor_id")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("factors.user_id", "=", userId)
    .where("recovery_codes.used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function spendRecoveryCode(
  tx: Transaction,
  userId: string,
  typed: string,
  by: By,
): Promise<{ outcome: "won"; left: number } | { outcome: "lost" }> {
  const factor = await findFactor(tx, userId);
  if (factor === undefined) return { outcome: "lost" };
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("factor_id", "=", factor.id)
    .where("hash", "=", hashOf(factor.id, typed))
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return { outcome: "lost" };
  await tx.updateTable("factors").set({ last_used_at: now }).where("id", "=", factor.id).execute();
  const { organizationId } = await readUser(tx, userId);
  const left = await countRecoveryCodes(tx, userId);
  await record(tx, {
    type: "user_recovery_code.used",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail: { left },
  });
  await tell(tx, { kind: "recovery_code_used", userId, left });
  return { outcome: "won", left };
}

/** The codes of a list belong to one factor. */
function findFactor(tx: Transaction, userId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "recovery_codes")
    .executeTakeFirst();
}

/** In four groups of four. */
function newCode(): string {
  const bits = [...freshBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five, 2))).join("");
  return letters.match(/.{4}/g)?.join("-") ?? letters;
}

/** As people type it: capitals, spaces, and letters that look like digits. */
function hashOf(factorId: string, typed: string): string {
  const plain = typed
    .slice(0, 60)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(`${factorId} ${plain}`).digest("base64url");
}
