/** Secrets that machines authenticate with: 256 random bits, shown once, of which only the SHA-256 is kept. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;
/** So that secret scanners can find a leaked one. */
const PREFIX = "sgx_";

export function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString("base64url");
  return { secret, hash: hashSecret(secret) };
}

/** A plain hash is enough: there is nothing to guess in 256 random bits, and it must be cheap to check. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
}
