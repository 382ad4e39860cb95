/**
 * What the organization that a project grant goes to says to it. A grant waits until it is accepted; one that was
 * refused, or left later, gives nothing any more. While nobody has accepted it, nobody has roles through it and nobody
 * manages it, so it names nobody.
 *
 * Grants from before there were answers go on as they were, `active` or `inactive` without a time of acceptance: see
 * migration 7.
 */
import { SignetError } from "../errors/signet-error.ts";
import { type Actor, record } from "../events/audit-log.ts";
import type { Transaction } from "../storage/database.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { now } from "../storage/now.ts";
import { may } from "./permissions/may.ts";
import { readProject } from "./projects.ts";
import { type By, found } from "./resource.ts";
import type { GrantState } from "./states.ts";

/** Named by both, so that nobody answers for another organization. */
export interface ReceivedGrant {
  readonly projectGrantId: string;
  readonly organizationId: string;
}

/** Also one that was refused before, and one from before, which stays as active as it is. */
export async function acceptProjectGrant(tx: Transaction, received: ReceivedGrant, by: By): Promise<void> {
  const before = await lockReceived(tx, received);
  const won = await tx
    .updateTable("project_grants")
    .set((eb) => ({
      state: eb.case().when("state", "in", waiting).then("active").else(eb.ref("state")).end(),
      accepted_at: now,
      version: eb("version", "+", 1),
      changed_at: now,
    }))
    .where("id", "=", received.projectGrantId)
    .where("accepted_at", "is", null)
    .executeTakeFirst();
  if (won.numUpdatedRows === 0n) throw new SignetError("wrong_state", "This project grant was accepted already");
  await recordAnswer(
    tx,
    { ...received, projectId: before.projectId },
    { type: "project_grant.accepted", was: before.state },
    by,
  );
}

/**
 * Later it is leaving. With it go the role assignments that were made through it, and its managers, as when it is
 * deleted.
 */
export async function refuseProjectGrant(tx: Transaction, received: ReceivedGrant, by: By): Promise<void> {
  await allowLongStatements(tx);
  const before = await lockReceived(tx, received);
  const { projectGrantId } = received;
  const won = await tx
    .updateTable("project_grants")
    .set((eb) => ({ state: "refused", accepted_at: null, version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", projectGrantId)
    .where("state", "!=", "refused")
    .executeTakeFirst();
  if (won.numUpdatedRows === 0n) throw new SignetError("wrong_state", "This project grant was refused already");
  await tx.deleteFrom("role_assignments").where("project_grant_id", "=", projectGrantId).execute();
  await tx.deleteFrom("managers").where("project_grant_id", "=", projectGrantId).execute();
  await recordAnswer(
    tx,
    { ...received, projectId: before.projectId },
    { type: "project_grant.refused", was: before.state },
    by,
  );
}

/** Whoever grants a project and could accept it at the other end accepts it by granting it. */
export async function acceptsByGranting(tx: Transaction, actor: Actor, organizationId: string): Promise<boolean> {
  if (actor.kind !== "user" && actor.kind !== "service_user") return false;
  return may(tx, actor.id, "project_grant.accept", { level: "organization", organizationId });
}

const waiting = ["pending", "refused"] as const satisfies readonly GrantState[];

export function isWaiting(state: string): state is (typeof waiting)[number] {
  return waiting.some((one) => one === state);
}

/**
 * Before somebody gets something through a grant. It stays locked until the transaction ends: whoever refuses it then
 * finds what was given meanwhile.
 */
export async function refuseWhileWaiting(tx: Transaction, projectGrantId: string): Promise<void> {
  const row = await tx
    .updateTable("project_grants")
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("id", "=", projectGrantId)
    .returning("state")
    .executeTakeFirst();
  const { state } = found(row, "project_grant", projectGrantId);
  if (!isWaiting(state)) return;
  const message = {
    pending:
      "The organization that the project was granted to has yet to accept that; until then nobody gets anything through the grant",
    refused: "The organization that the project was granted to has refused it; nobody gets anything through the grant",
  }[state];
  throw new SignetError("wrong_state", message);
}

/** In both organizations' logs. The one that granted it learns what was answered, and not who there did so. */
export async function recordAnswer(
  tx: Transaction,
  { projectGrantId, projectId, organizationId }: ReceivedGrant & { readonly projectId: string },
  { type, ...detail }: { type: "project_grant.accepted" | "project_grant.refused"; was?: string },
  by: By,
): Promise<void> {
  const { organizationId: owner } = await readProject(tx, projectId);
  const event = {
    type,
    resource: { kind: "project_grant", id: projectGrantId },
    requestId: by.requestId,
    detail: { projectId, grantedTo: organizationId, ...detail },
  } as const;
  await record(tx, { ...event, actor: by.actor, organizationId });
  await record(tx, { ...event, actor: { kind: "organization", id: organizationId }, organizationId: owner });
}

/**
 * Another organization's is as unknown as one that there is not. Locked, so that what it was is what it is until this
 * ends.
 */
async function lockReceived(
  tx: Transaction,
  { projectGrantId, organizationId }: ReceivedGrant,
): Promise<{ readonly projectId: string; readonly state: string }> {
  const row = await tx
    .updateTable("project_grants")
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("id", "=", projectGrantId)
    .where("organization_id", "=", organizationId)
    .returning(["project_id", "state"])
    .executeTakeFirst();
  const { project_id: projectId, state } = found(row, "project_grant", projectGrantId);
  return { projectId, state };
}
