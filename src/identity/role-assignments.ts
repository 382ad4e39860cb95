/**
 * A role assignment gives a user roles of a project. Users of the organization that owns the project get any of its roles;
 * users of another one get them through the grant to their organization, and only roles that it includes.
 */
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { lostChange, unlessTaken } from "./changes.ts";
import { invalid } from "./names.ts";
import { listProjectRoles } from "./project-roles.ts";
import { readProject } from "./projects.ts";
import { type By, found, type Page, type Stamp, type StampRow, stampOf } from "./resource.ts";
import { distinctKeys, refuseKeysOutside, splitKeys } from "./role-keys.ts";
import { type PlainVerb, type State, transition } from "./states.ts";

export interface RoleAssignment extends Stamp {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string;
  /** The grant it was made through; undefined for users of the organization that owns the project. */
  readonly projectGrantId: string | undefined;
  readonly roleKeys: readonly string[];
  readonly state: State;
}

const columns = ["id", "user_id", "project_id", "project_grant_id", "state", "version", "created_at", "changed_at"] as const;
const roleKeys = sql<string | null>`(
  SELECT string_agg(role_key, ' ' ORDER BY role_key) FROM role_assignment_roles WHERE role_assignment_id = role_assignments.id
)`.as("role_keys");

export async function assignRoles(
  tx: Transaction,
  input: { userId: string; projectId: string; roleKeys: readonly string[] },
  by: By,
): Promise<RoleAssignment> {
  const { userId, projectId } = input;
  const organizationId = await organizationOf(tx, userId);
  const projectGrantId = await grantNeeded(tx, projectId, organizationId);
  const keys = await assignable(tx, { projectId, projectGrantId }, input.roleKeys);
  const id = newId();
  const insert = tx
    .insertInto("role_assignments")
    .values({
      id,
      user_id: userId,
      project_id: projectId,
      project_grant_id: projectGrantId ?? null,
      state: "active",
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .execute();
  await unlessTaken(insert, "This user has roles in this project already; change those", "userId");
  await insertRoles(tx, id, projectId, keys);
  const detail = { userId, projectId, roleKeys: keys };
  await record(tx, { type: "role_assignment.created", ...by, resource: { kind: "role_assignment", id }, organizationId, detail });
  return readRoleAssignment(tx, id);
}

export async function findRoleAssignment(db: Database, id: string): Promise<RoleAssignment | undefined> {
  const row = await db.selectFrom("role_assignments").select(columns).select(roleKeys).where("id", "=", id).executeTakeFirst();
  return row && toRoleAssignment(row);
}

export async function readRoleAssignment(db: Database, id: string): Promise<RoleAssignment> {
  return found(await findRoleAssignment(db, id), "role_assignment", id);
}

/** Of one project, of one user, or made through one grant. */
export async function listRoleAssignments(
  db: Database,
  of: { projectId: string } | { userId: string } | { projectGrantId: string },
  page: Page,
): Promise<RoleAssignment[]> {
  const rows = await db
    .selectFrom("role_assignments")
    .select(columns)
    .select(roleKeys)
    .where((eb) => {
      if ("projectId" in of) return eb("project_id", "=", of.projectId);
      if ("userId" in of) return eb("user_id", "=", of.userId);
      return eb("project_grant_id", "=", of.projectGrantId);
    })
    .where("id", ">", page.after ?? "")
    .orderBy("id")
    .limit(page.limit)
    .execute();
  return rows.map(toRoleAssignment);
}

/** The user has these roles then, and no others. */
export async function changeAssignedRoles(
  tx: Transaction,
  id: string,
  change: { roleKeys: readonly string[]; version?: number | undefined },
  by: By,
): Promise<RoleAssignment> {
  const { userId, projectId, projectGrantId } = await readRoleAssignment(tx, id);
  const organizationId = await organizationOf(tx, userId);
  if (projectGrantId !== undefined) await grantNeeded(tx, projectId, organizationId);
  const keys = await assignable(tx, { projectId, projectGrantId }, change.roleKeys);
  const row = await tx
    .updateTable("role_assignments")
    .set((eb) => ({ version: eb("version", "+", 1), changed_at: now }))
    .where("id", "=", id)
    .$if(change.version !== undefined, (query) => query.where("version", "=", change.version ?? 0))
    .executeTakeFirst();
  if (row.numUpdatedRows === 0n) throw await lostChange(tx, "role_assignments", "role_assignment", id);
  await tx.deleteFrom("role_assignment_roles").where("role_assignment_id", "=", id).execute();
  await insertRoles(tx, id, projectId, keys);
  const detail = { userId, projectId, roleKeys: keys };
  await record(tx, { type: "role_assignment.changed", ...by, resource: { kind: "role_assignment", id }, organizationId, detail });
  return readRoleAssignment(tx, id);
}

export async function setRoleAssignmentState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  const { userId } = await readRoleAssignment(tx, id);
  await transition(tx, "role_assignments", id, verb, { ...by, organizationId: await organizationOf(tx, userId) });
}

export async function deleteRoleAssignment(tx: Transaction, id: string, by: By): Promise<void> {
  const row = await tx.deleteFrom("role_assignments").where("id", "=", id).returning(["user_id", "project_id"]).executeTakeFirst();
  const { user_id: userId, project_id: projectId } = found(row, "role_assignment", id);
  const organizationId = await organizationOf(tx, userId);
  const detail = { userId, projectId };
  await record(tx, { type: "role_assignment.deleted", ...by, resource: { kind: "role_assignment", id }, organizationId, detail });
}

async function organizationOf(db: Database, userId: string): Promise<string> {
  const row = await db.selectFrom("users").select("organization_id").where("id", "=", userId).executeTakeFirst();
  return found(row, "user", userId).organization_id;
}

/**
 * The grant that users of the organization need; undefined for those of the owner. It is locked, so that the roles in it
 * stay what they are until this transaction ends: whoever takes one out then finds what was given meanwhile.
 */
async function grantNeeded(tx: Transaction, projectId: string, organizationId: string): Promise<string | undefined> {
  const project = await readProject(tx, projectId);
  if (project.organizationId === organizationId) return undefined;
  const grant = await tx
    .updateTable("project_grants")
    .set((eb) => ({ changed_at: eb.ref("changed_at") }))
    .where("project_id", "=", projectId)
    .where("organization_id", "=", organizationId)
    .returning(["id", "state"])
    .executeTakeFirst();
  if (grant === undefined) {
    throw invalid("userId", "The project is not granted to the organization of this user; grant it to that organization first");
  }
  if (grant.state !== "active") {
    throw new SignetError("wrong_state", "The grant of the project to the organization of this user is inactive; activate it first");
  }
  return grant.id;
}

async function assignable(
  tx: Transaction,
  from: { projectId: string; projectGrantId: string | undefined },
  wanted: readonly string[],
): Promise<string[]> {
  const keys = distinctKeys(wanted);
  if (keys.length === 0) throw invalid("roleKeys", "roleKeys is empty; name at least one role, or delete the role assignment");
  const { projectId, projectGrantId } = from;
  if (projectGrantId === undefined) {
    const roles = await listProjectRoles(tx, projectId);
    const available = roles.map((role) => role.key);
    refuseKeysOutside(available, keys, "The project has no role");
  } else {
    const granted = await tx.selectFrom("project_grant_roles").select("role_key").where("project_grant_id", "=", projectGrantId).execute();
    const available = granted.map((row) => row.role_key);
    refuseKeysOutside(available, keys, "The project was granted to the organization of this user without the role");
  }
  return keys;
}

async function insertRoles(tx: Transaction, id: string, projectId: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => ({ role_assignment_id: id, project_id: projectId, role_key: key }));
  await tx.insertInto("role_assignment_roles").values(rows).execute();
}

interface RoleAssignmentRow extends StampRow {
  readonly id: string;
  readonly user_id: string;
  readonly project_id: string;
  readonly project_grant_id: string | null;
  readonly state: string;
  readonly role_keys: string | null;
}

function toRoleAssignment(row: RoleAssignmentRow): RoleAssignment {
  return {
    id: row.id,
    userId: row.user_id,
    projectId: row.project_id,
    projectGrantId: row.project_grant_id ?? undefined,
    roleKeys: splitKeys(row.role_keys),
    state: row.state as State,
    ...stampOf(row),
  };
}
