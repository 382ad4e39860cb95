/** Looks into a JWT, and checks it the way an application has to. */
import type { Discovery } from "../discovery.ts";

export interface Decoded {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Why an application would refuse it; undefined if it would not. */
  readonly refusal: string | undefined;
}

/** Undefined for what is no JWT: an opaque token. */
export async function decode(
  token: string,
  { issuer, jwks_uri }: Discovery,
  audience: string,
): Promise<Decoded | undefined> {
  if (token.split(".").length !== 3) return undefined;
  const { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } = await import("jose");
  const [header, claims] = [decodeProtectedHeader(token), decodeJwt(token)];
  const refusal = await jwtVerify(token, createRemoteJWKSet(new URL(jwks_uri)), { issuer, audience }).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { header: { ...header }, claims, refusal };
}
