/**
 * The database takes no more writes: because it was made read-only, and because its disk is full. Reads go on, and
 * nothing is left half done.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { limitFileSize } from "../harness/file-size.ts";
import { until, watchHealth } from "../harness/health.ts";
import { startLoad } from "../harness/load.ts";
import type { FaultyPostgres } from "../harness/postgres.ts";
import { introspect } from "../harness/service.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";

const MEGABYTE = 1_048_576;

export const noMoreWrites: FaultTest = {
  id: "T17",
  title: "database read-only, then its disk full",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, postgres, ground, history } = stage;
    if (postgres === undefined) throw new Error("this needs PostgreSQL");
    const load = await startLoad({ stage, rate: scale.rate, families: scale.of(100, 30) });
    const health = await watchHealth(stage);
    await sleep(1_000);

    const readable = await stage.family(stage.person(0));
    stage.fault("the database was made read-only");
    await setReadOnly(postgres, "on");
    await sleep(200);
    const from = history.now();
    await sleep(scale.of(20_000, 2_500));
    for (const where of cluster.nodes) {
      const standing = await introspect(
        { history, where, by: ground.world.opaque },
        readable.tokens.access,
        readable.names,
      );
      stage.must(standing === "active", `while nothing can be written, a token is ${standing}`);
    }
    const written = history.calls.filter((call) => call.began > from && call.writes !== undefined && call.succeeded);
    stage.must(
      written.length === 0,
      `${written.length} writes were acknowledged by a database that takes none`,
      ...written.slice(0, 3),
    );
    await setReadOnly(postgres, "off");
    await comesBack(stage, health.isServing, "it could be written again");

    if (limitFileSize(process.pid, "unlimited")) {
      stage.fault("the disk of the database was full");
      // The log of changes cannot grow: PostgreSQL itself goes down then, and cannot come up before there is room.
      postgres.limitFileSize(MEGABYTE);
      const { process: server } = postgres;
      await until(async () => server.exitCode !== null || server.signalCode !== null, scale.of(15_000, 5_000));
      await sleep(scale.of(5_000, 500));
      if (server.exitCode === null && server.signalCode === null) {
        postgres.limitFileSize("unlimited");
        stage.remark("PostgreSQL stayed up without room");
      } else await postgres.restart();
      await comesBack(stage, health.isServing, "the disk had room again");
    } else stage.remark("without a full disk: prlimit is missing here");
    await sleep(1_000);
    await load.stop();
    await health.stop();
  },
};

async function setReadOnly({ query }: FaultyPostgres, state: "on" | "off"): Promise<void> {
  await query(`ALTER SYSTEM SET default_transaction_read_only = ${state}`);
  await query("SELECT pg_reload_conf()");
}

async function comesBack(
  stage: Stage,
  isServing: (where: Stage["cluster"]["nodes"][number]) => Promise<boolean>,
  since: string,
): Promise<void> {
  const { cluster, history, manager } = stage;
  const back = await until(async () => (await Promise.all(cluster.nodes.map(isServing))).every(Boolean), 60_000);
  const family = await stage.family(stage.person(1));
  stage.must(
    (await family.refresh(history, cluster.any())) === "got tokens",
    `nothing can be refreshed after ${since}`,
  );
  stage.must((await manager.createPerson(cluster)) !== undefined, `nobody can be created after ${since}`);
  stage.remark(`served ${back.toFixed(0)} ms after ${since}`);
}
