/**
 * The one node on SQLite is killed under load and started again: what was answered is there, and nobody has to sign in
 * again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad } from "../harness/load.ts";
import type { FaultTest } from "../harness/stage.ts";

export const sqliteKill: FaultTest = {
  id: "S1",
  title: "SQLite: kill -9 under load, and start again",
  on: "sqlite",
  keepsSignedIn: true,
  async run(stage, scale) {
    const node = stage.cluster.node(1);
    const load = await startLoad({ stage, rate: scale.rate / 2, families: scale.of(60, 15) });
    for (let round = 0; round < scale.of(25, 2); round++) {
      await sleep(1_000 + Math.random() * 2_000);
      stage.fault("kill -9");
      await node.kill();
      await node.start();
    }
    await sleep(1_000);
    await load.stop();
  },
};
