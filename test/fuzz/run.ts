/**
 * `npm run fuzz`: anything at all, sent to every endpoint, two hundred thousand times; with the memory that is left
 * after each part.
 *
 *   npm run fuzz -- --requests 200000 --seed 1 --engine postgres
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { engines } from "../support/engines.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { play } from "./endpoints/play.ts";
import { startFuzzStage } from "./endpoints/stage.ts";
import { growth, MOST_BYTES_A_REQUEST, type Sample, takeSample } from "./memory.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    engine: { type: "string", default: "sqlite" },
  },
});
const [requests, seed] = [Number(values.requests), Number(values.seed)];
const engine = engines.find(({ name }) => name === values.engine);
if (engine === undefined || !Number.isSafeInteger(requests) || !Number.isSafeInteger(seed)) {
  throw new Error("--requests and --seed are numbers, --engine is sqlite or postgres");
}

/** Of fewer, most is what is compiled and remembered once. */
const ENOUGH_TO_JUDGE = 50_000;
const faults: string[] = [];
process.on("unhandledRejection", (reason) =>
  faults.push(`an unhandled rejection: ${reason instanceof Error ? reason.stack : reason}`),
);
process.on("warning", (warning) => faults.push(`a warning: ${warning.message}`));
const server = engine.name === "postgres" ? await startPostgresServer({ fsync: "off" }) : undefined;
if (server !== undefined) process.env.TEST_POSTGRES_URL = server.url;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    // Nothing that was started is left behind.
    Promise.allSettled([server?.stop()]).then(() => process.exit(1));
  });
}
// Empty: what is made for all tests of a file is put away only by their runner.
const stage = await startFuzzStage(engine, "empty");
const print = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(8);

print(`${requests} requests on ${engine.name}, seed ${seed}\n`);
print("requests   seconds   heap MB   resident MB");
const [began, samples] = [performance.now(), [] as Sample[]];
const onRound = async (sent: number) => {
  const sample = await takeSample(sent);
  samples.push(sample);
  const seconds = Math.round((performance.now() - began) / 1000);
  print(
    `${String(sent).padStart(8)}${String(seconds).padStart(10)}${megabytes(sample.heapBytes)}${megabytes(sample.residentBytes).padStart(14)}`,
  );
};
const played = await play(stage, { requests, seed, round: Math.max(500, Math.round(requests / 40)), onRound });
await stage.close();
await server?.stop();

print("\nwho, where             status and how often");
for (const [who, counts] of played.statuses) {
  const all = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  print(`${who.padEnd(23)}${all.join("  ")}`);
}
const bytes = growth(samples);
print(`\nslowest answer: ${Math.round(played.slowestMs)} ms`);
print(
  `growth of the heap: ${bytes.toFixed(1)} bytes a request (at most ${MOST_BYTES_A_REQUEST}, from ${ENOUGH_TO_JUDGE} requests on)`,
);
const problems = [...played.problems, ...faults];
if (requests >= ENOUGH_TO_JUDGE && bytes > MOST_BYTES_A_REQUEST)
  problems.push(`the heap has grown by ${bytes.toFixed(1)} bytes a request`);
print(
  problems.length === 0
    ? `${played.sent} requests, no problem`
    : `${problems.join("\n\n")}\n\nAgain: npm run fuzz -- --requests ${requests} --seed ${seed}`,
);
process.exit(problems.length === 0 ? 0 : 1);
