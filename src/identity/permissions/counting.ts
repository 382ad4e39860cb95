/** Which of somebody's manager roles count at a place, and how much of them. */
import type { Permission } from "./permissions.ts";
import { permissionsOf, type Role, type RoleEntry, roles } from "./roles.ts";

export interface HeldRole {
  readonly role: Role;
  /** The id of the place it was given at; empty for the instance. */
  readonly placeId: string;
}

/** The places that something lies within. What does not apply is null. */
export interface Surroundings {
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly projectGrantId: string | null;
  /** The organization that received the project grant; `organizationId` is then the one that owns the project. */
  readonly receiverId: string | null;
  /** Applications here act with the manager roles of whoever signs in. */
  readonly carriesManagerRoles: boolean;
}

/** Who the people of the organization that received a grant are is not for the one that made it to look up. */
const ownersShare = new Set<Permission>(
  [...permissionsOf(["PROJECT_OWNER"])].filter((permission) => permission !== "user.read"),
);
const receiversShare = permissionsOf(["PROJECT_GRANT_OWNER"]);

/** A role counts where it was given and in everything that lies within. */
export function permissionsWithin(held: Iterable<HeldRole>, around: Surroundings): Set<Permission> {
  const counting = new Set([...held].flatMap((one) => countingPermissions(one, around)));
  // Whoever changes an application that carries manager roles could take over the owner who signs in to it.
  if (around.carriesManagerRoles && !counting.has("application.management_access")) {
    return new Set([...counting].filter((permission) => permission.endsWith(".read")));
  }
  return counting;
}

function countingPermissions({ role, placeId }: HeldRole, around: Surroundings): readonly Permission[] {
  const { level, permissions: held }: RoleEntry = roles[role];
  switch (level) {
    case "iam":
      return held;
    case "organization":
      // At a grant, two organizations meet: one decides what is granted, the other who gets it. Neither does both.
      if (placeId === around.receiverId) return held.filter((permission) => receiversShare.has(permission));
      if (placeId !== around.organizationId) return [];
      return around.projectGrantId === null ? held : held.filter((permission) => ownersShare.has(permission));
    case "project":
      if (placeId !== around.projectId) return [];
      return around.projectGrantId === null ? held : held.filter((permission) => ownersShare.has(permission));
    case "project_grant":
      return placeId === around.projectGrantId ? held : [];
  }
}
