/**
 * The master key seals every recoverable secret in the database and is never in it. It comes from the environment, from
 * a file the operator names, or, for an embedded database, from a file beside it that the first start makes.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * The seam for a key management service or a Vault: whatever can wrap a few hundred bytes under a key it keeps.
 * `context` is authenticated with the value: it does not open under another one.
 */
export interface KeyWrapper {
  /** Names the key in the database without telling anything about it. */
  readonly id: string;
  wrap(plaintext: Uint8Array, context: string): Promise<string>;
  unwrap(sealed: string, context: string): Promise<Buffer>;
}

export const MASTER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function newMasterKey(): Buffer {
  return randomBytes(MASTER_KEY_BYTES);
}

/** What is wrong with a master key as given, or undefined. */
export function parseMasterKey(text: string): { key: Buffer } | { problem: string } {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64url");
  if (key.length !== MASTER_KEY_BYTES || key.toString("base64url") !== trimmed.replace(/=+$/, "")) {
    return { problem: "must be 32 random bytes in base64url (43 characters)" };
  }
  if (new Set(key).size < 8) return { problem: "is not random" };
  return { key };
}

/** AES-256-GCM. Few values are ever sealed under one master key, so random 96-bit nonces are safe. */
export function localKeyWrapper(masterKey: Buffer): KeyWrapper {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", masterKey, "", `signet master key ${purpose}`, length));
  const key = derive("wrapping", 32);

  return {
    id: derive("id", 8).toString("base64url"),

    async wrap(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString(
        "base64url",
      );
    },

    async unwrap(sealed, context) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error("a sealed value is cut off");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
