/**
 * JWTs that somebody else signed: a client's to authenticate (RFC 7523 §2.2), a service user's to get a token (§2.1).
 * Which key verifies them is decided by the database, never by the JWT: its header only names one of the keys that its
 * issuer has registered. Nothing in it is ever fetched.
 */
import type { AssertionKey } from "../identity/applications/client.ts";
import { isSignedWith } from "../keys/signature.ts";
import { type Addresses, endpoints } from "./discovery.ts";
import { parseStrictObject } from "./strict-json.ts";

const LONGEST_ASSERTION = 16_384;
const LONGEST_KEY_ID = 128;
const LONGEST_JTI = 256;
const LONGEST_LIFE = 3600;
/** For clocks that differ. In seconds. */
const LEEWAY = 30;

/** What it says, before anybody has verified it: good for looking up the key and nothing else. */
export interface UnverifiedAssertion {
  readonly token: string;
  readonly algorithm: string;
  readonly keyId: string;
  /** iss and sub, which are the same for everything we accept. */
  readonly issuer: string;
  readonly claims: Record<string, unknown>;
}

/** Undefined for anything that is not the compact form of a signed JWT with the members we need. */
export function readAssertion(token: string): UnverifiedAssertion | undefined {
  if (token.length > LONGEST_ASSERTION) return undefined;
  const parts = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(token);
  if (parts === null) return undefined;
  const header = decode(parts[1]);
  const claims = decode(parts[2]);
  if (header === undefined || claims === undefined) return undefined;
  const { alg, kid } = header;
  const { iss, sub } = claims;
  // RFC 7515 §4.1.11: what is critical must be understood, and nothing beside these three is.
  if ("crit" in header || "b64" in header) return undefined;
  if (typeof alg !== "string" || !isId(kid) || !isId(iss) || iss !== sub) return undefined;
  return { token, algorithm: alg, keyId: kid, issuer: iss, claims };
}

function decode(part: string | undefined): Record<string, unknown> | undefined {
  return parseStrictObject(Buffer.from(part ?? "", "base64url").toString());
}

/** Ours are letters, digits and dashes; nothing else can be one, and need not reach the database. */
function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_KEY_ID && /^[\w.-]+$/.test(value);
}

/** RFC 8725 §3.1: the algorithm is the key's. The header may only agree with it. */
export function isSignedBy(assertion: UnverifiedAssertion, key: AssertionKey | undefined): boolean {
  return key !== undefined && assertion.algorithm === key.algorithm && isSignedWith(assertion.token, key);
}

export interface AssertionRules {
  /** Our names. It is for us alone: one that is for somebody else, too, could be used by them (CVE-2025-27370). */
  readonly audiences: readonly string[];
  readonly jtiRequired: boolean;
}

/** What is wrong with the claims of a verified assertion, in words for whoever signed it; undefined when nothing is. */
export function problemWith(claims: Record<string, unknown>, rules: AssertionRules, nowMs: number): string | undefined {
  return problemWithAudience(claims.aud, rules) ?? problemWithTimes(claims, nowMs / 1000) ?? problemWithJti(claims.jti, rules);
}

function problemWithAudience(aud: unknown, { audiences }: AssertionRules): string | undefined {
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  const isOurs = (name: unknown) => typeof name === "string" && audiences.includes(name);
  if (named.length > 0 && named.every(isOurs)) return undefined;
  return `aud must be ${audiences.join(" or ")}, and nobody else.`;
}

/** What an assertion may be meant for: the issuer, or an endpoint that takes one. */
export function ownAudiences({ issuerUrl, baseUrl }: Addresses): readonly string[] {
  const { token, introspection, revocation } = endpoints;
  return [issuerUrl, ...[token, introspection, revocation].map((path) => baseUrl + path)];
}

function problemWithTimes({ exp, iat, nbf }: Record<string, unknown>, now: number): string | undefined {
  if (!isTime(exp) || !isTime(iat)) return "exp and iat must be there, as numbers of seconds since 1970.";
  if (nbf !== undefined && !isTime(nbf)) return "nbf must be a number of seconds since 1970.";
  const early = Math.ceil(Math.max(iat, nbf ?? iat) - now);
  if (early > LEEWAY) return `iat or nbf is ${early} seconds in the future by the clock here. Set the clock of the machine that signs.`;
  const late = Math.ceil(now - exp);
  if (late >= LEEWAY) return `exp was ${late} seconds ago by the clock here. Sign a new one, or set the clock of the machine that signs.`;
  if (exp <= iat || exp - iat > LONGEST_LIFE) return `exp must be after iat, by at most ${LONGEST_LIFE} seconds.`;
  return undefined;
}

function problemWithJti(jti: unknown, { jtiRequired }: AssertionRules): string | undefined {
  if (jti === undefined) return jtiRequired ? "jti is missing: give each assertion an id of its own." : undefined;
  const possible = typeof jti === "string" && jti.length <= LONGEST_JTI && /^[^\p{Cc}\p{Cs}]+$/u.test(jti);
  return possible ? undefined : `jti must be a text of 1 to ${LONGEST_JTI} characters.`;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

/** For remembering it until nobody would accept it any more. `expiresAt` is in milliseconds. */
export function usedOnce(claims: Record<string, unknown>): { readonly jti: string; readonly expiresAt: number } | undefined {
  const { jti, exp } = claims;
  if (typeof jti !== "string" || !isTime(exp)) return undefined;
  return { jti, expiresAt: Math.ceil((exp + LEEWAY) * 1000) };
}
