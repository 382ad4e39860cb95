/**
 * A manager is a user with a role at a place: the instance, an organization, a project or a project grant.
 *
 * Any user of the instance can manage an organization or a project, so that people can look after several: a manager's
 * account is protected by the take-over rule (permissions/take-over.ts), wherever it lives. What was granted to an
 * organization is managed by that organization's own users: the grant is to them, once they have accepted it.
 */
import { v7 as newId } from "uuid";
import { record } from "../events/audit-log.ts";
import type { Database, Transaction } from "../storage/database.ts";
import { now } from "../storage/now.ts";
import { unlessTaken } from "./changes.ts";
import { refuseWhileWaiting } from "./grant-answers.ts";
import { inRange, type Listed, type ListRequest, mapList, orderOf, readList, screen } from "./listing.ts";
import { invalid } from "./names.ts";
import { lockOwners, lockUser, refuseUnlessOwnersRemain } from "./owners.ts";
import { type Place, placeColumns, placeId, refuseRoleElsewhere, toPlace } from "./permissions/places.ts";
import type { Role } from "./permissions/roles.ts";
import { readProject } from "./projects.ts";
import { type Ended, endBeforePromotion, isPromotion } from "./promotion.ts";
import { type By, found } from "./resource.ts";
import {
  filterByUser,
  summaryColumns,
  summaryName,
  toUserSummary,
  type UserSummary,
  type UserSummaryRow,
} from "./users/summary.ts";

export { refuseIfLastOwner, refuseIfLastOwnersIn } from "./owners.ts";

export interface ManagerRole {
  readonly userId: string;
  readonly role: Role;
  readonly place: Place;
}

export interface Manager extends ManagerRole {
  readonly id: string;
  readonly user: UserSummary;
  readonly createdAt: number;
}

/** One of somebody's own roles, with what the place is called. */
export interface HeldManagerRole extends ManagerRole {
  readonly id: string;
  readonly createdAt: number;
  /** Of the organization or the project; a project grant's is that of its project, the instance's is empty. */
  readonly placeName: string;
  /**
   * The organization that manages the place, which of a project grant is the one that received it; none for the
   * instance.
   */
  readonly organizationId: string | undefined;
}

const columns = [
  "managers.id",
  "managers.user_id",
  "managers.role",
  "managers.organization_id",
  "managers.project_id",
  "managers.project_grant_id",
  "managers.created_at",
] as const;

export interface NewManager extends ManagerRole {
  /**
   * What would end because of the role goes on: for an account that was made together with it, or is known to be in
   * good hands.
   */
  readonly keepSessions?: boolean | undefined;
}

/** `ended` is what the role ended; undefined where it is none that ends anything. */
export async function addManager(
  tx: Transaction,
  { userId, role, place, keepSessions = false }: NewManager,
  by: By,
): Promise<Manager & { readonly ended: Ended | undefined }> {
  refuseRoleElsewhere(role, place);
  const organizationId = await organizationOf(tx, place);
  if (role === "IAM_OWNER") await lockOwners(tx);
  if (place.level === "project_grant") await refuseWhileWaiting(tx, place.projectGrantId);
  const user = found(await lockUser(tx, userId), "user", userId);
  if (place.level === "project_grant" && user.organizationId !== organizationId) {
    throw invalid(
      "userId",
      "Managers of a project grant are users of the organization that received it; this user belongs to another one",
    );
  }
  const id = newId();
  const insert = tx
    .insertInto("managers")
    .values({ id, user_id: userId, role, place_id: placeId(place), ...placeColumns(place), created_at: now })
    .execute();
  await unlessTaken(insert, `This user has the role ${role} here already`, "role");
  const promotes = isPromotion({ userId, organizationId: user.organizationId, place }, by.actor);
  const ended = promotes && !keepSessions ? await endBeforePromotion(tx, userId, by) : undefined;
  const what = promotes ? (ended === undefined ? { keptSessions: true } : { ended }) : {};
  const detail = { userId, role, place, ...what };
  await record(tx, { type: "manager.added", ...by, resource: { kind: "manager", id }, organizationId, detail });
  return { ...(await readManager(tx, id)), ended };
}

