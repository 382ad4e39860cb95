/** From the environment to one typed Config. Every variable is in this table; `docs/configuration.md` mirrors it. */
import { dirname, join, resolve } from "node:path";
import { closest, distance } from "fastest-levenshtein";
import * as read from "./config-values.ts";
import { StartError } from "./errors/start-error.ts";
import { parseMasterKey } from "./keys/master-key.ts";
import type { MasterKeySource } from "./keys/master-key-source.ts";

export interface Config {
  readonly issuerUrl: string;
  readonly baseUrl: string;
  readonly loginUrl: string;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  readonly masterKey: MasterKeySource;
  readonly admin: { readonly login: string; readonly password: string | undefined };
  readonly bootstrapKeyFile: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly metricsPort: number | undefined;
  readonly logLevel: read.LogLevel;
  readonly workers: number;
}

export interface Variable {
  readonly name: string;
  readonly meaning: string;
  readonly default: string;
  /** Whether its value must never be shown. */
  readonly secret?: true;
}

export const variables: readonly Variable[] = [
  {
    name: "SIGNET_ISSUER_URL",
    meaning: "The issuer: the address that serves discovery and that every token names",
    default: "http://localhost:PORT",
  },
  {
    name: "SIGNET_BASE_URL",
    meaning: "Address of the token, introspection, userinfo, revocation and keys endpoints and of the management API",
    default: "the issuer",
  },
  {
    name: "SIGNET_LOGIN_URL",
    meaning: "Address of the pages people see: authorize, end session, sign-in, account, console",
    default: "the issuer",
  },
  { name: "SIGNET_HOST", meaning: "Address to listen on", default: "127.0.0.1" },
  { name: "SIGNET_PORT", meaning: "Port to listen on", default: "8080" },
  {
    name: "SIGNET_DATABASE_URL",
    meaning: "`file:PATH` for SQLite, or `postgres://…`",
    default: "file:./data/signet.db",
    secret: true,
  },
  {
    name: "SIGNET_MASTER_KEY",
    meaning: "The key that seals secrets in the database: 32 random bytes in base64url",
    default: "SQLite: made at the first start beside the database; PostgreSQL: must be given",
    secret: true,
  },
  {
    name: "SIGNET_MASTER_KEY_FILE",
    meaning: "A file that holds the master key, instead of SIGNET_MASTER_KEY",
    default: "none",
  },
  {
    name: "SIGNET_MASTER_KEY_PREVIOUS",
    meaning: "The former master key, while it is being changed",
    default: "none",
    secret: true,
  },
  {
    name: "SIGNET_ADMIN_LOGIN",
    meaning: "Login name of the first manager (IAM_OWNER), made at the first start",
    default: "admin@localhost",
  },
  {
    name: "SIGNET_ADMIN_PASSWORD",
    meaning: "Password of the first manager",
    default: "generated and printed once",
    secret: true,
  },
  {
    name: "SIGNET_BOOTSTRAP_KEY_FILE",
    meaning: "Where the first start writes the key file of a service user with IAM_OWNER",
    default: "none is made",
  },
  {
    name: "SIGNET_SMTP_URL",
    meaning: "Mail server, `smtp://` or `smtps://`",
    default: "mails go to `data/outbox`",
    secret: true,
  },
  { name: "SIGNET_MAIL_FROM", meaning: "Sender of mails", default: "signet@ the login host" },
  {
    name: "SIGNET_TRUSTED_PROXIES",
    meaning:
      "Addresses or networks of proxies, separated by commas, whose X-Forwarded-For header tells the client's address (and nothing else)",
    default: "none",
  },
  { name: "SIGNET_METRICS_PORT", meaning: "Port for Prometheus metrics, on the same address", default: "off" },
  { name: "SIGNET_LOG_LEVEL", meaning: "fatal, error, warn, info, debug, trace or silent", default: "info" },
  { name: "SIGNET_WORKERS", meaning: "Processes that serve requests", default: "1" },
];

