/**
 * Everything that a run needs, started: the systems, each on its database, the constant answer, and the recorded
 * statements.
 */
import { type EngineName, engines, openPlace, type Place } from "./databases.ts";
import { startHttpLimit } from "./limits.ts";
import type { ServerProcess } from "./processes.ts";
import { type Records, recordWorks } from "./record.ts";
import { PEOPLE } from "./storm.ts";
import {
  CORES,
  makeSignetGround,
  type SignetGround,
  type System,
  startPeer,
  startSignet,
  systemName,
} from "./systems.ts";
import type { Algorithm } from "./target.ts";
import type { Work } from "./works.ts";

export interface Stage {
  readonly place: Place;
  readonly systems: readonly System[];
  readonly httpLimit: ServerProcess | undefined;
  readonly records: ReadonlyMap<EngineName, Records>;
  /** Every system, and whatever it hands out, signs by this algorithm from now on. */
  prepare(algorithm: Algorithm): Promise<void>;
  /** Notes how much memory the system holds. */
  weigh(system: System): void;
  /** The most it held, in megabytes. */
  readonly memory: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface StageInput {
  /** Which systems: those whose name matches. */
  readonly wanted: RegExp;
  /** Of these the statements are recorded for the database's limit; empty for a run without limits. */
  readonly works: readonly Work[];
  readonly limits: boolean;
  readonly recordMs: number;
  readonly nodeOptions?: readonly string[];
  readonly say: (line: string) => void;
}

export async function setStage({ wanted, works, limits, recordMs, nodeOptions = [], say }: StageInput): Promise<Stage> {
  const place = openPlace();
  const systems: System[] = [];
  const grounds: SignetGround[] = [];
  const records = new Map<EngineName, Records>();
  const memory = new Map<string, number>();
  try {
    for (const engine of engines) {
      const counts = [...new Set([1, CORES])].filter((processes) => wanted.test(systemName(engine, processes)));
      if (counts.length === 0) continue;
      say(`${systemName(engine, 1)}: filling a database`);
      const ground = await makeSignetGround({ place, engine, name: `bench_${engine}`, people: PEOPLE });
      grounds.push(ground);
      for (const processes of counts) {
        const server = await startSignet({ place, ground, processes, nodeOptions });
        systems.push({ name: systemName(engine, processes), server, ground, engine, processes });
      }
      if (limits) {
        say(`${systemName(engine, 1)}: recording statements`);
        records.set(
          engine,
          await recordWorks(
            place,
            engine,
            works.filter((work) => work.steps === undefined),
            recordMs,
          ),
        );
      }
    }
    if (wanted.test("peer")) systems.push(await startPeer());
    const httpLimit = limits ? await startHttpLimit() : undefined;
    return {
      place,
      systems,
      httpLimit,
      records,
      memory,
      async prepare(algorithm) {
        for (const ground of new Set(systems.map((system) => system.ground))) await ground.prepare(algorithm);
      },
      weigh({ name, server }) {
        memory.set(name, Math.max(server.memoryMb(), memory.get(name) ?? 0));
      },
      async close() {
        await Promise.all([...systems.map(({ server }) => server.stop()), httpLimit?.stop()]);
        await Promise.all(grounds.map(({ fixture }) => fixture.stop()));
        await place.close();
      },
    };
  } catch (error) {
    await place.close();
    throw error;
  }
}
