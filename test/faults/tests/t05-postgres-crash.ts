/**
 * PostgreSQL goes down as in a crash, and comes back, under load: nothing acknowledged is lost, and no node has to be
 * restarted.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { until, watchHealth } from "../harness/health.ts";
import { startLoad } from "../harness/load.ts";
import type { FaultTest } from "../harness/stage.ts";

const NOT_READY_MS = 2_000;
const BACK_MS = 5_000;

export const postgresCrash: FaultTest = {
  id: "T5",
  title: "crash and restart of PostgreSQL",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, postgres } = stage;
    if (postgres === undefined) throw new Error("this needs PostgreSQL");
    const load = await startLoad({ stage, rate: scale.rate, families: scale.of(200, 40) });
    const health = await watchHealth(stage);
    let slowest = 0;
    for (let round = 0; round < scale.of(10, 2); round++) {
      await sleep(scale.of(5_000, 1_500));
      stage.fault("PostgreSQL crashed");
      await postgres.crash();
      const noticed = await until(
        async () => (await Promise.all(cluster.nodes.map(health.isReady))).every((ready) => !ready),
        10_000,
      );
      stage.must(noticed <= NOT_READY_MS * scale.patience, `/readyz said so after ${noticed.toFixed(0)} ms`);
      await sleep(scale.of(3_000, 500));
      await postgres.restart();
      const back = await until(
        async () => (await Promise.all(cluster.nodes.map(health.isServing))).every(Boolean),
        60_000,
      );
      slowest = Math.max(slowest, back);
      stage.must(back <= BACK_MS * scale.patience, `full service only ${back.toFixed(0)} ms after PostgreSQL was back`);
    }
    await sleep(1_000);
    await load.stop();
    await health.stop();
    stage.remark(`full service at most ${slowest.toFixed(0)} ms after PostgreSQL`);
  },
};
