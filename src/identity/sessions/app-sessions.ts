/**
 * A user signed in at one application. This one row owns every code, access token and refresh token of that sign-in;
 * tokens themselves are never stored. Spending a code and rotating a refresh token have files of their own.
 */
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { rowsOver, type Sweep } from "../../storage/sweep.ts";
import type { By } from "../resource.ts";
import { appSessionStanding, loginSessionStanding, STANDS } from "./standing.ts";

/** Who the user is, when they signed in and how, is taken from the login session, never from the caller. */
export interface NewAppSession {
  readonly loginSessionId: string;
  readonly applicationId: string;
  readonly scopes: readonly string[];
  readonly nonce: string | undefined;
  readonly redirectUri: string;
  /** The S256 challenge, or '' when none was sent. */
  readonly codeChallenge: string;
  /** The consent that covers the scopes, where there is one. */
  readonly consentId?: string | undefined;
  readonly lifetimes: { readonly codeMs: number; readonly idleMs: number; readonly absoluteMs: number };
}

/** How long an ended session is kept, so that a code or token of it is still recognised when it is used again. */
const KEEP_ENDED_MS = 3_600_000;

/**
 * Opens the session and gives its id, or undefined when the login session, the user or the application does not stand
 * (any more): the new row is judged by the same rule as every later use of it.
 */
export async function openAppSession(tx: Transaction, input: NewAppSession, by: By): Promise<string | undefined> {
  const id = newId();
  const { codeMs, idleMs, absoluteMs } = input.lifetimes;
  const inserted = await tx
    .insertInto("app_sessions")
    .columns(insertColumns)
    .expression((eb) =>
      eb
        .selectFrom("login_sessions")
        .innerJoin("applications", (join) => join.on("applications.id", "=", input.applicationId))
        .select((of) => [
          of.val(id).as("id"),
          "login_sessions.user_id",
          "applications.id as application_id",
          "login_sessions.id as login_session_id",
          "login_sessions.epoch",
          of.val(input.scopes.join(" ")).as("scopes"),
          of.val(input.nonce ?? null).as("nonce"),
          "login_sessions.authenticated_at",
          "login_sessions.amr",
          of.val(input.redirectUri).as("redirect_uri"),
          of.val(input.codeChallenge).as("code_challenge"),
          of(now, "+", of.lit(codeMs)).as("code_expires_at"),
          of.lit(0).as("generation"),
          now.as("rotated_at"),
          of.lit(0).as("repeats"),
          now.as("created_at"),
          of(now, "+", of.lit(Math.min(idleMs, absoluteMs))).as("idle_expires_at"),
          of(now, "+", of.lit(absoluteMs)).as("expires_at"),
          of.val(input.consentId ?? null).as("consent_id"),
        ])
        .where("login_sessions.id", "=", input.loginSessionId)
        .where(loginSessionStanding("login_sessions"), "=", STANDS),
    )
    .returning(["user_id", appSessionStanding("app_sessions").as("standing")])
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  if (inserted.standing !== STANDS) {
    await tx.deleteFrom("app_sessions").where("id", "=", id).execute();
    return undefined;
  }
  await recordAppSession(
    tx,
    "app_session.started",
    { id, userId: inserted.user_id, applicationId: input.applicationId },
    by,
  );
  return id;
}

const insertColumns = [
  "id",
  "user_id",
  "application_id",
  "login_session_id",
  "epoch",
  "scopes",
  "nonce",
  "authenticated_at",
  "amr",
  "redirect_uri",
  "code_challenge",
  "code_expires_at",
  "generation",
  "rotated_at",
  "repeats",
  "created_at",
  "idle_expires_at",
  "expires_at",
  "consent_id",
] as const;

/** Ends the session and with it every token it gave. */
export function endAppSession(tx: Transaction, id: string, reason: EndReason, by: By): Promise<"won" | "lost"> {
  return end(tx, { id }, reason, by);
}

/** Only if it is that user's. */
export function endAppSessionOf(tx: Transaction, userId: string, id: string, by: By): Promise<"won" | "lost"> {
  const themselves = "id" in by.actor && by.actor.id === userId;
  return end(tx, { id, userId }, themselves ? "ended_by_user" : "ended_by_manager", by);
}

