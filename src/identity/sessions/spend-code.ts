/**
 * Spending a code: one statement that says won or lost and commits whatever the answer is. The right client,
 * redirect_uri and challenge win, once. Anything wrong, or a second use, ends the session and with it every token it
 * gave (RFC 6749 §4.1.2). An expired code touches nothing.
 *
 * A code that is right is spent by a statement of its own, which needs no transaction around it because there is
 * nothing to record. Only where that one finds no row does the full statement decide what the matter is.
 */
import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { prepared } from "../../storage/prepared.ts";
import type { Schema } from "../../storage/schema/schema.ts";
import type { Storage } from "../../storage/storage.ts";
import type { By } from "../resource.ts";
import { recordAppSession } from "./app-sessions.ts";
import { othersUpTo } from "./most-sessions.ts";
import { appSessionStanding, loginSessionAlive, STANDS } from "./standing.ts";

export interface CodeSpend {
  readonly appSessionId: string;
  readonly applicationId: string;
  readonly redirectUri: string;
  /** S256 of the verifier that was sent, or '' when none was. */
  readonly codeChallenge: string;
  /** How many sessions the person may have there. */
  readonly most: number;
}

export interface SpentSession {
  readonly userId: string;
  readonly loginSessionId: string | undefined;
  readonly scopes: readonly string[];
  readonly nonce: string | undefined;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
  readonly generation: number;
  /** How many others the person has there, counted up to the most. */
  readonly others: number;
  readonly now: number;
}

export async function spendCode(
  storage: Pick<Storage, "db" | "transaction">,
  code: CodeSpend,
  by: By,
): Promise<SpentSession | "lost"> {
  const won = await spendRight.first(storage.db, code);
  if (won !== undefined) return toSpent(won);
  return storage.transaction((tx) => spendOrEnd(tx, code, by));
}

type SessionExpressions = ExpressionBuilder<Schema, "app_sessions">;

function fitting(eb: SessionExpressions, code: CodeSpend) {
  return eb.and([
    eb("code_spent_at", "is", null),
    eb("application_id", "=", code.applicationId),
    eb("redirect_uri", "=", code.redirectUri),
    eb("code_challenge", "=", code.codeChallenge),
  ]);
}

function standing(eb: SessionExpressions) {
  return eb.and([
    eb(appSessionStanding("app_sessions"), "=", STANDS),
    // Signing out before the code is spent takes the code along.
    eb.or([eb("login_session_id", "is", null), loginSessionAlive(sql.ref("app_sessions.login_session_id"))]),
  ]);
}

const spentColumns = [
  "user_id",
  "login_session_id",
  "scopes",
  "nonce",
  "authenticated_at",
  "amr",
  "generation",
  now.as("now"),
] as const;

const spendRight = prepared(
  (code: CodeSpend, value): CodeSpend => ({
    appSessionId: value(code.appSessionId),
    applicationId: value(code.applicationId),
    redirectUri: value(code.redirectUri),
    codeChallenge: value(code.codeChallenge),
    most: value(code.most),
  }),
  (db, code) =>
    db
      .updateTable("app_sessions")
      .set({ code_spent_at: now })
      .where("id", "=", code.appSessionId)
      .where("ended_at", "is", null)
      .where("code_expires_at", ">", now)
      .where((eb) => eb.and([fitting(eb, code), standing(eb)]))
      .returning(spentColumns)
      .returning(othersUpTo(code.most).as("others")),
);

async function spendOrEnd(tx: Transaction, code: CodeSpend, by: By): Promise<SpentSession | "lost"> {
  const row = await tx
    .updateTable("app_sessions")
    .set((eb) => {
      const fits = fitting(eb, code);
      const right = eb.and([fits, standing(eb)]);
      return {
        ended_at: eb.case().when(right).then(null).else(now).end(),
        // An honest client that comes too late is no reason for an alarm.
        ended_by: eb.case().when(right).then(null).when(fits).then("signed_out").else("code_misused").end(),
        // One that did not fit is over with its session, and was never spent: only what was can come again.
        code_spent_at: eb.case().when(right).then(now).else(eb.ref("code_spent_at")).end(),
      };
    })
    .where("id", "=", code.appSessionId)
    .where("ended_at", "is", null)
    .where("code_expires_at", ">", now)
    .returning([...spentColumns, "application_id", "ended_at", "ended_by", "code_spent_at"])
    .returning(othersUpTo(code.most).as("others"))
    .executeTakeFirst();
  if (row === undefined) return "lost";
  if (row.ended_at !== null) {
    const { user_id: userId, application_id: applicationId } = row;
    const detail = { id: code.appSessionId, userId, applicationId, presentedBy: code.applicationId };
    const why = row.ended_by === "signed_out" ? {} : { reason: "code_not_fitting" };
    // Wrong by the client's own mistake, or presented by another one: that ends it, but nothing was used twice.
    await (row.code_spent_at === null
      ? recordAppSession(tx, "app_session.ended", { ...detail, ...why }, by)
      : recordAppSession(tx, "app_session.code_replayed", detail, by));
    return "lost";
  }
  return toSpent(row);
}

interface SpentRow {
  readonly user_id: string;
  readonly login_session_id: string | null;
  readonly scopes: string;
  readonly nonce: string | null;
  readonly authenticated_at: number;
  readonly amr: string;
  readonly generation: number;
  readonly others: number;
  readonly now: number;
}

function toSpent(row: SpentRow): SpentSession {
  return {
    userId: row.user_id,
    loginSessionId: row.login_session_id ?? undefined,
    scopes: row.scopes.split(" "),
    nonce: row.nonce ?? undefined,
    authenticatedAt: row.authenticated_at,
    amr: JSON.parse(row.amr),
    generation: row.generation,
    others: row.others,
    now: row.now,
  };
}

/** What was wrong, told to nobody but the client that the code was for. */
export type LostReason = "unknown" | "expired" | "redirect_uri" | "code_verifier" | "used_or_ended";

/** Asked when the spend was lost, for the developer of the client: it decides nothing. */
export async function whyLost(db: Database, code: CodeSpend): Promise<LostReason> {
  const row = await db
    .selectFrom("app_sessions")
    .select(["redirect_uri", "code_challenge", "code_expires_at", now.as("now")])
    .where("id", "=", code.appSessionId)
    .where("application_id", "=", code.applicationId)
    .executeTakeFirst();
  if (row === undefined) return "unknown";
  if (row.redirect_uri !== code.redirectUri) return "redirect_uri";
  if (row.code_challenge !== code.codeChallenge) return "code_verifier";
  return row.code_expires_at <= row.now ? "expired" : "used_or_ended";
}
