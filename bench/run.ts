/**
 * `npm run bench`: Signet on both engines, its peer and its limits, side by side in one run, and which goals are
 * reached.
 *
 *   --quick           under two minutes: one round, one process of each, ES256 alone
 *   --only PATTERN    of the works, as they are printed: --only 'refresh.*RS256'
 *   --systems PATTERN of "SQLite", "SQLite ×2", "PostgreSQL", "PostgreSQL ×2", "peer"
 *   --no-limits       without HTTP, signature and database alone
 *   --seconds, --rounds   how long each is measured, and how often
 *   --json FILE       everything as JSON;  --write-docs  the tables into docs/performance.md
 *   --profile FOLDER  a CPU profile of each Signet process
 *   --strict          a missed goal fails the run; errors always do
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judge } from "./speed/goals.ts";
import { inWords, thisMachine } from "./speed/machine.ts";
import { measureRow, type Pace, warmUp } from "./speed/rows.ts";
import { type Stage, setStage } from "./speed/stage.ts";
import { measureStart, type Started } from "./speed/start-time.ts";
import { measureStorm, type Storm } from "./speed/storm.ts";
import { type RowSummary, summarize } from "./speed/summary.ts";
import { ROOT } from "./speed/systems.ts";
import { detailTable, goalTable, memoryTable, missedTable, stormTable, throughputTable } from "./speed/tables.ts";
import { algorithms } from "./speed/target.ts";
import { titleOf, works } from "./speed/works.ts";
import { writeDocs } from "./speed/write-docs.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    systems: { type: "string" },
    limits: { type: "boolean", default: true },
    seconds: { type: "string" },
    rounds: { type: "string" },
    json: { type: "string" },
    "write-docs": { type: "boolean", default: false },
    profile: { type: "string" },
    strict: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const began = performance.now();
const durationMs = Number(options.seconds ?? (options.quick ? 0.3 : 0.5)) * 1000;
const pace: Pace = {
  rounds: Number(options.rounds ?? (options.quick ? 1 : 3)),
  durationMs,
  warmupMs: 100,
};
const wanted = new RegExp(options.only, "i");
const chosen = algorithms
  .slice(0, options.quick ? 1 : undefined)
  .flatMap((algorithm) =>
    works
      .filter((work) => (work.signed || algorithm === "ES256") && wanted.test(titleOf(work, algorithm)))
      .map((work) => ({ work, algorithm })),
  );
/** Neither of them depends on which works are measured. */
const everything = options.only === "";
const stormWorks = works.filter(({ name }) => ["introspection, opaque", "client_credentials"].includes(name));

process.once("SIGTERM", () => {
  console.error("stopped by SIGTERM");
  process.exit(1);
});
const stage = await setStage({
  wanted: new RegExp(options.systems ?? (options.quick ? "^[^×]*$" : "")),
  works: [...new Set(chosen.map(({ work }) => work))],
  limits: options.limits,
  recordMs: options.quick ? 500 : 1_500,
  nodeOptions: options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}`],
  say,
});
try {
  const idle = Object.fromEntries(stage.systems.map(({ name, server }) => [name, server.memoryMb()]));
  const rows = await measureRows(stage);
  const storms = everything || wanted.test("storm") ? await measureStorms(stage) : [];
  const memory = Object.fromEntries(
    Object.entries(idle).map(([name, mb]) => [name, { idle: mb, most: stage.memory.get(name) ?? mb }]),
  );
  const started = everything || wanted.test("start") ? await measureStarts() : undefined;
  report({ rows, storms, memory, started });
} finally {
  await stage.close();
}

async function measureRows({ systems, prepare }: Stage): Promise<RowSummary[]> {
  const rows: RowSummary[] = [];
  for (const algorithm of algorithms) {
    const mine = chosen.filter((one) => one.algorithm === algorithm);
    if (mine.length === 0) continue;
    await prepare(algorithm);
    say(`warming up, ${algorithm}`);
    // For some 10,000 requests V8 still works on the code, and each costs up to twice as much.
    await warmUp(
      stage,
      mine.map(({ work }) => work),
      options.quick ? 400 : 1_200,
    );
    for (const { work } of mine) {
      say(titleOf(work, algorithm));
      rows.push(summarize(await measureRow(stage, work, algorithm, pace), systems));
    }
  }
  return rows;
}

async function measureStorms({ systems, weigh, prepare }: Stage): Promise<Storm[]> {
  await prepare("ES256");
  const storms: Storm[] = [];
  for (const system of systems.filter(({ engine, processes }) => engine !== undefined && processes === 1)) {
    for (const work of stormWorks) {
      say(`${work.name} while 200 people sign in, ${system.name}`);
      storms.push(
        await measureStorm(system, work, { rounds: options.quick ? 1 : 3, durationMs: options.quick ? 600 : 1_000 }),
      );
      weigh(system);
    }
  }
  return storms;
}

async function measureStarts(): Promise<Started> {
  say("cold start");
  const folder = mkdtempSync(join(tmpdir(), "signet-bench-"));
  const program = [join(ROOT, "bin/signet.js")];
  try {
    await measureStart(program, folder, 1);
    return await measureStart(program, folder, options.quick ? 1 : 3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Results {
  readonly rows: readonly RowSummary[];
  readonly storms: readonly Storm[];
  readonly memory: Readonly<Record<string, { idle: number; most: number }>>;
  readonly started: Started | undefined;
}

function report({ rows, storms, memory, started }: Results): void {
  const machine = thisMachine();
  const verdicts = judge({ rows, storms, started });
  const failed = [...rows.flatMap((row) => Object.values(row.systems)), ...storms].filter(({ errors }) => errors > 0);
  const parts = {
    machine: `${inWords(machine)}. ${pace.rounds} rounds of ${durationMs / 1000} s each, medians; ${minutes()} in all.`,
    throughput: throughputTable(rows),
    details: detailTable(rows),
    ...(storms.length === 0 ? {} : { storm: stormTable(storms) }),
    memory: memoryTable(memory, started),
    goals: `${goalTable(verdicts)}\n\n${missedTable(verdicts)}`,
  };
  console.log(`\n${Object.values(parts).join("\n\n")}\n`);
  console.log(
    `* of the peer's other work.  ${verdicts.filter(({ reached }) => reached).length} of ${verdicts.length} goals reached.`,
  );
  for (const { firstError } of failed) console.log(`ERROR ${firstError}`);
  if (options.json !== undefined) {
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine, pace, rows, storms, memory, started, verdicts }, undefined, 2)}\n`,
    );
  }
  if (options["write-docs"]) writeDocs(parts);
  process.exitCode = failed.length > 0 || (options.strict && verdicts.some(({ reached }) => !reached)) ? 1 : 0;
}

function minutes(): string {
  return `${((performance.now() - began) / 60_000).toFixed(1)} minutes`;
}

function say(line: string): void {
  process.stderr.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
