/**
 * PostgreSQL through `pg`. Measured against `postgres` with `bench/drivers.ts`: about equal in throughput, less CPU
 * a call, and it can bound the wait for a connection and for an answer, which a stalled database makes necessary.
 */
import {
  CompiledQuery,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import pg from "pg";
import type { Engine } from "../database.ts";
import { DatabaseUnavailable, ReferenceViolation, UniqueViolation, UnstorableText } from "../errors.ts";
import { registerLane } from "../lane.ts";
import type { BoundedConnection } from "../long-statements.ts";
import type { Schema } from "../schema/schema.ts";
import { watched } from "../watch.ts";
import { lockForChange } from "./migration-locks.ts";
import { clientOf, Servers } from "./servers.ts";

/** How many connections each process may hold. */
export const DEFAULT_CONNECTIONS = 10;
/** To connect, or to wait until another is done. */
const CONNECT_TIMEOUT_MS = 2_300;
/** Enforced by the server, which undoes the statement and says so. */
const STATEMENT_TIMEOUT_MS = 2_200;
/** Above the server's own limit: reached only when the server does not answer at all. */
const ANSWER_TIMEOUT_MS = 2_400;
/** For what goes with a large organization. */
const LONG_STATEMENT_TIMEOUT_MS = 60_000;
const LONG_ANSWER_TIMEOUT_MS = 62_000;
/** For so long after a statement has run into its limit, the database is taken to hang. */
const STALL_MS = 3_000;
/** While it hangs, who has waited longer than this for a connection does not begin to wait for an answer, too. */
const CONNECT_TIMEOUT_IN_STALL_MS = 300;
/** What is refused sooner is tried at the next server; later than this, that would be waiting twice. */
const NEXT_SERVER_MS = 300;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const NAMED_STATEMENTS = 500;
const LONGEST_NAMED = 16_384;
const ATTEMPTS = 5;

const BIGINT_OID = 20;
const NUMERIC_OID = 1700;

/** How long a connection, a statement and an answer are waited for. */
interface Limits {
  readonly connectMs: number;
  /** Undefined: as long as it takes. */
  readonly statementMs: number | undefined;
  readonly answerMs: number | undefined;
  readonly connectInStallMs: number;
}

export interface PostgresOptions {
  readonly connections?: number | undefined;
  readonly waits?: "bounded" | "unbounded";
  /** How many times as long as usual. */
  readonly patience?: number | undefined;
}

function limitsOf({ waits = "bounded", patience = 1 }: PostgresOptions): Limits {
  const bounded = waits === "bounded";
  return {
    connectMs: CONNECT_TIMEOUT_MS * patience,
    statementMs: bounded ? STATEMENT_TIMEOUT_MS * patience : undefined,
    answerMs: bounded ? ANSWER_TIMEOUT_MS * patience : undefined,
    connectInStallMs: CONNECT_TIMEOUT_IN_STALL_MS * patience,
  };
}

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Engine> {
  const limits = limitsOf(options);
  const types = new pg.TypeOverrides();
  types.setTypeParser(BIGINT_OID, toSafeInteger);
  types.setTypeParser(NUMERIC_OID, toSafeInteger);

  const servers = new Servers(url);
  const pool = new pg.Pool({
    Client: clientOf(servers),
    max: options.connections ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: limits.connectMs,
    ...(limits.statementMs === undefined ? {} : { statement_timeout: limits.statementMs }),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: "signet",
    types,
  });
  // An idle connection that breaks is dropped by the pool; the next caller gets a new one.
  pool.on("error", () => {});

  const adapter = new PostgresAdapter();
  const driver = new PostgresDriver(pool, servers, limits);
  registerLane(adapter, { run: (text, parameters) => driver.runAlone(text, parameters) });
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  try {
    await firstAnswer(db, servers.count);
  } catch (error) {
    await db.destroy();
    throw error;
  }

  return {
    name: "postgres",
    db,
    ddl: { text: 'TEXT COLLATE "C"', integer: "BIGINT", table: "" },
    // Inlined by the planner, so it costs nothing; statement time, so that it does not move within a statement.
    prepareSchema: [
      `DO $$ BEGIN
        IF to_regproc('now_ms') IS NULL THEN
          CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
            AS 'SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint';
        END IF;
      END $$`,
    ],
    async lock(tx, name) {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`signet:${name}`}, 0))`.execute(tx);
    },
    lockForChange,
    mayRetry,
    openForMigration: () => openPostgres(url, { connections: 1, waits: "unbounded", patience: options.patience }),
    close: () => db.destroy(),
  };
}

/** Each attempt leaves a server that does not answer for the next one. */
async function firstAnswer(db: Kysely<Schema>, attempts: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`SELECT 1`.execute(db);
      return;
    } catch (error) {
      if (attempt >= attempts) throw error;
    }
  }
}

/** A serialization failure or a deadlock: PostgreSQL has undone the work, and it may succeed when it is run again. */
function mayRetry(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === "40001" || error.code === "40P01");
}

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #servers: Servers;
  readonly #limits: Limits;
  readonly #names = new StatementNames();
  readonly #stall = new Stall();

  constructor(pool: pg.Pool, servers: Servers, limits: Limits) {
    this.#pool = pool;
    this.#servers = servers;
    this.#limits = limits;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    const began = performance.now();
    for (let attempt = 1; ; attempt++) {
      try {
        const client = await this.#pool.connect();
        if (this.#stall.isOn && performance.now() - began > this.#limits.connectInStallMs) {
          client.release();
          throw new DatabaseUnavailable("the database lets everybody wait");
        }
        return new PostgresConnection(client, this.#names, this.#stall, this.#limits);
      } catch (error) {
        if (attempt >= this.#servers.count || performance.now() - began > NEXT_SERVER_MS) throw translate(error);
      }
    }
  }

  /** One statement on any connection, past all that Kysely does around it. */
  async runAlone(text: string, parameters: readonly unknown[]): Promise<unknown[]> {
    const connection = await this.acquireConnection();
    try {
      return (await connection.executeQuery(CompiledQuery.raw(text, [...parameters]))).rows;
    } finally {
      connection.release();
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("BEGIN"));
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
    connection.isInTransaction = false;
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // A broken connection is closed when it is released, and PostgreSQL rolls back by itself.
    if (!connection.broken) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
    connection.isInTransaction = false;
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PostgresConnection implements BoundedConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  // A connection may break between two statements of a transaction; with nobody listening, that would end the process.
  readonly #onError = (): void => {
    this.broken = true;
  };
  readonly #stall: Stall;
  readonly #limits: Limits;
  #answerTimeoutMs: number | undefined;
  broken = false;
  isInTransaction = false;

  constructor(client: pg.PoolClient, names: StatementNames, stall: Stall, limits: Limits) {
    this.#client = client;
    this.#names = names;
    this.#stall = stall;
    this.#limits = limits;
    this.#answerTimeoutMs = limits.answerMs;
    client.on("error", this.#onError);
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return watched(query.sql, () => this.#runAgain<R>(query));
  }

  /**
   * A statement that stands alone was undone as a whole and is run again: while a migration changes several tables, one
   * that joins them can be in its way. Within a transaction, all of that has to be run again.
   */
  async #runAgain<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#run<R>(query);
      } catch (error) {
        if (this.isInTransaction || attempt === ATTEMPTS || !mayRetry(error)) throw error;
      }
    }
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const began = performance.now();
    try {
      const { rows, rowCount } = await this.#client.query({
        ...this.#names.of(query.sql),
        text: query.sql,
        values: [...query.parameters],
        ...(this.#answerTimeoutMs === undefined ? {} : { query_timeout: this.#answerTimeoutMs }),
      });
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      const translated = translate(error);
      // A connection whose answer never came, or that is gone, must not serve anyone else.
      if (translated instanceof DatabaseUnavailable) {
        this.broken = true;
        if (performance.now() - began >= (this.#limits.statementMs ?? Infinity)) this.#stall.notice();
      }
      throw translated;
    }
  }

  async allowLongStatements(): Promise<void> {
    const { statementMs } = this.#limits;
    if (statementMs === undefined) return;
    // What it does may take long; what it has to wait for may not.
    const limits = "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)";
    await this.executeQuery(CompiledQuery.raw(limits, [String(LONG_STATEMENT_TIMEOUT_MS), String(statementMs)]));
    this.#answerTimeoutMs = LONG_ANSWER_TIMEOUT_MS;
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("streaming is not used: page instead");
  }

  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.broken);
  }
}

/** Whether the database hangs: whoever waits for it then should not wait twice. */
class Stall {
  #until = 0;

  get isOn(): boolean {
    return performance.now() < this.#until;
  }

  notice(): void {
    this.#until = performance.now() + STALL_MS;
  }
}

/** Gives each statement a name, so that PostgreSQL parses and plans it once per connection. */
class StatementNames {
  readonly #names = new Map<string, { name: string }>();

  of(text: string): { name?: string } {
    const known = this.#names.get(text);
    if (known) return known;
    // The database keeps the text and its plan for every connection.
    if (this.#names.size >= NAMED_STATEMENTS || text.length > LONGEST_NAMED) return {};
    const name = { name: `s${this.#names.size}` };
    this.#names.set(text, name);
    return name;
  }
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("a number from the database is too large");
  return value;
}

