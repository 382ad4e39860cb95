/**
 * GET and POST /oauth/v2/endsession: OpenID Connect RP-Initiated Logout 1.0. With a hint that names a session of this
 * browser it signs out and returns; otherwise the person is asked first, on a page of the login room.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { formString, queryString } from "../http/forms.ts";
import { type Client, readClient } from "../identity/applications/client.ts";
import { type BrowserAccount, readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { signOut } from "../identity/sessions/sign-out.ts";
import { appSessionStanding, STANDS } from "../identity/sessions/standing.ts";
import { logoutRequestTicket, paths, withRequest } from "../pages/login-request.ts";
import { readNow } from "../storage/now.ts";
import { type IdTokenHint, readIdTokenHint } from "../tokens/id-tokens.ts";
import { CannotReturn } from "./authorize/find-client.ts";
import { sendCannotReturn } from "./authorize/pages.ts";
import type { BrowserServices } from "./authorize/services.ts";
import { endpoints } from "./discovery.ts";
import { OauthError } from "./errors.ts";
import { MOST_PARAMETERS, Parameters } from "./parameters.ts";

/** With its state; it travels in a ticket. */
const LONGEST_RETURN = 32_768;
const LONGEST_LOCALES = 200;

export function addEndSession(app: App, services: BrowserServices): void {
  app.get(endpoints.endSession, { config: { page: true } }, (request, reply) =>
    answer(request, reply, queryString(request), services),
  );
  // As at the authorization endpoint: a form from another site brings no cookies, a navigation does.
  app.post(endpoints.endSession, { config: { page: true } }, async (request, reply) => {
    const query = new URLSearchParams(formString(request)).toString();
    // What is posted comes back as an address.
    if (!new Parameters(formString(request)).isReadable) return answer(request, reply, formString(request), services);
    if (query.length > MOST_PARAMETERS)
      return cannotRead(reply, `The parameters may have ${MOST_PARAMETERS} bytes together.`);
    return reply.redirect(`${services.loginUrl}${endpoints.endSession}?${query}`, 303);
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: string,
  services: BrowserServices,
): Promise<FastifyReply> {
  try {
    // Of a repeated parameter nobody can say which one was meant, least of all of the application that asks.
    return await endSession(request, reply, new Parameters(encoded).readable().once(), services);
  } catch (error) {
    if (error instanceof OauthError) return cannotRead(reply, error.message);
    throw error;
  }
}

function cannotRead(reply: FastifyReply, detail: string): FastifyReply {
  return sendCannotReturn(reply, new CannotReturn("error.unreadable", { detail }));
}

async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  services: BrowserServices,
): Promise<FastifyReply> {
  const hintText = parameters.get("id_token_hint");
  const hint = hintText === undefined ? undefined : await readIdTokenHint(services.tokens, hintText);
  const applicationId = applicationOf(parameters, hint);
  const client = applicationId === undefined ? undefined : await readClient(services.storage.db, applicationId);
  const returnTo = await returnAddress(parameters, client, services);

  const cookies = services.cookies.sessions(request);
  const accounts = await readBrowserAccounts(services.storage.db, cookies);
  // The hint must be for the application that asks, and for somebody who is signed in here.
  const session =
    hint === undefined || applicationId !== hint.clientId
      ? undefined
      : accounts.find(
          (account) => account.userId === hint.subject && (hint.sid === undefined || hint.sid === account.sessionId),
        );
  const addressAsked = parameters.has("post_logout_redirect_uri");
  if (session !== undefined && (returnTo !== undefined || !addressAsked) && (await mayEnd(session, client, services))) {
    const by = { actor: { kind: "user", id: session.userId }, requestId: request.id } as const;
    await services.storage.transaction((tx) => signOut(tx, session.sessionId, applicationId, by));
    services.cookies.writeSessions(
      reply,
      cookies.filter(({ id }) => id !== session.sessionId),
    );
    return reply.redirect(returnTo ?? `${services.loginUrl}${paths.signedOut}`, 302);
  }
  const logout = {
    browser: services.cookies.bind(request, reply),
    startedAt: await readNow(services.storage.db),
    returnTo,
    uiLocales: parameters.get("ui_locales")?.slice(0, LONGEST_LOCALES),
    // Not what was sent: it may be anything, and of any length.
    applicationId: client?.application.id,
  };
  return reply.redirect(
    withRequest(services.loginUrl, paths.logout, services.tickets.seal(logoutRequestTicket, logout)),
    302,
  );
}

/**
 * Without a question only by an application of the person's own organization, or one that they are signed in at in this
 * session: an ID token from before somebody took back what they had agreed to would end the session otherwise.
 */
async function mayEnd(
  session: BrowserAccount,
  client: Client | undefined,
  { storage }: BrowserServices,
): Promise<boolean> {
  if (client === undefined) return false;
  if (client.organizationId === session.organizationId) return true;
  const row = await storage.db
    .selectFrom("app_sessions")
    .select("id")
    .where("user_id", "=", session.userId)
    .where("application_id", "=", client.application.id)
    .where("login_session_id", "=", session.sessionId)
    .where(appSessionStanding("app_sessions"), "=", STANDS)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The application named by the hint or by client_id; none when the two differ, or when a hint is no ID token of ours.
 */
function applicationOf(parameters: Parameters, hint: IdTokenHint | undefined): string | undefined {
  const clientId = parameters.get("client_id");
  if (parameters.has("id_token_hint") && hint === undefined) return undefined;
  if (hint === undefined) return clientId;
  return clientId === undefined || clientId === hint.clientId ? hint.clientId : undefined;
}

/** Only an address that is registered, exactly, for the application that asks; with the state added. */
async function returnAddress(
  parameters: Parameters,
  client: Client | undefined,
  services: BrowserServices,
): Promise<string | undefined> {
  const asked = parameters.get("post_logout_redirect_uri");
  if (asked === undefined || client === undefined || !client.active) return undefined;
  const { application } = client;
  const { consoleApplicationId } = await services.instance();
  const registered =
    application.id === consoleApplicationId
      ? services.console.postLogoutRedirectUris
      : application.postLogoutRedirectUris;
  if (!registered.includes(asked)) return undefined;
  const state = parameters.get("state");
  if (state === undefined) return asked;
  const address = `${asked}${asked.includes("?") ? "&" : "?"}${new URLSearchParams({ state })}`;
  if (address.length > LONGEST_RETURN)
    throw new OauthError("invalid_request", "The state is too long. Send a shorter one.");
  return address;
}
