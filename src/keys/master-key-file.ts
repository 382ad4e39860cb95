/**
 * The master key's file beside an embedded database. Changing the key must survive a kill at any moment: the new key is
 * written as `….next` first, the database is re-wrapped, and only then does it take the old one's place. A start that
 * finds the database sealed under the `.next` key finishes the change.
 */
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../errors/start-error.ts";
import { newMasterKey, parseMasterKey } from "./master-key.ts";

export function readMasterKeyFile(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new StartError(
      "environment",
      `The master key file ${path} cannot be read. Check that it is a file this user may read.`,
      error,
    );
  }
  const parsed = parseMasterKey(text);
  if ("problem" in parsed)
    throw new StartError(
      "configuration",
      `The master key in ${path} ${parsed.problem}. Restore the file from your backup.`,
    );
  return parsed.key;
}

/** Writes a new key where there is none yet. When another process was faster, its key is the one. */
export function createMasterKeyFile(path: string): Buffer {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeDurably(temporary, newMasterKey());
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    syncDirectory(dirname(path));
  } catch (error) {
    throw new StartError(
      "environment",
      `The master key file ${path} cannot be written. Make its folder writable for this user.`,
      error,
    );
  }
  const key = readMasterKeyFile(path);
  if (key === undefined)
    throw new StartError("environment", `The master key file ${path} disappeared while it was made.`);
  return key;
}

export const nextMasterKeyFile = (path: string): string => `${path}.next`;

export function promoteNextMasterKeyFile(path: string): void {
  renameSync(nextMasterKeyFile(path), path);
  syncDirectory(dirname(path));
}

function writeDurably(path: string, key: Buffer): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, `${key.toString("base64url")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncDirectory(path: string): void {
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
