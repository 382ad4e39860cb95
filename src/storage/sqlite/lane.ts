/**
 * Statements that stand alone, run together. What arrives while others are at work waits for its turn as one group:
 * reads run one after the other, and the writes share one transaction, so that one flush to the disk makes all of them
 * durable (group commit). Each is answered only when it is. A write that breaks a rule fails alone; if the commit
 * fails, all of them do.
 */
import type { Lane } from "../lane.ts";

export interface LaneConnection {
  /** Alone with the connection until `release`. */
  acquire(): Promise<void>;
  release(): void;
  /** Waits while another process writes, where no transaction is open. */
  execute(sql: string, parameters: readonly unknown[]): Promise<unknown[]>;
  isTransaction(): boolean;
}

interface Waiting {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

export function openSqliteLane(connection: LaneConnection): Lane {
  let waiting: Waiting[] = [];

  async function runGroup(): Promise<void> {
    try {
      await connection.acquire();
    } catch (error) {
      for (const one of take()) one.reject(error);
      return;
    }
    try {
      const group = take();
      for (const read of group.filter(isRead)) await runAlone(connection, read);
      await runWrites(
        connection,
        group.filter((one) => !isRead(one)),
      );
    } finally {
      connection.release();
    }
  }

  function take(): Waiting[] {
    const taken = waiting;
    waiting = [];
    return taken;
  }

  return {
    run: (sql, parameters) =>
      new Promise((resolve, reject) => {
        waiting.push({ sql, parameters, resolve, reject });
        // The requests that arrived together have all had their turn by then.
        if (waiting.length === 1) setImmediate(runGroup);
      }),
  };
}

function isRead({ sql }: Waiting): boolean {
  return sql.startsWith("select") || sql.startsWith("with");
}

async function runAlone(connection: LaneConnection, one: Waiting): Promise<void> {
  try {
    one.resolve(await connection.execute(one.sql, one.parameters));
  } catch (error) {
    one.reject(error);
  }
}

async function runWrites(connection: LaneConnection, writes: readonly Waiting[]): Promise<void> {
  const [first, second] = writes;
  if (first === undefined) return;
  if (second === undefined) return runAlone(connection, first);
  const done: (() => void)[] = [];
  try {
    await connection.execute("BEGIN IMMEDIATE", []);
    for (const one of writes) done.push(await outcomeOf(connection, one));
    await connection.execute("COMMIT", []);
  } catch (error) {
    for (const one of writes) one.reject(error);
    if (connection.isTransaction()) await connection.execute("ROLLBACK", []);
    return;
  }
  for (const answer of done) answer();
}

/** Told when the others are durable, too. */
async function outcomeOf(connection: LaneConnection, one: Waiting): Promise<() => void> {
  try {
    const rows = await connection.execute(one.sql, one.parameters);
    return () => one.resolve(rows);
  } catch (error) {
    // The statement alone was undone; unless the database gave up the whole transaction.
    if (!connection.isTransaction()) throw error;
    return () => one.reject(error);
  }
}
