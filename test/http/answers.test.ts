import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { registry } from "../../src/errors/registry.ts";
import { SignetError } from "../../src/errors/signet-error.ts";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const secret = "SELECT password FROM users -- s3cret";

let node: TestNode;
before(async () => {
  node = await startTestNode({
    extend(app) {
      app.get("/test/throws", async () => {
        throw new TypeError(secret, { cause: new Error(secret) });
      });
      app.get("/test/throws-text", async () => {
        throw secret;
      });
      app.get("/test/database-away", async () => {
        throw new DatabaseUnavailable("the database does not answer", new Error(secret));
      });
      app.get("/test/planned", async () => {
        throw new SignetError("bad_request", 'The <b>name</b> is "too" short', {
          field: "name",
          cause: new Error(secret),
        });
      });
      app.post("/test/things", async (request) => ({ got: request.body ?? null }));
      app.put("/test/things/:id", async () => ({ ok: true }));
    },
  });
});
after(() => node.close());
const { get, post } = {
  get: (url: string, headers: Record<string, string> = {}) => node.app.inject({ url, headers }),
  post: (url: string, payload: string | Buffer, headers: Record<string, string>) =>
    node.app.inject({ method: "POST", url, payload, headers }),
};

describe("every answer", () => {
  const answers = {
    "of a page": () => get("/", { ...browser, host: "localhost:8080" }),
    "of a machine endpoint": () => get("/healthz"),
    "of discovery": () => get("/.well-known/openid-configuration"),
    "that is a redirect": () => get("/", { host: "elsewhere" }),
    "404 as JSON": () => get("/nothing"),
    "404 as a page": () => get("/nothing", browser),
    "405": () => post("/healthz", "", {}),
    "400 for a body": () => post("/test/things", "{", { "content-type": "application/json" }),
    "400 for an address": () => get("/%"),
    "413": () => post("/test/things", "x".repeat(70_000), { "content-type": "application/json" }),
    "415": () => post("/test/things", "x", { "content-type": "application/xml" }),
    "500 as JSON": () => get("/test/throws"),
    "500 as a page": () => get("/test/throws", browser),
    "503": () => get("/test/database-away"),
  };
  for (const [name, ask] of Object.entries(answers)) {
    test(`says to browsers what they may do with it (${name})`, async () => {
      const { headers } = await ask();
      assert.match(String(headers["content-security-policy"]), /^default-src 'none'/);
      assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/);
      assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe|\*/);
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.equal(headers["x-frame-options"], "DENY");
      assert.equal(headers["referrer-policy"], "no-referrer");
      assert.match(String(headers["x-request-id"]), UUID);
      assert.equal(headers.server, undefined);
      assert.equal(headers["x-powered-by"], undefined);
      assert.equal(headers["strict-transport-security"], undefined);
    });
  }

  test("is kept by nobody, unless it says otherwise", async () => {
    for (const url of ["/", "/healthz", "/readyz", "/nothing", "/test/throws", "/%"]) {
      assert.equal((await get(url, { host: "localhost:8080" })).headers["cache-control"], "no-store", url);
    }
    assert.equal((await get("/.well-known/openid-configuration")).headers["cache-control"], "public, max-age=300");
  });

  test("has a request id of its own, whatever the request brought along", async () => {
    const brought = { "x-request-id": "mine", "request-id": "mine" };
    const [one, other] = [await get("/healthz", brought), await get("/healthz", brought)];
    assert.match(String(one.headers["x-request-id"]), UUID);
    assert.notEqual(one.headers["x-request-id"], other.headers["x-request-id"]);
  });

  test("asks browsers to stay with https where that is how it is served, and only there", async () => {
    const secure = await startTestNode({ environment: { SIGNET_ISSUER_URL: "https://id.example.com" } });
    for (const url of ["/healthz", "/nothing", "/%"]) {
      const { headers } = await secure.app.inject({ url });
      assert.match(String(headers["strict-transport-security"]), /max-age=\d{8}/, url);
    }
    await secure.close();
  });
});

