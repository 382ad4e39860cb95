/**
 * The mail server takes connections and says nothing. People sign in as ever, and each mail arrives once it speaks
 * again.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../harness/health.ts";
import { startLoad } from "../harness/load.ts";
import { Person } from "../harness/person.ts";
import type { FaultTest } from "../harness/stage.ts";
import { percentile99 } from "./t07-stall.ts";

/** Retries are 5, 10, 20 s apart; a claim of a node that was killed lasts a minute. */
const ARRIVES_MS = 100_000;

export const hangingMail: FaultTest = {
  id: "T19",
  title: "the mail server accepts and never answers",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, ground, manager, history } = stage;
    const { world, mail, toMail } = ground;
    const load = await startLoad({ stage, rate: scale.rate, families: scale.of(100, 30) });
    await sleep(1_000);
    const usual = percentile99(history.calls);
    stage.fault("the mail server hangs");
    toMail.isSilent = true;
    const from = history.now();
    const addresses = Array.from({ length: scale.of(30, 8) }, () => `${randomUUID()}@mail.example`);
    for (const email of addresses) {
      const json = {
        userName: email.split("@")[0],
        email,
        invite: true,
        profile: { givenName: "Ada", familyName: "Invited" },
      };
      const asked = { method: "POST", path: `/management/v1/organizations/${world.organizationId}/users`, json };
      const answer = await manager.call(cluster.any(), "invite", asked);
      stage.must(answer?.status === 201, `an invitation was answered ${answer?.status}`);
    }
    await sleep(scale.of(30_000, 1_500));
    // Signing in tells nobody by mail in time, and works.
    const account = world.people[0];
    if (account !== undefined) await Person.signIn(() => cluster.any(), world.opaque, account);
    if (!scale.quick) {
      stage.fault("a node that was sending was killed");
      await cluster.node(1).kill();
      await cluster.start();
    }
    const during = percentile99(history.calls.filter(({ began }) => began >= from));
    stage.must(
      during <= Math.max(250, usual * 3) * scale.patience,
      `the 99th percentile was ${during.toFixed(0)} ms, usual is ${usual.toFixed(0)}`,
    );
    toMail.isSilent = false;
    // Those that wait for an answer get none: their connection ends.
    toMail.leadTo(mail.port);
    const arrived = (email: string) => mail.mails.filter(({ to }) => to.includes(email)).length;
    const took = await until(async () => addresses.every((email) => arrived(email) > 0), ARRIVES_MS);
    await sleep(1_000);
    stage.must(
      addresses.every((email) => arrived(email) > 0),
      `${addresses.filter((email) => arrived(email) === 0).length} mails never arrived`,
    );
    const twice = addresses.filter((email) => arrived(email) > 1).length;
    stage.must(twice === 0, `${twice} mails arrived twice, though nothing had been sent when the node was killed`);
    stage.remark(`${addresses.length} mails arrived ${(took / 1000).toFixed(1)} s after the mail server spoke again`);
    await load.stop();
  },
};
