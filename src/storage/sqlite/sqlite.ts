/** SQLite through Node's own `node:sqlite`: one file, one connection, one transaction at a time. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Engine } from "../database.ts";
import { DatabaseUnavailable, ReferenceViolation, UniqueViolation, UnstorableText } from "../errors.ts";
import { keepUpTo } from "../kept.ts";
import { registerLane } from "../lane.ts";
import type { Schema } from "../schema/schema.ts";
import type { OpenOptions } from "../storage.ts";
import { watched } from "../watch.ts";
import { type LaneConnection, openSqliteLane } from "./lane.ts";

const BUSY_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 10_000;
/** Of prepared statements; several hundred. */
const MOST_STATEMENT_BYTES = 16 * 1024 * 1024;
/** Of its text: the program that SQLite makes of it takes many times as much. */
const BYTES_A_CHARACTER = 30;

export function openSqlite(path: string, { clock = Date.now, readOnly = false }: OpenOptions = {}): Engine {
  const file = readOnly ? openForReading(path) : openFile(path);
  // Set before each statement, so that the time is the same wherever one statement asks for it.
  let statementTime = clock();
  const onStatement = () => {
    statementTime = clock();
  };
  file.function("now_ms", { directOnly: true }, () => BigInt(statementTime));

  const adapter = new SqliteAdapter();
  const driver = new SqliteDriver(file, onStatement);
  const lane = openSqliteLane(driver.lane);
  registerLane(adapter, { run: (text, parameters) => watched(text, () => lane.run(text, parameters)) });
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

  return {
    name: "sqlite",
    db,
    ddl: { text: "TEXT", integer: "INTEGER", table: " STRICT" },
    prepareSchema: [],
    async lock() {
      // BEGIN IMMEDIATE has taken the only write lock there is.
    },
    mayRetry: () => false,
    close: () => db.destroy(),
  };
}

function openFile(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") makePlace(path);
    const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    // Opening is lazy: this touches the file, and fails here if it is no database.
    // WAL lets readers of other processes go on while we write; FULL makes every commit durable before it is answered.
    file.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 0`,
    );
    return file;
  } catch (error) {
    throw new DatabaseUnavailable(`cannot open the database file ${path}: ${reason(error)}`, error);
  }
}

/**
 * While nobody has the database open there is no `-wal` file, and reading would leave an empty one behind; a database
 * that is declared immutable is read without.
 */
function openForReading(path: string): DatabaseSync {
  const address = pathToFileURL(resolve(path));
  if (!existsSync(`${path}-wal`)) address.searchParams.set("immutable", "1");
  try {
    const file = new DatabaseSync(address, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    file.exec("PRAGMA trusted_schema = OFF; PRAGMA schema_version");
    return file;
  } catch (error) {
    throw new DatabaseUnavailable(`cannot read the database file ${path}: ${reason(error)}`, error);
  }
}

/**
 * For this user only, from the first byte on; SQLite gives its other files the same mode. Of the folders one level is
 * made: a whole missing path is more likely a typing error than a wish.
 */
function makePlace(path: string): void {
  const folder = dirname(path);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
}

class SqliteDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #mutex = new Mutex();
  readonly #connection: SqliteConnection;

  constructor(file: DatabaseSync, onStatement: () => void) {
    this.#file = file;
    this.#connection = new SqliteConnection(file, onStatement);
  }

  get lane(): LaneConnection {
    return {
      acquire: () => this.#mutex.lock(),
      release: () => this.#mutex.unlock(),
      execute: async (text, parameters) => (await this.#connection.run(CompiledQuery.raw(text, [...parameters]))).rows,
      isTransaction: () => this.#file.isTransaction,
    };
  }

  async init(): Promise<void> {}

  /**
   * The connection is handed to one caller at a time, so that an `await` never lets a stranger into an open
   * transaction.
   */
  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.lock();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("BEGIN IMMEDIATE"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("COMMIT"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a full disk or a failed COMMIT, SQLite may have rolled back by itself.
    if (this.#file.isTransaction) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
  }

  async destroy(): Promise<void> {
    if (this.#file.isOpen) this.#file.close();
  }
}

interface CachedStatement {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #onStatement: () => void;
  readonly #statements = keepUpTo<CachedStatement>(MOST_STATEMENT_BYTES);

  constructor(file: DatabaseSync, onStatement: () => void) {
    this.#file = file;
    this.#onStatement = onStatement;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return watched(query.sql, () => this.run<R>(query));
  }

  /**
   * While another process writes, SQLite would have us wait inside the call and stop everything else in this process.
   * So it does not wait at all, and we try again a little later; within a transaction we are the one who writes.
   */
  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const parameters = query.parameters.map(toInput);
    const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      try {
        return this.#execute(query.sql, parameters);
      } catch (error) {
        if (!isBusy(error) || this.#file.isTransaction || performance.now() > giveUpAt) throw translate(error);
      }
      await sleep(1 + Math.random() * 10);
    }
  }

  #execute<R>(sql: string, parameters: SQLInputValue[]): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(sql);
    this.#onStatement();
    if (returnsRows) return { rows: statement.all(...parameters) as R[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it; nothing here streams.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("streaming is not used: page instead");
  }

  #prepare(sql: string): CachedStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#file.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, entry, BYTES_A_CHARACTER * sql.length);
    return entry;
  }
}

function toInput(value: unknown): SQLInputValue {
  if (typeof value === "string" && value.includes("\0")) throw new UnstorableText();
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "bigint")
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot be stored`);
}

class Mutex {
  #locked = false;
  readonly #waiting: { resolve: () => void; timer: NodeJS.Timeout }[] = [];

  lock(): Promise<void> {
    if (!this.#locked) {
      this.#locked = true;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiter = {
        resolve,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
          reject(new DatabaseUnavailable("waited too long for the database's one connection"));
        }, LOCK_TIMEOUT_MS),
      };
      this.#waiting.push(waiter);
    });
  }

  unlock(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#locked = false;
      return;
    }
    clearTimeout(next.timer);
    next.resolve();
  }
}

// https://sqlite.org/rescode.html, primary codes
const BUSY = 5;
const UNAVAILABLE = new Map([
  [BUSY, "the database is locked by another process"],
  [8, "the database is read-only"],
  [10, "the disk failed"],
  [13, "the disk is full"],
  [14, "the file cannot be opened"],
]);
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_PRIMARY_KEY = 1555;
const CONSTRAINT_FOREIGN_KEY = 787;

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && "errcode" in error && typeof error.errcode === "number" && (error.errcode & 0xff) === BUSY
  );
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return error;
  const unavailable = UNAVAILABLE.get(error.errcode & 0xff);
  if (unavailable) return new DatabaseUnavailable(unavailable, error);
  if (error.errcode === CONSTRAINT_FOREIGN_KEY) return new ReferenceViolation(error);
  if (error.errcode === CONSTRAINT_UNIQUE || error.errcode === CONSTRAINT_PRIMARY_KEY) {
    // "UNIQUE constraint failed: users.organization_id, users.name"
    const columns = error.message.split(": ").at(-1)?.split(", ") ?? [];
    const table = columns[0]?.split(".")[0] ?? "";
    return new UniqueViolation(`${table}(${columns.map((column) => column.split(".").at(-1)).join(", ")})`, error);
  }
  return error;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
