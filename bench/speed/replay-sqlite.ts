/**
 * The database's own limit on SQLite: the recorded statements, in their order and in their transactions, by the bare
 * driver.
 */
import { copyFileSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { isWrite, type Recording, type Statement } from "./recording.ts";

export interface Replay {
  /** Requests' worth of statements a second. */
  perSecond(milliseconds: number): Promise<number>;
  readonly written: Written;
  close(): Promise<void>;
}

/** By one request, on average. */
export interface Written {
  readonly rows: number;
  /** What goes to the write-ahead log. */
  readonly bytes: number;
}

/** The first statements of a run prepare and warm up. */
const WARMUP_PART = 0.2;

/** `template` is the database as it was before the recording; each run of a recording that writes has a copy of it. */
export function replayOnSqlite(template: string, recording: Recording, opening: readonly Statement[]): Replay {
  const path = `${template}-replay`;
  const writes = recording.statements.some(isWrite);
  const fresh = (more = "") => {
    remove(path);
    copyFileSync(template, path);
    return openAs(path, opening, more);
  };
  let file = fresh();
  return {
    async perSecond(milliseconds) {
      let [requests, spent] = [0, 0];
      while (spent < milliseconds) {
        if (writes) {
          file.close();
          file = fresh();
        }
        const timed = runAll(file, recording);
        requests += timed.requests;
        spent += timed.milliseconds;
      }
      return (requests / spent) * 1000;
    },
    written: countWritten(recording, fresh("PRAGMA wal_autocheckpoint = 0"), path),
    async close() {
      file.close();
      remove(path);
    },
  };
}

function openAs(path: string, opening: readonly Statement[], more: string): DatabaseSync {
  const file = new DatabaseSync(path);
  // The settings, as Signet has made them when it opened the file.
  for (const { text, method } of opening) if (method === "exec" && /^\s*PRAGMA/i.test(text)) file.exec(text);
  file.exec(more);
  // As src/storage/sqlite/sqlite.ts: the statements ask for the time by this name.
  file.function("now_ms", { directOnly: true }, () => BigInt(Date.now()));
  return file;
}

function runAll(file: DatabaseSync, { requests, statements }: Recording): { requests: number; milliseconds: number } {
  const prepared = new Map<string, StatementSync>();
  const warmup = Math.floor(statements.length * WARMUP_PART);
  for (const statement of statements.slice(0, warmup)) run(file, prepared, statement);
  const began = performance.now();
  for (const statement of statements.slice(warmup)) run(file, prepared, statement);
  return { requests: requests * (1 - WARMUP_PART), milliseconds: performance.now() - began };
}

function run(file: DatabaseSync, prepared: Map<string, StatementSync>, { text, values, method }: Statement): number {
  if (method === "exec" || method === "query") {
    file.exec(text);
    return 0;
  }
  const statement = prepared.get(text) ?? file.prepare(text);
  prepared.set(text, statement);
  if (method === "run") return Number(statement.run(...values).changes);
  if (method === "get") return statement.get(...values) === undefined ? 0 : 1;
  return statement.all(...values).length;
}

/** Without checkpoints the log keeps all that was written to it. */
function countWritten(recording: Recording, file: DatabaseSync, path: string): Written {
  const prepared = new Map<string, StatementSync>();
  const log = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const before = log();
  let rows = 0;
  for (const statement of recording.statements) {
    const touched = run(file, prepared, statement);
    if (isWrite(statement)) rows += touched;
  }
  const bytes = log() - before;
  file.close();
  return { rows: rows / recording.requests, bytes: bytes / recording.requests };
}

function remove(path: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
}
