/** A node as `signet serve` builds it, on a database of its own, for injected requests or on a real socket. */
import { loadConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app.ts";
import type { Drain } from "../../src/http/health.ts";
import { createLogger } from "../../src/http/logging.ts";
import { newMasterKey } from "../../src/keys/master-key.ts";
import { buildApp } from "../../src/server.ts";
import { openServices, type Services } from "../../src/services.ts";
import { engines, type TestDatabase, type TestEngine } from "./engines.ts";
import { makeTestKey } from "./keys.ts";

export interface TestNode {
  readonly app: App;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly masterKey: string;
  readonly drain: Drain;
  /** What was logged so far, one entry a line as it was written. */
  readonly lines: string[];
  /** Listens on a free port and says which. */
  listen(): Promise<number>;
  close(): Promise<void>;
}

export interface TestNodeOptions {
  readonly engine?: TestEngine;
  readonly environment?: Record<string, string>;
  /** Another node on the database of this one, which stays when the other is closed. */
  readonly beside?: TestNode;
  /** Of the management API; tests make many. */
  readonly callsPerMinute?: number;
  /** Routes that only a test has. */
  readonly extend?: (app: App) => void;
}

export const sqlite = engineNamed("sqlite");
export const postgres = engineNamed("postgres");

export async function startTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const { engine = sqlite, environment = {}, beside, extend, callsPerMinute = 1_000_000 } = options;
  const database = beside?.database ?? (await engine.fresh());
  const lines: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void lines.push(line) });
  const masterKey = beside?.masterKey ?? newMasterKey().toString("base64url");
  const config = loadConfig({
    SIGNET_DATABASE_URL: database.url,
    SIGNET_MASTER_KEY: masterKey,
    ...environment,
  });
  const services = await openServices(config, log, makeTestKey, database.options);
  const drain: Drain = { stopping: false };
  const app = buildApp(config, services, log, { drain, management: { strictAnswers: true, callsPerMinute } });
  extend?.(app);
  await app.ready();
  return {
    app,
    services,
    database,
    masterKey,
    drain,
    lines,
    async listen() {
      return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
    },
    async close() {
      await app.close();
      await services.close();
      if (beside === undefined) await database.drop();
    },
  };
}

function engineNamed(name: TestEngine["name"]): TestEngine {
  const engine = engines.find((candidate) => candidate.name === name);
  if (engine === undefined) throw new Error(`there is no engine ${name}`);
  return engine;
}
