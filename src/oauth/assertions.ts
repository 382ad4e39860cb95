/**
 * JWTs that somebody else signed: a client's to authenticate (RFC 7523 §2.2), a service user's to get a token (§2.1).
 * Which key verifies them is decided by the database, never by the JWT: its header only names one of the keys that its
 * issuer has registered, or leaves it at the only one that fits. Nothing in it is ever fetched.
 */
import type { AssertionReason } from "../identity/applications/refused-authentications.ts";
import type { ChosenKey, KeyChoice } from "../identity/credential-keys/chosen-key.ts";
import { isSignedWith } from "../keys/signature.ts";
import { type Addresses, endpoints } from "./discovery.ts";
import { parseStrictObject } from "./strict-json.ts";

const LONGEST_ASSERTION = 16_384;
const LONGEST_KEY_ID = 128;

/** What it says, before anybody has verified it: good for looking up the key and nothing else. */
export interface UnverifiedAssertion {
  readonly token: string;
  readonly algorithm: string;
  /** Undefined where it names none. */
  readonly keyId: string | undefined;
  /** iss and sub, which are the same for everything we accept. */
  readonly issuer: string;
  readonly claims: Record<string, unknown>;
}

/** What keeps it from being one, in words: seen in what was sent alone, so anybody may hear it. */
export interface Unreadable {
  readonly unreadable: string;
}

export function readAssertion(token: string): UnverifiedAssertion | Unreadable {
  if (token.length > LONGEST_ASSERTION) return { unreadable: "it is longer than 16 KiB" };
  const parts = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(token);
  const header = parts === null ? undefined : decode(parts[1]);
  const claims = parts === null ? undefined : decode(parts[2]);
  if (header === undefined || claims === undefined) return { unreadable: "it is not a signed JWT in its compact form" };
  const { alg, kid } = header;
  const { iss, sub } = claims;
  // RFC 7515 §4.1.11: what is critical must be understood, and nothing beside these three is.
  if ("crit" in header || "b64" in header)
    return { unreadable: "its header has crit or b64, which are not understood here" };
  if (!isId(alg)) return { unreadable: "its header names no algorithm (alg)" };
  if (kid !== undefined && !isId(kid)) return { unreadable: "kid in its header is not the id of a key" };
  if (!isId(iss) || iss !== sub) return { unreadable: "iss and sub must both be there and be one and the same id" };
  return { token, algorithm: alg, keyId: kid, issuer: iss, claims };
}

function decode(part: string | undefined): Record<string, unknown> | undefined {
  return parseStrictObject(Buffer.from(part ?? "", "base64url").toString());
}

/** Ours are letters, digits and dashes; nothing else can be one, and need not reach the database. */
function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_KEY_ID && /^[\w.-]+$/.test(value);
}

/** The key to read along with whoever it names. */
export function keyChoiceOf({ keyId, algorithm }: UnverifiedAssertion): KeyChoice {
  return keyId === undefined ? { algorithm } : { id: keyId };
}

/**
 * Whether the key has signed it; otherwise why not. RFC 8725 §3.1: the algorithm is the key's. The header may only
 * agree with it.
 */
export function againstSignature(
  assertion: UnverifiedAssertion,
  key: ChosenKey | undefined,
): AssertionReason | undefined {
  if (key === undefined) return assertion.keyId === undefined ? "key_not_named" : "unknown_key";
  if (assertion.algorithm !== key.algorithm) return "wrong_algorithm";
  return isSignedWith(assertion.token, key) ? undefined : "wrong_signature";
}

/** What an assertion may be meant for: the issuer, or an endpoint that takes one. */
export function ownAudiences({ issuerUrl, baseUrl }: Addresses): readonly string[] {
  const { token, introspection, revocation } = endpoints;
  return [issuerUrl, ...[token, introspection, revocation].map((path) => baseUrl + path)];
}
