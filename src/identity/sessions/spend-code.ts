/**
 * Spending a code: one statement that says won or lost and commits whatever the answer is. The right client, redirect_uri
 * and challenge win, once. Anything wrong, or a second use, ends the session and with it every token it gave
 * (RFC 6749 §4.1.2). An expired code touches nothing.
 */
import { sql } from "kysely";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { By } from "../resource.ts";
import { recordAppSession } from "./app-sessions.ts";
import { appSessionStanding, loginSessionAlive, STANDS } from "./standing.ts";

export interface CodeSpend {
  readonly appSessionId: string;
  readonly applicationId: string;
  readonly redirectUri: string;
  /** S256 of the verifier that was sent, or '' when none was. */
  readonly codeChallenge: string;
}

export interface SpentSession {
  readonly userId: string;
  readonly loginSessionId: string | undefined;
  readonly scopes: readonly string[];
  readonly nonce: string | undefined;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
  readonly generation: number;
  readonly now: number;
}

export async function spendCode(tx: Transaction, code: CodeSpend, by: By): Promise<SpentSession | "lost"> {
  const row = await tx
    .updateTable("app_sessions")
    .set((eb) => {
      const fits = eb.and([
        eb("code_spent_at", "is", null),
        eb("application_id", "=", code.applicationId),
        eb("redirect_uri", "=", code.redirectUri),
        eb("code_challenge", "=", code.codeChallenge),
      ]);
      const stands = eb.and([
        eb(appSessionStanding("app_sessions"), "=", STANDS),
        // Signing out before the code is spent takes the code along.
        eb.or([eb("login_session_id", "is", null), loginSessionAlive(sql.ref("app_sessions.login_session_id"))]),
      ]);
      const right = eb.and([fits, stands]);
      return {
        ended_at: eb.case().when(right).then(null).else(now).end(),
        // An honest client that comes too late is no reason for an alarm.
        ended_by: eb.case().when(right).then(null).when(fits).then("signed_out").else("code_misused").end(),
        code_spent_at: eb.fn.coalesce("code_spent_at", now),
      };
    })
    .where("id", "=", code.appSessionId)
    .where("ended_at", "is", null)
    .where("code_expires_at", ">", now)
    .returning([
      "user_id",
      "application_id",
      "login_session_id",
      "scopes",
      "nonce",
      "authenticated_at",
      "amr",
      "generation",
      "ended_at",
      "ended_by",
      now.as("now"),
    ])
    .executeTakeFirst();
  if (row === undefined) return "lost";
  if (row.ended_at !== null) {
    const detail = { id: code.appSessionId, userId: row.user_id, applicationId: row.application_id, presentedBy: code.applicationId };
    await recordAppSession(tx, row.ended_by === "signed_out" ? "app_session.ended" : "app_session.code_replayed", detail, by);
    return "lost";
  }
  return {
    userId: row.user_id,
    loginSessionId: row.login_session_id ?? undefined,
    scopes: row.scopes.split(" "),
    nonce: row.nonce ?? undefined,
    authenticatedAt: row.authenticated_at,
    amr: JSON.parse(row.amr),
    generation: row.generation,
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
