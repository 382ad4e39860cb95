/** The file of an embedded database: whole, writable, for its user only, and with room to grow. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { type Finding, ok, problem, sizeOf, warning } from "./finding.ts";

/**
 * It is read from beginning to end, while nothing else in this process happens: a larger one would take longer than a
 * check may.
 */
const MOST_TO_CHECK = 1_000_000_000;
const SCARCE = 1_000_000_000;
const ALMOST_NONE = 100_000_000;

export function sqliteFindings(path: string): Finding[] {
  const file = resolve(path);
  const size = statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  return [
    ok("database", `SQLite ${process.versions.sqlite}, ${sizeOf(size)} in ${file}.`),
    ...accessFindings(file),
    roomFinding(file),
  ];
}

export async function integrityFindings({ storage: { db } }: Database, path: string): Promise<Finding[]> {
  const { size } = statSync(path);
  if (size > MOST_TO_CHECK) {
    return [
      ok(
        "integrity",
        `Not looked at: ${sizeOf(size)} take too long here. \`sqlite3 COPY "PRAGMA quick_check"\` looks at a backup.`,
      ),
    ];
  }
  if (await isWhole(db)) return [ok("integrity", "The file is whole.")];
  return [
    problem(
      "integrity",
      "The file is damaged.",
      "Stop Signet, keep a copy of the file, and restore the newest backup that is whole.",
    ),
  ];
}

async function isWhole(db: Database["storage"]["db"]): Promise<boolean> {
  try {
    const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(db);
    return rows[0]?.quick_check === "ok";
  } catch (error) {
    // Where not even the list of tables can be read, there is nothing to check. Other errors are not about the file's
    // content.
    if (error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR") return false;
    throw error;
  }
}

function accessFindings(file: string): Finding[] {
  const findings: Finding[] = [];
  if (!mayWrite(file) || !mayWrite(dirname(file))) {
    findings.push(
      problem(
        "database_file",
        "This user may not write the file or its folder.",
        "Run this as the user who serves, or give the folder and its files to that user.",
      ),
    );
  }
  const open = [dirname(file), file, `${file}-wal`, `${file}-shm`].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  );
  const [first] = open;
  if (first !== undefined) {
    findings.push(
      warning(
        "database_file",
        `Other users of this machine may reach ${open.join(", ")}.`,
        "`chmod 700` for the folder and `chmod 600` for the files.",
      ),
    );
  }
  return findings.length > 0 ? findings : [ok("database_file", "Writable, and for its user only.")];
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function roomFinding(file: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  const seen = `${sizeOf(free)} are free where the database is.`;
  const advice =
    "Free some space or move the database to a larger disk: when the disk is full, whatever changes something is answered 503.";
  if (free < ALMOST_NONE) return problem("disk", seen, advice);
  return free < SCARCE ? warning("disk", seen, advice) : ok("disk", seen);
}
