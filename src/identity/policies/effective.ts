/**
 * What holds at a place, from the rows as they are stored. Whoever reads policies within a statement of their own asks
 * here too, so that no way in knows a policy without its floor.
 */
import { policyUnderInstance, type ThrottlingBounds } from "./floors.ts";
import { builtInPolicies, type PolicyKind, type PolicySettings } from "./kinds.ts";

/** The settings as text; null or undefined where that place has decided nothing. */
export interface StoredPolicies {
  readonly own?: string | null | undefined;
  readonly instance?: string | null | undefined;
  /** Of throttling, which has them. */
  readonly bounds?: string | null | undefined;
}

export interface EffectivePolicy<Kind extends PolicyKind> {
  /** What holds. */
  readonly settings: PolicySettings<Kind>;
  /** What the place has decided, or inherits, before the instance's floor. */
  readonly decided: PolicySettings<Kind>;
  /** What holds for the instance itself. */
  readonly instance: PolicySettings<Kind>;
}

export function effectivePolicy<Kind extends PolicyKind>(kind: Kind, stored: StoredPolicies): EffectivePolicy<Kind> {
  const instance = complete(kind, stored.instance);
  if (stored.own == null) return { settings: instance, decided: instance, instance };
  const decided = complete(kind, stored.own);
  const bounds: ThrottlingBounds = complete("throttlingBounds", stored.bounds);
  return { settings: policyUnderInstance(kind, { own: decided, instance, bounds }), decided, instance };
}

/** A policy that an older version stored may lack a setting that was added since. */
function complete<Kind extends PolicyKind>(kind: Kind, stored: string | null | undefined): PolicySettings<Kind> {
  return stored == null ? builtInPolicies[kind] : { ...builtInPolicies[kind], ...JSON.parse(stored) };
}
