/** Which events belong to a project: those about itself, and about what lies in it now. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../storage/database.ts";

/**
 * For so many things, all their events are fetched and sorted; for more, the log is read by time and each event judged.
 */
const FEW = 500;

export const kindsInProject = ["project", "application", "project_grant", "role_assignment"] as const;

/**
 * For a row of events. The answer to a grant is in the log of both organizations, each its own; of these a project has
 * its own side's.
 */
export function isOnSideOfProject(projectId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(
    resource_kind <> 'project_grant' OR events.organization_id = (SELECT p.organization_id FROM projects p WHERE p.id = ${projectId})
  )`;
}

/** The ids of the project and of everything in it, or undefined when they are too many to ask for one by one. */
export async function resourcesOfProject(db: Database, projectId: string): Promise<readonly string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM applications WHERE project_id = ${projectId}
    UNION ALL SELECT id FROM project_grants WHERE project_id = ${projectId}
    UNION ALL SELECT id FROM role_assignments WHERE project_id = ${projectId}
    LIMIT ${sql.lit(FEW)}`.execute(db);
  return rows.length < FEW ? [projectId, ...rows.map((row) => row.id)] : undefined;
}

/** For a row of events: 1 or 0. */
export function belongsTo(projectId: string): RawBuilder<number> {
  const within = (kind: "application" | "project_grant" | "role_assignment", table: string) => sql`
    WHEN resource_kind = ${sql.lit(kind)}
      AND EXISTS (SELECT 1 FROM ${sql.table(table)} t WHERE t.id = events.resource_id AND t.project_id = ${projectId})
      AND ${isOnSideOfProject(projectId)} THEN 1`;
  return sql<number>`CASE
    WHEN resource_kind = 'project' AND resource_id = ${projectId} THEN 1
    ${within("application", "applications")}
    ${within("project_grant", "project_grants")}
    ${within("role_assignment", "role_assignments")}
    ELSE 0 END`;
}