describe("a page", () => {
  test("shows its own style sheet and nothing else, and runs nothing", async () => {
    for (const { headers, body } of [
      await get("/", { ...browser, host: "localhost:8080" }),
      await get("/nothing", browser),
    ]) {
      assert.equal(headers["content-type"], "text/html; charset=utf-8");
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /style-src 'sha256-[\w+/]+=*'/);
      assert.match(policy, /form-action 'self'/);
      assert.match(policy, /base-uri 'none'/);
      assert.doesNotMatch(policy, /script-src/);
      assert.doesNotMatch(body, /<script|style=|onload|onclick|http:\/\/|https:\/\//i);
      const { createHash } = await import("node:crypto");
      const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
      assert.ok(policy.includes(createHash("sha256").update(style).digest("base64")));
    }
  });

  test("tells a person what happened, what to do and which request it was", async () => {
    const { statusCode, headers, body } = await get("/nothing", browser);
    assert.equal(statusCode, 404);
    assert.ok(body.includes(registry.not_found.title) && body.includes(registry.not_found.advice));
    assert.ok(body.includes(String(headers["x-request-id"])));
  });

  test("shows text as text, never as markup", async () => {
    const { body } = await get("/test/planned", browser);
    assert.ok(body.includes("The &lt;b&gt;name&lt;/b&gt; is &quot;too&quot; short"));
    assert.ok(!body.includes("<b>"));
  });
});

describe("an address", () => {
  test("that does not exist answers 404, as JSON to programs and as a page to browsers", async () => {
    for (const accept of ["application/json", "*/*", "", "image/png, text/html"]) {
      const answer = await get("/nothing/at?all=1", { accept });
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
      assert.deepEqual(answer.json(), {
        error: "not_found",
        message: registry.not_found.title,
        advice: registry.not_found.advice,
        requestId: answer.headers["x-request-id"],
      });
    }
    assert.match(String((await get("/nothing", browser)).headers["content-type"]), /^text\/html/);
  });

  test("that answers to other methods says so, and which", async () => {
    const answer = await node.app.inject({ method: "DELETE", url: "/healthz?x=1" });
    assert.equal(answer.statusCode, 405);
    assert.equal(answer.headers.allow, "GET, HEAD");
    assert.equal(answer.json().error, "method_not_allowed");
    assert.equal((await node.app.inject({ method: "GET", url: "/test/things" })).headers.allow, "POST");
  });

  test("that answers to other methods says so also where a part of it varies", async () => {
    const answer = await node.app.inject({ method: "DELETE", url: "/test/things/0192f0c4" });
    assert.equal(answer.statusCode, 405);
    assert.equal(answer.headers.allow, "PUT");
    assert.equal((await node.app.inject({ method: "PUT", url: "/test/things/0192f0c4" })).statusCode, 200);
    assert.equal((await node.app.inject({ method: "DELETE", url: "/test/things/a/b" })).statusCode, 404);
  });

  test("that is spelt otherwise is another address", async () => {
    for (const url of ["//healthz", "/healthz/", "/HEALTHZ", "/healthz;x=y", "/healthz%2f", "/healthz%00"]) {
      assert.equal((await get(url)).statusCode, 404, url);
    }
    for (const url of ["/healthz?", "/healthz?x=%00", "/healthz#fragment", "/%68ealthz"])
      assert.equal((await get(url)).statusCode, 200, url);
  });

  test("that cannot be read answers 400 and is not repeated", async () => {
    for (const url of ["/%", "/%zz<script>", "/healthz/%E0%A4%A", `/test/things/${"x".repeat(500)}`]) {
      const answer = await node.app.inject({ method: "PUT", url });
      assert.equal(answer.statusCode, 400, url);
      assert.equal(answer.json().error, "bad_request");
      assert.doesNotMatch(answer.body, /script|zz|%|xxx/);
    }
    assert.match((await get("/%zz", browser)).body, /^<!doctype html>/);
  });
});

