/**
 * What a device signs: random, sealed for the browser and the purpose it was made for, and worth something once. Pages
 * carry it, so that showing one writes nothing.
 */
import type { FastifyRequest } from "fastify";
import type { Challenge } from "../../identity/factors/passkeys.ts";
import type { BrowserCookies } from "../../pages/cookies.ts";
import { freshBytes } from "../../tickets/fresh-bytes.ts";
import { type Tickets, ticketKind } from "../../tickets/tickets.ts";

/** As long as a login request: autofill waits for as long as the page is open. */
const LIFE_MS = 3_600_000;
const BYTES = 32;

export interface ChallengeUse {
  readonly purpose: "sign-in" | "second-factor" | "new-passkey";
  /** Who is asked; nobody in particular when somebody signs in with nothing but a passkey. */
  readonly userId?: string;
}

interface SealedChallenge extends ChallengeUse, Challenge {
  readonly browser: string;
}

const challengeTicket = ticketKind<SealedChallenge>("passkey-challenge", "sgw_");

/** Either kind of visit: on the way in, or of somebody who is signed in. */
export interface ChallengeVisit {
  readonly request: FastifyRequest;
  /** The database's time. */
  readonly now: number;
  readonly services: { readonly tickets: Tickets; readonly cookies: Pick<BrowserCookies, "binding"> };
}

export function makeChallenge(
  { request, now, services: { tickets, cookies } }: ChallengeVisit,
  use: ChallengeUse,
): { value: string; ticket: string } {
  const value = freshBytes(BYTES).toString("base64url");
  const browser = cookies.binding(request) ?? "";
  return { value, ticket: tickets.seal(challengeTicket, { ...use, value, browser, expiresAt: now + LIFE_MS }) };
}

export function openChallenge(
  { request, now, services: { tickets, cookies } }: ChallengeVisit,
  use: ChallengeUse,
  ticket: string | null,
): Challenge | undefined {
  const sealed = ticket === null ? undefined : tickets.open(challengeTicket, ticket);
  if (sealed === undefined || sealed.purpose !== use.purpose || sealed.userId !== use.userId) return undefined;
  if (sealed.browser !== cookies.binding(request) || sealed.expiresAt < now) return undefined;
  return { value: sealed.value, expiresAt: sealed.expiresAt };
}
