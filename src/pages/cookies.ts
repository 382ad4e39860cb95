/**
 * The two cookies of the login host. `browser` is a random value that ties a login request to the browser it began in;
 * `sessions` is a ticket that names the login sessions of this browser. `__Host-` keeps other hosts from planting them.
 */
import { createHash, randomBytes } from "node:crypto";
import cookiePlugin from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { type Tickets, ticketKind } from "../tickets/tickets.ts";

/** Id and version of each login session, oldest first. */
const sessionsTicket = ticketKind<{ readonly s: readonly (readonly [string, number])[] }>("sessions", "sgs_");

export interface SessionCookie {
  readonly id: string;
  readonly version: number;
}

export interface BrowserCookies {
  /** What a login request is bound to: the hash of the browser's cookie, which is set where there is none yet. */
  bind(request: FastifyRequest, reply: FastifyReply): string;
  /** The hash of the cookie that came with the request. */
  binding(request: FastifyRequest): string | undefined;
  sessions(request: FastifyRequest): SessionCookie[];
  writeSessions(reply: FastifyReply, sessions: readonly SessionCookie[]): void;
}

const MOST_SESSIONS = 10;
const BINDING = /^[\w-]{43}$/;
const YEAR_SECONDS = 31_536_000;

/** For the rooms that people visit; programs bring no cookies, and reading none would cost them time. */
export function registerCookies(room: App): void {
  room.register(cookiePlugin);
}

export function browserCookies(tickets: Tickets, loginUrl: string): BrowserCookies {
  const secure = loginUrl.startsWith("https:");
  // Browsers take the prefix only together with Secure, which http://localhost cannot have.
  const prefix = secure ? "__Host-" : "";
  const [browser, sessions] = [`${prefix}signet-browser`, `${prefix}signet-sessions`];
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;

  function binding(request: FastifyRequest): string | undefined {
    const value = request.cookies[browser];
    return value !== undefined && BINDING.test(value) ? hash(value) : undefined;
  }

  return {
    binding,
    bind(request, reply) {
      const known = binding(request);
      if (known !== undefined) return known;
      const value = randomBytes(32).toString("base64url");
      reply.setCookie(browser, value, { ...attributes, maxAge: YEAR_SECONDS });
      return hash(value);
    },
    sessions(request) {
      const ticket = request.cookies[sessions];
      const opened = ticket === undefined ? undefined : tickets.open(sessionsTicket, ticket);
      return (opened?.s ?? []).map(([id, version]) => ({ id, version }));
    },
    writeSessions(reply, list) {
      if (list.length === 0) {
        reply.clearCookie(sessions, attributes);
        return;
      }
      reply.setCookie(sessions, sealSessions(tickets, list), { ...attributes, maxAge: YEAR_SECONDS });
    },
  };
}

/** The value of the sessions cookie. The oldest are left out when there are too many. */
export function sealSessions(tickets: Tickets, list: readonly SessionCookie[]): string {
  const s = list.slice(-MOST_SESSIONS).map(({ id, version }) => [id, version] as const);
  return tickets.seal(sessionsTicket, { s });
}

function hash(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}
