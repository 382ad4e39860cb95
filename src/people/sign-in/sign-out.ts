/** Signing out, where the person has to be asked first. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { formOf, queryOf } from "../../http/forms.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { type BrowserAccount, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { signOut } from "../../identity/sessions/sign-out.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { html } from "../../pages/html.ts";
import { LOGIN_REQUEST_LIFE_MS, logoutRequestTicket, paths, withRequest } from "../../pages/login-request.ts";
import { sendPage } from "../../pages/page.ts";
import { readNow } from "../../storage/now.ts";
import { sendCannotContinue } from "../dead-ends.ts";
import { initialOf } from "../parts.ts";
import type { PeopleServices } from "../people-services.ts";

export function addSignOut(app: App, services: PeopleServices): void {
  app.get(paths.logout, { config: { page: true } }, async (request, reply) => {
    const ticket = queryOf(request).get("request") ?? "";
    const logout = await openLogout(request, ticket, services);
    if (logout === undefined) return sendCannotContinue(reply);
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    // Nobody is signed in: there is nothing to ask.
    if (accounts.length === 0) return reply.redirect(logout.returnTo ?? `${services.loginUrl}${paths.signedOut}`, 302);
    const brand = await readBrand(services.storage.db, accounts[0]?.organizationId);
    return sendQuestion(reply, appearanceFor(request, { uiLocales: logout.uiLocales ?? null, brand }), {
      ticket,
      accounts,
      returnTo: logout.returnTo,
    });
  });

  app.post(paths.logout, { config: { page: true } }, async (request, reply) => {
    const form = formOf(request);
    const logout = await openLogout(request, form.get("request") ?? "", services);
    if (logout === undefined) return sendCannotContinue(reply);
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    await services.storage.transaction(async (tx) => {
      for (const { sessionId, userId } of accounts) {
        await signOut(tx, sessionId, logout.applicationId, {
          actor: { kind: "user", id: userId },
          requestId: request.id,
        });
      }
    });
    services.cookies.writeSessions(reply, []);
    return reply.redirect(logout.returnTo ?? `${services.loginUrl}${paths.signedOut}`, 303);
  });

  app.get(paths.signedOut, { config: { page: true } }, async (request, reply) => {
    const appearance = appearanceFor(request, { brand: await readBrand(services.storage.db) });
    return sendPage(reply, appearance, {
      title: appearance.words.say("signOut.doneTitle"),
      body: html`<p>${appearance.words.say("signOut.done")}</p>`,
    });
  });
}

async function openLogout(request: FastifyRequest, ticket: string, services: PeopleServices) {
  const logout = services.tickets.open(logoutRequestTicket, ticket);
  if (logout === undefined || logout.browser !== services.cookies.binding(request)) return undefined;
  return (await readNow(services.storage.db)) > logout.startedAt + LOGIN_REQUEST_LIFE_MS ? undefined : logout;
}

interface Question {
  readonly ticket: string;
  readonly accounts: readonly BrowserAccount[];
  readonly returnTo: string | undefined;
}

function sendQuestion(
  reply: FastifyReply,
  appearance: Appearance,
  { ticket, accounts, returnTo }: Question,
): FastifyReply {
  const { words } = appearance;
  return sendPage(reply, appearance, {
    title: words.say("signOut.title"),
    address: withRequest("", paths.logout, ticket),
    leadsAway: returnTo !== undefined,
    body: html`${accounts.map(
      ({ displayName, loginName }) =>
        html`<div class="who"><span class="avatar" aria-hidden="true">${initialOf(displayName)}</span><span class="name">${words.say("signOut.who", { loginName })}</span></div>\n`,
    )}
<form method="post" action="${paths.logout}">
<input type="hidden" name="request" value="${ticket}">
<button>${words.say("signOut.submit")}</button>
</form>
${returnTo === undefined ? undefined : html`<p><a href="${returnTo}">${words.say("signOut.stay")}</a></p>`}`,
  });
}
