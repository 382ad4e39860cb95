/**
 * Whether it would be accepted now, where it is meant to be used, and why not. The rules are those of the endpoints: an
 * access token is read and judged exactly as at introspection; a code or refresh token as its one statement would judge
 * it.
 */
import { readClient } from "../../identity/applications/client.ts";
import type { Instance } from "../../identity/instance.ts";
import { MOST_REPEATS } from "../../identity/sessions/rotate-refresh.ts";
import { STANDS, type Standing } from "../../identity/sessions/standing.ts";
import { readSubject } from "../../identity/sessions/subject.ts";
import { findServiceStanding, isRevoked, type TracedSession } from "../../identity/sessions/token-rows.ts";
import type { Database } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import type { AccessToken } from "../access-tokens.ts";
import { detailFor, findActiveToken } from "../active-token.ts";
import { audienceOf, grantScopes, mayCarryManagement } from "../audience.ts";
import { audienceProject } from "../scopes.ts";
import type { Presented } from "./presented.ts";
import type { Reason } from "./reasons.ts";
import type { Trace } from "./trace.ts";

export interface Verdict {
  /** Undefined when it cannot be told from what was shown. */
  readonly active: boolean | undefined;
  readonly reason: Reason | undefined;
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
  /** In milliseconds. */
  readonly issuedAt: number | undefined;
  readonly expiresAt: number | undefined;
  readonly now: number;
}

export async function judge(db: Database, instance: Instance, trace: Trace): Promise<Verdict> {
  const { presented } = trace;
  switch (presented.kind) {
    case "access_token":
    case "personal_access_token":
      return judgeAccessToken(db, instance, trace, presented.token);
    case "refresh_token":
      return judgeByRow(db, instance, trace, async (row) => ({
        reason: await againstRefreshToken(db, presented.generation, row),
        issuedAt: presented.generation === row.generation ? row.rotatedAt : undefined,
        expiresAt: row.expiresAt,
      }));
    case "authorization_code":
      return judgeByRow(db, instance, trace, async (row) => ({
        reason: await againstCode(db, row),
        issuedAt: row.createdAt,
        expiresAt: row.codeExpiresAt,
      }));
    case "id_token": {
      const now = await readNow(db);
      const [issuedAt, expiresAt] = [presented.issuedAt * 1000, presented.expiresAt * 1000];
      const reason = now >= expiresAt ? "expired" : "not_a_credential";
      return { active: false, reason, scopes: [], audience: [presented.clientId], issuedAt, expiresAt, now };
    }
    case "access_token_id":
      return judgeId(db, instance, trace, presented);
  }
}

async function judgeAccessToken(db: Database, instance: Instance, trace: Trace, token: AccessToken): Promise<Verdict> {
  const subject = await readSubject(db, token, detailFor(token, instance.projectId));
  const now = subject?.now ?? (await readNow(db));
  const personal = subject?.personalAccessToken;
  const scopes = personal?.scopes ?? token.scopes;
  const active = await findActiveToken(db, token, subject, instance);
  if (active !== undefined) {
    const { issuedAt, expiresAt, audience } = active;
    const reason = whatIsLost(scopes, active.scopes, instance);
    return {
      active: true,
      reason,
      scopes: active.scopes,
      audience,
      issuedAt: issuedAt * 1000,
      expiresAt: expiresAt * 1000,
      now,
    };
  }
  return {
    active: false,
    reason: subject === undefined ? "session_gone" : subject.standing === STANDS ? "expired" : subject.standing,
    scopes,
    audience: audienceIn(trace, instance, scopes),
    issuedAt: personal?.issuedAt ?? inMilliseconds(token.issuedAt),
    expiresAt: personal?.expiresAt ?? inMilliseconds(token.expiresAt),
    now,
  };
}

/** A token that counts may count for less than it was made for. */
function whatIsLost(made: readonly string[], left: readonly string[], { projectId }: Instance): Reason | undefined {
  const lost = made.filter((scope) => !left.includes(scope));
  const projects = lost.map((scope) => audienceProject(scope, projectId));
  if (projects.includes(projectId)) return "audience_lost";
  if (projects.some((id) => id !== undefined)) return "audience_withdrawn";
  return lost.length > 0 ? "metadata_withheld" : undefined;
}

/** Codes and refresh tokens only lead to a row, which says everything about them. */
async function judgeByRow(
  db: Database,
  instance: Instance,
  trace: Trace,
  decide: (row: TracedSession) => Promise<Pick<Verdict, "reason" | "issuedAt" | "expiresAt">>,
): Promise<Verdict> {
  const { session } = trace;
  if (session === undefined) throw new Error("a code or refresh token was traced without its session");
  const decided = await decide(session);
  const active = decided.reason === undefined;
  const scopes = active ? await stillGrantable(db, instance, session) : session.scopes;
  return { active, scopes, audience: audienceIn(trace, instance, scopes), now: session.now, ...decided };
}

/** As the token endpoint would grant them now. */
async function stillGrantable(
  db: Database,
  instance: Instance,
  { applicationId, userId, scopes }: TracedSession,
): Promise<readonly string[]> {
  const client = await readClient(db, applicationId);
  return grantScopes(db, {
    scopes,
    asker: { kind: "application", applicationId, userId },
    mayManage: client !== undefined && mayCarryManagement(client.application, instance),
    serviceProjectId: instance.projectId,
  });
}

/** As the token endpoint and rotateRefreshToken would decide. */
async function againstRefreshToken(
  db: Database,
  presented: number,
  session: TracedSession,
): Promise<Reason | undefined> {
  if (session.standing !== STANDS) return session.standing;
  const client = await readClient(db, session.applicationId);
  if (client?.application.grantTypes.includes("refresh_token") !== true) return "grant_not_allowed";
  if (presented >= session.generation) return undefined;
  const graceMs = client.tokens.lifetimes.refreshGrace * 1000;
  if (presented + 1 < session.generation || session.rotatedAt < session.now - graceMs) return "superseded";
  return session.repeats < MOST_REPEATS ? undefined : "repeated_too_often";
}

/** As the token endpoint and spendCode would decide for the client it was given to. */
async function againstCode(db: Database, session: TracedSession): Promise<Reason | undefined> {
  if (session.codeSpentAt !== undefined) return "code_spent";
  if (session.standing !== STANDS) return session.standing;
  if (!session.loginAlive) return "login_session_ended";
  if (session.codeExpiresAt <= session.now) return "expired";
  const client = await readClient(db, session.applicationId);
  return client?.application.grantTypes.includes("authorization_code") === true ? undefined : "grant_not_allowed";
}

async function judgeId(
  db: Database,
  instance: Instance,
  trace: Trace,
  presented: Presented & { kind: "access_token_id" },
): Promise<Verdict> {
  const standing: Standing | undefined =
    presented.owner === "app_session" ? trace.session?.standing : await findServiceStanding(db, presented.userId);
  const against = (await isRevoked(db, presented.id))
    ? "token_revoked"
    : standing === STANDS
      ? undefined
      : (standing ?? "session_gone");
  const scopes = trace.session?.scopes ?? [];
  return {
    active: against === undefined ? undefined : false,
    reason: against ?? "expiry_unknown",
    scopes,
    audience: audienceIn(trace, instance, scopes),
    issuedAt: undefined,
    expiresAt: undefined,
    now: await readNow(db),
  };
}

function audienceIn({ clientId, application }: Trace, instance: Instance, scopes: readonly string[]): string[] {
  return audienceOf({ clientId, projectId: application?.projectId, scopes }, instance.projectId);
}

function inMilliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
