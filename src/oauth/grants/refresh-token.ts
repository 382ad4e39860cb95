/**
 * grant_type refresh_token (RFC 6749 §6, RFC 9700 §4.14). What is wrong with the client or the scope is said before
 * anything is written, so it consumes nothing; the generation in the ticket decides the rest (rotate-refresh.ts).
 */
import { readClient } from "../../identity/applications/client.ts";
import { rotateRefreshToken } from "../../identity/sessions/rotate-refresh.ts";
import { refreshTicket } from "../../tokens/kinds.ts";
import { parseScopes } from "../../tokens/scopes.ts";
import { authenticateClient, keyOf } from "../client-auth/authenticate.ts";
import { readCredentials } from "../client-auth/credentials.ts";
import { OauthError } from "../errors.ts";
import { issueForAppSession } from "../token-response.ts";
import { byApplication, countTokens, type Grant, issueServices, stillGranted } from "./grant.ts";

export const refreshToken: Grant = async ({ request, form, services, countRefusalFor }) => {
  const { storage, tokens } = services;
  const credentials = readCredentials(request, form, services, "taken");
  const ticket = tokens.tickets.open(refreshTicket, form.required("refresh_token"));
  const found = await readClient(storage.db, credentials.clientId, {
    key: keyOf(credentials),
    appSessionId: ticket?.s,
  });
  countRefusalFor(found?.organizationId);
  const client = await authenticateClient(services, credentials, found);
  const { application, tokens: settings } = client;
  if (!application.grantTypes.includes("refresh_token")) {
    throw new OauthError("unauthorized_client", "The application is not set up for the grant refresh_token.");
  }
  if (ticket === undefined || ticket.c !== application.id || client.session?.applicationId !== application.id) {
    throw new OauthError(
      "invalid_grant",
      "The refresh token is not one of this client, or its session is long over. Sign in again.",
    );
  }
  const wanted = narrowed(client.session.scopes, form.get("scope"));
  const scopes = await stillGranted(services, client, wanted);

  const rotation = {
    appSessionId: ticket.s,
    applicationId: application.id,
    generation: ticket.n,
    graceMs: settings.lifetimes.refreshGrace * 1000,
    idleMs: settings.lifetimes.refreshIdle * 1000,
  };
  const result = await rotateRefreshToken(storage, rotation, byApplication(application.id, request));
  if (result.outcome === "theft") {
    throw new OauthError(
      "invalid_grant",
      "This refresh token was replaced by a newer one before. Because it may have been stolen, the session has been ended. Sign in again.",
    );
  }
  if (result.outcome === "lost") {
    throw new OauthError(
      "invalid_grant",
      "The session has ended or expired, or this refresh token was repeated too often. Sign in again.",
    );
  }
  const answer = await issueForAppSession(await issueServices(services), {
    client,
    session: { id: ticket.s, ...result },
    scopes,
    now: result.now,
    accessToken: true,
    refreshGeneration: result.generation,
  });
  countTokens(services, "token.refresh", client, scopes);
  return answer;
};

/**
 * RFC 6749 §6: nothing that was not granted; only for the tokens of this answer, the session keeps all. Without openid
 * there is no ID token in it.
 */
function narrowed(granted: readonly string[], text: string | undefined): readonly string[] {
  if (text === undefined) return granted;
  const asked = parseScopes(text);
  const more = asked?.find((scope) => !granted.includes(scope));
  if (asked === undefined || more !== undefined) {
    throw new OauthError(
      "invalid_scope",
      `${more ?? "That many scopes"} was not granted at sign-in. Ask for less, or leave scope out.`,
    );
  }
  if (asked.length === 0)
    throw new OauthError(
      "invalid_scope",
      "None of these scopes was granted at sign-in. Leave scope out for all that was.",
    );
  return asked;
}
