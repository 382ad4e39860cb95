import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startIdp } from "./idp.ts";
import { startTestNode } from "./node.ts";
import { problemsOfPage } from "./page-headers.ts";
import { takeProblems } from "./problems.ts";

describe("the headers of pages", () => {
  test("every page that any test is shown is looked at", async () => {
    const node = await startTestNode({
      extend: (app) => {
        app.get("/bare", (_request, reply) => reply.type("text/html; charset=utf-8").send("<p>no policy</p>"));
        app.get("/data", () => ({ no: "page" }));
      },
    });
    assert.equal((await node.app.inject({ url: "/data" })).statusCode, 200);
    assert.equal((await node.app.inject({ url: "/bare" })).statusCode, 200);
    await node.close();
    assert.match(takeProblems().join("\n"), /a page has other headers than it should: GET \/bare: permissions-policy/);
  });

  test("one that may load, run, send or be shown in more is not what it should be", async () => {
    const idp = await startIdp();
    const { headers } = await idp.browser().visit(`${idp.issuer}/logout/done`);
    const problemsWith = (change: Record<string, string>) =>
      problemsOfPage({ method: "GET", url: "/logout/done", headers: { ...headers, ...change } });
    assert.deepEqual(problemsWith({}), []);
    const policy = String(headers["content-security-policy"]);
    for (const change of [
      { "content-security-policy": "" },
      { "content-security-policy": `${policy}; script-src 'unsafe-inline'` },
      { "content-security-policy": `${policy}; connect-src *` },
      { "content-security-policy": policy.replace("default-src 'none'", "default-src 'self'") },
      { "content-security-policy": policy.replace("frame-ancestors 'none'", "frame-ancestors *") },
      { "content-security-policy": policy.replace(/; base-uri 'none'/, "") },
      { "x-frame-options": "SAMEORIGIN" },
      { "cache-control": "public" },
      { "referrer-policy": "origin" },
      { "access-control-allow-credentials": "true" },
      { "x-powered-by": "something" },
    ]) {
      assert.ok(problemsWith(change).length > 0, JSON.stringify(change));
    }
    await idp.close();
  });
});
