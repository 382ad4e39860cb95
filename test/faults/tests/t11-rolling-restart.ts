/** Nodes are replaced one after the other, as an upgrade does it: nobody notices. */
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../harness/browser.ts";
import { startLoad } from "../harness/load.ts";
import { beginSignIn, finishSignIn } from "../harness/person.ts";
import type { FaultTest } from "../harness/stage.ts";
import { makePerson } from "../harness/world.ts";

const DRAIN_MS = 10_000;

export const rollingRestart: FaultTest = {
  id: "T11",
  title: "SIGTERM and restart of one node after the other",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, history, ground, manager } = stage;
    const { organizationId, opaque } = ground.world;
    const somebody = await makePerson(cluster.any(), manager.token, organizationId, `rolling-${Date.now()}`);
    const load = await startLoad({
      stage,
      rate: scale.rate,
      families: scale.of(200, 30),
      works: ["refresh", "introspect", "refresh", "service", "refresh", "change"],
    });
    let slowest = 0;
    for (let round = 0; round < scale.of(4, 1); round++) {
      for (const node of cluster.nodes) {
        const next = cluster.node(node.number + 1);
        let at = node;
        const browser = new Browser(() => at);
        const page = await beginSignIn(browser, opaque, somebody.loginName);
        stage.fault(`SIGTERM to node ${node.number}`);
        const { code, signal, ms } = await node.stop();
        slowest = Math.max(slowest, ms);
        stage.must(code === 0, `node ${node.number} ended with ${signal ?? code}`);
        stage.must(ms <= DRAIN_MS * scale.patience, `node ${node.number} took ${ms.toFixed(0)} ms to stop`);
        at = next;
        const signedIn = await finishSignIn(browser, page);
        stage.must(
          signedIn !== undefined,
          `a sign-in that began at node ${node.number} could not be finished at node ${next.number}`,
        );
        await node.start();
        await sleep(scale.of(3_000, 300));
      }
    }
    await load.stop();
    stage.remark(`a node stopped in at most ${slowest.toFixed(0)} ms`);
    // A connection that is refused, or cut while nothing was under way, was never a request: clients and proxies go on
    // elsewhere.
    const failed = history.calls.filter(({ status }) => status !== "no answer" && status >= 400);
    stage.must(failed.length === 0, `${failed.length} requests failed`, ...failed.slice(0, 5));
  },
};
