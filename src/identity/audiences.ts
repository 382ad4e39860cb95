/**
 * Who may name a project in the audience of a token. The project decides: only whoever it lists may, beside its own
 * applications; a service user may name what is its own organization's business. Whoever the token speaks for has to
 * pass the checks of the project as if they signed in there. Asked when scopes are granted, and again whenever a token
 * is used.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { padValues } from "../storage/pad-values.ts";
import { type MarkValue, prepared } from "../storage/prepared.ts";
import { isOwnOrAccepted } from "./accepted-projects.ts";
import { mayTellMetadata } from "./metadata.ts";
import { admitted, hasRequiredRole } from "./sessions/standing.ts";

/** Whoever asks for a token, and whom it is to speak for: a service user does both. */
export type Asker =
  | { readonly kind: "application"; readonly applicationId: string; readonly userId: string }
  | { readonly kind: "service_user"; readonly userId: string };

/**
 * Those of the projects that may be in the audience now, separated by spaces, as one value of a larger statement: for a
 * row under the name `users` and, where an application asks, its row under the name `a`. Signet's own project has a
 * rule of its own.
 */
export function audienceList(asker: Asker["kind"], projectIds: readonly string[]): RawBuilder<string | null> {
  if (projectIds.length === 0) return sql<string | null>`CAST(NULL AS TEXT)`;
  return sql<string | null>`(
    SELECT string_agg(target.id, ' ') FROM projects target
    JOIN organizations owner ON owner.id = target.organization_id
    WHERE target.id IN (${sql.join(projectIds)}) AND target.state = 'active' AND owner.state = 'active'
      AND ${asker === "application" ? letsApplicationName : letsServiceUserName}
      AND ${admitted("users", "target")} AND ${hasRequiredRole("users", "target")}
  )`;
}

export function readAudienceList(list: string | null): ReadonlySet<string> {
  return new Set(list === null ? [] : list.split(" "));
}

/**
 * Each entry lists what it says it lists: the id of a project that stands there as that of an application is nobody's.
 */
const letsApplicationName: RawBuilder<SqlBool> = sql<SqlBool>`(target.id = a.project_id OR EXISTS (
  SELECT 1 FROM project_callers c
  WHERE c.project_id = target.id AND c.caller_id IN (a.id, a.project_id) AND (c.application_id = a.id OR c.calling_project_id = a.project_id)
))`;

const letsServiceUserName: RawBuilder<SqlBool> = sql<SqlBool>`(${isOwnOrAccepted("target", sql.ref("users.organization_id"))} OR EXISTS (
  SELECT 1 FROM project_callers c WHERE c.project_id = target.id AND c.caller_id = users.id AND c.user_id = users.id
))`;

/** What may be granted of what only some may have. */
export interface Grantable {
  readonly audience: ReadonlySet<string>;
  readonly metadata: boolean;
}

function markAsker(asker: Asker, value: MarkValue): Asker {
  const userId = value(asker.userId);
  if (asker.kind === "service_user") return { kind: asker.kind, userId };
  return { kind: asker.kind, applicationId: value(asker.applicationId), userId };
}

interface Question {
  readonly asker: Asker;
  readonly projectIds: readonly string[];
}

const grantableTo = prepared(
  ({ asker, projectIds }: Question, value) => ({
    asker: markAsker(asker, value),
    projectIds: projectIds.map(value),
  }),
  (db, { asker, projectIds }) => {
    const audience = audienceList(asker.kind, projectIds).as("audience");
    const user = db.selectFrom("users").where("users.id", "=", asker.userId);
    // What a service user asks for, it asks for itself.
    if (asker.kind === "service_user") return user.select([audience, sql<number>`1`.as("metadata")]);
    return user
      .innerJoin("applications as a", (join) => join.on("a.id", "=", asker.applicationId))
      .innerJoin("projects as p", "p.id", "a.project_id")
      .select([
        audience,
        sql<number>`CASE WHEN ${mayTellMetadata("p", sql.ref("users.organization_id"))} THEN 1 ELSE 0 END`.as(
          "metadata",
        ),
      ]);
  },
);

export async function readGrantable(db: Database, asker: Asker, projectIds: readonly string[]): Promise<Grantable> {
  const row = await grantableTo.first(db, { asker, projectIds: padValues(projectIds) });
  return { audience: readAudienceList(row?.audience ?? null), metadata: row?.metadata === 1 };
}
