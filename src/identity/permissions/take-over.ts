/**
 * The take-over rule. Whoever sets the password, the keys or the address of a user can become that user. So whoever does
 * this to a manager must hold all that the manager holds, at each place where the manager holds it; and so must whoever
 * locks, deactivates or deletes one. It is asked besides the permission for the change itself.
 */
import type { Database } from "../../storage/database.ts";
import type { Ceiling } from "./ceiling.ts";
import { type HeldRole, permissionsWithin, type Surroundings } from "./counting.ts";
import { toHeldRole } from "./may.ts";
import type { Permission } from "./permissions.ts";
import { isRole, roles } from "./roles.ts";

/** Before a user's credentials, e-mail address, keys, tokens or state are changed, or the user is deleted. */
export async function mayManageUser(db: Database, actorId: string, userId: string): Promise<Ceiling> {
  return mayDoAll(db, actorId, await rolesInPlace(db).where("managers.user_id", "=", userId).execute());
}

/**
 * Before an organization is activated, deactivated or deleted, or gets another domain, and its users with it. What they manage
 * within the organization is the organization's own; but they may manage the instance, or an organization or project elsewhere.
 */
export async function mayManageUsersOf(db: Database, actorId: string, organizationId: string): Promise<Ceiling> {
  const elsewhere = await rolesInPlace(db)
    .innerJoin("users", "users.id", "managers.user_id")
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
  return mayDoAll(db, actorId, elsewhere);
}

/** What the actor may do at each place where the user has a manager role, by the id of that role. */
export async function permissionsAtRolesOf(db: Database, actorId: string, userId: string): Promise<Map<string, Set<Permission>>> {
  const rows = await rolesInPlace(db).select("managers.id").where("managers.user_id", "=", userId).execute();
  const held = await rolesHeldBy(db, actorId);
  return new Map(rows.map(({ id, ...place }) => [id, permissionsIn(place, held)]));
}

/** Manager roles, each with what its place lies within. */
function rolesInPlace(db: Database) {
  return db
    .selectFrom("managers")
    .leftJoin("project_grants", "project_grants.id", "managers.project_grant_id")
    .leftJoin("projects", (join) =>
      join.on((eb) => eb("projects.id", "=", eb.fn.coalesce("managers.project_id", "project_grants.project_id"))),
    )
    .leftJoin("instance", "instance.project_id", "projects.id")
    .select((eb) => [
      "managers.role",
      eb.fn.coalesce("managers.organization_id", "projects.organization_id").as("organizationId"),
      "projects.id as projectId",
      "project_grants.id as projectGrantId",
      "project_grants.organization_id as receiverId",
      "instance.project_id as ownProjectId",
    ]);
}

interface RoleInPlace extends Omit<Surroundings, "carriesManagerRoles"> {
  readonly role: string;
  /** Where the place is in Signet's own project. */
  readonly ownProjectId: string | null;
}

async function mayDoAll(db: Database, actorId: string, targets: readonly RoleInPlace[]): Promise<Ceiling> {
  if (targets.length === 0) return { allowed: true };
  const held = await rolesHeldBy(db, actorId);
  const missing = new Set(targets.flatMap((target) => missingFor(target, held)));
  return missing.size === 0 ? { allowed: true } : { allowed: false, missing: [...missing] };
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

function permissionsIn({ role: _, ownProjectId, ...around }: RoleInPlace, held: readonly HeldRole[]): Set<Permission> {
  return permissionsWithin(held, { ...around, carriesManagerRoles: ownProjectId !== null });
}

function missingFor(place: RoleInPlace, held: readonly HeldRole[]): Permission[] {
  if (!isRole(place.role)) return [];
  const counting = permissionsIn(place, held);
  return roles[place.role].permissions.filter((permission) => !counting.has(permission));
}
