/** Signed assertions that name a jti work once (RFC 7523 §3): recorded when the signature has been verified. */
import type { Database } from "../../storage/database.ts";
import { rowsOver } from "../../storage/sweep.ts";

const MOST_JTI = 256;
/** Longer than any leeway given to an assertion's expiry. */
const KEEP_EXPIRED_MS = 300_000;

/** `expiresAt`: when the assertion itself stops being accepted; until then its jti must be remembered. */
export async function useAssertion(
  db: Database,
  assertion: { issuer: string; jti: string; expiresAt: number },
): Promise<"won" | "lost"> {
  if (assertion.jti.length > MOST_JTI) return "lost";
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_assertions")
    .values({ issuer: assertion.issuer, jti: assertion.jti, expires_at: assertion.expiresAt })
    .onConflict((conflict) => conflict.columns(["issuer", "jti"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n ? "won" : "lost";
}

export const expiredAssertions = rowsOver({
  table: "used_assertions",
  primaryKey: ["issuer", "jti"],
  overAt: "expires_at",
  keepMs: KEEP_EXPIRED_MS,
});
