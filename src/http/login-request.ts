/**
 * The door between the protocol and the login pages: a validated authorization request, sealed, on its way through the
 * pages and back. It holds what the client sent, so that the callback can judge all of it again, and the hash of the
 * browser's cookie: opened in another browser it is worth nothing.
 */
import { ticketKind } from "../tickets/tickets.ts";

export interface LoginRequest {
  /** The parameters of the authorization request, form-encoded as they were validated. */
  readonly parameters: string;
  readonly browser: string;
  /** Milliseconds, by the database's clock. */
  readonly startedAt: number;
  /** What became of it: the login session somebody chose or made, or that they cancelled. */
  readonly outcome?: { readonly loginSessionId: string; readonly confirmed?: true } | { readonly cancelled: true };
}

export const loginRequestTicket = ticketKind<LoginRequest>("login-request", "sgl_");

export const LOGIN_REQUEST_LIFE_MS = 3_600_000;

/** A request to sign out that the person has to confirm. */
export interface LogoutRequest {
  readonly browser: string;
  readonly startedAt: number;
  /** Where to go afterwards, checked. */
  readonly returnTo?: string | undefined;
  readonly applicationId?: string | undefined;
}

export const logoutRequestTicket = ticketKind<LogoutRequest>("logout-request", "sgo_");

/** Where the rooms send people; each room owns its own addresses. */
export const paths = {
  callback: "/oauth/v2/authorize/callback",
  login: "/login",
  accounts: "/login/accounts",
  register: "/login/register",
  mailLink: "/login/mail",
  logout: "/logout",
  signedOut: "/logout/done",
} as const;

export function withRequest(loginUrl: string, path: string, ticket: string): string {
  return `${loginUrl}${path}?request=${encodeURIComponent(ticket)}`;
}
