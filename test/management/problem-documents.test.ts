/**
 * Whatever goes wrong with a call, and however early: the answer is the problem document that the API document
 * promises.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import Compile from "typebox/compile";
import { failuresOf, problem } from "../../src/management/openapi/problems.ts";
import type { Route } from "../../src/management/route.ts";
import { routes } from "../../src/management/routes.ts";
import { enginesOf } from "../support/engines.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { rawRequest } from "../support/raw-request.ts";
import { PREFIX } from "./stage.ts";

const document = Compile(problem);
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

interface Seen {
  readonly status: number;
  readonly type: unknown;
  readonly body: string;
}

function assertDocument({ status, type, body }: Seen, about: string): void {
  assert.equal(type, "application/problem+json; charset=utf-8", `${about}: ${body}`);
  const json: unknown = JSON.parse(body);
  assert.ok(document.Check(json), `${about}: ${body}`);
  assert.equal((json as { status: number }).status, status, about);
}

/** In place of one id, what no id is: too long, not readable, empty, odd. */
const wrong = ["a".repeat(201), "a".repeat(5_000), "%zz", "%", "%c3%28", "%00", "", "..%2f..", "%20", "a%00b"];

for (const engine of enginesOf(import.meta.filename)) {
  describe(`errors of the management API, on ${engine.name}`, () => {
    let node: TestNode;
    let port: number;
    before(async () => {
      node = await startTestNode({ engine });
      port = await node.listen();
    });
    after(() => node?.close());

    const ask = async (method: string, url: string, accept = "application/json"): Promise<Seen> => {
      const answer = await node.app.inject({ method: method as "GET", url, headers: { accept } });
      return { status: answer.statusCode, type: answer.headers["content-type"], body: answer.body };
    };

    const withParameters = routes.filter(({ path }) => path.includes(":"));
    test(`a part of the address that cannot be an id is a documented problem at every operation (${withParameters.length})`, async () => {
      assert.ok(withParameters.length > 130);
      for (const route of withParameters) {
        const documented = Object.keys(failuresOf(route));
        for (const parameter of route.path.match(/:\w+/g) ?? []) {
          for (const text of wrong) {
            const url = PREFIX + route.path.replace(parameter, text).replaceAll(/:\w+/g, "some");
            const seen = await ask(route.method, url);
            const about = `${nameOf(route)} with ${parameter} ${text.slice(0, 20)}`;
            assertDocument(seen, about);
            // Without an id it is another address, which may be nobody's.
            if (text !== "") assert.ok(documented.includes(String(seen.status)), `${about}: ${seen.status}`);
          }
        }
      }
    });

    test("a browser that asks for a page there gets the same", async () => {
      for (const path of ["/organizations/%zz", `/organizations/${"a".repeat(201)}`, "/nothing", "/organizations"]) {
        assertDocument(await ask("GET", PREFIX + path, "text/html"), path);
      }
    });

    test("a method that nobody answers to, too many headers and a broken request are problems, too", async () => {
      assertDocument(await ask("PROPFIND", `${PREFIX}/organizations`), "PROPFIND");
      const large = `GET ${PREFIX}/organizations HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(100_000)}\r\n\r\n`;
      const broken = `GET ${PREFIX}/organizations HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n`;
      for (const [about, text] of Object.entries({ large, broken })) {
        const { status, headers, body } = await rawRequest(port, text);
        assertDocument({ status, type: headers["content-type"], body }, about);
        assert.equal(JSON.parse(body).code, about === "large" ? "header_too_large" : "bad_request");
      }
    });

    test("what only begins like the API's address is answered as everywhere else", async () => {
      for (const path of ["/management/v10/%zz", "/management", "/management/v2/organizations", "/login/%zz"]) {
        const { type, body } = await ask("GET", path);
        assert.equal(type, "application/json; charset=utf-8", path);
        assert.ok("error" in JSON.parse(body), path);
      }
      const { headers } = await rawRequest(port, "GET /login HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n");
      assert.equal(headers["content-type"], "application/json; charset=utf-8");
    });
  });
}
