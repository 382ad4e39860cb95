/**
 * A manager is a user with a role at a place: the instance, an organization, a project or a project grant.
 *
 * Any user of the instance can manage an organization or a project, so that people can look after several: a manager's
 * account is protected by the take-over rule (permissions/take-over.ts), wherever it lives. What was granted to an
 * organization is managed by that organization's own users: the grant is to them.
 */
import { v7 as newId } from "uuid";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { unlessTaken } from "./changes.ts";
import { invalid } from "./names.ts";
import { lockOwners, lockUser, refuseUnlessOwnersRemain } from "./owners.ts";
import { type Place, placeColumns, placeId, refuseRoleElsewhere, toPlace } from "./permissions/places.ts";
import type { Role } from "./permissions/roles.ts";
import { readProject } from "./projects.ts";
import { type By, found, type Page } from "./resource.ts";

export { refuseIfLastOwner, refuseIfLastOwnersIn } from "./owners.ts";

export interface ManagerRole {
  readonly userId: string;
  readonly role: Role;
  readonly place: Place;
}

export interface Manager extends ManagerRole {
  readonly id: string;
  readonly createdAt: number;
}

const columns = ["id", "user_id", "role", "organization_id", "project_id", "project_grant_id", "created_at"] as const;

export async function addManager(tx: Transaction, { userId, role, place }: ManagerRole, by: By): Promise<Manager> {
  refuseRoleElsewhere(role, place);
  const organizationId = await organizationOf(tx, place);
  if (role === "IAM_OWNER") await lockOwners(tx);
  const user = found(await lockUser(tx, userId), "user", userId);
  if (place.level === "project_grant" && user.organizationId !== organizationId) {
    throw invalid("userId", "Managers of a project grant are users of the organization that received it; this user belongs to another one");
  }
  const insert = tx
    .insertInto("managers")
    .values({ id: newId(), user_id: userId, role, place_id: placeId(place), ...placeColumns(place), created_at: now })
    .returning(columns);
  const row = await unlessTaken(insert.executeTakeFirstOrThrow(), `This user has the role ${role} here already`, "role");
  const detail = { userId, role, place };
  await record(tx, { type: "manager.added", ...by, resource: { kind: "manager", id: row.id }, organizationId, detail });
  return toManager(row);
}

export async function removeManager(tx: Transaction, { userId, role, place }: ManagerRole, by: By): Promise<void> {
  refuseRoleElsewhere(role, place);
  if (role === "IAM_OWNER") await lockOwners(tx);
  const row = await tx
    .deleteFrom("managers")
    .where("user_id", "=", userId)
    .where("role", "=", role)
    .where("place_id", "=", placeId(place))
    .returning("id")
    .executeTakeFirst();
  const { id } = found(row, "manager", userId);
  if (role === "IAM_OWNER") await refuseUnlessOwnersRemain(tx, { userId });
  const organizationId = await organizationOf(tx, place);
  await record(tx, { type: "manager.removed", ...by, resource: { kind: "manager", id }, organizationId, detail: { userId, role, place } });
}

export async function listManagers(db: Database, place: Place, page: Page): Promise<Manager[]> {
  const rows = await db
    .selectFrom("managers")
    .select(columns)
    .where("place_id", "=", placeId(place))
    .where("id", ">", page.after ?? "")
    .orderBy("id")
    .limit(page.limit)
    .execute();
  return rows.map(toManager);
}

/** Every role of one user, with the place where it counts. */
export async function listManagerRoles(db: Database, userId: string): Promise<Manager[]> {
  const rows = await db.selectFrom("managers").select(columns).where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(toManager);
}

/** The organization whose users manage the place; none for the instance. */
async function organizationOf(db: Database, place: Place): Promise<string | undefined> {
  switch (place.level) {
    case "iam":
      return undefined;
    case "organization": {
      const id = place.organizationId;
      return found(await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst(), "organization", id).id;
    }
    case "project":
      return (await readProject(db, place.projectId)).organizationId;
    case "project_grant": {
      const id = place.projectGrantId;
      const row = await db.selectFrom("project_grants").select("organization_id").where("id", "=", id).executeTakeFirst();
      return found(row, "project_grant", id).organization_id;
    }
  }
}

interface ManagerRow {
  readonly id: string;
  readonly user_id: string;
  readonly role: string;
  readonly organization_id: string | null;
  readonly project_id: string | null;
  readonly project_grant_id: string | null;
  readonly created_at: number;
}

function toManager(row: ManagerRow): Manager {
  return { id: row.id, userId: row.user_id, role: row.role as Role, place: toPlace(row), createdAt: row.created_at };
}
