/** The statements behind calls, as the code really issues them: the slowest ones with the plan of PostgreSQL. */
import pg from "pg";
import type { Config } from "../../src/config.ts";
import { createLogger } from "../../src/http/logging.ts";
import { buildApp } from "../../src/server.ts";
import { openServices } from "../../src/services.ts";
import { drawn, explain, recordStatements } from "../seed/plans.ts";
import type { Call } from "./calls.ts";
import { PREFIX } from "./measure.ts";

const STATEMENTS_A_CALL = 2;

export async function printPlans(config: Config, token: string, calls: readonly Call[]): Promise<void> {
  const log = createLogger("silent");
  const services = await openServices(config, log);
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  const { db, statements } = recordStatements(services.storage.db);
  const app = buildApp(config, { ...services, storage: { ...services.storage, db } }, log);
  try {
    for (const { group, name, paths } of calls) {
      const [path = ""] = paths;
      statements.length = 0;
      await app.inject({ method: "GET", url: PREFIX + path, headers: { authorization: `Bearer ${token}` } });
      console.log(`\n${group}, ${name}: ${path}`);
      const explained = await explain(client, statements, new Set());
      const slowest = explained
        .toSorted((one, other) => other.milliseconds - one.milliseconds)
        .slice(0, STATEMENTS_A_CALL);
      for (const { sql, plan, milliseconds } of slowest) {
        console.log(`    ${milliseconds.toFixed(2)} ms  ${sql}\n${drawn(plan)}`);
      }
    }
  } finally {
    await app.close();
    await client.end();
    await services.close();
  }
}
