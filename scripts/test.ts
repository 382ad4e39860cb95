/**
 * `npm test`: types, lint and import direction first, then all tests that npm alone can bring, on SQLite and on one
 * real PostgreSQL that is started for them. Words after `--` choose test files by a part of their path and leave the
 * checks out: `npm test -- storage`. The last line says how many passed and failed, and how many were not run.
 *
 * What is the same on both databases is divided among runs by a seed, which is printed (`test/support/divided.ts`):
 * `--seed 7` takes the same turn again, `--both` takes all of them.
 *
 * `npm run test:all` (`--all`) divides nothing, and also runs the clients that are written in other languages, and the
 * programs that take long.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { startPostgresServer } from "../test/support/postgres-server.ts";
import { findTestFiles, tools } from "./tests/files.ts";
import { makeMemoryFolder } from "./tests/memory.ts";
import { findPrograms, runProgram } from "./tests/programs.ts";
import { Report } from "./tests/report.ts";
import { runAll } from "./tests/run.ts";
import { readWords } from "./tests/words.ts";

/** More than there are cores on most machines: tests wait a good deal, for browsers and databases. */
const PROCESSES_AT_ONCE = 3;

const root = join(import.meta.dirname, "..");
process.chdir(root);
// What a developer has set for a server of their own is not meant for the tests.
for (const name of Object.keys(process.env)) if (name.startsWith("SIGNET_")) delete process.env[name];

const { all, seed, wanted } = readWords(process.argv.slice(2));
const { together, alone, leftOut } = findTestFiles({ wanted, all });
const files = [...together.flat(), ...alone];
const programs = all ? findPrograms(wanted) : [];
const report = new Report();

if (seed !== undefined) {
  process.env.TEST_SEED = String(seed);
  const text = `Seed ${seed}: what is divided among runs takes the same turn again with npm test -- --seed ${seed}.`;
  console.log(text);
  report.remember(text);
}
if (all) {
  for (const tool of tools) console.log(`${tool.isThere() ? "found" : "missing"}: ${tool.title}`);
  report.leaveOut(leftOut);
}
if (files.length + programs.length + leftOut.length === 0) {
  report.failure(
    "test files",
    `No file under test/ that this runs has ${wanted.join(" or ")} in its path. npm run test:all runs more.`,
  );
  process.exit(report.end());
}

if (files.some((file) => file.startsWith("test/browser/") || file.startsWith("test/examples/"))) {
  const { ensureChromium } = await import("./install-chromium.ts");
  try {
    ensureChromium();
  } catch (error) {
    report.failure("Chromium", error instanceof Error ? error.message : String(error));
  }
}
// Before anything else is started, so that all of it is told.
const memory = makeMemoryFolder();
if (memory !== undefined) process.env.TEST_DATABASE_FOLDER = memory;
process.env.NODE_COMPILE_CACHE = join(root, "node_modules/.cache/signet-tests");
const abort = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => abort.abort());
const starting = startPostgresServer({ fsync: "off" });
if (wanted.length === 0) await check();
const server = await starting;

try {
  process.env.TEST_POSTGRES_URL = server.url;
  const supervision = { report, signal: abort.signal };
  await runAll(together, PROCESSES_AT_ONCE, supervision);
  await runAll(
    alone.map((file) => [file]),
    1,
    supervision,
  );
} catch (error) {
  report.failure("the test runner", String(error));
} finally {
  await server.stop();
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
  // Programs have databases of their own, on a disk: some of them look what is left when it fails.
  delete process.env.TEST_DATABASE_FOLDER;
  delete process.env.TEST_POSTGRES_URL;
}
for (const program of programs) {
  if (abort.signal.aborted) report.notRun(program.title);
  else await runProgram(program, report, abort.signal);
}
process.exit(report.end());

/** `npm run check`, as a contributor runs it. */
async function check(): Promise<void> {
  const started = performance.now();
  const npm = process.env.npm_execpath;
  const words = ["run", "--silent", "check"];
  const child = npm ? spawn(process.execPath, [npm, ...words]) : spawn("npm", words);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.once("close", resolve);
    child.once("error", (error) => resolve(String(error)));
  });
  if (code === 0) report.success("npm run check", performance.now() - started);
  else report.failure("npm run check", output || `It ended with ${code}.`);
}
