/** What people do with their own factors, and what a policy keeps them from. */
import type { Transaction } from "../../storage/database.ts";
import { lockRow } from "../changes.ts";
import { type By, found } from "../resource.ts";
import { listFactors, removeFactor } from "../users/factors.ts";
import { readUser } from "../users/users.ts";
import { usableFactors } from "./due.ts";
import { readFactorSituation } from "./situation.ts";

/**
 * Refused when it is the last one that counts and the organization asks for one. The session in which it is done goes
 * on.
 */
export async function removeOwnFactor(
  tx: Transaction,
  { userId, factorId, keep }: { userId: string; factorId: string; keep: { loginSessionId: string } },
  by: By,
): Promise<"won" | "refused"> {
  // Two at once could each count on the one that the other takes away.
  await lockRow(tx, "users", userId);
  const { organizationId } = await readUser(tx, userId);
  const factors = await listFactors(tx, userId);
  found(
    factors.find(({ id }) => id === factorId),
    "factor",
    factorId,
  );
  const situation = await readFactorSituation(tx, { userId, organizationId });
  const left = factors.filter(({ id }) => id !== factorId);
  const counts = (of: typeof factors) => usableFactors({ ...situation, has: of.map(({ kind }) => kind) }).length;
  if (situation.policy.mode === "required" && counts(factors) > 0 && counts(left) === 0) return "refused";
  // Recovery codes stand in for another factor; without one there is nothing they could stand in for.
  const along = left.every(({ kind }) => kind === "recovery_codes") ? left.map(({ id }) => id) : [];
  await removeFactor(tx, userId, { factorId, along, keep }, by);
  return "won";
}
