/**
 * `npm run bench:soak`: ten minutes of everything at once, and whether memory stays where it is.
 *
 *   --minutes 10   --engine sqlite|postgres   --processes 1   --json FILE   --write-docs
 */
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { engines, openPlace } from "./speed/databases.ts";
import { type LoadResult, loadServer } from "./speed/http-load.ts";
import { inWords, thisMachine } from "./speed/machine.ts";
import { slope } from "./speed/statistics.ts";
import { engineTitles, makeSignetGround, startSignet } from "./speed/systems.ts";
import { table } from "./speed/tables.ts";
import { works } from "./speed/works.ts";
import { writeDocs } from "./speed/write-docs.ts";

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    engine: { type: "string", default: "sqlite" },
    processes: { type: "string", default: "1" },
    json: { type: "string" },
    "write-docs": { type: "boolean", default: false },
  },
});
const CONNECTIONS_EACH = 4;
const SAMPLES = 120;
/** The first part is for the caches to fill and the compiler to settle. */
const SETTLING_PART = 1 / 3;
/** Flat is what grows by less than this from there to the end. */
const FLAT = 0.05;
/** In store at any time, of codes and of tokens to revoke. */
const ENOUGH = 20_000;

const engine = engines.find((name) => name === options.engine) ?? "sqlite";
const durationMs = Number(options.minutes) * 60_000;

process.once("SIGTERM", () => {
  console.error("stopped by SIGTERM");
  process.exit(1);
});
const place = openPlace();
try {
  const ground = await makeSignetGround({ place, engine, name: "soak" });
  await ground.prepare("ES256");
  const server = await startSignet({ place, ground, processes: Number(options.processes) });
  const stocks = Object.values(ground.ready().stock);
  await Promise.all(stocks.map((stock) => stock.ensure(ENOUGH)));

  let over = false;
  const loads = works.flatMap((work) => {
    const visitor = work.visitors(ground.ready());
    if (visitor === undefined) return [];
    return loadServer({
      port: server.port,
      connections: CONNECTIONS_EACH,
      warmupMs: 0,
      durationMs,
      visitor,
      manyAddresses: true,
    }).then((result) => ({ work: work.name, ...result }));
  });
  const restock = (async () => {
    while (!over) {
      for (const stock of stocks) if (stock.size < ENOUGH) await stock.ensure(ENOUGH + 2_000);
      await sleep(50);
    }
  })();
  const samples: { x: number; y: number }[] = [];
  const weigh = (async () => {
    const began = performance.now();
    while (!over) {
      samples.push({ x: (performance.now() - began) / 60_000, y: server.memoryMb() });
      await sleep(durationMs / SAMPLES);
    }
  })();
  const results = await Promise.all(loads);
  over = true;
  await Promise.all([restock, weigh]);
  await server.stop();
  await ground.fixture.stop();
  report(results, samples);
} finally {
  await place.close();
}
process.exit(process.exitCode ?? 0);

function report(
  results: readonly ({ work: string } & LoadResult)[],
  samples: readonly { x: number; y: number }[],
): void {
  const settled = samples.slice(Math.floor(samples.length * SETTLING_PART));
  const mean = settled.reduce((sum, { y }) => sum + y, 0) / settled.length;
  const minutes = (settled.at(-1)?.x ?? 0) - (settled[0]?.x ?? 0);
  const perMinute = slope(settled);
  const growth = (perMinute * minutes) / mean;
  const flat = growth < FLAT;
  const errors = results.reduce((sum, one) => sum + one.errors, 0);
  const requests = results.reduce((sum, one) => sum + one.requests, 0);
  const part = Math.max(1, Math.floor(samples.length / 10));
  const over = samples.filter((_, n) => n % part === 0).map(({ x, y }) => [x.toFixed(1), y.toFixed(0)]);
  const text = [
    `${inWords(thisMachine())}. ${engineTitles[engine]}, ${options.processes} process(es), ${options.minutes} minutes, ${requests.toLocaleString("en")} requests.`,
    table(
      ["work", "requests/s", "p99 ms", "errors"],
      results.map((one) => [one.work, one.perSecond.toFixed(0), one.p99.toFixed(1), String(one.errors)]),
    ),
    table(["minute", "memory, MB"], over),
    `After the first third, memory changes by ${perMinute.toFixed(2)} MB a minute, ${(growth * 100).toFixed(1)} % in ${minutes.toFixed(1)} minutes: ${flat ? "flat" : "NOT flat"}.`,
  ].join("\n\n");
  console.log(`\n${text}\n`);
  for (const { work, firstError } of results) if (firstError !== undefined) console.log(`ERROR ${work}: ${firstError}`);
  if (options.json !== undefined) {
    const works = results.map(({ sample: _, ...one }) => one);
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine: thisMachine(), engine, works, samples, perMinute, growth, flat }, undefined, 2)}\n`,
    );
  }
  if (options["write-docs"]) writeDocs({ soak: text });
  process.exitCode = errors > 0 || !flat ? 1 : 0;
}
