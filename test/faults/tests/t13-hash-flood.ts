/**
 * Very many people type their password at once: programs do not notice, and whoever cannot be served is told to come
 * back.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Browser } from "../harness/browser.ts";
import { startLoad } from "../harness/load.ts";
import { authorizationPath } from "../harness/person.ts";
import type { FaultTest, Stage } from "../harness/stage.ts";
import { percentile99 } from "./t07-stall.ts";

const P99_MS = 250;
const MORE_MEMORY_MB = 250;
const PROGRAMS_RATE = 50;
const MOST_PATIENCE_SECONDS = 5;

export const hashFlood: FaultTest = {
  id: "T13",
  title: "200 sign-ins with a password at once, beside programs",
  on: "cluster",
  keepsSignedIn: true,
  async run(stage, scale) {
    const { cluster, history } = stage;
    const load = await startLoad({
      stage,
      rate: PROGRAMS_RATE,
      families: scale.of(100, 30),
      works: ["refresh", "introspect", "service"],
    });
    await sleep(scale.of(10_000, 1_500));
    const usual = percentile99(history.calls);
    const memory = cluster.nodes.map((node) => node.memoryMb());
    const from = history.now();
    stage.fault("a flood of sign-ins");
    const counts = { known: [] as number[], unknown: [] as number[], refused: 0, other: 0 };
    const ends = performance.now() + scale.of(60_000, 4_000);
    await Promise.all(Array.from({ length: scale.of(200, 60) }, (_, n) => signInAgainAndAgain(stage, n, ends, counts)));
    const during = percentile99(history.calls.filter(({ began }) => began >= from));
    const grown = Math.max(...cluster.nodes.map((node, n) => node.memoryMb() - (memory[n] ?? 0)));
    await load.stop();
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const tried = counts.known.length + counts.unknown.length;
    stage.remark(
      `${tried} passwords checked, ${counts.refused} refused; p99 of programs ${usual.toFixed(0)} ms before, ${during.toFixed(0)} ms during`,
    );
    stage.remark(
      `median for a known name ${median(counts.known).toFixed(0)} ms, for an unknown one ${median(counts.unknown).toFixed(0)} ms`,
    );
    stage.must(counts.other === 0, `${counts.other} sign-ins were answered neither by the page nor by 429 or 503`);
    // On a machine that is busy with other things, programs are slow to begin with.
    stage.must(
      during <= Math.max(P99_MS, scale.quick ? usual * 2 : 0) * scale.patience,
      `the 99th percentile of programs was ${during.toFixed(0)} ms`,
    );
    stage.must(grown < MORE_MEMORY_MB, `a node's memory grew by ${grown.toFixed(0)} MB`);
  },
};

interface Counts {
  readonly known: number[];
  readonly unknown: number[];
  refused: number;
  other: number;
}

/** With a wrong password, so that both kinds of names take the same way; from an address of their own. */
async function signInAgainAndAgain(stage: Stage, n: number, ends: number, counts: Counts): Promise<void> {
  const { cluster, ground } = stage;
  const from = `127.1.${1 + (n >> 8)}.${1 + (n & 255)}`;
  const isKnown = n % 2 === 0;
  const loginName = isKnown ? stage.person(n / 2).account.loginName : `nobody-${n}@faults.example`;
  while (performance.now() < ends) {
    const node = cluster.any();
    const browser = new Browser(() => ({ number: node.number, port: node.port, from }));
    const page = await browser.visit(authorizationPath(ground.world.opaque));
    const next = await browser.submit(page, "/login", { loginName });
    const began = performance.now();
    const { answer } = await browser.submit(next, "/login/password", { password: "not the right one" });
    const ms = performance.now() - began;
    if (answer.status === 503 || answer.status === 429) counts.refused++;
    else if (answer.status >= 500) counts.other++;
    else counts[isKnown ? "known" : "unknown"].push(ms);
    // Whoever is told when to come back does so then, or a little sooner than a throttled one may.
    const { "retry-after": seconds } = answer.headers;
    await sleep(seconds === undefined ? 0 : Math.min(Number(seconds), MOST_PATIENCE_SECONDS) * 1_000);
  }
}
