/**
 * Fills an empty, migrated database with users, applications and sessions by set-based SQL. One organization owns half
 * of everything, a thousand small ones share the rest: a plan that is good for one and bad for the other shows.
 */
import type pg from "pg";

export interface Size {
  readonly users: number;
  readonly applications: number;
  readonly sessions: number;
}

/** The n-th row of a table has this id; sorted by n, as ids are by time. */
export const idOf = (kind: Kind, n: number): string => `${beginningOf(kind)}${n.toString(16).padStart(12, "0")}`;

const kinds = [
  ...["organization", "project", "grant", "application", "user", "manager", "assignment", "login", "session", "other"],
  "robot",
] as const;
type Kind = (typeof kinds)[number];

const beginningOf = (kind: Kind) => `0190000${kinds.indexOf(kind).toString(16)}-0000-7000-8000-`;
const id = (kind: Kind, n: string) => `'${beginningOf(kind)}' || lpad(to_hex(${n}), 12, '0')`;
const now = "(extract(epoch FROM now()) * 1000)::bigint";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The same number every time, and independent of the others. */
const chance = (n: string, which: number) => `(hashint8(${n} * 10 + ${which}) & 2147483647)`;

const given = `(ARRAY['ada','adam','alan','alexander','alexandra','alice','amelie','andreas','anna','anne','anton','barbara','ben',
  'carla','charlotte','christian','clara','daniel','david','elena','elias','emil','emma','eva','felix','finn','grace','hanna',
  'henri','ida','jakob','jan','jana','jonas','jose','julia','karl','katharina','lara','laura','lea','lena','leo','lina','lukas',
  'maria','marie','martin','max','mia','michael','mila','nina','noah','oskar','paul','peter','sara','sofia','thomas'])`;
const familyOf = (
  n: string,
) => `(ARRAY['ba','be','bo','da','do','fe','fi','ga','go','ha','he','jo','ka','ke','lo','lu','ma','me','mo','na'])[1 + ${chance(n, 1)} % 20]
  || (ARRAY['lam','ber','cker','din','fels','gen','hart','iser','kin','land','mann','nert','per','rich','sen','ster','ten','vers','witz','zler'])[1 + ${chance(n, 2)} % 20]
  || (ARRAY['','er','i','o','s','a','el','in','ow','sky'])[1 + ${chance(n, 3)} % 10]`;
const givenOf = (n: string) => `${given}[1 + ${chance(n, 4)} % 60]`;

export const organizationsFor = ({ users }: Size): number => Math.max(10, Math.floor(users / 1000));
export const projectsFor = ({ applications }: Size): number => Math.max(20, Math.floor(applications / 10));

