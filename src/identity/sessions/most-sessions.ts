/**
 * How many sessions one person may have at one application. Only those whose code was spent count: codes can be asked
 * for by any page that sends the browser there, and must not push out what somebody uses.
 *
 * Spending a code says how many others there are, within its own statement. Where they come near to the most, the
 * surplus is ended after the answer, by a statement that sees what is committed then: of two codes that are spent at
 * once, the later one ends it.
 */
import { sql } from "kysely";
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { By } from "../resource.ts";
import { recordAppSession } from "./app-sessions.ts";

/** Codes that are spent at the same moment do not see each other. */
const AT_ONCE = 20;
/** Ended by one statement; whatever is left goes with the next code. */
const MOST_AT_A_TIME = 100;

export interface AppSessionOwner {
  readonly userId: string;
  readonly applicationId: string;
}

/**
 * Within a statement on app_sessions: how many others of the same person and application there are, counted up to
 * `most`.
 */
export const othersUpTo = (most: number) =>
  sql<number>`(SELECT count(*) FROM (
    SELECT 1 FROM app_sessions AS o
    WHERE o.user_id = app_sessions.user_id AND o.application_id = app_sessions.application_id
      AND o.code_spent_at IS NOT NULL AND o.ended_at IS NULL AND o.idle_expires_at > ${now} AND o.id <> app_sessions.id
    LIMIT ${most}
  ) AS others)`;

/** Whether the surplus, if there is one, should be ended. */
export function isNearMostSessions(others: number, most: number): boolean {
  return others + AT_ONCE >= most;
}

/** Ends those that were not used for the longest time, until there are no more than `most`. Gives how many. */
export async function endSurplus(
  tx: Transaction,
  { userId, applicationId }: AppSessionOwner,
  most: number,
  by: By,
): Promise<number> {
  const surplus = tx
    .selectFrom("app_sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .where("code_spent_at", "is not", null)
    .where("ended_at", "is", null)
    .where("idle_expires_at", ">", now)
    .orderBy("rotated_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_AT_A_TIME)
    .offset(most);
  const ended = await tx
    .updateTable("app_sessions")
    // Nobody asks for it again, so its row goes with the next sweeps.
    .set({ ended_at: now, ended_by: "too_many", idle_expires_at: now })
    .where("id", "in", surplus)
    // Another node may have ended it since.
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of ended)
    await recordAppSession(tx, "app_session.ended", { id, userId, applicationId, reason: "too_many" }, by);
  return ended.length;
}
