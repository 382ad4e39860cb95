/**
 * The browsers in which somebody has signed in before, by the hash of the browser's cookie. A sign-in in another one is told to
 * the person by mail; the first of all is not, because everybody has one.
 */
import type { Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { Sweep } from "../../storage/sweep.ts";
import { tell } from "../users/notices.ts";
import { nameBrowser } from "./browser-name.ts";

const KEEP_MS = 400 * 86_400_000;

export interface SignInPlace {
  readonly userId: string;
  /** The hash of the browser's cookie. */
  readonly browser: string;
  readonly userAgent: string;
  readonly language?: string | undefined;
}

/** In the transaction that makes the session. Of two at once in a new browser, one is told of. */
export async function meetBrowser(tx: Transaction, { userId, browser, userAgent, language }: SignInPlace): Promise<void> {
  if (await seeAgain(tx, userId, browser)) return;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("known_browsers")
    .values({ user_id: userId, browser, seen_at: now })
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

async function seeAgain(tx: Transaction, userId: string, browser: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("known_browsers")
    .set({ seen_at: now })
    .where("user_id", "=", userId)
    .where("browser", "=", browser)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const forgottenBrowsers: Sweep = {
  name: "known_browsers",
  async deleteBatch(db, size) {
    const old = db
      .selectFrom("known_browsers")
      .select(["user_id", "browser"])
      .where("seen_at", "<", (eb) => eb(now, "-", KEEP_MS))
      .orderBy("seen_at")
      .limit(size);
    const { numDeletedRows } = await db
      .deleteFrom("known_browsers")
      .where(({ eb, refTuple }) => eb(refTuple("user_id", "browser"), "in", old.$asTuple("user_id", "browser")))
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