/** In order; `${…}` are numbers and expressions of this file only. */
export function statements(size: Size): [name: string, sql: string][] {
  const organizations = organizationsFor(size);
  const projects = projectsFor(size);
  const half = Math.floor(projects / 2);
  const small = (n: string) => `2 + (${n}) % ${organizations - 1}`;
  const organizationOf = (n: string) => `CASE WHEN ${n} % 2 = 1 THEN 1 ELSE ${small(`${n} / 2`)} END`;
  const logins = Math.max(1, Math.floor(size.sessions / 2));
  const stamp = `'active', ${now}, 1, ${now}`;
  return [
    [
      "organizations",
      `INSERT INTO organizations SELECT ${id("organization", "n")}, 'Organization ' || n, 'org' || n || '.example', ${stamp}
       FROM generate_series(1::bigint, ${organizations}) n`,
    ],
    [
      "projects",
      `INSERT INTO projects SELECT ${id("project", "n")}, ${id("organization", `CASE WHEN n <= ${half} THEN 1 ELSE ${small("n")} END`)},
         'Project ' || n, CASE WHEN n <= ${half} THEN 1 ELSE 0 END, CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END, 0, ${stamp}
       FROM generate_series(1::bigint, ${projects}) n`,
    ],
    [
      "project roles",
      `INSERT INTO project_roles SELECT ${id("project", "n")}, key, key, '' FROM generate_series(1::bigint, ${projects}) n,
         unnest(ARRAY['admin', 'editor', 'reader']) key`,
    ],
    [
      "project grants",
      `INSERT INTO project_grants SELECT ${id("grant", "n * 5 + k")}, ${id("project", "n")}, ${id("organization", small("n * 5 + k"))}, ${stamp}, ${now}
       FROM generate_series(1::bigint, ${Math.floor(half / 5)}) n, generate_series(0::bigint, ${Math.min(4, organizations - 2)}) k`,
    ],
    [
      "granted roles",
      `INSERT INTO project_grant_roles SELECT g.id, g.project_id, key FROM project_grants g, unnest(ARRAY['editor', 'reader']) key`,
    ],
    [
      "applications",
      `INSERT INTO applications SELECT ${id("application", "n")}, ${id("project", `1 + n % ${projects}`)}, 'Application ' || n, 'web', 'basic',
         '["code"]', '["authorization_code","refresh_token"]', '["https://app' || n || '.example/callback"]', '[]', 0, 0, 0, '{}', ${stamp}
       FROM generate_series(1::bigint, ${size.applications}) n`,
    ],
    [
      "users",
      `INSERT INTO users SELECT ${id("user", "n")}, ${id("organization", organizationOf("n"))}, 'human', name, name, 'active', 1, ${now}, 1, ${now}
       FROM generate_series(1::bigint, ${size.users}) n, LATERAL (SELECT ${givenOf("n")} || '.' || ${familyOf("n")} || n AS name) of_n`,
    ],
    [
      "humans",
      `INSERT INTO humans SELECT u.id, initcap(${givenOf("n")}), initcap(${familyOf("n")}), '', initcap(${givenOf("n")} || ' ' || ${familyOf("n")}),
         'en', '', u.user_name || '@' || o.domain, u.user_name || '@' || o.domain, 1, 1, '', 0, '{}', 0, NULL, 1, NULL, 0
       FROM generate_series(1::bigint, ${size.users}) n JOIN users u ON u.id = ${id("user", "n")} JOIN organizations o ON o.id = u.organization_id`,
    ],
    [
      "words",
      `INSERT INTO user_words SELECT DISTINCT u.organization_id, word, u.id
       FROM generate_series(1::bigint, ${size.users}) n JOIN users u ON u.id = ${id("user", "n")} JOIN humans h ON h.user_id = u.id,
         LATERAL unnest(ARRAY[${givenOf("n")}, ${familyOf("n")}, ${familyOf("n")} || n, u.user_name, h.email]) word
       ORDER BY 1, 2, 3`,
    ],
    [
      "words that are shown",
      `INSERT INTO user_shown_words SELECT DISTINCT u.organization_id, word, u.id
       FROM generate_series(1::bigint, ${size.users}) n JOIN users u ON u.id = ${id("user", "n")},
         LATERAL unnest(ARRAY[${givenOf("n")}, ${familyOf("n")}, ${familyOf("n")} || n, u.user_name]) word
       ORDER BY 1, 2, 3`,
    ],
    [
      "service users",
      `INSERT INTO users SELECT ${id("robot", "n")}, ${id("organization", organizationOf("n"))}, 'service', 'robot' || n, 'robot' || n, 'active', 1, ${now}, 1, ${now}
       FROM generate_series(1::bigint, ${Math.floor(size.users / 20)}) n`,
    ],
    [
      "what is theirs alone",
      `INSERT INTO service_users SELECT id, 'Robot', '', NULL, 0 FROM users WHERE kind = 'service'`,
    ],
    [
      "their words",
      `INSERT INTO user_words SELECT organization_id, word, id FROM users, unnest(ARRAY['robot', user_name]) word WHERE kind = 'service'`,
    ],
    [
      "their words that are shown",
      `INSERT INTO user_shown_words SELECT w.* FROM user_words w JOIN users u ON u.id = w.user_id WHERE u.kind = 'service'`,
    ],
    [
      "role assignments",
      `WITH grant_of AS (SELECT DISTINCT ON (organization_id) organization_id, project_id, id FROM project_grants)
       INSERT INTO role_assignments SELECT ${id("assignment", "n")}, u.id, COALESCE(g.project_id, ${id("project", `1 + n % ${half}`)}), g.id, ${stamp}
       FROM generate_series(1::bigint, ${size.users}) n JOIN users u ON u.id = ${id("user", "n")} LEFT JOIN grant_of g ON g.organization_id = u.organization_id
       WHERE n % 5 = 0 AND (n % 2 = 1 OR g.id IS NOT NULL)`,
    ],
    [
      "assigned roles",
      `INSERT INTO role_assignment_roles SELECT a.id, a.project_id, key FROM role_assignments a, unnest(ARRAY['editor', 'reader']) key`,
    ],
    [
      "managers",
      `INSERT INTO managers
       SELECT ${id("manager", "n")}, ${id("user", "n * 2 - 1")}, 'IAM_OWNER', '', NULL, NULL, NULL, ${now} FROM generate_series(1::bigint, 3) n
       UNION ALL SELECT ${id("manager", "1000 + n")}, ${id("user", "n * 2 + 9")}, 'IAM_USER_MANAGER', '', NULL, NULL, NULL, ${now} FROM generate_series(1::bigint, 500) n
       UNION ALL SELECT ${id("manager", "2000000 + row_number() OVER ()")}, min(id), 'ORG_OWNER', organization_id, organization_id, NULL, NULL, ${now}
         FROM users GROUP BY organization_id
       UNION ALL SELECT ${id("manager", "3000000 + n")}, ${id("user", "7")}, 'PROJECT_OWNER', ${id("project", "n")}, NULL, ${id("project", "n")}, NULL, ${now}
         FROM generate_series(1::bigint, ${half}) n
       UNION ALL SELECT ${id("manager", "4000000 + row_number() OVER ()")}, u.id, 'PROJECT_GRANT_OWNER', g.id, NULL, NULL, g.id, ${now}
         FROM project_grants g JOIN (SELECT organization_id, max(id) AS id FROM users GROUP BY organization_id) u USING (organization_id)`,
    ],
    [
      "metadata",
      `INSERT INTO user_metadata SELECT ${id("user", "n")}, 'key ' || k, 'value' FROM generate_series(1::bigint, ${Math.floor(size.users / 5)}) n, generate_series(1::bigint, 3) k`,
    ],
    [
      "instance",
      `INSERT INTO instance VALUES (1, ${id("organization", "1")}, ${id("project", "1")}, ${id("application", String(projects))}, ${now})`,
    ],
    [
      "login sessions",
      `INSERT INTO login_sessions SELECT ${id("login", "n")}, ${id("user", `1 + n % ${size.users}`)}, 1, 1, '["pwd"]', 'Browser', t, t, t,
         t + ${7 * DAY}, t + ${30 * DAY}, NULL
       FROM generate_series(1::bigint, ${logins}) n, LATERAL (SELECT ${now} - (n % 75) * ${DAY / 10} AS t) of_n`,
    ],
    [
      "app sessions",
      `INSERT INTO app_sessions
       SELECT ${id("session", "n")}, ${id("user", `1 + (1 + n % ${logins}) % ${size.users}`)},
         ${id("application", `1 + (n % ${half - 1}) + ${projects} * (n % ${Math.max(1, Math.floor(size.applications / projects))})`)},
         ${id("login", `1 + n % ${logins}`)}, 1, 'openid offline_access', NULL, t, '["pwd"]', 'https://app.example/callback', '', t + 60000, t, 3, t, 0,
         'rotated', t, t + ${30 * DAY}, t + ${90 * DAY}, NULL, NULL
       FROM generate_series(1::bigint, ${size.sessions}) n, LATERAL (SELECT ${now} - (n % 33) * ${DAY} AS t) of_n`,
    ],
    [
      "revoked tokens",
      `INSERT INTO revoked_tokens SELECT ${id("other", "n")}, ${now}, ${now} + (n % 100 - 50) * 360000 FROM generate_series(1::bigint, ${Math.floor(size.sessions / 2)}) n`,
    ],
    [
      "used assertions",
      `INSERT INTO used_assertions SELECT ${id("user", "n % 1000")}, 'jti' || n, ${now} + (n % 100 - 50) * 60000 FROM generate_series(1::bigint, ${Math.floor(size.sessions / 2)}) n`,
    ],
    [
      "proof attempts",
      `INSERT INTO proof_attempts SELECT 'user:' || ${id("user", "n")}, 1, ${now} - (n % 100) * 60000, 0 FROM generate_series(1::bigint, ${Math.floor(size.sessions / 2)}) n`,
    ],
    [
      "events",
      `INSERT INTO events SELECT ${id("other", "n")}, ${now} - (${size.users} - n) * ${Math.floor((410 * DAY) / size.users)}, type, 'user', ${id("user", "1 + n % 1000")},
         ${id("organization", organizationOf("n"))}, kind, CASE kind WHEN 'user' THEN ${id("user", "n")} WHEN 'policy' THEN 'password'
           WHEN 'application' THEN ${id("application", `1 + n % ${size.applications}`)} ELSE ${id("login", `1 + n % ${logins}`)} END, '{}', NULL
       FROM generate_series(1::bigint, ${size.users}) n,
         LATERAL (SELECT CASE WHEN n % 100003 = 1 THEN 'policy.changed' WHEN n % 1009 = 2 THEN 'user.locked' WHEN n % 101 = 3 THEN 'application.changed'
           WHEN n % 3 = 0 THEN 'login_session.started' ELSE 'user.changed' END AS type) of_n, LATERAL (SELECT split_part(type, '.', 1) AS kind) of_type`,
    ],
    [
      "usage",
      `INSERT INTO usage SELECT hour, ${id("organization", "n")}, kind, 1 + ${chance("n", 6)} % 100
       FROM generate_series(1::bigint, ${organizations}) n, generate_series(0::bigint, ${24 * 90 - 1}) back,
         LATERAL (SELECT ${now} / ${HOUR} * ${HOUR} - back * ${HOUR} AS hour) of_back, unnest(ARRAY['token', 'introspection', 'userinfo']) kind
       WHERE n = 1 OR ${chance("n * 10000 + back", 7)} % 5 = 0 ORDER BY 1, 2, 3`,
    ],
  ];
}

