/**
 * Whether a session, code or token may still be used. There is one rule for each, written once as a SQL expression that
 * names the first reason against it, or `stands`. A read selects it, a conditional write asks for it in its WHERE, so
 * the two cannot differ; whatever else can invalidate a token has to be added here, and then holds on every way in.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { now } from "../../storage/now.ts";
import { isAgreed } from "../consents/needed.ts";
import { rolesHeldBy } from "../effective-roles.ts";

export const STANDS = "stands";

export type Standing =
  | typeof STANDS
  | "session_ended"
  | "session_expired"
  | "login_session_ended"
  | "token_revoked"
  | "user_not_active"
  | "user_signed_out"
  | "organization_not_active"
  | "application_not_active"
  | "project_not_active"
  | "project_organization_not_active"
  | "not_granted"
  | "role_missing"
  | "consent_missing"
  | "credential_ended";

/**
 * For a row of app_sessions under the given name. It covers the session itself and everything around it: the user,
 * their organization, the application, its project and organization, the grant and the role that the project asks for,
 * and the person's agreement where one is needed.
 */
export function appSessionStanding(session: "app_sessions" | "s"): RawBuilder<Standing> {
  const s = sql.ref(session);
  return sql<Standing>`(
    SELECT ${joinedSessionStanding(session)}
    FROM users
    JOIN organizations uo ON uo.id = users.organization_id
    JOIN applications a ON a.id = ${s}.application_id
    JOIN projects p ON p.id = a.project_id
    JOIN organizations po ON po.id = p.organization_id
    WHERE users.id = ${s}.user_id
  )`;
}

/**
 * The same where a statement has joined all of it already: `users`, `uo`, `a`, `p` and `po`. Joining it twice doubles
 * its cost.
 */
function joinedSessionStanding(session: "app_sessions" | "s"): RawBuilder<Standing> {
  const s = sql.ref(session);
  return sql<Standing>`CASE
      WHEN ${s}.ended_at IS NOT NULL THEN 'session_ended'
      WHEN ${s}.idle_expires_at <= ${now} OR ${s}.expires_at <= ${now} THEN 'session_expired'
      WHEN users.state <> 'active' THEN 'user_not_active'
      WHEN users.epoch <> ${s}.epoch THEN 'user_signed_out'
      WHEN uo.state <> 'active' THEN 'organization_not_active'
      WHEN a.state <> 'active' THEN 'application_not_active'
      WHEN p.state <> 'active' THEN 'project_not_active'
      WHEN po.state <> 'active' THEN 'project_organization_not_active'
      WHEN NOT ${admitted("users", "p")} THEN 'not_granted'
      WHEN NOT ${hasRequiredRole("users", "p")} THEN 'role_missing'
      WHEN NOT ${isAgreed(session)} THEN 'consent_missing'
      ELSE 'stands'
    END`;
}

/** Where `users` and the project `p` are joined: whether the project lets the person in. */
export const admitsPerson: RawBuilder<SqlBool> = sql<SqlBool>`(${admitted("users", "p")} AND ${hasRequiredRole("users", "p")})`;

/** `project check`: users of the organization that owns the project, and of those it is granted to. */
export function admitted(user: string, project: string): RawBuilder<SqlBool> {
  const u = sql.ref(user);
  const p = sql.ref(project);
  return sql<SqlBool>`(${p}.project_check = 0 OR ${u}.organization_id = ${p}.organization_id OR EXISTS (
    SELECT 1 FROM project_grants g WHERE g.project_id = ${p}.id AND g.organization_id = ${u}.organization_id AND g.state = 'active'
  ))`;
}

/** `role check`: only those with a role in the project that counts. */
export function hasRequiredRole(user: string, project: string): RawBuilder<SqlBool> {
  const u = sql.ref(user);
  const p = sql.ref(project);
  return sql<SqlBool>`(${p}.role_check = 0 OR EXISTS (
    SELECT 1 ${rolesHeldBy(sql`${u}.id`)} AND ra.project_id = ${p}.id
  ))`;
}

/**
 * For an access token of a row of app_sessions `s`, where all around it is joined: an access token minted while its
 * login session stood needs that session to stand, and no token may have been revoked by its id.
 */
