/**
 * What one node has ended, every other one refuses with the very next call: tokens, sessions, people, service users.
 */
import { randomUUID } from "node:crypto";
import { inParallel } from "../harness/in-parallel.ts";
import { startLoad } from "../harness/load.ts";
import { Person } from "../harness/person.ts";
import { introspect, makeService, revoke, serviceToken, userinfo } from "../harness/service.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";
import { makePerson } from "../harness/world.ts";

export const crossNodeRevocation: FaultTest = {
  id: "T15",
  title: "ended at one node, tried at another at once",
  on: "cluster",
  keepsSignedIn: false,
  async run(stage, scale) {
    const load = await startLoad({ stage, rate: scale.rate / 4, families: scale.of(50, 10) });
    const ends = performance.now() + scale.of(170_000, 6_000);
    let times = 0;
    await inParallel(4, async (line) => {
      while (performance.now() < ends) {
        const n = times++;
        if (n % 50 === 49) await endPerson(stage, n % 100 === 99 ? "password" : "deactivated");
        else if (n % 5 === 4) await endServiceUser(stage);
        else await endToken(stage, line + n);
      }
    });
    await load.stop();
    stage.remark(`${times} times`);
  },
};

/** The access token alone, or the refresh token and all that comes from it. */
async function endToken(stage: Stage, n: number): Promise<void> {
  const { history, cluster } = stage;
  const family = await stage.family(stage.person(n));
  const { client, tokens, session } = family;
  const where = cluster.any();
  const other = cluster.any(where);
  const whole = n % 2 === 0;
  const name = whole ? `session ${session}` : `access token of ${session}`;
  const before = await introspect({ history, where: other, by: client }, tokens.access, [name]);
  stage.must(before === "active", `before it was revoked a token was ${before}`);
  stage.fault("a token was revoked");
  await revoke({
    history,
    where,
    by: client,
    token: whole ? tokens.refresh : tokens.access,
    ends: [name],
    ...(whole ? { session } : {}),
  });
  await introspect({ history, where: other, by: client }, tokens.access, [name]);
  await userinfo(history, cluster.any(where), tokens.access, [name]);
  if (whole) await family.refresh(history, other);
}

async function endServiceUser(stage: Stage): Promise<void> {
  const { history, cluster, ground, manager } = stage;
  const { world } = ground;
  const where = cluster.any();
  const other = cluster.any(where);
  const service = await makeService(where, manager.token, world);
  const token = (await serviceToken(history, other, service, world)) ?? "";
  const before = await introspect({ history, where: other, by: world.opaque }, token, service.names);
  stage.must(before === "active", `before its owner was deactivated a token was ${before}`);
  stage.fault("a service user was deactivated");
  await manager.deactivate(where, "service-users", service.id);
  await introspect({ history, where: other, by: world.opaque }, token, service.names);
  await serviceToken(history, other, service, world);
}

async function endPerson(stage: Stage, how: "password" | "deactivated"): Promise<void> {
  const { history, cluster, ground, manager } = stage;
  const { organizationId, opaque } = ground.world;
  const where = cluster.any();
  const other = cluster.any(where);
  const account = await makePerson(where, manager.token, organizationId, `ended-${randomUUID()}`);
  const person = await Person.signIn(() => where, opaque, account);
  const family = await stage.family(person);
  stage.fault(how === "password" ? "a password was changed" : "a person was deactivated");
  if (how === "password") await manager.setPassword(where, account.id, `another ${randomUUID()}`);
  else await manager.deactivate(where, "users", account.id);
  await introspect({ history, where: other, by: opaque }, family.tokens.access, family.names);
  await family.refresh(history, other);
  await person.code(history, other, opaque);
}
