/** One refresh token in many hands at the same moment, over all nodes: one successor, and nothing but. */
import { inParallel } from "../harness/in-parallel.ts";
import type { FaultTest } from "../harness/stage.ts";

export const concurrentRefresh: FaultTest = {
  id: "T3",
  title: "many uses of one refresh token at once, over all nodes",
  on: "cluster",
  keepsSignedIn: false,
  async run(stage, scale) {
    const { history, cluster } = stage;
    const hands = 50;
    const families = await stage.families(scale.of(500, 10));
    await inParallel(
      families.length,
      async (n) => {
        const family = families[n];
        if (family === undefined) return;
        const presented = family.tokens;
        stage.fault(`${hands} uses at once`);
        const outcomes = await Promise.all(
          Array.from({ length: hands }, (_, hand) => family.refresh(history, cluster.node(1 + (hand % 3)), presented)),
        );
        stage.must(outcomes.includes("got tokens"), "nobody got a successor");
        stage.must(!outcomes.includes("nobody knows"), "an answer was neither the successor nor invalid_grant");
        stage.must((await family.refresh(history, cluster.any())) === "got tokens", "the successor does not work");
      },
      2,
    );
  },
};
