/**
 * Policies: what the instance decides for everybody, and an organization for its own users. Where an organization has
 * decided nothing, the instance's holds; where the instance has not either, the built-in one. What an organization has
 * decided holds as far as the instance asks for no more (policies/floors.ts).
 */
import { SignetError } from "../../errors/signet-error.ts";
import { record } from "../../events/audit-log.ts";
import type { Database, Transaction } from "../../storage/database.ts";
import { ReferenceViolation } from "../../storage/errors.ts";
import { now } from "../../storage/now.ts";
import { invalid } from "../names.ts";
import { type By, unknownResource } from "../resource.ts";
import { type EffectivePolicy, effectivePolicy } from "./effective.ts";
import { instanceOnly, type PolicyKind } from "./kinds.ts";

export interface Policy<Kind extends PolicyKind> extends EffectivePolicy<Kind> {
  readonly from: "organization" | "instance" | "built-in";
  /** Of what the asked place has decided itself; 0 where that is nothing. */
  readonly version: number;
}

/** What holds for users of the organization; without one, what holds for the instance. */
export async function readPolicy<Kind extends PolicyKind>(
  db: Database,
  kind: Kind,
  organizationId?: string,
): Promise<Policy<Kind>> {
  const rows = await db
    .selectFrom("policies")
    .select(["kind", "place_id", "settings", "version"])
    .where("kind", "in", kind === "throttling" ? [kind, "throttlingBounds"] : [kind])
    .where("place_id", "in", ["", organizationId ?? ""])
    .execute();
  const own = rows.find((row) => row.place_id !== "");
  const instance = rows.find((row) => row.place_id === "" && row.kind === kind);
  const bounds = rows.find((row) => row.place_id === "" && row.kind === "throttlingBounds");
  const stored = own ?? instance;
  return {
    ...effectivePolicy(kind, { own: own?.settings, instance: instance?.settings, bounds: bounds?.settings }),
    from: own ? "organization" : instance ? "instance" : "built-in",
    version: stored?.place_id === (organizationId ?? "") ? stored.version : 0,
  };
}

export interface PolicyChange {
  readonly organizationId?: string | undefined;
  /** All settings of the kind, not only those that change. */
  readonly settings: unknown;
  /** Only if the place still has this version; with 0, only if it has decided nothing yet. */
  readonly version?: number | undefined;
}

export async function setPolicy<Kind extends PolicyKind>(
  tx: Transaction,
  kind: Kind,
  change: PolicyChange,
  by: By,
): Promise<Policy<Kind>> {
  const { organizationId } = change;
  const place = placeOf(organizationId);
  if (organizationId !== undefined && instanceOnly.has(kind)) {
    throw invalid("kind", `The policy ${kind} is for the whole instance; an organization has none of its own`);
  }
  // Policies are read at every start and seldom written: what judges them is loaded then.
  const { policySettings } = await import("./validate.ts");
  const settings = policySettings(kind, change.settings);
  const row = await write(tx, {
    place,
    kind,
    settings: JSON.stringify(settings),
    organizationId,
    version: change.version,
  });
  if (row === undefined) throw await lostPolicy(tx, kind, organizationId);
  const detail = { settings };
  await record(tx, { type: "policy.changed", ...by, resource: { kind: "policy", id: kind }, organizationId, detail });
  return readPolicy(tx, kind, organizationId);
}

interface PolicyWrite {
  readonly place: string;
  readonly kind: PolicyKind;
  readonly settings: string;
  readonly organizationId: string | undefined;
  readonly version: number | undefined;
}

/** One statement decides; nothing is returned by one that lost. */
function write(
  tx: Transaction,
  { place, kind, settings, organizationId, version }: PolicyWrite,
): Promise<{ version: number } | undefined> {
  if (version !== undefined && version > 0) {
    return tx
      .updateTable("policies")
      .set((eb) => ({ settings, changed_at: now, version: eb("version", "+", 1) }))
      .where("place_id", "=", place)
      .where("kind", "=", kind)
      .where("version", "=", version)
      .returning("version")
      .executeTakeFirst();
  }
  return tx
    .insertInto("policies")
    .values({ place_id: place, kind, settings, organization_id: organizationId ?? null, changed_at: now, version: 1 })
    .onConflict((conflict) => {
      const taken = conflict.columns(["place_id", "kind"]);
      if (version === 0) return taken.doNothing();
      return taken.doUpdateSet((eb) => ({ settings, changed_at: now, version: eb("policies.version", "+", 1) }));
    })
    .returning("version")
    .executeTakeFirst()
    .catch((error) => {
      throw error instanceof ReferenceViolation ? unknownResource("organization", organizationId ?? "") : error;
    });
}

/** Back to what is inherited. Where nothing was decided, nothing changes. `version` as for setPolicy. */
export async function resetPolicy(
  tx: Transaction,
  kind: PolicyKind,
  { organizationId, version }: { organizationId?: string | undefined; version?: number | undefined },
  by: By,
): Promise<void> {
  const row = await tx
    .deleteFrom("policies")
    .where("place_id", "=", placeOf(organizationId))
    .where("kind", "=", kind)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .returning("version")
    .executeTakeFirst();
  if (row !== undefined) {
    await record(tx, { type: "policy.reset", ...by, resource: { kind: "policy", id: kind }, organizationId });
  } else if (version !== undefined && version !== (await ownVersion(tx, kind, organizationId))) {
    throw await lostPolicy(tx, kind, organizationId);
  }
}

async function lostPolicy(tx: Transaction, kind: PolicyKind, organizationId: string | undefined): Promise<SignetError> {
  if (organizationId !== undefined) {
    const organization = await tx
      .selectFrom("organizations")
      .select("id")
      .where("id", "=", organizationId)
      .executeTakeFirst();
    if (organization === undefined) return unknownResource("organization", organizationId);
  }
  const version = await ownVersion(tx, kind, organizationId);
  const state = version === 0 ? "is inherited by now" : `is at version ${version} by now`;
  return new SignetError("changed_meanwhile", `The policy ${kind} ${state}`);
}

async function ownVersion(tx: Transaction, kind: PolicyKind, organizationId: string | undefined): Promise<number> {
  const row = await tx
    .selectFrom("policies")
    .select("version")
    .where("place_id", "=", placeOf(organizationId))
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** The instance's own place is empty, so no organization may be. */
function placeOf(organizationId: string | undefined): string {
  if (organizationId === "") throw unknownResource("organization", organizationId);
  return organizationId ?? "";
}
