/** Codes from an authenticator app (RFC 6238): six digits, thirty seconds, each of which works once. */
import { Secret, TOTP } from "otpauth";
import { record } from "../../events/audit-log.ts";
import { againOnReferenceViolation, type Vault } from "../../keys/vault.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now, readNow } from "../../storage/now.ts";
import type { Storage } from "../../storage/storage.ts";
import { freshBytes, freshId } from "../../tickets/fresh-bytes.ts";
import type { By } from "../resource.ts";
import { tell } from "../users/notices.ts";
import { readUser } from "../users/users.ts";

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** A clock may be one step off, in either direction. */
const WINDOW = 1;

/** In base32, as people type it. */
export function newTotpSecret(): string {
  return new Secret({ buffer: Uint8Array.from(freshBytes(SECRET_BYTES)).buffer }).base32;
}

/**
 * Longer names are cut. A character may take twelve bytes there, the issuer stands in it twice, and 2953 bytes is all
 * that fits.
 */
const LONGEST_ISSUER = 40;
const LONGEST_LABEL = 100;

/** What the QR code says. */
export function totpAddress(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totpOf(secret, forAddress(issuer, LONGEST_ISSUER), forAddress(label, LONGEST_LABEL)).toString();
}

/** A colon would end the name of the issuer. */
function forAddress(name: string, longest: number): string {
  const letters = [...name.replaceAll(":", " ")];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join("")}…` : letters.join("");
}

/** The step that the code is of, or undefined when it is wrong. */
export function matchingStep(secret: string, code: string, atMs: number): number | undefined {
  const token = code.slice(0, 40).normalize("NFKC").replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, window: WINDOW, timestamp: atMs });
  return delta === null ? undefined : Math.floor(atMs / 1000 / PERIOD_SECONDS) + delta;
}

function totpOf(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
  });
}

export interface NewTotp {
  readonly userId: string;
  readonly secret: string;
  readonly name: string;
  /** Shows that the app has the secret. It is spent by that. */
  readonly code: string;
}

/** One at a time: a new one replaces the former. Lost when the code is wrong. */
export async function addTotp(
  storage: Storage,
  vault: Vault,
  { userId, secret, name, code }: NewTotp,
  by: By,
): Promise<"won" | "lost"> {
  const step = matchingStep(secret, code, await readNow(storage.db));
  if (step === undefined) return "lost";
  const id = freshId();
  await againOnReferenceViolation(async () => {
    const sealed = await vault.seal("factors", id, Buffer.from(secret));
    await storage.transaction(async (tx) => {
      const { organizationId } = await readUser(tx, userId);
      await tx.deleteFrom("factors").where("user_id", "=", userId).where("kind", "=", "totp").execute();
      await tx
        .insertInto("factors")
        .values({
          id,
          user_id: userId,
          kind: "totp",
          name,
          data: "{}",
          ...sealed,
          counter: step,
          created_at: now,
          last_used_at: null,
        })
        .execute();
      const detail = { factor: { id, kind: "totp", name } };
      await record(tx, {
        type: "user_factor.added",
        ...by,
        resource: { kind: "user", id: userId },
        organizationId,
        detail,
      });
      await tell(tx, { kind: "factor_added", userId, factor: "totp" });
    });
  });
  return "won";
}

/** The right code wins once: its step, and those before it, are over. */
export async function spendTotp(db: Database, vault: Vault, userId: string, code: string): Promise<"won" | "lost"> {
  const rows = await db
    .selectFrom("factors")
    .select(["id", "sealed", "master_key_id", now.as("now")])
    .where("user_id", "=", userId)
    .where("kind", "=", "totp")
    .execute();
  for (const { id, sealed, master_key_id, now: at } of rows) {
    if (sealed === null || master_key_id === null) continue;
    const secret = (await vault.open("factors", id, { sealed, master_key_id })).toString();
    const step = matchingStep(secret, code, at);
    if (step !== undefined) return moveOn(db, id, step);
  }
  return "lost";
}

async function moveOn(db: Database | Transaction, id: string, step: number): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await db
    .updateTable("factors")
    .set({ counter: step, last_used_at: now })
    .where("id", "=", id)
    .where("counter", "<", step)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "won" : "lost";
}
