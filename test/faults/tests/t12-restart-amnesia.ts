/** All nodes are stopped and started again: what was used up stays used up, who was slowed down stays slowed down. */
import { randomUUID } from "node:crypto";
import { Browser } from "../harness/browser.ts";
import { ask } from "../harness/http.ts";
import { beginSignIn, finishSignIn, redeem } from "../harness/person.ts";
import { introspect, revoke } from "../harness/service.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";
import { assertionForm, assertionOf, makePerson } from "../harness/world.ts";

const WRONG_PASSWORDS = 6;

export const restartAmnesia: FaultTest = {
  id: "T12",
  title: "everything stopped and started again",
  on: "cluster",
  keepsSignedIn: false,
  async run(stage, scale) {
    for (let round = 0; round < scale.of(5, 1); round++) {
      const checks = [await guessing(stage), await pendingSignIn(stage), ...(await usedUp(stage))];
      stage.fault(round % 2 === 0 ? "all nodes were stopped and started" : "all nodes were killed and started");
      await Promise.all(stage.cluster.nodes.map((node) => (round % 2 === 0 ? node.stop() : node.kill())));
      await stage.cluster.start();
      for (const checkAgain of checks) await checkAgain();
    }
  },
};

type Check = () => Promise<void>;

/** Somebody guesses a password until they have to wait; a restart does not spare them the wait. */
async function guessing(stage: Stage): Promise<Check> {
  const { cluster, ground, manager } = stage;
  const victim = await makePerson(cluster.any(), manager.token, ground.world.organizationId, `victim-${randomUUID()}`);
  const from = `127.0.9.${1 + Math.floor(Math.random() * 250)}`;
  const guess = async (password: string) => {
    const browser = new Browser(() => ({ ...cluster.any(), number: 1, port: cluster.any().port, from }));
    return finishSignIn(browser, await beginSignIn(browser, ground.world.opaque, victim.loginName), password);
  };
  for (let attempt = 0; attempt < WRONG_PASSWORDS; attempt++) await guess("wrong horse");
  const rows = () =>
    ground.inside.storage.db
      .selectFrom("proof_attempts")
      .selectAll()
      .where("subject", "like", `%${victim.id}:password`)
      .execute();
  const before = await rows();
  stage.must((before[0]?.blocked_until ?? 0) > 0, "guessing was not slowed down");
  return async () => {
    const after = await rows();
    stage.must((after[0]?.count ?? 0) >= (before[0]?.count ?? 1), "the count of failed attempts was forgotten");
    stage.must(after[0]?.blocked_until === before[0]?.blocked_until, "the wait after failed attempts was forgotten");
  };
}

async function pendingSignIn(stage: Stage): Promise<Check> {
  const { cluster, ground, manager } = stage;
  const somebody = await makePerson(
    cluster.any(),
    manager.token,
    ground.world.organizationId,
    `pending-${randomUUID()}`,
  );
  const browser = new Browser(() => cluster.any());
  const page = await beginSignIn(browser, ground.world.opaque, somebody.loginName);
  return async () =>
    stage.must((await finishSignIn(browser, page)) !== undefined, "a sign-in that was under way could not be finished");
}

/** An assertion, a code, a rotated refresh token and a revoked token. */
async function usedUp(stage: Stage): Promise<Check[]> {
  const { history, cluster, ground } = stage;
  const { world, inside } = ground;
  const form = assertionForm(assertionOf(world.owner));
  const assert = async () => (await ask(cluster.any(), { path: "/oauth/v2/token", form }))?.status;
  stage.must((await assert()) === 200, "an assertion did not work the first time");
  const code = (await stage.person(0).code(history, cluster.any(), world.opaque)) ?? "";
  await redeem({ history, where: cluster.any(), inside, client: world.opaque }, code);
  const rotated = await stage.family(stage.person(1));
  const first = rotated.tokens;
  for (let n = 0; n < 2; n++) await rotated.refresh(history, cluster.any());
  const revoked = await stage.family(stage.person(2));
  const ends = [`access token of ${revoked.session}`];
  await revoke({ history, where: cluster.any(), by: revoked.client, token: revoked.tokens.access, ends });
  return [
    async () => stage.must((await assert()) === 400, "an assertion worked a second time"),
    async () => {
      const again = await redeem({ history, where: cluster.any(), inside, client: world.opaque }, code);
      stage.must(again === undefined, "a code worked a second time");
    },
    async () => {
      const outcome = await rotated.refresh(history, cluster.any(), first);
      stage.must(outcome === "refused", "a refresh token that was replaced twice still works");
      stage.must((await rotated.refresh(history, cluster.any())) === "refused", "after a theft the session goes on");
    },
    async () => {
      await introspect({ history, where: cluster.any(), by: revoked.client }, revoked.tokens.access, ends);
    },
  ];
}
