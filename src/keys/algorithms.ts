/** The algorithms keys are made for, and making one. */
import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { exportJWK, type JWK } from "jose";

export const signingAlgorithms = ["RS256", "ES256", "EdDSA"] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** `ticket` keys are the roots that ticket keys are derived from (see tickets/). */
export type KeyAlgorithm = SigningAlgorithm | "ticket";

/** Made at the first start. EdDSA joins them when somebody enables it. */
export const initialAlgorithms: readonly KeyAlgorithm[] = ["RS256", "ES256", "ticket"];

const RSA_BITS = 2048;
const ID_BYTES = 8;
const TICKET_ROOT_BYTES = 32;

export interface NewKey {
  readonly id: string;
  readonly algorithm: KeyAlgorithm;
  /** Undefined for ticket keys. */
  readonly publicJwk: JWK | undefined;
  /** PKCS#8 for a signing key, the root itself for a ticket key. */
  readonly secret: Buffer;
}

const generate = promisify(generateKeyPair);

export async function makeKey(algorithm: KeyAlgorithm): Promise<NewKey> {
  const id = newKeyId();
  if (algorithm === "ticket") return { id, algorithm, publicJwk: undefined, secret: randomBytes(TICKET_ROOT_BYTES) };
  const { publicKey, privateKey } = await makePair(algorithm);
  const publicJwk = { ...(await exportJWK(publicKey)), kid: id, use: "sig", alg: algorithm };
  return { id, algorithm, publicJwk, secret: privateKey.export({ format: "der", type: "pkcs8" }) };
}

/** Never with a dash in front: on the command line it would be taken for an option. */
function newKeyId(): string {
  const id = randomBytes(ID_BYTES).toString("base64url");
  return id.startsWith("-") ? newKeyId() : id;
}

function makePair(algorithm: SigningAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (algorithm) {
    case "RS256":
      return generate("rsa", { modulusLength: RSA_BITS });
    case "ES256":
      return generate("ec", { namedCurve: "P-256" });
    case "EdDSA":
      return generate("ed25519");
  }
}

export function readPrivateKey(secret: Buffer): KeyObject {
  return createPrivateKey({ key: secret, format: "der", type: "pkcs8" });
}
