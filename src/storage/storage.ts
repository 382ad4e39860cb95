/** The door of the ground floor: `open(url)` gives a database that behaves the same on both engines. */
import { sql } from "kysely";
import type { Database, Engine, EngineName, Transaction } from "./database.ts";
import { migrate, schemaVersion } from "./migrate.ts";
import { now } from "./now.ts";

export interface OpenOptions {
  /** PostgreSQL: how many connections this process may hold. */
  readonly connections?: number;
  /** SQLite only, for tests: what the database takes for the time. */
  readonly clock?: () => number;
}

export interface Storage {
  readonly engine: EngineName;
  readonly db: Database;
  /** Runs the work in one transaction; again when the engine asks for that, so it must have no effect outside it. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Within a transaction: waits for, and holds, a lock known to all nodes. */
  lock(tx: Transaction, name: string): Promise<void>;
  /** Brings the schema to this version's. Many nodes may call it at once. Returns what was applied. */
  migrate(): Promise<string[]>;
  schemaVersion(): Promise<number>;
  now(): Promise<number>;
  close(): Promise<void>;
}

const ATTEMPTS = 5;

export async function open(url: string, options: OpenOptions = {}): Promise<Storage> {
  const engine = await openEngine(url, options);

  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await engine.db.transaction().execute(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !engine.mayRetry(error)) throw error;
      }
    }
  }

  return {
    engine: engine.name,
    db: engine.db,
    transaction,
    lock: engine.lock,
    migrate: () => migrate(engine, transaction),
    schemaVersion: () => schemaVersion(engine.db),
    async now() {
      const { rows } = await sql<{ now: number }>`SELECT ${now} AS now`.execute(engine.db);
      const [row] = rows;
      if (row === undefined) throw new Error("the database did not tell the time");
      return row.now;
    },
    close: engine.close,
  };
}

/** Only the engine that is used is loaded: the other costs start time and memory. */
async function openEngine(url: string, options: OpenOptions): Promise<Engine> {
  if (url.startsWith("file:")) {
    const { openSqlite } = await import("./sqlite.ts");
    return openSqlite(url.slice("file:".length), options.clock);
  }
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(url, options.connections);
}
