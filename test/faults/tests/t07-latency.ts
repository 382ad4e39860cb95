/**
 * A database that has become slow: every answer of it comes a second late. Nothing breaks, and calls are refused rather
 * than hoarded.
 */
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster } from "../harness/cluster.ts";
import { startLoad } from "../harness/load.ts";
import { openProxy } from "../harness/proxy.ts";
import { type FaultTest, Stage } from "../harness/stage.ts";

const DELAY_MS = 1_000;

export const latency: FaultTest = {
  id: "T7b",
  title: "a second of delay on everything PostgreSQL answers",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { ground, postgres } = stage;
    if (postgres === undefined) throw new Error("this needs PostgreSQL");
    const slow = await openProxy(postgres.port);
    const url = new URL(ground.databaseUrl);
    url.port = String(slow.port);
    const environment = { ...ground.environment, SIGNET_DATABASE_URL: url.href };
    const cluster = await Cluster.open({ count: 1, folder: tmpdir(), environment });
    cluster.history = stage.history;
    try {
      await cluster.start();
      // The same world, but every call goes to the node that has the slow database.
      const here = await Stage.set("T7b", { ...ground, cluster });
      const load = await startLoad({ stage: here, rate: scale.rate / 4, families: scale.of(60, 20) });
      await sleep(1_000);
      stage.fault(`${DELAY_MS} ms added to every answer of PostgreSQL`);
      slow.delayMs = DELAY_MS;
      await sleep(scale.of(30_000, 5_000));
      slow.delayMs = 0;
      await sleep(2_000);
      await load.stop();
      stage.history.absorb(here.history);
      stage.idTokens.push(...here.idTokens);
      const worst = Math.max(...here.history.calls.map(({ began, ended }) => ended - began));
      stage.remark(`slowest answer ${(worst / 1000).toFixed(1)} s`);
    } finally {
      await cluster.stop();
      await slow.close();
    }
  },
};
