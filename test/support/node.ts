/** A node as `signet serve` builds it, on a database of its own, for injected requests or on a real socket. */
import { loadConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app.ts";
import type { Drain } from "../../src/http/health.ts";
import { createLogger } from "../../src/http/logging.ts";
import { newMasterKey } from "../../src/keys/master-key.ts";
import { buildApp } from "../../src/server.ts";
import { openServices, type Services } from "../../src/services.ts";
import { dumpText } from "./dump.ts";
import { Egress } from "./egress.ts";
import { engines, type TestDatabase, type TestEngine } from "./engines.ts";
import { watchExchanges } from "./exchanges.ts";
import { makeTestKey } from "./keys.ts";
import { problemsOfPage } from "./page-headers.ts";
import { cheapPasswords } from "./passwords.ts";
import { report } from "./problems.ts";
import { Secrets } from "./secrets.ts";

export interface TestNode {
  readonly app: App;
  readonly services: Services;
  readonly database: TestDatabase;
  readonly masterKey: string;
  readonly drain: Drain;
  /** What was logged so far, one entry a line as it was written. */
  readonly lines: string[];
  /**
   * Every secret that was handed out or typed so far; closing the node looks for all of them in its log and its
   * database.
   */
  readonly secrets: Secrets;
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
  /** What a password costs: next to nothing, or, where a test is about time, what it costs everywhere else. */
  readonly passwordCost?: "cheap" | "real";
  /** Routes that only a test has. */
  readonly extend?: (app: App) => void;
}

/** The longest that a timer can be told. */
const NEVER_MS = 2 ** 31 - 1;

export const sqlite = engineNamed("sqlite");
export const postgres = engineNamed("postgres");

export async function startTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const {
    engine = sqlite,
    environment = {},
    beside,
    extend,
    callsPerMinute = 1_000_000,
    passwordCost = "cheap",
  } = options;
  const database = beside?.database ?? (await engine.fresh());
  const lines: string[] = [];
  const log = createLogger("debug", { write: (line: string) => void lines.push(line) });
  const masterKey = beside?.masterKey ?? newMasterKey().toString("base64url");
  const config = loadConfig({
    SIGNET_DATABASE_URL: database.url,
    SIGNET_MASTER_KEY: masterKey,
    ...environment,
  });
  const egress = new Egress([database.url, ...Object.values(environment)]);
  const services = await egress.run(() =>
    openServices(config, log, {
      makeKey: makeTestKey,
      storage: database.options,
      // Tests that compare what is in the database before and after have it written when they ask for that, and at the
      // end.
      recurringEveryMs: NEVER_MS,
      passwords: passwordCost === "cheap" ? cheapPasswords() : undefined,
    }),
  );
  const drain: Drain = { stopping: false };
  const app = buildApp(config, services, log, { drain, management: { strictAnswers: true, callsPerMinute } });
  const secrets = beside?.secrets ?? new Secrets();
  secrets.learn("the master key", masterKey);
  for (const url of [config.smtpUrl, database.url])
    if (url !== undefined) secrets.learn("the password in an address", passwordIn(url));
  const wrongPages = new Set<string>();
  watchExchanges(app, (exchange) => {
    secrets.see(exchange);
    for (const problem of problemsOfPage({ ...exchange, headers: exchange.answerHeaders })) wrongPages.add(problem);
  });
  app.addHook("onRequest", (_request, _reply, done) => egress.run(done));
  extend?.(app);
  await app.ready();
  return {
    app,
    services,
    database,
    masterKey,
    drain,
    lines,
    secrets,
    async listen() {
      return Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
    },
    async close() {
      await app.close();
      const stored = beside === undefined ? await dumpText(services.storage) : "";
      await services.close();
      if (beside === undefined) await database.drop();
      const leaks = secrets.leaksIn({ "the log": lines.join(""), "the database": stored });
      report([
        ...leaks.map((leak) => `a secret is in ${leak}`),
        ...egress.unexpected.map((target) => `it connected to ${target}, which nobody configured`),
        ...[...wrongPages].map((problem) => `a page has other headers than it should: ${problem}`),
      ]);
    },
  };
}

function passwordIn(url: string): string {
  return URL.canParse(url) ? decodeURIComponent(new URL(url).password) : "";
}

function engineNamed(name: TestEngine["name"]): TestEngine {
  const engine = engines.find((candidate) => candidate.name === name);
  if (engine === undefined) throw new Error(`there is no engine ${name}`);
  return engine;
}
