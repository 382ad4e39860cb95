/**
 * From a session, or a service user, to the tokens that answer a request: the members of RFC 6749 §5.1 and Core
 * §3.1.3.3.
 */
import type { Client } from "../identity/applications/client.ts";
import type { ResolvedTokenSettings } from "../identity/applications/types.ts";
import { STANDS } from "../identity/sessions/standing.ts";
import { noDetail, readSubject, type Subject } from "../identity/sessions/subject.ts";
import type { Database } from "../storage/database.ts";
import { makeAccessToken, type TokenOwner, type TokenServices } from "../tokens/access-tokens.ts";
import { audienceOf } from "../tokens/audience.ts";
import { makeIdToken } from "../tokens/id-tokens.ts";
import { refreshTicket } from "../tokens/kinds.ts";
import { METADATA_SCOPE } from "../tokens/scopes.ts";
import { claimsOf, type RoleProject, roleClaims, tellsRoles } from "./claims.ts";
import { OauthError } from "./errors.ts";

export interface TokenResponse {
  readonly access_token?: string;
  readonly token_type?: "Bearer";
  readonly expires_in?: number;
  /** Core §3.1.2.1: only with the scope openid. */
  readonly id_token?: string;
  readonly scope?: string;
  readonly refresh_token?: string;
}

export interface IssueServices {
  readonly db: Database;
  readonly tokens: TokenServices;
  readonly serviceProjectId: string;
}

export interface SessionGrant {
  readonly client: Pick<Client, "application" | "projectId" | "roleAssertion" | "tokens">;
  readonly session: {
    readonly id: string;
    readonly userId: string;
    readonly loginSessionId: string | undefined;
    readonly nonce?: string | undefined;
    /** Milliseconds, as all times of the database. */
    readonly authenticatedAt: number;
    readonly amr: readonly string[];
  };
  readonly scopes: readonly string[];
  readonly now: number;
  readonly accessToken: boolean;
  /** The generation of the refresh token to give, where one is given. */
  readonly refreshGeneration?: number | undefined;
}

/** For a user signed in at an application. */
export async function issueForAppSession(services: IssueServices, grant: SessionGrant): Promise<TokenResponse> {
  const { client, session, scopes } = grant;
  const { application, tokens: settings, projectId } = client;
  const owner = { owner: "app_session", appSessionId: session.id, loginSessionId: session.loginSessionId } as const;
  // Core §5.4: what the scopes tell is at the userinfo endpoint, where there is an access token to ask with.
  const withClaims = scopes.includes("openid") && (!grant.accessToken || application.idTokenUserinfoAssertion);
  const roles = settings.accessTokenKind === "jwt" && tellsRoles(scopes, client.roleAssertion);
  const subject = withClaims || roles ? await readStandingSubject(services.db, owner) : undefined;
  const answer = await issue(services, {
    owner,
    scopes,
    settings,
    userId: session.userId,
    clientId: application.id,
    projectId,
    now: grant.now,
    accessToken: grant.accessToken,
    subject,
    roleProject: client,
    idToken: {
      authTime: Math.floor(session.authenticatedAt / 1000),
      nonce: session.nonce,
      amr: session.amr,
      sid: session.loginSessionId,
      withClaims,
    },
  });
  if (grant.refreshGeneration === undefined) return answer;
  const refresh = { s: session.id, c: application.id, n: grant.refreshGeneration };
  return { ...answer, refresh_token: services.tokens.tickets.seal(refreshTicket, refresh) };
}

export interface ServiceGrant {
  readonly owner: TokenOwner & { readonly owner: "service_user" };
  readonly tokens: ResolvedTokenSettings;
  readonly scopes: readonly string[];
  readonly now: number;
}

/** For a service user, which is its own client (RFC 7523 §2.1). */
export async function issueForServiceUser(services: IssueServices, grant: ServiceGrant): Promise<TokenResponse> {
  const { owner, scopes, tokens: settings, now } = grant;
  const { userId } = owner;
  const roleProject = onlyProject(
    audienceOf({ clientId: userId, projectId: undefined, scopes }, services.serviceProjectId),
    services,
  );
  const roles = settings.accessTokenKind === "jwt" && roleProject !== undefined && tellsRoles(scopes, false);
  const subject = roles ? await readStandingSubject(services.db, owner) : undefined;
  const common = {
    owner,
    scopes,
    settings,
    userId,
    clientId: userId,
    projectId: undefined,
    now,
    accessToken: true,
    subject,
    roleProject,
  };
  return issue(services, { ...common, idToken: { withClaims: false } });
}

/** Roles are told without their project, so they are told where there is one project they can be meant for. */
export function onlyProject(
  audience: readonly string[],
  { serviceProjectId }: { serviceProjectId: string },
): RoleProject | undefined {
  const [projectId, ...more] = audience.slice(1).filter((id) => id !== serviceProjectId);
  return projectId === undefined || more.length > 0 ? undefined : { projectId, roleAssertion: false };
}

interface Issue {
  readonly owner: TokenOwner;
  readonly scopes: readonly string[];
  readonly settings: ResolvedTokenSettings;
  readonly userId: string;
  readonly clientId: string;
  readonly projectId: string | undefined;
  readonly now: number;
  readonly accessToken: boolean;
  readonly subject: Subject | undefined;
  readonly roleProject: RoleProject | undefined;
  readonly idToken: {
    readonly authTime?: number;
    readonly nonce?: string | undefined;
    readonly amr?: readonly string[];
    readonly sid?: string | undefined;
    readonly withClaims: boolean;
  };
}

async function issue({ tokens, serviceProjectId }: IssueServices, input: Issue): Promise<TokenResponse> {
  const { scopes, settings, subject, roleProject, clientId, idToken } = input;
  const { lifetimes } = settings;
  const issuedAt = Math.floor(input.now / 1000);
  const common = { algorithm: settings.idTokenAlgorithm, subject: input.userId, clientId, authTime: idToken.authTime };
  const made = input.accessToken
    ? await makeAccessToken(tokens, {
        owner: input.owner,
        scopes,
        issuedAt,
        lifetime: lifetimes.accessToken,
        kind: settings.accessTokenKind,
        jwt: {
          ...common,
          type: settings.accessTokenType,
          audience: audienceOf({ clientId, projectId: input.projectId, scopes }, serviceProjectId),
          claims: subject === undefined ? {} : roleClaims(subject, scopes, roleProject),
        },
      })
    : undefined;
  // Metadata may be large, and an ID token travels in headers and addresses: that is for userinfo and introspection.
  const tellable = scopes.filter((scope) => scope !== METADATA_SCOPE);
  const identity = scopes.includes("openid")
    ? {
        id_token: await makeIdToken(tokens, {
          ...common,
          issuedAt,
          lifetime: lifetimes.idToken,
          nonce: idToken.nonce,
          amr: idToken.amr,
          sid: idToken.sid,
          accessToken: made?.token,
          claims: idToken.withClaims && subject !== undefined ? claimsOf(subject, tellable, roleProject) : undefined,
        }),
      }
    : {};
  const scope = scopes.join(" ");
  if (made === undefined) return { ...identity, scope };
  return { access_token: made.token, token_type: "Bearer", expires_in: lifetimes.accessToken, ...identity, scope };
}

/** Between the spend and this reading the session may have ended; then there is nobody to tell about. */
async function readStandingSubject(db: Database, owner: TokenOwner): Promise<Subject> {
  const subject = await readSubject(db, { id: "", ...owner }, noDetail);
  if (subject?.standing !== STANDS)
    throw new OauthError("invalid_grant", "The session has ended meanwhile. Sign in again.");
  return subject;
}
