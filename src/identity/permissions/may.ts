/** "May this user do this here": asked at every request, of the rows as they are now. */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { padValues } from "../../storage/pad-values.ts";
import { type HeldRole, permissionsWithin, type Surroundings } from "./counting.ts";
import type { Permission } from "./permissions.ts";
import type { Target } from "./places.ts";
import { isRole } from "./roles.ts";

/** Everything the user may do there. Nothing, for a user who is not active or whose organization is not. */
export async function permissionsAt(db: Database, userId: string, target: Target): Promise<Set<Permission>> {
  const rows = await db
    .with("place", (cte) => placeQuery(cte, target))
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select((eb) => [
      "managers.role",
      "managers.place_id",
      eb.selectFrom("place").select("place.organization_id").as("organization_id"),
      eb.selectFrom("place").select("place.project_id").as("project_id"),
      eb.selectFrom("place").select("place.project_grant_id").as("project_grant_id"),
      eb.selectFrom("place").select("place.receiver_id").as("receiver_id"),
      eb.selectFrom("place").select("place.own_project_id").as("own_project_id"),
      eb.selectFrom("place").select("place.management_access").as("management_access"),
    ])
    .where("managers.user_id", "=", userId)
    .where("users.state", "=", "active")
    .where("organizations.state", "=", "active")
    // Each as a value of its own, not as a join: so the index by place is used, whatever number of roles the user has.
    .where((eb) =>
      eb("managers.place_id", "in", [
        eb.val(""),
        eb.selectFrom("place").select("place.organization_id"),
        eb.selectFrom("place").select("place.project_id"),
        eb.selectFrom("place").select("place.project_grant_id"),
        eb.selectFrom("place").select("place.receiver_id"),
      ]),
    )
    .execute();
  const [first] = rows;
  if (first === undefined) return new Set();
  return permissionsWithin(rows.flatMap(toHeldRole), toSurroundings(first));
}

/** The manager roles that a user has at the instance and at the given places. */
export async function managerRolesAt(db: Database, userId: string, placeIds: readonly string[]): Promise<HeldRole[]> {
  const rows = await db
    .selectFrom("managers")
    .select(["role", "place_id"])
    .where("user_id", "=", userId)
    .where("place_id", "in", padValues(["", ...placeIds]))
    .execute();
  return rows.flatMap(toHeldRole);
}

export interface PlaceRow {
  readonly organization_id: string | null;
  readonly project_id: string | null;
  readonly project_grant_id: string | null;
  readonly receiver_id: string | null;
  readonly own_project_id: string | null;
  readonly management_access: number | null;
}

export function toSurroundings(row: PlaceRow): Surroundings {
  return {
    organizationId: row.organization_id,
    projectId: row.project_id,
    projectGrantId: row.project_grant_id,
    receiverId: row.receiver_id,
    carriesManagerRoles: row.own_project_id !== null || row.management_access === 1,
  };
}

/** One row for every kind of target: an id that is not asked about is empty, and no row has an empty id. */
export function placeQuery(db: Pick<Database, "selectFrom">, target: Target) {
  const ids = idsOf(target);
  const kind = target.level === "user" ? target.kind : undefined;
  return db
    .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as("here"))
    .leftJoin("applications", (join) => join.on("applications.id", "=", ids.application))
    .leftJoin("role_assignments", (join) => join.on("role_assignments.id", "=", ids.roleAssignment))
    .leftJoin("project_grants", (join) =>
      join.on((eb) =>
        eb("project_grants.id", "=", eb.fn.coalesce("role_assignments.project_grant_id", eb.val(ids.projectGrant))),
      ),
    )
    .leftJoin("projects", (join) =>
      join.on((eb) =>
        eb(
          "projects.id",
          "=",
          eb.fn.coalesce(
            "applications.project_id",
            "project_grants.project_id",
            "role_assignments.project_id",
            eb.val(ids.project),
          ),
        ),
      ),
    )
    .leftJoin("users as target", (join) => {
      const user = join.on("target.id", "=", ids.user);
      return kind === undefined ? user : user.on("target.kind", "=", kind);
    })
    .leftJoin("organizations as home", (join) => join.on("home.id", "=", ids.organization))
    .leftJoin("instance", "instance.project_id", "projects.id")
    .select((eb) => [
      eb.fn.coalesce("applications.id", "role_assignments.id", "projects.id", "target.id", "home.id").as("found_id"),
      eb.fn.coalesce("projects.organization_id", "target.organization_id", "home.id").as("organization_id"),
      "projects.id as project_id",
      "project_grants.id as project_grant_id",
      "project_grants.organization_id as receiver_id",
      "instance.project_id as own_project_id",
      "applications.management_access",
    ]);
}

export async function may(db: Database, userId: string, permission: Permission, target: Target): Promise<boolean> {
  return (await permissionsAt(db, userId, target)).has(permission);
}

/** A role that this version does not know counts for nothing. */
export function toHeldRole(row: { readonly role: string; readonly place_id: string }): HeldRole[] {
  return isRole(row.role) ? [{ role: row.role, placeId: row.place_id }] : [];
}

type TargetId = "application" | "projectGrant" | "project" | "user" | "organization" | "roleAssignment";

function idsOf(target: Target): Record<TargetId, string> {
  return {
    application: target.level === "application" ? target.applicationId : "",
    projectGrant: target.level === "project_grant" ? target.projectGrantId : "",
    project: target.level === "project" ? target.projectId : "",
    user: target.level === "user" ? target.userId : "",
    organization: target.level === "organization" ? target.organizationId : "",
    roleAssignment: target.level === "role_assignment" ? target.roleAssignmentId : "",
  };
}
