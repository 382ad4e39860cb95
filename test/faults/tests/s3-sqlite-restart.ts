/** The one node on SQLite is stopped and started again under load, as every upgrade does it. */
import { setTimeout as sleep } from "node:timers/promises";
import { startLoad } from "../harness/load.ts";
import type { FaultTest } from "../harness/stage.ts";

const DRAIN_MS = 10_000;

export const sqliteRestart: FaultTest = {
  id: "S3",
  title: "SQLite: stop and start under load",
  on: "sqlite",
  keepsSignedIn: true,
  async run(stage, scale) {
    const node = stage.cluster.node(1);
    const load = await startLoad({ stage, rate: scale.rate / 2, families: scale.of(60, 15) });
    for (let round = 0; round < scale.of(8, 1); round++) {
      await sleep(scale.of(4_000, 1_000));
      stage.fault("SIGTERM");
      const { code, signal, ms } = await node.stop();
      stage.must(code === 0, `it ended with ${signal ?? code}`);
      stage.must(ms <= DRAIN_MS * scale.patience, `it took ${ms.toFixed(0)} ms to stop`);
      await node.start();
    }
    await sleep(1_000);
    await load.stop();
  },
};
