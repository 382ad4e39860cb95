/** Our own signed JWTs: made and read here and nowhere else. */
import { hash, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { decodeJwt, decodeProtectedHeader, errors } from "jose";
import type { SigningAlgorithm } from "../keys/algorithms.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { isSignedWith } from "../keys/signature.ts";
import { keepUpTo } from "../storage/kept.ts";

export type JwtType = "JWT" | "at+jwt";

/** RFC 8725 §3.11, §3.12: each kind of token says what it is, and is accepted as nothing else. */
export type JwtKind = "id_token" | "access_token";

/**
 * What a JWT of ours is. One of the type at+jwt is an access token; one of the type JWT is either, because some
 * resource servers know no other type. What tells the two apart then is what every access token has and no ID token has
 * ever had: an id and a client (RFC 9068 §2.2). Of something with only one of them we have made none, so it is neither.
 */
function kindOf(type: unknown, claims: Record<string, unknown>): JwtKind | undefined {
  const [hasId, hasClient] = ["jti" in claims, "client_id" in claims];
  if (hasId && hasClient) return type === "at+jwt" || type === "JWT" ? "access_token" : undefined;
  return type === "JWT" && !hasId && !hasClient ? "id_token" : undefined;
}

const signOnThreadPool = promisify(sign);
const digest = { RS256: "sha256", ES256: "sha256", EdDSA: null } as const satisfies Record<
  SigningAlgorithm,
  string | null
>;
/** As much as a request may carry of it: one with many roles is long. */
const LONGEST_JWT = 65_536;

/** Signed on the thread pool by `crypto.sign` itself: jose's way costs ES256 almost half of its speed. */
export async function signJwt(
  ring: KeyRing,
  algorithm: SigningAlgorithm,
  type: JwtType,
  claims: Record<string, unknown>,
): Promise<string> {
  const { id, privateKey } = ring.signingKey(algorithm);
  const header = { alg: algorithm, typ: type, kid: id };
  const input = `${encode(header)}.${encode(claims)}`;
  // RFC 7518 §3.4: the two numbers of an ECDSA signature side by side, not in DER.
  const signature = await signOnThreadPool(digest[algorithm], Buffer.from(input), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  return `${input}.${signature.toString("base64url")}`;
}

/**
 * An API asks about the same token again and again, and verifying its signature is a third of the answer. So those of
 * late are remembered by their hash, together with the key: once a key is withdrawn, nothing it has signed is found.
 */
export const keptJwts = keepUpTo<{ readonly publicKey: KeyObject; readonly claims: Record<string, unknown> }>(
  16 * 1024 * 1024,
);
/** Of the token: its claims as an object take more than as a text, the more the shorter they are. */
const BYTES_A_CHARACTER = 6;

/**
 * The claims of a JWT of ours of that kind, with a good signature and whatever its age; undefined for anything else.
 */
export function readJwt(ring: KeyRing, kind: JwtKind, token: string): Record<string, unknown> | undefined {
  const read = readSigned(ring, token);
  return read !== undefined && kindOf(read.type, read.claims) === kind ? read.claims : undefined;
}

interface SignedJwt {
  readonly type: unknown;
  readonly claims: Record<string, unknown>;
}

function readSigned(ring: KeyRing, token: string): SignedJwt | undefined {
  if (token.length > LONGEST_JWT) return undefined;
  try {
    const header = decodeProtectedHeader(token);
    const key = header.kid === undefined ? undefined : ring.verificationKey(header.kid);
    // Only what signJwt writes: no further header members, so nothing in them has to be understood.
    if (key === undefined || header.typ === undefined || Object.keys(header).length !== 3) return undefined;
    const hashed = hash("sha256", token, "base64url");
    const known = keptJwts.get(hashed);
    if (known?.publicKey === key.publicKey) return { type: header.typ, claims: known.claims };
    if (header.alg !== key.algorithm || !isSignedWith(token, key)) return undefined;
    const claims = decodeJwt(token);
    keptJwts.set(hashed, { publicKey: key.publicKey, claims }, BYTES_A_CHARACTER * token.length);
    return { type: header.typ, claims };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
