/** The rows that a token leads to, as they are now, whether they still count or not: for explaining it to a manager. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { now } from "../../storage/now.ts";
import type { UserState } from "../states.ts";
import { summaryColumns, summaryName, toUserSummary, type UserSummary } from "../users/summary.ts";
import { appSessionStanding, loginSessionAlive, type Standing, serviceUserStanding } from "./standing.ts";

export interface TracedUser extends UserSummary {
  readonly state: UserState;
}

export async function findTokenUser(db: Database, id: string): Promise<TracedUser | undefined> {
  const row = await db
    .selectFrom("users")
    .innerJoin("organizations as home", "home.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("service_users", "service_users.user_id", "users.id")
    .select(["users.id as user_id", "users.state", summaryName.as("summary_name")])
    .select(summaryColumns)
    .where("users.id", "=", id)
    .executeTakeFirst();
  return row && { ...toUserSummary(row), state: row.state as UserState };
}

export interface TracedApplication {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  /** That owns the project. */
  readonly organizationId: string;
}

export async function findTokenApplication(db: Database, id: string): Promise<TracedApplication | undefined> {
  const row = await db
    .selectFrom("applications")
    .innerJoin("projects", "projects.id", "applications.project_id")
    .select([
      "applications.id",
      "applications.name",
      "projects.id as projectId",
      "projects.organization_id as organizationId",
    ])
    .where("applications.id", "=", id)
    .executeTakeFirst();
  return row;
}

export interface TracedSession {
  readonly id: string;
  readonly userId: string;
  readonly applicationId: string;
  readonly loginSessionId: string | undefined;
  readonly standing: Standing;
  /** Whether the login session behind it, where there is one, is still alive. */
  readonly loginAlive: boolean;
  readonly scopes: readonly string[];
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
  readonly createdAt: number;
  readonly codeSpentAt: number | undefined;
  readonly codeExpiresAt: number;
  readonly generation: number;
  readonly rotatedAt: number;
  readonly repeats: number;
  /** The earlier of the idle and the absolute one. */
  readonly expiresAt: number;
  readonly endedAt: number | undefined;
  readonly endedBy: string | undefined;
  readonly now: number;
}

/** By name: a plan for all of them is lost when a later version adds one. */
const sessionColumns = [
  "s.id",
  "s.user_id",
  "s.application_id",
  "s.login_session_id",
  "s.scopes",
  "s.authenticated_at",
  "s.amr",
  "s.created_at",
  "s.code_spent_at",
  "s.code_expires_at",
  "s.generation",
  "s.rotated_at",
  "s.repeats",
  "s.idle_expires_at",
  "s.expires_at",
  "s.ended_at",
  "s.ended_by",
] as const;

export async function findTokenSession(db: Database, id: string): Promise<TracedSession | undefined> {
  const row = await db
    .selectFrom("app_sessions as s")
    .select(sessionColumns)
    .select([appSessionStanding("s").as("standing"), loginAlive.as("login_alive"), now.as("now")])
    .where("s.id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      applicationId: row.application_id,
      loginSessionId: row.login_session_id ?? undefined,
      standing: row.standing,
      loginAlive: row.login_alive === 1,
      scopes: row.scopes.split(" "),
      authenticatedAt: row.authenticated_at,
      amr: JSON.parse(row.amr),
      createdAt: row.created_at,
      codeSpentAt: row.code_spent_at ?? undefined,
      codeExpiresAt: row.code_expires_at,
      generation: row.generation,
      rotatedAt: row.rotated_at,
      repeats: row.repeats,
      expiresAt: Math.min(row.idle_expires_at, row.expires_at),
      endedAt: row.ended_at ?? undefined,
      endedBy: row.ended_by ?? undefined,
      now: row.now,
    }
  );
}

const loginAlive: RawBuilder<number> = sql<number>`CASE
  WHEN s.login_session_id IS NULL OR ${loginSessionAlive(sql.ref("s.login_session_id"))} THEN 1 ELSE 0
END`;

export interface TracedLogin {
  readonly id: string;
  readonly userAgent: string;
  readonly startedAt: number;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
}

export async function findTokenLogin(db: Database, id: string): Promise<TracedLogin | undefined> {
  const row = await db
    .selectFrom("login_sessions")
    .select(["id", "user_agent", "created_at", "authenticated_at", "amr"])
    .where("id", "=", id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      userAgent: row.user_agent,
      startedAt: row.created_at,
      authenticatedAt: row.authenticated_at,
      amr: JSON.parse(row.amr),
    }
  );
}

/** Of a service user, as far as it can be judged without knowing what a token was got with. */
export async function findServiceStanding(db: Database, userId: string): Promise<Standing | undefined> {
  const row = await db
    .selectFrom("users")
    .select(serviceUserStanding().as("standing"))
    .where("users.id", "=", userId)
    .where("users.kind", "=", "service")
    .executeTakeFirst();
  return row?.standing;
}

export async function isRevoked(db: Database, tokenId: string): Promise<boolean> {
  return (
    (await db.selectFrom("revoked_tokens").select("id").where("id", "=", tokenId).executeTakeFirst()) !== undefined
  );
}

export interface PersonalAccessRow {
  readonly userId: string;
  readonly revokedAt: number | undefined;
}

export async function findPersonalAccess(db: Database, id: string): Promise<PersonalAccessRow | undefined> {
  const row = await db
    .selectFrom("personal_access_tokens")
    .select(["user_id", "revoked_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { userId: row.user_id, revokedAt: row.revoked_at ?? undefined };
}
