/**
 * Accounts that somebody asked for and nobody finished: a visitor must not be able to make the database grow for good.
 */
import { sql } from "kysely";
import { now } from "../../storage/now.ts";
import type { Sweep } from "../../storage/sweep.ts";

/** Longer than any link in a mail works. */
const KEEP_MS = 7 * 86_400_000;

export const unfinishedRegistrations: Sweep = {
  name: "users",
  async deleteBatch(db, size) {
    const old = db
      .selectFrom("users")
      .innerJoin("humans", "humans.user_id", "users.id")
      .select("users.id")
      // As a literal: the index users_unverified is only for these.
      .where("users.state", "=", sql.lit("unverified"))
      .where("users.changed_at", "<", (eb) => eb(now, "-", KEEP_MS))
      .where("humans.password_hash", "is", null)
      .where("humans.email_verified", "=", 0)
      .orderBy("users.changed_at")
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("users").where("id", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
