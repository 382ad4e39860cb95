/**
 * A short way to an engine for prepared statements that stand alone. An engine that can do better than one statement
 * after the other registers it for its adapter; the others are asked through Kysely.
 */
import type { Database } from "./database.ts";

export interface Lane {
  run(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
}

const lanes = new WeakMap<object, Lane>();

export function registerLane(adapter: object, lane: Lane): void {
  lanes.set(adapter, lane);
}

/**
 * Not within a transaction, which has a connection of its own, and not where somebody watches what passes through
 * Kysely.
 */
export function laneOf(db: Database): Lane | undefined {
  const { adapter, plugins } = db.getExecutor();
  return db.isTransaction || plugins.length > 0 ? undefined : lanes.get(adapter);
}
