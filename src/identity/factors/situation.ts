/** What is known of a person when it has to be decided whether one proof is enough. */
import type { Database } from "../../storage/database.ts";
import { readPolicy } from "../policies/policies.ts";
import { listFactors } from "../users/factors.ts";
import type { FactorPossession } from "./due.ts";

export async function readFactorSituation(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<FactorPossession> {
  const { settings, instance } = await readPolicy(db, "secondFactor", organizationId);
  const factors = await listFactors(db, userId);
  const human = await db
    .selectFrom("humans")
    .select(["email_verified"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    policy: settings,
    instanceAllows: instance.allowed,
    has: [...new Set(factors.map(({ kind }) => kind))],
    emailVerified: human?.email_verified === 1,
  };
}
