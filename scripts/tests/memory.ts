/**
 * A folder in memory for the databases of one run of the tests: tests commit often, and a commit waits for the disk.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NAME = /^signet-tests-(\d+)-/;
/** Far more than the databases of a run ever take together. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Nothing where there is no such place (only Linux has it) or too little room in it, as in a container that was given
 * 64 MB.
 */
export function makeMemoryFolder(): string | undefined {
  try {
    removeLeftovers();
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH_BYTES) return undefined;
    const folder = mkdtempSync(join(MEMORY, `signet-tests-${process.pid}-`));
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    return undefined;
  }
}

/** Of runs that were killed: memory that is not given back is missed sooner than room on a disk. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
