/** "May this user do this here": asked at every request, of the rows as they are now. */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { type Ceiling, mayGive } from "./ceiling.ts";
import { type HeldRole, permissionsWithin, type Surroundings } from "./counting.ts";
import type { Permission } from "./permissions.ts";
import { type Place, refuseRoleElsewhere, type Target } from "./places.ts";
import { isRole, type Role } from "./roles.ts";

/** Everything the user may do there. Nothing, for a user who is not active or whose organization is not. */
export async function permissionsAt(db: Database, userId: string, target: Target): Promise<Set<Permission>> {
  const rows = await db
    .with("place", (cte) => placeOf(cte, target))
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
  const around: Surroundings = {
    organizationId: first.organization_id,
    projectId: first.project_id,
    projectGrantId: first.project_grant_id,
    receiverId: first.receiver_id,
    carriesManagerRoles: first.own_project_id !== null || first.management_access === 1,
  };
  return permissionsWithin(rows.flatMap(toHeldRole), around);
}

/** One row for every kind of target: an id that is not asked about is empty, and no row has an empty id. */
function placeOf(db: Pick<Database, "selectFrom">, target: Target) {
  const ids = idsOf(target);
  return db
    .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as("here"))
    .leftJoin("applications", (join) => join.on("applications.id", "=", ids.application))
    .leftJoin("project_grants", (join) => join.on("project_grants.id", "=", ids.projectGrant))
    .leftJoin("projects", (join) =>
      join.on((eb) => eb("projects.id", "=", eb.fn.coalesce("applications.project_id", "project_grants.project_id", eb.val(ids.project)))),
    )
    .leftJoin("users as target", (join) => join.on("target.id", "=", ids.user))
    .leftJoin("instance", "instance.project_id", "projects.id")
    .select((eb) => [
      eb.fn.coalesce("projects.organization_id", "target.organization_id", eb.val(ids.organization)).as("organization_id"),
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

/** Taking a role away asks for the same as giving it. */
export async function mayGiveRole(db: Database, giverId: string, role: Role, place: Place): Promise<Ceiling> {
  refuseRoleElsewhere(role, place);
  return mayGive(await permissionsAt(db, giverId, place), role);
}

/** A role that this version does not know counts for nothing. */
export function toHeldRole(row: { readonly role: string; readonly place_id: string }): HeldRole[] {
  return isRole(row.role) ? [{ role: row.role, placeId: row.place_id }] : [];
}

function idsOf(target: Target): Record<"application" | "projectGrant" | "project" | "user" | "organization", string> {
  return {
    application: target.level === "application" ? target.applicationId : "",
    projectGrant: target.level === "project_grant" ? target.projectGrantId : "",
    project: target.level === "project" ? target.projectId : "",
    user: target.level === "user" ? target.userId : "",
    organization: target.level === "organization" ? target.organizationId : "",
  };
}
