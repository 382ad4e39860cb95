/** Projects that several organizations may use: each of them owns it, or has been granted it. */
import type { Database } from "../storage/database.ts";

/** Those of the given projects that are active and that every one of the organizations may use. */
export async function projectsUsableBy(
  db: Database,
  projectIds: readonly string[],
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (projectIds.length === 0) return new Set();
  let query = db
    .selectFrom("projects")
    .innerJoin("organizations", "organizations.id", "projects.organization_id")
    .select("projects.id")
    .where("projects.id", "in", projectIds)
    .where("projects.state", "=", "active")
    .where("organizations.state", "=", "active");
  for (const organizationId of new Set(organizationIds)) {
    query = query.where((eb) =>
      eb.or([
        eb("projects.organization_id", "=", organizationId),
        eb.exists(
          eb
            .selectFrom("project_grants")
            .select("project_grants.id")
            .whereRef("project_grants.project_id", "=", "projects.id")
            .where("project_grants.organization_id", "=", organizationId)
            .where("project_grants.state", "=", "active"),
        ),
      ]),
    );
  }
  return new Set((await query.execute()).map((row) => row.id));
}
