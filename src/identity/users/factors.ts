/**
 * The further proofs a person has set up beside the password: what managers see of them, and how they are taken away.
 */
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { type By, found } from "../resource.ts";
import { tell } from "./notices.ts";
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

/**
 * Whoever signed in with it may not be the person any more, so every session ends, but the one in which they removed it
 * themselves.
 */
export async function removeFactor(
  tx: Transaction,
  userId: string,
  { factorId, along = [], keep }: { factorId: string; along?: readonly string[]; keep?: { loginSessionId: string } },
  by: By,
): Promise<void> {
  const removed = await tx
    .deleteFrom("factors")
    .where("id", "in", [factorId, ...along])
    .where("user_id", "=", userId)
    .returning(["id", "kind", "name"])
    .execute();
  const { kind } = found(
    removed.find(({ id }) => id === factorId),
    "factor",
    factorId,
  );
  await endSessions(tx, userId, { removed, keep, kind }, by);
}

/** Nothing ends where there was nothing. Returns how many there were. */
export async function removeAllFactors(tx: Transaction, userId: string, by: By): Promise<number> {
  await readUser(tx, userId);
  const removed = await tx
    .deleteFrom("factors")
    .where("user_id", "=", userId)
    .returning(["id", "kind", "name"])
    .execute();
  if (removed.length > 0) await endSessions(tx, userId, { removed }, by);
  return removed.length;
}

interface Removal {
  readonly removed: readonly { id: string; kind: string; name: string }[];
  readonly keep?: { loginSessionId: string } | undefined;
  /** Of the one that was meant; undefined when it was all of them. */
  readonly kind?: string | undefined;
}

async function endSessions(tx: Transaction, userId: string, { removed, keep, kind }: Removal, by: By): Promise<void> {
  const { organizationId } = await readUser(tx, userId);
  await raiseEpoch(tx, userId, keep);
  const factors = removed.map((factor) => ({ id: factor.id, kind: factor.kind, name: factor.name }));
  await record(tx, {
    type: "user_factor.removed",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail: { factors },
  });
  await tell(tx, { kind: "factor_removed", userId, factor: kind });
}