export function accessTokenStanding(token: { id: string; loginSessionId: string | undefined }): RawBuilder<Standing> {
  return sql<Standing>`CASE
    WHEN EXISTS (SELECT 1 FROM revoked_tokens r WHERE r.id = ${token.id}) THEN 'token_revoked'
    WHEN ${token.loginSessionId === undefined ? sql`1 = 0` : sql`NOT ${loginSessionAlive(sql.val(token.loginSessionId))}`} THEN 'login_session_ended'
    ELSE ${joinedSessionStanding("s")}
  END`;
}

/** The session itself; its user is judged with the app session. */
export function loginSessionAlive(id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (
    SELECT 1 FROM login_sessions l WHERE l.id = ${id} AND l.ended_at IS NULL AND l.idle_expires_at > ${now} AND l.expires_at > ${now}
  )`;
}

/** For a row of login_sessions under the given name. */
export function loginSessionStanding(session: "login_sessions"): RawBuilder<Standing> {
  const l = sql.ref(session);
  return sql<Standing>`(
    SELECT CASE
      WHEN ${l}.ended_at IS NOT NULL THEN 'session_ended'
      WHEN ${l}.idle_expires_at <= ${now} OR ${l}.expires_at <= ${now} THEN 'session_expired'
      WHEN u.state <> 'active' THEN 'user_not_active'
      WHEN u.epoch <> ${l}.epoch THEN 'user_signed_out'
      WHEN uo.state <> 'active' THEN 'organization_not_active'
      ELSE 'stands'
    END
    FROM users u
    JOIN organizations uo ON uo.id = u.organization_id
    WHERE u.id = ${l}.user_id
  )`;
}

/** What a service user's token was got with: it ends with it. */
export type ServiceCredential =
  | { readonly kind: "key"; readonly keyId: string }
  | { readonly kind: "secret"; readonly version: number }
  | { readonly kind: "personal_access_token"; readonly tokenId: string };

/** A token of a service user, as far as its standing depends on it. */
export interface ServiceToken {
  readonly id: string;
  /** The user's at the time the token was made; undefined for a personal access token, which its own row ends. */
  readonly epoch: number | undefined;
  readonly credential: ServiceCredential;
}

/** For a row of users under the name `users`. Without a token: whether the service user may get one. */
export function serviceUserStanding(token?: ServiceToken): RawBuilder<Standing> {
  const revoked = token ? sql`EXISTS (SELECT 1 FROM revoked_tokens r WHERE r.id = ${token.id})` : sql`1 = 0`;
  const signedOut = token?.epoch === undefined ? sql`1 = 0` : sql`users.epoch <> ${token.epoch}`;
  const credentialEnded = token ? sql`NOT ${credentialStands(token.credential)}` : sql`1 = 0`;
  return sql<Standing>`CASE
    WHEN ${revoked} THEN 'token_revoked'
    WHEN users.state <> 'active' THEN 'user_not_active'
    WHEN ${signedOut} THEN 'user_signed_out'
    WHEN (SELECT o.state FROM organizations o WHERE o.id = users.organization_id) <> 'active' THEN 'organization_not_active'
    WHEN ${credentialEnded} THEN 'credential_ended'
    ELSE 'stands'
  END`;
}

function credentialStands(credential: ServiceCredential): RawBuilder<SqlBool> {
  switch (credential.kind) {
    case "key":
      return sql<SqlBool>`EXISTS (
        SELECT 1 FROM credential_keys k WHERE k.id = ${credential.keyId} AND k.user_id = users.id AND k.expires_at > ${now}
      )`;
    case "secret":
      return sql<SqlBool>`EXISTS (
        SELECT 1 FROM service_users su WHERE su.user_id = users.id AND su.secret_hash IS NOT NULL AND su.secret_version = ${credential.version}
      )`;
    case "personal_access_token":
      return sql<SqlBool>`EXISTS (
        SELECT 1 FROM personal_access_tokens t
        WHERE t.id = ${credential.tokenId} AND t.user_id = users.id AND t.revoked_at IS NULL AND t.expires_at > ${now}
      )`;
  }
}
