/** The way out of the protocol, to a page of the login room, with the sealed request. */
import type { FastifyReply } from "fastify";
import { type LoginRequest, loginRequestTicket, paths, withRequest } from "../../pages/login-request.ts";
import type { BrowserServices } from "./services.ts";

/** Whatever had become of the request so far does not count: the page decides it anew. */
export function toLogin(
  reply: FastifyReply,
  path: string,
  login: LoginRequest,
  services: BrowserServices,
): FastifyReply {
  const { parameters, hint, browser, startedAt } = login;
  const ticket = services.tickets.seal(loginRequestTicket, { parameters, hint, browser, startedAt });
  return reply.redirect(withRequest(services.loginUrl, path, ticket), 302);
}

/** Somebody who is signed in is asked what the application may learn and do. */
export function toConsent(
  reply: FastifyReply,
  asked: { readonly loginSessionId: string; readonly scopes: readonly string[] },
  login: LoginRequest,
  services: BrowserServices,
): FastifyReply {
  const { parameters, hint, browser, startedAt } = login;
  const step = { at: "consent", ...asked } as const;
  const ticket = services.tickets.seal(loginRequestTicket, { parameters, hint, browser, startedAt, step });
  return reply.redirect(withRequest(services.loginUrl, paths.consent, ticket), 302);
}

/** Somebody who is known has to prove it again, or more. */
export function toPassword(
  reply: FastifyReply,
  loginName: string,
  login: LoginRequest,
  services: BrowserServices,
): FastifyReply {
  const { parameters, hint, browser, startedAt } = login;
  const step = { at: "password", loginName } as const;
  const ticket = services.tickets.seal(loginRequestTicket, { parameters, hint, browser, startedAt, step });
  return reply.redirect(withRequest(services.loginUrl, paths.password, ticket), 302);
}
