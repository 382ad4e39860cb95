/** The end of an authorization request: somebody is known to be signed in, and the client gets its answer. */
import type { FastifyReply } from "fastify";
import { readBrand } from "../../identity/branding/brand.ts";
import { type BrowserAccount, needsMore } from "../../identity/sessions/browser-accounts.ts";
import { appearanceFor } from "../../pages/appearance.ts";
import { type LoginRequest, paths } from "../../pages/login-request.ts";
import { codeTicket } from "../../tokens/kinds.ts";
import { boundOrganization } from "../../tokens/scopes.ts";
import { OauthError } from "../errors.ts";
import { askConsent } from "./ask-consent.ts";
import { isTooOld, needsClick } from "./decide.ts";
import { issueImplicit } from "./issue-implicit.ts";
import { openSession } from "./open-session.ts";
import { sendNotAdmitted } from "./pages.ts";
import type { AuthorizeRequest } from "./request.ts";
import { respond } from "./respond.ts";
import type { BrowserServices } from "./services.ts";
import { toConsent, toLogin, toPassword } from "./to-login.ts";

export interface Arrival {
  readonly account: BrowserAccount;
  readonly login: LoginRequest;
  /** What the login pages have brought; undefined when no page was shown. */
  readonly returned?: { readonly confirmed?: true; readonly agreed?: true };
}

export async function finish(
  reply: FastifyReply,
  request: AuthorizeRequest,
  arrival: Arrival,
  services: BrowserServices,
): Promise<FastifyReply> {
  const { account, login, returned } = arrival;
  if (returned !== undefined) {
    const again = stillDue(request, { account, login, confirmed: returned.confirmed === true });
    if (again === "prove") return toPassword(reply, account.loginName, login, services);
    if (again !== undefined) return toLogin(reply, again, login, services);
  }
  // OpenID Connect Core §3.1.2.1: with an id_token_hint no other subject is ever returned.
  if (request.hint !== undefined && request.hint.subject !== account.userId) {
    throw new OauthError("login_required", "Somebody else than the person of the id_token_hint is signed in.");
  }
  const organization = boundOrganization(request.scopes);
  if (organization !== undefined && organization !== account.organizationId)
    return denied(reply, request, arrival, services);

  const answer = await askConsent(request, account, returned?.agreed === true, services);
  if (answer.outcome === "not admitted") return denied(reply, request, arrival, services);
  if (answer.outcome === "ask")
    return toConsent(reply, { loginSessionId: account.sessionId, scopes: answer.scopes }, login, services);
  const opened = await openSession(request, account, answer, { ...services, requestId: reply.request.id });
  if (opened === undefined) return denied(reply, request, arrival, services);
  const parameters =
    request.responseType === "code"
      ? { code: services.tickets.seal(codeTicket, { s: opened.appSessionId }) }
      : await issueImplicit(request, { account, ...opened }, services);
  return respond(reply, request, parameters, services.tokens.issuer);
}

/** The page that is needed (again) before the client may be answered. */
function stillDue(
  request: AuthorizeRequest,
  { account, login, confirmed }: { account: BrowserAccount; login: LoginRequest; confirmed: boolean },
): "prove" | typeof paths.login | typeof paths.accounts | undefined {
  // prompt login and max_age ask for an authentication after the request began.
  const fresh = account.authenticatedAt >= login.startedAt;
  if (request.prompts.includes("login") && !fresh) return paths.login;
  if (!fresh && isTooOld(request, account, request.client.now)) return "prove";
  // What the client would like was asked for on the way; what the organization asks for has to be there.
  if (needsMore(account, fresh ? "1fa" : request.level)) return "prove";
  if (needsClick(request) && !fresh && !confirmed) return paths.accounts;
  return undefined;
}

/** Nobody is turned away without a word: a page says why, or, where no page may be shown, the error. */
async function denied(
  reply: FastifyReply,
  request: AuthorizeRequest,
  { account }: Arrival,
  services: BrowserServices,
): Promise<FastifyReply> {
  if (request.prompts.includes("none"))
    throw new OauthError("access_denied", "The person may not sign in at this application.");
  const brand = await readBrand(services.storage.db, request.client.organizationId);
  const appearance = appearanceFor(reply.request, { uiLocales: request.parameters.get("ui_locales") ?? null, brand });
  return sendNotAdmitted(reply, request, { loginName: account.loginName, issuer: services.tokens.issuer, appearance });
}
