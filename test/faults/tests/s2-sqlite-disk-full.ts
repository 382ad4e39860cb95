/**
 * The disk under SQLite is full: writes are refused with 503, reads go on, and everything works again when there is
 * room.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { limitFileSize } from "../harness/file-size.ts";
import { startLoad } from "../harness/load.ts";
import { introspect } from "../harness/service.ts";
import { type FaultTest, Skipped } from "../harness/stage.ts";

/** The process may make no file longer than this: less than its log of changes is already. */
const FULL_BYTES = 4_096;

export const sqliteDiskFull: FaultTest = {
  id: "S2",
  title: "SQLite: disk full, and room again",
  on: "sqlite",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, history, ground, manager } = stage;
    const node = cluster.node(1);
    const limit = (bytes: number | "unlimited") => limitFileSize(node.pid, bytes);
    if (!limit("unlimited")) throw new Skipped("prlimit is missing here");
    const load = await startLoad({ stage, rate: scale.rate / 2, families: scale.of(60, 15) });
    const readable = await stage.family(stage.person(0));
    for (let round = 0; round < scale.of(10, 2); round++) {
      await sleep(scale.of(3_000, 800));
      stage.fault("the disk was full");
      limit(FULL_BYTES);
      const from = history.now();
      await sleep(scale.of(5_000, 1_500));
      const written = history.calls.filter((call) => call.began > from && call.writes !== undefined && call.succeeded);
      stage.must(
        written.length === 0,
        `${written.length} writes were acknowledged without room for them`,
        ...written.slice(0, 3),
      );
      const standing = await introspect(
        { history, where: node, by: ground.world.opaque },
        readable.tokens.access,
        readable.names,
      );
      stage.must(standing === "active", `while the disk is full, a token is ${standing}`);
      limit("unlimited");
      const family = await stage.family(stage.person(1));
      stage.must(
        (await family.refresh(history, node)) === "got tokens",
        "nothing can be refreshed when there is room again",
      );
      stage.must((await manager.createPerson(cluster)) !== undefined, "nobody can be created when there is room again");
    }
    await load.stop();
  },
};
