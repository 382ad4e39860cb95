/**
 * What an organization's policy comes to under the instance's: field by field the stricter of the two. Computed
 * whenever a policy is used and never stored, so a change of the instance's counts at once for organizations that had
 * decided long before. No storage: only the rules.
 *
 * Without a floor, whoever manages an organization's settings would weaken the sign-in of everybody who lives there,
 * owners of the instance included. Throttling has no stricter side: many attempts help who guesses, long blocks help
 * who locks out. So it lies between bounds.
 */
import { factorModes } from "./choices.ts";
import type { PolicyKind, PolicySettings } from "./kinds.ts";

export type Throttling = PolicySettings<"throttling">;
export type ThrottlingBounds = PolicySettings<"throttlingBounds">;

type Bound = ThrottlingBounds[keyof ThrottlingBounds];

export function passwordFloor(
  own: PolicySettings<"password">,
  instance: PolicySettings<"password">,
): PolicySettings<"password"> {
  return {
    minLength: Math.max(own.minLength, instance.minLength),
    checkCommon: own.checkCommon || instance.checkCommon,
  };
}

/** Idle is not longer than absolute in either of the two, so it is not in what comes of them. */
export function sessionsFloor(
  own: PolicySettings<"sessions">,
  instance: PolicySettings<"sessions">,
): PolicySettings<"sessions"> {
  return {
    idleSeconds: Math.min(own.idleSeconds, instance.idleSeconds),
    absoluteSeconds: Math.min(own.absoluteSeconds, instance.absoluteSeconds),
  };
}

/** Factors that both allow; where there is none, the instance's: nobody could sign in with nothing. */
export function secondFactorFloor(
  own: PolicySettings<"secondFactor">,
  instance: PolicySettings<"secondFactor">,
): PolicySettings<"secondFactor"> {
  const both = own.allowed.filter((kind) => instance.allowed.includes(kind));
  const mode =
    factorModes[Math.max(factorModes.indexOf(own.mode), factorModes.indexOf(instance.mode))] ?? instance.mode;
  return { mode, allowed: both.length > 0 ? both : instance.allowed };
}

/**
 * Whether people may register, and what they are asked for, is the organization's own business: it is about its own
 * people.
 */
export function registrationFloor(
  own: PolicySettings<"registration">,
  instance: PolicySettings<"registration">,
): PolicySettings<"registration"> {
  return { ...own, verifyEmail: own.verifyEmail || instance.verifyEmail };
}

/**
 * A bound that is the same for both keeps them in order; bounds.blockAfter is never below bounds.delayAfter
 * (validate.ts).
 */
export function throttlingWithin(own: Throttling, bounds: ThrottlingBounds): Throttling {
  return {
    delayAfter: clamp(own.delayAfter, bounds.delayAfter),
    blockAfter: clamp(own.blockAfter, bounds.blockAfter),
    blockSeconds: clamp(own.blockSeconds, bounds.blockSeconds),
  };
}

function clamp(value: number, { least, most }: Bound): number {
  return Math.min(Math.max(value, least), most);
}

export interface Given<Kind extends PolicyKind> {
  readonly own: PolicySettings<Kind>;
  readonly instance: PolicySettings<Kind>;
  readonly bounds: ThrottlingBounds;
}

type Effective = { readonly [Kind in PolicyKind]: (given: Given<Kind>) => PolicySettings<Kind> };

/** Every kind: one that is added has to say whether it has a floor. */
const effective: Effective = {
  password: ({ own, instance }) => passwordFloor(own, instance),
  registration: ({ own, instance }) => registrationFloor(own, instance),
  sessions: ({ own, instance }) => sessionsFloor(own, instance),
  secondFactor: ({ own, instance }) => secondFactorFloor(own, instance),
  throttling: ({ own, bounds }) => throttlingWithin(own, bounds),
  throttlingBounds: ({ own }) => own,
  account: ({ own }) => own,
  languages: ({ own }) => own,
  tokens: ({ own }) => own,
  events: ({ own }) => own,
  branding: ({ own }) => own,
};

export const flooredKinds: ReadonlySet<PolicyKind> = new Set<PolicyKind>([
  "password",
  "registration",
  "sessions",
  "secondFactor",
  "throttling",
]);

/** What holds where the organization has decided `own`. */
export function policyUnderInstance<Kind extends PolicyKind>(kind: Kind, given: Given<Kind>): PolicySettings<Kind> {
  return effective[kind](given);
}
