/** The password of a person as it is stored. It is judged and hashed before the transaction, in new-password.ts. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Schema } from "../../storage/schema/schema.ts";
import { type By, unknownResource } from "../resource.ts";
import type { StorablePassword } from "./new-password.ts";
import { tell } from "./notices.ts";
import { raiseEpoch, readUser } from "./users.ts";

export interface StoredPassword {
  readonly hash: string | null;
  readonly version: number;
  readonly changeRequired: boolean;
  readonly changedAt: number | null;
}

export async function readPassword(db: Database, userId: string): Promise<StoredPassword | undefined> {
  const row = await db
    .selectFrom("humans")
    .select(["password_hash", "password_version", "password_change_required", "password_changed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return (
    row && {
      hash: row.password_hash,
      version: row.password_version,
      changeRequired: row.password_change_required === 1,
      changedAt: row.password_changed_at,
    }
  );
}

/**
 * A new password ends every session, but the one in which the person changed it themselves. Links that would change it
 * stop working, because the version has moved on.
 */
export async function setPassword(
  tx: Transaction,
  userId: string,
  input: { hash: StorablePassword; changeRequired: boolean; keep?: { loginSessionId: string } },
  by: By,
): Promise<void> {
  const { organizationId } = await readUser(tx, userId);
  const former = await readPassword(tx, userId);
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set((eb) => ({
      password_hash: input.hash,
      password_version: eb("password_version", "+", 1),
      password_changed_at: now,
      password_change_required: Number(input.changeRequired),
    }))
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw unknownResource("user", userId);
  await raiseEpoch(tx, userId, input.keep);
  await record(tx, { type: "user_password.changed", ...by, resource: { kind: "user", id: userId }, organizationId });
  // The first one is no change that anybody would have to be warned of.
  if (former?.hash != null) await tell(tx, { kind: "password_changed", userId });
}

/**
 * By its owner: a password that has to be changed, or that they want to. Lost when it was changed meanwhile, or the
 * person was shut out: hashing takes a while, and a password set by whoever they were shut out for would be waiting
 * when they come back.
 */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  input: { hash: StorablePassword; version: number; keep?: { loginSessionId: string } },
  by: By,
): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set((eb) => ({
      password_hash: input.hash,
      password_version: eb("password_version", "+", 1),
      password_changed_at: now,
      password_change_required: 0,
    }))
    .where("user_id", "=", userId)
    .where("password_version", "=", input.version)
    .where(isActive)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return "lost";
  const { organizationId } = await readUser(tx, userId);
  await raiseEpoch(tx, userId, input.keep);
  await record(tx, { type: "user_password.changed", ...by, resource: { kind: "user", id: userId }, organizationId });
  await tell(tx, { kind: "password_changed", userId });
  return "won";
}

function isActive(eb: ExpressionBuilder<Schema, "humans">): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom("users")
      .select("users.id")
      .whereRef("users.id", "=", "humans.user_id")
      .where("users.state", "=", "active"),
  );
}

/**
 * The same password under newer hash parameters: nothing ends, nothing is recorded. Lost when it was changed meanwhile,
 * so that an old password never comes back.
 */
export async function upgradeHash(
  db: Database,
  userId: string,
  input: { hash: StorablePassword; version: number },
): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await db
    .updateTable("humans")
    .set({ password_hash: input.hash })
    .where("user_id", "=", userId)
    .where("password_version", "=", input.version)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? "won" : "lost";
}