/** Settings of a server that loads much at once and may lose it; what plans depend on stays as it is elsewhere. */
export function forBulkLoading(): Record<string, string> {
  return {
    fsync: "off",
    shared_buffers: "512MB",
    maintenance_work_mem: "512MB",
    max_wal_size: "8GB",
    wal_level: "minimal",
    max_wal_senders: "0",
  };
}

/** Without triggers, and with the secondary indexes made at the end: some ten times faster than row by row. */
export async function fill(client: pg.Client, size: Size, log: (line: string) => void): Promise<void> {
  await client.query("SET session_replication_role = replica; SET work_mem = '128MB'");
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
       AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const [name, statement] of statements(size))
    await timed(name, async () => (await client.query(statement)).rowCount ?? 0, log);
  for (const { name, definition } of indexes)
    await timed(`index ${name}`, async () => client.query(definition).then(() => 0), log);
  await timed("analyze", async () => client.query("VACUUM ANALYZE").then(() => 0), log);
  await client.query("RESET session_replication_role; RESET work_mem");
}

async function timed(name: string, work: () => Promise<number>, log: (line: string) => void): Promise<void> {
  const start = performance.now();
  const rows = await work();
  const seconds = (performance.now() - start) / 1000;
  if (rows > 0 || seconds >= 1)
    log(
      `  ${name.padEnd(36)} ${rows === 0 ? "".padStart(9) : String(rows).padStart(9)} ${seconds.toFixed(1).padStart(7)} s`,
    );
}
