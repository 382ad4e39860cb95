/**
 * Which projects would let in whoever registers: those without role check that admit users of an organization where
 * registration is open. Whoever opens it is told, and can ask for a role there. Signet's own project is left out: it
 * has no roles to ask for, and who has no manager role finds nothing in it.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../storage/database.ts";

export interface AdmittingProject {
  readonly id: string;
  readonly name: string;
  /** Who owns it, and can change it. */
  readonly organizationId: string;
  readonly organizationName: string;
}

export interface Admitting {
  readonly items: AdmittingProject[];
  /** There are others beside these. */
  readonly more: boolean;
}

export const MOST_ADMITTING = 100;

/**
 * For an organization, those that it owns or that are granted to it: what others have open to everybody is not for it
 * to know. For the instance, those that admit anybody of an organization that has not decided for itself.
 */
export async function readAdmitting(db: Database, organizationId: string | undefined): Promise<Admitting> {
  const admits = organizationId === undefined ? admitsSomeInheritor : ofOrganization(organizationId);
  const rows = await db
    .selectFrom("projects as p")
    .innerJoin("organizations as owner", "owner.id", "p.organization_id")
    .select(["p.id", "p.name", "owner.id as organizationId", "owner.name as organizationName"])
    .where("p.state", "=", "active")
    .where("owner.state", "=", "active")
    .where("p.role_check", "=", 0)
    .where("p.id", "not in", (eb) => eb.selectFrom("instance").select("instance.project_id"))
    .where(admits)
    .orderBy("p.name")
    .orderBy("p.id")
    .limit(MOST_ADMITTING + 1)
    .execute();
  return { items: rows.slice(0, MOST_ADMITTING), more: rows.length > MOST_ADMITTING };
}

/** sessions/standing.ts: `admitted`, for somebody who has no role anywhere. */
function ofOrganization(id: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(p.organization_id = ${id} OR EXISTS (
    SELECT 1 FROM project_grants g WHERE g.project_id = p.id AND g.organization_id = ${id} AND g.state = 'active'
  ))`;
}

/** An organization that has decided for itself does not follow the instance. */
const inherits = (id: RawBuilder<unknown>) =>
  sql<SqlBool>`NOT EXISTS (SELECT 1 FROM policies x WHERE x.place_id = ${id} AND x.kind = 'registration')`;

const admitsSomeInheritor = sql<SqlBool>`(
  p.project_check = 0 OR ${inherits(sql.ref("p.organization_id"))} OR EXISTS (
    SELECT 1 FROM project_grants g JOIN organizations receiver ON receiver.id = g.organization_id
    WHERE g.project_id = p.id AND g.state = 'active' AND receiver.state = 'active' AND ${inherits(sql.ref("g.organization_id"))}
  )
)`;