export async function removeManagerById(tx: Transaction, id: string, by: By): Promise<void> {
  // None of this ever changes, so it may be read before the locks.
  const { userId, role, place } = await readManager(tx, id);
  if (role === "IAM_OWNER") await lockOwners(tx);
  const row = await tx.deleteFrom("managers").where("id", "=", id).returning("id").executeTakeFirst();
  found(row, "manager", id);
  if (role === "IAM_OWNER") await refuseUnlessOwnersRemain(tx, { userId });
  const organizationId = await organizationOf(tx, place);
  await record(tx, {
    type: "manager.removed",
    ...by,
    resource: { kind: "manager", id },
    organizationId,
    detail: { userId, role, place },
  });
}

export async function findManager(db: Database, id: string): Promise<Manager | undefined> {
  const row = await managers(db).where("managers.id", "=", id).executeTakeFirst();
  return row && toManager(row);
}

export async function readManager(db: Database, id: string): Promise<Manager> {
  return found(await findManager(db, id), "manager", id);
}

export async function listManagers(
  db: Database,
  place: Place,
  request: ListRequest<"createdAt"> & { q?: string | undefined },
): Promise<Listed<Manager>> {
  const order = { column: undefined, id: "managers.id", direction: orderOf(request.sort).direction };
  const query = managers(db).where("managers.place_id", "=", placeId(place));
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: ({ id }) => ({ value: "", id }),
    filter: screen(db, query, { ...order, ...filterByUser(request.q) }),
  });
  return mapList(list, toManager);
}

function managers(db: Database) {
  return db
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .innerJoin("organizations as home", "home.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("service_users", "service_users.user_id", "users.id")
    .select(columns)
    .select(summaryColumns)
    .select(summaryName.as("summary_name"));
}

/** Every role of one user, with the place where it counts. */
export async function listManagerRoles(db: Database, userId: string): Promise<HeldManagerRole[]> {
  const rows = await db
    .selectFrom("managers")
    .leftJoin("project_grants", "project_grants.id", "managers.project_grant_id")
    .leftJoin("projects", (join) =>
      join.on((eb) => eb("projects.id", "=", eb.fn.coalesce("managers.project_id", "project_grants.project_id"))),
    )
    .leftJoin("organizations", "organizations.id", "managers.organization_id")
    .select(columns)
    .select((eb) => [
      eb.fn.coalesce("organizations.name", "projects.name", eb.val("")).as("place_name"),
      eb.fn.coalesce("organizations.id", "project_grants.organization_id", "projects.organization_id").as("managed_by"),
    ])
    .where("managers.user_id", "=", userId)
    .orderBy("managers.id")
    .execute();
  return rows.map((row) => ({
    ...toManagerRole(row),
    placeName: row.place_name,
    organizationId: row.managed_by ?? undefined,
  }));
}

/** Any role, at any place. */
export async function holdsManagerRole(db: Database, userId: string): Promise<boolean> {
  const row = await db.selectFrom("managers").select("id").where("user_id", "=", userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The organization whose users manage the place; none for the instance. */
export async function organizationOf(db: Database, place: Place): Promise<string | undefined> {
  switch (place.level) {
    case "iam":
      return undefined;
    case "organization": {
      const id = place.organizationId;
      return found(
        await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst(),
        "organization",
        id,
      ).id;
    }
    case "project":
      return (await readProject(db, place.projectId)).organizationId;
    case "project_grant": {
      const id = place.projectGrantId;
      const row = await db
        .selectFrom("project_grants")
        .select("organization_id")
        .where("id", "=", id)
        .executeTakeFirst();
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

function toManagerRole(row: ManagerRow): Omit<Manager, "user"> {
  return { id: row.id, userId: row.user_id, role: row.role as Role, place: toPlace(row), createdAt: row.created_at };
}

function toManager(row: ManagerRow & UserSummaryRow): Manager {
  return { ...toManagerRole(row), user: toUserSummary(row) };
}
