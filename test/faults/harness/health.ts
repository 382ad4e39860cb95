/**
 * How a cluster is doing while something is taken from it: alive all the time, ready when it should be, serving again
 * soon.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { History } from "./history.ts";
import { ask, visit, type Where } from "./http.ts";
import { openLoop } from "./load.ts";
import { makeService, serviceToken } from "./service.ts";
import type { Stage } from "./stage.ts";

/** How long it takes until something is so, in milliseconds; at most `limit`. */
export async function until(isSo: () => Promise<boolean>, limit: number): Promise<number> {
  const began = performance.now();
  while (!(await isSo()) && performance.now() - began < limit) await sleep(50);
  return performance.now() - began;
}

export interface HealthWatch {
  isReady(where: Where): Promise<boolean>;
  /** Whether it does what needs the database: an answer that is no server's error. */
  isServing(where: Where): Promise<boolean>;
  stop(): Promise<void>;
}

/** A process that lives must say so whatever else is away; what it says from memory must not fail. */
export async function watchHealth(stage: Stage): Promise<HealthWatch> {
  const { history, cluster, ground } = stage;
  const service = await makeService(cluster.any(), stage.manager.token, ground.world);
  const paths = { alive: "/healthz", keys: "/oauth/v2/keys", discovery: "/.well-known/openid-configuration" };
  const loop = openLoop(6, async (n) => {
    const node = cluster.node(1 + (n % cluster.nodes.length));
    if (!node.isRunning) return;
    const what = (["alive", "keys", "discovery"] as const)[Math.floor(n / cluster.nodes.length) % 3] ?? "alive";
    const answer = await visit({ history, where: node, what, asked: { path: paths[what] } }, (seen) => ({
      succeeded: seen?.status === 200,
    }));
    stage.must(
      answer?.status === 200 || !node.isRunning,
      `${paths[what]} of node ${node.number} answered ${answer?.status ?? "nothing"}`,
    );
  });
  return {
    isReady: async (where) => (await ask(where, { path: "/readyz" }))?.status === 200,
    isServing: async (where) => (await serviceToken(new History(), where, service, ground.world)) !== undefined,
    stop: stage.goesOn(loop).stop,
  };
}
