/**
 * One code in many hands at the same moment: one of them gets tokens, and they are worth nothing once the code was
 * shown again.
 */

import { inParallel } from "../harness/in-parallel.ts";
import { redeem } from "../harness/person.ts";
import { introspect } from "../harness/service.ts";
import type { FaultTest } from "../harness/stage.ts";

export const codeRace: FaultTest = {
  id: "T4",
  title: "many redemptions of one code at once, then a replay",
  on: "cluster",
  keepsSignedIn: false,
  async run(stage, scale) {
    const { history, cluster, ground } = stage;
    const { inside, world } = ground;
    const hands = 50;
    const rounds = scale.of(500, 10);
    let winners = 0;
    await inParallel(
      rounds,
      async (n) => {
        const code = await stage.person(n).code(history, cluster.any(), world.opaque);
        if (code === undefined) throw new Error("no code came");
        const spend = (hand: number) =>
          redeem({ history, where: cluster.node(1 + (hand % 3)), inside, client: world.opaque }, code);
        stage.fault(`${hands} redemptions at once`);
        const won = (await Promise.all(Array.from({ length: hands }, (_, hand) => spend(hand)))).filter(
          (tokens) => tokens !== undefined,
        );
        winners += won.length;
        await spend(0);
        for (const { access } of won) {
          const standing = await introspect({ history, where: cluster.any(), by: world.opaque }, access, []);
          stage.must(standing === "inactive", `after the code was replayed its token is ${standing}`);
        }
      },
      2,
    );
    stage.must(winners === rounds, `${rounds} codes gave tokens ${winners} times`);
    // Without a race, the tokens of a code work until it is shown a second time.
    const code = await stage.person(0).code(history, cluster.any(), world.opaque);
    const at = { history, inside, client: world.opaque };
    const tokens = code === undefined ? undefined : await redeem({ ...at, where: cluster.node(1) }, code);
    if (code === undefined || tokens === undefined) throw new Error("a code that nobody else has gave no tokens");
    const standing = () => introspect({ history, where: cluster.node(2), by: world.opaque }, tokens.access, []);
    stage.must((await standing()) === "active", "the token of a code that was used once is not active");
    await redeem({ ...at, where: cluster.node(3) }, code);
    stage.must((await standing()) === "inactive", "a replay did not revoke");
  },
};
