import type { Kysely, Transaction as KyselyTransaction } from "kysely";
import type { Ddl } from "./migrations/migration.ts";
import type { Schema } from "./schema/schema.ts";

/** Where a statement runs: directly, or within a transaction. */
export type Database = Kysely<Schema>;
export type Transaction = KyselyTransaction<Schema>;
export type EngineName = "sqlite" | "postgres";

/** What differs between the engines, and nothing else. */
export interface Engine {
  readonly name: EngineName;
  readonly db: Database;
  readonly ddl: Ddl;
  /** Run before the first migration: what the schema itself stands on. */
  readonly prepareSchema: readonly string[];
  /** Held until the transaction ends. Where there is only one writer anyway, nothing has to be done. */
  lock(tx: Transaction, name: string): Promise<void>;
  /** Where a change locks tables against those who use them: takes all locks of these statements before the first. */
  lockForChange?(tx: Transaction, statements: readonly string[]): Promise<void>;
  /** Whether the same transaction may succeed when it is run again at once (a deadlock, a serialization failure). */
  mayRetry(error: unknown): boolean;
  /**
   * Where statements are bounded: the same database without those bounds. Changing a large table takes as long as it
   * takes.
   */
  openForMigration?(): Promise<Engine>;
  close(): Promise<void>;
}
