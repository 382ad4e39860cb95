/** The ceiling on manager roles: nobody gives or takes more than they hold themselves at that place. */
import type { Permission } from "./permissions.ts";
import { type ManagerLevel, type Role, roles } from "./roles.ts";

export type Ceiling = { readonly allowed: true } | { readonly allowed: false; readonly missing: Permission[] };

/** The permission to make and remove managers of each level. */
export const managerPermission = {
  iam: "iam_manager.write",
  organization: "organization_manager.write",
  project: "project_manager.write",
  project_grant: "project_grant_manager.write",
} as const satisfies Record<ManagerLevel, Permission>;

/**
 * `held` is all that the giver may do at the place where the role would count. Managing managers of that level is asked
 * for here too, so that no path can check the ceiling and forget it.
 */
export function mayGive(held: ReadonlySet<Permission>, role: Role): Ceiling {
  const { level, permissions } = roles[role];
  const missing = [...new Set<Permission>([managerPermission[level], ...permissions])].filter(
    (permission) => !held.has(permission),
  );
  return missing.length === 0 ? { allowed: true } : { allowed: false, missing };
}
