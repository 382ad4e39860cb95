/**
 * The database is there and does not answer: frozen, slow, or with every connection waiting for a lock. Requests end in
 * time, with 503.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { until, watchHealth } from "../harness/health.ts";
import type { Call } from "../harness/history.ts";
import { startLoad } from "../harness/load.ts";
import type { FaultyPostgres } from "../harness/postgres.ts";
import type { FaultTest, Scale, Stage } from "../harness/stage.ts";

/** 2.4 s for an answer after 0.3 s for a connection (docs/configuration.md), and a little for the way. */
const LONGEST_REFUSAL_MS = 3_000;
const MORE_MEMORY_MB = 100;
const NORMAL_AGAIN_MS = 10_000;
const IDLE_IN_TRANSACTION = 50;

export const stall: FaultTest = {
  id: "T7",
  title: "PostgreSQL frozen; every connection waiting for a lock",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { postgres, cluster } = stage;
    if (postgres === undefined) throw new Error("this needs PostgreSQL");
    const load = await startLoad({ stage, rate: scale.rate, families: scale.of(200, 40) });
    const health = await watchHealth(stage);
    await sleep(scale.of(15_000, 2_000));
    const usual = percentile99(stage.history.calls);
    const memory = cluster.nodes.map((node) => node.memoryMb());

    const frozenAt = stage.history.now();
    stage.fault("every process of PostgreSQL was stopped");
    postgres.freeze();
    await sleep(scale.of(30_000, 7_500));
    const grown = Math.max(...cluster.nodes.map((node, n) => node.memoryMb() - (memory[n] ?? 0)));
    postgres.thaw();
    await settle(stage, scale, { usual, since: frozenAt, isServing: health.isServing });
    stage.remark(`frozen: memory grew by ${grown.toFixed(0)} MB`);
    stage.must(grown < MORE_MEMORY_MB, `a node's memory grew by ${grown.toFixed(0)} MB while it waited`);

    const lockedAt = stage.history.now();
    stage.fault(`${IDLE_IN_TRANSACTION} connections idle in transaction, one with a lock that everybody needs`);
    const release = await holdLock(postgres);
    await sleep(scale.of(20_000, 4_000));
    await release();
    await settle(stage, scale, { usual, since: lockedAt, isServing: health.isServing });
    await load.stop();
    await health.stop();
  },
};

async function settle(
  stage: Stage,
  scale: Scale,
  {
    usual,
    since,
    isServing,
  }: { usual: number; since: number; isServing: (where: Stage["cluster"]["nodes"][number]) => Promise<boolean> },
): Promise<void> {
  const { cluster, history } = stage;
  const back = await until(async () => (await Promise.all(cluster.nodes.map(isServing))).every(Boolean), 60_000);
  await sleep(scale.of(NORMAL_AGAIN_MS, 3_000));
  const from = history.now();
  await sleep(scale.of(5_000, 1_500));
  const afterwards = percentile99(history.calls.filter(({ began }) => began >= from));
  stage.remark(
    `served again after ${back.toFixed(0)} ms, p99 ${usual.toFixed(0)} ms before and ${afterwards.toFixed(0)} ms after`,
  );
  stage.must(
    afterwards <= Math.max(250, usual * 3) * scale.patience,
    `10 s later the 99th percentile is ${afterwards.toFixed(0)} ms, usual is ${usual.toFixed(0)}`,
  );
  // What waited and then succeeded, when the database was back, has taken as long as it took.
  const refused = history.calls.filter(
    (call) => call.began >= since && typeof call.status === "number" && call.status >= 500,
  );
  const slowest = refused.toSorted((a, b) => b.ended - b.began - (a.ended - a.began)).slice(0, 3);
  const longest = Math.max(0, ...slowest.map(({ began, ended }) => ended - began));
  stage.remark(`${refused.length} refused, within ${(longest / 1000).toFixed(1)} s`);
  stage.must(
    longest <= LONGEST_REFUSAL_MS * scale.patience,
    `who was refused waited up to ${longest.toFixed(0)} ms`,
    ...slowest,
  );
}

export function percentile99(calls: readonly Call[]): number {
  const times = calls.filter(({ what }) => what !== "verify").map(({ began, ended }) => ended - began);
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

async function holdLock(postgres: FaultyPostgres): Promise<() => Promise<void>> {
  const clients = Array.from(
    { length: IDLE_IN_TRANSACTION },
    () => new pg.Client({ connectionString: `${postgres.url}/signet` }),
  );
  for (const client of clients) client.on("error", () => {});
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map((client) => client.query("BEGIN")));
  await Promise.all(
    clients.map((client, n) =>
      client.query(n === 0 ? "LOCK TABLE app_sessions, users IN ACCESS EXCLUSIVE MODE" : "SELECT 1"),
    ),
  );
  return async () => {
    await Promise.all(clients.map((client) => client.end()));
  };
}
