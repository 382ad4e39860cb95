/**
 * `npm run bench:compare BASE`: this checkout against another revision, taking turns in one run. Fails when a work has
 * lost more than 15 % of its throughput.
 *
 *   --engine sqlite|postgres   --only PATTERN   --algorithm ES256|RS256   --callers 32
 *   --seconds 0.8   --rounds 7   --json FILE
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { checkOut } from "./speed/check-out.ts";
import { type EngineName, engines, openPlace } from "./speed/databases.ts";
import { type Cell, measure } from "./speed/measure.ts";
import { median } from "./speed/statistics.ts";
import { engineTitles, makeSignetGround, ROOT, type System, startSignet } from "./speed/systems.ts";
import { table } from "./speed/tables.ts";
import { algorithms } from "./speed/target.ts";
import { CONNECTIONS, type Work, works } from "./speed/works.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: "string" },
    only: { type: "string", default: "" },
    algorithm: { type: "string", default: "ES256" },
    callers: { type: "string", default: String(CONNECTIONS) },
    seconds: { type: "string", default: "0.8" },
    rounds: { type: "string", default: "7" },
    json: { type: "string" },
  },
});
const [base] = positionals;
if (base === undefined) {
  console.error("Say which revision to compare with: npm run bench:compare HEAD~1");
  process.exit(2);
}
const algorithm = algorithms.find((name) => name === options.algorithm);
if (algorithm === undefined) {
  console.error(`There is no algorithm ${options.algorithm}. Choose one of ${algorithms.join(", ")}.`);
  process.exit(2);
}
const callers = Number(options.callers);
if (!(Number.isInteger(callers) && callers >= 1 && callers <= CONNECTIONS)) {
  console.error(`--callers takes a whole number from 1 to ${CONNECTIONS}.`);
  process.exit(2);
}
const LEAST = 0.85;
/** Of a work that takes a good part of a second, a moment sees too few. */
const LONGER = 4;
const durationMs = Number(options.seconds) * 1000;
const wanted = new RegExp(options.only, "i");
const chosen = works.filter(({ name }) => wanted.test(name));

interface Compared {
  readonly work: string;
  readonly engine: EngineName;
  readonly base: number;
  readonly here: number;
  /** Of the same round. */
  readonly ratio: number;
  readonly cpuRatio: number;
  /** Of the database server. */
  readonly databaseCpu: { readonly base: number; readonly here: number; readonly ratio: number } | undefined;
  /** Of the median latency. */
  readonly latencyRatio: number;
}

process.once("SIGTERM", () => {
  console.error("stopped by SIGTERM");
  process.exit(1);
});
const place = openPlace();
const results: Compared[] = [];
let failed = false;
try {
  const root = checkOut(base, place.folder);
  for (const engine of engines.filter((name) => options.engine === undefined || options.engine === name)) {
    const before = await start(engine, "base", root);
    const after = await start(engine, "here", ROOT);
    for (const work of chosen) {
      const compared = await compare(work, before, after, Number(options.rounds));
      if (compared === undefined) continue;
      // A machine has bad moments: what seems lost is looked at again, and longer.
      const lost = compared.ratio < LEAST;
      results.push({
        engine,
        ...((lost ? await compare(work, before, after, 2 * Number(options.rounds)) : undefined) ?? compared),
      });
    }
    await Promise.all([before.server.stop(), after.server.stop()]);
  }
  report();
} finally {
  await place.close();
}
process.exit(failed ? 1 : 0);

async function start(engine: EngineName, name: string, root: string): Promise<System> {
  const ground = await makeSignetGround({ place, engine, name: `compare_${engine}_${name}`, root });
  await ground.prepare(algorithm ?? "ES256");
  const server = await startSignet({ place, ground, root });
  return { name: `${name} ${engine}`, server, ground, engine, processes: 1, databaseCpuMs: place.postgresCpuMs };
}

async function compare(
  work: Work,
  before: System,
  after: System,
  count: number,
): Promise<Omit<Compared, "engine"> | undefined> {
  const rounds: { base: Cell; here: Cell }[] = [];
  for (let round = 0; round < count; round++) {
    const lasts = work.slow ? LONGER * durationMs : durationMs;
    const moment = { warmupMs: round === 0 ? lasts : lasts / 5, durationMs: lasts, callers };
    // Who begins alternates too: the second finds warmer caches.
    const first = await measure(round % 2 === 0 ? before : after, work, moment);
    const second = await measure(round % 2 === 0 ? after : before, work, moment);
    if (first === undefined || second === undefined) return undefined;
    for (const { errors, firstError } of [first, second]) {
      if (errors === 0) continue;
      failed = true;
      console.error(`ERROR ${work.name}: ${firstError}`);
    }
    rounds.push(round % 2 === 0 ? { base: first, here: second } : { base: second, here: first });
  }
  return {
    work: work.name,
    base: median(rounds.map(({ base }) => base.perSecond)),
    here: median(rounds.map(({ here }) => here.perSecond)),
    ratio: median(rounds.map(({ base, here }) => here.perSecond / base.perSecond)),
    cpuRatio: median(rounds.map(({ base, here }) => here.cpuMs / base.cpuMs)),
    databaseCpu: before.engine === "postgres" ? databaseCpuOf(rounds) : undefined,
    latencyRatio: median(rounds.map(({ base, here }) => here.p50 / base.p50)),
  };
}

/** Counted in ticks of 10 ms, so the sums are compared. A work that asks nothing of it has none. */
function databaseCpuOf(rounds: readonly { readonly base: Cell; readonly here: Cell }[]): Compared["databaseCpu"] {
  const mean = (cells: readonly Cell[]) =>
    cells.reduce((sum, cell) => sum + cell.databaseCpuMs * cell.requests, 0) /
    cells.reduce((sum, cell) => sum + cell.requests, 0);
  const [base, here] = [mean(rounds.map((round) => round.base)), mean(rounds.map((round) => round.here))];
  return base === 0 ? undefined : { base, here, ratio: here / base };
}

function report(): void {
  const lost = results.filter(({ ratio }) => !(ratio >= LEAST));
  const head = ["a second", String(base), "here", "ratio", "CPU for one", "database's, ms", "median latency", ""];
  const rows = results.map((one) => [
    `${one.work}, ${engineTitles[one.engine]}`,
    one.base.toFixed(0),
    one.here.toFixed(0),
    `${one.ratio.toFixed(2)} ×`,
    `${one.cpuRatio.toFixed(2)} ×`,
    one.databaseCpu === undefined
      ? ""
      : `${one.databaseCpu.base.toFixed(3)} → ${one.databaseCpu.here.toFixed(3)} (${one.databaseCpu.ratio.toFixed(2)} ×)`,
    `${one.latencyRatio.toFixed(2)} ×`,
    lost.includes(one) ? "LOST" : "",
  ]);
  console.log(`\n${table(head, rows)}\n`);
  console.log(lost.length === 0 ? "Nothing lost more than 15 %." : `${lost.length} lost more than 15 %.`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ base, results }, undefined, 2)}\n`);
  failed ||= lost.length > 0;
}
