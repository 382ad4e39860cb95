/**
 * Calls that arrive at a fixed rate, whether or not the ones before have been answered: a service that stalls meets a
 * crowd afterwards, as it would outside.
 */
import { randomUUID } from "node:crypto";
import type { Family } from "./family.ts";
import { visit } from "./http.ts";
import { inParallel } from "./in-parallel.ts";
import { introspect, makeService, revoke, type Service, serviceToken, userinfo } from "./service.ts";
import type { Stage } from "./stage.ts";
import { Verifier } from "./verifier.ts";

export interface Running {
  /** No more arrive; comes back when all have been answered, and fails if one of them could not even be asked. */
  stop(): Promise<void>;
}

const TICK_MS = 5;

export function openLoop(rate: number, arrive: (n: number) => Promise<unknown>): Running {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let arrived = 0;
  let failure: { readonly error: unknown } | undefined;
  const ticking = setInterval(() => {
    const due = Math.floor(((performance.now() - began) * rate) / 1000);
    for (; arrived < due; arrived++) {
      const call: Promise<unknown> = arrive(arrived)
        .catch((error) => (failure ??= { error }))
        .finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(ticking);
      await Promise.all(underWay);
      if (failure !== undefined) throw failure.error;
    },
  };
}

export type Work = "refresh" | "introspect" | "userinfo" | "service" | "change" | "revoke" | "verify" | "discovery";

/** In which order they come, again and again. */
const everything: readonly Work[] = [
  ...([
    "refresh",
    "introspect",
    "refresh",
    "service",
    "refresh",
    "verify",
    "refresh",
    "introspect",
    "refresh",
    "discovery",
  ] as const),
  ...([
    "refresh",
    "userinfo",
    "refresh",
    "change",
    "refresh",
    "introspect",
    "refresh",
    "revoke",
    "refresh",
    "introspect",
  ] as const),
];

export interface Mix {
  readonly stage: Stage;
  readonly rate: number;
  readonly families: number;
  readonly works?: readonly Work[];
  /** How long a verifier keeps a key set. */
  readonly keepKeysMs?: number;
}

/** A bit of everything that clients do, over all nodes. */
export async function startLoad({
  stage,
  rate,
  families: count,
  works = everything,
  keepKeysMs = 5_000,
}: Mix): Promise<Running & { families: Family[] }> {
  const { history, cluster, ground, manager } = stage;
  const { world } = ground;
  const families = [...(await stage.families(count)), ...(await stage.families(Math.ceil(count / 10), world.jwt))];
  const services: Service[] = await inParallel(3, () => makeService(cluster.any(), manager.token, world));
  const verifier = new Verifier(history, keepKeysMs);
  const run: Record<Work, (n: number) => Promise<unknown>> = {
    async refresh(n) {
      const family = idle(families, n);
      await family?.refreshUntilAnswered(history, cluster);
    },
    async introspect(n) {
      const family = families[n % families.length];
      if (family === undefined || family.over) return;
      await introspect({ history, where: cluster.any(), by: family.client }, family.tokens.access, family.names);
    },
    async userinfo(n) {
      const family = families[n % families.length];
      if (family !== undefined && !family.over)
        await userinfo(history, cluster.any(), family.tokens.access, family.names);
    },
    async service(n) {
      const service = services[n % services.length];
      const token = service && (await serviceToken(history, cluster.any(), service, world));
      if (token !== undefined && service !== undefined)
        await introspect({ history, where: cluster.any(), by: world.opaque }, token, service.names);
    },
    async change(n) {
      if (n % 2 === 0) await manager.createPerson(cluster);
      else await manager.setMetadata(cluster.any(), stage.person(n).account.id, `key-${n % 37}`, randomUUID());
    },
    revoke: (n) => signInAndRevoke(stage, n),
    async verify(n) {
      const family = families[n % families.length];
      if (family !== undefined) await verifier.verify(cluster.any(), family.tokens.id);
    },
    async discovery() {
      const asked = { path: "/.well-known/openid-configuration" };
      await visit({ history, where: cluster.any(), what: "discovery", asked }, (answer) => ({
        succeeded: answer?.status === 200,
      }));
    },
  };
  const loop = openLoop(rate, async (n) => {
    const work = works[n % works.length];
    if (work !== undefined) await run[work](n);
  });
  return { ...stage.goesOn(loop), families };
}

/** The next one nobody works with. Undefined when all wait for an answer: more arrivals would be more of the same. */
function idle(families: readonly Family[], from: number): Family | undefined {
  for (let step = 0; step < families.length; step++) {
    const family = families[(from + step) % families.length];
    if (family !== undefined && !family.busy && !family.over) return family;
  }
  return undefined;
}

/** Tokens that are revoked at one node and tried at the others at once. */
async function signInAndRevoke(stage: Stage, n: number): Promise<void> {
  const { history, cluster, ground } = stage;
  const family = await stage.family(stage.person(n)).catch(() => undefined);
  if (family === undefined) return;
  const where = cluster.any();
  const ends = [`session ${family.session}`];
  const by = family.client;
  const done = await revoke({ history, where, by, token: family.tokens.refresh, ends, session: family.session });
  if (!done) return;
  await Promise.all([
    introspect({ history, where: cluster.any(where), by: ground.world.opaque }, family.tokens.access, family.names),
    family.refresh(history, cluster.any(where)),
  ]);
}
