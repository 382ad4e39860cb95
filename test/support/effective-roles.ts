/** The roles of somebody by project, read as tokens are made of them. */
import { sql } from "kysely";
import { readRoleList, roleList } from "../../src/identity/effective-roles.ts";
import type { Database } from "../../src/storage/database.ts";

export async function rolesOf(
  db: Database,
  userId: string,
  projectIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { roles } = await db
    .selectFrom("users")
    .select(roleList(sql`ra.project_id IN (${sql.join(projectIds)})`).as("roles"))
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  return readRoleList(roles);
}
