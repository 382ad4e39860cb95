/**
 * For tests of what a policy does: the instance asks for no more than the organization does. Floors have tests of their
 * own.
 */
import { builtInPolicies, type PolicyKind, type PolicySettings } from "../../src/identity/policies/kinds.ts";
import { type PolicyChange, setPolicy } from "../../src/identity/policies/policies.ts";
import type { By } from "../../src/identity/resource.ts";
import type { Transaction } from "../../src/storage/database.ts";

type Least = { readonly [Kind in PolicyKind]?: (own: PolicySettings<Kind>) => PolicySettings<Kind> };

/** The least that the instance can ask for, with everything else as it is built in. */
const least: Least = {
  password: ({ checkCommon }) => ({ minLength: 8, checkCommon }),
  registration: ({ verifyEmail }) => ({ ...builtInPolicies.registration, verifyEmail }),
  sessions: () => ({ idleSeconds: 90 * 86_400, absoluteSeconds: 400 * 86_400 }),
  secondFactor: ({ mode, allowed }) => ({ mode: mode === "off" ? "off" : "optional", allowed }),
};

export const widestBounds: PolicySettings<"throttlingBounds"> = {
  delayAfter: { least: 1, most: 100 },
  blockAfter: { least: 2, most: 1000 },
  blockSeconds: { least: 60, most: 86_400 },
};

/** As setPolicy, for an organization. */
export async function setPolicyFreely<Kind extends PolicyKind>(
  tx: Transaction,
  kind: Kind,
  change: PolicyChange,
  by: By,
): Promise<void> {
  const { decided } = await setPolicy(tx, kind, change, by);
  const floor = least[kind]?.(decided);
  if (floor !== undefined) await setPolicy(tx, kind, { settings: floor }, by);
  if (kind === "throttling") await setPolicy(tx, "throttlingBounds", { settings: widestBounds }, by);
}
