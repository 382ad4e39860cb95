/** The people who are signed in in one browser, as its cookie names their sessions, with what an account picker shows. */
import type { Database } from "../../storage/database.ts";
import { loginSessionStanding, STANDS } from "./standing.ts";

export interface BrowserAccount {
  readonly sessionId: string;
  readonly version: number;
  readonly userId: string;
  readonly organizationId: string;
  readonly displayName: string;
  /** `name@domain`. */
  readonly loginName: string;
  readonly authenticatedAt: number;
  readonly amr: readonly string[];
}

/** Only sessions that stand, in the order of the cookie, in one statement. */
export async function readBrowserAccounts(db: Database, cookies: readonly { id: string; version: number }[]): Promise<BrowserAccount[]> {
  if (cookies.length === 0) return [];
  const ids = cookies.map(({ id }) => id);
  const rows = await db
    .selectFrom("login_sessions")
    .innerJoin("users", "users.id", "login_sessions.user_id")
    .innerJoin("organizations", "organizations.id", "users.organization_id")
    .leftJoin("humans", "humans.user_id", "users.id")
    .select([
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
    return [
      {
        sessionId: row.id,
        version: row.version,
        userId: row.user_id,
        organizationId: row.organization_id,
        displayName: row.display_name ?? row.user_name,
        loginName: `${row.user_name}@${row.domain}`,
        authenticatedAt: row.authenticated_at,
        amr: JSON.parse(row.amr),
      },
    ];
  });
}
