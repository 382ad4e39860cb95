/**
 * A project grant lets another organization's users use a project, with the roles that were granted, once that
 * organization has accepted it: see grant-answers.ts. The organization that owns the project decides what is granted;
 * the one that received it decides which of its users get it.
 */
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { ReferenceViolation } from "../storage/errors.ts";
import { allowLongStatements } from "../storage/long-statements.ts";
import { now } from "../storage/now.ts";
import { lostChange, unlessTaken } from "./changes.ts";
import { acceptsByGranting, recordAnswer } from "./grant-answers.ts";
import {
  allOf,
  filterByName,
  inRange,
  type Listed,
  type ListRequest,
  mapList,
  orderOf,
  readList,
  rowHas,
  screen,
} from "./listing.ts";
import { invalid } from "./names.ts";
import { listProjectRoles } from "./project-roles.ts";
import { readProject } from "./projects.ts";
import { type By, found, type Stamp, type StampRow, stampOf, unknownResource } from "./resource.ts";
import { distinctKeys, refuseKeysOutside, splitKeys } from "./role-keys.ts";
import { type GrantState, type PlainVerb, transition } from "./states.ts";

export interface ProjectGrant extends Stamp {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  /** The organization that owns the project. */
  readonly ownerOrganizationId: string;
  readonly ownerOrganizationName: string;
  readonly ownerOrganizationDomain: string;
  /** The organization that received it. */
  readonly organizationId: string;
  readonly organizationName: string;
  /** May be empty: its users may then sign in, and have no roles. */
  readonly roleKeys: readonly string[];
  readonly state: GrantState;
  /**
   * When the organization that received it accepted it; undefined for one that waits or was refused, and for one from
   * before.
   */
  readonly acceptedAt: number | undefined;
}

const columns = [
  "project_grants.id",
  "project_grants.project_id",
  "projects.name as project_name",
  "projects.organization_id as owner_id",
  "owners.name as owner_name",
  "owners.domain as owner_domain",
  "project_grants.organization_id",
  "organizations.name as organization_name",
  "project_grants.state",
  "project_grants.accepted_at",
  "project_grants.version",
  "project_grants.created_at",
  "project_grants.changed_at",
] as const;
const roleKeys = sql<string | null>`(
  SELECT string_agg(role_key, ' ' ORDER BY role_key) FROM project_grant_roles WHERE project_grant_id = project_grants.id
)`.as("role_keys");

/** It waits for the other organization's answer, unless whoever grants it may give that. */
export async function grantProject(
  tx: Transaction,
  input: { projectId: string; organizationId: string; roleKeys: readonly string[] },
  by: By,
): Promise<ProjectGrant> {
  const { projectId, organizationId } = input;
  const project = await readProject(tx, projectId);
  if (organizationId === project.organizationId) {
    throw invalid("organizationId", "The project belongs to this organization, which needs no grant of it");
  }
  const keys = distinctKeys(input.roleKeys);
  await refuseUnknownRoles(tx, projectId, keys);
  const accepted = await acceptsByGranting(tx, by.actor, organizationId);
  const id = newId();
  const insert = tx
    .insertInto("project_grants")
    .values({
      id,
      project_id: projectId,
      organization_id: organizationId,
      ...(accepted ? { state: "active", accepted_at: now } : { state: "pending" }),
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .execute()
    .catch((error) => {
      throw error instanceof ReferenceViolation ? unknownResource("organization", organizationId) : error;
    });
  await unlessTaken(insert, "The project is granted to this organization already", "organizationId");
  await insertRoles(tx, id, projectId, keys);
  const grant = await readProjectGrant(tx, id);
  await recordFor(tx, grant, { type: "project_grant.created", roleKeys: keys }, by);
  if (accepted)
    await recordAnswer(tx, { projectGrantId: id, projectId, organizationId }, { type: "project_grant.accepted" }, by);
  return grant;
}

export async function findProjectGrant(db: Database, id: string): Promise<ProjectGrant | undefined> {
  const row = await projectGrants(db).where("project_grants.id", "=", id).executeTakeFirst();
  return row && toProjectGrant(row);
}

export async function readProjectGrant(db: Database, id: string): Promise<ProjectGrant> {
  return found(await findProjectGrant(db, id), "project_grant", id);
}

/** Of one project, or those that one organization received. */
export async function listProjectGrants(
  db: Database,
  of: { projectId: string } | { organizationId: string },
  request: ListRequest<"createdAt"> & { q?: string | undefined; state?: GrantState | undefined },
): Promise<Listed<ProjectGrant>> {
  const order = { column: undefined, id: "project_grants.id", direction: orderOf(request.sort).direction };
  const query = projectGrants(db).where((eb) =>
    "projectId" in of
      ? eb("project_grants.project_id", "=", of.projectId)
      : eb("project_grants.organization_id", "=", of.organizationId),
  );
  // By the other side: who received it, or what was received.
  const byName = filterByName(request.q, "projectId" in of ? "organization_name" : "project_name");
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: ({ id }) => ({ value: "", id }),
    filter: screen(db, query, {
      ...order,
      ...byName,
      condition: allOf(rowHas("state", request.state), byName.condition),
    }),
  });
  return mapList(list, toProjectGrant);
}

