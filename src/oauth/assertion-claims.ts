/**
 * What the claims of an assertion must be (RFC 7523 §3), once its signature is known to be good: for us and nobody
 * else, of now, and where it has an id, used once.
 *
 *   with jti                    once; exp at most an hour after iat
 *   without jti, of a client    for five minutes after iat, whatever exp says
 *   without jti, as a grant     until exp, at most an hour after iat
 *   without iat                 exp at most five minutes ahead
 */
import type { AssertionReason } from "../identity/applications/refused-authentications.ts";

const LONGEST_JTI = 256;
/** From iat to exp. In seconds, as all that follows. */
const LONGEST_LIFE = 3600;
/** Of what could be sent again and again, or does not say when it was signed. */
const SHORT_LIFE = 300;
/** For clocks that differ. */
const LEEWAY = 30;

export interface AssertionRules {
  /** Our names. It is for us alone: one that is for somebody else, too, could be used by them (CVE-2025-27370). */
  readonly audiences: readonly string[];
  /** As a grant it may be sent again until it expires; to authenticate a client, not for long. */
  readonly repeatable: boolean;
}

export interface ClaimProblem {
  readonly reason: AssertionReason;
  /** For whoever signed it. */
  readonly words: string;
}

type Claims = Readonly<Record<string, unknown>>;

/** What is wrong with the claims of a verified assertion; undefined when nothing is. */
export function problemWith(claims: Claims, rules: AssertionRules, nowMs: number): ClaimProblem | undefined {
  const now = nowMs / 1000;
  return (
    problem("assertion_audience", againstAudience(claims.aud, rules)) ??
    problem("assertion_times", againstTimes(claims, rules, now)) ??
    problem("assertion_jti", againstJti(claims.jti))
  );
}

function problem(reason: AssertionReason, words: string | undefined): ClaimProblem | undefined {
  return words === undefined ? undefined : { reason, words };
}

function againstAudience(aud: unknown, { audiences }: AssertionRules): string | undefined {
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = (name: unknown) => typeof name === "string" && audiences.includes(name);
  if (named.length > 0 && named.every(isOurs)) return undefined;
  return `aud must be ${audiences.join(" or ")}, one or several of them, and nobody else.`;
}

function againstTimes({ exp, iat, nbf, jti }: Claims, { repeatable }: AssertionRules, now: number): string | undefined {
  if (!isTime(exp)) return "exp must be there, as a number of seconds since 1970.";
  if (iat !== undefined && !isTime(iat)) return "iat must be a number of seconds since 1970, or not be there.";
  if (nbf !== undefined && !isTime(nbf)) return "nbf must be a number of seconds since 1970, or not be there.";
  const early = Math.ceil(Math.max(iat ?? 0, nbf ?? 0) - now);
  if (early > LEEWAY)
    return `iat or nbf is ${early} seconds in the future by the clock here. Set the clock of the machine that signs.`;
  const late = Math.ceil(now - exp);
  if (late >= LEEWAY)
    return `exp was ${late} seconds ago by the clock here. Sign a new one, or set the clock of the machine that signs.`;
  if (iat === undefined) {
    if (exp - now <= SHORT_LIFE + LEEWAY) return undefined;
    return `exp must be at most ${SHORT_LIFE} seconds ahead where iat does not say when it was signed. Add iat, or let it expire sooner.`;
  }
  if (exp <= iat) return "exp must be after iat.";
  if (jti === undefined && !repeatable) return againstAge(now - iat);
  return exp - iat > LONGEST_LIFE ? `exp must be at most ${LONGEST_LIFE} seconds after iat.` : undefined;
}

function againstAge(age: number): string | undefined {
  if (age <= SHORT_LIFE) return undefined;
  const signed = `it was signed ${Math.ceil(age)} seconds ago by the clock here`;
  return `${signed}, and without jti it is good for ${SHORT_LIFE} seconds after iat. Sign a new one for every request.`;
}

function againstJti(jti: unknown): string | undefined {
  if (jti === undefined) return undefined;
  const possible = typeof jti === "string" && jti.length <= LONGEST_JTI && /^[^\p{Cc}\p{Cs}]+$/u.test(jti);
  return possible ? undefined : `jti must be a text of 1 to ${LONGEST_JTI} characters, or not be there.`;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/**
 * For remembering it until nobody would accept it any more; undefined where it has no id. `expiresAt` is in
 * milliseconds.
 */
export function usedOnce({ jti, exp }: Claims): { readonly jti: string; readonly expiresAt: number } | undefined {
  if (typeof jti !== "string" || !isTime(exp)) return undefined;
  return { jti, expiresAt: Math.ceil((exp + LEEWAY) * 1000) };
}
