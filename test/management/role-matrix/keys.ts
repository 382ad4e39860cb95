/** A public key to upload; which one does not matter, so that none has to be made for every call. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { PublicCredential } from "../../../src/identity/credential-keys/credential.ts";

const { publicKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });

export function publicKey(): string {
  return key.export({ type: "spki", format: "pem" }).toString();
}

export function publicCredential(): PublicCredential {
  const { kty, crv, x, y } = key.export({ format: "jwk" });
  return {
    id: randomUUID(),
    algorithm: "ES256",
    publicJwk: { kty, crv, x, y, alg: "ES256" } as PublicCredential["publicJwk"],
  };
}
