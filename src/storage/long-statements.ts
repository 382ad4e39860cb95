/**
 * Statements are bounded, so that nobody waits for a database that hangs. What goes with a large organization takes its
 * time.
 */
import type { DatabaseConnection } from "kysely";
import type { Transaction } from "./database.ts";

/** A connection on which every statement is bounded, and which can wait longer until its transaction ends. */
export interface BoundedConnection extends DatabaseConnection {
  allowLongStatements(): Promise<void>;
}

/** Before a change whose rows nobody has counted: what follows in this transaction has a minute, not seconds. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.getExecutor().provideConnection(async (connection) => {
    if (isBounded(connection)) await connection.allowLongStatements();
  });
}

function isBounded(connection: DatabaseConnection): connection is BoundedConnection {
  return "allowLongStatements" in connection;
}
