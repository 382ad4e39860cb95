/**
 * Keys change while tokens are verified elsewhere with key sets that are kept as long as they may be. What takes a day
 * outside (a spare is published for 24 h before it signs) is made to take seconds by making the spare older.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { databaseTime, runSql } from "../harness/inside.ts";
import { startLoad } from "../harness/load.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";
import { keyIdOf } from "../harness/verifier.ts";

const DAY_MS = 86_400_000;
/** A node takes what it knows about keys for at most so long as given. */
const NODES_AGREE_MS = 250;
const AHEAD_MS = 1_500;

export const keyRotation: FaultTest = {
  id: "T8",
  title: "rotation of the signing key, with verifiers that cache",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const everyMs = scale.of(8_500, 4_000);
    const load = await startLoad({
      stage,
      rate: scale.rate,
      families: scale.of(150, 30),
      works: ["refresh", "verify", "refresh", "introspect", "verify"],
      // Less than a spare is published before it signs: nodes take a second until they all publish it.
      keepKeysMs: everyMs - 2_000,
    });
    for (let round = 0; round < scale.of(20, 2); round++) await rotate(stage, everyMs);
    await load.stop();
  },
};

async function rotate(stage: Stage, publishedMs: number): Promise<void> {
  const { ground, manager, cluster } = stage;
  // Nodes look every ten minutes whether there is a spare; asking for the algorithm makes the one that is missing.
  const enabling = { method: "POST", path: "/management/v1/signing-keys/enable", json: { algorithm: "ES256" } };
  await manager.call(cluster.any(), "make a spare", enabling);
  await sleep(publishedMs - AHEAD_MS);
  const at = await databaseTime(ground.inside);
  // The spare is now as old as it has to be, but for a moment: the rotation is planned for that moment.
  await runSql(
    ground.inside,
    `UPDATE keys SET created_at = ${at - DAY_MS + AHEAD_MS} WHERE algorithm = 'ES256' AND revoked_at IS NULL AND activates_at > ${at}`,
  );
  const asked = { method: "POST", path: "/management/v1/signing-keys/rotate", json: { algorithm: "ES256" } };
  const answer = await manager.call(cluster.any(), "rotate keys", asked);
  const { rotations = [] } = (answer?.json ?? {}) as { rotations?: { id: string; activatesAt: string }[] };
  const [planned] = rotations;
  if (answer?.status !== 200 || planned === undefined)
    throw new Error(`no rotation: ${answer?.status} ${answer?.body}`);
  stage.fault("the signing key was rotated");
  await atTheSameMoment(stage, planned.id, Date.parse(planned.activatesAt));
}

/** Each node signs with the former key until the planned moment, and with the new one from then on. */
async function atTheSameMoment(stage: Stage, kid: string, activatesAt: number): Promise<void> {
  const { cluster, history, ground } = stage;
  await Promise.all(
    cluster.nodes.map(async (node, n) => {
      const family = await stage.family(stage.person(n));
      let offset = (await databaseTime(ground.inside)) - Date.now();
      while (Date.now() + offset < activatesAt + NODES_AGREE_MS + 300) {
        const began = Date.now() + offset;
        if ((await family.refresh(history, node)) !== "got tokens") continue;
        const ended = Date.now() + offset;
        const isNew = keyIdOf(family.tokens.id) === kid;
        stage.must(
          isNew || began < activatesAt + NODES_AGREE_MS,
          `node ${node.number} signed with the old key ${began - activatesAt} ms too late`,
        );
        stage.must(
          !isNew || ended > activatesAt - NODES_AGREE_MS,
          `node ${node.number} signed with the new key ${activatesAt - ended} ms too early`,
        );
        offset = (await databaseTime(ground.inside)) - Date.now();
        await sleep(40);
      }
    }),
  );
}
