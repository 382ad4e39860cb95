/** What somebody has proved, in the words of RFC 8176, and how much that is. */

/** The ways to prove something. */
export type ProofKind = "password" | "totp" | "email_code" | "recovery_code" | "passkey";

/**
 * From little to much: one factor, two of them, one of which cannot be phished. What `acr` says and `acr_values` asks
 * for.
 */
export const levels = ["1fa", "mfa", "phr"] as const;
export type Level = (typeof levels)[number];

/** `synced`: the key is copied between devices; `verified`: the device has recognised its owner. */
export type Proof =
  | { readonly kind: Exclude<ProofKind, "passkey"> }
  | { readonly kind: "passkey"; readonly synced: boolean; readonly verified: boolean };

/**
 * What was proved before, and this. Two kinds of proof are two factors; so is a key whose device has recognised its
 * owner.
 */
export function withProof(amr: readonly string[], proof: Proof): string[] {
  const methods = new Set(amr);
  for (const method of methodsOf(proof)) methods.add(method);
  const kinds = [
    methods.has("pwd"),
    methods.has("otp"),
    methods.has("hwk") || methods.has("swk"),
    methods.has("user"),
  ].filter(Boolean);
  if (kinds.length >= 2) methods.add("mfa");
  return [...methods];
}

function methodsOf(proof: Proof): string[] {
  switch (proof.kind) {
    case "password":
      return ["pwd"];
    case "passkey":
      return [proof.synced ? "swk" : "hwk", ...(proof.verified ? ["user"] : [])];
    default:
      return ["otp"];
  }
}

export function levelOf(amr: readonly string[]): Level {
  if (!amr.includes("mfa")) return "1fa";
  return amr.includes("hwk") || amr.includes("swk") ? "phr" : "mfa";
}

export function reaches(amr: readonly string[], level: Level): boolean {
  return levels.indexOf(levelOf(amr)) >= levels.indexOf(level);
}

/**
 * The highest of those that a client asked for, which are in no order that we could rely on. Unknown ones are ignored.
 */
export function wantedLevel(acrValues: string | null | undefined): Level {
  const asked = (acrValues ?? "").split(" ");
  return levels.findLast((level) => asked.includes(level)) ?? "1fa";
}
