/**
 * The take-over rule. Whoever sets the password, the keys or the address of a user can become that user. So whoever
 * does this to a manager must hold all that the manager holds, at each place where the manager holds it. It is asked
 * besides the permission for the change itself.
 *
 * Whoever only stops somebody gets nothing by it. An organization keeps hold of its own people, whatever they manage
 * elsewhere: for that, only their roles of the instance and of their own organization count. Letting somebody in again
 * gives back all that they manage, and so it asks for all of it.
 */
import type { Database } from "../../storage/database.ts";
import { type HeldRole, permissionsWithin, type Surroundings } from "./counting.ts";
import { toHeldRole } from "./may.ts";
import type { Permission } from "./permissions.ts";
import { isRole, roles } from "./roles.ts";

/**
 * What a change does to the user it is about. `stops`: it locks, deactivates, signs out or deletes. `acts_as`: whoever
 * makes it could act as the user afterwards, or lets them act again; so it is whatever is not known to be the other.
 */
export type Effect = "stops" | "acts_as";

/** Where the roles are held that stand in the way: told by their kind, so that nobody learns of a place. */
export type ManagerOf = "instance" | "own_organization" | "other_organization" | "project" | "project_grant";

export type Reach =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly missing: Permission[]; readonly managerOf: readonly ManagerOf[] };

/** Before a user's credentials, e-mail address, keys, tokens, sessions or state are changed, or the user is deleted. */
export async function mayManageUser(db: Database, actorId: string, userId: string, effect: Effect): Promise<Reach> {
  const held = await rolesInPlace(db).where("managers.user_id", "=", userId).execute();
  return mayDoAll(db, actorId, effect === "acts_as" ? held : held.filter(shieldsAtHome));
}

/**
 * Before an organization is activated, deactivated or deleted, or gets another domain, and its users with it. What they
 * manage within the organization is the organization's own; but they may manage the instance, or an organization or
 * project elsewhere.
 */
export async function mayManageUsersOf(
  db: Database,
  actorId: string,
  organizationId: string,
  effect: Effect,
): Promise<Reach> {
  const elsewhere = await rolesInPlace(db)
    .where("users.organization_id", "=", organizationId)
    .where((eb) => {
      const managedBy = eb.fn.coalesce(
        "managers.organization_id",
        "project_grants.organization_id",
        "projects.organization_id",
        eb.val(""),
      );
      return eb(managedBy, "!=", organizationId);
    })
    .distinct()
    .execute();
  return mayDoAll(db, actorId, effect === "acts_as" ? elsewhere : elsewhere.filter(shieldsAtHome));
}

function shieldsAtHome(role: RoleInPlace): boolean {
  const managerOf = managerOfWhat(role);
  return managerOf === "instance" || managerOf === "own_organization";
}

function managerOfWhat({ projectGrantId, projectId, organizationId, homeId }: RoleInPlace): ManagerOf {
  if (projectGrantId !== null) return "project_grant";
  if (projectId !== null) return "project";
  if (organizationId === null) return "instance";
  return organizationId === homeId ? "own_organization" : "other_organization";
}

/** What the actor may do at each place where the user has a manager role, by the id of that role. */
export async function permissionsAtRolesOf(
  db: Database,
  actorId: string,
  userId: string,
): Promise<Map<string, Set<Permission>>> {
  const rows = await rolesInPlace(db).select("managers.id").where("managers.user_id", "=", userId).execute();
  const held = await rolesHeldBy(db, actorId);
  return new Map(rows.map(({ id, ...place }) => [id, permissionsIn(place, held)]));
}

/** Manager roles, each with what its place lies within. */
function rolesInPlace(db: Database) {
  return db
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .leftJoin("project_grants", "project_grants.id", "managers.project_grant_id")
    .leftJoin("projects", (join) =>
      join.on((eb) => eb("projects.id", "=", eb.fn.coalesce("managers.project_id", "project_grants.project_id"))),
    )
    .leftJoin("instance", "instance.project_id", "projects.id")
    .select((eb) => [
      "managers.role",
      "users.organization_id as homeId",
      eb.fn.coalesce("managers.organization_id", "projects.organization_id").as("organizationId"),
      "projects.id as projectId",
      "project_grants.id as projectGrantId",
      "project_grants.organization_id as receiverId",
      "instance.project_id as ownProjectId",
    ]);
}

interface RoleInPlace extends Omit<Surroundings, "carriesManagerRoles"> {
  readonly role: string;
  /** The organization of whoever holds it. */
  readonly homeId: string;
  /** Where the place is in Signet's own project. */
  readonly ownProjectId: string | null;
}

async function mayDoAll(db: Database, actorId: string, targets: readonly RoleInPlace[]): Promise<Reach> {
  if (targets.length === 0) return { allowed: true };
  const held = await rolesHeldBy(db, actorId);
  const outOfReach = targets
    .map((target) => ({ target, missing: missingFor(target, held) }))
    .filter(({ missing }) => missing.length > 0);
  if (outOfReach.length === 0) return { allowed: true };
  return {
    allowed: false,
    missing: [...new Set(outOfReach.flatMap(({ missing }) => missing))],
    managerOf: [...new Set(outOfReach.map(({ target }) => managerOfWhat(target)))],
  };
}

async function rolesHeldBy(db: Database, userId: string): Promise<HeldRole[]> {
  const rows = await db
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .select(["managers.role", "managers.place_id"])
    .where("managers.user_id", "=", userId)
    .where("users.state", "=", "active")
    .where("organizations.state", "=", "active")
    .execute();
  return rows.flatMap(toHeldRole);
}

function permissionsIn(
  { role: _, homeId: _home, ownProjectId, ...around }: RoleInPlace,
  held: readonly HeldRole[],
): Set<Permission> {
  return permissionsWithin(held, { ...around, carriesManagerRoles: ownProjectId !== null });
}

function missingFor(place: RoleInPlace, held: readonly HeldRole[]): Permission[] {
  if (!isRole(place.role)) return [];
  const counting = permissionsIn(place, held);
  return roles[place.role].permissions.filter((permission) => !counting.has(permission));
}
