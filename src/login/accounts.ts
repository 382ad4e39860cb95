/** The people who are signed in in this browser: pick one, or confirm the only one. */

import type { FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { paths } from "../http/login-request.ts";
import { type BrowserAccount, readBrowserAccounts } from "../identity/sessions/browser-accounts.ts";
import { backToProtocol, formOf, type OpenLogin, openRequest, queryOf } from "./open-request.ts";
import { sendAccounts, sendCannotContinue, sendRegistrationClosed } from "./pages.ts";
import type { LoginServices } from "./services.ts";

export function addAccounts(app: App, services: LoginServices): void {
  app.get(paths.accounts, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return sendAccounts(reply, open, await accountsFor(request, open, services), services.loginUrl);
  });

  app.post(paths.accounts, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const chosen = (await accountsFor(request, open, services)).find(({ sessionId }) => sessionId === form.get("session"));
    if (chosen === undefined) return sendAccounts(reply, open, await accountsFor(request, open, services), services.loginUrl);
    return reply.redirect(backToProtocol(open, { loginSessionId: chosen.sessionId, confirmed: true }, services), 303);
  });

  app.get(paths.register, { config: { page: true } }, async (request, reply) => {
    const open = await openRequest(request, queryOf(request).get("request"), services);
    return open === undefined ? sendCannotContinue(reply) : sendRegistrationClosed(reply, open, services.loginUrl);
  });
}

/** Only those whom the request may be answered for. */
async function accountsFor(request: FastifyRequest, open: OpenLogin, services: LoginServices): Promise<BrowserAccount[]> {
  const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
  return accounts.filter(({ organizationId }) => open.organizationId === undefined || organizationId === open.organizationId);
}
