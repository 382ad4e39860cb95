/**
 * A signing key has leaked and is revoked under load: within two seconds no node signs with it or takes what it signed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { visit } from "../harness/http.ts";
import { startLoad } from "../harness/load.ts";
import { introspect, userinfo } from "../harness/service.ts";
import type { FaultTest } from "../harness/stage.ts";
import { keyIdOf } from "../harness/verifier.ts";

const EVERYWHERE_MS = 2_000;
/** Where other work shares the machine. */
const EVERYWHERE_QUICK_MS = 5_000;

export const keyRevocation: FaultTest = {
  id: "T9",
  title: "revocation of the active signing key",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { history, cluster, ground, manager } = stage;
    const everywhereMs = scale.of(EVERYWHERE_MS, EVERYWHERE_QUICK_MS);
    const load = await startLoad({ stage, rate: scale.rate, families: scale.of(150, 30), keepKeysMs: 500 });
    for (let round = 0; round < scale.of(8, 1); round++) {
      await sleep(scale.of(5_000, 1_000));
      const signed = await stage.family(stage.person(round), ground.world.jwt);
      const kid = keyIdOf(signed.tokens.access);
      const names = [`key ${kid}`, ...signed.names];
      const isGood = await introspect(
        { history, where: cluster.any(), by: ground.world.jwt },
        signed.tokens.access,
        names,
      );
      stage.must(isGood === "active", "a token is not active before its key is revoked");
      stage.fault("the active signing key was revoked");
      const where = cluster.any();
      const asked = {
        method: "POST",
        path: `/management/v1/signing-keys/${kid}/revoke`,
        headers: { authorization: `Bearer ${manager.token}` },
      };
      const answer = await visit({ history, where, what: "revoke key", asked }, (seen) => ({
        succeeded: seen?.status === 200,
        ends: [`key ${kid}`],
        endsWithinMs: everywhereMs,
        change: `key.revoked ${kid}`,
      }));
      stage.must(answer?.status === 200, `the key could not be revoked: ${answer?.status} ${answer?.body}`);
      const revokedAt = performance.now();
      // At the node that answered it holds at once.
      const there = await introspect({ history, where, by: ground.world.jwt }, signed.tokens.access, signed.names);
      stage.must(there === "inactive", "the node that revoked the key still takes what it signed");
      await sleep(everywhereMs - (performance.now() - revokedAt) + 50);
      for (const node of cluster.nodes) {
        await introspect({ history, where: node, by: ground.world.jwt }, signed.tokens.access, names);
        await userinfo(history, node, signed.tokens.access, names);
        const fresh = await stage.family(stage.person(round), ground.world.jwt);
        await fresh.refresh(history, node);
        stage.must(keyIdOf(fresh.tokens.id) !== kid, `node ${node.number} signs with a revoked key`);
        const keys = await visit({ history, where: node, what: "keys", asked: { path: "/oauth/v2/keys" } }, (seen) => ({
          succeeded: seen?.status === 200,
        }));
        stage.must(keys?.body.includes(kid) === false, `node ${node.number} still publishes a revoked key`);
      }
    }
    await load.stop();
    // What it signed is gone on purpose; the rest must verify.
    const gone = new Set(history.calls.flatMap(({ ends }) => ends ?? []));
    stage.idTokens.splice(
      0,
      stage.idTokens.length,
      ...stage.idTokens.filter((token) => !gone.has(`key ${keyIdOf(token)}`)),
    );
  },
};
