/**
 * What a mail link does, once. A link carries the versions of the address and the password at the time it was sent;
 * using it moves the version on in the same statement that asks for it, so a second use, and any link that was
 * overtaken by another change, is lost. Nothing is stored for a link.
 */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Schema } from "../../storage/schema/schema.ts";
import type { By } from "../resource.ts";
import { afterProof, provenAddress } from "./address-proof.ts";
import type { StorablePassword } from "./new-password.ts";
import { tell } from "./notices.ts";
import { raiseEpoch, readUser, setUserState } from "./users.ts";

export type MailLinkPurpose = "verify_email" | "reset_password" | "invitation" | "registration";

export interface MailLink {
  readonly userId: string;
  readonly purpose: MailLinkPurpose;
  readonly emailVersion: number;
  readonly passwordVersion: number;
}

/** For the mail that is about to be sent, or undefined when there is nobody, or no address, to send it to. */
export async function prepareMailLink(
  db: Database,
  userId: string,
  purpose: MailLinkPurpose,
): Promise<(MailLink & { email: string }) | undefined> {
  const row = await db
    .selectFrom("humans")
    .select(["email", "email_version", "password_version"])
    .where("user_id", "=", userId)
    .where("email", "<>", "")
    .executeTakeFirst();
  return (
    row && { userId, purpose, emailVersion: row.email_version, passwordVersion: row.password_version, email: row.email }
  );
}

/**
 * Somebody who was locked or deactivated has no use for a link, and whoever reads their mail must not have one either:
 * a password set meanwhile would be waiting when they come back.
 */
function mayUseLinks(eb: ExpressionBuilder<Schema, "humans">): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom("users")
      .select("users.id")
      .whereRef("users.id", "=", "humans.user_id")
      .where("users.state", "in", ["active", "unverified"]),
  );
}

/** The address is proved; somebody who had to verify it first becomes active. */
export async function verifyEmail(tx: Transaction, link: MailLink, by: By): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set((eb) => ({ ...provenAddress, email_version: eb("email_version", "+", 1) }))
    .where("user_id", "=", link.userId)
    .where("email_version", "=", link.emailVersion)
    .where(mayUseLinks)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return "lost";
  const { organizationId, state } = await readUser(tx, link.userId);
  await record(tx, { type: "user_email.verified", ...by, resource: { kind: "user", id: link.userId }, organizationId });
  await afterProof(tx, link.userId, by);
  if (state === "unverified") await setUserState(tx, link.userId, "verify", by);
  return "won";
}

/**
 * A forgotten password, or an invited person's first one: the new password, and with it the end of every session.
 * The mail has reached the address, so it is proved.
 */
export async function setPasswordByLink(
  tx: Transaction,
  link: MailLink,
  hash: StorablePassword,
  by: By,
): Promise<"won" | "lost"> {
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set((eb) => ({
      password_hash: hash,
      password_version: eb("password_version", "+", 1),
      password_changed_at: now,
      password_change_required: 0,
      ...provenAddress,
    }))
    .where("user_id", "=", link.userId)
    .where("password_version", "=", link.passwordVersion)
    .where("email_version", "=", link.emailVersion)
    .where(mayUseLinks)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return "lost";
  const { organizationId, state } = await readUser(tx, link.userId);
  await raiseEpoch(tx, link.userId);
  await record(tx, {
    type: "user_password.reset",
    ...by,
    resource: { kind: "user", id: link.userId },
    organizationId,
    detail: { by: link.purpose },
  });
  await afterProof(tx, link.userId, by);
  // Others choose their first one.
  if (link.purpose === "reset_password") await tell(tx, { kind: "password_changed", userId: link.userId });
  if (state === "unverified") await setUserState(tx, link.userId, "verify", by);
  return "won";
}
