/**
 * Both engines, for the loop around every storage test:
 *
 *   for (const engine of engines) describe(engine.name, () => { … const database = await engine.fresh(); … })
 *
 * `npm test` starts one PostgreSQL for all files and names it in TEST_POSTGRES_URL; a file run alone starts its own.
 */
import { copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { sql } from "kysely";
import pg from "pg";
import type { EngineName } from "../../src/storage/database.ts";
import { type OpenOptions, open, type Storage } from "../../src/storage/storage.ts";
import { newDatabaseFolder } from "./database-folder.ts";
import { oneOf } from "./divided.ts";
import { type PostgresServer, startPostgresServer } from "./postgres-server.ts";

export interface TestDatabase {
  readonly url: string;
  /** For whoever opens the URL by other means than `open`. */
  readonly options?: OpenOptions;
  /** Another connection, as another node would have one. Closed by `drop`. */
  open(options?: OpenOptions): Promise<Storage>;
  /** Moves the time that the database tells, for every node on it. */
  advance(milliseconds: number): Promise<void>;
  drop(): Promise<void>;
}

export interface TestEngine {
  readonly name: EngineName;
  /** An empty database; with `migrated`, one with the current schema. */
  fresh(state?: "empty" | "migrated"): Promise<TestDatabase>;
}

const sqlite: TestEngine = {
  name: "sqlite",
  async fresh(state = "migrated") {
    const folder = newDatabaseFolder("signet-test-");
    const url = `file:${join(folder, "signet.db")}`;
    const opened: Storage[] = [];
    let offset = 0;
    const clock = { clock: () => Date.now() + offset };
    const database: TestDatabase = {
      url,
      options: clock,
      async open(options) {
        const storage = await open(url, { ...clock, ...options });
        opened.push(storage);
        return storage;
      },
      async advance(milliseconds) {
        offset += milliseconds;
      },
      async drop() {
        for (const storage of opened) await storage.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
    if (state === "migrated") copyFileSync(await migratedFile(), join(folder, "signet.db"));
    return database;
  },
};

/** Fifty who want the same at once may take long on a busy machine. Tests of the limits themselves say so. */
const PATIENT = { patience: 50 } as const;

const postgres: TestEngine = {
  name: "postgres",
  async fresh(state = "migrated") {
    const server = await postgresUrl();
    const name = `t${process.pid}_${databases++}`;
    const like = state === "migrated" ? ` TEMPLATE ${await migratedTemplate(server)} STRATEGY FILE_COPY` : "";
    await admin(server, `CREATE DATABASE ${name}${like}`);
    const url = `${server}/${name}`;
    const opened: Storage[] = [];
    let offset = 0;
    const database: TestDatabase = {
      url,
      options: PATIENT,
      async open(options) {
        const storage = await open(url, { ...PATIENT, ...options });
        opened.push(storage);
        return storage;
      },
      async advance(milliseconds) {
        offset += milliseconds;
        const storage = opened[0] ?? (await database.open());
        await sql
          .raw(
            `CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
             AS 'SELECT (extract(epoch FROM statement_timestamp()) * 1000)::bigint + ${offset}'`,
          )
          .execute(storage.db);
      },
      async drop() {
        for (const storage of opened) await storage.close();
        await admin(server, `DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
    return database;
  },
};

export const engines: readonly TestEngine[] = [sqlite, postgres];

/**
 * For tests that ask from far above what the tests of the storage have asked on both. `npm test` takes one of them for
 * each name, `npm run test:all` both. A name is a file (`import.meta.filename`) or a suite.
 */
export function enginesOf(name: string): readonly TestEngine[] {
  return oneOf(name.replace(`${import.meta.dirname.slice(0, -"support".length)}`, ""), engines);
}

/**
 * Of a matrix with thousands of cells, one in four runs on PostgreSQL, where a cell costs three times as much:
 * `npm run test:matrices` runs all of them on both.
 */
export function enginesOfCell(name: string): readonly TestEngine[] {
  return [...new Set(oneOf(name, [sqlite, sqlite, sqlite, postgres]))];
}

let databases = 0;
let server: Promise<PostgresServer> | undefined;
let template: Promise<string> | undefined;
let templateFile: Promise<string> | undefined;

/** The server all PostgreSQL tests of this process use, without a database name. */
export async function postgresUrl(): Promise<string> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) return given;
  server ??= startPostgresServer({ fsync: "off" });
  return (await server).url;
}

after(async () => {
  await (await server)?.stop();
  if (templateFile) rmSync(dirname(await templateFile), { recursive: true, force: true });
  [server, templateFile] = [undefined, undefined];
});

/** Copying a migrated database is much faster than migrating each one. */
function migratedFile(): Promise<string> {
  templateFile ??= (async () => {
    const path = join(newDatabaseFolder("signet-template-"), "signet.db");
    const storage = await open(`file:${path}`);
    await storage.migrate();
    await storage.close();
    return path;
  })();
  return templateFile;
}

/**
 * One for all files that use the server: the first makes it while the others wait. It has its name only when it is
 * whole.
 */
function migratedTemplate(url: string): Promise<string> {
  template ??= asAdmin(url, async (client) => {
    await client.query("SELECT pg_advisory_lock(1)");
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'signet_template'");
    if (rowCount === 0) {
      const name = `t${process.pid}_template`;
      await client.query(`CREATE DATABASE ${name}`);
      const storage = await open(`${url}/${name}`);
      await storage.migrate();
      await storage.close();
      await client.query(`ALTER DATABASE ${name} RENAME TO signet_template`);
    }
    return "signet_template";
  });
  return template;
}

function admin(url: string, statement: string): Promise<unknown> {
  return asAdmin(url, (client) => client.query(statement));
}

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
