/**
 * The databases that are measured: PostgreSQL, seeded in place, or SQLite, copied from a PostgreSQL that was seeded.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { sweeps } from "../../src/services.ts";
import { open } from "../../src/storage/storage.ts";
import { startPostgresServer } from "../../test/support/postgres-server.ts";
import { copyToSqlite } from "../seed/copy-to-sqlite.ts";
import { fill, forBulkLoading, type Size } from "../seed/data.ts";

export interface SeededDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Wanted {
  readonly engine: "postgres" | "sqlite";
  readonly size: Size;
  /** A database of somebody's own, which must be empty unless it is seeded. */
  readonly url: string | undefined;
  readonly seeded: boolean;
  readonly log: (line: string) => void;
}

export async function openSeeded({ engine, size, url, seeded, log }: Wanted): Promise<SeededDatabase> {
  if (url !== undefined) {
    if (!seeded) await seed(url, size, log);
    return { url, stop: async () => {} };
  }
  const server = await startPostgresServer(forBulkLoading());
  try {
    const seededUrl = `${server.url}/postgres`;
    await seed(seededUrl, size, log);
    if (engine === "postgres") return { url: seededUrl, stop: () => server.stop() };
    const folder = mkdtempSync(join(tmpdir(), "signet-bench-"));
    const file = `file:${join(folder, "signet.db")}`;
    await copyToSqlite(seededUrl, file, log);
    await server.stop();
    return { url: file, stop: async () => rmSync(folder, { recursive: true, force: true }) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function seed(url: string, size: Size, log: (line: string) => void): Promise<void> {
  const storage = await open(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await storage.migrate();
    await fill(client, size, log);
    // What is over already would be removed by the node that is measured, while it is measured.
    for (const sweep of sweeps) while ((await sweep.deleteBatch(storage.db, SWEEP)) === SWEEP);
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
    await storage.close();
  }
}

const SWEEP = 20_000;
