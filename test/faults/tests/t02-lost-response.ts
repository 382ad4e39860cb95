/** The server did what was asked, and its answer was lost on the way: asking again is all it takes. */
import type { Family } from "../harness/family.ts";
import type { Where } from "../harness/http.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { openProxy } from "../harness/proxy.ts";
import { introspect, revoke } from "../harness/service.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";

const LOST = 0.2;
/** As often as one answer is given again; whoever loses more of them in a row has no network. */
const MOST_IN_A_ROW = 5;

export const lostResponse: FaultTest = {
  id: "T2",
  title: "every fifth answer is lost after the server committed",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const proxies = await Promise.all(stage.cluster.nodes.map(({ port }) => openProxy(port)));
    for (const proxy of proxies) proxy.losesAnswer = () => true;
    const losing = proxies.map(({ port }, index) => ({ number: index + 1, port, alone: true }));
    const families = await stage.families(scale.of(100, 12));
    const rounds = Math.ceil(scale.of(10_000, 300) / families.length / (1 + LOST));
    try {
      await inParallel(families.length, async (n) => {
        const family = families[n];
        if (family === undefined) return;
        for (let round = 0; round < rounds && !family.over; round++) await refreshOnce(stage, losing, family);
        await revokeAndTry(stage, losing, family);
      });
    } finally {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    }
  },
};

/** By what way the next attempt goes, after so many that were lost. */
function nextWay(stage: Stage, losing: readonly Where[], lostBefore: number): Where {
  const lossy = losing[Math.floor(Math.random() * losing.length)];
  if (lossy === undefined || lostBefore >= MOST_IN_A_ROW || Math.random() >= LOST) return stage.cluster.any();
  stage.fault("an answer was lost");
  return lossy;
}

async function refreshOnce(stage: Stage, losing: readonly Where[], family: Family): Promise<void> {
  const before = family.tokens.generation;
  let lost = 0;
  while (
    (await family.refresh(stage.history, nextWay(stage, losing, lost))) === "nobody knows" &&
    lost <= MOST_IN_A_ROW
  )
    lost++;
  family.over = family.tokens.generation !== before + 1;
  stage.must(!family.over, `after ${lost} lost answers generation ${before} has no successor`);
}

async function revokeAndTry(stage: Stage, losing: readonly Where[], family: Family): Promise<void> {
  const { history, cluster } = stage;
  const { client, session, tokens } = family;
  const revocation = { history, by: client, token: tokens.refresh, ends: [`session ${session}`], session };
  let lost = 0;
  while (!(await revoke({ ...revocation, where: nextWay(stage, losing, lost) })) && lost <= MOST_IN_A_ROW) lost++;
  stage.must(lost <= MOST_IN_A_ROW, "a revocation was never acknowledged");
  for (const where of cluster.nodes) await introspect({ history, where, by: client }, tokens.access, family.names);
}
