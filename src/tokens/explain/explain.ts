/**
 * A token, explained: what it is, whose it is, where it came from, whether it counts, and if not, why and through whom.
 * What it says never differs from what the endpoints do, because the rules are theirs (verdict.ts).
 */
import type { AuditEvent } from "../../events/read-events.ts";
import type { Instance } from "../../identity/instance.ts";
import { findPersonalAccess, type TracedApplication, type TracedUser } from "../../identity/sessions/token-rows.ts";
import type { Database } from "../../storage/database.ts";
import { findCause } from "./cause.ts";
import { type Reason, sentence } from "./reasons.ts";
import { loginOf, type Trace } from "./trace.ts";
import { judge, type Verdict } from "./verdict.ts";

export interface Explanation {
  readonly kind: "access_token" | "refresh_token" | "id_token" | "authorization_code" | "personal_access_token";
  /** Undefined where only the id is known. */
  readonly format: "opaque" | "jwt" | undefined;
  readonly id: string | undefined;
  readonly verdict: Verdict;
  readonly reasonDetail: string | undefined;
  readonly user: TracedUser;
  readonly application: TracedApplication | undefined;
  readonly signIn: SignIn | undefined;
  readonly appSession: Trace["session"];
  readonly serviceCredential:
    | { readonly kind: "key" | "secret" | "personal_access_token"; readonly id: string | undefined }
    | undefined;
  /** The event that ended it, where somebody did and the log still has it; and when that was. */
  readonly endedBy: AuditEvent | undefined;
  readonly endedAt: number | undefined;
}

export interface SignIn {
  readonly loginSessionId: string | undefined;
  /** This and the next are gone with the login session. */
  readonly startedAt: number | undefined;
  readonly userAgent: string | undefined;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
}

export async function explain(db: Database, instance: Instance, trace: Trace): Promise<Explanation> {
  const { presented, user, application, session } = trace;
  const { verdict, cause } = await withFirstCause(db, trace, await judge(db, instance, trace));
  const known = { endedBy: session?.endedBy, event: cause?.type, state: user.state };
  return {
    kind: presented.kind === "access_token_id" ? "access_token" : presented.kind,
    format: presented.kind === "access_token_id" ? undefined : presented.format,
    id: "token" in presented ? presented.token.id : "id" in presented ? presented.id : undefined,
    verdict,
    reasonDetail: verdict.reason && sentence(verdict.reason, known),
    user,
    application,
    signIn: signInOf(trace),
    appSession: session,
    serviceCredential: credentialOf(trace),
    endedBy: cause,
    endedAt: cause?.at ?? (verdict.reason === "session_ended" ? session?.endedAt : undefined),
  };
}

interface Judged {
  readonly verdict: Verdict;
  readonly cause: AuditEvent | undefined;
}

/**
 * Of all that speaks against a token, what came first is why it ended: one that expired last week did not end because
 * the user was locked today, and one that was revoked has not expired since.
 */
async function withFirstCause(db: Database, trace: Trace, given: Verdict): Promise<Judged> {
  const reason = given.reason && (await refined(db, trace, given.reason));
  const verdict = { ...given, reason };
  const { active, expiresAt = Number.POSITIVE_INFINITY, now } = verdict;
  if (active === true || reason === undefined) return { verdict, cause: undefined };
  const cause = await findCause(db, reason, trace);
  const expiredFirst = expiresAt <= now && !cameBefore(expiresAt, reason, { cause, trace });
  if (expiredFirst || reason === "expired") return unlessRevoked(db, trace, { ...verdict, reason: "expired" });
  if (reason === "expiry_unknown") return unlessRevoked(db, trace, verdict);
  if (reason === "login_session_ended" && cause === undefined)
    return { verdict: { ...verdict, reason: "login_session_expired" }, cause };
  return { verdict, cause };
}

/** Rows about revoked tokens are swept after the tokens' expiry; the log remembers longer. */
async function unlessRevoked(db: Database, trace: Trace, verdict: Verdict): Promise<Judged> {
  const revoked = await findCause(db, "token_revoked", trace);
  const { expiresAt = Number.POSITIVE_INFINITY } = verdict;
  if (revoked === undefined || revoked.at >= expiresAt) return { verdict, cause: undefined };
  return { verdict: { ...verdict, active: false, reason: "token_revoked" }, cause: revoked };
}

function cameBefore(
  expiry: number,
  reason: Reason,
  { cause, trace }: { cause: AuditEvent | undefined; trace: Trace },
): boolean {
  // A code that was spent, or a refresh token that was replaced, had not expired; and a refresh token expires with its
  // session.
  if (reason === "code_spent" || reason === "superseded" || trace.presented.kind === "refresh_token") return true;
  const at = reason === "session_expired" ? trace.session?.expiresAt : cause?.at;
  return at !== undefined && at < expiry;
}

/** A personal access token is its own credential: it was revoked, or it expired. */
async function refined(db: Database, { presented }: Trace, reason: Reason): Promise<Reason> {
  if (presented.kind !== "personal_access_token" || reason !== "credential_ended") return reason;
  const row = await findPersonalAccess(db, presented.token.id);
  return row?.revokedAt === undefined ? "expired" : "token_revoked";
}

/** When and how is what the tokens say; the login session may have moved on since. */
function signInOf({ presented, session, login }: Trace): SignIn | undefined {
  const proof = session ?? login;
  return (
    proof && {
      loginSessionId: login?.id ?? loginOf(presented) ?? session?.loginSessionId,
      startedAt: login?.startedAt,
      userAgent: login?.userAgent,
      authenticatedAt: proof.authenticatedAt,
      amr: proof.amr,
    }
  );
}

function credentialOf({ presented }: Trace): Explanation["serviceCredential"] {
  if (presented.kind !== "access_token" && presented.kind !== "personal_access_token") return undefined;
  if (presented.token.owner !== "service_user") return undefined;
  const { credential } = presented.token;
  switch (credential.kind) {
    case "key":
      return { kind: "key", id: credential.keyId };
    case "secret":
      return { kind: "secret", id: undefined };
    case "personal_access_token":
      return { kind: "personal_access_token", id: credential.tokenId };
  }
}
