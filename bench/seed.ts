/**
 * Seeds PostgreSQL with a million users, a hundred thousand applications and a million app sessions, then shows how it
 * runs the statements that Signet issues most: each must use an index and read a bounded number of rows.
 *
 *   npm run bench:seed -- --users 50000 --applications 5000 --sessions 50000 --plans --only search
 *   npm run bench:seed -- --url postgres://localhost/empty     a database of your own, which must be empty
 *   npm run bench:seed -- --url … --seeded                     the plans again, with what an earlier run has seeded
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { searchWords } from "../src/identity/users/search-words.ts";
import { open } from "../src/storage/storage.ts";
import { startPostgresServer } from "../test/support/postgres-server.ts";
import { fill, forBulkLoading, idOf, type Size } from "./seed/data.ts";
import { hotStatements, type Samples } from "./seed/hot-statements.ts";
import { drawn, explain, fullScansOnSqlite, statementsOf } from "./seed/plans.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "1000000" },
    applications: { type: "string", default: "100000" },
    sessions: { type: "string", default: "1000000" },
    url: { type: "string" },
    seeded: { type: "boolean", default: false },
    plans: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const size: Size = {
  users: Number(values.users),
  applications: Number(values.applications),
  sessions: Number(values.sessions),
};
/** A table with fewer rows is read from end to end with good reason; in a smaller test, most are. */
const LARGE = size.users >= 500_000 ? 2_000 : 50_000;

const server = values.url === undefined ? await startPostgresServer(forBulkLoading()) : undefined;
try {
  await run(values.url ?? `${server?.url}/postgres`);
} finally {
  await server?.stop();
}

