import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { sql } from "kysely";
import { type Config, loadConfig } from "../config.ts";
import { StartError } from "../errors/start-error.ts";
import { open, type Storage, wouldBeMade } from "../storage/storage.ts";
import { type CommandInput, print } from "./command.ts";

export async function backup({ positionals: [file = ""] }: CommandInput): Promise<void> {
  const config = loadConfig(process.env);
  const target = resolve(file);
  refuse(config, target);
  const storage = await open(config.databaseUrl, { readOnly: true });
  // Under its name only when it is whole; whoever is killed half-way leaves a file that nobody takes for a backup.
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    await writeCopy(storage, unfinished);
    linkSync(unfinished, target);
    syncToDisk(dirname(target));
  } catch (error) {
    throw explained(error, target);
  } finally {
    rmSync(unfinished, { force: true });
    await storage.close();
  }
  const { masterKey } = config;
  print(`${target} is a copy of the database (${statSync(target).size} bytes).`);
  print(
    `It opens with the master key that is ${masterKey.kind === "file" ? `in ${masterKey.path}` : "in the environment"} now: keep that apart from it.`,
  );
}

function refuse({ databaseUrl }: Config, target: string): void {
  if (!databaseUrl.startsWith("file:")) {
    throw new StartError(
      "configuration",
      "`signet backup` copies SQLite databases. For PostgreSQL use pg_dump or a base backup: docs/operations.md shows how.",
    );
  }
  if (wouldBeMade(databaseUrl))
    throw new StartError(
      "environment",
      "There is no database to copy. Check SIGNET_DATABASE_URL and the folder this is run in.",
    );
  if (existsSync(target))
    throw new StartError("environment", `${target} exists already, and nothing is overwritten. Choose another name.`);
}

/**
 * SQLite fills an empty file as it would make a new one; made here, it is for this user only from the first byte on.
 */
async function writeCopy({ db }: Storage, path: string): Promise<void> {
  closeSync(openSync(path, "wx", 0o600));
  await sql`VACUUM INTO ${path}`.execute(db);
  syncToDisk(path);
  const copy = await open(`file:${path}`, { readOnly: true });
  try {
    const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(copy.db);
    if (rows[0]?.quick_check !== "ok")
      throw new StartError(
        "environment",
        "The copy is not whole. Is the database damaged? `signet doctor` looks at it.",
      );
  } finally {
    await copy.close();
  }
}

function syncToDisk(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function explained(error: unknown, target: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EEXIST")
    return new StartError(
      "environment",
      `${target} exists already, and nothing is overwritten. Choose another name.`,
      error,
    );
  if (code === "ENOENT" || code === "EACCES" || code === "EROFS" || code === "ENOTDIR") {
    return new StartError(
      "environment",
      `${target} cannot be written (${code}). Check that its folder exists and that this user may write there.`,
      error,
    );
  }
  return error;
}
