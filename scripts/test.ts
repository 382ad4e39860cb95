/**
 * `npm test`: every check there is. Types, lint and import direction first, then all tests, on SQLite and on one real
 * PostgreSQL that is started for them. Words after `--` choose test files by a part of their path and leave the checks
 * out: `npm test -- storage`. The last line says how many passed and failed.
 */
import { spawn } from "node:child_process";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { startPostgresServer } from "../test/support/postgres-server.ts";
import { makeMemoryFolder } from "./test-memory.ts";
import { Report } from "./test-report.ts";

/** More than there are cores on most machines: tests wait a good deal, for browsers and databases. */
const FILES_AT_ONCE = 3;
/** A file counts as one test. This is here for one that hangs: a busy machine is only slower, and the whole run has no limit. */
const ONE_TEST_MS = 30 * 60_000;
/** Those that take longest begin first, so that none of them is left to run alone at the end. */
const FIRST = [
  "test/browser/",
  "test/state-matrix/",
  "test/management/role-matrix/",
  "test/oauth/",
  "test/faults/",
  "test/cli/",
  "test/http/",
  "test/keys/",
];

/** Those that measure time or memory come last, and one at a time: beside others they would measure those. */
const ALONE = [
  "test/bench/quick.test.ts",
  "test/catalogue/exhaustion.test.ts",
  "test/catalogue/timing.test.ts",
  "test/login/registration-silence.test.ts",
  "test/passwords/timing.test.ts",
];

const root = join(import.meta.dirname, "..");
process.chdir(root);
// What a developer has set for a server of their own is not meant for the tests.
for (const name of Object.keys(process.env)) if (name.startsWith("SIGNET_")) delete process.env[name];

const wanted = process.argv.slice(2);
const files = globSync("test/**/*.test.ts")
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
const report = new Report(root);

if (files.length === 0) {
  report.failure("test files", `No file under test/ has ${wanted.join(" or ")} in its path.`);
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
const starting = startPostgresServer({ fsync: "off" });
if (wanted.length === 0) await check();
const server = await starting;
const abort = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => abort.abort());

try {
  process.env.TEST_POSTGRES_URL = server.url;
  const execArgv = ["--import", join(root, "scripts/untraced-tests.ts")];
  const common = { cwd: root, timeout: ONE_TEST_MS, signal: abort.signal, execArgv };
  for (const [chosen, concurrency] of [
    [files.filter((file) => !ALONE.includes(file)), FILES_AT_ONCE],
    [files.filter((file) => ALONE.includes(file)), 1],
  ] as const) {
    // Without any, the runner would look for some itself.
    if (chosen.length > 0) for await (const event of run({ files: chosen, concurrency, ...common })) report.take(event);
  }
} catch (error) {
  report.failure("the test runner", String(error));
} finally {
  await server.stop();
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
}
process.exit(report.end());

function rank(file: string): number {
  const place = FIRST.findIndex((folder) => file.startsWith(folder));
  return place < 0 ? FIRST.length : place;
}

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
