/** Somebody who signs in with a password is offered a passkey, once in their life. */
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { FactorSituation } from "./due.ts";

/** Won by whoever may make the offer now. */
export async function offerPasskey(
  db: Database,
  userId: string,
  { policy, has }: Pick<FactorSituation, "policy" | "has">,
): Promise<"won" | "lost"> {
  if (has.includes("passkey") || !policy.allowed.includes("passkey")) return "lost";
  const { numUpdatedRows } = await db
    .updateTable("humans")
    .set({ passkey_offered_at: now })
    .where("user_id", "=", userId)
    .where("passkey_offered_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "won" : "lost";
}
