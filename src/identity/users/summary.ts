/** A user as others name them: in lists of managers and role assignments, wherever a person reads who is meant. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { nameHolds, nameMayHold, padValues, searchText } from "../listing.ts";
import { loginNameIn, loginNameOf } from "./user-names.ts";
import type { UserKind } from "./users.ts";

export interface UserSummary {
  readonly id: string;
  readonly kind: UserKind;
  readonly organizationId: string;
  /** `name@domain`, or an address. */
  readonly loginName: string;
  /** A service user's name. */
  readonly displayName: string;
}

/**
 * For a statement that joins `users`, their organization as `home`, and where there are such rows `humans` and
 * `service_users`.
 */
export const summaryColumns = [
  "users.kind",
  "users.organization_id as home_id",
  "users.user_name",
  "home.domain",
] as const;

export const summaryName: RawBuilder<string> = sql<string>`coalesce(humans.display_name, service_users.name, users.user_name)`;

export interface UserSummaryRow {
  readonly user_id: string;
  readonly kind: string;
  readonly home_id: string;
  readonly user_name: string;
  readonly domain: string;
  readonly summary_name: string;
}

export function toUserSummary(row: UserSummaryRow): UserSummary {
  return {
    id: row.user_id,
    kind: row.kind as UserKind,
    organizationId: row.home_id,
    loginName: loginNameOf(row),
    displayName: row.summary_name,
  };
}

export async function findSummaries(db: Database, userIds: readonly string[]): Promise<UserSummary[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .innerJoin("organizations as home", "home.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("service_users", "service_users.user_id", "users.id")
    .select(["users.id as user_id", ...summaryColumns])
    .select(summaryName.as("summary_name"))
    .where("users.id", "in", padValues(userIds))
    .execute();
  return rows.map(toUserSummary);
}

/** The filter of a list whose rows are each about a user, by nothing but what the list shows of them. */
export function filterByUser(q: string | undefined) {
  const text = searchText(q);
  const byName = nameMayHold(text, sql.ref("row.summary_name"));
  const byLoginName = nameMayHold(text, loginNameIn(sql.ref("row.user_name"), sql.ref("row.domain")));
  return {
    condition: byName && byLoginName && sql<SqlBool>`(${byName} OR ${byLoginName})`,
    accepts: (row: UserSummaryRow) => nameHolds(row.summary_name, text) || nameHolds(loginNameOf(row), text),
  };
}
