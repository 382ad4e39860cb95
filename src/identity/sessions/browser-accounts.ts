/**
 * The people who are signed in in one browser, as its cookie names their sessions, with what an account picker shows.
 */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import { type FactorPossession, whatIsDue } from "../factors/due.ts";
import type { Level } from "../factors/levels.ts";
import { effectivePolicy } from "../policies/effective.ts";
import type { FactorKind } from "../users/factors.ts";
import { loginNameOf } from "../users/user-names.ts";
import { loginSessionStanding, STANDS } from "./standing.ts";

export interface BrowserAccount {
  readonly sessionId: string;
  readonly version: number;
  readonly userId: string;
  readonly organizationId: string;
  readonly displayName: string;
  readonly loginName: string;
  readonly userName: string;
  /** Only one that counts as theirs. */
  readonly email: string | undefined;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
  /** What decides whether that is enough (identity/factors/due.ts). */
  readonly factors: FactorPossession;
}

/** Only sessions that stand, in the order of the cookie, in one statement. */
export async function readBrowserAccounts(
  db: Database,
  cookies: readonly { id: string; version: number }[],
): Promise<BrowserAccount[]> {
  if (cookies.length === 0) return [];
  const ids = cookies.map(({ id }) => id);
  const rows = await db
    .selectFrom("login_sessions")
    .innerJoin("users", "users.id", "login_sessions.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .leftJoin("policies as own", (join) =>
      join.onRef("own.place_id", "=", "users.organization_id").on("own.kind", "=", "secondFactor"),
    )
    .leftJoin("policies as everybody", (join) =>
      join.on("everybody.place_id", "=", "").on("everybody.kind", "=", "secondFactor"),
    )
    .select([
      "own.settings as own_policy",
      "everybody.settings as instance_policy",
      sql<string | null>`(SELECT string_agg(kind, ',') FROM factors WHERE factors.user_id = users.id)`.as(
        "factor_kinds",
      ),
      "humans.email_verified",
      "humans.email",
      "login_sessions.id",
      "login_sessions.version",
      "login_sessions.user_id",
      "login_sessions.authenticated_at",
      "login_sessions.amr",
      "users.organization_id",
      "users.user_name",
      "organizations.domain",
      "humans.display_name",
    ])
    .where("login_sessions.id", "in", ids)
    .where(loginSessionStanding("login_sessions"), "=", STANDS)
    .execute();
  return cookies.flatMap((cookie) => {
    const row = rows.find(({ id, version }) => id === cookie.id && version === cookie.version);
    if (row === undefined) return [];
    const { settings: policy, instance } = effectivePolicy("secondFactor", {
      own: row.own_policy,
      instance: row.instance_policy,
    });
    return [
      {
        sessionId: row.id,
        version: row.version,
        userId: row.user_id,
        organizationId: row.organization_id,
        displayName: row.display_name ?? row.user_name,
        loginName: loginNameOf(row),
        userName: row.user_name,
        email: row.email_verified === 1 ? (row.email ?? undefined) : undefined,
        authenticatedAt: row.authenticated_at,
        amr: JSON.parse(row.amr),
        factors: {
          policy,
          instanceAllows: instance.allowed,
          has: [...new Set(row.factor_kinds?.split(",") ?? [])] as FactorKind[],
          emailVerified: row.email_verified === 1,
        },
      },
    ];
  });
}

/**
 * Whether the person has to prove more than the session did: the organization asks for it, or they have set it up
 * since.
 */
export function needsMore({ factors, amr }: Pick<BrowserAccount, "factors" | "amr">, wanted: Level): boolean {
  return whatIsDue({ ...factors, amr, wanted }).due !== "nothing";
}
