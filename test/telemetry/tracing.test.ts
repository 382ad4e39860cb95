/** Traces: what a collector gets, what it never gets, and that nothing hurts when it is away. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import * as sdk from "@opentelemetry/sdk-trace";
import { statementSummary } from "../../src/telemetry/statement-summary.ts";
import { samplerFor } from "../../src/telemetry/trace-sampler.ts";
import { readTraceparent } from "../../src/telemetry/traceparent.ts";
import { isTracingConfigured } from "../../src/telemetry/tracing.ts";
import { enginesOf, type TestDatabase } from "../support/engines.ts";
import { freePort } from "../support/postgres-server.ts";
import { newFolder, type RunningSignet, runSignet, startServer } from "../support/signet.ts";

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** Takes what an OTLP/HTTP collector takes, and keeps it. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk));
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join("\n"),
    resources: () => bodies.flatMap((body) => JSON.parse(body).resourceSpans),
    spans: (): ReceivedSpan[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: ReceivedSpan[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
const attribute = (span: ReceivedSpan | undefined, name: string) =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`traces on ${engine.name}`, () => {
    const cwd = newFolder();
    let database: TestDatabase | undefined;
    let collector: Awaited<ReturnType<typeof startCollector>>;
    let server: RunningSignet;
    const requestIds: Record<string, string | null> = {};
    before(async () => {
      database = engine.name === "postgres" ? await engine.fresh("empty") : undefined;
      collector = await startCollector();
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: "my-signet",
        ...(database === undefined
          ? {}
          : { SIGNET_DATABASE_URL: database.url, SIGNET_MASTER_KEY: randomBytes(32).toString("base64url") }),
      };
      server = await startServer({ cwd, environment });
      const ask = async (name: string, path: string, init: RequestInit = {}) => {
        const answer = await fetch(server.url + path, { redirect: "manual", ...init });
        requestIds[name] = answer.headers.get("x-request-id");
        await answer.text();
      };
      await ask("keys", "/oauth/v2/keys?hint=s3cret-query", {
        headers: { traceparent: `00-${TRACE}-${CALLER}-01`, cookie: "a=s3cret-cookie" },
      });
      await ask("token", "/oauth/v2/token", {
        method: "POST",
        headers: { authorization: `Basic ${btoa("s3cret-client:s3cret-password")}` },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "s3cret-token" }),
      });
      await ask(
        "login",
        `/oauth/v2/authorize?client_id=s3cret-id&login_hint=s3cret-ada%40example.com&state=s3cret-state`,
      );
      await ask("management", "/management/v1/users/s3cret-user", {
        headers: { authorization: "Bearer s3cret-bearer" },
      });
      await ask("nothing", "/s3cret-path");
      const { code, stderr } = await server.stop();
      assert.deepEqual([code, stderr], [0, ""]);
    });
    after(async () => {
      await collector?.close();
      await database?.drop();
      rmSync(cwd, { recursive: true, force: true });
    });
    const requestSpan = (name: string) =>
      collector.spans().find((span) => attribute(span, "signet.request_id") === requestIds[name]);

    test("each request is a span with its route, status and request id, within the trace of who called", () => {
      const span = requestSpan("keys");
      assert.equal(span?.name, "GET /oauth/v2/keys");
      assert.deepEqual([span.traceId, span.parentSpanId], [TRACE, CALLER]);
      assert.equal(attribute(span, "http.route"), "/oauth/v2/keys");
      assert.equal(attribute(span, "http.request.method"), "GET");
      assert.equal(attribute(span, "http.response.status_code"), 200);
      assert.equal(requestSpan("token")?.parentSpanId, undefined, "who sends no trace begins one");
      assert.equal(attribute(requestSpan("nothing"), "http.route"), "unknown");
      const management = collector
        .spans()
        .filter((candidate) => attribute(candidate, "signet.request_id") === requestIds.management);
      assert.equal(management.length, 1, "a room that is loaded when it is first asked for counts once");
      assert.match(management[0]?.name ?? "", /^GET \/management\/v1\/users\/:/);
      assert.equal(attribute(collector.resources()[0].resource as ReceivedSpan, "service.name"), "my-signet");
    });

    test("each statement of a request is a span below it, with its kind and table alone, also after a body was read", () => {
      const token = requestSpan("token");
      const below = collector.spans().filter(({ parentSpanId }) => parentSpanId === token?.spanId);
      assert.ok(
        below.some(({ name }) => /^SELECT \w+$/.test(name)),
        below.map(({ name }) => name).join(),
      );
      for (const span of below) {
        assert.equal(span.traceId, token?.traceId);
        assert.equal(attribute(span, "db.system.name"), engine.name === "sqlite" ? "sqlite" : "postgresql");
      }
      const requests = new Set(collector.spans().flatMap((span) => (span.kind === 2 ? [span.spanId] : [])));
      const statements = collector.spans().filter((span) => attribute(span, "db.operation.name") !== undefined);
      assert.ok(
        statements.every(({ parentSpanId }) => requests.has(parentSpanId ?? "")),
        "nothing of the background",
      );
    });

    test("nothing that came with a request is in them, nor any SQL", () => {
      assert.doesNotMatch(collector.text(), /s3cret|czNjcmV0/);
      const allowed = new Set([
        "http.request.method",
        "http.route",
        "http.response.status_code",
        "signet.request_id",
        "db.system.name",
        "db.operation.name",
        "db.collection.name",
      ]);
      for (const { name, attributes } of collector.spans()) {
        assert.match(name, /^[A-Z]+( [\w/:.*-]+)?$/);
        for (const { key } of attributes) assert.ok(allowed.has(key), key);
      }
    });
  });
}

describe("a server whose collector is away", () => {
  test("answers, stops in time, and says nothing on standard error", async () => {
    const cwd = newFolder();
    const server = await startServer({
      cwd,
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
    });
    for (let i = 0; i < 20; i++) assert.equal((await fetch(`${server.url}/oauth/v2/keys`)).status, 200);
    const started = performance.now();
    const { code, stderr } = await server.stop();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.ok(performance.now() - started < 10_000);
    rmSync(cwd, { recursive: true, force: true });
  });
});

describe("what is loaded", () => {
  const cwd = newFolder();
  after(() => rmSync(cwd, { recursive: true, force: true }));

  test("is nothing of OpenTelemetry, unless a collector is named", async () => {
    const preload = join(cwd, "tell.mjs");
    const tell = 'if (specifier.includes("opentelemetry")) process.stdout.write("LOADED " + specifier + "\\n")';
    writeFileSync(
      preload,
      `import { registerHooks } from "node:module";\nregisterHooks({ resolve(specifier, context, next) { ${tell}; return next(specifier, context); } });\n`,
    );
    const NODE_OPTIONS = `--import ${preload}`;
    const plain = await startServer({ cwd, environment: { NODE_OPTIONS } });
    assert.equal((await fetch(`${plain.url}/oauth/v2/keys`)).status, 200);
    assert.doesNotMatch((await plain.stop()).stdout, /LOADED/);
    const traced = await startServer({
      cwd,
      environment: { NODE_OPTIONS, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
    });
    assert.match((await traced.stop()).stdout, /LOADED @opentelemetry\/sdk-trace/);
    assert.doesNotMatch((await runSignet(["version"], { cwd, environment: { NODE_OPTIONS } })).stdout, /LOADED/);
  });

  test("can be turned off in the usual ways", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
    assert.equal(isTracingConfigured({}), false);
    assert.equal(isTracingConfigured({ OTEL_EXPORTER_OTLP_ENDPOINT: " " }), false);
    assert.equal(isTracingConfigured(endpoint), true);
    assert.equal(isTracingConfigured({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }), true);
    assert.equal(isTracingConfigured({ ...endpoint, OTEL_SDK_DISABLED: "true" }), false);
    assert.equal(isTracingConfigured({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }), false);
  });
});

test("a traceparent is taken when it is one, and otherwise left alone", () => {
  assert.deepEqual(readTraceparent(`00-${TRACE}-${CALLER}-01`), {
    traceId: TRACE,
    spanId: CALLER,
    traceFlags: 1,
    isRemote: true,
  });
  assert.equal(readTraceparent(`00-${TRACE}-${CALLER}-00`)?.traceFlags, 0);
  assert.equal(readTraceparent(`cc-${TRACE}-${CALLER}-01-more`)?.traceId, TRACE);
  const zeros = (length: number) => "0".repeat(length);
  const wrong = [
    undefined,
    "",
    "nonsense",
    `ff-${TRACE}-${CALLER}-01`,
    `00-${TRACE}-${CALLER}-01-more`,
    `00-${zeros(32)}-${CALLER}-01`,
    `00-${TRACE}-${zeros(16)}-01`,
  ];
  for (const header of [...wrong, `00-${TRACE.toUpperCase()}-${CALLER}-01`, [`00-${TRACE}-${CALLER}-01`, "x"]])
    assert.equal(readTraceparent(header), undefined);
});

test("of a statement its kind and first table are told, and never what it holds", () => {
  const told = (sql: string) => statementSummary(sql).name;
  assert.equal(told('select "id" from "users" where "name" = ?'), "SELECT users");
  assert.equal(told('insert into "events" ("id") values ($1)'), "INSERT events");
  assert.equal(told(`update "keys" set "sealed" = 'from "s3cret"'`), "UPDATE keys");
  assert.equal(told('with "place" as (select 1 from "organizations") select 1'), "WITH organizations");
  assert.equal(told("BEGIN IMMEDIATE"), "BEGIN");
  assert.equal(told("SELECT 1"), "SELECT");
  assert.equal(told("ALTER ROLE ada PASSWORD 's3cret'"), "OTHER");
});

test("the sampler is the one that OTEL_TRACES_SAMPLER names", () => {
  const named = (OTEL_TRACES_SAMPLER?: string, OTEL_TRACES_SAMPLER_ARG?: string) =>
    String(
      samplerFor(sdk, {
        ...(OTEL_TRACES_SAMPLER && { OTEL_TRACES_SAMPLER }),
        ...(OTEL_TRACES_SAMPLER_ARG && { OTEL_TRACES_SAMPLER_ARG }),
      }),
    );
  assert.match(named(), /^ParentBased\{root=AlwaysOnSampler/);
  assert.equal(named("always_off"), "AlwaysOffSampler");
  assert.match(named("traceidratio", "0.25"), /0\.25/);
  assert.match(named("parentbased_traceidratio", "0.5"), /^ParentBased\{root=.*0\.5/);
  assert.equal(named("traceidratio", "7"), "AlwaysOnSampler");
});
