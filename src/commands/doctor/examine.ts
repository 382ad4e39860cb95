/** All checks, in the order in which one thing stands on another. What cannot be asked is left out, and said why. */
import { type Config, loadConfig, variables } from "../../config.ts";
import { StartError } from "../../errors/start-error.ts";
import { findInstance } from "../../identity/instance.ts";
import { current } from "../../storage/migrate.ts";
import { addressFindings } from "./addresses.ts";
import { boundaryFindings } from "./boundaries.ts";
import { clockFindings } from "./clock.ts";
import { type Database, openDatabase } from "./database.ts";
import { CHECK_LIMIT_MS, checked, type Finding, ok, problem, warning } from "./finding.ts";
import { mailServerFindings, outboxFindings } from "./mail.ts";
import { masterKeyFindings } from "./master-key.ts";
import { postgresFindings } from "./postgres.ts";
import { proxyFindings } from "./proxy.ts";
import { publishedKeyIds, signingKeyFindings } from "./signing-keys.ts";
import { integrityFindings, sqliteFindings } from "./sqlite.ts";
import { tenancyFindings } from "./tenancy.ts";

export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [
      problem("configuration", error.message, "Nothing else was looked at. docs/configuration.md has every variable."),
    ];
  }
  const findings = [configurationFinding(config, environment)];
  let database: Database | undefined;
  findings.push(
    ...(await checked("database", async () => {
      const opened = await openDatabase(config);
      if ("database" in opened) database = opened.database;
      return opened.findings;
    })),
  );
  try {
    if (database !== undefined) findings.push(...(await databaseChecks(config, database)));
    findings.push(...(await outsideChecks(config, database)));
  } finally {
    await database?.storage.close();
  }
  return findings;
}

function configurationFinding(
  { issuerUrl, baseUrl, loginUrl, host, port }: Config,
  environment: NodeJS.ProcessEnv,
): Finding {
  const set = variables.filter(({ name }) => environment[name]?.trim()).map(({ name }) => name);
  const given = set.length === 0 ? "Every setting has its default." : `Set: ${set.join(", ")}.`;
  return ok(
    "configuration",
    `Issuer ${issuerUrl}, API ${baseUrl}, pages ${loginUrl}, listens on ${host}:${port}. ${given}`,
  );
}

async function databaseChecks(config: Config, database: Database): Promise<Finding[]> {
  const path = config.databaseUrl.slice("file:".length);
  const findings = [
    ...(database.storage.engine === "sqlite"
      ? [
          ...(await checked("database", () => sqliteFindings(path))),
          ...(await checked("integrity", () => integrityFindings(database, path))),
        ]
      : await checked("database", () => postgresFindings(database, config))),
    database.schema,
  ];
  // Without tables, or with tables of which this program knows nothing, there is no more to ask.
  if (!database.version) return findings;
  return [
    ...findings,
    ...(await checked("clock", () => clockFindings(database))),
    ...(await checked("master_key", () => masterKeyFindings(database, config))),
    ...(await checked("signing_keys", () => signingKeyFindings(database))),
    ...(await checked("mail_outbox", () => outboxFindings(database))),
    ...(isCurrent(database)
      ? [
          ...(await checked("instance", () => instanceFindings(database))),
          ...(await checked("boundaries", () => boundaryFindings(database))),
          ...(await checked("tenancy", () => tenancyFindings(database))),
        ]
      : []),
  ];
}

/** What is asked over the network. */
async function outsideChecks(config: Config, database: Database | undefined): Promise<Finding[]> {
  const keyIds = database?.version ? await publishedKeyIds(database).catch(() => undefined) : undefined;
  const checks = await Promise.all([
    checked("mail_server", (signal) => mailServerFindings(config, signal)),
    checked("addresses", (signal) => addressFindings(config, { keyIds }, signal), 2 * CHECK_LIMIT_MS),
    checked("proxy", () => proxyFindings(config, database !== undefined && isCurrent(database) ? database : undefined)),
  ]);
  return checks.flat();
}

function isCurrent({ version = 0 }: Database): boolean {
  return version >= current;
}

async function instanceFindings({ storage }: Database): Promise<Finding[]> {
  if ((await findInstance(storage.db)) !== undefined) return [ok("instance", "It is set up.")];
  return [
    warning("instance", "It is not set up yet.", "The first `signet serve` does that and prints who can sign in."),
  ];
}
