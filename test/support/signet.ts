/** The command line as a person runs it: `bin/signet.js` in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres-server.ts";

const program = join(import.meta.dirname, "../../bin/signet.js");
const LONGEST_RUN_MS = 30_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Run {
  readonly cwd: string;
  readonly environment?: Record<string, string>;
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "signet-cli-"));
}

/** Runs a command to its end. */
export async function runSignet(words: readonly string[], run: Run): Promise<Ended> {
  const { ended } = launch(words, run);
  return ended;
}

export interface RunningSignet {
  readonly process: ChildProcess;
  /** Where it serves. */
  readonly url: string;
  readonly port: number;
  /** What it has printed so far. */
  output(): string;
  /** Resolves when the text has been printed; rejects when it ended without. */
  printed(text: string): Promise<void>;
  ended: Promise<Ended>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Begins `signet serve` on a free port, without waiting for anything. */
export async function launchServer({ cwd, environment = {} }: Run): Promise<RunningSignet> {
  const port = Number(environment.SIGNET_PORT ?? (await freePort()));
  const { child, output, ended } = launch(["serve"], { cwd, environment: { SIGNET_PORT: String(port), ...environment } });
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output().includes(text) && resolve();
      child.stdout?.on("data", look);
      ended.then(({ code, stderr }) => reject(new Error(`it ended with ${code} before it printed "${text}": ${stderr}`)));
      look();
    });
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    port,
    output,
    printed,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** `signet serve`, ready. */
export async function startServer(run: Run): Promise<RunningSignet> {
  const server = await launchServer(run);
  await server.printed("Signet is ready at");
  return server;
}

function launch(words: readonly string[], { cwd, environment = {} }: Run) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("SIGNET_") && !name.startsWith("NODE_"));
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const tooLong = setTimeout(() => child.kill("SIGKILL"), LONGEST_RUN_MS);
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      clearTimeout(tooLong);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, output: () => stdout, ended };
}

/** Every file below a folder with what it holds and who may read it, to show that nothing was changed. */
export function contentOf(folder: string): Record<string, string> {
  const content: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const mode = (statSync(path).mode & 0o777).toString(8);
    content[path.slice(folder.length + 1)] = entry.isDirectory()
      ? mode
      : `${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
  }
  return content;
}
