/** A second PostgreSQL from the data of a first: a base backup, and a server on it that follows or recovers. */
import { spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort, type PostgresServer } from "../../support/postgres-server.ts";
import { postgresUser } from "./file-size.ts";
import { ask } from "./postgres.ts";

/** Without the log of changes: whoever starts it gets that from the first, or from its archive. */
export async function copyData({ url, dataDirectory }: PostgresServer, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('copy', true)");
    const left = ["postmaster.pid", "postmaster.opts", "pg_wal"];
    for (const name of readdirSync(dataDirectory)) {
      if (!left.includes(name)) cpSync(join(dataDirectory, name), join(folder, name), { recursive: true });
    }
    const { rows } = await client.query("SELECT labelfile, spcmapfile FROM pg_backup_stop(true)");
    mkdirSync(join(folder, "pg_wal"), { recursive: true });
    writeFileSync(join(folder, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

export interface Copy {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  stop(): Promise<void>;
}

/** Another server on a copied data directory, with the program of the first. `signal` says what it is to do. */
export async function startCopy(
  original: PostgresServer,
  folder: string,
  input: { settings: Record<string, string>; signal: "standby" | "recovery" },
): Promise<Copy> {
  writeFileSync(join(folder, `${input.signal}.signal`), "");
  const user = postgresUser();
  if (user !== undefined) {
    for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
      chownSync(join(folder, name), user.uid, user.gid);
  }
  chmodSync(folder, 0o700);
  const port = await freePort();
  const options = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "300",
    ...input.settings,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let said = "";
  const child = spawn(original.process.spawnfile, ["-D", folder, "-p", String(port), ...flags], {
    ...user,
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk).slice(-4_000)));
  const orphan = () => child.kill("SIGKILL");
  process.once("exit", orphan);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = `postgres://postgres@127.0.0.1:${port}`;
  const giveUpAt = performance.now() + 60_000;
  while (
    !(await ask(`${url}/postgres`, "SELECT 1").then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`the copy did not start: ${said}`);
    await sleep(50);
  }
  return {
    url,
    port,
    folder,
    async stop() {
      process.off("exit", orphan);
      child.kill("SIGINT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
