/**
 * The database is restored to a moment in the past: what was ended before it stays ended, and the wrong master key
 * starts nothing.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newMasterKey } from "../../../src/keys/master-key.ts";
import { newFolder, runSignet } from "../../support/signet.ts";
import { Cluster } from "../harness/cluster.ts";
import { until } from "../harness/health.ts";
import { bare } from "../harness/history.ts";
import { startLoad } from "../harness/load.ts";
import { ask, folderForPostgres } from "../harness/postgres.ts";
import { type Copy, startCopy } from "../harness/postgres-copy.ts";
import { introspect, revoke } from "../harness/service.ts";
import { type FaultTest, Stage } from "../harness/stage.ts";

export const restore: FaultTest = {
  id: "T18",
  title: "backup, and restore to a moment in the past",
  on: "cluster",
  keepsSignedIn: false,
  async run(stage, scale) {
    const { postgres, ground, history, cluster } = stage;
    if (postgres === undefined) throw new Error("this needs PostgreSQL");
    const by = ground.world.opaque;
    const load = await startLoad({
      stage,
      rate: scale.rate / 2,
      families: scale.of(50, 15),
      works: ["refresh", "change"],
    });
    const folder = folderForPostgres("signet-faults-restore-");
    await postgres.copyTo(folder);
    const revoked = await stage.family(stage.person(0));
    await revoke({
      history,
      where: cluster.any(),
      by,
      token: revoked.tokens.refresh,
      ends: [`session ${revoked.session}`],
      session: revoked.session,
    });
    const kept = await stage.family(stage.person(1));
    await sleep(300);
    const [{ moment } = { moment: "" }] = (await postgres.query("SELECT clock_timestamp()::text AS moment")) as {
      moment: string;
    }[];
    await sleep(300);
    const later = await stage.family(stage.person(2));
    const moved = kept.tokens;
    await kept.refresh(history, cluster.any());
    await load.stop();
    const [segment] = (await postgres.query("SELECT pg_walfile_name(pg_switch_wal()) AS name")) as { name: string }[];
    await until(async () => existsSync(join(postgres.archive, segment?.name ?? "")), 30_000);

    stage.fault("the database was restored to an earlier moment");
    const began = performance.now();
    const settings = {
      restore_command: `cp ${postgres.archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: "promote",
      archive_mode: "off",
    };
    const restored = await startCopy(postgres, folder, { settings, signal: "recovery" });
    try {
      await until(
        async () => (await ask(`${restored.url}/postgres`, "SELECT pg_is_in_recovery() AS yes"))[0]?.yes === false,
        60_000,
      );
      await wrongKeys(stage, restored);
      const environment = { ...ground.environment, SIGNET_DATABASE_URL: `${restored.url}/signet` };
      const restoredCluster = await Cluster.open({ count: 1, folder, environment });
      try {
        await restoredCluster.start();
        stage.remark(
          `restored and serving after ${((performance.now() - began) / 1000).toFixed(1)} s (${readdirSync(postgres.archive).length} archived files)`,
        );
        const past = await Stage.set("T18", { ...ground, cluster: restoredCluster });
        const at = { history: past.history, where: restoredCluster.node(1), by };
        stage.must(
          (await introspect(at, revoked.tokens.access, [])) === "inactive",
          "what was revoked before the moment is in force again",
        );
        stage.must(
          (await introspect(at, moved.access, [])) === "active",
          "what was given before the moment is not accepted",
        );
        stage.must(
          (await introspect(at, later.tokens.access, [])) === "inactive",
          "a token of a session that does not exist is accepted",
        );
        stage.must(
          (await later.refresh(past.history, at.where)) === "refused",
          "a refresh token of a session that does not exist is accepted",
        );
        // The restored row is one generation behind what the client holds; the ticket is authentic, and goes on.
        stage.must(
          (await kept.refresh(past.history, at.where)) === "got tokens",
          "whoever refreshed after the moment has to sign in again",
        );
        stage.history.absorb(past.history, bare);
      } finally {
        await restoredCluster.stop();
      }
    } finally {
      await restored.stop();
    }
  },
};

/** With another master key, or none, a start stops and changes nothing. */
async function wrongKeys(stage: Stage, restored: Copy): Promise<void> {
  const folder = newFolder();
  const count = async () => (await ask(`${restored.url}/signet`, "SELECT count(*)::int AS keys FROM keys"))[0]?.keys;
  const before = await count();
  const { SIGNET_MASTER_KEY: _, ...without } = stage.ground.environment;
  const environment = { ...without, SIGNET_DATABASE_URL: `${restored.url}/signet` };
  for (const key of [{ SIGNET_MASTER_KEY: newMasterKey().toString("base64url") }, {}]) {
    const ended = await runSignet(["serve"], { cwd: folder, environment: { ...environment, ...key } });
    stage.must(ended.code === 2, `with the wrong master key a start ended with ${ended.code}: ${ended.stderr}`);
  }
  stage.must((await count()) === before, "a start with the wrong master key made keys");
  rmSync(folder, { recursive: true, force: true });
}
