/** The door of the ground floor: `open(url)` gives a database that behaves the same on both engines. */
import { existsSync } from "node:fs";
import type { Database, Engine, EngineName, Transaction } from "./database.ts";
import { current, migrate, schemaVersion } from "./migrate.ts";
import { readNow } from "./now.ts";

export interface OpenOptions {
  /** PostgreSQL: how many connections this process may hold. */
  readonly connections?: number;
  /** PostgreSQL only, for tests on a busy machine: how many times as long as usual it is waited for. */
  readonly patience?: number;
  /** SQLite only, for tests: what the database takes for the time. */
  readonly clock?: () => number;
  /** SQLite only: the file is read and never written, and nothing is made beside it. */
  readonly readOnly?: boolean;
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
  return {
    engine: engine.name,
    db: engine.db,
    transaction: transactionsOn(engine),
    lock: engine.lock,
    async migrate() {
      if ((await schemaVersion(engine.db)) >= current) return [];
      const patient = await engine.openForMigration?.();
      if (patient === undefined) return migrate(engine, transactionsOn(engine));
      return migrate(patient, transactionsOn(patient)).finally(() => patient.close());
    },
    schemaVersion: () => schemaVersion(engine.db),
    now: () => readNow(engine.db),
    close: engine.close,
  };
}

export function transactionsOn(engine: Engine): Storage["transaction"] {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await engine.db.transaction().execute(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !engine.mayRetry(error)) throw error;
      }
    }
  };
}

/** Whether opening it would make it: an embedded database is made where there is none. */
export function wouldBeMade(url: string): boolean {
  return url.startsWith("file:") && !existsSync(url.slice("file:".length));
}

/** Only the engine that is used is loaded: the other costs start time and memory. */
async function openEngine(url: string, options: OpenOptions): Promise<Engine> {
  if (url.startsWith("file:")) {
    const { openSqlite } = await import("./sqlite/sqlite.ts");
    return openSqlite(url.slice("file:".length), options);
  }
  const { openPostgres } = await import("./postgres/postgres.ts");
  return openPostgres(url, options);
}
