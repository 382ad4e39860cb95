/**
 * A role assignment gives a user roles of a project. Users of the organization that owns the project get any of its
 * roles; users of another one get them through the grant to their organization, and only roles that it includes.
 */
import { sql } from "kysely";
import { v7 as newId } from "uuid";
import { SignetError } from "../errors/signet-error.ts";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { lostChange, unlessTaken } from "./changes.ts";
import { isWaiting, refuseWhileWaiting } from "./grant-answers.ts";
import { filterByName, inRange, type Listed, type ListRequest, mapList, orderOf, readList, screen } from "./listing.ts";
import { invalid } from "./names.ts";
import { listProjectRoles } from "./project-roles.ts";
import { readProject } from "./projects.ts";
import { type By, found, type Stamp, type StampRow, stampOf } from "./resource.ts";
import { distinctKeys, refuseKeysOutside, splitKeys } from "./role-keys.ts";
import { type PlainVerb, type State, transition } from "./states.ts";
import {
  filterByUser,
  summaryColumns,
  summaryName,
  toUserSummary,
  type UserSummary,
  type UserSummaryRow,
} from "./users/summary.ts";

export interface RoleAssignment extends Stamp {
  readonly id: string;
  readonly userId: string;
  readonly user: UserSummary;
  readonly projectId: string;
  readonly projectName: string;
  /** The grant it was made through; undefined for users of the organization that owns the project. */
  readonly projectGrantId: string | undefined;
  readonly roleKeys: readonly string[];
  readonly state: State;
}

const columns = [
  "role_assignments.id",
  "role_assignments.user_id",
  "role_assignments.project_id",
  "projects.name as project_name",
  "role_assignments.project_grant_id",
  "role_assignments.state",
  "role_assignments.version",
  "role_assignments.created_at",
  "role_assignments.changed_at",
] as const;
const roleKeys = sql<string | null>`(
  SELECT string_agg(role_key, ' ' ORDER BY role_key) FROM role_assignment_roles WHERE role_assignment_id = role_assignments.id
)`.as("role_keys");

/**
 * With `projectGrantId`, only through that grant: then even users of the organization that owns the project are
 * refused.
 */
export async function assignRoles(
  tx: Transaction,
  input: { userId: string; projectId: string; projectGrantId?: string | undefined; roleKeys: readonly string[] },
  by: By,
): Promise<RoleAssignment> {
  const { userId, projectId } = input;
  if (input.projectGrantId !== undefined) await refuseWhileWaiting(tx, input.projectGrantId);
  const organizationId = await (input.projectGrantId === undefined
    ? organizationOf(tx, userId)
    : receiverOf(tx, { id: input.projectGrantId, projectId }, userId));
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
  await record(tx, {
    type: "role_assignment.created",
    ...by,
    resource: { kind: "role_assignment", id },
    organizationId,
    detail,
  });
  return readRoleAssignment(tx, id);
}

export async function findRoleAssignment(db: Database, id: string): Promise<RoleAssignment | undefined> {
  const row = await roleAssignments(db).where("role_assignments.id", "=", id).executeTakeFirst();
  return row && toRoleAssignment(row);
}

export async function readRoleAssignment(db: Database, id: string): Promise<RoleAssignment> {
  return found(await findRoleAssignment(db, id), "role_assignment", id);
}

/** Of one project, of one user, or made through one grant. */
export async function listRoleAssignments(
  db: Database,
  of: { projectId: string } | { userId: string } | { projectGrantId: string },
  request: ListRequest<"createdAt"> & { q?: string | undefined },
): Promise<Listed<RoleAssignment>> {
  const order = { column: undefined, id: "role_assignments.id", direction: orderOf(request.sort).direction };
  const query = roleAssignments(db).where((eb) => {
    if ("projectId" in of) return eb("role_assignments.project_id", "=", of.projectId);
    if ("userId" in of) return eb("role_assignments.user_id", "=", of.userId);
    return eb("role_assignments.project_grant_id", "=", of.projectGrantId);
  });
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: ({ id }) => ({ value: "", id }),
    // The roles of one user are told apart by the names of their projects.
    filter: screen(db, query, {
      ...order,
      ...("userId" in of ? filterByName(request.q, "project_name") : filterByUser(request.q)),
    }),
  });
  return mapList(list, toRoleAssignment);
}

