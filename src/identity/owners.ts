/**
 * The owners of the instance: users with the role IAM_OWNER who are active, in an active organization. One is always
 * left: whatever could take the last one away asks here first, in the transaction that would do it.
 *
 * Two such transactions at once could each count on the owner that the other takes away. So they wait for each other at
 * the one row of `instance`, and count only when they hold it. Giving the role waits there too, so that nobody's
 * organization disappears while they become an owner.
 */
import { SignetError } from "../errors/signet-error.ts";
import type { Transaction } from "../storage/database.ts";

/** Held until the transaction ends. Both engines lock a row that is written, even when nothing in it changes. */
export async function lockOwners(tx: Transaction): Promise<void> {
  await tx
    .updateTable("instance")
    .set((eb) => ({ created_at: eb.ref("created_at") }))
    .execute();
}

/** Before a user is deleted, deactivated or locked. */
export async function refuseIfLastOwner(tx: Transaction, userId: string): Promise<void> {
  // Who gives this user a role writes the same row first: from here on the user is an owner, or does not become one.
  await lockUser(tx, userId);
  if (!(await ownersAmong(tx, { userId }))) return;
  await lockOwners(tx);
  await refuseUnlessOwnersRemain(tx, { userId });
}

/** Before an organization is deleted or deactivated: its users go, or cannot sign in. */
export async function refuseIfLastOwnersIn(tx: Transaction, organizationId: string): Promise<void> {
  await lockOwners(tx);
  if (await ownersAmong(tx, { organizationId })) await refuseUnlessOwnersRemain(tx, { organizationId });
}

/** Returns the user's organization, or nothing when there is no such user. */
export async function lockUser(tx: Transaction, userId: string): Promise<{ organizationId: string } | undefined> {
  const row = await tx
    .updateTable("users")
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("id", "=", userId)
    .returning("organization_id")
    .executeTakeFirst();
  return row && { organizationId: row.organization_id };
}

type Leaving = { readonly userId: string } | { readonly organizationId: string };

/** With the lock held. */
export async function refuseUnlessOwnersRemain(tx: Transaction, leaving: Leaving): Promise<void> {
  const other = await owners(tx)
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .where("users.state", "=", "active")
    .where("organizations.state", "=", "active")
    .where((eb) =>
      "userId" in leaving
        ? eb("users.id", "!=", leaving.userId)
        : eb("users.organization_id", "!=", leaving.organizationId),
    )
    .executeTakeFirst();
  if (other === undefined) throw new SignetError("last_owner", "No other active user has the role IAM_OWNER");
}

async function ownersAmong(tx: Transaction, leaving: Leaving): Promise<boolean> {
  const owner = await owners(tx)
    .where((eb) =>
      "userId" in leaving
        ? eb("users.id", "=", leaving.userId)
        : eb("users.organization_id", "=", leaving.organizationId),
    )
    .executeTakeFirst();
  return owner !== undefined;
}

function owners(tx: Transaction) {
  return tx
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .select("users.id")
    .where("managers.place_id", "=", "")
    .where("managers.role", "=", "IAM_OWNER")
    .limit(1);
}
