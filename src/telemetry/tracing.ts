/**
 * OpenTelemetry traces, where the environment names a collector (OTEL_EXPORTER_OTLP_ENDPOINT); otherwise nothing of it
 * is loaded. A span for each request and for each statement within one. They name routes, tables and kinds, and nothing
 * that came with the request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import type { Context, Span } from "@opentelemetry/api";
import type { FastifyRequest } from "fastify";
import type { App } from "../http/app.ts";
import { watchStatements } from "../storage/watch.ts";
import { statementSummary } from "./statement-summary.ts";
import { samplerFor } from "./trace-sampler.ts";
import { readTraceparent } from "./traceparent.ts";

export interface Tracing {
  watch(app: App): void;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
}

const CLOSING_MS = 3_000;

export function isTracingConfigured(environment: NodeJS.ProcessEnv): boolean {
  const has = (name: string) => (environment[name]?.trim() ?? "") !== "";
  if (
    environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true" ||
    environment.OTEL_TRACES_EXPORTER?.trim() === "none"
  )
    return false;
  return has("OTEL_EXPORTER_OTLP_ENDPOINT") || has("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
}

export async function openTracing(
  environment: NodeJS.ProcessEnv,
  database: "sqlite" | "postgresql",
): Promise<Tracing | undefined> {
  if (!isTracingConfigured(environment)) return undefined;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ "service.name": "signet", "service.version": versionOfSignet() })
      .merge(named),
    sampler: samplerFor(sdk, environment),
    // What cannot be sent is dropped when its queue is full; nobody waits for it.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("signet");
  const spans = new WeakMap<FastifyRequest, Span>();
  const current = new AsyncLocalStorage<Context>();

  watchStatements((sql) => {
    // What happens in the background belongs to no request, and would be a trace of its own every second.
    const context = current.getStore();
    if (context === undefined) return () => {};
    const { name, operation, table } = statementSummary(sql);
    const attributes = {
      "db.system.name": database,
      "db.operation.name": operation,
      ...(table === undefined ? {} : { "db.collection.name": table }),
    };
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context);
    return (outcome) => {
      if (outcome === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  });

  const within = (span: Span, work: () => void) => current.run(trace.setSpan(ROOT_CONTEXT, span), work);
  return {
    watch(app) {
      app.addHook("onRequest", (request, _reply, done) => {
        if (request.routeOptions.config.handsOver) return done();
        const route = request.routeOptions.url ?? "unknown";
        const parent = readTraceparent(request.headers.traceparent);
        const attributes = {
          "http.request.method": request.method,
          "http.route": route,
          "signet.request_id": request.id,
        };
        const span = tracer.startSpan(
          `${request.method} ${route}`,
          { kind: SpanKind.SERVER, attributes },
          parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent),
        );
        spans.set(request, span);
        within(span, done);
      });
      // Once more: a body arrives in events of the connection, which know nothing of the request.
      app.addHook("preValidation", (request, _reply, done) => {
        const span = spans.get(request);
        if (span === undefined) done();
        else within(span, done);
      });
      app.addHook("onResponse", (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute("http.response.status_code", reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    async close() {
      watchStatements(undefined);
      const late = new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref());
      // A collector that is away has cost us its spans, and nothing else.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

function versionOfSignet(): string {
  const about: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return about.version;
}
