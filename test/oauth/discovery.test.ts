import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rotate } from "../../src/keys/key-store.ts";
import { enginesOf } from "../support/engines.ts";
import { makeTestKey } from "../support/keys.ts";
import { startTestNode, type TestNode } from "../support/node.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`discovery and keys on ${engine.name}`, () => {
    let node: TestNode;
    before(async () => {
      node = await startTestNode({
        engine,
        environment: {
          SIGNET_ISSUER_URL: "https://id.example.com",
          SIGNET_BASE_URL: "https://api.example.com",
          SIGNET_LOGIN_URL: "https://login.example.com",
        },
      });
    });
    after(() => node.close());
    const get = (url: string) => node.app.inject({ url, headers: { host: "internal:8080" } });

    test("the issuer is what was configured, and the keys are at the base address", async () => {
      const answer = await get("/.well-known/openid-configuration");
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
      assert.equal(answer.headers["cache-control"], "public, max-age=300");
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      const document = answer.json();
      assert.equal(document.issuer, "https://id.example.com");
      assert.equal(document.jwks_uri, "https://api.example.com/oauth/v2/keys");
      assert.deepEqual(document.id_token_signing_alg_values_supported, ["RS256", "ES256"]);
    });

    test("every address it names exists here", async () => {
      const document: Record<string, unknown> = (await get("/.well-known/openid-configuration")).json();
      const named = Object.entries(document).filter(([name]) => /_endpoint$|^jwks_uri$/.test(name));
      assert.ok(named.length >= 1);
      for (const [name, address] of named) {
        const { origin, pathname } = new URL(String(address));
        assert.ok(["https://api.example.com", "https://login.example.com"].includes(origin), `${name} ${address}`);
        assert.notEqual((await node.app.inject({ method: "GET", url: pathname })).statusCode, 404, name);
      }
    });

    test("the keys are public, and change over when they are rotated", async () => {
      const answer = await get("/oauth/v2/keys");
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers["cache-control"], "public, max-age=300");
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      const { keys } = answer.json();
      assert.equal(keys.length, 4);
      for (const key of keys) {
        for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k", "oth"]) assert.equal(key[secret], undefined);
        assert.ok(key.kid && key.alg && key.kty && key.use === "sig");
      }
      const { storage, vault } = node.services;
      await rotate({ storage, vault, make: makeTestKey }, { immediately: true, actor: { kind: "operator" } });
      await node.services.ring.refresh();
      const after = (await get("/oauth/v2/keys")).json().keys;
      assert.equal(after.length, 6);
      const ids = new Set(after.map((key: { kid: string }) => key.kid));
      for (const key of keys) assert.ok(ids.has(key.kid));
    });

    test("there is no OAuth metadata beside it: clients would find two truths", async () => {
      for (const url of [
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/x",
        "/.well-known/jwks.json",
      ]) {
        assert.equal((await get(url)).statusCode, 404, url);
      }
    });

    test("only reading them is possible", async () => {
      for (const url of ["/.well-known/openid-configuration", "/oauth/v2/keys"]) {
        const answer = await node.app.inject({ method: "POST", url });
        assert.equal(answer.statusCode, 405);
        assert.equal(answer.headers.allow, "GET, HEAD");
      }
    });
  });
}

test("with nothing configured, everything is at localhost on the port it listens on", async () => {
  const node = await startTestNode({ environment: { SIGNET_PORT: "9090" } });
  const document = (await node.app.inject({ url: "/.well-known/openid-configuration" })).json();
  assert.equal(document.issuer, "http://localhost:9090");
  assert.equal(document.jwks_uri, "http://localhost:9090/oauth/v2/keys");
  await node.close();
});
