/** What only happens on a real socket: what is no HTTP, what is too much of it, and what never comes. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { createApp } from "../../src/http/app.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { type RawAnswer, rawRequest, readAnswer } from "../support/raw-request.ts";

describe("on a socket", { concurrency: true }, () => {
  let node: TestNode;
  let port: number;
  before(async () => {
    node = await startTestNode({
      extend(app) {
        app.post("/test/things", async (request) => ({ got: request.body ?? null }));
      },
    });
    port = await node.listen();
  });
  after(() => node.close());

  function isRefused(answer: RawAnswer, error = "bad_request", status = 400): void {
    assert.equal(answer.status, status, answer.text);
    assert.equal(JSON.parse(answer.body).error, error);
    assert.equal(answer.headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'");
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers.connection, "close");
  }

  test("headers of up to 96 KiB are taken, and more are refused", async () => {
    const request = (length: number) =>
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${"x".repeat(length)}\r\n\r\n`;
    assert.equal((await rawRequest(port, request(95_000))).status, 200);
    isRefused(await rawRequest(port, request(99_000)), "header_too_large");
    const many = Array.from({ length: 2_000 }, (_, i) => `X-${i}: ${"0123456789".repeat(5)}`).join("\r\n");
    isRefused(await rawRequest(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${many}\r\n\r\n`), "header_too_large");
    isRefused(await rawRequest(port, `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`), "header_too_large");
  });

  test("what is no HTTP is refused", async () => {
    for (const text of [
      "hello\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "\u0016\u0003\u0001",
      "GET /healthz HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n",
    ]) {
      isRefused(await rawRequest(port, text));
    }
  });

  test("a request that two servers could read in two ways is refused", async () => {
    const head = "POST /test/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const ambiguous = [
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nnull`,
      `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
      `${head}Content-Length: +4\r\n\r\nnull`,
      `${head}Content-Length: 4\nX: y\r\n\r\nnull`,
      `${head}X: a\r\n b\r\nContent-Length : 4\r\n\r\nnull`,
    ];
    for (const text of ambiguous) {
      const answer = await rawRequest(port, text);
      assert.equal(answer.status, 400, JSON.stringify(text));
      assert.doesNotMatch(answer.text, /alive/);
    }
  });

  test("a body that is announced as too large is refused before it is sent", async () => {
    const answer = await rawRequest(
      port,
      "POST /test/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\nConnection: close\r\n\r\n",
    );
    assert.equal(answer.status, 413);
  });

  test("a body that turns out too large on the way is refused, too", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const answer = await rawRequest(
      port,
      `POST /test/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
    );
    assert.equal(answer.status, 413);
  });

  test("an address is taken as it is written, not as it could be resolved", async () => {
    for (const target of ["/./healthz", "/x/../healthz", "/../healthz", "/%2e/healthz", "/healthz/."]) {
      assert.equal(
        (await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status,
        404,
        target,
      );
    }
  });

  test("a header that a hop is told to drop is not a way around anything", async () => {
    const answer = await rawRequest(
      port,
      "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close, host, authorization\r\n\r\n",
    );
    assert.equal(answer.status, 200);
  });

  test("what a request says can neither break a line of the log nor colour it", async () => {
    const odd = ["\u001b[31mred", "\u009b31mred", "%0d%0a{}", "\u007f", "a\u00a0b", '"},"level":"fatal"'];
    for (const text of odd) {
      const bytes = Buffer.from(
        `GET /?${encodeURI(text)} HTTP/1.1\r\nHost: ${text}\r\nUser-Agent: ${text}\r\nConnection: close\r\n\r\n`,
        "latin1",
      );
      const socket = connect(port, "127.0.0.1");
      socket.write(bytes);
      await readAnswer(socket);
    }
    assert.ok(node.lines.length > 0);
    for (const line of node.lines) {
      assert.match(line, /^[\u0020-\u007e]*\n$/);
      JSON.parse(line);
    }
    assert.ok(node.lines.every((line) => JSON.parse(line).level !== "fatal"));
  });

  test("two hundred connections that are cut in the middle leave no trace", async () => {
    const cut = async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        "POST /test/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      );
      await sleep(20);
      socket.destroy();
    };
    await Promise.all(Array.from({ length: 200 }, cut));
    await sleep(100);
    assert.equal((await node.app.inject({ url: "/readyz" })).statusCode, 200);
    assert.ok(node.lines.every((line) => !["error", "fatal"].includes(JSON.parse(line).level)));
  });
});

describe("a request that does not arrive", { concurrency: true }, () => {
  const app = createApp({
    loginUrl: "http://localhost:8080",
    https: false,
    trustedProxies: [],
    log: pino({ level: "silent" }),
    receive: { headersMs: 300, requestMs: 600 },
  });
  app.post("/things", async () => "done");
  app.get("/things", async () => "done");
  let port: number;
  before(async () => {
    port = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
  });
  after(() => app.close());

  /** Sends a little every now and then, as an attacker would who wants to keep the connection. */
  async function trickle(start: string, drop: string): Promise<{ answer: RawAnswer; took: number }> {
    const socket = connect(port, "127.0.0.1");
    const started = performance.now();
    socket.write(start);
    const dripping = setInterval(() => socket.writable && socket.write(drop), 50);
    const answer = await readAnswer(socket);
    clearInterval(dripping);
    return { answer, took: performance.now() - started };
  }

  test("is given up when its headers take too long", async () => {
    const { answer, took } = await trickle("GET /things HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n");
    assert.equal(answer.status, 408);
    assert.equal(JSON.parse(answer.body).error, "request_timeout");
    assert.ok(took > 250 && took < 3_000, `${took} ms`);
  });

  test("is given up when its body takes too long", async () => {
    const { answer, took } = await trickle(
      "POST /things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
      " ",
    );
    assert.equal(answer.status, 408);
    assert.ok(took > 500 && took < 3_500, `${took} ms`);
  });

  test("does not keep those from being answered that do arrive", async () => {
    const { answer } = await trickle("GET /things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "");
    assert.equal(answer.status, 200);
  });

  test("usually has 10 seconds for its headers and 20 in all", async () => {
    const usual = createApp({
      loginUrl: "http://localhost",
      https: false,
      trustedProxies: [],
      log: pino({ level: "silent" }),
    });
    assert.equal(usual.server.headersTimeout, 10_000);
    assert.equal(usual.server.requestTimeout, 20_000);
    await usual.close();
  });
});
