/**
 * A person signed in in one browser. The browser's cookie is a ticket that names the session and its version; every
 * authentication step moves the version on, so that a cookie from before it is worth nothing after it.
 */
import { type RawBuilder, sql } from "kysely";
import { v7 as newId } from "uuid";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import { rowsOver } from "../../storage/sweep.ts";
import { type By, found } from "../resource.ts";
import { loginSessionStanding, STANDS } from "./standing.ts";

export interface LoginSession {
  readonly id: string;
  readonly userId: string;
  readonly version: number;
  /** How the person proved who they are, as RFC 8176 names it. */
  readonly amr: readonly string[];
  readonly userAgent: string;
  readonly createdAt: number;
  /** OpenID Connect's auth_time. */
  readonly authenticatedAt: number;
  readonly lastUsedAt: number;
  /** When it ends if it is not used again; every use moves it. */
  readonly idleExpiresAt: number;
  /** When it ends in any case. */
  readonly expiresAt: number;
}

export interface SessionLifetimes {
  readonly idleMs: number;
  readonly absoluteMs: number;
}

const MOST_USER_AGENT = 300;
/** Last use is written at most this often: it moves the idle expiry, and must not be a write per request. */
const TOUCH_EVERY_MS = 60_000;
const KEEP_ENDED_MS = 3_600_000;

const columns = [
  "id",
  "user_id",
  "version",
  "amr",
  "user_agent",
  "created_at",
  "authenticated_at",
  "last_used_at",
  "idle_expires_at",
  "expires_at",
] as const;

/** Undefined when the user may not sign in (any more). */
export async function findWhoMaySignIn(
  db: Database,
  userId: string,
): Promise<{ epoch: number; organization_id: string } | undefined> {
  return db
    .selectFrom("users")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["users.epoch", "users.organization_id"])
    .where("users.id", "=", userId)
    .where("users.kind", "=", "human")
    .where("users.state", "=", "active")
    .where("organizations.state", "=", "active")
    .executeTakeFirst();
}

