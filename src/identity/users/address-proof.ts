/**
 * Somebody shows that an address is theirs: they use a link that was sent to it, or type a code that was. Every way to
 * show it ends here. It is more than a manager's word: only a proven address leads to an account from anywhere in the
 * instance, and can be a login name.
 */
import { record } from "../../events/audit-log.ts";
import type { KeyRing } from "../../keys/key-ring.ts";
import type { Transaction } from "../../storage/database.ts";
import type { Storage } from "../../storage/storage.ts";
import { spendOneTimeCode } from "../limits/one-time-codes.ts";
import type { By } from "../resource.ts";
import { readHuman, renameHuman } from "./humans.ts";
import { nameByAddress, unfinishedName } from "./user-names.ts";

/** For the statement that spends the proof, which asks whether the address is still the one that the mail went to. */
export const provenAddress = { email_verified: 1, email_proven: 1 } as const;

/** In the same transaction: who has no name yet gets it with the address. */
export async function afterProof(tx: Transaction, userId: string, by: By): Promise<void> {
  const { id, userName, organizationId, email } = await readHuman(tx, userId);
  if (userName === unfinishedName(id))
    await renameHuman(tx, id, await nameByAddress(tx, { id, organizationId, email }), by);
}

/**
 * A code of the second factor, sent to the address that the account has. It may be one that nobody but a manager has
 * spoken for: whoever types the code reads the mails there.
 */
export async function spendEmailCode(
  storage: Storage,
  ring: KeyRing,
  given: { id: string; userId: string; code: string },
  by: By,
): Promise<"won" | "lost"> {
  const { id, userId, code } = given;
  const spent = await spendOneTimeCode(storage.db, ring, { id, purpose: "second_factor", code });
  if (spent.outcome === "lost" || spent.userId !== userId) return "lost";
  await storage.transaction((tx) => proveByCode(tx, { userId, emailVersion: Number(spent.data) }, by));
  return "won";
}

async function proveByCode(
  tx: Transaction,
  { userId, emailVersion }: { userId: string; emailVersion: number },
  by: By,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("humans")
    .set(provenAddress)
    .where("user_id", "=", userId)
    .where("email_version", "=", emailVersion)
    .where("email_verified", "=", 1)
    .where("email_proven", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const { organizationId } = await readHuman(tx, userId);
  await record(tx, { type: "user_email.verified", ...by, resource: { kind: "user", id: userId }, organizationId });
  await afterProof(tx, userId, by);
}
