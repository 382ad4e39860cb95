/**
 * `npm run bench:growth`: whether Signet is as fast with millions of users and sessions as with a thousand. All sizes
 * are there at once and take turns; the tokens in use belong to sessions from all over the table.
 *
 *   --engine sqlite|postgres   --users 1000,100000,1000000   --most-sessions 10000000   --seconds 1   --rounds 5
 *   --json FILE   --write-docs  the table into docs/performance.md, the plot beside it
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type EngineName, engines, openPlace } from "./speed/databases.ts";
import { inWords, thisMachine } from "./speed/machine.ts";
import { type Cell, measure } from "./speed/measure.ts";
import { plot } from "./speed/plot.ts";
import { median } from "./speed/statistics.ts";
import { engineTitles, makeSignetGround, ROOT, type System, startSignet } from "./speed/systems.ts";
import { table } from "./speed/tables.ts";
import { type Work, works } from "./speed/works.ts";
import { writeDocs } from "./speed/write-docs.ts";

const { values: options } = parseArgs({
  options: {
    engine: { type: "string" },
    users: { type: "string", default: "1000,100000,1000000" },
    "most-sessions": { type: "string", default: "10000000" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    json: { type: "string" },
    "write-docs": { type: "boolean", default: false },
  },
});
const CORE = ["introspection, opaque", "userinfo", "client_credentials", "jwt-bearer", "refresh", "code exchange"];
/** Of a user; SQLite is for smaller places, and has less to fill. */
const SESSIONS_OF: Record<EngineName, number> = { postgres: 10, sqlite: 1 };
const MOST_ON_SQLITE = 1_000_000;
const WITHIN = 0.2;
const users = options.users.split(",").map(Number);
const durationMs = Number(options.seconds) * 1000;

interface Size extends System {
  readonly users: number;
  readonly sessions: number;
}

interface Grown {
  readonly engine: EngineName;
  readonly work: string;
  /** From the smallest to the largest. */
  readonly sizes: readonly {
    readonly users: number;
    readonly sessions: number;
    readonly perSecond: number;
    readonly p99: number;
  }[];
  /** The largest by the smallest, of the same round. */
  readonly throughput: number;
  readonly p99: number;
}

process.once("SIGTERM", () => {
  console.error("stopped by SIGTERM");
  process.exit(1);
});
// Filling in reasonable time needs room for the log; every commit stays durable.
const place = openPlace({ max_wal_size: "4GB", shared_buffers: "512MB" });
const results: Grown[] = [];
let failed = false;
try {
  for (const engine of engines.filter((name) => options.engine === undefined || options.engine === name)) {
    const sizes = await fill(engine);
    for (const name of CORE) {
      const work = works.find((one) => one.name === name);
      if (work !== undefined) results.push(await compareSizes(engine, work, sizes));
    }
    await Promise.all(sizes.map(({ server }) => server.stop()));
  }
  report();
} finally {
  await place.close();
}
process.exit(failed ? 1 : 0);

async function fill(engine: EngineName): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const count of users) {
    const most = Math.min(
      Number(options["most-sessions"]),
      engine === "sqlite" ? MOST_ON_SQLITE : Number.POSITIVE_INFINITY,
    );
    const sessions = Math.min(most, Math.max(10_000, count * SESSIONS_OF[engine]));
    const began = performance.now();
    const ground = await makeSignetGround({
      place,
      engine,
      name: `growth_${engine}_${count}`,
      ballast: `${count},${sessions}`,
    });
    await ground.prepare("ES256");
    const server = await startSignet({ place, ground });
    const name = `${engine} ${count}`;
    sizes.push({ name, server, ground, engine, processes: 1, users: count, sessions });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    say(`${engineTitles[engine]}: ${count} users, ${sessions} sessions, filled in ${seconds} s`);
  }
  return sizes;
}

async function compareSizes(engine: EngineName, work: Work, sizes: readonly Size[]): Promise<Grown> {
  const rounds: Cell[][] = [];
  for (let round = 0; round < Number(options.rounds); round++) {
    const cells: Cell[] = [];
    for (const size of sizes) {
      const cell = await measure(size, work, { warmupMs: round === 0 ? durationMs : durationMs / 5, durationMs });
      if (cell === undefined) throw new Error(`there is no ${work.name}`);
      if (cell.errors > 0) {
        failed = true;
        say(`ERROR ${work.name}, ${size.name}: ${cell.firstError}`);
      }
      cells.push(cell);
    }
    rounds.push(cells);
  }
  const of = (n: number, key: "perSecond" | "p99") => median(rounds.map((cells) => cells[n]?.[key] ?? Number.NaN));
  const ratio = (key: "perSecond" | "p99") =>
    median(rounds.map((cells) => (cells.at(-1)?.[key] ?? Number.NaN) / (cells[0]?.[key] ?? Number.NaN)));
  say(
    `${engineTitles[engine]}, ${work.name}: ${(ratio("perSecond") * 100).toFixed(0)} % of the throughput at the largest size`,
  );
  return {
    engine,
    work: work.name,
    sizes: sizes.map(({ users, sessions }, n) => ({
      users,
      sessions,
      perSecond: of(n, "perSecond"),
      p99: of(n, "p99"),
    })),
    throughput: ratio("perSecond"),
    p99: ratio("p99"),
  };
}

function report(): void {
  const parts = {
    growth: `${inWords(thisMachine())}. ${options.rounds} rounds of ${options.seconds} s each, medians.\n\n${tables()}`,
  };
  console.log(`\n${parts.growth}\n`);
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ machine: thisMachine(), results }, undefined, 2)}\n`);
  if (!options["write-docs"]) return;
  const picture =
    "![Requests a second over the number of app sessions, for SQLite and PostgreSQL](performance-growth.svg)";
  writeDocs({ growth: `${parts.growth}\n\n${picture}` });
  writeFileSync(join(ROOT, "docs/performance-growth.svg"), plot("Throughput over the amount of data", panels()));
}

function tables(): string {
  const byEngine = Map.groupBy(results, ({ engine }) => engine);
  return [...byEngine]
    .map(([engine, grown]) => {
      const sizes = grown[0]?.sizes ?? [];
      const title = ({ users, sessions }: { users: number; sessions: number }) =>
        `${users.toLocaleString("en")} users, ${sessions.toLocaleString("en")} sessions`;
      const head = [
        `${engineTitles[engine]}: requests/s (p99 ms)`,
        ...sizes.map(title),
        "throughput",
        "p99",
        "within 20 %",
      ];
      const rows = grown.map(({ work, sizes, throughput, p99 }) => [
        work,
        ...sizes.map((size) => `${size.perSecond.toFixed(0)} (${size.p99.toFixed(1)})`),
        `${(throughput * 100).toFixed(0)} %`,
        `${(p99 * 100).toFixed(0)} %`,
        throughput >= 1 - WITHIN && p99 <= 1 + WITHIN ? "yes" : "no",
      ]);
      return table(head, rows);
    })
    .join("\n\n");
}

function panels() {
  return [...Map.groupBy(results, ({ engine }) => engine)].map(([engine, grown]) => ({
    title: `${engineTitles[engine]}, one process: requests a second`,
    lines: grown.map(({ work, sizes }) => ({
      name: work,
      points: sizes.map(({ sessions, perSecond }) => ({ x: sessions, y: perSecond })),
    })),
  }));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
