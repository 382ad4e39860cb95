/**
 * GET and POST /oauth/v2/endsession: OpenID Connect RP-Initiated Logout 1.0. With a hint that names a session of this
 * browser it signs out and returns; otherwise the person is asked first, on a page of the login room.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { logoutRequestTicket, paths, withRequest } from "../http/login-request.ts";
import { findApplication } from "../identity/applications/applications.ts";
import { readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { signOut } from "../identity/sessions/sign-out.ts";
import { readNow } from "../storage/now.ts";
import { type IdTokenHint, readIdTokenHint } from "../tokens/id-tokens.ts";
import type { BrowserServices } from "./authorize/services.ts";
import { Parameters } from "./parameters.ts";

export const END_SESSION_PATH = "/oauth/v2/endsession";
const MOST_PARAMETERS = 16_384;

export function addEndSession(app: App, services: BrowserServices): void {
  app.get(END_SESSION_PATH, { config: { page: true } }, (request, reply) => {
    const start = request.url.indexOf("?");
    return endSession(request, reply, start < 0 ? "" : request.url.slice(start + 1), services);
  });
  // As at the authorization endpoint: a form from another site brings no cookies, a navigation does.
  app.post(END_SESSION_PATH, { config: { page: true } }, async (request, reply) => {
    const form = typeof request.body === "string" ? request.body.slice(0, MOST_PARAMETERS) : "";
    return reply.redirect(`${services.loginUrl}${END_SESSION_PATH}?${new URLSearchParams(form)}`, 303);
  });
}

async function endSession(request: FastifyRequest, reply: FastifyReply, encoded: string, services: BrowserServices): Promise<FastifyReply> {
  const parameters = new Parameters(encoded);
  const hintText = parameters.get("id_token_hint");
  const hint = hintText === undefined ? undefined : await readIdTokenHint(services.tokens, hintText);
  const applicationId = applicationOf(parameters, hint);
  const returnTo = await returnAddress(parameters, applicationId, services);

  const cookies = services.cookies.sessions(request);
  const accounts = await readBrowserAccounts(services.storage.db, cookies);
  // The hint must be for the application that asks, and for somebody who is signed in here.
  const session =
    hint === undefined || applicationId !== hint.clientId
      ? undefined
      : accounts.find((account) => account.userId === hint.subject && (hint.sid === undefined || hint.sid === account.sessionId));
  const addressAsked = parameters.has("post_logout_redirect_uri");
  if (session !== undefined && (returnTo !== undefined || !addressAsked)) {
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
    applicationId,
  };
  return reply.redirect(withRequest(services.loginUrl, paths.logout, services.tickets.seal(logoutRequestTicket, logout)), 302);
}

/** The application named by the hint or by client_id; none when the two differ, or when a hint is no ID token of ours. */
function applicationOf(parameters: Parameters, hint: IdTokenHint | undefined): string | undefined {
  const clientId = parameters.get("client_id");
  if (parameters.has("id_token_hint") && hint === undefined) return undefined;
  if (hint === undefined) return clientId;
  return clientId === undefined || clientId === hint.clientId ? hint.clientId : undefined;
}

/** Only an address that is registered, exactly, for the application that asks; with the state added. */
async function returnAddress(
  parameters: Parameters,
  applicationId: string | undefined,
  services: BrowserServices,
): Promise<string | undefined> {
  const asked = parameters.get("post_logout_redirect_uri");
  if (asked === undefined || applicationId === undefined) return undefined;
  const application = await findApplication(services.storage.db, applicationId);
  if (application === undefined || application.state !== "active") return undefined;
  const { consoleApplicationId } = await services.instance();
  const registered = applicationId === consoleApplicationId ? services.console.postLogoutRedirectUris : application.postLogoutRedirectUris;
  if (!registered.includes(asked)) return undefined;
  const state = parameters.get("state");
  if (state === undefined) return asked;
  return `${asked}${asked.includes("?") ? "&" : "?"}${new URLSearchParams({ state })}`;
}
