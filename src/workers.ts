/** Several processes on one port (SIGNET_WORKERS): the first one prepares everything, then the others serve. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { StartError } from "./errors/start-error.ts";
import { type FirstManager, firstStart } from "./first-start.ts";
import { type RegistrationStanding, readRegistrationStanding } from "./identity/registration-standing.ts";
import { portsAreFree, startNode } from "./server.ts";
import { openServices } from "./services.ts";
import { serveMetrics } from "./telemetry/metrics.ts";

const RESTART_PAUSE_MS = 1_000;

export async function runWorkers(
  config: Config,
  log: Logger,
  tell: { announce: (manager: FirstManager) => void; ready: (registration: RegistrationStanding) => void },
): Promise<void> {
  if (cluster.isWorker) return runWorker(config, log);

  await portsAreFree(config);
  // Migrating, making keys and setting up the instance is done once, here; a start that fails says so once.
  const services = await openServices(config, log);
  let registration: RegistrationStanding;
  try {
    await firstStart(config, services, tell.announce);
    registration = await readRegistrationStanding(services.storage.db);
  } finally {
    await services.close();
  }

  const workers = Array.from({ length: config.workers }, () => cluster.fork());
  try {
    await Promise.all(workers.map(listening));
  } catch (error) {
    for (const worker of workers) worker.process.kill("SIGTERM");
    throw error;
  }
  let stopping = false;
  cluster.on("exit", async (worker, code, signal) => {
    if (stopping) return;
    log.error({ worker: worker.process.pid, code, signal }, "a worker ended and is replaced");
    await sleep(RESTART_PAUSE_MS);
    if (!stopping) cluster.fork();
  });
  if (config.metricsPort !== undefined) {
    const { AggregatorRegistry } = await import("prom-client");
    const registry = new AggregatorRegistry();
    await serveMetrics(() => registry.clusterMetrics(), config.host, config.metricsPort);
  }
  const stop = async () => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
    await Promise.all(workers.map((worker) => ended(worker)));
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  // Last: whoever waits for it may send a signal at once.
  tell.ready(registration);
}

async function runWorker(config: Config, log: Logger): Promise<void> {
  const node = await startNode(config, log, "worker").catch((error) => {
    // Otherwise the channel to the first process would keep this one alive, though it serves nothing.
    cluster.worker?.disconnect();
    throw error;
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await node.stop();
    process.exit(0);
  };
  // A terminal sends Ctrl-C to every process of the group; the first process passes SIGTERM on.
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once("listening", () => resolve());
    worker.once("exit", () =>
      reject(new StartError("environment", "A process that was to serve requests could not start; it has said why.")),
    );
  });
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => resolve());
    worker.process.kill("SIGTERM");
  });
}
