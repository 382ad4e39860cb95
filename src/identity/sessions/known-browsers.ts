/**
 * The browsers in which somebody has signed in before, by the hash of the browser's cookie. A sign-in in another one is
 * told to the person by mail; the first of all is not, because everybody has one. And what strangers try elsewhere does
 * not keep the person out of one of theirs (limits/attempts.ts), until whatever ends all sessions ends that, too.
 */
import type { ExpressionBuilder } from "kysely";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Schema } from "../../storage/schema/schema.ts";
import { rowsOver } from "../../storage/sweep.ts";
import { tell } from "../users/notices.ts";
import { nameBrowser } from "./browser-name.ts";

const KEEP_MS = 400 * 86_400_000;

export interface SignInPlace {
  readonly userId: string;
  readonly loginSessionId: string;
  /** The hash of the browser's cookie. */
  readonly browser: string;
  readonly userAgent: string;
  readonly language?: string | undefined;
}

/** In the transaction that makes the session. Of two at once in a new browser, one is told of. */
export async function meetBrowser(tx: Transaction, place: SignInPlace): Promise<void> {
  if (await seeAgain(tx, place)) return;
  const { userId, loginSessionId, browser, userAgent, language } = place;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("known_browsers")
    .values((eb) => ({ user_id: userId, browser, seen_at: now, epoch: epochOf(eb, loginSessionId) }))
    .onConflict((conflict) => conflict.columns(["user_id", "browser"]).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return;
  const other = await tx
    .selectFrom("known_browsers")
    .select("browser")
    .where("user_id", "=", userId)
    .where("browser", "<>", browser)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) await tell(tx, { kind: "new_sign_in", userId, language, ...nameBrowser(userAgent) });
}

async function seeAgain(tx: Transaction, { userId, loginSessionId, browser }: SignInPlace): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("known_browsers")
    .set((eb) => ({ seen_at: now, epoch: epochOf(eb, loginSessionId) }))
    .where("user_id", "=", userId)
    .where("browser", "=", browser)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The session's: where one is born ended, because all were while it was made, the browser is not known either. */
function epochOf(eb: ExpressionBuilder<Schema, "known_browsers">, loginSessionId: string) {
  const ofSession = eb
    .selectFrom("login_sessions")
    .select("login_sessions.epoch")
    .where("login_sessions.id", "=", loginSessionId);
  return eb.fn.coalesce(ofSession, eb.lit(-1));
}

/** Whether somebody has signed in here since their sessions were last ended everywhere. */
export async function isKnownBrowser(
  db: Database,
  { userId, browser }: { userId: string; browser: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("known_browsers")
    .innerJoin("users", "users.id", "known_browsers.user_id")
    .select("known_browsers.browser")
    .where("known_browsers.user_id", "=", userId)
    .where("known_browsers.browser", "=", browser)
    .whereRef("known_browsers.epoch", "=", "users.epoch")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * After the person has ended all other sessions here themselves, in the same transaction: a browser that was known goes
 * on being so.
 */
export async function stayKnown(
  tx: Transaction,
  { userId, browser }: { userId: string; browser: string | undefined },
): Promise<void> {
  await tx
    .updateTable("known_browsers")
    .set((eb) => ({ epoch: eb("epoch", "+", 1) }))
    .where("user_id", "=", userId)
    .where("browser", "=", browser ?? "")
    .where((eb) =>
      eb(eb("epoch", "+", 1), "=", eb.selectFrom("users").select("users.epoch").where("users.id", "=", userId)),
    )
    .execute();
}

export const forgottenBrowsers = rowsOver({
  table: "known_browsers",
  primaryKey: ["user_id", "browser"],
  overAt: "seen_at",
  keepMs: KEEP_MS,
});