const UNIQUE_VIOLATION = "23505";
const UNTRANSLATABLE = "22021";
const FOREIGN_KEY_VIOLATIONS = new Set(["23503", "23001"]);

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function translate(error: unknown): unknown {
  if (error instanceof RangeError || error instanceof TypeError || error instanceof DatabaseUnavailable) return error;
  if (!(error instanceof pg.DatabaseError)) return new DatabaseUnavailable("the database does not answer", error);
  const code = error.code ?? "";
  if (code === UNIQUE_VIOLATION) {
    // "Key (organization_id, name)=(…, …) already exists."
    const columns = /^Key \((.*?)\)=/.exec(error.detail ?? "")?.[1] ?? error.constraint ?? "";
    return new UniqueViolation(`${error.table ?? ""}(${columns})`, error);
  }
  // A NUL, which no text of PostgreSQL can hold: nothing with that value exists, and nothing can be made of it.
  if (code === UNTRANSLATABLE) return new UnstorableText(error);
  if (FOREIGN_KEY_VIOLATIONS.has(code)) return new ReferenceViolation(error);
  // 08 connection, 53 resources, 57 operator intervention (shutdown, statement timeout), 58 system, 25006 read-only,
  // 25P03 idle in transaction, 55P03 waited too long for a lock, 28 and 3D may not log in or no such database, 0A000 a
  // plan made before a migration, XX the database's own: a file that cannot grow, a row that was changed behind its
  // back.
  if (/^(08|28|3D|53|57|58|XX)/.test(code) || ["25006", "25P03", "55P03", "0A000"].includes(code)) {
    return new DatabaseUnavailable("the database cannot take the work now", error);
  }
  return error;
}
