/**
 * `npm run test:faults`: takes things away from a Signet under load, and checks that nothing was lost and nobody let in
 * who should not be. Words choose tests by their id (`t05 s1`); `--quick` takes a few seconds for each.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { check, forcedSignIns, type Violation } from "./harness/checker.ts";
import { type Ground, openGround } from "./harness/ground.ts";
import { type FaultyPostgres, startFaultyPostgres } from "./harness/postgres.ts";
import { describeViolations, inSeconds, type Row, saveHistory, table, toRow } from "./harness/report.ts";
import { type FaultTest, full, quick, Skipped, Stage } from "./harness/stage.ts";
import { tests } from "./tests/index.ts";

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = positionals.map((word) => word.toLowerCase());
const unknown = wanted.filter((word) => !tests.some(({ id }) => id.toLowerCase() === word));
if (unknown.length > 0) {
  console.error(`There is no test ${unknown.join(", ")}. There are ${tests.map(({ id }) => id).join(", ")}.`);
  process.exit(2);
}
const chosen = wanted.length === 0 ? tests : tests.filter(({ id }) => wanted.includes(id.toLowerCase()));
const scale = values.quick ? quick : full;
const began = performance.now();
const closers: (() => Promise<void>)[] = [];
const rows: Row[] = [];
const PEOPLE = 8;

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
if ((loadavg()[0] ?? 0) > availableParallelism()) {
  console.log("Other work shares this machine: bounds on time may be missed, the invariants must hold all the same.");
}
if (!scale.quick) {
  console.log("Tests that the catalogue of attacks describes with ten minutes and more take up to three here.");
}
try {
  const cluster = chosen.some(({ on }) => on === "cluster") ? await openCluster() : undefined;
  for (const test of chosen.filter(({ on }) => on === "cluster")) {
    if (cluster !== undefined) rows.push(await perform(test, cluster.ground, cluster.postgres));
  }
  for (const test of chosen.filter(({ on }) => on === "sqlite")) {
    // Each on a database of its own: a disk that was full may have left little of the first.
    const ground = await openGround({ nodes: 1, people: PEOPLE });
    closers.push(() => ground.close());
    rows.push(await perform(test, ground));
  }
} finally {
  for (const close of closers.reverse()) await close().catch((error) => console.error(String(error)));
}
const violations = rows.reduce((sum, row) => sum + row.violations, 0);
console.log(`\n${table(rows)}\n`);
console.log(`${rows.length} tests, ${violations} violations, ${inSeconds(performance.now() - began)}`);
process.exit(violations === 0 ? 0 : 1);

async function openCluster(): Promise<{ ground: Ground; postgres: FaultyPostgres }> {
  const postgres = await startFaultyPostgres();
  closers.push(() => postgres.stop());
  await postgres.query("CREATE DATABASE signet");
  const ground = await openGround({ databaseUrl: `${postgres.url}/signet`, nodes: 3, people: PEOPLE });
  closers.push(() => ground.close());
  return { ground, postgres };
}

async function perform(test: FaultTest, ground: Ground, postgres?: FaultyPostgres): Promise<Row> {
  const started = performance.now();
  const stage = await Stage.set(test.id, ground, postgres);
  let skipped: string | undefined;
  const found: Violation[] = [];
  try {
    await test.run(stage, scale);
  } catch (error) {
    await postgres?.recover();
    if (error instanceof Skipped) skipped = error.message;
    else stage.must(false, `the test could not be carried out: ${error instanceof Error ? error.stack : error}`);
  }
  await stage.stopAll();
  if (skipped === undefined) {
    await ground.cluster.start().catch((error) => stage.must(false, `the nodes did not come back: ${error}`));
    await stage.verifyEverywhere();
    found.push(...stage.broken, ...check(stage.history, await ground.inside.after(stage.history.calls)));
    if (test.keepsSignedIn) found.push(...forcedSignIns(stage.history.calls));
  }
  ground.cluster.history = undefined;
  const { remarks } = stage;
  const row = toRow(test, stage.history, {
    violations: found.length,
    remarks,
    seconds: (performance.now() - started) / 1000,
  });
  console.log(
    skipped === undefined
      ? `${test.id} ${test.title}: ${row.calls} calls, ${row.faults} faults, ${row.violations} violations, ${row.seconds.toFixed(1)} s`
      : `${test.id} ${test.title}: skipped, ${skipped}`,
  );
  if (found.length > 0) {
    console.log(describeViolations(found));
    console.log(`  the nodes last said:\n${ground.cluster.tail()}`);
    console.log(`  the whole history is in ${saveHistory(test.id, stage.history, found)}`);
  }
  return { ...row, ...(skipped === undefined ? {} : { skipped }) };
}
