import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pino } from "pino";
import { createApp } from "../../src/http/app.ts";
import { openMetrics, serveMetrics } from "../../src/telemetry/metrics.ts";
import { startTestNode } from "../support/node.ts";
import { freePort } from "../support/postgres-server.ts";

describe("metrics", () => {
  const app = createApp({
    loginUrl: "http://localhost:8080",
    https: false,
    trustedProxies: [],
    log: pino({ level: "silent" }),
  });
  let address: string;
  let close: () => void;
  before(async () => {
    const metrics = await openMetrics();
    metrics.watch(app);
    app.get("/things/:id", async () => "a thing");
    const port = await freePort();
    const server = await serveMetrics(metrics.render, "127.0.0.1", port);
    close = () => server.close();
    address = `http://127.0.0.1:${port}`;
  });
  after(async () => {
    close();
    await app.close();
  });

  test("count requests by route and status, never by address, so that nobody can make them grow", async () => {
    for (let i = 0; i < 50; i++) await app.inject({ url: `/things/${i}` });
    for (let i = 0; i < 50; i++) await app.inject({ url: `/nothing/${i}?secret=s3cret` });
    const answer = await fetch(`${address}/metrics`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain/);
    const text = await answer.text();
    assert.match(
      text,
      /signet_http_request_duration_seconds_count\{[^}]*method="GET"[^}]*route="\/things\/:id"[^}]*status="200"[^}]*\} 50/,
    );
    assert.match(text, /signet_http_request_duration_seconds_count\{[^}]*route="unknown"[^}]*status="404"[^}]*\} 50/);
    assert.match(text, /^process_resident_memory_bytes \d+/m);
    assert.doesNotMatch(text, /s3cret|\/things\/1|nothing/);
  });

  test("are at their one address, and there is nothing else on that port", async () => {
    for (const path of [
      "/",
      "/healthz",
      "/readyz",
      "/.well-known/openid-configuration",
      "/oauth/v2/keys",
      "/metrics/",
      "/metrics?x",
    ]) {
      assert.equal((await fetch(address + path)).status, 404, path);
    }
    assert.equal((await fetch(`${address}/metrics`, { method: "POST" })).status, 404);
  });

  test("are not where requests are served", async () => {
    const node = await startTestNode();
    assert.equal((await node.app.inject({ url: "/metrics" })).statusCode, 404);
    await node.close();
  });
});
