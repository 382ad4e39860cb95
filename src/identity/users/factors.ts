/** The further proofs a person has set up beside the password: what managers see of them, and how they are taken away. */
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { type By, found } from "../resource.ts";
import { raiseEpoch, readUser } from "./users.ts";

export type FactorKind = "passkey" | "totp" | "email_code" | "recovery_codes";

export interface Factor {
  readonly id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Oldest first. What a factor is checked with stays in the database. */
export async function listFactors(db: Database, userId: string): Promise<Factor[]> {
  const rows = await db
    .selectFrom("factors")
    .select(["id", "kind", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FactorKind,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Whoever signed in with it may not be the person any more, so every session ends. */
export async function removeFactor(tx: Transaction, userId: string, factorId: string, by: By): Promise<void> {
  const removed = await tx
    .deleteFrom("factors")
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .returning(["id", "kind", "name"])
    .execute();
  found(removed[0], "factor", factorId);
  await endSessions(tx, userId, removed, by);
}

/** Nothing ends where there was nothing. Returns how many there were. */
export async function removeAllFactors(tx: Transaction, userId: string, by: By): Promise<number> {
  await readUser(tx, userId);
  const removed = await tx.deleteFrom("factors").where("user_id", "=", userId).returning(["id", "kind", "name"]).execute();
  if (removed.length > 0) await endSessions(tx, userId, removed, by);
  return removed.length;
}

async function endSessions(
  tx: Transaction,
  userId: string,
  removed: readonly { id: string; kind: string; name: string }[],
  by: By,
): Promise<void> {
  const { organizationId } = await readUser(tx, userId);
  await raiseEpoch(tx, userId);
  const factors = removed.map(({ id, kind, name }) => ({ id, kind, name }));
  await record(tx, { type: "user_factor.removed", ...by, resource: { kind: "user", id: userId }, organizationId, detail: { factors } });
}
