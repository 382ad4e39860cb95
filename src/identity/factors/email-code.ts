/**
 * Codes to the verified address as a second factor: the person has said that they want them, and that is all there is
 * to store.
 */
import { record } from "../../events/audit-log.ts";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { freshId } from "../../tickets/fresh-bytes.ts";
import type { By } from "../resource.ts";
import { tell } from "../users/notices.ts";
import { readUser } from "../users/users.ts";

/** Whoever has it already keeps it. */
export async function addEmailCodes(tx: Transaction, userId: string, by: By): Promise<void> {
  const { organizationId } = await readUser(tx, userId);
  const has = await tx
    .selectFrom("factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("kind", "=", "email_code")
    .executeTakeFirst();
  if (has !== undefined) return;
  const id = freshId();
  await tx
    .insertInto("factors")
    .values({
      ...{ id, user_id: userId, kind: "email_code", name: "", data: "{}" },
      ...{ sealed: null, master_key_id: null, created_at: now, last_used_at: null },
    })
    .execute();
  const detail = { factor: { id, kind: "email_code" } };
  await record(tx, {
    type: "user_factor.added",
    ...by,
    resource: { kind: "user", id: userId },
    organizationId,
    detail,
  });
  await tell(tx, { kind: "factor_added", userId, factor: "email_code" });
}
