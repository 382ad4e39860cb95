/** A real PostgreSQL that can be crashed, frozen, starved and copied while it is used. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type PostgresServer, startPostgresServer } from "../../support/postgres-server.ts";
import { limitFileSize, postgresUser } from "./file-size.ts";
import { copyData } from "./postgres-copy.ts";

export interface FaultyPostgres extends PostgresServer {
  readonly port: number;
  /** Where its WAL is archived. */
  readonly archive: string;
  /** One statement, on a connection of its own. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Every process of it stops where it is; connections stay open and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** No process of it may make a file longer than this: what it cannot write is as if the disk were full. */
  limitFileSize(bytes: number | "unlimited"): void;
  /** A base backup. */
  copyTo(folder: string): Promise<void>;
  /** Takes all of this back, for a test that ended before it could. */
  recover(): Promise<void>;
}

/** Durable, with its own defaults: what is acknowledged is on disk. */
export async function startFaultyPostgres(settings: Record<string, string> = {}): Promise<FaultyPostgres> {
  const archive = folderForPostgres("signet-faults-archive-");
  const server = await startPostgresServer({
    fsync: "on",
    synchronous_commit: "on",
    wal_keep_size: "256MB",
    archive_mode: "on",
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    ...settings,
  });
  const processes = () => familyOf(server.process.pid ?? 0);
  const query = (text: string, database = "postgres") => ask(`${server.url}/${database}`, text);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processes()) process.kill(pid, name);
  };
  const isGone = () => server.process.exitCode !== null || server.process.signalCode !== null;
  process.once("exit", () => {
    if (isGone()) return;
    // One that is frozen would stay.
    signal("SIGCONT");
    server.process.kill("SIGKILL");
  });
  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    dataDirectory: server.dataDirectory,
    get process() {
      return server.process;
    },
    crash: () => server.crash(),
    restart: () => server.restart(),
    async stop() {
      await server.stop();
      rmSync(archive, { recursive: true, force: true });
    },
    archive,
    query,
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
    limitFileSize(bytes) {
      for (const pid of processes()) limitFileSize(pid, bytes, postgresUser());
    },
    copyTo: (folder) => copyData(server, folder),
    async recover() {
      if (isGone()) await server.restart();
      signal("SIGCONT");
      for (const pid of processes()) limitFileSize(pid, "unlimited", postgresUser());
      await query("ALTER SYSTEM RESET default_transaction_read_only");
      await query("SELECT pg_reload_conf()");
    },
  };
}

export async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  return client
    .query(text)
    .then(
      ({ rows }) => rows,
      (error) => Promise.reject(error),
    )
    .finally(() => client.end().catch(() => {}));
}

function familyOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, "utf8").trim().split(" ") : [];
  return [pid, ...children.filter((text) => text !== "").map(Number)];
}

/** A folder that PostgreSQL may use whoever it runs as. */
export function folderForPostgres(name: string): string {
  const folder = mkdtempSync(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), name));
  chmodSync(folder, 0o777);
  return folder;
}
