import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { buildConsole } from "../../scripts/build-console.ts";
import { consoleFolder } from "../../src/console/routes.ts";
import { type Idp, startIdp } from "../support/idp.ts";

suite("how the Console is handed out", () => {
  let idp: Idp;
  before(async () => {
    await buildConsole();
    idp = await startIdp();
  });
  after(() => idp.close());

  const ask = (
    url: string,
    method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" = "GET",
    headers: Record<string, string> = {},
  ) => idp.node.app.inject({ method, url, headers: { host: new URL(idp.issuer).host, ...headers } });
  const script = () => {
    const name = readdirSync(join(consoleFolder, "assets")).find((one) => /^index-.*\.js$/.test(one));
    assert.ok(name !== undefined);
    return name;
  };

  test("the page allows scripts and styles of Signet alone, cannot be framed and is kept by nobody", async () => {
    const { statusCode, headers, body } = await ask("/console/users/1");
    assert.equal(statusCode, 200);
    const policy = String(headers["content-security-policy"]).split("; ");
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]) {
      assert.ok(policy.includes(rule), `${rule}: ${policy}`);
    }
    assert.ok(!/unsafe|\*|https?:\/\/(?!localhost|[^ ]*example)/.test(policy.join()), String(policy));
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["set-cookie"], undefined);
    assert.doesNotMatch(body, /<script(?![^>]*(src=|type="application\/json"))/, "nothing inline runs");
  });

  test("the nonce is another one each time, and that of the page's own policy", async () => {
    const nonces = new Set<string>();
    for (const path of ["/console", "/console", "/console/"]) {
      const { headers, body } = await ask(path);
      const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
      assert.equal(Buffer.from(nonce, "base64").length, 16);
      assert.ok(body.includes(`nonce="${nonce}"`));
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 3);
  });

  test("what is in the address comes back nowhere in the page", async () => {
    const plain = (await ask("/console/")).body.replaceAll(/nonce="[^"]*"/g, "");
    for (const path of [
      "/console/%3Cscript%3Ealert(1)%3C/script%3E",
      "/console/?settings=%3C/script%3E",
      "/console/callback?error=%3Cb%3E",
    ]) {
      assert.equal((await ask(path)).body.replaceAll(/nonce="[^"]*"/g, ""), plain, path);
    }
  });

  test("its files are kept for good and are nothing by themselves; what is not among them is not there", async () => {
    const { statusCode, headers } = await ask(`/console/assets/${script()}`);
    assert.equal(statusCode, 200);
    assert.match(String(headers["cache-control"]), /max-age=31536000, immutable/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-security-policy"], "default-src 'none'");
    const missing = await ask("/console/assets/index-00000000.js");
    assert.equal(missing.statusCode, 404);
    assert.equal(missing.headers["cache-control"], "no-store", "a file that is not there yet may come");
  });

  test("no way leads out of the folder of its files", async () => {
    const ways = [
      "../.made-from",
      "..%2f.made-from",
      "%2e%2e/.made-from",
      "%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json",
      "..%5c.made-from",
    ];
    const more = [
      "..%2findex.html",
      "....//.made-from",
      "%00",
      ".%2e/.made-from",
      "/etc/passwd",
      "%2fetc%2fpasswd",
      ".",
      "./",
      "",
    ];
    for (const way of [...ways, ...more]) {
      const { statusCode, body } = await ask(`/console/assets/${way}`);
      // What the address itself leads out of is the page, as for every address of the Console.
      if (statusCode === 200) assert.match(body, /<title>Signet Console<\/title>[\s\S]*id="settings" nonce/, way);
      else assert.ok(statusCode === 403 || statusCode === 404 || statusCode === 400, `${way}: ${statusCode}`);
      assert.doesNotMatch(body, /^[0-9a-f]{64}$|"dependencies"|root:/, way);
    }
    const stamp = await ask("/console/.made-from");
    assert.match(stamp.body, /<title>Signet Console<\/title>/, "also its stamp is no file that can be had");
  });

  test("it can be asked for and nothing else", async () => {
    const head = await ask("/console", "HEAD");
    assert.equal(head.statusCode, 200);
    assert.equal(head.body, "");
    for (const method of ["POST", "PUT", "DELETE"] as const) {
      for (const path of ["/console", "/console/try", "/console/callback", `/console/assets/${script()}`]) {
        const { statusCode, body } = await ask(path, method);
        assert.ok(statusCode === 404 || statusCode === 405, `${method} ${path}: ${statusCode}`);
        assert.doesNotMatch(body, /Signet Console/);
      }
    }
  });

  test("asked for at another host, it leads to the one of the sign-in pages", async () => {
    const { statusCode, headers } = await ask("/console//evil.example/..", "GET", { host: "evil.example" });
    assert.equal(statusCode, 302);
    assert.ok(String(headers.location).startsWith(`${idp.issuer}/console/`), String(headers.location));
  });
});
