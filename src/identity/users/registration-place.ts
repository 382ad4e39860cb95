/** Whether somebody who registers for an application in an organization could sign in there afterwards. */
import type { Database } from "../../storage/database.ts";

/** What has no use is not offered: nobody makes an account in an organization that the application is not open to. */
export async function isRegistrationPlace(
  db: Database,
  place: { applicationId: string; organizationId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("applications as a")
    .innerJoin("projects as p", "p.id", "a.project_id")
    .innerJoin("organizations as owner", "owner.id", "p.organization_id")
    .innerJoin("organizations as o", (join) => join.on("o.id", "=", place.organizationId))
    .select("o.id")
    .where("a.id", "=", place.applicationId)
    .where("a.state", "=", "active")
    .where("p.state", "=", "active")
    .where("owner.state", "=", "active")
    .where("o.state", "=", "active")
    .where((eb) =>
      eb.or([
        eb("p.project_check", "=", 0),
        eb("p.organization_id", "=", eb.ref("o.id")),
        eb.exists(
          eb
            .selectFrom("project_grants as g")
            .select("g.id")
            .whereRef("g.project_id", "=", "p.id")
            .whereRef("g.organization_id", "=", "o.id")
            .where("g.state", "=", "active"),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
