/** Has a Signet go through the works once while its statements are recorded. */
import { join } from "node:path";
import { freePort } from "../../test/support/postgres-server.ts";
import type { EngineName, Place } from "./databases.ts";
import { loadServer, type Visitor } from "./http-load.ts";
import { type Recording, type Statement, takeRecording } from "./recording.ts";
import { makeSignetGround, startSignet } from "./systems.ts";
import { CONNECTIONS, type Work } from "./works.ts";

export interface Records {
  /** The database as it was before. */
  readonly template: string;
  /** What is asked when it is opened. */
  readonly opening: readonly Statement[];
  readonly of: ReadonlyMap<string, Recording>;
}

/** Fewer requests would tell more about the first ones than about the rest. */
const ENOUGH = 20 * CONNECTIONS;

export async function recordWorks(
  place: Place,
  engine: EngineName,
  works: readonly Work[],
  milliseconds: number,
): Promise<Records> {
  const template = `template_${engine}`;
  const ground = await makeSignetGround({ place, engine, name: template });
  await ground.prepare("ES256");
  const most = Math.ceil(milliseconds * 8) + 1_000;
  await Promise.all(Object.values(ground.ready().stock).map((stock) => stock.ensure(most)));
  await ground.fixture.stop();
  // Otherwise whoever reads a new row first writes that it is there for good.
  if (engine === "postgres") await place.askPostgres("VACUUM (FREEZE, ANALYZE)", template);

  const port = await freePort();
  const environment = {
    ...ground.environment,
    SIGNET_DATABASE_URL: await place.database(engine, `recorded_${engine}`, template),
    RECORD_PORT: String(port),
  };
  const nodeOptions = ["--import", join(import.meta.dirname, "record-statements.ts")];
  const signet = await startSignet({ place, ground: { environment }, nodeOptions });
  try {
    const opening = (await takeRecording(port)).statements;
    const of = new Map<string, Recording>();
    for (const work of works) {
      const visitor = ground.visitors(work);
      if (visitor === undefined) continue;
      // SQLite is one connection, which takes statements in one order: recorded under load, with the transactions as
      // they come. PostgreSQL has many: recorded one request at a time, so that it is known which statements belong
      // together.
      const one = oneAfterTheOther(visitor);
      const how = engine === "sqlite" ? { connections: CONNECTIONS, visitor } : { connections: 1, visitor: () => one };
      for (let requests = 0; requests < ENOUGH; ) {
        const load = await loadServer({ port: signet.port, warmupMs: 0, durationMs: milliseconds, ...how });
        if (load.errors > 0) throw new Error(`${work.name} failed while it was recorded: ${load.firstError}`);
        requests += load.requests;
      }
      of.set(work.name, await takeRecording(port));
    }
    return { template, opening, of };
  } finally {
    await signet.stop();
  }
}

function oneAfterTheOther(visitor: (connection: number) => Visitor): Visitor {
  const visitors = Array.from({ length: CONNECTIONS }, (_, n) => visitor(n));
  let n = -1;
  return {
    request() {
      n = (n + 1) % CONNECTIONS;
      return visitors[n]?.request() ?? Buffer.alloc(0);
    },
    answered: (answer) => visitors[n]?.answered?.(answer),
  };
}
