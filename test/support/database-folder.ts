/**
 * Where test databases are kept: in memory, where `npm test` found room there, and otherwise where temporary files are.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Every commit waits for the disk, and no database of a test has to outlast a power cut. */
export function newDatabaseFolder(name: string): string {
  return mkdtempSync(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), name));
}