export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  refuseUnknown(environment);
  const value = (name: string): string | undefined => {
    const text = environment[name]?.trim();
    return text === "" ? undefined : text;
  };

  const port = read.port("SIGNET_PORT", value("SIGNET_PORT")) ?? 8080;
  const issuerUrl = read.publicUrl("SIGNET_ISSUER_URL", value("SIGNET_ISSUER_URL")) ?? `http://localhost:${port}`;
  const databaseUrl = read.databaseUrl("SIGNET_DATABASE_URL", value("SIGNET_DATABASE_URL") ?? "file:./data/signet.db");
  const metricsPort = read.port("SIGNET_METRICS_PORT", value("SIGNET_METRICS_PORT"));
  if (metricsPort === port)
    throw read.problem("SIGNET_METRICS_PORT", `is ${port}, the port that requests are served on`, "Choose another one");

  return {
    issuerUrl,
    baseUrl: read.publicUrl("SIGNET_BASE_URL", value("SIGNET_BASE_URL")) ?? issuerUrl,
    loginUrl: read.publicUrl("SIGNET_LOGIN_URL", value("SIGNET_LOGIN_URL")) ?? issuerUrl,
    host: read.host("SIGNET_HOST", value("SIGNET_HOST") ?? "127.0.0.1"),
    port,
    databaseUrl,
    masterKey: masterKeySource(value, databaseUrl),
    admin: {
      login: read.loginName("SIGNET_ADMIN_LOGIN", value("SIGNET_ADMIN_LOGIN") ?? "admin@localhost"),
      password: read.password("SIGNET_ADMIN_PASSWORD", environment.SIGNET_ADMIN_PASSWORD),
    },
    bootstrapKeyFile: value("SIGNET_BOOTSTRAP_KEY_FILE"),
    smtpUrl: read.smtpUrl("SIGNET_SMTP_URL", value("SIGNET_SMTP_URL")),
    mailFrom: read.mailAddress("SIGNET_MAIL_FROM", value("SIGNET_MAIL_FROM")),
    trustedProxies: read.networks("SIGNET_TRUSTED_PROXIES", value("SIGNET_TRUSTED_PROXIES")),
    metricsPort,
    logLevel: read.logLevel("SIGNET_LOG_LEVEL", value("SIGNET_LOG_LEVEL") ?? "info"),
    workers: read.count("SIGNET_WORKERS", value("SIGNET_WORKERS") ?? "1", 64),
  };
}

/** A misspelt variable would otherwise be a setting that silently does not hold. */
function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const known = variables.map((variable) => variable.name);
  for (const name of Object.keys(environment)) {
    if (!name.startsWith("SIGNET_") || known.includes(name)) continue;
    const nearest = closest(name, known);
    const hint =
      distance(name, nearest) <= 6 ? `Did you mean ${nearest}?` : "`signet --help` lists the variables there are.";
    throw new StartError("configuration", `The environment has ${name}, which Signet does not know. ${hint}`);
  }
}

function masterKeySource(value: (name: string) => string | undefined, databaseUrl: string): MasterKeySource {
  const previousText = value("SIGNET_MASTER_KEY_PREVIOUS");
  const previous = previousText === undefined ? undefined : masterKey("SIGNET_MASTER_KEY_PREVIOUS", previousText);
  const text = value("SIGNET_MASTER_KEY");
  const path = value("SIGNET_MASTER_KEY_FILE");
  if (text !== undefined && path !== undefined) {
    throw new StartError(
      "configuration",
      "SIGNET_MASTER_KEY and SIGNET_MASTER_KEY_FILE are both set. Keep one of them.",
    );
  }
  if (text !== undefined) return { kind: "value", key: masterKey("SIGNET_MASTER_KEY", text), previous };
  if (path !== undefined) return { kind: "file", path: resolve(path), mayCreate: false, previous };
  if (databaseUrl.startsWith("file:")) {
    return {
      kind: "file",
      path: join(dirname(resolve(databaseUrl.slice("file:".length))), "master.key"),
      mayCreate: true,
      previous,
    };
  }
  throw new StartError(
    "configuration",
    "PostgreSQL needs a master key that all nodes share. Set SIGNET_MASTER_KEY, or SIGNET_MASTER_KEY_FILE, to 32 random bytes in base64url. " +
      "`openssl rand 32 | basenc --base64url` makes one. Keep a copy: without it the database cannot be used.",
  );
}

function masterKey(name: string, text: string): Buffer {
  const parsed = parseMasterKey(text);
  if ("problem" in parsed) throw read.problem(name, parsed.problem, "`openssl rand 32 | basenc --base64url` makes one");
  return parsed.key;
}
