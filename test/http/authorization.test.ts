/** Two Authorization headers: of which one counts, somebody before us may think otherwise. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { basic, type Idp, startIdp } from "../support/idp.ts";
import { rawRequest } from "../support/raw-request.ts";

describe("a request with two Authorization headers", () => {
  let idp: Idp;
  let port: number;
  before(async () => {
    idp = await startIdp();
    port = await idp.node.listen();
  });
  after(() => idp.close());

  const send = (method: string, path: string, authorization: readonly string[], body = "") =>
    rawRequest(
      port,
      [
        `${method} ${path} HTTP/1.1`,
        "Host: localhost:8080",
        "Connection: close",
        ...authorization,
        ...(body === "" ? [] : ["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${body.length}`]),
        "",
        body,
      ].join("\r\n"),
    );

  test("is refused wherever one is read, whatever they say and however they are written", async () => {
    const right = `Authorization: ${basic(idp.web)}`;
    const pairs = [
      [right, right],
      [right, "Authorization: Bearer x"],
      ["AUTHORIZATION: Bearer x", "authorization: Bearer y"],
      [right, "Authorization: "],
    ];
    for (const pair of pairs) {
      for (const path of ["token", "introspect", "revoke", "userinfo"]) {
        const answer = await send(
          "POST",
          `/oauth/v2/${path}`,
          pair,
          "grant_type=refresh_token&refresh_token=x&token=x",
        );
        assert.equal(answer.status, 400, `${path}: ${answer.text}`);
        assert.deepEqual(JSON.parse(answer.body), {
          error: "invalid_request",
          error_description: "The request has more than one Authorization header. Send one.",
        });
      }
      const { status, body } = await send("GET", "/management/v1/me", pair);
      assert.deepEqual([status, JSON.parse(body).code], [400, "bad_request"]);
      assert.equal((await send("GET", "/oauth/v2/userinfo", pair)).status, 400);
    }
  });

  test("its twin with one header is answered as ever", async () => {
    const right = `Authorization: ${basic(idp.web)}`;
    const introspection = await send("POST", "/oauth/v2/introspect", [right], "token=x");
    assert.deepEqual([introspection.status, JSON.parse(introspection.body)], [200, { active: false }]);
    assert.equal((await send("GET", "/management/v1/me", ["Authorization: Bearer x"])).status, 401);
    assert.equal((await send("GET", "/oauth/v2/userinfo", [])).status, 401);
  });
});
