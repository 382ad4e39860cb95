/** Prometheus metrics, on a port of their own so that they are never public by accident. Off, they cost nothing. */
import cluster from "node:cluster";
import { createServer, type Server } from "node:http";
import { watchEvents } from "../events/audit-log.ts";
import type { Usage } from "../events/usage.ts";
import type { App } from "../http/app.ts";
import { addStateMetrics, type WatchedState } from "./state-metrics.ts";

export interface Metrics {
  watch(app: App): void;
  /** What is counted for the API is counted here, too, without the organization. */
  counting(usage: Usage): Usage;
  /** How the database, the keys, mail and the hashing of passwords are doing. */
  watchState(state: WatchedState): void;
  taskFailed(task: string): void;
  render(): Promise<string>;
}

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export async function openMetrics(): Promise<Metrics> {
  const prometheus = await import("prom-client");
  const { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, register } = prometheus;
  // Making one is what lets a worker answer when the first process adds up.
  if (cluster.isWorker) new AggregatorRegistry();
  // The process-wide registry: it is the one that is added up over several workers.
  collectDefaultMetrics();
  const duration = new Histogram({
    name: "signet_http_request_duration_seconds",
    help: "How long requests took, by route and status",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  });
  const used = new Counter({
    name: "signet_usage_total",
    help: "What docs/operations.md counts as usage, by kind",
    labelNames: ["kind"],
  });
  const events = new Counter({
    name: "signet_events_total",
    help: "Events of the audit log that this process wrote",
    labelNames: ["type"],
  });
  const failures = new Counter({
    name: "signet_background_failures_total",
    help: "Background tasks that failed; the log says why",
    labelNames: ["task"],
  });
  watchEvents((type) => events.inc({ type }));
  return {
    counting: (usage) => ({
      ...usage,
      count(kind, organizationId) {
        used.inc({ kind });
        usage.count(kind, organizationId);
      },
    }),
    watchState: (state) => addStateMetrics(prometheus, state),
    taskFailed: (task) => failures.inc({ task }),
    watch(app) {
      app.addHook("onResponse", async (request, reply) => {
        if (request.routeOptions.config.handsOver) return;
        // The route, not the address: anyone can make up addresses.
        const labels = {
          method: request.method,
          route: request.routeOptions.url ?? "unknown",
          status: reply.statusCode,
        };
        duration.observe(labels, reply.elapsedTime / 1000);
      });
    },
    render: () => register.metrics(),
  };
}

export function serveMetrics(render: () => Promise<string>, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    render().then(
      (text) => response.writeHead(200, { "content-type": CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
