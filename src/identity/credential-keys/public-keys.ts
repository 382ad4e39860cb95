/**
 * Public keys as they are stored, ready to verify with. Reading one takes longer than verifying with it, and what a text
 * stands for never changes, so those of late are kept. Whether a key counts is read from the database each time.
 */
import { createPublicKey, type KeyObject } from "node:crypto";

const MOST_KEPT = 1_000;
const kept = new Map<string, KeyObject>();

export function publicKeyOf(jwk: string): KeyObject {
  const known = kept.get(jwk);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: JSON.parse(jwk), format: "jwk" });
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(jwk, key);
  return key;
}
