/** People who agree, without the page that asks. */
import { agree } from "../../src/identity/consents/consents.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { by } from "./world.ts";

/** The id of the consent, for a session that is opened by hand. */
export async function agreed(
  tx: Transaction,
  userId: string,
  applicationId: string,
  scopes: readonly string[],
): Promise<string> {
  await agree(tx, { userId, applicationId, scopes }, by);
  const row = await tx
    .selectFrom("consents")
    .select("id")
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .executeTakeFirstOrThrow();
  return row.id;
}
