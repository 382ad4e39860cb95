/** Whether somebody who has proved something has to prove more, and by what. No storage, no HTTP: only the rules. */
import type { PolicySettings } from "../policies/kinds.ts";
import type { FactorKind } from "../users/factors.ts";
import { type Level, reaches } from "./levels.ts";

/** What can be asked for after the first proof. */
export type SecondProof = "passkey" | "totp" | "email_code" | "recovery_code";
/** What somebody who has nothing yet can set up on the way in. */
export type Enrolment = "passkey" | "totp" | "email_code";

export type Due =
  | { readonly due: "nothing" }
  | { readonly due: "prove"; readonly by: readonly SecondProof[] }
  | { readonly due: "enrol"; readonly by: readonly Enrolment[] };

export interface FactorSituation {
  readonly policy: PolicySettings<"secondFactor">;
  /** Those that the person has set up. */
  readonly has: readonly FactorKind[];
  readonly emailVerified: boolean;
  /** What was proved so far. */
  readonly amr: readonly string[];
  /** What the application would like. */
  readonly wanted: Level;
}

const enrolments = ["passkey", "totp", "email_code"] as const;

type Allowing = Pick<FactorSituation, "policy" | "emailVerified">;

/** What the person may set up, whether they have it or not. */
export function allowedFactors({ policy, emailVerified }: Allowing): Enrolment[] {
  return enrolments.filter((kind) => policy.allowed.includes(kind) && (kind !== "email_code" || emailVerified));
}

/** What the person has and may use. */
export function usableFactors({ has, ...allowing }: Allowing & Pick<FactorSituation, "has">): Enrolment[] {
  return allowedFactors(allowing).filter((kind) => has.includes(kind));
}

export function whatIsDue({ policy, has, emailVerified, amr, wanted }: FactorSituation): Due {
  const usable = usableFactors({ policy, has, emailVerified });
  if (policy.mode === "off") return { due: "nothing" };
  // A key that cannot be phished is asked for where the application would like one and the person has one.
  if (reaches(amr, wanted === "phr" && usable.includes("passkey") ? "phr" : "mfa")) return { due: "nothing" };
  if (usable.length > 0) return { due: "prove", by: has.includes("recovery_codes") ? [...usable, "recovery_code"] : usable };
  if (policy.mode === "optional") return { due: "nothing" };
  return { due: "enrol", by: allowedFactors({ policy, emailVerified }) };
}
