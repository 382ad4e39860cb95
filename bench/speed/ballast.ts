/**
 * What else is in a database that has been in use: users, login sessions and app sessions, by set-based SQL on either
 * engine.
 */
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { Session } from "./signet-sessions.ts";
import type { Login, World } from "./signet-world.ts";

export interface Ballast {
  /** Spread evenly over all there is. */
  readonly logins: readonly Login[];
  readonly sessions: readonly Session[];
}

/** How many of them the load knows: enough that no cache holds just those. */
const KNOWN = 8_192;
const SESSIONS_PER_LOGIN = 2;
const DAY = 86_400_000;

interface Speech {
  /** Twelve hexadecimal digits. */
  hex(n: string): string;
  readonly now: string;
}
const sqliteSpeech: Speech = { hex: (n) => `printf('%012x', ${n})`, now: "unixepoch() * 1000" };
const postgresSpeech: Speech = {
  hex: (n) => `lpad(to_hex(${n}), 12, '0')`,
  now: "(extract(epoch FROM now()) * 1000)::bigint",
};

const beginnings = {
  user: "01900000-0000-7000-8000-",
  login: "01900001-0000-7000-8000-",
  session: "01900002-0000-7000-8000-",
} as const;
type Kind = keyof typeof beginnings;
const idOf = (kind: Kind, n: number) => `${beginnings[kind]}${n.toString(16).padStart(12, "0")}`;

/** `size` is "USERS,SESSIONS". */
export async function addBallast(databaseUrl: string, world: World, size: string): Promise<Ballast> {
  const [users = 0, sessions = 0] = size.split(",").map(Number);
  const logins = Math.ceil(sessions / SESSIONS_PER_LOGIN);
  const statements = (speech: Speech) => fillStatements(speech, { world, users, logins, sessions });
  if (databaseUrl.startsWith("file:")) fillSqlite(databaseUrl.slice("file:".length), statements(sqliteSpeech));
  else await fillPostgres(databaseUrl, statements(postgresSpeech));

  const login = (n: number): Login => ({
    userId: idOf("user", n % users),
    loginSessionId: idOf("login", n),
    version: 1,
  });
  const spread = (count: number) =>
    Array.from({ length: Math.min(KNOWN, count) }, (_, i) => Math.floor((i * count) / Math.min(KNOWN, count)));
  return {
    logins: shuffled(spread(logins)).map(login),
    sessions: shuffled(spread(sessions)).map((n) => ({
      id: idOf("session", n),
      ...login(Math.floor(n / SESSIONS_PER_LOGIN)),
    })),
  };
}

/** Neighbours in the load are not neighbours in the table. The same order every time. */
function shuffled<T>(values: readonly T[]): T[] {
  return values.toSorted((a, b) => hash(a) - hash(b));
  function hash(value: T): number {
    let sum = 7;
    for (const character of JSON.stringify(value)) sum = (Math.imul(sum, 31) + character.charCodeAt(0)) | 0;
    return Math.imul(sum, 0x9e3779b1);
  }
}

interface Amount {
  readonly world: World;
  readonly users: number;
  readonly logins: number;
  readonly sessions: number;
}

function fillStatements({ hex, now }: Speech, { world, users, logins, sessions }: Amount): string[] {
  const id = (kind: Kind, n: string) => `'${beginnings[kind]}' || ${hex(n)}`;
  const each = (count: number) =>
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`;
  // In the order of the columns, as far as a table has no defaults.
  return [
    `INSERT INTO users (id, organization_id, kind, user_name, user_name_key, state, epoch, created_at, version, changed_at)
     ${each(users)} SELECT ${id("user", "n")}, '${world.organizationId}', 'human', 'ballast' || n, 'ballast' || n, 'active', 1, ${now}, 1, ${now} FROM numbers`,
    `INSERT INTO humans (user_id, given_name, family_name, nickname, display_name, locale, picture, email, email_key, email_verified, email_version,
       phone, phone_verified, address, address_verified, password_hash, password_version, password_changed_at, password_change_required)
     ${each(users)} SELECT ${id("user", "n")}, 'Ada', 'Number ' || n, '', 'Ada Number ' || n, 'en', '', 'ballast' || n || '@mail.example',
       'ballast' || n || '@mail.example', 1, 1, '', 0, '{}', 0, NULL, 1, NULL, 0 FROM numbers`,
    `INSERT INTO login_sessions (id, user_id, epoch, version, amr, user_agent, created_at, authenticated_at, last_used_at, idle_expires_at, expires_at)
     ${each(logins)} SELECT ${id("login", "n")}, ${id("user", `n % ${users}`)}, 1, 1, '["pwd"]', 'Browser', ${now}, ${now}, ${now},
       ${now} + ${7 * DAY}, ${now} + ${30 * DAY} FROM numbers`,
    `INSERT INTO app_sessions (id, user_id, application_id, login_session_id, epoch, scopes, nonce, authenticated_at, amr, redirect_uri, code_challenge,
       code_expires_at, code_spent_at, generation, rotated_at, repeats, created_at, idle_expires_at, expires_at)
     ${each(sessions)} SELECT ${id("session", "n")}, ${id("user", `(n / ${SESSIONS_PER_LOGIN}) % ${users}`)}, '${world.client.id}',
       ${id("login", `n / ${SESSIONS_PER_LOGIN}`)}, 1, 'openid profile email offline_access', NULL, ${now}, '["pwd"]', 'https://app.example/callback', '',
       ${now}, ${now}, 1, ${now}, 0, ${now}, ${now} + ${30 * DAY}, ${now} + ${90 * DAY} FROM numbers`,
  ];
}

/** Secondary indexes are made at the end: much faster than row by row. */
function fillSqlite(path: string, statements: readonly string[]): void {
  const file = new DatabaseSync(path, { timeout: 10_000 });
  file.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000");
  const indexes = file.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL").all();
  file.exec("BEGIN IMMEDIATE");
  for (const { name } of indexes) file.exec(`DROP INDEX ${name}`);
  for (const statement of statements) file.exec(statement);
  for (const { sql } of indexes) file.exec(String(sql));
  file.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  file.close();
}

async function fillPostgres(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'",
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const statement of statements) await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  await client.query("VACUUM ANALYZE");
  await client.query("CHECKPOINT");
  await client.end();
}
