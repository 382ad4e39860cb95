/** Group R: what would cost more than it may. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { routes } from "../../src/management/routes.ts";
import { median } from "../fuzz/endpoints/usual.ts";
import { nameOf } from "../management/role-matrix/matrix.ts";
import { assertProblem, PREFIX, raw, unchanged } from "../management/stage.ts";
import { type Answer, makeManager, startApi } from "../support/api.ts";
import { authorizeUrl, post } from "../support/idp.ts";
import { mailsInFolder, readMail } from "../support/mail.ts";
import { postgres, startTestNode } from "../support/node.ts";
import { type ApiStage, openApiStage, type Ready, ready, sendEverywhere } from "./api-stage.ts";
import { holdGroup } from "./group.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };
const forms = [
  "/oauth/v2/token",
  "/oauth/v2/introspect",
  "/oauth/v2/revoke",
  "/oauth/v2/authorize",
  "/oauth/v2/endsession",
  "/login",
];

/**
 * In milliseconds, the least of a few: what is slow is slow every time, and the machine may have other things to do.
 */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}

/**
 * Ten times as much costs about ten times as much, whatever the machine; work that grows with the square would cost a
 * hundred times.
 */
async function growsAlong(work: (count: number) => Promise<unknown>, count: number, what: string): Promise<void> {
  const [tenth, whole] = [await costOf(() => work(count / 10)), await costOf(() => work(count))];
  assert.ok(whole < 40 * tenth, `${what}: ${whole} ms for ${count}, ${tenth} ms for a tenth`);
}

const takesBody = routes.filter(({ body }) => body !== undefined);

async function allReady(stage: ApiStage, chosen = takesBody): Promise<Ready[]> {
  const prepared: Ready[] = [];
  for (const route of chosen) prepared.push(await ready(stage, route));
  return prepared;
}

