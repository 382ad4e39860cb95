/**
 * What every page and form of this room begins with: the login request it belongs to. The request names the browser it
 * was begun in, so a form that another site sends, or a link opened elsewhere, opens nothing: it is the form's own proof.
 */
import type { FastifyRequest } from "fastify";
import { formString, queryString } from "../http/forms.ts";
import { LOGIN_REQUEST_LIFE_MS, type LoginRequest, loginRequestTicket, paths, withRequest } from "../http/login-request.ts";
import { type Application, findApplication } from "../identity/applications/applications.ts";
import { readNow } from "../storage/now.ts";
import type { LoginServices } from "./services.ts";

export interface OpenLogin {
  readonly ticket: string;
  readonly login: LoginRequest;
  readonly parameters: URLSearchParams;
  readonly application: Application;
  /** Only users of this organization may sign in, where the scope says so. */
  readonly organizationId: string | undefined;
}

export async function openRequest(request: FastifyRequest, ticket: string | null, services: LoginServices): Promise<OpenLogin | undefined> {
  const login = ticket === null ? undefined : services.tickets.open(loginRequestTicket, ticket);
  if (ticket === null || login === undefined || login.browser !== services.cookies.binding(request)) return undefined;
  const { db } = services.storage;
  if ((await readNow(db)) > login.startedAt + LOGIN_REQUEST_LIFE_MS) return undefined;
  const parameters = new URLSearchParams(login.parameters);
  const application = await findApplication(db, parameters.get("client_id") ?? "");
  if (application === undefined) return undefined;
  const bound = /(?:^| )urn:service:iam:org:id:([\w-]{1,64})(?: |$)/.exec(parameters.get("scope") ?? "");
  return { ticket, login, parameters, application, organizationId: bound?.[1] };
}

/** Where the protocol takes over again. */
export function backToProtocol(open: OpenLogin, outcome: LoginRequest["outcome"], services: LoginServices): string {
  const { parameters, browser, startedAt } = open.login;
  const ticket = services.tickets.seal(loginRequestTicket, { parameters, browser, startedAt, ...(outcome ? { outcome } : {}) });
  return withRequest(services.loginUrl, paths.callback, ticket);
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(queryString(request));
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(formString(request));
}
