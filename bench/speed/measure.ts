/** One measurement: a system under the load of one work for a moment. */
import { loadServer, type Sample, type Visitor } from "./http-load.ts";
import type { System } from "./systems.ts";
import { OutOfStock } from "./target.ts";
import { CONNECTIONS, type Work } from "./works.ts";

export interface Cell {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the server's processes, for one request; a database server's is not in it. */
  readonly cpuMs: number;
  /** Of the database server, for one request; none where there is none. */
  readonly databaseCpuMs: number;
  readonly requests: number;
  readonly errors: number;
  readonly firstError?: string;
}

export interface Moment {
  readonly warmupMs: number;
  readonly durationMs: number;
  /** How many ask at the same time. */
  readonly callers?: number;
}

/** Requests a second that there must be enough in store for; more where it was not enough. */
let expected = 4_000;

/** Undefined where the system does not have the work. */
export async function measure(
  system: System,
  work: Work,
  moment: Moment,
): Promise<(Cell & { sample: Sample | undefined }) | undefined> {
  const visitor = system.ground.visitors(work);
  if (visitor === undefined) return undefined;
  for (;;) {
    try {
      if (work.uses !== undefined) {
        const seconds = (moment.warmupMs + moment.durationMs) / 1000;
        await system.ground.ready().stock[work.uses].ensure(Math.ceil(expected * seconds));
      }
      return await measureOnce(system, work, moment, visitor);
    } catch (error) {
      if (!(error instanceof OutOfStock)) throw error;
      expected *= 2;
    }
  }
}

async function measureOnce(system: System, work: Work, moment: Moment, visitor: (connection: number) => Visitor) {
  const { server, databaseCpuMs = () => 0 } = system;
  const { callers = CONNECTIONS, ...duration } = moment;
  let [cpu, databaseCpu] = [0, 0];
  const meter = {
    begin() {
      [cpu, databaseCpu] = [server.cpuMs(), databaseCpuMs()];
    },
    end() {
      [cpu, databaseCpu] = [server.cpuMs() - cpu, databaseCpuMs() - databaseCpu];
    },
  };
  const load = {
    port: server.port,
    connections: callers,
    manyAddresses: (work.steps ?? 1) > 1,
    visitor,
    ...duration,
  };
  const { sample, requests, errors, perSecond, p50, p99, firstError } = await loadServer(load, meter);
  const cell = { perSecond, p50, p99, cpuMs: cpu / requests, databaseCpuMs: databaseCpu / requests, requests, errors };
  return { ...cell, ...(firstError === undefined ? {} : { firstError }), sample };
}
