/**
 * Bytes that are almost a request, on a real socket: each gets an answer or is hung up on, and the next visitor notices
 * nothing.
 */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { startTestNode, type TestNode } from "../support/node.ts";
import { oddTexts } from "./odd-list.ts";

const form = "grant_type=client_credentials&scope=openid";
const whole: readonly string[] = [
  "GET /healthz HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\n\r\n",
  "GET /login?request=x HTTP/1.1\r\nHost: localhost:8080\r\nCookie: signet-browser=x\r\nAccept: text/html\r\nConnection: close\r\n\r\n",
  `POST /oauth/v2/token HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nConnection: close\r\n\r\n${form}`,
  `POST /management/v1/organizations HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
];
const lines: readonly string[] = [
  "\r\n",
  "\n",
  "\r",
  " ",
  "\t",
  ":",
  "\0",
  "HTTP/1.1",
  "HTTP/0.9",
  "HTTP/2.0",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: identity, chunked\r\n",
  "Expect: 100-continue\r\n",
  "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  "Host: evil.example\r\n",
  "ffffffffffffffff\r\n",
  `X: ${"y".repeat(20_000)}\r\n`,
  "X: y\r\n".repeat(200),
  "GET http://evil.example/ HTTP/1.1\r\n",
  "CONNECT evil.example:443 HTTP/1.1\r\n",
  ...oddTexts,
];

describe("bytes on a socket", () => {
  let node: TestNode;
  let port: number;
  before(async () => {
    node = await startTestNode();
    port = await node.listen();
  });
  after(() => node.close());

  /** Everything that comes back until the other side hangs up. What is not finished is not waited for. */
  const exchange = (bytes: Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      let received = "";
      const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
      socket.setTimeout(10_000, () => socket.destroy(new Error("it neither answers nor hangs up")));
      socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
      socket.once("error", (error: NodeJS.ErrnoException) =>
        /ECONNRESET|EPIPE/.test(error.code ?? "") ? resolve(received) : reject(error),
      );
      socket.once("close", () => resolve(received));
    });

  test("that are a request are answered", async () => {
    for (const text of whole) assert.match(await exchange(Buffer.from(text)), /^HTTP\/1\.1 [24]\d\d /);
  });

  test("that are almost one are answered or hung up on, and never by a fault of ours", async () => {
    const change = fc.tuple(
      fc.nat(1_000),
      fc.constantFrom("insert", "replace", "cut"),
      fc.oneof(
        fc.constantFrom(...lines),
        fc.uint8Array({ maxLength: 4 }).map((bytes) => String.fromCharCode(...bytes)),
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...whole),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (text, changes) => {
          const changed = changes.reduce((sent, [at, how, piece]) => {
            const place = at % (sent.length + 1);
            if (how === "cut") return sent.slice(0, place);
            return sent.slice(0, place) + piece + sent.slice(how === "replace" ? place + piece.length : place);
          }, text);
          for (const [line] of (await exchange(Buffer.from(changed, "utf8"))).matchAll(/^HTTP\/1\.1 \d{3} /gm)) {
            assert.ok(Number(line.split(" ")[1]) < 500, line);
          }
        },
      ),
      { numRuns: 150 },
    );
    assert.match(await exchange(Buffer.from(whole[0] ?? "")), /^HTTP\/1\.1 200 /);
    assert.deepEqual(
      node.lines.filter((line) => /"level":"(?:error|fatal)"/.test(line)),
      [],
    );
  });
});
