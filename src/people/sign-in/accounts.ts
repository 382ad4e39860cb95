/** The people who are signed in in this browser: pick one, confirm the only one, or remove one. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { wantedLevel } from "../../identity/factors/levels.ts";
import { type BrowserAccount, needsMore, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { isHinted } from "../../identity/sessions/hinted.ts";
import { signOut } from "../../identity/sessions/sign-out.ts";
import { paths } from "../../pages/login-request.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import type { LoginServices } from "../people-services.ts";
import { type ShownAccount, sendAccounts } from "./accounts-page.ts";
import { backToProtocol, type OpenLogin, onTo, openRequest } from "./open-request.ts";

export function addAccounts(app: App, services: LoginServices): void {
  app.get(paths.accounts, { config: { page: true } }, async (request, reply) => {
    const query = queryOf(request);
    const open = await openRequest(request, query.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    return show(request, reply, open, query.has("remove"), services);
  });

  app.post(paths.accounts, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const chosen = (await accountsFor(request, open, services)).find(
      ({ sessionId }) => sessionId === form.get("session"),
    );
    if (chosen === undefined) return show(request, reply, open, false, services);
    if (chosen.needsPassword) {
      return reply.redirect(onTo(paths.password, open, { at: "password", loginName: chosen.loginName }, services), 303);
    }
    return reply.redirect(backToProtocol(open, { loginSessionId: chosen.sessionId, confirmed: true }, services), 303);
  });

  app.post(`${paths.accounts}/remove`, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const open = await openRequest(request, form.get("request"), services);
    if (open === undefined) return sendCannotContinue(reply);
    const cookies = services.cookies.sessions(request);
    const accounts = await readBrowserAccounts(services.storage.db, cookies);
    const removed = accounts.find(({ sessionId }) => sessionId === form.get("session"));
    if (removed !== undefined) {
      const by = { actor: { kind: "user", id: removed.userId }, requestId: request.id } as const;
      await services.storage.transaction((tx) => signOut(tx, removed.sessionId, undefined, by));
      services.cookies.writeSessions(
        reply,
        cookies.filter(({ id }) => id !== removed.sessionId),
      );
    }
    const left = accounts.filter((account) => account !== removed);
    return reply.redirect(onTo(left.length === 0 ? paths.login : paths.accounts, open, undefined, services), 303);
  });
}

async function show(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenLogin,
  removing: boolean,
  services: LoginServices,
): Promise<FastifyReply> {
  const accounts = await accountsFor(request, open, services);
  if (accounts.length === 0) return reply.redirect(onTo(paths.login, open, undefined, services), 303);
  return sendAccounts(reply, open, accounts, removing);
}

/** Only those whom the request may be answered for; whoever the application asks for stands first. */
export async function accountsFor(
  request: FastifyRequest,
  open: OpenLogin,
  services: LoginServices,
): Promise<ShownAccount[]> {
  const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
  const { hint } = open.login;
  const loginHint = open.parameters.get("login_hint");
  return accounts
    .filter(({ organizationId }) => open.organizationId === undefined || organizationId === open.organizationId)
    .filter(({ userId }) => hint === undefined || userId === hint.subject)
    .map((account) => ({
      ...account,
      needsPassword: isTooOld(account, open) || needsMore(account, wantedLevel(open.parameters.get("acr_values"))),
      hinted: loginHint !== null && isHinted(account, loginHint),
    }))
    .toSorted((one, other) => Number(other.hinted) - Number(one.hinted));
}

/**
 * Whether the application asked for a newer proof than the session has. The protocol asks again when the person comes
 * back.
 */
function isTooOld({ authenticatedAt }: BrowserAccount, { parameters, login, now }: OpenLogin): boolean {
  if ((parameters.get("prompt") ?? "").split(" ").includes("login")) return authenticatedAt < login.startedAt;
  const maxAge = parameters.get("max_age");
  return maxAge !== null && now - authenticatedAt > Number(maxAge) * 1000;
}
