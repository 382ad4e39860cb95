/** A person deletes their own account, where the policy lets them. */
import type { Transaction } from "../../storage/database.ts";
import { readPolicy } from "../policies/policies.ts";
import type { By } from "../resource.ts";
import { deleteUser, readUser } from "./users.ts";

/** Refused by the policy; the last owner of the instance is refused as everywhere. */
export async function deleteOwnAccount(tx: Transaction, userId: string, by: By): Promise<"won" | "refused"> {
  const { organizationId } = await readUser(tx, userId);
  const { settings } = await readPolicy(tx, "account", organizationId);
  if (!settings.mayDelete) return "refused";
  await deleteUser(tx, userId, by);
  return "won";
}
