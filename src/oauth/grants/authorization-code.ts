/**
 * grant_type authorization_code (RFC 6749 §4.1.3, RFC 7636 §4.6). A client that fails to authenticate burns nothing.
 * After that one statement decides, and commits whatever it decides.
 */
import { createHash } from "node:crypto";
import { type Client, readClient } from "../../identity/applications/client.ts";
import { isPublic } from "../../identity/applications/types.ts";
import { endSurplus, isNearMostSessions } from "../../identity/sessions/most-sessions.ts";
import { type LostReason, spendCode, whyLost } from "../../identity/sessions/spend-code.ts";
import { codeTicket } from "../../tokens/kinds.ts";
import { authenticateClient, keyOf } from "../client-auth/authenticate.ts";
import { readCredentials } from "../client-auth/credentials.ts";
import { OauthError } from "../errors.ts";
import { issueForAppSession } from "../token-response.ts";
import { byApplication, countTokens, type Grant, issueServices, stillGranted } from "./grant.ts";

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
/** No challenge is like this, so it never matches. */
const IMPOSSIBLE = "-";

export const authorizationCode: Grant = async ({ request, form, services, countRefusalFor }) => {
  const { storage, tokens, afterAnswer } = services;
  const credentials = readCredentials(request, form, services);
  const appSessionId = tokens.tickets.open(codeTicket, form.required("code"))?.s;
  const found = await readClient(storage.db, credentials.clientId, { key: keyOf(credentials), appSessionId });
  countRefusalFor(found?.organizationId);
  const client = await authenticateClient(services, credentials, found);
  const { application } = client;
  if (!application.grantTypes.includes("authorization_code")) {
    throw new OauthError("unauthorized_client", "The application is not set up for the grant authorization_code.");
  }
  if (appSessionId === undefined)
    throw new OauthError("invalid_grant", "The code is not one of ours. Send it as it was received.");

  const spend = {
    appSessionId,
    applicationId: application.id,
    redirectUri: form.get("redirect_uri") ?? "",
    codeChallenge: challengeOf(form.get("code_verifier"), client),
    most: client.sessionsPerApplication,
  };
  const by = byApplication(application.id, request);
  const session = await spendCode(storage, spend, by);
  if (session === "lost") throw new OauthError("invalid_grant", reasons[await whyLost(storage.db, spend)]);
  const offline = session.scopes.includes("offline_access") && application.grantTypes.includes("refresh_token");
  const answer = await issueForAppSession(await issueServices(services), {
    client,
    session: { id: appSessionId, ...session },
    scopes: await stillGranted(services, client, session.scopes),
    now: session.now,
    accessToken: true,
    refreshGeneration: offline ? session.generation : undefined,
  });
  countTokens(services, "token.code", client, session.scopes);
  if (isNearMostSessions(session.others, spend.most)) {
    const whose = { userId: session.userId, applicationId: application.id };
    afterAnswer.run(async () => void (await storage.transaction((tx) => endSurplus(tx, whose, spend.most, by))));
  }
  return answer;
};

const reasons: Record<LostReason, string> = {
  unknown:
    "The code was not issued to this client, or its session is long over. Start again at the authorization endpoint.",
  expired: "The code has expired: it is good for a minute. Start again at the authorization endpoint.",
  redirect_uri: "redirect_uri is not exactly that of the authorization request. The code is used up; start again.",
  code_verifier:
    "code_verifier does not fit the code_challenge of the authorization request: send the verifier itself, 43 to 128 characters, exactly " +
    "when a challenge was sent. The code is used up; start again.",
  used_or_ended: "The code was used before, or the person has signed out or may not sign in any more. Start again.",
};

/** '' where no verifier was sent, as the session has it where no challenge was. A public application always has one. */
function challengeOf(verifier: string | undefined, { application }: Client): string {
  if (verifier === undefined) return isPublic(application.authMethod) ? IMPOSSIBLE : "";
  return VERIFIER.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : IMPOSSIBLE;
}