/** Undefined when the user may not sign in (any more): the statement that makes the session asks for that itself. */
export async function startLoginSession(
  tx: Transaction,
  input: { userId: string; amr: readonly string[]; userAgent: string; lifetimes: SessionLifetimes },
  by: By,
): Promise<LoginSession | undefined> {
  const { idleMs, absoluteMs } = input.lifetimes;
  const user = await findWhoMaySignIn(tx, input.userId);
  if (user === undefined) return undefined;
  const row = await tx
    .insertInto("login_sessions")
    .values((eb) => ({
      id: newId(),
      user_id: input.userId,
      // A change that comes between the two statements raises the epoch, and this session is then born ended.
      epoch: user.epoch,
      version: 1,
      amr: JSON.stringify(input.amr),
      user_agent: input.userAgent.slice(0, MOST_USER_AGENT),
      created_at: now,
      authenticated_at: now,
      last_used_at: now,
      idle_expires_at: eb(now, "+", Math.min(idleMs, absoluteMs)),
      expires_at: eb(now, "+", absoluteMs),
      ended_at: null,
    }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  const session = toLoginSession(row);
  await recordSession(
    tx,
    { ...session, organizationId: user.organization_id },
    { type: "login_session.started", amr: input.amr },
    by,
  );
  return session;
}

/** The person has proved again, or more: auth_time moves, and the former cookie is worth nothing. */
export async function authenticateAgain(
  tx: Transaction,
  cookie: { id: string; version: number },
  input: { amr: readonly string[]; idleMs: number },
): Promise<LoginSession | undefined> {
  const row = await tx
    .updateTable("login_sessions")
    .set((eb) => ({
      version: eb("version", "+", 1),
      amr: JSON.stringify(input.amr),
      authenticated_at: now,
      ...used(input.idleMs),
    }))
    .where("id", "=", cookie.id)
    .where("version", "=", cookie.version)
    .where(loginSessionStanding("login_sessions"), "=", STANDS)
    .returning(columns)
    .executeTakeFirst();
  return row && toLoginSession(row);
}

/**
 * The person has set up a further proof in this session, which proves it: the session counts for more from now on. It
 * is no new sign-in, so auth_time stays; the former cookie is worth nothing.
 */
export async function strengthenLoginSession(
  tx: Transaction,
  cookie: { id: string; version: number },
  amr: readonly string[],
): Promise<LoginSession | undefined> {
  const row = await tx
    .updateTable("login_sessions")
    .set((eb) => ({ version: eb("version", "+", 1), amr: JSON.stringify(amr) }))
    .where("id", "=", cookie.id)
    .where("version", "=", cookie.version)
    .where(loginSessionStanding("login_sessions"), "=", STANDS)
    .returning(columns)
    .executeTakeFirst();
  return row && toLoginSession(row);
}

export async function touchLoginSession(db: Database, id: string, idleMs: number): Promise<void> {
  await db
    .updateTable("login_sessions")
    .set(used(idleMs))
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("last_used_at", "<", (eb) => eb(now, "-", TOUCH_EVERY_MS))
    .execute();
}

/** Moves the idle expiry, never past the absolute one. */
function used(idleMs: number): { last_used_at: RawBuilder<number>; idle_expires_at: RawBuilder<number> } {
  const idle = sql<number>`${now} + ${sql.lit(idleMs)}`;
  return {
    last_used_at: now,
    idle_expires_at: sql<number>`CASE WHEN ${idle} < expires_at THEN ${idle} ELSE expires_at END`,
  };
}

export function endLoginSession(tx: Transaction, id: string, by: By): Promise<"won" | "lost"> {
  return end(tx, { id }, by);
}

/** Only if it is that user's. */
export function endLoginSessionOf(tx: Transaction, userId: string, id: string, by: By): Promise<"won" | "lost"> {
  return end(tx, { id, userId }, by);
}

async function end(tx: Transaction, { id, userId }: { id: string; userId?: string }, by: By): Promise<"won" | "lost"> {
  const row = await tx
    .updateTable("login_sessions")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .returning(columns)
    .executeTakeFirst();
  if (row === undefined) return "lost";
  const session = toLoginSession(row);
  const user = await tx
    .selectFrom("users")
    .select("organization_id")
    .where("id", "=", session.userId)
    .executeTakeFirst();
  const { organization_id: organizationId } = found(user, "user", session.userId);
  await recordSession(tx, { ...session, organizationId }, { type: "login_session.ended" }, by);
  return "won";
}

export async function listLoginSessions(db: Database, userId: string): Promise<LoginSession[]> {
  const rows = await db
    .selectFrom("login_sessions")
    .select(columns)
    .where("user_id", "=", userId)
    .where(loginSessionStanding("login_sessions"), "=", STANDS)
    .orderBy("id", "desc")
    .limit(200)
    .execute();
  return rows.map(toLoginSession);
}

/**
 * The idle expiry is never later than the absolute one. Ended ones stay until then: their ids must go on being refused.
 */
export const expiredLoginSessions = rowsOver({
  table: "login_sessions",
  primaryKey: ["id"],
  overAt: "idle_expires_at",
  keepMs: KEEP_ENDED_MS,
});

async function recordSession(
  tx: Transaction,
  { id, userId, organizationId }: Pick<LoginSession, "id" | "userId"> & { organizationId: string },
  { type, ...detail }: { type: "login_session.started" | "login_session.ended"; amr?: readonly string[] },
  by: By,
): Promise<void> {
  await record(tx, {
    type,
    ...by,
    resource: { kind: "login_session", id },
    organizationId,
    detail: { userId, ...detail },
  });
}

function toLoginSession(row: {
  id: string;
  user_id: string;
  version: number;
  amr: string;
  user_agent: string;
  created_at: number;
  authenticated_at: number;
  last_used_at: number;
  idle_expires_at: number;
  expires_at: number;
}): LoginSession {
  return {
    id: row.id,
    userId: row.user_id,
    version: row.version,
    amr: JSON.parse(row.amr),
    userAgent: row.user_agent,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    idleExpiresAt: row.idle_expires_at,
    expiresAt: row.expires_at,
  };
}
