/** Opens the app session that the answer to an authorization request belongs to. */
import { codeLifetime } from "../../identity/applications/types.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import { openAppSession } from "../../identity/sessions/app-sessions.ts";
import type { BrowserAccount } from "../../identity/sessions/browser-accounts.ts";
import { touchLoginSession } from "../../identity/sessions/login-sessions.ts";
import { grantScopes, mayCarryManagement } from "../../tokens/audience.ts";
import type { Agreement } from "./ask-consent.ts";
import type { AuthorizeRequest } from "./request.ts";
import type { BrowserServices } from "./services.ts";

export interface OpenedSession {
  readonly appSessionId: string;
  /** What was granted of what was asked for. */
  readonly scopes: readonly string[];
}

/** What is granted of what was asked for, to this application for this person. */
export async function grantedScopes(
  request: AuthorizeRequest,
  account: BrowserAccount,
  services: BrowserServices,
): Promise<string[]> {
  const { application } = request.client;
  const instance = await services.instance();
  return grantScopes(services.storage.db, {
    scopes: request.scopes,
    asker: { kind: "application", applicationId: application.id, userId: account.userId },
    mayManage: mayCarryManagement(application, instance),
    serviceProjectId: instance.projectId,
  });
}

/** Undefined when this person may not sign in at this application. */
export async function openSession(
  request: AuthorizeRequest,
  account: BrowserAccount,
  { scopes, consentId }: Agreement,
  services: BrowserServices & { readonly requestId: string },
): Promise<OpenedSession | undefined> {
  const { storage, requestId } = services;
  const { application } = request.client;
  const { settings: sessions } = await readPolicy(storage.db, "sessions", account.organizationId);
  const input = {
    loginSessionId: account.sessionId,
    applicationId: application.id,
    scopes,
    nonce: request.nonce,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    consentId,
    lifetimes: lifetimesOf(request, scopes),
  };
  const appSessionId = await storage.transaction(async (tx) => {
    await touchLoginSession(tx, account.sessionId, sessions.idleSeconds * 1000);
    return openAppSession(tx, input, { actor: { kind: "user", id: account.userId }, requestId });
  });
  return appSessionId === undefined ? undefined : { appSessionId, scopes };
}

/**
 * Without a refresh token the session is over when its last access token is; without a code there is none to wait for.
 */
function lifetimesOf({ client, responseType }: AuthorizeRequest, scopes: readonly string[]) {
  const { accessToken, refreshIdle, refreshAbsolute } = client.tokens.lifetimes;
  const code = responseType === "code" ? codeLifetime : 0;
  const [idle, absolute] = scopes.includes("offline_access")
    ? [refreshIdle, refreshAbsolute]
    : [accessToken + code, accessToken + code];
  return { codeMs: code * 1000, idleMs: idle * 1000, absoluteMs: absolute * 1000 };
}
