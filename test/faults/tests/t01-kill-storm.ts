/**
 * Nodes are killed at random while people's applications refresh: whoever gets no answer asks another node, and goes
 * on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { SignetNode } from "../harness/cluster.ts";
import type { Call } from "../harness/history.ts";
import { startLoad } from "../harness/load.ts";
import type { FaultTest } from "../harness/stage.ts";

const LONGEST_ERRORS_MS = 1_000;

export const killStorm: FaultTest = {
  id: "T1",
  title: "kill -9 of a node every 1 to 3 s while refreshing",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, history } = stage;
    const load = await startLoad({
      stage,
      rate: scale.rate,
      families: scale.of(200, 30),
      works: ["refresh", "refresh", "refresh", "change"],
    });
    const until = performance.now() + scale.of(170_000, 8_000);
    const returning = new Map<SignetNode, Promise<void>>();
    const kills: { readonly node: number; readonly at: number }[] = [];
    while (performance.now() < until) {
      await sleep(1_000 + Math.random() * 2_000);
      const there = cluster.nodes.filter((node) => !returning.has(node));
      const node = there[Math.floor(Math.random() * there.length)];
      // At least one stays: without any there is nobody to ask.
      if (node === undefined || there.length < 2) continue;
      stage.fault(`kill -9 of node ${node.number}`);
      kills.push({ node: node.number, at: history.now() });
      await node.kill();
      returning.set(
        node,
        node.start().finally(() => returning.delete(node)),
      );
    }
    await load.stop();
    await Promise.all(returning.values());
    // Clients go on at another node, so nobody meets errors for longer than the retry takes.
    const waits = load.families.flatMap((family) => waitsOf(family.session));
    const worst = Math.max(0, ...waits.map(({ errorsMs }) => errorsMs));
    const longest = Math.max(0, ...waits.map(({ answerMs }) => answerMs));
    stage.remark(
      `nobody met errors for longer than ${worst.toFixed(0)} ms, or waited longer than ${longest.toFixed(0)} ms for an answer`,
    );
    stage.must(worst <= LONGEST_ERRORS_MS * scale.patience, `a client met errors for ${worst.toFixed(0)} ms`);

    /**
     * From the first attempt that failed to the one that did not: until it was made, and until it was answered. Anew
     * where the node that was asked next was killed as well.
     */
    function waitsOf(session: string): { errorsMs: number; answerMs: number }[] {
      let since: number | undefined;
      const waits = [];
      for (const call of history.calls) {
        if (call.refresh?.family !== session) continue;
        if (!call.succeeded) since = cutShort(call) ? call.ended : (since ?? call.ended);
        else if (since !== undefined) {
          waits.push({ errorsMs: call.began - since, answerMs: call.ended - since });
          since = undefined;
        }
      }
      return waits;
    }

    function cutShort({ node, began, ended }: Call): boolean {
      return kills.some((kill) => kill.node === node && kill.at >= began && kill.at <= ended);
    }
  },
};
