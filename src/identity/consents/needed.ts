/**
 * Whether a person has to be asked before an application gets anything about them. Applications of their own
 * organization, and of projects whose grant their organization accepted, ask only if they are set to; Signet's Console
 * never does.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { isOwnOrAccepted } from "../accepted-projects.ts";
import { covers, splitScopes } from "./consents.ts";

/**
 * Where a statement has joined them: for a session under the given name, `users`, the application `a` and its project
 * `p`. It is part of the session's standing, so it is asked at every use.
 */
export function isAgreed(session: string): RawBuilder<SqlBool> {
  const s = sql.ref(session);
  return sql<SqlBool>`(${needsNoConsent} OR EXISTS (
    SELECT 1 FROM consents c WHERE c.id = ${s}.consent_id AND c.user_id = ${s}.user_id AND c.application_id = ${s}.application_id
  ))`;
}

const needsNoConsent: RawBuilder<SqlBool> = sql<SqlBool>`(
  ${isOwnOrAccepted("p", sql.ref("users.organization_id"))} OR a.id = (SELECT console_application_id FROM instance)
)`;

/** How person and application stand to each other. */
export interface ConsentSituation {
  /** The application is the Console. */
  readonly exempt: boolean;
  /** Of the person's own organization, or of a grant that it accepted. */
  readonly familiar: boolean;
  /** Whether the project lets the person in at all. */
  readonly admitted: boolean;
  /** What the person agreed to before. */
  readonly consent: { readonly id: string; readonly scopes: readonly string[] } | undefined;
}

/** Undefined when one of them is gone. `admits` says whether the project `p` lets in the person `users`. */
export async function readConsentSituation(
  db: Database,
  { userId, applicationId }: { userId: string; applicationId: string },
  admits: RawBuilder<SqlBool>,
): Promise<ConsentSituation | undefined> {
  const flag = (condition: RawBuilder<SqlBool>) => sql<number>`CASE WHEN ${condition} THEN 1 ELSE 0 END`;
  const row = await db
    .selectFrom("applications as a")
    .innerJoin("projects as p", "p.id", "a.project_id")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .leftJoin("consents as c", (join) =>
      join.onRef("c.user_id", "=", "users.id").onRef("c.application_id", "=", "a.id"),
    )
    .select([
      flag(sql<SqlBool>`a.id = (SELECT console_application_id FROM instance)`).as("exempt"),
      flag(isOwnOrAccepted("p", sql.ref("users.organization_id"))).as("familiar"),
      flag(admits).as("admitted"),
      "c.id as consent_id",
      "c.scopes as consent_scopes",
    ])
    .where("a.id", "=", applicationId)
    .executeTakeFirst();
  return (
    row && {
      exempt: row.exempt === 1,
      familiar: row.familiar === 1,
      admitted: row.admitted === 1,
      consent:
        row.consent_id === null ? undefined : { id: row.consent_id, scopes: splitScopes(row.consent_scopes ?? "") },
    }
  );
}

/**
 * Compared are the scopes that would be granted, so whoever asks for the same again is not asked again. `required`: the
 * application asks everybody. `again`: it wants the question to be asked, whatever was answered before (prompt
 * consent).
 */
export function mustAsk(
  { exempt, familiar, consent }: ConsentSituation,
  asked: { readonly granted: readonly string[]; readonly required: boolean; readonly again: boolean },
): boolean {
  if (exempt) return false;
  if (asked.again) return true;
  if (consent !== undefined && covers(consent.scopes, asked.granted)) return false;
  return asked.required || !familiar;
}
