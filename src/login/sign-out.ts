/** Signing out, where the person has to be asked first. */

import type { FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { LOGIN_REQUEST_LIFE_MS, logoutRequestTicket, paths } from "../http/login-request.ts";
import { readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { signOut } from "../identity/sessions/sign-out.ts";
import { readNow } from "../storage/now.ts";
import { formOf, queryOf } from "./open-request.ts";
import { sendCannotContinue, sendSignedOut, sendSignOutQuestion } from "./pages.ts";
import type { LoginServices } from "./services.ts";

export function addSignOut(app: App, services: LoginServices): void {
  app.get(paths.logout, { config: { page: true } }, async (request, reply) => {
    const ticket = queryOf(request).get("request") ?? "";
    const logout = await openLogout(request, ticket, services);
    if (logout === undefined) return sendCannotContinue(reply);
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    // Nobody is signed in: there is nothing to ask.
    if (accounts.length === 0) return logout.returnTo === undefined ? sendSignedOut(reply) : reply.redirect(logout.returnTo, 302);
    return sendSignOutQuestion(reply, ticket, accounts, logout.returnTo);
  });

  app.post(paths.logout, { config: { page: true } }, async (request, reply) => {
    const logout = await openLogout(request, formOf(request).get("request") ?? "", services);
    if (logout === undefined) return sendCannotContinue(reply);
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    await services.storage.transaction(async (tx) => {
      for (const { sessionId, userId } of accounts) {
        await signOut(tx, sessionId, logout.applicationId, { actor: { kind: "user", id: userId }, requestId: request.id });
      }
    });
    services.cookies.writeSessions(reply, []);
    return reply.redirect(logout.returnTo ?? `${services.loginUrl}${paths.signedOut}`, 303);
  });

  app.get(paths.signedOut, { config: { page: true } }, async (_request, reply) => sendSignedOut(reply));
}

async function openLogout(request: FastifyRequest, ticket: string, services: LoginServices) {
  const logout = services.tickets.open(logoutRequestTicket, ticket);
  if (logout === undefined || logout.browser !== services.cookies.binding(request)) return undefined;
  return (await readNow(services.storage.db)) > logout.startedAt + LOGIN_REQUEST_LIFE_MS ? undefined : logout;
}
