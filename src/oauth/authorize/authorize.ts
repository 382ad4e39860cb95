/** GET and POST /oauth/v2/authorize: where a client sends its user to sign in. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../http/app.ts";
import { routeOf, toSignetError } from "../../http/errors.ts";
import { formString, queryString } from "../../http/forms.ts";
import { describeError } from "../../http/logging.ts";
import { readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { LOGIN_REQUEST_LIFE_MS, type LoginRequest, loginRequestTicket, paths } from "../../pages/login-request.ts";
import { boundOrganization } from "../../tokens/scopes.ts";
import { endpoints } from "../discovery.ts";
import { OauthError } from "../errors.ts";
import { MOST_PARAMETERS, Parameters } from "../parameters.ts";
import { accountsShownInSilence } from "./ask-consent.ts";
import { carriedRequest } from "./carried.ts";
import { runChecks } from "./checks.ts";
import { decide } from "./decide.ts";
import { CannotReturn, findClient } from "./find-client.ts";
import { finish } from "./finish.ts";
import { sendCannotReturn, sendExpired } from "./pages.ts";
import type { AuthorizeRequest } from "./request.ts";
import { respondWithError } from "./respond.ts";
import type { BrowserServices } from "./services.ts";
import { toLogin, toPassword } from "./to-login.ts";

/** More than the parameters may have: whoever sends too much is told at their redirect_uri. */
const LARGEST_FORM = 98_304;

export function addAuthorize(app: App, services: BrowserServices): void {
  app.get(endpoints.authorization, { config: { page: true } }, (request, reply) =>
    start(request, reply, queryString(request), services),
  );

  // A form from another site brings no cookies (SameSite=Lax); the same request as a navigation does.
  app.post(endpoints.authorization, { bodyLimit: LARGEST_FORM, config: { page: true } }, async (request, reply) => {
    const form = formString(request);
    const query = new URLSearchParams(form).toString();
    // Written anew, what is broken would look whole; what is too long finds no room in an address. Both are refused
    // from here.
    if (!new Parameters(form).isReadable) return start(request, reply, form, services);
    if (query.length > MOST_PARAMETERS) return start(request, reply, query, services);
    return reply.redirect(`${services.loginUrl}${endpoints.authorization}?${query}`, 303);
  });

  app.get(paths.callback, { config: { page: true } }, (request, reply) => comeBack(request, reply, services));
}

async function start(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: string,
  services: BrowserServices,
): Promise<FastifyReply> {
  return answering(reply, { encoded }, services, async (valid) => {
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    const organization = boundOrganization(valid.scopes);
    const fitting =
      organization === undefined ? accounts : accounts.filter(({ organizationId }) => organizationId === organization);
    const { now } = valid.client;
    const seen = valid.prompts.includes("none")
      ? await accountsShownInSilence(valid, accounts, fitting, services)
      : fitting;
    const decision = decide({ request: valid, accounts: seen, now });
    const login = { ...carriedRequest(valid), browser: services.cookies.bind(request, reply), startedAt: now };
    switch (decision.action) {
      case "use":
        return finish(reply, valid, { account: decision.account, login }, services);
      case "prove":
        return toPassword(reply, decision.account.loginName, login, services);
      case "pick":
        return toLogin(reply, paths.accounts, login, services);
      case "register":
        return toLogin(reply, paths.register, login, services);
      case "login":
        return toLogin(reply, paths.login, login, services);
    }
  });
}

/**
 * Back from the login pages, with what became of the request. Everything is judged again, by the rows as they are now.
 */
async function comeBack(
  request: FastifyRequest,
  reply: FastifyReply,
  services: BrowserServices,
): Promise<FastifyReply> {
  const ticket = new URLSearchParams(queryString(request)).get("request");
  const login = ticket === null ? undefined : services.tickets.open(loginRequestTicket, ticket);
  if (login === undefined || login.outcome === undefined || login.browser !== services.cookies.binding(request))
    return sendExpired(reply);
  const { outcome } = login;
  const sent = { encoded: login.parameters, hint: login.hint };
  return answering(reply, sent, services, async (valid) => {
    if (valid.client.now > login.startedAt + LOGIN_REQUEST_LIFE_MS) return sendExpired(reply);
    if ("cancelled" in outcome) throw new OauthError("access_denied", "The person cancelled.");
    const accounts = await readBrowserAccounts(services.storage.db, services.cookies.sessions(request));
    const account = accounts.find(({ sessionId }) => sessionId === outcome.loginSessionId);
    if (account === undefined) return toLogin(reply, paths.login, login, services);
    return finish(reply, valid, { account, login, returned: outcome }, services);
  });
}

/** Runs the checks, then the work; whatever fails goes where it belongs: to our page, or back to the client. */
async function answering(
  reply: FastifyReply,
  { encoded, hint }: { encoded: string; hint?: LoginRequest["hint"] },
  services: BrowserServices,
  work: (request: AuthorizeRequest) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  let request: AuthorizeRequest;
  const parameters = new Parameters(encoded);
  try {
    const console = { instance: await services.instance(), addresses: services.console };
    request = { ...(await findClient(services.storage.db, parameters, console)), hint };
  } catch (error) {
    if (error instanceof CannotReturn) return sendCannotReturn(reply, error, parameters.get("ui_locales"));
    throw error;
  }
  try {
    await runChecks(request, services);
    return await work(request);
  } catch (error) {
    return respondWithError(reply, request, toOauthError(error, reply), services.tokens.issuer);
  }
}

/** The client waits for an answer also when something goes wrong on our side (RFC 6749 §4.1.2.1). */
function toOauthError(error: unknown, reply: FastifyReply): OauthError {
  if (error instanceof OauthError) return error;
  const { log, id } = reply.request;
  const { status, title } = toSignetError(error).entry;
  log.error({ error: describeError(error), route: routeOf(reply.request) }, title);
  const code = status === 503 ? "temporarily_unavailable" : "server_error";
  return new OauthError(code, `${title}. The request id is ${id}.`, error);
}
