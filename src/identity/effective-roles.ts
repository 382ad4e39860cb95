/** The roles a user has in projects right now, as tokens and introspection tell them. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * The roles `rr` of the user, in the assignments `ra`: to be selected from, and narrowed by more conditions. A role counts
 * while the assignment is active and, if it was made through a grant, while the grant is active and still includes it.
 */
export function rolesHeldBy(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`FROM role_assignments ra
    JOIN role_assignment_roles rr ON rr.role_assignment_id = ra.id
    LEFT JOIN project_grants g ON g.id = ra.project_grant_id AND g.state = 'active'
    LEFT JOIN project_grant_roles gr ON gr.project_grant_id = g.id AND gr.role_key = rr.role_key
    WHERE ra.user_id = ${userId} AND ra.state = 'active' AND (ra.project_grant_id IS NULL OR gr.role_key IS NOT NULL)`;
}

/**
 * As one value of a larger statement, for a row under the name `users`: `project role,project role`. `project` says which
 * of them count, for a row of role_assignments under the name `ra`.
 */
export function roleList(project: RawBuilder<SqlBool>): RawBuilder<string | null> {
  return sql<string | null>`(
    SELECT string_agg(ra.project_id || ' ' || rr.role_key, ',' ORDER BY ra.project_id, rr.role_key)
    ${rolesHeldBy(sql.ref("users.id"))} AND ${project}
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