async function run(url: string): Promise<void> {
  const storage = await open(url);
  const sqlite = await open("file::memory:");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await storage.migrate();
    await sqlite.migrate();
    if (!values.seeded) {
      const start = performance.now();
      await fill(client, size, console.log);
      console.log(`seeded in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
    }
    const samples = await findSamples(client);
    await checkWords(client);
    const large = await largeTables(client);
    let failed = await referencesWithoutIndex(client, large);
    for (const { name, rows: limit, work } of hotStatements(samples).filter((hot) => hot.name.includes(values.only))) {
      const statements = await statementsOf(storage.db, work);
      const explained = await explain(client, statements, large);
      const most = Math.max(...explained.map((one) => one.rows));
      const scanned = [...new Set(explained.flatMap((one) => one.scanned))];
      const onSqlite = (
        await Promise.all(statements.map((statement) => fullScansOnSqlite(sqlite.db, statement)))
      ).flat();
      const sum = (of: (one: (typeof explained)[number]) => number) =>
        explained.reduce((total, one) => total + of(one), 0);
      const problems = [
        ...(most > limit ? [`reads more than ${limit} rows`] : []),
        ...(scanned.length > 0 ? [`reads all of ${scanned.join(", ")}`] : []),
        ...(onSqlite.length > 0 ? [`on SQLite: ${onSqlite.join(", ")}`] : []),
      ];
      const ok = problems.length === 0;
      const figures = [
        name.padEnd(40),
        `${String(explained.length).padStart(2)} statements`,
        `${String(sum((one) => one.rows)).padStart(6)} rows`,
        `${String(sum((one) => one.buffers)).padStart(6)} buffers`,
        `${sum((one) => one.milliseconds)
          .toFixed(2)
          .padStart(8)} ms`,
      ];
      console.log(`${figures.join("  ")}  ${ok ? "ok" : `FAILED ${problems.join("; ")}`}`);
      if (values.plans || !ok) for (const one of explained) console.log(`    ${one.sql}\n${drawn(one.plan)}`);
      if (!ok) failed++;
    }
    if (failed > 0) {
      console.log(`\n${failed} failed`);
      process.exitCode = 1;
    }
  } finally {
    await client.end();
    await storage.close();
    await sqlite.close();
  }
}

async function findSamples(client: pg.Client): Promise<Samples> {
  const one = async <T extends object>(sql: string): Promise<T> => {
    const { rows } = await client.query<T>(sql);
    if (rows[0] === undefined) throw new Error(`nothing was seeded for: ${sql}`);
    return rows[0];
  };
  const now = "(extract(epoch FROM now()) * 1000)::bigint";
  const fresh = idOf("session", size.sessions + 1);
  await client.query("DELETE FROM app_sessions WHERE id = $1", [fresh]);
  const columns = `id, user_id AS "userId", application_id AS "applicationId", login_session_id AS "loginSessionId", redirect_uri AS "redirectUri"`;
  const appSession = await one<Samples["appSession"]>(
    `SELECT ${columns} FROM app_sessions s WHERE s.idle_expires_at > ${now} + 86400000
       AND EXISTS (SELECT 1 FROM login_sessions l WHERE l.id = s.login_session_id AND l.idle_expires_at > ${now} + 86400000)
       AND EXISTS (SELECT 1 FROM applications a JOIN projects p ON p.id = a.project_id WHERE a.id = s.application_id AND p.role_check = 0)
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = s.user_id AND u.organization_id = '${idOf("organization", 1)}') LIMIT 1`,
  );
  const freshSession = await one<{ id: string }>(
    `INSERT INTO app_sessions (id, user_id, application_id, login_session_id, epoch, scopes, authenticated_at, amr, redirect_uri, code_challenge,
       code_expires_at, generation, rotated_at, repeats, created_at, idle_expires_at, expires_at)
     SELECT '${fresh}', user_id, application_id, login_session_id, epoch, scopes, authenticated_at, amr, redirect_uri, '',
       ${now} + 3600000, 0, ${now}, 0, ${now}, idle_expires_at, expires_at FROM app_sessions WHERE id = '${appSession.id}' RETURNING id`,
  );
  return {
    users: size.users,
    loginName: (await one<{ email: string }>("SELECT email FROM humans OFFSET 1000 LIMIT 1")).email,
    bigOrganization: idOf("organization", 1),
    smallOrganization: idOf("organization", 5),
    appSession,
    freshSession,
    assigned: await one(
      `SELECT a.user_id AS "userId", a.project_id AS "projectId", u.organization_id AS "organizationId"
       FROM role_assignments a JOIN users u ON u.id = a.user_id WHERE a.project_grant_id IS NOT NULL LIMIT 1`,
    ),
    grant: await one(`SELECT project_grant_id AS id, g.organization_id AS "organizationId", g.project_id AS "projectId"
       FROM role_assignments a JOIN project_grants g ON g.id = a.project_grant_id LIMIT 1`),
  };
}

/** The words were made in SQL; they must be those that the code makes. */
async function checkWords(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ texts: string[]; words: string[] }>(
    `SELECT ARRAY[h.given_name, h.family_name, h.display_name, u.user_name, h.email] AS texts,
       (SELECT array_agg(word ORDER BY word) FROM user_words w WHERE w.user_id = u.id) AS words
     FROM users u JOIN humans h ON h.user_id = u.id LIMIT 1000`,
  );
  const different = rows.find(({ texts, words }) => searchWords(texts).sort().join(" ") !== words.join(" "));
  if (different !== undefined)
    throw new Error(
      `other words than the code's: ${JSON.stringify(different)}, ${searchWords(different.texts).sort()}`,
    );
}

async function largeTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples > $1",
    [LARGE],
  );
  return new Set(rows.map((row) => row.name));
}

/** Deleting a row looks for those that refer to it: without an index, in the whole table. */
async function referencesWithoutIndex(client: pg.Client, large: ReadonlySet<string>): Promise<number> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `SELECT c.conrelid::regclass::text AS table, c.conname AS name FROM pg_constraint c
     WHERE c.contype = 'f' AND NOT EXISTS (
       SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
  );
  const missing = rows.filter((row) => large.has(row.table));
  for (const { table, name } of missing) console.log(`FAILED  ${table}: no index begins with the columns of ${name}`);
  return missing.length;
}
