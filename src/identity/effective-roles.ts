/** The roles a user has in projects right now, as tokens and introspection tell them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../storage/database.ts";

/**
 * By project; a project in which the user has none is left out. A role counts while the assignment is active and, if it
 * was made through a grant, while the grant is active and still includes the role.
 */
export async function rolesOf(
  db: Database,
  userId: string,
  projectIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("role_assignments")
    .innerJoin("role_assignment_roles as assigned", "assigned.role_assignment_id", "role_assignments.id")
    .leftJoin("project_grants", (join) =>
      join
        .onRef("project_grants.id", "=", "role_assignments.project_grant_id")
        .on("project_grants.state", "=", "active"),
    )
    .leftJoin("project_grant_roles as granted", (join) =>
      join
        .onRef("granted.project_grant_id", "=", "project_grants.id")
        .onRef("granted.role_key", "=", "assigned.role_key"),
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

/**
 * The same as one value of a larger statement, for a row under the name `users`: `project role,project role`. `project`
 * says which of them count, for a row of role_assignments under the name `ra`.
 */
export function roleList(project: RawBuilder<SqlBool>): RawBuilder<string | null> {
  return sql<string | null>`(
    SELECT string_agg(ra.project_id || ' ' || rr.role_key, ',' ORDER BY ra.project_id, rr.role_key)
    FROM role_assignments ra
    JOIN role_assignment_roles rr ON rr.role_assignment_id = ra.id
    LEFT JOIN project_grants g ON g.id = ra.project_grant_id AND g.state = 'active'
    LEFT JOIN project_grant_roles gr ON gr.project_grant_id = g.id AND gr.role_key = rr.role_key
    WHERE ra.user_id = users.id AND ra.state = 'active' AND (ra.project_grant_id IS NULL OR gr.role_key IS NOT NULL) AND ${project}
  )`;
}

/** Keys of roles have neither spaces nor commas. */
export function readRoleList(list: string | null): Map<string, string[]> {
  const pairs = (list ?? "").split(",").flatMap((pair) => {
    const [projectId, role] = pair.split(" ");
    return projectId === undefined || role === undefined ? [] : [{ projectId, role }];
  });
  const roles = Map.groupBy(pairs, ({ projectId }) => projectId);
  return new Map([...roles].map(([projectId, held]) => [projectId, held.map(({ role }) => role)]));
}
