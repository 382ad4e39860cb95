import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { open } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
import { engines } from "../support/engines.ts";
import { freePort } from "../support/postgres-server.ts";
import { readAnswer } from "../support/raw-request.ts";
import { contentOf, newFolder, type RunningSignet, runSignet, startServer } from "../support/signet.ts";

const folders: string[] = [];
function folder(): string {
  const path = newFolder();
  folders.push(path);
  return path;
}
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});
const keysAt = async (url: string): Promise<string[]> => {
  const { keys } = (await (await fetch(`${url}/oauth/v2/keys`)).json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid).toSorted();
};
async function databaseOf(cwd: string) {
  const storage = await open(`file:${join(cwd, "data/signet.db")}`);
  const content = await dump(storage);
  await storage.close();
  return content;
}
/** A request of which half is sent; `finish` sends the rest. */
async function halfARequest(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  );
  await sleep(100);
  return {
    finish: () => {
      socket.write(":123}");
      return readAnswer(socket);
    },
  };
}

describe("`signet serve`", () => {
  const cwd = folder();

  test("at the first start makes everything it needs, says where it is, and serves", async () => {
    const server = await startServer({ cwd });
    assert.match(server.output(), new RegExp(`Signet is ready at http://localhost:${server.port}\n`));
    assert.ok(server.output().includes(join(cwd, "data/signet.db")));
    assert.match(server.output(), /Register +open to anybody, who proves an e-mail address first\n/);
    assert.match(server.output(), /Discovery +http:\/\/localhost:\d+\/\.well-known\/openid-configuration/);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal((await keysAt(server.url)).length, 4);
    const { code, stderr } = await server.stop();
    assert.equal(code, 0);
    assert.equal(stderr, "");
    assert.deepEqual(contentOf(cwd).data, "700");
    assert.deepEqual(Object.keys(contentOf(cwd)).toSorted(), ["data", "data/master.key", "data/signet.db"]);
  });

  test("has stored the first password at its full cost, which only tests can lower", async () => {
    const stored = JSON.stringify(await databaseOf(cwd));
    assert.deepEqual(new Set(stored.match(/\$argon2id\$v=19\$[^$]*/g)), new Set(["$argon2id$v=19$m=19456,t=2,p=1"]));
  });

  test("at a second start changes nothing: the same keys, no new events, no new password", async () => {
    const before = await databaseOf(cwd);
    const server = await startServer({ cwd });
    const published = await keysAt(server.url);
    assert.doesNotMatch(server.output(), /Password/);
    await server.stop();
    assert.deepEqual(await databaseOf(cwd), before);
    const stored = (before.keys ?? []).map((row) => JSON.parse(String(row)));
    assert.deepEqual(
      published,
      stored
        .filter((row) => row.algorithm !== "ticket")
        .map((row) => row.id)
        .toSorted(),
    );
  });

  test("is what `signet` alone means", async () => {
    const { code, stderr } = await runSignet([], { cwd, environment: { SIGNET_PORT: "nonsense" } });
    assert.equal(code, 2);
    assert.match(stderr, /^signet: SIGNET_PORT/);
  });

  test("can be used while a command changes its keys, and follows within two seconds", async () => {
    const server = await startServer({ cwd });
    const before = await keysAt(server.url);
    const { code, stderr } = await runSignet(["keys", "rotate", "--now"], { cwd });
    assert.equal(code, 0, stderr);
    const until = performance.now() + 2_500;
    let now = before;
    while (now.length === before.length && performance.now() < until) {
      now = await keysAt(server.url);
      await sleep(50);
    }
    assert.equal(now.length, before.length + 2);
    for (const id of before) assert.ok(now.includes(id));
    await server.stop();
  });
});

describe("a server that is told to stop", { concurrency: true }, () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`finishes the request it has begun, takes no new one, and ends (${signal})`, async () => {
      const server = await startServer({ cwd: folder() });
      const request = await halfARequest(server.port);
      const ended = server.stop(signal);
      await sleep(200);
      await assert.rejects(fetch(`${server.url}/healthz`));
      const answer = await request.finish();
      assert.equal(answer.status, 404);
      assert.match(answer.body, /not_found/);
      const { code, stdout } = await ended;
      assert.equal(code, 0);
      assert.match(stdout, /"msg":"stopping"[\s\S]*"msg":"stopped"/);
    });
  }

  test("does not wait for connections on which nothing happens", async () => {
    const server = await startServer({ cwd: folder() });
    const idle = connect(server.port, "127.0.0.1");
    idle.on("error", () => {});
    await fetch(`${server.url}/healthz`);
    const started = performance.now();
    assert.equal((await server.stop()).code, 0);
    assert.ok(performance.now() - started < 3_000);
    idle.destroy();
  });

  test("a second time does not wait any longer", async () => {
    const server = await startServer({ cwd: folder() });
    await halfARequest(server.port);
    server.process.kill("SIGTERM");
    await sleep(100);
    assert.equal((await server.stop("SIGINT")).code, 1);
  });
});