function roleAssignments(db: Database) {
  return db
    .selectFrom("role_assignments")
    .innerJoin("projects", "projects.id", "role_assignments.project_id")
    .innerJoin("users", "users.id", "role_assignments.user_id")
    .innerJoin("organizations as home", "home.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("service_users", "service_users.user_id", "users.id")
    .select(columns)
    .select(roleKeys)
    .select(summaryColumns)
    .select(summaryName.as("summary_name"));
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
  await record(tx, {
    type: "role_assignment.changed",
    ...by,
    resource: { kind: "role_assignment", id },
    organizationId,
    detail,
  });
  return readRoleAssignment(tx, id);
}

export async function setRoleAssignmentState(tx: Transaction, id: string, verb: PlainVerb, by: By): Promise<void> {
  const { userId } = await readRoleAssignment(tx, id);
  const organizationId = await organizationOf(tx, userId);
  await transition(tx, { table: "role_assignments", id, organizationId }, verb, by);
}

export async function deleteRoleAssignment(tx: Transaction, id: string, by: By): Promise<void> {
  const row = await tx
    .deleteFrom("role_assignments")
    .where("id", "=", id)
    .returning(["user_id", "project_id"])
    .executeTakeFirst();
  const { user_id: userId, project_id: projectId } = found(row, "role_assignment", id);
  const organizationId = await organizationOf(tx, userId);
  const detail = { userId, projectId };
  await record(tx, {
    type: "role_assignment.deleted",
    ...by,
    resource: { kind: "role_assignment", id },
    organizationId,
    detail,
  });
}

async function organizationOf(db: Database, userId: string): Promise<string> {
  const row = await db.selectFrom("users").select("organization_id").where("id", "=", userId).executeTakeFirst();
  return found(row, "user", userId).organization_id;
}

/**
 * If the user belongs to it. Whoever manages a grant learns nothing of users elsewhere: they are as unknown as those
 * there are not.
 */
async function receiverOf(db: Database, grant: { id: string; projectId: string }, userId: string): Promise<string> {
  const row = await db
    .selectFrom("project_grants")
    .innerJoin("users", "users.organization_id", "project_grants.organization_id")
    .select("users.organization_id")
    .where("project_grants.id", "=", grant.id)
    .where("project_grants.project_id", "=", grant.projectId)
    .where("users.id", "=", userId)
    .executeTakeFirst();
  if (row !== undefined) return row.organization_id;
  throw new SignetError("unknown_resource", "The organization that received the grant has no such user", {
    field: "userId",
  });
}

/**
 * The grant that users of the organization need; undefined for those of the owner. It is locked, so that the roles in
 * it stay what they are until this transaction ends: whoever takes one out then finds what was given meanwhile.
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
  // The same for both: which organization somebody is of is not to be learned by granting it something that it does not
  // want.
  if (grant === undefined || isWaiting(grant.state)) {
    throw invalid(
      "userId",
      "The project is not granted to the organization of this user, or that organization has yet to accept the grant; " +
        "grant it to that organization first, and let its owner accept",
    );
  }
  if (grant.state !== "active") {
    throw new SignetError(
      "wrong_state",
      "The grant of the project to the organization of this user is inactive; activate it first",
    );
  }
  return grant.id;
}

async function assignable(
  tx: Transaction,
  from: { projectId: string; projectGrantId: string | undefined },
  wanted: readonly string[],
): Promise<string[]> {
  const keys = distinctKeys(wanted);
  if (keys.length === 0)
    throw invalid("roleKeys", "roleKeys is empty; name at least one role, or delete the role assignment");
  const { projectId, projectGrantId } = from;
  if (projectGrantId === undefined) {
    const roles = await listProjectRoles(tx, projectId);
    const available = roles.map((role) => role.key);
    refuseKeysOutside(available, keys, "The project has no role");
  } else {
    const granted = await tx
      .selectFrom("project_grant_roles")
      .select("role_key")
      .where("project_grant_id", "=", projectGrantId)
      .execute();
    const available = granted.map((row) => row.role_key);
    refuseKeysOutside(available, keys, "The project was granted to the organization of this user without the role");
  }
  return keys;
}

async function insertRoles(tx: Transaction, id: string, projectId: string, keys: readonly string[]): Promise<void> {
  const rows = keys.map((key) => ({ role_assignment_id: id, project_id: projectId, role_key: key }));
  await tx.insertInto("role_assignment_roles").values(rows).execute();
}

interface RoleAssignmentRow extends StampRow, UserSummaryRow {
  readonly id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly project_grant_id: string | null;
  readonly state: string;
  readonly role_keys: string | null;
}

function toRoleAssignment(row: RoleAssignmentRow): RoleAssignment {
  return {
    id: row.id,
    userId: row.user_id,
    user: toUserSummary(row),
    projectId: row.project_id,
    projectName: row.project_name,
    projectGrantId: row.project_grant_id ?? undefined,
    roleKeys: splitKeys(row.role_keys),
    state: row.state as State,
    ...stampOf(row),
  };
}
