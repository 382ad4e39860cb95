/** For orchestrators: is the process alive, and should it get requests. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Database } from "../storage/database.ts";

const PROBE_TIMEOUT_MS = 1_500;

export interface Drain {
  /** Set when the process has been told to stop: it finishes what it has and takes nothing new. */
  stopping: boolean;
}

export function addHealth(app: FastifyInstance, db: Database, drain: Drain): void {
  app.get("/healthz", async () => ({ status: "alive" }));

  app.get("/readyz", async (_request, reply) => {
    if (drain.stopping) return reply.code(503).header("retry-after", 1).send({ status: "stopping" });
    if (await answers(db)) return { status: "ready" };
    return reply.code(503).header("retry-after", 1).send({ status: "database away" });
  });
}

async function answers(db: Database): Promise<boolean> {
  const probe = sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false).unref());
  return Promise.race([probe, late]);
}
