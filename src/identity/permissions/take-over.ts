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
  const targets = await db
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
    ])
    .where("managers.user_id", "=", userId)
    .execute();
  if (targets.length === 0) return { allowed: true };
  const held = await rolesHeldBy(db, actorId);
  return together(
    targets.flatMap((target) => missingFor(target.role, held, { ...target, carriesManagerRoles: target.ownProjectId !== null })),
  );
}

/**
 * Before an organization is deactivated or deleted, and its users with it. Only managers of the instance are asked about:
 * whoever else manages something does so within their own organization.
 */
export async function mayManageUsersOf(db: Database, actorId: string, organizationId: string): Promise<Ceiling> {
  const targets = await db
    .selectFrom("managers")
    .innerJoin("users", "users.id", "managers.user_id")
    .select("managers.role")
    .where("managers.place_id", "=", "")
    .where("users.organization_id", "=", organizationId)
    .execute();
  if (targets.length === 0) return { allowed: true };
  const held = await rolesHeldBy(db, actorId);
  return together(targets.flatMap((target) => missingFor(target.role, held, instance)));
}

const instance: Surroundings = {
  organizationId: null,
  projectId: null,
  projectGrantId: null,
  receiverId: null,
  carriesManagerRoles: false,
};

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

function missingFor(role: string, held: readonly HeldRole[], around: Surroundings): Permission[] {
  if (!isRole(role)) return [];
  const counting = permissionsWithin(held, around);
  return roles[role].permissions.filter((permission) => !counting.has(permission));
}

function together(missing: readonly Permission[]): Ceiling {
  return missing.length === 0 ? { allowed: true } : { allowed: false, missing: [...new Set(missing)] };
}
