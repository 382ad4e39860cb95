/**
 * `npm run bench:start`: how long the second start takes on SQLite, from spawning the process to the first successful
 * /readyz, and how much memory it holds when idle, beside a bare Fastify process. Goals: under 0.7 s and 110 MB.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GOAL_MEMORY_MB, GOAL_START_MS, measureStart, type Started } from "./speed/start-time.ts";

const RUNS = Number(process.argv[2] ?? 7);
const signetProgram = [join(import.meta.dirname, "../bin/signet.js")];
const bare = `import Fastify from ${JSON.stringify(import.meta.resolve("fastify"))};
  const app = Fastify();
  app.get("/readyz", async () => ({ status: "ready" }));
  await app.listen({ host: "127.0.0.1", port: Number(process.env.SIGNET_PORT) });`;

const folder = mkdtempSync(join(tmpdir(), "signet-bench-"));
try {
  await measureStart(signetProgram, folder, 1); // the first start: it makes the database and the keys
  const signet = await measureStart(signetProgram, folder, RUNS);
  const fastify = await measureStart(["--input-type=module", "-e", bare], folder, RUNS);
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

function row(name: string, { startMs, memoryMb }: Started): string {
  return `${name.padEnd(15)}${`${startMs.toFixed(0)} ms`.padStart(12)}${`${memoryMb.toFixed(0)} MB`.padStart(14)}`;
}
