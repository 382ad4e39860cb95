/** How long a start takes and how much memory an idle process holds: the second start on SQLite, as after a restart. */
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/postgres-server.ts";
import { launch } from "./processes.ts";
import { median } from "./statistics.ts";

export const GOAL_START_MS = 700;
export const GOAL_MEMORY_MB = 110;
const IDLE_MS = 2_000;

export interface Started {
  readonly startMs: number;
  readonly memoryMb: number;
}

/** The program listens on SIGNET_PORT and answers /readyz. */
export async function measureStart(program: readonly string[], folder: string, runs: number): Promise<Started> {
  const seen: Started[] = [];
  for (let run = 0; run < runs; run++) {
    const port = await freePort();
    const server = await launch({
      program,
      environment: { SIGNET_PORT: String(port) },
      port,
      readyPath: "/readyz",
      cwd: folder,
    });
    await sleep(IDLE_MS);
    seen.push({ startMs: server.startMs, memoryMb: server.memoryMb() });
    await server.stop();
  }
  return {
    startMs: median(seen.map(({ startMs }) => startMs)),
    memoryMb: median(seen.map(({ memoryMb }) => memoryMb)),
  };
}
