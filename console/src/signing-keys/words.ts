/** Keys in plain words. */
import type { SigningKey } from "./key-times.ts";

export const stateWords: Readonly<Record<SigningKey["state"], { readonly word: string; readonly means: string }>> = {
  published: { word: "Spare", means: "clients can see it already; it takes over next." },
  active: { word: "Active", means: "signs everything that is new." },
  retired: { word: "Only verifies", means: "signs nothing more; what it signed stays good." },
  revoked: { word: "Revoked", means: "compromised; whatever it signed is refused." },
};

export const algorithmNames: Readonly<Record<SigningKey["algorithm"], string>> = {
  RS256: "RS256 (RSA)",
  ES256: "ES256 (elliptic curve P-256)",
  EdDSA: "EdDSA (Ed25519)",
  ticket: "Opaque tokens, codes and cookies",
};
