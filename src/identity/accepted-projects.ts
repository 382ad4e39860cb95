/** The projects that an organization has made its own business: those it owns, and those whose grant it accepted. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * For a row of projects under the given name. `organization` is an expression for the id of the organization. A grant
 * from before grants had to be accepted, and one that waits or was refused, is none of these.
 */
export function isOwnOrAccepted(project: string, organization: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const p = sql.ref(project);
  return sql<SqlBool>`(${p}.organization_id = ${organization} OR EXISTS (
    SELECT 1 FROM project_grants accepted
    WHERE accepted.project_id = ${p}.id AND accepted.organization_id = ${organization}
      AND accepted.state = 'active' AND accepted.accepted_at IS NOT NULL
  ))`;
}
