/** The roles a user has in projects right now, as tokens and introspection tell them. */
import type { Database } from "../storage/database.ts";

/**
 * By project; a project in which the user has none is left out. A role counts while the assignment is active and, if it was
 * made through a grant, while the grant is active and still includes the role.
 */
export async function rolesOf(db: Database, userId: string, projectIds: readonly string[]): Promise<Map<string, string[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("role_assignments")
    .innerJoin("role_assignment_roles as assigned", "assigned.role_assignment_id", "role_assignments.id")
    .leftJoin("project_grants", (join) =>
      join.onRef("project_grants.id", "=", "role_assignments.project_grant_id").on("project_grants.state", "=", "active"),
    )
    .leftJoin("project_grant_roles as granted", (join) =>
      join.onRef("granted.project_grant_id", "=", "project_grants.id").onRef("granted.role_key", "=", "assigned.role_key"),
    )
    .select(["role_assignments.project_id", "assigned.role_key"])
    .where("role_assignments.user_id", "=", userId)
    .where("role_assignments.project_id", "in", projectIds)
    .where("role_assignments.state", "=", "active")
    .where((eb) => eb.or([eb("role_assignments.project_grant_id", "is", null), eb("granted.role_key", "is not", null)]))
    .orderBy("role_assignments.project_id")
    .orderBy("assigned.role_key")
    .execute();
  const roles = Map.groupBy(rows, (row) => row.project_id);
  return new Map([...roles].map(([projectId, held]) => [projectId, held.map((row) => row.role_key)]));
}