async function end(
  tx: Transaction,
  { id, userId }: { id: string; userId?: string },
  reason: EndReason,
  by: By,
): Promise<"won" | "lost"> {
  const row = await tx
    .updateTable("app_sessions")
    .set({ ended_at: now, ended_by: reason })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .returning(["user_id", "application_id"])
    .executeTakeFirst();
  if (row === undefined) return "lost";
  await recordAppSession(
    tx,
    "app_session.ended",
    { id, userId: row.user_id, applicationId: row.application_id, reason },
    by,
  );
  return "won";
}

export type EndReason =
  | "revoked"
  | "signed_out"
  | "code_misused"
  | "refresh_theft"
  | "ended_by_user"
  | "ended_by_manager"
  | "consent_taken_back"
  /** It was there before people were asked. */
  | "consent_missing"
  /** The person had more at that application than there may be, and had not used it for the longest time. */
  | "too_many";

export interface AppSession {
  readonly id: string;
  readonly applicationId: string;
  readonly applicationName: string;
  /** The one it came from, which may have ended since. */
  readonly loginSessionId: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly authenticatedAt: number;
  /** When it last gave tokens. */
  readonly lastUsedAt: number;
  /** When it ends if it is not used again; every use moves it. */
  readonly idleExpiresAt: number;
  /** When it ends in any case. */
  readonly expiresAt: number;
}

const MOST_LISTED = 200;

/** Where somebody is signed in, newest first. */
export async function listAppSessions(db: Database, userId: string): Promise<AppSession[]> {
  const rows = await db
    .selectFrom("app_sessions")
    .innerJoin("applications", "applications.id", "app_sessions.application_id")
    .select([
      "app_sessions.id",
      "app_sessions.application_id",
      "applications.name",
      "app_sessions.login_session_id",
      "app_sessions.scopes",
      "app_sessions.created_at",
      "app_sessions.authenticated_at",
      "app_sessions.rotated_at",
      "app_sessions.idle_expires_at",
      "app_sessions.expires_at",
    ])
    .where("app_sessions.user_id", "=", userId)
    .where(appSessionStanding("app_sessions"), "=", STANDS)
    // One whose code waits has given nothing yet. The implicit flow has none that could wait.
    .where((eb) =>
      eb.or([
        eb("app_sessions.code_spent_at", "is not", null),
        eb("app_sessions.code_expires_at", "<=", eb.ref("app_sessions.created_at")),
      ]),
    )
    .orderBy("app_sessions.id", "desc")
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    applicationName: row.name,
    loginSessionId: row.login_session_id,
    scopes: row.scopes === "" ? [] : row.scopes.split(" "),
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.rotated_at,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
  }));
}

export async function recordAppSession(
  tx: Transaction,
  type:
    | "app_session.started"
    | "app_session.ended"
    | "app_session.code_replayed"
    | `app_session.refresh_${"repeated" | "forwarded" | "theft"}`,
  session: { id: string; userId: string; applicationId: string } & Record<string, unknown>,
  by: By,
): Promise<void> {
  const { id, ...detail } = session;
  const user = await tx
    .selectFrom("users")
    .select("organization_id")
    .where("id", "=", session.userId)
    .executeTakeFirst();
  await record(tx, {
    type,
    ...by,
    resource: { kind: "app_session", id },
    organizationId: user?.organization_id,
    detail,
  });
}

/** The idle expiry is never later than the absolute one, and is what the index is on. */
export const expiredAppSessions = rowsOver({
  table: "app_sessions",
  primaryKey: ["id"],
  overAt: "idle_expires_at",
  keepMs: KEEP_ENDED_MS,
});

/**
 * Whoever is signed in can ask for any number of codes, which cost nothing but a redirect. Those that nobody spent
 * leave nothing behind, however long the session would have lasted.
 */
export const unspentAppSessions: Sweep = {
  name: "app_sessions",
  async deleteBatch(db, size) {
    const old = db
      .selectFrom("app_sessions")
      .select("id")
      // As the index has it: app_sessions_by_unspent_code.
      .where("code_spent_at", "is", null)
      .where("code_expires_at", ">", (eb) => eb.ref("created_at"))
      .where("code_expires_at", "<", (eb) => eb(now, "-", KEEP_ENDED_MS))
      .orderBy("code_expires_at")
      .limit(size);
    const { numDeletedRows } = await db.deleteFrom("app_sessions").where("id", "in", old).executeTakeFirst();
    return Number(numDeletedRows);
  },
};
