/** The command line as a person runs it: `bin/signet.js` in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newDatabaseFolder } from "./database-folder.ts";
import { freePort } from "./postgres-server.ts";
import { report } from "./problems.ts";

const program = join(import.meta.dirname, "../../bin/signet.js");
const recorder = join(import.meta.dirname, "egress-child.ts");
const LONGEST_RUN_MS = 300_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Run {
  readonly cwd: string;
  readonly environment?: Record<string, string>;
  /** For Node itself. */
  readonly nodeOptions?: readonly string[];
}

export function newFolder(): string {
  return newDatabaseFolder("signet-cli-");
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
  const { child, output, ended } = launch(["serve"], {
    cwd,
    environment: { SIGNET_PORT: String(port), ...environment },
  });
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output().includes(text) && resolve();
      child.stdout?.on("data", look);
      ended.then(({ code, stderr }) =>
        reject(new Error(`it ended with ${code} before it printed "${text}": ${stderr}`)),
      );
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

function launch(words: readonly string[], { cwd, environment = {}, nodeOptions = [] }: Run) {
  const connections = join(tmpdir(), `signet-egress-${randomUUID()}`);
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("SIGNET_") && !name.startsWith("NODE_"),
  );
  const child = spawn(process.execPath, ["--import", recorder, ...nodeOptions, program, ...words], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...environment, TEST_EGRESS_FILE: connections },
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
      report([...unexpectedIn(connections), ...secretsIn(stdout + stderr, environment)]);
      resolve({ code, signal, stdout, stderr });
    });
  });
  return { child, output: () => stdout, ended };
}

/** Where it connected to that no variable names. */
function unexpectedIn(file: string): string[] {
  if (!existsSync(file)) return [];
  const targets = readFileSync(file, "utf8").trim().split("\n");
  rmSync(file);
  return [...new Set(targets)].map((target) => `it connected to ${target}, which nobody configured`);
}

/** What it was given in a variable to keep to itself. */
function secretsIn(output: string, environment: Record<string, string>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const secret =
      name === "SIGNET_MASTER_KEY" ? value : URL.canParse(value) ? decodeURIComponent(new URL(value).password) : "";
    return secret.length >= 12 && output.includes(secret) ? [`it printed the secret in ${name}`] : [];
  });
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
