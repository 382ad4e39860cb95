/** Nothing a request says about where it was sent ends up in a link, a redirect or an issuer. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTestNode, type TestNode } from "../support/node.ts";
import { rawRequest } from "../support/raw-request.ts";

const login = "https://login.example.com";
const addresses = {
  SIGNET_ISSUER_URL: "https://id.example.com",
  SIGNET_LOGIN_URL: login,
  SIGNET_BASE_URL: "https://api.example.com",
};
const page = { config: { page: true } };

describe("a page asked for at another host", () => {
  let node: TestNode;
  let port: number;
  before(async () => {
    node = await startTestNode({
      environment: addresses,
      extend(app) {
        app.get("/*", page, async () => "a page");
      },
    });
    port = await node.listen();
  });
  after(() => node.close());

  const ask = (target: string, host = "elsewhere.example.net", more = "") =>
    rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`);

  test("leads to the same page at the login host", async () => {
    const cases = {
      "/": `${login}/`,
      "/somewhere": `${login}/somewhere`,
      "/somewhere/else?page=2&q=a%20b": `${login}/somewhere/else?page=2&q=a%20b`,
      "/?next=https://evil.example": `${login}/?next=https://evil.example`,
    };
    for (const [target, location] of Object.entries(cases)) {
      const answer = await ask(target);
      assert.equal(answer.status, 302, target);
      assert.equal(answer.headers.location, location);
    }
  });

  test("is shown when it is the login host, however the name and the port are spelt", async () => {
    for (const host of ["login.example.com", "LOGIN.example.com", "login.example.com:443"]) {
      const answer = await ask("/somewhere", host);
      assert.equal(answer.status, 200, host);
      assert.equal(answer.body, "a page");
    }
    for (const host of [
      "login.example.com:80",
      "login.example.com:8443",
      "login.example.com.evil.example",
      "xlogin.example.com",
      "api.example.com",
    ]) {
      assert.equal((await ask("/somewhere", host)).status, 302, host);
    }
  });

  const targets = [
    "//evil.example",
    "//evil.example/%2f..",
    "///evil.example",
    "/\\evil.example",
    "/\\/evil.example",
    "\\\\evil.example",
    "/%5cevil.example",
    "/%2f%2fevil.example",
    "/%09/evil.example",
    "/.evil.example",
    "/@evil.example",
    "/:80@evil.example",
    "http://evil.example",
    "http://evil.example/",
    "http://evil.example//also.example/",
    "https://evil.example/somewhere",
    "HTTP://evil.example/somewhere",
    "http:///evil.example",
    "http://user:pass@evil.example/",
    "http:\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "*",
    "evil.example:443",
    "/a//evil.example",
    "/?//evil.example",
    "?//evil.example",
    "#//evil.example",
  ];
  for (const target of targets) {
    test(`never leads anywhere else (${target})`, async () => {
      const answer = await ask(target);
      assert.ok([302, 400, 404].includes(answer.status), `${answer.status}`);
      if (answer.status === 302) {
        const location = new URL(answer.headers.location ?? "");
        assert.equal(location.origin, login);
        assert.equal(location.username, "");
        assert.ok(answer.headers.location?.startsWith(`${login}/`));
        assert.ok(!answer.headers.location?.startsWith(`${login}//`));
      } else {
        assert.equal(answer.headers.location, undefined);
      }
    });
  }

  test("never leads anywhere else for what the headers say", async () => {
    const claims = [
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Server: evil.example",
      "X-Original-Host: evil.example",
      "X-Host: evil.example",
      "X-Original-URL: //evil.example",
      "X-Rewrite-URL: //evil.example",
      "Forwarded: host=evil.example;proto=javascript",
      "X-Forwarded-Proto: javascript",
      "X-Forwarded-Prefix: //evil.example",
      "X-Forwarded-Port: 1",
    ];
    for (const claim of claims) {
      const answer = await ask("/somewhere", "evil.example", `${claim}\r\n`);
      assert.equal(answer.headers.location, `${login}/somewhere`, claim);
      const shown = await ask("/somewhere", "login.example.com", `${claim}\r\n`);
      assert.equal(shown.status, 200, claim);
    }
    // That the host is the right one can only be said by Host itself.
    assert.equal((await ask("/somewhere", "evil.example", "X-Forwarded-Host: login.example.com\r\n")).status, 302);
  });

  test("without a host, or with several, leads to the login host or is refused", async () => {
    const none = await rawRequest(port, "GET /somewhere HTTP/1.0\r\n\r\n");
    assert.equal(none.headers.location, `${login}/somewhere`);
    const several = await rawRequest(
      port,
      "GET /somewhere HTTP/1.1\r\nHost: evil.example\r\nHost: login.example.com\r\nConnection: close\r\n\r\n",
    );
    assert.ok(several.status === 400 || several.headers.location === `${login}/somewhere`, several.text);
    const missing = await rawRequest(port, "GET /somewhere HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert.equal(missing.status, 400);
  });

  test("cannot put a header into the answer", async () => {
    for (const target of ["/%0d%0aSet-Cookie:%20a=b", "/?x=%0d%0aSet-Cookie:%20a=b", "/\u010d\u010aSet-Cookie:a=b"]) {
      const answer = await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n`);
      assert.equal(answer.headers["set-cookie"], undefined);
      assert.doesNotMatch(answer.text, /\nset-cookie/i);
    }
  });

  test("leaves one hint a host in the log, and no more than twenty, whatever is asked", async () => {
    for (let i = 0; i < 30; i++) {
      await ask("/", `h${i}.example`);
      await ask("/", `h${i}.example`);
    }
    const hints = node.lines.map((line) => JSON.parse(line)).filter((line) => line.askedAt !== undefined);
    assert.ok(hints.length > 0 && hints.length <= 20);
    assert.equal(new Set(hints.map((line) => line.askedAt)).size, hints.length);
    assert.match(hints[0].msg, /SIGNET_LOGIN_URL/);
  });
});

describe("a machine endpoint", () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode({ environment: addresses });
  });
  after(() => node.close());

  test("answers at any host, and says the same everywhere", async () => {
    const here = await node.app.inject({
      url: "/.well-known/openid-configuration",
      headers: { host: "id.example.com" },
    });
    for (const headers of [
      { host: "10.0.0.7:8080" },
      {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        forwarded: "host=evil.example",
      },
    ]) {
      const there = await node.app.inject({ url: "/.well-known/openid-configuration", headers });
      assert.equal(there.statusCode, 200);
      assert.equal(there.body, here.body);
      for (const url of ["/healthz", "/readyz", "/oauth/v2/keys"])
        assert.equal((await node.app.inject({ url, headers })).statusCode, 200);
    }
    assert.doesNotMatch(here.body, /evil/);
  });
});

describe("the client's address", () => {
  const echo = async (environment: Record<string, string>, remoteAddress: string, headers: Record<string, string>) => {
    const node = await startTestNode({
      environment,
      extend(app) {
        app.get("/test/who", async (request) => ({ ip: request.ip }));
      },
    });
    const answer = await node.app.inject({
      url: "/test/who",
      remoteAddress,
      headers: { host: "localhost:8080", ...headers },
    });
    const redirect = await node.app.inject({
      url: "/",
      remoteAddress,
      headers: { host: "localhost:8080", ...headers },
    });
    assert.equal(redirect.statusCode, 200, "forwarded headers have changed which host a page is at");
    await node.close();
    return answer.json().ip;
  };
  const spoof = {
    "x-forwarded-for": "203.0.113.9",
    "x-real-ip": "203.0.113.9",
    forwarded: "for=203.0.113.9",
    "x-forwarded-host": "evil.example",
  };

  test("is the one it connected from, whatever it claims", async () => {
    assert.equal(await echo({}, "198.51.100.1", spoof), "198.51.100.1");
    assert.equal(await echo({ SIGNET_TRUSTED_PROXIES: "10.0.0.0/8" }, "198.51.100.1", spoof), "198.51.100.1");
  });

  test("is the one that a trusted proxy tells, and beyond the last trusted one nothing is believed", async () => {
    const trusted = { SIGNET_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1" };
    assert.equal(await echo(trusted, "10.1.2.3", spoof), "203.0.113.9");
    assert.equal(
      await echo(trusted, "192.0.2.1", { "x-forwarded-for": "1.2.3.4, 203.0.113.9, 10.9.9.9" }),
      "203.0.113.9",
    );
    assert.equal(await echo(trusted, "10.1.2.3", {}), "10.1.2.3");
  });

  test("is understood with a port, in brackets and in quotes, as proxies write it", async () => {
    const trusted = { SIGNET_TRUSTED_PROXIES: "10.0.0.0/8" };
    const written: Record<string, string> = {
      "203.0.113.9:4711": "203.0.113.9",
      "[2001:db8::1]:443": "2001:db8::1",
      "[2001:db8::1]": "2001:db8::1",
      "2001:db8::1": "2001:db8::1",
      '"[2001:db8::1]:443"': "2001:db8::1",
      '"203.0.113.9:4711"': "203.0.113.9",
      // What a stranger put in front is not believed, with or without a port.
      "1.2.3.4:1, 203.0.113.9:4711, 10.9.9.9:80": "203.0.113.9",
    };
    for (const [text, address] of Object.entries(written)) {
      assert.equal(await echo(trusted, "10.1.2.3", { "x-forwarded-for": text }), address, text);
    }
  });

  test("is an address also when a trusted proxy passes nonsense on", async () => {
    const trusted = { SIGNET_TRUSTED_PROXIES: "10.0.0.0/8" };
    for (const nonsense of ["evil", "", "unknown", "'; DROP TABLE users", "203.0.113.9:4711x", "[::1", "\u00e9"]) {
      assert.match(await echo(trusted, "10.1.2.3", { "x-forwarded-for": nonsense }), /^[0-9.]+$/, nonsense);
    }
  });
});
