/**
 * What every page and form of this room begins with: the login request it belongs to. The request names the browser it
 * was begun in, so a form that another site sends, or a link opened elsewhere, opens nothing: it is the form's own
 * proof.
 */
import type { FastifyRequest } from "fastify";
import type { Application } from "../../identity/applications/applications.ts";
import { readClient } from "../../identity/applications/client.ts";
import { readBrand } from "../../identity/branding/brand.ts";
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
import type { LoginServices } from "../people-services.ts";

export interface OpenLogin {
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

export async function openRequest(
  request: FastifyRequest,
  ticket: string | null,
  services: LoginServices,
): Promise<OpenLogin | undefined> {
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
  return {
    ticket,
    login,
    parameters,
    application,
    ownerId: client?.organizationId ?? "",
    organizationId,
    appearance,
    now,
  };
}

/** On to another page of this room, with what this one has learned. */
export function onTo(path: string, open: OpenLogin, step: LoginStep | undefined, services: LoginServices): string {
  return withRequest(services.loginUrl, path, ticketAt(open, step, services));
}

/** For a form that leads on to another page of this room. */
export function ticketAt(open: OpenLogin, step: LoginStep | undefined, services: LoginServices): string {
  return services.tickets.seal(loginRequestTicket, { ...asItBegan(open), ...(step ? { step } : {}) });
}

function asItBegan({ login: { parameters, hint, browser, startedAt, returnTo } }: OpenLogin): LoginRequest {
  return { parameters, hint, browser, startedAt, ...(returnTo === undefined ? {} : { returnTo }) };
}

/**
 * Where the protocol takes over again; or the page of ours that sent the person here, which reads the cookie itself.
 */
export function backToProtocol(open: OpenLogin, outcome: LoginRequest["outcome"], services: LoginServices): string {
  const { returnTo } = open.login;
  // A page that asks for a new proof would send whoever cancelled back here at once.
  if (returnTo !== undefined && outcome && "cancelled" in outcome)
    return `${services.loginUrl}${paths.account}?cancelled`;
  if (returnTo !== undefined) return `${services.loginUrl}${returnTo}`;
  const ticket = services.tickets.seal(loginRequestTicket, { ...asItBegan(open), ...(outcome ? { outcome } : {}) });
  return withRequest(services.loginUrl, paths.callback, ticket);
}
