/**
 * The database's own limit on PostgreSQL: the recorded statements by the bare driver, on as many connections as Signet
 * has.
 */
import pg from "pg";
import { isWrite, type Recording, type Statement } from "./recording.ts";
import type { Replay, Written } from "./replay-sqlite.ts";
import { CONNECTIONS } from "./works.ts";

export interface PostgresReplayInput {
  /** Without a database name. */
  readonly serverUrl: string;
  /** The database as it was before the recording. */
  readonly template: string;
  /** Recorded one request after the other, in turn for each of the connections of the load. */
  readonly recording: Recording;
  readonly connections: number;
}

/** The statements of one request. */
type Unit = readonly Statement[];

export async function replayOnPostgres(input: PostgresReplayInput): Promise<Replay> {
  const { serverUrl, template, recording, connections } = input;
  const name = `${template}_replay`;
  const writes = recording.statements.some(isWrite);
  const lanes = lanesOf(recording);
  const admin = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await admin.connect();
  const fresh = async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
    const pool = new pg.Pool({ connectionString: `${serverUrl}/${name}`, max: connections });
    pool.on("error", () => {});
    await warmUp(pool, recording, connections);
    return pool;
  };
  let pool = await fresh();
  const written = await countWritten(admin, pool, recording, lanes);
  return {
    written,
    async perSecond(milliseconds) {
      let [requests, spent] = [0, 0];
      while (spent < milliseconds) {
        if (writes) {
          await pool.end();
          pool = await fresh();
        }
        const began = performance.now();
        await Promise.all(lanes.map((lane) => runLane(pool, lane)));
        spent += performance.now() - began;
        requests += recording.requests;
      }
      return (requests / spent) * 1000;
    },
    async close() {
      await pool.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Every connection has prepared every statement, and nothing has changed. */
async function warmUp(pool: pg.Pool, { statements }: Recording, connections: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const each = new Map(
    statements.filter(({ text }) => !CONTROL.test(text)).map((statement) => [statement.text, statement]),
  );
  for (const client of clients) {
    await client.query("BEGIN");
    for (const { text, values } of each.values()) await client.query({ name: nameOf(text), text, values });
    await client.query("ROLLBACK");
    client.release();
  }
}

const CONTROL = /^(begin|commit|rollback|savepoint|release)/i;

/** What one connection of the load asked for stays in its order; the lanes run side by side. */
function lanesOf({ statements }: Recording): Unit[][] {
  const units = Map.groupBy(statements, ({ request }) => request);
  const lanes: Unit[][] = Array.from({ length: CONNECTIONS }, () => []);
  for (const [request, unit] of units) lanes[request % CONNECTIONS]?.push(unit);
  return lanes;
}

async function runLane(pool: pg.Pool, units: readonly Unit[]): Promise<number> {
  let rows = 0;
  for (const unit of units) rows += await runUnit(pool, unit);
  return rows;
}

/** A transaction has its connection to itself; any other statement takes the one that is free. */
async function runUnit(pool: pg.Pool, unit: Unit): Promise<number> {
  let client: pg.PoolClient | undefined;
  let rows = 0;
  for (const statement of unit) {
    const { text, values } = statement;
    if (/^begin/i.test(text)) client ??= await pool.connect();
    const { rowCount } = await (client ?? pool).query({
      ...(CONTROL.test(text) ? {} : { name: nameOf(text) }),
      text,
      values,
    });
    if (isWrite(statement)) rows += rowCount ?? 0;
    if (/^(commit|rollback)/i.test(text)) {
      client?.release();
      client = undefined;
    }
  }
  client?.release();
  return rows;
}

/** PostgreSQL parses and plans a named statement once a connection. */
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * The copy is newer than the last checkpoint, so the log holds changes, not the whole pages that follow a checkpoint.
 */
async function countWritten(
  admin: pg.Client,
  pool: pg.Pool,
  { requests }: Recording,
  lanes: readonly Unit[][],
): Promise<Written> {
  const position = async () =>
    Number((await admin.query("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS at")).rows[0]?.at);
  const before = await position();
  const rows = await Promise.all(lanes.map((lane) => runLane(pool, lane)));
  return { rows: rows.reduce((sum, one) => sum + one, 0) / requests, bytes: ((await position()) - before) / requests };
}
