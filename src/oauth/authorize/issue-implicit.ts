/** The implicit flow: tokens straight from the authorization endpoint, in the fragment, without a refresh token. */
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { readSubject } from "../../identity/sessions/subject.ts";
import { makeAccessToken, type TokenOwner } from "../../tokens/access-tokens.ts";
import { makeIdToken } from "../../tokens/id-tokens.ts";
import { audienceOf } from "../audience.ts";
import { claimsOf } from "../claims.ts";
import { METADATA_SCOPE } from "../scopes.ts";
import type { AuthorizeRequest } from "./request.ts";
import type { BrowserServices } from "./services.ts";

export interface ImplicitSession {
  readonly account: BrowserAccount;
  readonly appSessionId: string;
  readonly scopes: readonly string[];
}

export async function issueImplicit(
  request: AuthorizeRequest,
  session: ImplicitSession,
  services: BrowserServices,
): Promise<Record<string, string | undefined>> {
  const { application, tokens: settings, now } = request.client;
  const { account, scopes } = session;
  const issuedAt = Math.floor(now / 1000);
  const withToken = request.responseType === "id_token token";
  const access = withToken ? await accessToken(request, session, issuedAt, services) : undefined;
  // Core §5.4: claims go where there is no access token to ask for them with, or where the application wants them.
  const claims = !withToken || application.idTokenUserinfoAssertion ? await userClaims(request, session, services) : undefined;
  const idToken = await makeIdToken(services.tokens, {
    algorithm: settings.idTokenAlgorithm,
    subject: account.userId,
    clientId: application.id,
    issuedAt,
    lifetime: settings.lifetimes.idToken,
    authTime: Math.floor(account.authenticatedAt / 1000),
    nonce: request.nonce,
    amr: account.amr,
    sid: account.sessionId,
    accessToken: access,
    claims,
  });
  if (access === undefined) return { id_token: idToken };
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: String(settings.lifetimes.accessToken),
    id_token: idToken,
    scope: scopes.join(" "),
  };
}

function ownerOf({ account, appSessionId }: ImplicitSession): TokenOwner & { owner: "app_session" } {
  return { owner: "app_session", appSessionId, loginSessionId: account.sessionId };
}

async function accessToken(
  request: AuthorizeRequest,
  session: ImplicitSession,
  issuedAt: number,
  services: BrowserServices,
): Promise<string> {
  const { application, projectId, tokens: settings } = request.client;
  const { scopes, account } = session;
  const { projectId: serviceProjectId } = await services.instance();
  const { token } = await makeAccessToken(services.tokens, {
    owner: ownerOf(session),
    scopes,
    issuedAt,
    lifetime: settings.lifetimes.accessToken,
    kind: settings.accessTokenKind,
    jwt: {
      algorithm: settings.idTokenAlgorithm,
      subject: account.userId,
      clientId: application.id,
      audience: audienceOf({ clientId: application.id, projectId, scopes }, serviceProjectId),
      authTime: Math.floor(account.authenticatedAt / 1000),
    },
  });
  return token;
}

async function userClaims(
  request: AuthorizeRequest,
  session: ImplicitSession,
  services: BrowserServices,
): Promise<Record<string, unknown>> {
  const { projectId, roleAssertion } = request.client;
  const detail = { metadata: session.scopes.includes(METADATA_SCOPE), projectIds: [] };
  const subject = await readSubject(services.storage.db, { id: session.appSessionId, ...ownerOf(session) }, detail);
  return subject === undefined ? {} : claimsOf(subject, session.scopes, { projectId, roleAssertion });
}
