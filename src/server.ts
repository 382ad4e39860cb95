/** The composition root: mounts the front rooms on the services, listens, and stops gracefully. */
import { createServer } from "node:net";
import type { Logger } from "pino";
import { collectAfterStart } from "./collect-after-start.ts";
import type { Config } from "./config.ts";
import { StartError } from "./errors/start-error.ts";
import { consoleAddresses, type FirstManager, firstStart } from "./first-start.ts";
import { type App, createApp } from "./http/app.ts";
import { addHealth, type Drain } from "./http/health.ts";
import { mountLazily } from "./http/lazy-room.ts";
import { describeError } from "./http/logging.ts";
import { rememberInstance } from "./identity/instance.ts";
import { type RegistrationStanding, readRegistrationStanding } from "./identity/registration-standing.ts";
import { problemRoom } from "./management/problems.ts";
import { mountOauth } from "./oauth/routes.ts";
import { browserCookies } from "./pages/cookies.ts";
import { paths } from "./pages/login-request.ts";
import { pageRenderer } from "./pages/renderer.ts";
import { mountPeople } from "./people/routes.ts";
import { openServices, outboxFolder, type Services } from "./services.ts";
import { type Metrics, openMetrics, serveMetrics } from "./telemetry/metrics.ts";
import { openTracing, type Tracing } from "./telemetry/tracing.ts";

const DRAIN_MS = 10_000;
/** Of the management API, for one token at one node. */
export const CALLS_PER_MINUTE = 3_000;

export interface BuildOptions {
  readonly drain?: Drain;
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
  readonly management?: { readonly callsPerMinute?: number; readonly strictAnswers?: boolean };
}

export function buildApp(config: Config, services: Services, log: Logger, options: BuildOptions = {}): App {
  const { drain = { stopping: false }, management = {} } = options;
  const https = config.loginUrl.startsWith("https:");
  const newApp = () => {
    const made = createApp({
      loginUrl: config.loginUrl,
      https,
      pages: pageRenderer({ https }),
      trustedProxies: config.trustedProxies,
      log,
      errorRooms: [problemRoom],
    });
    options.metrics?.watch(made);
    options.tracing?.watch(made);
    return made;
  };
  const app = newApp();
  addHealth(app, services.storage.db, drain);
  const { storage, ring, tickets, vault, passwords, usage, recurring, keys, mail, afterAnswer } = services;
  const tokens = { ring, tickets, issuer: config.issuerUrl };
  const instance = rememberInstance(storage.db);
  const cookies = browserCookies(tickets, config.loginUrl);
  const people = {
    ...{ storage, tickets, cookies, passwords, ring, vault, mail, afterAnswer, usage, recurring },
    loginUrl: config.loginUrl,
  };
  mountOauth(app, {
    storage,
    ring,
    tickets,
    usage,
    recurring,
    afterAnswer,
    cookies,
    addresses: config,
    tokens,
    instance,
    console: consoleAddresses(config.loginUrl),
    loginUrl: config.loginUrl,
  });
  mountLazily(app, problemRoom.prefix, async () => {
    const { mountManagement } = await import("./management/mount.ts");
    const room = newApp();
    mountManagement(room, {
      storage,
      keys,
      tokens,
      passwords,
      instance,
      recurring,
      addresses: config,
      mail,
      callsPerMinute: management.callsPerMinute ?? CALLS_PER_MINUTE,
      strictAnswers: management.strictAnswers ?? false,
    });
    await room.ready();
    return room;
  });
  mountLazily(app, paths.account, async () => {
    const { mountAccount } = await import("./people/account/routes.ts");
    const room = newApp();
    mountAccount(room, people);
    await room.ready();
    return room;
  });
  mountLazily(app, "/console", async () => {
    const { mountConsole } = await import("./console/routes.ts");
    const room = newApp();
    mountConsole(room, { instance, addresses: config });
    await room.ready();
    return room;
  });
  mountPeople(app, people);
  return app;
}

export interface RunningNode {
  /** As it was at the start. */
  readonly registration: RegistrationStanding;
  /** Finishes what was begun, for a while, then closes everything. */
  stop(): Promise<void>;
}

/** A worker shares its port with others; the process that started it has prepared everything and serves the metrics. */
export type NodeRole = "worker" | { readonly announce: (manager: FirstManager) => void };

export async function startNode(config: Config, log: Logger, role: NodeRole): Promise<RunningNode> {
  if (role !== "worker") await portsAreFree(config);
  const metrics = config.metricsPort === undefined ? undefined : await openMetrics();
  const services = await openServices(config, log, { taskFailed: metrics?.taskFailed });
  try {
    if (role !== "worker") await firstStart(config, services, role.announce);
    const registration = await readRegistrationStanding(services.storage.db);
    log.debug({ stage: "first-start" }, "the instance is set up");
    const drain: Drain = { stopping: false };
    const tracing = await openTracing(process.env, config.databaseUrl.startsWith("file:") ? "sqlite" : "postgresql");
    metrics?.watchState({ storage: services.storage, passwords: services.passwords, databaseUrl: config.databaseUrl });
    const counted = metrics === undefined ? services : { ...services, usage: metrics.counting(services.usage) };
    const app = buildApp(config, counted, log, { drain, metrics, tracing });
    const metricsServer =
      role !== "worker" && metrics && config.metricsPort
        ? await serveMetrics(metrics.render, config.host, config.metricsPort)
        : undefined;
    // Last: whoever is answered before this node is whole would be answered wrongly.
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      metricsServer?.close();
      throw cannotListen(error, config.host, config.port, "SIGNET_PORT");
    });
    if (services.mail.transport === "folder") {
      log.info(
        { folder: outboxFolder(config.databaseUrl) },
        "mails are written to a folder; SIGNET_SMTP_URL names a server to send them",
      );
    }
    services.mail.start();
    collectAfterStart();
    return {
      registration,
      async stop() {
        drain.stopping = true;
        metricsServer?.close();
        await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())]);
        await services.close();
        await tracing?.close();
      },
    };
  } catch (error) {
    await services.close().catch((failure) => log.error({ error: describeError(failure) }, "closing failed"));
    throw error;
  }
}

/** Asked before anything is made, so that a start that cannot listen changes nothing. */
export async function portsAreFree(config: Config): Promise<void> {
  await portIsFree(config.host, config.port, "SIGNET_PORT");
  if (config.metricsPort !== undefined) await portIsFree(config.host, config.metricsPort, "SIGNET_METRICS_PORT");
}

function portIsFree(host: string, port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port, variable)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number, variable: string): StartError {
  const at = `${host}:${port}`;
  if (error.code === "EADDRINUSE") {
    return new StartError(
      "environment",
      `Something is listening on ${at} already. Stop it, or choose another port with ${variable}.`,
      error,
    );
  }
  if (error.code === "EACCES") {
    return new StartError(
      "environment",
      `This user may not listen on ${at}. Choose a port above 1023 with ${variable}.`,
      error,
    );
  }
  return new StartError(
    "environment",
    `Cannot listen on ${at} (${error.code}). Check SIGNET_HOST and ${variable}.`,
    error,
  );
}
