/**
 * Public keys as they are stored, ready to verify with. Reading one takes longer than verifying with it, and what a
 * text stands for never changes, so those of late are kept. Whether a key counts is read from the database each time.
 */
import { createPublicKey, type KeyObject } from "node:crypto";
import { keepUpTo } from "../../storage/kept.ts";

export const keptPublicKeys = keepUpTo<KeyObject>(8 * 1024 * 1024);
/** The text, the numbers in it and what OpenSSL works out from them. */
const BYTES_A_CHARACTER = 8;
const BYTES_A_KEY = 4_096;

export function publicKeyOf(jwk: string): KeyObject {
  const known = keptPublicKeys.get(jwk);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: JSON.parse(jwk), format: "jwk" });
  keptPublicKeys.set(jwk, key, BYTES_A_KEY + BYTES_A_CHARACTER * jwk.length);
  return key;
}
