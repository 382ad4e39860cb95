/**
 * Keys that applications and service users sign their assertions with. We keep the public half and the one algorithm it
 * is for; a private half that we made is handed out once and forgotten.
 */
import { createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { exportJWK, type JWK } from "jose";
import { v7 as newId } from "uuid";
import { invalid } from "../names.ts";

export type AssertionAlgorithm = "RS256" | "PS256" | "ES256" | "EdDSA";

export interface PublicCredential {
  readonly id: string;
  readonly algorithm: AssertionAlgorithm;
  readonly publicJwk: JWK;
}

export interface MadeCredential extends PublicCredential {
  /** PKCS#8 PEM, for the key file. */
  readonly privateKey: string;
}

/** RSA, because every library can sign with it. */
const RSA_BITS = 2048;
const SMALLEST_EXPONENT = 65_537n;
const EXPONENT_LIMIT = 2n ** 256n;
const DAY_MS = 86_400_000;
export const LONGEST_KEY_LIFE_MS = 10 * 366 * DAY_MS;
export const DEFAULT_KEY_LIFE_MS = 365 * DAY_MS;
/** Enough to replace keys without a gap, few enough that forgotten ones are noticed. */
export const MOST_KEYS = 20;

export async function makeCredential(): Promise<MadeCredential> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  return {
    id: newId(),
    algorithm: "RS256",
    publicJwk: await exportJWK(publicKey),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** An uploaded public key, as PEM or as a JWK. */
export async function readPublicKey(input: string | JWK): Promise<PublicCredential> {
  const given = typeof input === "string" ? undefined : input;
  if (holdsPrivatePart(input))
    throw invalid(
      "publicKey",
      "publicKey holds a private key; upload only the public half, and treat that key as leaked",
    );
  let key: KeyObject;
  try {
    key =
      given === undefined ? createPublicKey(input as string) : createPublicKey({ key: { ...given }, format: "jwk" });
  } catch (error) {
    throw Object.assign(invalid("publicKey", "publicKey must be a public key as PEM (SPKI) or as a JWK"), {
      cause: error,
    });
  }
  return { id: newId(), algorithm: algorithmOf(key, given?.alg), publicJwk: await exportJWK(key) };
}

function holdsPrivatePart(input: string | JWK): boolean {
  return typeof input === "string"
    ? input.includes("PRIVATE KEY")
    : ["d", "p", "q", "k"].some((member) => member in input);
}

/** Fixed once, from the key itself: an assertion's header never chooses (RFC 8725 §3.1). */
function algorithmOf(key: KeyObject, wanted: string | undefined): AssertionAlgorithm {
  const { namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") {
    refuseWeakRsa(key);
    if (wanted === undefined || wanted === "RS256" || wanted === "PS256") return wanted ?? "RS256";
  }
  if (key.asymmetricKeyType === "ec" && namedCurve === "prime256v1" && (wanted ?? "ES256") === "ES256") return "ES256";
  if (key.asymmetricKeyType === "ed25519" && ["EdDSA", "Ed25519"].includes(wanted ?? "EdDSA")) return "EdDSA";
  throw invalid("publicKey", "publicKey must be RSA (RS256 or PS256), P-256 (ES256) or Ed25519 (EdDSA)");
}

/**
 * FIPS 186-5 §A.1.1: the exponent is odd, above 2^16 and below 2^256. A modulus is odd, or it is no product of two
 * large primes.
 */
function refuseWeakRsa(key: KeyObject): void {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < RSA_BITS || modulusLength > 8192)
    throw invalid("publicKey", "publicKey must have 2048 to 8192 bits");
  const isOdd = publicExponent % 2n === 1n;
  if (!isOdd || publicExponent < SMALLEST_EXPONENT || publicExponent >= EXPONENT_LIMIT) {
    throw invalid(
      "publicKey",
      `publicKey must have an odd exponent of at least ${SMALLEST_EXPONENT}; make a new key, which has that by default`,
    );
  }
  const { n = "" } = key.export({ format: "jwk" });
  const lastByte = Buffer.from(n, "base64url").at(-1) ?? 0;
  if (lastByte % 2 === 0)
    throw invalid("publicKey", "publicKey has an even modulus, which no RSA key has; make a new key");
}

/** When a key ends; every key does. `at` is the database's time. */
export function keyExpiry(expiresAt: number | undefined, at: number): number {
  const expiry = expiresAt ?? at + DEFAULT_KEY_LIFE_MS;
  if (!Number.isSafeInteger(expiry) || expiry <= at) throw invalid("expiresAt", "expiresAt must be in the future");
  if (expiry > at + LONGEST_KEY_LIFE_MS) throw invalid("expiresAt", "expiresAt may be ten years from now at most");
  return expiry;
}
