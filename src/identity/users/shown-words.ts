/**
 * Users who are there from before others could find them only by what they are shown of them: their words are written
 * bit by bit, by the code that cuts words, and not by a migration, which could not fold letters as it does.
 */
import type { Database, Transaction } from "../../storage/database.ts";
import type { Sweep } from "../../storage/sweep.ts";
import { padValues } from "../listing.ts";
import { writeShownWords } from "./search.ts";

/** In one transaction, which holds the users it writes for. */
const AT_ONCE = 100;

export const shownWordsToWrite: Sweep = {
  name: "user_words_to_write",
  async deleteBatch(db, size) {
    let written = 0;
    while (written < size) {
      const count = await writeSome(db);
      written += count;
      if (count < AT_ONCE) return written;
    }
    return written;
  },
};

async function writeSome(db: Database): Promise<number> {
  const ids = await db.selectFrom("user_words_to_write").select("user_id").orderBy("user_id").limit(AT_ONCE).execute();
  if (ids.length === 0) return 0;
  const few = ids.map((row) => row.user_id);
  await db.transaction().execute((tx) => writeFor(tx, few));
  return ids.length;
}

async function writeFor(tx: Transaction, ids: readonly string[]): Promise<void> {
  // Both engines lock a row that is written: whoever changes one of them meanwhile writes the words afterwards, as they
  // are then.
  await tx
    .updateTable("users")
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("id", "in", padValues(ids))
    .execute();
  const users = await tx
    .selectFrom("users")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("service_users", "service_users.user_id", "users.id")
    .select(["users.id", "users.organization_id", "users.user_name", "humans.display_name", "service_users.name"])
    .where("users.id", "in", padValues(ids))
    .execute();
  for (const { id, organization_id: organizationId, user_name: userName, display_name: displayName, name } of users) {
    await writeShownWords(tx, { id, organizationId }, [userName, displayName ?? name ?? ""]);
  }
  await tx.deleteFrom("user_words_to_write").where("user_id", "in", padValues(ids)).execute();
}