describe("metrics", () => {
  test("are on their own port when one is set", async () => {
    const metricsPort = await freePort();
    const server = await startServer({ cwd: folder(), environment: { SIGNET_METRICS_PORT: `${metricsPort}` } });
    assert.ok(server.output().includes(`http://127.0.0.1:${metricsPort}/metrics`));
    await fetch(`${server.url}/oauth/v2/keys`);
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(text, /signet_http_request_duration_seconds_count\{[^}]*route="\/oauth\/v2\/keys"[^}]*\} 1/);
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
    assert.equal((await server.stop()).code, 0);
  });
});

describe("with SIGNET_WORKERS=2", () => {
  let server: RunningSignet;
  let metrics: string;
  before(async () => {
    const metricsPort = await freePort();
    metrics = `http://127.0.0.1:${metricsPort}/metrics`;
    server = await startServer({
      cwd: folder(),
      environment: { SIGNET_WORKERS: "2", SIGNET_METRICS_PORT: `${metricsPort}`, SIGNET_LOG_LEVEL: "debug" },
    });
  });

  /** The processes that have answered, by what they logged. */
  const answeredBy = () =>
    new Set(
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"msg":"answered"'))
        .map((line) => Number(JSON.parse(line).pid)),
    );
  async function ask(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      const answer = await fetch(`${server.url}/healthz`, { headers: { connection: "close" } });
      assert.equal(answer.status, 200);
    }
  }

  test("two processes serve the same keys on one port, and are counted together", async () => {
    await ask(20);
    assert.equal(answeredBy().size, 2);
    assert.ok(![...answeredBy()].includes(server.process.pid ?? 0));
    assert.equal(new Set((await Promise.all(Array.from({ length: 6 }, () => keysAt(server.url)))).map(String)).size, 1);
    const text = await (await fetch(metrics)).text();
    assert.match(text, /signet_http_request_duration_seconds_count\{[^}]*route="\/healthz"[^}]*\} 20/);
  });

  test("everything is prepared once: one instance, one set of keys", () => {
    assert.equal(server.output().match(/Signet is ready at/g)?.length, 1);
    assert.equal(server.output().match(/Password +\S/g)?.length, 1);
  });

  test("a worker that is killed is replaced, and the other goes on meanwhile", async () => {
    const [victim] = answeredBy();
    assert.ok(victim);
    process.kill(victim, "SIGKILL");
    await server.printed("a worker ended and is replaced");
    await ask(5);
    const until = performance.now() + 8_000;
    while (answeredBy().size < 3 && performance.now() < until) {
      await ask(4);
      await sleep(100);
    }
    assert.equal(answeredBy().size, 3);
  });

  test("a signal stops all of them", async () => {
    const pids = [...answeredBy()];
    assert.equal((await server.stop()).code, 0);
    for (const pid of pids) assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
    await assert.rejects(fetch(`${server.url}/healthz`));
  });
});

test("a process that cannot start stops the start of all of them, and says why", async () => {
  const postgres = engines.find((engine) => engine.name === "postgres");
  assert.ok(postgres);
  const database = await postgres.fresh("empty");
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const role = `limited_${process.pid}`;
  const name = new URL(database.url).pathname.slice(1);
  await admin.query(
    `CREATE ROLE ${role} LOGIN; ALTER DATABASE ${name} OWNER TO ${role}; GRANT ALL ON SCHEMA public TO ${role}`,
  );
  const environment = {
    SIGNET_DATABASE_URL: database.url.replace("postgres@", `${role}@`),
    SIGNET_MASTER_KEY: randomBytes(32).toString("base64url"),
    SIGNET_PORT: `${await freePort()}`,
  };
  try {
    await (await startServer({ cwd: folder(), environment })).stop();
    // Enough for the process that prepares everything, not for the three that are to serve.
    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 2`);
    const { code, stderr } = await runSignet(["serve"], {
      cwd: folder(),
      environment: { ...environment, SIGNET_WORKERS: "3" },
    });
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^signet: the database cannot take the work now \(53300\)/m);
    assert.match(stderr, /^signet: A process that was to serve requests could not start/m);
    assert.ok(
      stderr
        .trim()
        .split("\n")
        .every((line) => line.startsWith("signet: ")),
    );
  } finally {
    await admin.end();
    await database.drop();
  }
});
