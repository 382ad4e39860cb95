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
  | { readonly due: "prove"; readonly choices: readonly SecondProof[] }
  | { readonly due: "enrol"; readonly choices: readonly Enrolment[] };

export interface FactorSituation {
  /** What holds for the person's organization, under the instance's floor. */
  readonly policy: PolicySettings<"secondFactor">;
  /** What the instance allows: it holds for whoever is left with nothing by their organization's choice. */
  readonly instanceAllows: PolicySettings<"secondFactor">["allowed"];
  /** Those that the person has set up. */
  readonly has: readonly FactorKind[];
  readonly emailVerified: boolean;
  /** What was proved so far. */
  readonly amr: readonly string[];
  /** What the application would like. */
  readonly wanted: Level;
}

/** What is known of a person before it is known what they have proved. */
export type FactorPossession = Pick<FactorSituation, "policy" | "instanceAllows" | "has" | "emailVerified">;

const enrolments = ["passkey", "totp", "email_code"] as const;

/** What the person may set up, whether they have it or not. */
export function allowedFactors({
  policy,
  emailVerified,
}: Pick<FactorSituation, "policy" | "emailVerified">): Enrolment[] {
  return possible(policy.allowed, emailVerified);
}

/** Whether somebody who looks after their account may set it up, where nobody asks for it. */
export function maySetUp(situation: Pick<FactorSituation, "policy" | "emailVerified">, kind: Enrolment): boolean {
  return situation.policy.mode !== "off" && allowedFactors(situation).includes(kind);
}

/**
 * What the person has and may use. Where their organization allows nothing of what they have, the instance's choice
 * counts: otherwise allowing only what nobody has would turn second factors off, and let in whoever knows a password.
 */
export function usableFactors(possession: FactorPossession): Enrolment[] {
  const chosen = chosenFactors(possession);
  const { instanceAllows, emailVerified, has } = possession;
  return chosen.length > 0 ? chosen : possible(instanceAllows, emailVerified).filter((kind) => has.includes(kind));
}

/** What the person has of what their organization allows. */
function chosenFactors({ has, ...allowing }: FactorPossession): Enrolment[] {
  return allowedFactors(allowing).filter((kind) => has.includes(kind));
}

/** A code by mail reaches nobody at an address that is not proved. */
function possible(allowed: readonly string[], emailVerified: boolean): Enrolment[] {
  return enrolments.filter((kind) => allowed.includes(kind) && (kind !== "email_code" || emailVerified));
}

export function whatIsDue({ amr, wanted, ...possession }: FactorSituation): Due {
  const { policy, has, emailVerified, instanceAllows } = possession;
  const usable = usableFactors(possession);
  const allowed = allowedFactors(possession);
  if (policy.mode === "off") return { due: "nothing" };
  // A key that cannot be phished is asked for where the application would like one and the person has one.
  if (reaches(amr, wanted === "phr" && usable.includes("passkey") ? "phr" : "mfa")) {
    // By what the instance allows and the organization does not: good enough to say who it is, and to set up what is
    // asked for.
    const lacks = policy.mode === "required" && usable.length > 0 && chosenFactors(possession).length === 0;
    return lacks && allowed.length > 0 ? { due: "enrol", choices: allowed } : { due: "nothing" };
  }
  if (usable.length > 0)
    return { due: "prove", choices: has.includes("recovery_codes") ? [...usable, "recovery_code"] : usable };
  if (policy.mode === "optional") return { due: "nothing" };
  return { due: "enrol", choices: allowed.length > 0 ? allowed : possible(instanceAllows, emailVerified) };
}
