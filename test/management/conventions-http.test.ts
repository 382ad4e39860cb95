/** What browsers, proxies and impatient programs rely on: CORS, methods, request ids, and a limit for each token. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { routes } from "../../src/management/routes.ts";
import { type Api, startApi } from "../support/api.ts";
import { startTestNode } from "../support/node.ts";
import { assertProblem, raw } from "./stage.ts";

describe("the management API by HTTP", () => {
  let api: Api;
  let path: string;
  before(async () => {
    api = await startApi();
    path = `/projects/${api.idp.world.project.id}`;
  });
  after(() => api.close());

  const bearer = () => ({ authorization: `Bearer ${api.owner.token}` });
  const list = (text: string | undefined) => (text ?? "").split(/, */).toSorted();

  test("a page of any origin may ask first, without a token, for every path there is", async () => {
    for (const [url, here] of Map.groupBy(routes, (route) => route.path)) {
      const answer = await raw(api.idp.node, {
        method: "OPTIONS",
        url,
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization",
        },
      });
      assert.equal(answer.status, 204, url);
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      assert.equal(answer.headers["access-control-allow-credentials"], undefined);
      assert.deepEqual(
        list(answer.headers["access-control-allow-methods"]),
        here.map((route) => route.method).toSorted(),
      );
      const allowed = list(answer.headers["access-control-allow-headers"]);
      assert.deepEqual(allowed, ["authorization", "content-type", "idempotency-key", "if-match"]);
    }
  });

  test("what a page must read of an answer it may read, of errors too", async () => {
    const answers = [
      await raw(api.idp.node, { method: "GET", url: path, headers: { ...bearer(), origin: "https://app.example" } }),
      await raw(api.idp.node, { method: "GET", url: path, headers: { origin: "https://app.example" } }),
      await raw(api.idp.node, { method: "GET", url: "/nothing", headers: { origin: "https://app.example" } }),
      await raw(api.idp.node, {
        method: "PATCH",
        url: path,
        headers: { ...bearer(), "content-type": "application/json" },
        payload: "{",
      }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 404, 400],
    );
    for (const { headers } of answers) {
      assert.equal(headers["access-control-allow-origin"], "*");
      const exposed = list(headers["access-control-expose-headers"]);
      for (const name of [
        "etag",
        "location",
        "retry-after",
        "www-authenticate",
        "x-request-id",
        "ratelimit-remaining",
        "idempotency-replayed",
      ]) {
        assert.ok(exposed.includes(name), name);
      }
      assert.match(headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/);
    }
  });

  test("an address that is not there, and a method that an address has not, are problems too", async () => {
    for (const url of ["", "/", "/nothing", "/projects", "/projects/a/b/c/d"]) {
      const answer = await raw(api.idp.node, { method: "GET", url, headers: bearer() });
      assertProblem(answer, 404, "not_found");
    }
    const answer = await raw(api.idp.node, { method: "PUT", url: path, headers: bearer() });
    assertProblem(answer, 405, "method_not_allowed");
    assert.deepEqual(list(answer.headers.allow), ["DELETE", "GET", "HEAD", "PATCH"]);
    for (const header of ["x-http-method-override", "x-method-override", "x-http-method"]) {
      const overridden = await raw(api.idp.node, {
        method: "GET",
        url: path,
        headers: { ...bearer(), [header]: "DELETE" },
      });
      assert.equal(overridden.json.id, api.idp.world.project.id);
      assert.equal((await api.owner.get(path)).status, 200);
    }
  });

  test("an error for a program is no page, even where a browser asks", async () => {
    for (const url of ["/nothing", path]) {
      const answer = await raw(api.idp.node, { method: "GET", url, headers: { accept: "text/html" } });
      assert.match(answer.headers["content-type"] ?? "", /^application\/problem\+json/);
    }
  });

  test("HEAD answers as GET does, without the body, and is guarded as GET is", async () => {
    const get = await raw(api.idp.node, { method: "GET", url: path, headers: bearer() });
    const head = await raw(api.idp.node, { method: "HEAD", url: path, headers: bearer() });
    assert.equal(head.status, 200);
    assert.equal(head.body, "");
    for (const name of ["etag", "content-type", "content-length"]) assert.equal(head.headers[name], get.headers[name]);
    assert.equal((await raw(api.idp.node, { method: "HEAD", url: path })).status, 401);
    for (const route of routes.filter(({ method }) => method === "GET")) {
      assert.equal((await raw(api.idp.node, { method: "HEAD", url: route.path })).status, 401, route.path);
    }
  });

  test("a request id that the caller makes up is not taken over", async () => {
    const answer = await raw(api.idp.node, {
      method: "GET",
      url: path,
      headers: { "x-request-id": "mine", "request-id": "mine" },
    });
    assertProblem(answer, 401, "token_missing");
    assert.notEqual(answer.json.requestId, "mine");
  });

  test("who calls too often is told how long to wait, before anything is asked of the database; others are not affected", async () => {
    const node = await startTestNode({ beside: api.idp.node, callsPerMinute: 5 });
    try {
      const other = await api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
      const call = (token: string) =>
        raw(node, { method: "GET", url: path, headers: { authorization: `Bearer ${token}` } });
      for (let remaining = 4; remaining >= 0; remaining--) {
        const answer = await call(api.owner.token);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers["ratelimit-limit"], "5");
        assert.equal(answer.headers["ratelimit-remaining"], String(remaining));
        assert.match(answer.headers["ratelimit-reset"] ?? "", /^\d+$/);
      }
      const refused = await call(api.owner.token);
      assertProblem(refused, 429, "rate_limited");
      assert.match(refused.headers["retry-after"] ?? "", /^[1-9]\d?$/);
      assert.equal(refused.headers["ratelimit-remaining"], "0");
      assert.equal(refused.headers["access-control-allow-origin"], "*");
      assert.equal((await call(other.token)).status, 200);
      assert.equal((await raw(node, { method: "OPTIONS", url: path })).status, 204);

      for (let n = 0; n < 5; n++) assertProblem(await call("made-up"), 401, "invalid_token");
      assertProblem(await call("made-up"), 429, "rate_limited");
      for (let n = 0; n < 5; n++) await raw(node, { method: "GET", url: path });
      assertProblem(await raw(node, { method: "GET", url: path }), 429, "rate_limited");
    } finally {
      await node.close();
    }
  });
});