describe("a body", () => {
  const json = { "content-type": "application/json" };

  test("of up to 64 KiB is taken, and one of more is refused", async () => {
    const text = (length: number) => JSON.stringify("x".repeat(length - 2));
    assert.equal((await post("/test/things", text(64 * 1024), json)).statusCode, 200);
    const answer = await post("/test/things", text(64 * 1024 + 1), json);
    assert.equal(answer.statusCode, 413);
    assert.equal(answer.json().error, "body_too_large");
    assert.equal((await post("/nothing", text(64 * 1024 + 1), json)).statusCode, 413);
  });

  test("that is no JSON answers 400 and is not repeated", async () => {
    for (const text of ["{", "", "{'a':1}", "<script>", "[".repeat(60_000), '{"a":1}}', "\u0000", "NaN"]) {
      const answer = await post("/test/things", text, json);
      assert.equal(answer.statusCode, 400, text.slice(0, 20));
      assert.equal(answer.json().error, "bad_request");
      assert.equal(answer.json().message, registry.bad_request.title);
      assert.doesNotMatch(answer.body, /script|position|Unexpected/);
    }
  });

  test("that is JSON but no object is data like any other", async () => {
    for (const text of ["null", "true", "[]", "0", '""'])
      assert.deepEqual((await post("/test/things", text, json)).json(), { got: JSON.parse(text) });
  });

  test("cannot change what objects are", async () => {
    for (const text of ['{"__proto__":{"x":1}}', '{"a":{"__proto__":null}}', '{"constructor":{"prototype":{"x":1}}}']) {
      assert.equal((await post("/test/things", text, json)).statusCode, 400, text);
    }
    assert.equal("x" in {}, false);
  });

  test("in another format, or packed, answers 415", async () => {
    for (const type of [
      "application/xml",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "nonsense",
      "text/html",
    ]) {
      const answer = await post("/test/things", "a=1", { "content-type": type });
      assert.equal(answer.statusCode, 415, type);
      assert.equal(answer.json().error, "unsupported_media_type");
    }
    const { gzipSync } = await import("node:zlib");
    const packed = gzipSync(Buffer.from('{"a":1}'));
    for (const encoding of ["gzip", "deflate", "br", "x-gzip, gzip"]) {
      assert.equal(
        (await post("/test/things", packed, { ...json, "content-encoding": encoding })).statusCode,
        415,
        encoding,
      );
    }
    assert.equal((await post("/test/things", '{"a":1}', { ...json, "content-encoding": "identity" })).statusCode, 200);
    assert.equal(
      (await post("/test/things", '{"a":1}', { "content-type": "application/json; charset=utf-8" })).statusCode,
      200,
    );
  });
});

describe("an error nobody planned", () => {
  for (const url of ["/test/throws", "/test/throws-text"]) {
    test(`tells the outside nothing but its request id, and the log no text of it (${url})`, async () => {
      const from = node.lines.length;
      for (const headers of [{}, browser]) {
        const answer = await get(url, headers);
        assert.equal(answer.statusCode, 500);
        assert.doesNotMatch(answer.body, /SELECT|s3cret|TypeError|\.ts\b|\n\s+at \S|node_modules/);
        assert.ok(answer.body.includes(String(answer.headers["x-request-id"])));
        assert.ok(answer.body.includes(registry.internal.title));
      }
      const logged = node.lines.slice(from);
      assert.doesNotMatch(logged.join(""), /SELECT|s3cret|node_modules|\n\s+at /);
      const errors = logged.map((line) => JSON.parse(line)).filter((line) => line.level === "error");
      assert.equal(errors.length, 2);
      for (const line of errors) {
        assert.match(line.requestId, UUID);
        assert.equal(line.route, `GET ${url}`);
      }
    });
  }

  test("leaves its kind in the log", async () => {
    const from = node.lines.length;
    await get("/test/throws");
    const line = node.lines
      .slice(from)
      .map((text) => JSON.parse(text))
      .find(({ level }) => level === "error");
    assert.equal(line.error.kind, "TypeError");
    assert.equal(line.error.cause.kind, "Error");
  });
});

describe("a planned error", () => {
  test("says what is wrong and where, and keeps its cause to itself", async () => {
    const answer = await get("/test/planned");
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json(), {
      error: "bad_request",
      message: 'The <b>name</b> is "too" short',
      advice: registry.bad_request.advice,
      field: "name",
      requestId: answer.headers["x-request-id"],
    });
  });

  test("of a database that is away is 503, with a time to try again", async () => {
    const from = node.lines.length;
    const answer = await get("/test/database-away");
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.json().error, "database_unavailable");
    assert.ok(Number(answer.headers["retry-after"]) > 0);
    assert.doesNotMatch(answer.body + node.lines.slice(from).join(""), /SELECT|s3cret/);
  });
});
