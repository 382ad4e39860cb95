/**
 * Somebody on the way in, at one of its pages or forms. The login request that it belongs to names the browser it was
 * begun in, so a form that another site sends, or a link opened elsewhere, opens nothing: it is the form's own proof.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { formOf, queryOf } from "../../http/forms.ts";
import type { Application } from "../../identity/applications/applications.ts";
import { readClient } from "../../identity/applications/client.ts";
import { readBrand } from "../../identity/branding/brand.ts";
import { LONGEST_LOGIN_NAME } from "../../identity/users/login-names.ts";
import { type Appearance, appearanceFor } from "../../pages/appearance.ts";
import {
  LOGIN_REQUEST_LIFE_MS,
  type LoginRequest,
  type LoginStep,
  loginRequestTicket,
  paths,
  withRequest,
} from "../../pages/login-request.ts";
import { readNow } from "../../storage/now.ts";
import type { PeopleServices } from "../people-services.ts";

export interface SignInVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: PeopleServices;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  /** The login request, sealed and opened. */
  readonly ticket: string;
  readonly login: LoginRequest;
  readonly parameters: URLSearchParams;
  /** What the person signs in to: an application, or their account here. */
  readonly application: Pick<Application, "id" | "name">;
  /** The organization that owns the application; nobody owns the pages of our own. */
  readonly ownerId: string;
  /** Only users of this organization may sign in, where the scope says so. */
  readonly organizationId: string | undefined;
  readonly appearance: Appearance;
  /** The database's time. */
  readonly now: number;
}

/** Undefined when the request is too old, not ours, or of another browser. */
export async function openSignInVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  services: PeopleServices,
): Promise<SignInVisit | undefined> {
  const [query, form] = [queryOf(request), formOf(request)];
  const ticket = (request.method === "POST" ? form : query).get("request");
  const login = ticket === null ? undefined : services.tickets.open(loginRequestTicket, ticket);
  if (ticket === null || login === undefined || login.browser !== services.cookies.binding(request)) return undefined;
  const { db } = services.storage;
  const parameters = new URLSearchParams(login.parameters);
  const client = login.returnTo === undefined ? await readClient(db, parameters.get("client_id") ?? "") : undefined;
  const now = client?.now ?? (await readNow(db));
  if ((client === undefined && login.returnTo === undefined) || now > login.startedAt + LOGIN_REQUEST_LIFE_MS)
    return undefined;
  const organizationId = /(?:^| )urn:service:iam:org:id:([\w-]{1,64})(?: |$)/.exec(parameters.get("scope") ?? "")?.[1];
  const brand = await readBrand(db, organizationId ?? client?.organizationId);
  const appearance = appearanceFor(request, { uiLocales: parameters.get("ui_locales"), brand });
  const application = client?.application ?? { id: "", name: appearance.words.say("account.title") };
  const ownerId = client?.organizationId ?? "";
  return {
    ...{ request, reply, services, query, form },
    ...{ ticket, login, parameters, application, ownerId, organizationId, appearance, now },
  };
}

/** What the person has typed on a page before, or what the application suggests. */
export function loginNameTypedBefore({ login: { step }, parameters }: SignInVisit): string {
  return step !== undefined && "loginName" in step
    ? step.loginName
    : (parameters.get("login_hint") ?? "").slice(0, LONGEST_LOGIN_NAME);
}

/** The login request as it is at that step: for a form that leads there, or its address. */
export function ticketAt({ login, services }: SignInVisit, step: LoginStep): string {
  return services.tickets.seal(loginRequestTicket, { ...asItBegan(login), step });
}

function asItBegan({ parameters, hint, browser, startedAt, returnTo }: LoginRequest): LoginRequest {
  return { parameters, hint, browser, startedAt, ...(returnTo === undefined ? {} : { returnTo }) };
}

/**
 * Where the protocol takes over again; or the page of ours that sent the person here, which reads the cookie itself.
 */
export function backAddress({ login, services }: SignInVisit, outcome: LoginRequest["outcome"]): string {
  const { loginUrl, tickets } = services;
  const { returnTo } = login;
  // A page that asks for a new proof would send whoever cancelled back here at once.
  if (returnTo !== undefined && outcome && "cancelled" in outcome) return `${loginUrl}${paths.account}?cancelled`;
  if (returnTo !== undefined) return `${loginUrl}${returnTo}`;
  const ticket = tickets.seal(loginRequestTicket, { ...asItBegan(login), ...(outcome ? { outcome } : {}) });
  return withRequest(loginUrl, paths.callback, ticket);
}
