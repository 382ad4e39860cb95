/** Empty databases of either engine in one temporary place, which goes when the run is over. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type PostgresServer, startPostgresServer } from "../../test/support/postgres-server.ts";
import { familyCpuMs } from "./processes.ts";

export const engines = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engines)[number];

export interface Place {
  readonly folder: string;
  /** The URL of a new database; `from` is one that nobody is connected to, of which it is a copy. */
  database(engine: EngineName, name: string, from?: string): Promise<string>;
  /** Of PostgreSQL, without a database name. */
  postgresUrl(): Promise<string>;
  /** Of PostgreSQL so far, whoever asked; none where it was not needed yet. */
  postgresCpuMs(): number;
  /** One question to PostgreSQL, answered by a number. */
  askPostgres(question: string, database?: string): Promise<number>;
  close(): Promise<void>;
}

/** PostgreSQL is real and durable, with its own defaults but for `settings`; it is started when it is first needed. */
export function openPlace(settings: Record<string, string> = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), "signet-speed-"));
  let starting: Promise<PostgresServer> | undefined;
  let running: PostgresServer | undefined;
  const server = () => {
    starting ??= startPostgresServer({ fsync: "on", synchronous_commit: "on", ...settings }).then((started) => {
      running = started;
      process.once("exit", () => started.process.kill("SIGKILL"));
      return started;
    });
    return starting;
  };
  const ask = async (text: string, database = "postgres") => {
    const client = new pg.Client({ connectionString: `${(await server()).url}/${database}` });
    await client.connect();
    return client.query({ text, rowMode: "array" }).finally(() => client.end());
  };
  return {
    folder,
    async database(engine, name, from) {
      if (engine === "sqlite") {
        const path = join(folder, `${name}.db`);
        if (from !== undefined) copyFileSync(join(folder, `${from}.db`), path);
        return `file:${path}`;
      }
      await ask(`CREATE DATABASE ${name}${from === undefined ? "" : ` TEMPLATE ${from}`}`);
      return `${(await server()).url}/${name}`;
    },
    postgresCpuMs: () => (running === undefined ? 0 : familyCpuMs(running.process)),
    postgresUrl: async () => (await server()).url,
    askPostgres: async (question, database) => Number((await ask(question, database)).rows[0]?.[0]),
    async close() {
      await (await starting)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