holdGroup("R", openApiStage, {
  async R1(stage) {
    const { api } = stage;
    const { idp } = api;
    const many = (count: number) => Array.from({ length: count }, (_, n) => `s${n.toString(36)}`);
    const { userId, secret } = await makeManager(idp, [], idp.world.acme.id);
    const scope = (count: number) => `openid ${many(count).join(" ")}`;
    const robot = (await api.owner.post(`/organizations/${idp.world.acme.id}/service-users`, { userName: "scopes" }))
      .json.id;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const calls: Record<string, (count: number) => Promise<number>> = {
      "the authorization endpoint": async (count) => {
        const url = authorizeUrl(idp, { client: idp.web, parameters: { scope: scope(count) } }).slice(
          idp.issuer.length,
        );
        const { headers } = await idp.node.app.inject({ url, headers: { host: "localhost:8080" } });
        return /^invalid_(?:request|scope)$/.test(new URL(String(headers.location)).searchParams.get("error") ?? "")
          ? 400
          : 0;
      },
      "the token endpoint": async (count) => {
        const named = { grant_type: "client_credentials", client_id: userId, client_secret: secret };
        return (await post(idp, "/oauth/v2/token", { ...named, scope: scope(count) })).status;
      },
      "a personal access token": async (count) => {
        const scopes = ["openid", ...many(count)];
        return (
          await api.owner.post(`/service-users/${robot}/personal-access-tokens`, { name: "x", scopes, expiresAt })
        ).status;
      },
    };
    for (const [where, call] of Object.entries(calls)) {
      assert.equal(await unchanged(api, () => call(10_000)), 400, where);
      assert.equal(await call(1_000), 400, where);
      await growsAlong(call, 10_000, where);
    }
  },

  async R2({ api: { idp } }) {
    setFlagsFromString("--expose-gc");
    const collect: () => void = runInNewContext("gc");
    const request = async (n: number) => {
      const odd = `x-${n.toString(36).padStart(6, "0")}-${"abcdefgh-".repeat(100)}`;
      const parameters = { ui_locales: odd, claims_locales: odd };
      const url = new URL(authorizeUrl(idp, { client: idp.web, parameters }));
      const headers = { host: url.host, "accept-language": odd, accept: "text/html" };
      assert.equal((await idp.node.app.inject({ url: url.pathname + url.search, headers })).statusCode, 302);
    };
    const used = (): number => {
      idp.node.lines.length = 0;
      collect();
      collect();
      return process.memoryUsage().heapUsed;
    };
    for (let n = 0; n < 500; n++) await request(n);
    const before = used();
    const more = 2_000;
    for (let n = 0; n < more; n++) await request(1_000 + n);
    const grown = used() - before;
    // Kept, they would take 5 MB.
    assert.ok(grown < 2_000_000, `${Math.round(grown / 1000)} kB more after ${more} languages`);
  },

  async R4() {
    const node = await startTestNode();
    const port = await node.listen();
    const starts = [
      "GET /healthz HTTP/1.1\r\nHost: x\r\n",
      "POST /oauth/v2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50000\r\n\r\na=",
      `POST ${PREFIX}/organizations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{`,
      "",
    ];
    const usualTime = async (): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < 60; n++) {
        const began = performance.now();
        const answer = await fetch(`http://127.0.0.1:${port}${n % 2 ? "/healthz" : "/oauth/v2/keys"}`);
        assert.equal(answer.status, 200);
        await answer.arrayBuffer();
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const connections = () =>
      new Promise<number>((resolve) => node.app.server.getConnections((_, count) => resolve(count)));
    await usualTime();
    const alone = await usualTime();
    const stalled = Array.from({ length: 500 }, (_, n) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(starts[n % starts.length] ?? "");
      return socket;
    });
    try {
      while ((await connections()) < stalled.length) await sleep(20);
      const beside = await usualTime();
      // Whoever had to wait for one of them would wait until it is given up, after many seconds.
      assert.ok(beside < 50 * alone, `${beside} ms beside them, ${alone} ms without`);
    } finally {
      for (const socket of stalled) socket.destroy();
      await node.close();
    }
  },

  async R5({ api }) {
    const { node } = api.idp;
    const bomb = gzipSync(Buffer.alloc(20_000_000, "a=1&"));
    assert.ok(bomb.length < 64 * 1024);
    for (const encoding of ["gzip", "GZIP", "deflate", "br", "zstd", "gzip, gzip", "identity, gzip", "x-gzip"]) {
      for (const url of forms) {
        const headers = { ...form, "content-encoding": encoding, host: "localhost:8080" };
        const { statusCode } = await node.app.inject({ method: "POST", url, headers, payload: bomb });
        assert.ok(statusCode === 415 || statusCode === 400 || statusCode === 413, `${url} ${encoding}: ${statusCode}`);
      }
    }
    const packed = {
      "content-type": "application/json",
      "content-encoding": "gzip",
      authorization: `Bearer ${api.owner.token}`,
    };
    for (const { method, path } of takesBody) {
      const { statusCode } = await node.app.inject({ method, url: PREFIX + path, headers: packed, payload: bomb });
      assert.equal(statusCode, 415, `${method} ${path}`);
    }
  },

  async R8(stage) {
    const deep = 100_000;
    const fields = (count: number) => `{${Array.from({ length: count }, (_, n) => `"f${n}":1`).join()}}`;
    // Which call gets which does not matter: none of them reads it.
    const bodies = {
      "a nest that never ends": "[".repeat(deep),
      "a nest of lists": "[".repeat(deep) + "]".repeat(deep),
      "a nest of objects": `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`,
      "fields without number": fields(80_000),
    };
    const headers = { authorization: `Bearer ${stage.api.owner.token}`, "content-type": "application/json" };
    const prepared = await allReady(stage);
    await unchanged(stage.api, async () => {
      for (const [n, { route, path }] of prepared.entries()) {
        for (const [what, payload] of Object.entries(bodies).filter((_, m) => m === n % 4 || m === (n + 1) % 4)) {
          const answer: Answer = await raw(stage.api.idp.node, { method: route.method, url: path, headers, payload });
          assertProblem(answer, 400, what === "a nest that never ends" ? "bad_request" : "invalid_input");
          assert.ok(answer.body.length < 20_000, `${nameOf(route)}: ${what}`);
        }
      }
    });
    for (const { after } of prepared) await after();
    // Saying what is wrong with each of them would take half a second, in which nobody else is answered.
    const send = (count: number) =>
      raw(stage.api.idp.node, { method: "POST", url: "/organizations", headers, payload: fields(count) });
    await growsAlong(send, 80_000, "fields without number");
    assertProblem(await send(1_000_000), 413, "body_too_large");
  },

  async R9(stage) {
    const { api, grounds } = stage;
    const { home } = grounds.organizations;
    const lists = await allReady(
      stage,
      routes.filter(({ sorts }) => sorts !== undefined),
    );
    for (const { route, path } of lists) {
      const bare = path.replace(/\?.*/, "");
      for (const limit of [
        "0",
        "-1",
        "201",
        "1000000000",
        "1e9",
        "9".repeat(400),
        "NaN",
        "Infinity",
        "0x10",
        "1.5",
        " 5",
        "",
      ]) {
        const answer = await api.owner.get(`${bare}?${new URLSearchParams({ limit })}`);
        assert.equal(answer.status, 400, `${nameOf(route)} ${limit}`);
      }
    }
    const user = await api.owner.post(`/organizations/${home}/users`, { userName: "hoarder" });
    let last = 0;
    let kept = 0;
    for (; kept < 1_000; kept++) {
      last = (await api.owner.put(`/users/${user.json.id}/metadata/key${kept}`, { value: "x" })).status;
      if (last >= 400) break;
    }
    assert.ok(last >= 400 && last < 500, `${kept} attributes, and still ${last}`);
    for (const value of ["x".repeat(100_000), "x".repeat(900_000)]) {
      assert.equal((await api.owner.put(`/users/${user.json.id}/metadata/key0`, { value })).status, 400);
    }
  },

  async R10(stage) {
    const { api } = stage;
    const taken = new Set<string>();
    const texts = ["en\r\nSet-Cookie: canary=1", "https://app.example/\r\nBcc: canary@evil.test"];
    await sendEverywhere(stage, texts, ({ route, field }, answer) => {
      const what = `${nameOf(route)} ${field}: ${answer.status} ${answer.body}`;
      assert.ok(answer.status < 500, what);
      assert.doesNotMatch(JSON.stringify(answer.headers), /canary/i, what);
      if (answer.status < 400) taken.add(`${nameOf(route)} ${field}`);
    });
    // What is only ever given back as JSON may have lines.
    const free =
      /metadata\/:key value$|description$|\/applications\/check |\/tokens\/\w+ |\/password |password$|publicKey$/;
    assert.deepEqual(
      [...taken].filter((one) => !free.test(one)),
      [],
    );
    await api.idp.node.services.mail.flush();
    for (const mail of mailsInFolder(api.idp.node.database).map(readMail)) {
      assert.doesNotMatch(JSON.stringify([...mail.headers]), /canary/i);
    }
  },

  async R12() {
    const api = await startApi(postgres);
    try {
      const port = await api.idp.node.listen();
      const { acme } = api.idp.world;
      const head = `Host: localhost:8080\r\nAuthorization: Bearer ${api.owner.token}\r\n`;
      const body = JSON.stringify({ userName: "aborted", password: "a long and uncommon phrase" });
      const whole = (text: string) => `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
      const texts = [
        `GET ${PREFIX}/organizations/${acme.id}/users?limit=200 HTTP/1.1\r\n${head}\r\n`,
        `GET ${PREFIX}/events/export HTTP/1.1\r\n${head}\r\n`,
        `POST ${PREFIX}/organizations/${acme.id}/users HTTP/1.1\r\n${head}${whole(body)}`,
        `POST ${PREFIX}/organizations/${acme.id}/projects HTTP/1.1\r\n${head}${whole('{"name":"Aborted"}').slice(0, -5)}`,
        `POST /oauth/v2/token HTTP/1.1\r\nHost: x\r\nContent-Type: ${form["content-type"]}\r\nContent-Length: 33\r\n\r\ngrant_type=refresh_token&client_id`,
      ];
      const abort = async (n: number) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(texts[n % texts.length] ?? "");
        await sleep(n % 13);
        socket.destroy();
      };
      for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 50 }, (_, n) => abort(round + n)));
      // Those that were begun may be finished.
      const { db } = api.idp.node.services.storage;
      const busy = async (): Promise<{ state: string; query: string }[]> => {
        const { rows } = await sql<{ state: string; query: string }>`SELECT state, query FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`.execute(db);
        return rows;
      };
      let left = await busy();
      for (let waited = 0; left.length > 0 && waited < 100; waited++) {
        await sleep(100);
        left = await busy();
      }
      assert.deepEqual(left, []);
      const answers = await Promise.all(Array.from({ length: 50 }, () => api.owner.get("/me")));
      assert.ok(answers.every(({ status }) => status === 200));
      const bad = api.idp.node.lines
        .map((line) => JSON.parse(line))
        .filter(({ level }) => level === "error" || level === "fatal");
      assert.deepEqual(bad, []);
    } finally {
      await api.close();
    }
  },

  async R14(stage) {
    const { api } = stage;
    const { node } = api.idp;
    const bodies = [
      '{"__proto__":{"polluted":1}}',
      '{"a":{"__proto__":{"polluted":1}}}',
      '{"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"constructor.prototype.polluted":1}',
      '{"__proto__.polluted":1}',
      '{"toString":1,"hasOwnProperty":1}',
    ];
    const names = [
      "__proto__[polluted]",
      "__proto__.polluted",
      "constructor[prototype][polluted]",
      "constructor.prototype.polluted",
      "__proto__",
      "toString",
    ];
    const prepared = await allReady(stage);
    await unchanged(api, async () => {
      for (const { route, path } of prepared) {
        const headers = { authorization: `Bearer ${api.owner.token}`, "content-type": "application/json" };
        for (const payload of bodies) {
          const { status, body } = await raw(node, { method: route.method, url: path, headers, payload });
          assert.equal(status, 400, `${nameOf(route)} ${payload}: ${body}`);
        }
      }
      for (const name of names) {
        const query = new URLSearchParams({ [name]: "1" });
        assert.equal((await api.owner.get(`/organizations?${query}`)).status, 400, name);
        for (const url of forms) {
          const headers = { ...form, host: "localhost:8080" };
          const posted = await node.app.inject({
            method: "POST",
            url,
            headers,
            payload: `${query}&client_id=${name}&grant_type=${name}`,
          });
          assert.ok(
            (posted.statusCode >= 400 && posted.statusCode < 500) || posted.statusCode === 303,
            `${url} ${name}: ${posted.statusCode}`,
          );
          const got = await node.app.inject({ url: `${url}?${query}`, headers: { host: "localhost:8080" } });
          assert.ok(got.statusCode < 500, `${url} ${name}: ${got.statusCode}`);
        }
      }
    });
    for (const { after } of prepared) await after();
    assert.equal("polluted" in {}, false);
    assert.deepEqual(Object.keys(Object.prototype), []);
  },
});
