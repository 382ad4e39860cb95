/**
 * Policies: what the instance decides for everybody, and an organization for its own users instead. An organization's policy
 * replaces the instance's of the same kind as a whole; where neither has decided, the built-in one holds.
 */
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ReferenceViolation } from "../storage/errors.ts";
import { now } from "../storage/now.ts";
import { invalid } from "./names.ts";
import { builtInPolicies, instanceOnly, type PolicyKind, type PolicySettings } from "./policies/kinds.ts";
import { policySettings } from "./policies/validate.ts";
import { type By, unknownResource } from "./resource.ts";

export interface Policy<Kind extends PolicyKind> {
  readonly settings: PolicySettings<Kind>;
  readonly from: "organization" | "instance" | "built-in";
}

/** What holds for users of the organization; without one, what holds for the instance. */
export async function readPolicy<Kind extends PolicyKind>(db: Database, kind: Kind, organizationId?: string): Promise<Policy<Kind>> {
  const rows = await db
    .selectFrom("policies")
    .select(["place_id", "settings"])
    .where("kind", "=", kind)
    .where("place_id", "in", ["", organizationId ?? ""])
    .execute();
  const own = rows.find((row) => row.place_id !== "");
  const instance = rows.find((row) => row.place_id === "");
  const stored = own ?? instance;
  if (stored === undefined) return { settings: builtInPolicies[kind], from: "built-in" };
  // A policy that an older version stored may lack a setting that was added since.
  return { settings: { ...builtInPolicies[kind], ...JSON.parse(stored.settings) }, from: own ? "organization" : "instance" };
}

/** All settings of the kind, not only those that change. */
export async function setPolicy(
  tx: Transaction,
  kind: PolicyKind,
  input: { organizationId?: string | undefined; settings: unknown },
  by: By,
): Promise<void> {
  const { organizationId } = input;
  const place = placeOf(organizationId);
  if (organizationId !== undefined && instanceOnly.has(kind)) {
    throw invalid("kind", `The policy ${kind} is for the whole instance; an organization has none of its own`);
  }
  const settings = policySettings(kind, input.settings);
  await tx
    .insertInto("policies")
    .values({
      place_id: place,
      kind,
      settings: JSON.stringify(settings),
      organization_id: organizationId ?? null,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["place_id", "kind"])
        .doUpdateSet((eb) => ({ settings: eb.ref("excluded.settings"), changed_at: eb.ref("excluded.changed_at") })),
    )
    .execute()
    .catch((error) => {
      throw error instanceof ReferenceViolation ? unknownResource("organization", organizationId ?? "") : error;
    });
  const detail = { settings };
  await record(tx, { type: "policy.changed", ...by, resource: { kind: "policy", id: kind }, organizationId, detail });
}

/** Back to what is inherited. Where nothing was decided, nothing changes. */
export async function resetPolicy(tx: Transaction, kind: PolicyKind, organizationId: string | undefined, by: By): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("policies")
    .where("place_id", "=", placeOf(organizationId))
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await record(tx, { type: "policy.reset", ...by, resource: { kind: "policy", id: kind }, organizationId });
}

/** The instance's own place is empty, so no organization may be. */
function placeOf(organizationId: string | undefined): string {
  if (organizationId === "") throw unknownResource("organization", organizationId);
  return organizationId ?? "";
}
