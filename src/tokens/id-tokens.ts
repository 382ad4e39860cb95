/** ID tokens (OpenID Connect Core §2), and reading one back as an id_token_hint. */
import { createHash } from "node:crypto";
import { levelOf } from "../identity/factors/levels.ts";
import type { SigningAlgorithm } from "../keys/algorithms.ts";
import type { TokenServices } from "./access-tokens.ts";
import { readJwt, signJwt } from "./jwt.ts";

export interface NewIdToken {
  readonly algorithm: SigningAlgorithm;
  readonly subject: string;
  readonly clientId: string;
  /** Seconds, by the database's clock. */
  readonly issuedAt: number;
  readonly lifetime: number;
  readonly authTime?: number | undefined;
  readonly nonce?: string | undefined;
  readonly amr?: readonly string[] | undefined;
  /** The login session; never a credential. */
  readonly sid?: string | undefined;
  /** The access token that comes with it, for at_hash. */
  readonly accessToken?: string | undefined;
  /** Claims about the user, where they belong into the ID token. */
  readonly claims?: Record<string, unknown> | undefined;
}

export function makeIdToken(services: TokenServices, input: NewIdToken): Promise<string> {
  const optional = {
    auth_time: input.authTime,
    nonce: input.nonce,
    amr: input.amr && input.amr.length > 0 ? input.amr : undefined,
    acr: input.amr && input.amr.length > 0 ? levelOf(input.amr) : undefined,
    sid: input.sid,
    at_hash: input.accessToken === undefined ? undefined : leftHalfHash(input.algorithm, input.accessToken),
  };
  return signJwt(services.ring, input.algorithm, "JWT", {
    ...input.claims,
    iss: services.issuer,
    sub: input.subject,
    aud: input.clientId,
    azp: input.clientId,
    iat: input.issuedAt,
    exp: input.issuedAt + input.lifetime,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  });
}

/** Core §3.1.3.6: half of the hash that the signature algorithm uses. Ed25519 signs with SHA-512. */
function leftHalfHash(algorithm: SigningAlgorithm, token: string): string {
  const hash = createHash(algorithm === "EdDSA" ? "sha512" : "sha256")
    .update(token)
    .digest();
  return hash.subarray(0, hash.length / 2).toString("base64url");
}

export interface IdTokenHint {
  readonly subject: string;
  readonly clientId: string;
  readonly sid: string | undefined;
  /** In seconds. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** An ID token of ours, also an expired one; undefined for anything else. */
export async function readIdTokenHint(services: TokenServices, token: string): Promise<IdTokenHint | undefined> {
  const claims = readJwt(services.ring, "id_token", token);
  if (claims === undefined || claims.iss !== services.issuer) return undefined;
  const { sub, aud, sid, iat, exp } = claims;
  if (typeof sub !== "string" || typeof aud !== "string" || typeof iat !== "number" || typeof exp !== "number")
    return undefined;
  return { subject: sub, clientId: aud, sid: typeof sid === "string" ? sid : undefined, issuedAt: iat, expiresAt: exp };
}
