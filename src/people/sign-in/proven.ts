/** What somebody has proved on the way in: carried from step to step, and believed only as long as it is still so. */
import type { SecondProof } from "../../identity/factors/due.ts";
import { withProof } from "../../identity/factors/levels.ts";
import { listFactors } from "../../identity/users/factors.ts";
import { readPassword } from "../../identity/users/passwords.ts";
import type { Proven } from "../../pages/login-request.ts";
import type { Database } from "../../storage/database.ts";

/**
 * What was proved before, and this: the factor has to be there still when the person goes in, which may be some pages
 * later.
 */
export async function withFactor(db: Database, proven: Proven, kind: Exclude<SecondProof, "passkey">): Promise<Proven> {
  const stored = kind === "recovery_code" ? "recovery_codes" : kind;
  const used = (await listFactors(db, proven.userId)).filter((factor) => factor.kind === stored).map(({ id }) => id);
  return { ...proven, amr: withProof(proven.amr, { kind }), factorIds: [...(proven.factorIds ?? []), ...used] };
}

/** The password is the one that was right, and the factors that were used are still there. */
export async function stillCounts(tx: Database, { userId, passwordVersion, factorIds = [] }: Proven): Promise<boolean> {
  if (passwordVersion !== undefined && (await readPassword(tx, userId))?.version !== passwordVersion) return false;
  if (factorIds.length === 0) return passwordVersion !== undefined;
  const ids = (await listFactors(tx, userId)).map(({ id }) => id);
  return factorIds.every((id) => ids.includes(id));
}