function projectGrants(db: Database) {
  return db
    .selectFrom("project_grants")
    .innerJoin("projects", "projects.id", "project_grants.project_id")
    .innerJoin("organizations", "organizations.id", "project_grants.organization_id")
    .innerJoin("organizations as owners", "owners.id", "projects.organization_id")
    .select(columns)
    .select(roleKeys);
}

/**
 * Roles that are added need no new answer from the other organization. A role that is taken out of the grant is at the
 * same moment taken from everyone who had it through the grant.
 */
export async function changeProjectGrantRoles(
  tx: Transaction,
  id: string,
  change: { roleKeys: readonly string[]; version?: number | undefined },
  by: By,
): Promise<ProjectGrant> {
  const row = await tx
    .updateTable("project_grants")
    .set((eb) => ({ version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .returning("project_id")
    .executeTakeFirst();
  if (row === undefined) throw await lostChange(tx, "project_grants", "project_grant", id);
  const { project_id: projectId } = row;
  const keys = distinctKeys(change.roleKeys);
  await refuseUnknownRoles(tx, projectId, keys);
  await tx.deleteFrom("project_grant_roles").where("project_grant_id", "=", id).execute();
  await insertRoles(tx, id, projectId, keys);
  await takeRolesNoLongerGranted(tx, id);
  const grant = await readProjectGrant(tx, id);
  await recordFor(tx, grant, { type: "project_grant.changed", roleKeys: keys }, by);
  return grant;
}

/**
 * While it is inactive, what was given through it does not count, but is kept. One that was not accepted is neither.
 */
export async function setProjectGrantState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  const { ownerOrganizationId: organizationId } = await readProjectGrant(tx, id);
  await transition(tx, { table: "project_grants", id, organizationId }, verb, by);
}

/** With it go the role assignments that were made through it, and its managers. */
export async function deleteProjectGrant(tx: Transaction, id: string, by: By): Promise<void> {
  await allowLongStatements(tx);
  const row = await tx
    .deleteFrom("project_grants")
    .where("id", "=", id)
    .returning(["project_id", "organization_id"])
    .executeTakeFirst();
  const { project_id: projectId, organization_id: organizationId } = found(row, "project_grant", id);
  const project = await readProject(tx, projectId);
  const grant = { id, projectId, organizationId, ownerOrganizationId: project.organizationId };
  await recordFor(tx, grant, { type: "project_grant.deleted" }, by);
}

async function refuseUnknownRoles(db: Database, projectId: string, keys: readonly string[]): Promise<void> {
  const roles = await listProjectRoles(db, projectId);
  const available = roles.map((role) => role.key);
  refuseKeysOutside(available, keys, "The project has no role");
}

async function insertRoles(
  tx: Transaction,
  grantId: string,
  projectId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ project_grant_id: grantId, project_id: projectId, role_key: key }));
  await tx.insertInto("project_grant_roles").values(rows).execute();
}

async function takeRolesNoLongerGranted(tx: Transaction, grantId: string): Promise<void> {
  await allowLongStatements(tx);
  await tx
    .deleteFrom("role_assignment_roles")
    .where("role_assignment_id", "in", (eb) =>
      eb.selectFrom("role_assignments").select("role_assignments.id").where("project_grant_id", "=", grantId),
    )
    .where("role_key", "not in", (eb) =>
      eb
        .selectFrom("project_grant_roles")
        .select("project_grant_roles.role_key")
        .where("project_grant_id", "=", grantId),
    )
    .execute();
}

/** In the log of the organization that owns the project; the detail names the other one. */
async function recordFor(
  tx: Transaction,
  grant: Pick<ProjectGrant, "id" | "projectId" | "organizationId" | "ownerOrganizationId">,
  { type, ...detail }: { type: `project_grant.${"created" | "changed" | "deleted"}`; roleKeys?: readonly string[] },
  by: By,
): Promise<void> {
  const { id, projectId, organizationId: grantedTo, ownerOrganizationId } = grant;
  await record(tx, {
    type,
    ...by,
    resource: { kind: "project_grant", id },
    organizationId: ownerOrganizationId,
    detail: { projectId, grantedTo, ...detail },
  });
}

interface ProjectGrantRow extends StampRow {
  readonly id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_domain: string;
  readonly organization_id: string;
  readonly organization_name: string;
  readonly state: string;
  readonly accepted_at: number | null;
  readonly role_keys: string | null;
}

function toProjectGrant(row: ProjectGrantRow): ProjectGrant {
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    ownerOrganizationId: row.owner_id,
    ownerOrganizationName: row.owner_name,
    ownerOrganizationDomain: row.owner_domain,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    roleKeys: splitKeys(row.role_keys),
    state: row.state as GrantState,
    acceptedAt: row.accepted_at ?? undefined,
    ...stampOf(row),
  };
}
