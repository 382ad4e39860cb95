/** One measurement: a system under the load of one work for a moment. */
import { loadServer, type Sample } from "./http-load.ts";
import type { System } from "./systems.ts";
import { CONNECTIONS, type Work } from "./works.ts";

export interface Cell {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the server's processes, for one request; a database server's is not in it. */
  readonly cpuMs: number;
  readonly requests: number;
  readonly errors: number;
  readonly firstError?: string;
}

export interface Moment {
  readonly warmupMs: number;
  readonly durationMs: number;
}

/** How much there must be in store when nothing was measured yet: faster than any server here. */
const FASTEST = 12_000;
const rates = new Map<string, number>();

/** Undefined where the system does not have the work. */
export async function measure(system: System, work: Work, moment: Moment): Promise<(Cell & { sample: Sample | undefined }) | undefined> {
  const { server, ground } = system;
  const visitor = ground.visitors(work);
  if (visitor === undefined) return undefined;
  const key = `${system.name} ${work.name}`;
  if (work.uses !== undefined) {
    const seconds = (moment.warmupMs + moment.durationMs) / 1000;
    const rate = Math.min(FASTEST, 2 * (rates.get(key) ?? FASTEST / 4));
    await ground.ready().stock[work.uses].ensure(Math.ceil(rate * seconds) + 10 * CONNECTIONS);
  }
  let cpu = 0;
  const meter = {
    begin() {
      cpu = server.cpuMs();
    },
    end() {
      cpu = server.cpuMs() - cpu;
    },
  };
  const load = { port: server.port, connections: CONNECTIONS, manyAddresses: (work.steps ?? 1) > 1, visitor, ...moment };
  const { sample, requests, errors, perSecond, p50, p99, firstError } = await loadServer(load, meter);
  rates.set(key, Math.max(perSecond, rates.get(key) ?? 0));
  const cell = { perSecond, p50, p99, cpuMs: cpu / requests, requests, errors };
  return { ...cell, ...(firstError === undefined ? {} : { firstError }), sample };
}
