/**
 * Where an instance lives that is backed up while it serves and restored after everything else is lost, on each engine.
 */
import { execFileSync } from "node:child_process";
import { chownSync, copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type OpenOptions, open, type Storage } from "../../src/storage/storage.ts";
import type { TestEngine } from "../support/engines.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { newFolder, runSignet } from "../support/signet.ts";

export interface BackupPlace {
  readonly engine: TestEngine;
  /** As docs/operations.md says, while the instance serves. */
  backUp(masterKey: string): Promise<void>;
  /** Loses everything but the backup. The instance must have been stopped. */
  restore(): Promise<RestoredPlace>;
  close(): Promise<void>;
}

export interface RestoredPlace {
  readonly engine: TestEngine;
  /** For the command line; the master key is missing. */
  readonly url: string;
}

/** The database at this URL, whatever is asked for. */
function engineAt(name: TestEngine["name"], url: string): TestEngine {
  const opened: Storage[] = [];
  return {
    name,
    fresh: async () => ({
      url,
      options: {},
      async open(options?: OpenOptions) {
        const storage = await open(url, options);
        opened.push(storage);
        return storage;
      },
      advance: () => Promise.reject(new Error("time cannot be moved here")),
      async drop() {
        for (const storage of opened.splice(0)) await storage.close();
      },
    }),
  };
}

export async function sqlitePlace(): Promise<BackupPlace> {
  const cwd = newFolder();
  for (const name of ["data", "backup", "restored"]) mkdirSync(join(cwd, name), { mode: 0o700 });
  const url = (folder: string) => `file:${join(cwd, folder, "signet.db")}`;
  return {
    engine: engineAt("sqlite", url("data")),
    async backUp(masterKey) {
      const environment = { SIGNET_DATABASE_URL: url("data"), SIGNET_MASTER_KEY: masterKey };
      const { code, stderr } = await runSignet(["backup", "backup/signet.db"], { cwd, environment });
      if (code !== 0) throw new Error(`no backup was made: ${stderr}`);
    },
    async restore() {
      rmSync(join(cwd, "data"), { recursive: true });
      copyFileSync(join(cwd, "backup/signet.db"), join(cwd, "restored/signet.db"));
      return { engine: engineAt("sqlite", url("restored")), url: url("restored") };
    },
    close: async () => rmSync(cwd, { recursive: true, force: true }),
  };
}

/** A base backup by the calls that pg_basebackup and other tools make, which come with the server itself. */
export async function postgresPlace(): Promise<BackupPlace> {
  const server = await startPostgresServer({ fsync: "off" });
  const backup = newFolder();
  const copy = join(backup, "data");
  const admin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: `${server.url}/postgres` });
    await client.connect();
    return work(client).finally(() => client.end());
  };
  await admin((client) => client.query("CREATE DATABASE signet"));
  const url = `${server.url}/signet`;
  return {
    engine: engineAt("postgres", url),
    backUp: () =>
      admin(async (client) => {
        await client.query("SELECT pg_backup_start('signet', true)");
        copyAll(server.dataDirectory, copy);
        const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
        // What was written meanwhile makes the copy one of one moment.
        rmSync(join(copy, "pg_wal"), { recursive: true });
        copyAll(join(server.dataDirectory, "pg_wal"), join(copy, "pg_wal"));
        rmSync(join(copy, "postmaster.pid"), { force: true });
        const { uid, gid } = statSync(server.dataDirectory);
        writeFileSync(join(copy, "backup_label"), rows[0].labelfile);
        chownSync(join(copy, "backup_label"), uid, gid);
      }),
    async restore() {
      await server.crash();
      for (const name of readdirSync(server.dataDirectory))
        rmSync(join(server.dataDirectory, name), { recursive: true });
      copyAll(`${copy}/.`, server.dataDirectory);
      await server.restart();
      return { engine: engineAt("postgres", url), url };
    },
    async close() {
      await server.stop();
      rmSync(backup, { recursive: true, force: true });
    },
  };
}

/** With owners and modes. Files that come and go while it copies are no failure: the write-ahead log knows of them. */
function copyAll(from: string, to: string): void {
  try {
    execFileSync("cp", ["-a", from, to], { stdio: "pipe" });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    if (!said.split("\n").every((line) => line === "" || line.includes("No such file or directory"))) throw error;
  }
}
