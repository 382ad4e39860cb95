/**
 * The primary is lost and its synchronous replica takes over. Signet finds it by itself where its address names both
 * servers; where it names one, that leads to the new primary afterwards, as a virtual address, a DNS name or a proxy
 * does.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { check, forcedSignIns } from "../harness/checker.ts";
import { openGround } from "../harness/ground.ts";
import { until, watchHealth } from "../harness/health.ts";
import { bare } from "../harness/history.ts";
import { startLoad } from "../harness/load.ts";
import { ask, type FaultyPostgres, folderForPostgres, startFaultyPostgres } from "../harness/postgres.ts";
import { type Copy, startCopy } from "../harness/postgres-copy.ts";
import { type Detour, openProxy } from "../harness/proxy.ts";
import { type FaultTest, type Scale, Stage } from "../harness/stage.ts";

const LONGEST_OUTAGE_MS = 15_000;

export const failover: FaultTest = {
  id: "T6",
  title: "failover to a synchronous replica that the address names, too",
  on: "cluster",
  keepsSignedIn: true,
  run: (outer, scale) =>
    loseThePrimary(outer, scale, {
      id: "T6",
      address: (primary, replica) => `127.0.0.1:${primary.port},127.0.0.1:${replica.port}`,
      afterwards: () => {},
    }),
};

export const movedAddress: FaultTest = {
  id: "T6b",
  title: "failover to a synchronous replica, which gets the address",
  on: "cluster",
  keepsSignedIn: true,
  run: (outer, scale) =>
    loseThePrimary(outer, scale, {
      id: "T6b",
      address: (primary) => `127.0.0.1:${primary.port}`,
      afterwards: (primary, replica) => primary.leadTo(replica.port),
    }),
};

interface Ways {
  readonly id: string;
  /** The hosts that Signet is told. */
  address(primary: Detour, replica: Detour): string;
  /** What the operator does once the replica is promoted. */
  afterwards(primary: Detour, replica: Copy): void;
}

async function loseThePrimary(outer: Stage, scale: Scale, { id, address, afterwards }: Ways): Promise<void> {
  const primary = await startFaultyPostgres({ wal_level: "replica" });
  const toPrimary = await openProxy(primary.port);
  const toReplica = await openProxy(undefined);
  let replica: Copy | undefined;
  try {
    await primary.query("CREATE DATABASE signet");
    const databaseUrl = `postgres://postgres@${address(toPrimary, toReplica)}/signet`;
    const ground = await openGround({ databaseUrl, nodes: 3, people: 4 });
    try {
      const copy = await addReplica(primary);
      replica = copy;
      toReplica.leadTo(copy.port);
      const stage = await Stage.set(id, ground);
      await failOver(stage, scale, {
        primary,
        toPrimary,
        replica: copy,
        afterwards: () => afterwards(toPrimary, copy),
      });
      await stage.verifyEverywhere();
      const { history } = stage;
      outer.broken.push(
        ...stage.broken,
        ...check(history, await ground.inside.after(history.calls)),
        ...forcedSignIns(history.calls),
      );
      // The row of this test tells about the cluster that failed over; its invariants have been checked just now.
      outer.history.absorb(history, bare);
      outer.remarks.push(...stage.remarks);
    } finally {
      await ground.close();
    }
  } finally {
    await replica?.stop();
    await toPrimary.close();
    await toReplica.close();
    await primary.stop();
  }
}

async function addReplica(primary: FaultyPostgres): Promise<Copy> {
  const folder = folderForPostgres("signet-faults-replica-");
  await primary.copyTo(folder);
  const settings = {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=replica`,
    hot_standby: "on",
  };
  const replica = await startCopy(primary, folder, { settings, signal: "standby" });
  await until(
    async () => (await primary.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).length === 1,
    30_000,
  );
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'replica'");
  await primary.query("SELECT pg_reload_conf()");
  const isSynchronous = async () =>
    (await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1;
  if ((await until(isSynchronous, 10_000)) > 10_000) throw new Error("the replica did not become synchronous");
  return replica;
}

async function failOver(
  stage: Stage,
  scale: Scale,
  {
    primary,
    toPrimary,
    replica,
    afterwards,
  }: { primary: FaultyPostgres; toPrimary: Detour; replica: Copy; afterwards: () => void },
): Promise<void> {
  const { cluster } = stage;
  const load = await startLoad({ stage, rate: scale.rate, families: scale.of(100, 30) });
  const health = await watchHealth(stage);
  await sleep(scale.of(20_000, 2_000));
  stage.fault("the primary was cut off, its replica promoted");
  const lostAt = performance.now();
  toPrimary.leadTo(undefined);
  await ask(`${replica.url}/postgres`, "SELECT pg_promote(true, 30)");
  afterwards();
  const backWithin = async () => (await Promise.all(cluster.nodes.map(health.isServing))).every(Boolean);
  await until(backWithin, 60_000);
  const outage = performance.now() - lostAt;
  stage.remark(`served again ${(outage / 1000).toFixed(1)} s after the primary was lost`);
  stage.must(outage <= LONGEST_OUTAGE_MS, `nobody was served for ${outage.toFixed(0)} ms`);
  // Whoever still reached the old primary could write there, but is never told that it was done.
  const written = await Promise.race([
    primary.query("CREATE TABLE split_brain (id int)", "signet").then(
      () => "acknowledged",
      () => "refused",
    ),
    sleep(2_000, "no answer"),
  ]);
  stage.must(written !== "acknowledged", "the old primary acknowledged a write after its replica had been promoted");
  await primary.crash();
  await sleep(scale.of(20_000, 2_000));
  await load.stop();
  await health.stop();
}
