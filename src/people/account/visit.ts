/**
 * Who is at the door of this room. Everything here is done in a session of this browser that stands and has proved all
 * that the organization asks for; nobody else sees more than the way to sign in.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { formOf, queryOf } from "../../http/forms.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { type FactorPossession, whatIsDue } from "../../identity/factors/due.ts";
import { readFactorSituation } from "../../identity/factors/situation.ts";
import { readPolicy } from "../../identity/policies/policies.ts";
import type { By } from "../../identity/resource.ts";
import { type BrowserAccount, readBrowserAccounts } from "../../identity/sessions/browser-accounts.ts";
import { touchLoginSession } from "../../identity/sessions/login-sessions.ts";
import { findHuman, type Human } from "../../identity/users/humans.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import { type LoginRequest, loginRequestTicket, paths, withRequest } from "../../pages/login-request.ts";
import { readNow } from "../../storage/now.ts";
import { byPerson } from "../by-person.ts";
import type { PeopleServices } from "../people-services.ts";
import { type FormTicket, formTicket, type Remembered } from "./form-ticket.ts";

export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: PeopleServices;
  readonly account: BrowserAccount;
  /** The others who are signed in in this browser. */
  readonly others: readonly BrowserAccount[];
  readonly human: Human;
  readonly situation: FactorPossession;
  readonly appearance: Appearance;
  /** The database's time. */
  readonly now: number;
  readonly by: By;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

/** A proof counts as fresh for so long. */
export const FRESH_MS = 600_000;
/** Says which of the accounts in this browser is meant. */
export const AS = "as";

/**
 * The visit, or undefined when the answer has been given: the way to the login pages. `sessionId` is the one that is
 * meant.
 */
export async function openVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PeopleServices,
  { sessionId, returnTo }: { sessionId: string | null; returnTo: string },
): Promise<Visit | undefined> {
  const { db } = services.storage;
  const query = queryOf(request);
  const accounts = await readBrowserAccounts(db, services.cookies.sessions(request));
  const account = accounts.find((one) => one.sessionId === sessionId) ?? accounts.at(-1);
  const now = await readNow(db);
  const human = account && (await findHuman(db, account.userId));
  if (account === undefined || human === undefined) {
    // Whoever does not want to sign in after all is not asked again.
    if (query.has("cancelled")) reply.redirect(`${services.loginUrl}${paths.signedOut}`, 302);
    else sendToLogin(request, reply, services, { parameters: "", now, returnTo });
    return undefined;
  }
  const situation = await readFactorSituation(db, { userId: human.id, organizationId: human.organizationId });
  const appearance = appearanceFor(request, {
    uiLocales: human.locale,
    brand: await readBrand(db, human.organizationId),
  });
  const others = accounts.filter((one) => one !== account);
  const form = formOf(request);
  const by = byPerson(request, human.id);
  const visit = { request, reply, services, account, others, human, situation, appearance, now, by, query, form };
  if (whatIsDue({ ...situation, amr: account.amr, wanted: "1fa" }).due === "nothing") {
    const { settings } = await readPolicy(db, "sessions", human.organizationId);
    await touchLoginSession(db, account.sessionId, settings.idleSeconds * 1000);
    return visit;
  }
  proveAgain(visit, returnTo);
  return undefined;
}

/** Whether the person has proved lately who they are. That they have proved enough is asked of every visit. */
export function isFresh({ account, now }: Visit): boolean {
  return now - account.authenticatedAt <= FRESH_MS;
}

/** To the login pages and back to where they were. */
export function proveAgain(visit: Visit, returnTo: string): FastifyReply {
  const { request, reply, services, human, now } = visit;
  const parameters = new URLSearchParams({ prompt: "login", login_hint: human.loginName }).toString();
  return sendToLogin(request, reply, services, { parameters, now, returnTo: addressFor(visit, returnTo) });
}

function sendToLogin(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PeopleServices,
  { parameters, now, returnTo }: { parameters: string; now: number; returnTo: string },
): FastifyReply {
  const login: LoginRequest = { parameters, browser: services.cookies.bind(request, reply), startedAt: now, returnTo };
  return reply.redirect(
    withRequest(services.loginUrl, paths.login, services.tickets.seal(loginRequestTicket, login)),
    303,
  );
}

/** An address of this room for the account that is meant. The only one in the browser needs no mention. */
export function addressFor(
  { account, others }: Pick<Visit, "account" | "others">,
  path: string,
  more: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({
    ...(others.length > 0 ? { [AS]: account.sessionId } : {}),
    ...more,
  }).toString();
  return parameters === "" ? path : `${path}?${parameters}`;
}

export function goTo(visit: Visit, path: string, more: Record<string, string> = {}): FastifyReply {
  return visit.reply.redirect(`${visit.services.loginUrl}${addressFor(visit, path, more)}`, 303);
}

export function sealForm(visit: Visit, action: string, remembered: Remembered = {}): string {
  const { account, services } = visit;
  return services.tickets.seal(formTicket, {
    sessionId: account.sessionId,
    version: account.version,
    action,
    ...remembered,
  });
}

/** A ticket of this session as it is now, for this form; undefined for any other. */
export function openForm(
  visit: Pick<Visit, "account" | "services">,
  action: string,
  text: string | null,
): FormTicket | undefined {
  const ticket = text === null ? undefined : visit.services.tickets.open(formTicket, text);
  const { sessionId, version } = visit.account;
  return ticket?.sessionId === sessionId && ticket.version === version && ticket.action === action ? ticket : undefined;
}
