/**
 * `npm run bench:start`: how long the second start takes on SQLite, from spawning the process to the first successful
 * /readyz, and how much memory it holds when idle, beside a bare Fastify process. Goals: under 1 s and 130 MB.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../test/support/postgres-server.ts";

const RUNS = Number(process.argv[2] ?? 7);
const IDLE_MS = 2_000;
const GOAL_START_MS = 1_000;
const GOAL_MEMORY_MB = 130;

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "signet-bench-"));
const bare = `import Fastify from ${JSON.stringify(import.meta.resolve("fastify"))};
  const app = Fastify();
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ host: "127.0.0.1", port: Number(process.env.SIGNET_PORT) });`;

interface Measured {
  readonly startMs: number;
  readonly memoryMb: number;
}

try {
  await measure([join(root, "bin/signet.js")]); // the first start: it makes the database and the keys
  const signet = await measureMany([join(root, "bin/signet.js")]);
  const fastify = await measureMany(["--input-type=module", "-e", bare]);
  console.log(`median of ${RUNS} runs, Node ${process.version}\n`);
  console.log("                 cold start   idle memory");
  console.log(row("Signet", signet));
  console.log(row("bare Fastify", fastify));
  const reached = signet.startMs < GOAL_START_MS && signet.memoryMb < GOAL_MEMORY_MB;
  console.log(`\nGoal: under ${GOAL_START_MS} ms and ${GOAL_MEMORY_MB} MB: ${reached ? "reached" : "missed"}`);
  process.exitCode = reached ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureMany(words: string[]): Promise<Measured> {
  const runs: Measured[] = [];
  for (let i = 0; i < RUNS; i++) runs.push(await measure(words));
  return { startMs: median(runs.map((run) => run.startMs)), memoryMb: median(runs.map((run) => run.memoryMb)) };
}

async function measure(words: string[]): Promise<Measured> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd: folder, env: { PATH: process.env.PATH, SIGNET_PORT: `${port}` }, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!(await isReady(port))) await sleep(2);
  const startMs = performance.now() - started;
  await sleep(IDLE_MS);
  const memoryMb = residentMegabytes(child);
  child.kill();
  await ended;
  return { startMs, memoryMb };
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function row(name: string, { startMs, memoryMb }: Measured): string {
  return `${name.padEnd(15)}${`${startMs.toFixed(0)} ms`.padStart(12)}${`${memoryMb.toFixed(0)} MB`.padStart(14)}`;
}
