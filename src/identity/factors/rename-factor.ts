/** People tell their passkeys apart by name. */
import { record } from "../../events/audit-log.ts";
import type { Transaction } from "../../storage/database.ts";
import { displayText } from "../names.ts";
import { type By, found } from "../resource.ts";
import { readUser } from "../users/users.ts";
import { LONGEST_PASSKEY_NAME } from "./add-passkey.ts";

/** Only the person's own; the same name again is no change. */
export async function renameFactor(
  tx: Transaction,
  given: { userId: string; factorId: string; name: string },
  by: By,
): Promise<void> {
  const { userId, factorId } = given;
  const name = displayText("name", given.name, { most: LONGEST_PASSKEY_NAME });
  const { organizationId } = await readUser(tx, userId);
  const own = await tx
    .selectFrom("factors")
    .select("kind")
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { kind } = found(own, "factor", factorId);
  const { numUpdatedRows } = await tx
    .updateTable("factors")
    .set({ name })
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .where("name", "!=", name)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const detail = { factor: { id: factorId, kind, name } };
  await record(tx, {
    type: "user_factor.changed",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail,
  });
}
