import assert from "node:assert/strict";
import { request as ask } from "node:http";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { enginesOf } from "../support/engines.ts";
import { answerOf, basic, type Idp, idpOn, signInAs } from "../support/idp.ts";
import { startTestNode } from "../support/node.ts";

const hosts = {
  issuer: "http://issuer.localhost:8080",
  api: "http://api.localhost:8080",
  login: "http://login.localhost:8080",
};
const callback = "http://app.localhost:3000/callback";

interface Answer {
  readonly status: number;
  readonly json: Record<string, unknown>;
}

/**
 * Over a socket. What such names resolve to is the system's affair: the host is named as a browser would, whatever it
 * is.
 */
function call(
  port: number,
  url: string,
  init: { form?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { host, pathname, search } = new URL(url);
  const body = init.form && new URLSearchParams(init.form).toString();
  const type =
    body === undefined
      ? {}
      : { "content-type": "application/x-www-form-urlencoded", "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = ask(
      {
        host: "127.0.0.1",
        port,
        path: pathname + search,
        method: body === undefined ? "GET" : "POST",
        headers: { ...type, host, ...init.headers },
      },
      (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => (text += chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, json: JSON.parse(text || "{}") }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

for (const engine of enginesOf(import.meta.filename)) {
  describe(`three hosts below localhost, with ${engine.name}`, () => {
    let idp: Idp;
    let port: number;
    before(async () => {
      const environment = {
        SIGNET_ISSUER_URL: hosts.issuer,
        SIGNET_BASE_URL: hosts.api,
        SIGNET_LOGIN_URL: hosts.login,
      };
      const node = await startTestNode({ engine, environment });
      // People are at the login host.
      idp = await idpOn(node, hosts.login);
      port = await node.listen();
    });
    after(() => idp?.close());

    test("somebody signs in, from discovery to their profile, each step at the host that it belongs to", async () => {
      const { json: discovery } = await call(port, `${hosts.issuer}/.well-known/openid-configuration`);
      assert.equal(discovery.issuer, hosts.issuer);
      assert.equal(new URL(String(discovery.authorization_endpoint)).origin, hosts.login);
      for (const name of ["token_endpoint", "userinfo_endpoint", "jwks_uri"])
        assert.equal(new URL(String(discovery[name])).origin, hosts.api);

      const client = await idp.register("web", { authMethod: "basic", redirectUris: [callback] });
      const parameters = {
        client_id: client.application.id,
        redirect_uri: callback,
        response_type: "code",
        scope: "openid profile",
        state: "s",
      };
      const browser = idp.browser();
      const page = await browser.visit(`${discovery.authorization_endpoint}?${new URLSearchParams(parameters)}`);
      assert.equal(new URL(page.url).origin, hosts.login, page.body);
      const seen = await signInAs(browser, page, `ada@${idp.world.acme.domain}`);
      assert.ok(seen.url.startsWith(`${callback}?`), seen.url);
      const answer = answerOf(seen);
      assert.equal(answer.get("iss"), hosts.issuer);

      const tokens = await call(port, String(discovery.token_endpoint), {
        form: { grant_type: "authorization_code", code: answer.get("code") ?? "", redirect_uri: callback },
        headers: { authorization: basic(client) },
      });
      assert.equal(tokens.status, 200, JSON.stringify(tokens.json));
      assert.equal(decodeJwt(String(tokens.json.id_token)).iss, hosts.issuer);
      const authorization = `Bearer ${tokens.json.access_token}`;
      const person = await call(port, String(discovery.userinfo_endpoint), { headers: { authorization } });
      assert.deepEqual([person.status, person.json.sub], [200, idp.world.ada.id]);
    });

    test("cookies stay at the login host, and a page that is asked for at another one leads there", async () => {
      for (const origin of [hosts.issuer, hosts.api, "http://other.localhost:8080"]) {
        const elsewhere = await idp.node.app.inject({
          method: "GET",
          url: "/login",
          headers: { host: new URL(origin).host, accept: "text/html" },
        });
        assert.deepEqual(
          [elsewhere.statusCode, elsewhere.headers.location, elsewhere.cookies],
          [302, `${hosts.login}/login`, []],
        );
      }
      const start = await idp.node.app.inject({
        method: "GET",
        url: `/oauth/v2/authorize?${new URLSearchParams({ client_id: idp.web.application.id, redirect_uri: "https://app.example/callback", response_type: "code", scope: "openid" })}`,
        headers: { host: new URL(hosts.login).host },
      });
      const [cookie] = start.cookies;
      assert.ok(
        cookie !== undefined && cookie.httpOnly === true && cookie.domain === undefined && cookie.secure === undefined,
      );
    });
  });
}
