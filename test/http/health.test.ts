import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { open } from "../../src/storage/storage.ts";
import type { TestEngine } from "../support/engines.ts";
import { postgres, startTestNode, type TestNode } from "../support/node.ts";
import { type PostgresServer, startPostgresServer } from "../support/postgres-server.ts";

const ask = async (node: TestNode, url: string) => {
  const started = performance.now();
  const { statusCode, headers, body } = await node.app.inject({ url });
  return { status: statusCode, headers, body: JSON.parse(body), took: performance.now() - started };
};

describe("a node whose PostgreSQL goes away", () => {
  let server: PostgresServer;
  let node: TestNode;
  before(async () => {
    server = await startPostgresServer({ fsync: "off" });
    const url = `${server.url}/postgres`;
    const engine: TestEngine = {
      name: "postgres",
      fresh: async () => ({
        url,
        open: (options) => open(url, options),
        advance: async () => {},
        drop: async () => {},
      }),
    };
    node = await startTestNode({ engine });
  });
  after(async () => {
    await node.close();
    await server.stop();
  });

  test("is alive and ready while everything works", async () => {
    assert.deepEqual((await ask(node, "/healthz")).body, { status: "alive" });
    const { status, body } = await ask(node, "/readyz");
    assert.equal(status, 200);
    assert.deepEqual(body, { status: "ready" });
  });

  test("is alive but not ready while it is down, still publishes its keys, and is ready again after", async () => {
    await server.crash();
    const { status, headers, body, took } = await ask(node, "/readyz");
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "database away" });
    assert.ok(Number(headers["retry-after"]) > 0);
    assert.ok(took < 2_000, `${took} ms`);
    assert.equal((await ask(node, "/healthz")).status, 200);
    assert.equal((await ask(node, "/oauth/v2/keys")).body.keys.length, 4);
    assert.equal((await ask(node, "/.well-known/openid-configuration")).status, 200);
    await server.restart();
    assert.equal((await ask(node, "/readyz")).status, 200);
  });

  test("is alive but not ready within two seconds while it does not answer, and is ready again after", async () => {
    const other = new pg.Client({ connectionString: `${server.url}/postgres` });
    await other.connect();
    const { rows } = await other.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'signet'");
    await other.end();
    const stopped = [server.process.pid, ...rows.map((row) => row.pid)];
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(node, "/readyz")));
      for (const { status, took } of answers) {
        assert.equal(status, 503);
        assert.ok(took < 2_000, `${took} ms`);
      }
      assert.equal((await ask(node, "/healthz")).status, 200);
    } finally {
      for (const pid of stopped) process.kill(pid, "SIGCONT");
    }
    const until = performance.now() + 8_000;
    let status = 503;
    while (status !== 200 && performance.now() < until) ({ status } = await ask(node, "/readyz"));
    assert.equal(status, 200);
  });
});

for (const engine of [undefined, postgres]) {
  test(`a node that is stopping is alive but not ready (${engine?.name ?? "sqlite"})`, async () => {
    const node = await startTestNode(engine ? { engine } : {});
    assert.equal((await ask(node, "/readyz")).status, 200);
    node.drain.stopping = true;
    const { status, body } = await ask(node, "/readyz");
    assert.equal(status, 503);
    assert.deepEqual(body, { status: "stopping" });
    assert.equal((await ask(node, "/healthz")).status, 200);
    await node.close();
  });
}

test("health tells nothing about the machine, the database or the version", async () => {
  const node = await startTestNode();
  for (const url of ["/healthz", "/readyz"]) assert.deepEqual(Object.keys((await ask(node, url)).body), ["status"]);
  await node.close();
});
