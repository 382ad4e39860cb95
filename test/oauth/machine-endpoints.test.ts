/**
 * What the endpoints for programs have in common: forms, limits, methods, other origins, failures, and few statements.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { SignetError } from "../../src/errors/signet-error.ts";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import {
  type Client,
  challenge,
  counts,
  exchange,
  getTokens,
  INTROSPECT,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  REVOKE,
  refresh,
  signAssertion,
  TOKEN,
  USERINFO,
  userinfo,
} from "../support/clients.ts";
import { onEachMachine, signInAt, startMachine } from "../support/machine.ts";

const forms = [TOKEN, INTROSPECT, REVOKE];
const open = [TOKEN, REVOKE, USERINFO, "/.well-known/openid-configuration", "/oauth/v2/keys"];

onEachMachine("the endpoints for programs", (stage) => {
  let web: Client;
  before(async () => {
    const { storage, project, acme } = stage.world;
    web = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
  });

  test("take forms and nothing else", async () => {
    const json = JSON.stringify({ grant_type: "authorization_code", token: "x" });
    const bodies = [
      { headers: { "content-type": "application/json" }, payload: json },
      { headers: { "content-type": "text/plain" }, payload: "grant_type=authorization_code" },
      { headers: { "content-type": "multipart/form-data; boundary=x" }, payload: "--x--" },
      { headers: { "content-type": "nonsense" }, payload: "x" },
      { headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" }, payload: "x" },
      { headers: { "content-type": "application/json" }, payload: "{" },
      {},
    ];
    for (const url of forms) {
      for (const body of bodies) {
        const answer = await stage.node.app.inject({ method: "POST", url, ...body });
        assert.equal(answer.statusCode, 400, `${url} ${JSON.stringify(body)}`);
        assert.equal(answer.json().error, "invalid_request");
        assert.match(answer.json().error_description, /application\/x-www-form-urlencoded/);
      }
      const form = { token: "x", grant_type: "refresh_token", refresh_token: "x" };
      const headers = { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" };
      const charset = await post(stage.node, url, form, { as: web, headers });
      assert.equal(charset.statusCode, url === TOKEN ? 400 : 200);
      if (url === TOKEN) assert.equal(charset.json().error, "invalid_grant");
    }
  });

  test("refuse what is too large, too much, or not text", async () => {
    for (const url of forms) {
      const large = await post(stage.node, url, { token: "x".repeat(65_536) }, { as: web });
      assert.equal(large.statusCode, 413);
      assert.equal(large.json().error, "invalid_request");
      const many = await stage.node.app.inject({
        method: "POST",
        url,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: Array.from({ length: 101 }, (_, n) => `p${n}=1`).join("&"),
      });
      assert.equal(many.json().error, "invalid_request");
      const zero = await post(stage.node, url, { client_id: "a\0b", token: "x", grant_type: "refresh_token" });
      assert.equal(zero.json().error, "invalid_request");
    }
  });

  test("answer to POST only, and say so", async () => {
    for (const url of forms) {
      for (const method of ["GET", "HEAD", "PUT", "DELETE"] as const) {
        const answer = await stage.node.app.inject({ method, url });
        assert.equal(answer.statusCode, 405, `${method} ${url}`);
        assert.equal(answer.headers.allow, "POST");
      }
    }
    const answer = await stage.node.app.inject({ method: "PUT", url: USERINFO });
    assert.equal(answer.headers.allow, "GET, HEAD, POST");
  });

  test("let any origin in without credentials, where browsers have business", async () => {
    for (const url of open) {
      const headers = {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      };
      const preflight = await stage.node.app.inject({ method: "OPTIONS", url, headers });
      assert.equal(preflight.statusCode, 204, url);
      assert.equal(preflight.body, "");
      assert.equal(preflight.headers["access-control-allow-origin"], "*");
      assert.equal(preflight.headers["access-control-allow-credentials"], undefined);
      assert.equal(preflight.headers["access-control-allow-headers"], "authorization, content-type");
      assert.match(
        String(preflight.headers["access-control-allow-methods"]),
        url === USERINFO ? /^GET, POST$/ : /^(GET|POST)$/,
      );
      assert.ok(Number(preflight.headers["access-control-max-age"]) > 0);
    }
    for (const [url, form] of [
      [TOKEN, {}],
      [REVOKE, { token: "x" }],
    ] as const) {
      const failed = await post(stage.node, url, form, { headers: { origin: "null" } });
      assert.equal(failed.headers["access-control-allow-origin"], "*", "a page can read what went wrong");
    }
    for (const method of ["OPTIONS", "POST"] as const) {
      const closed = await stage.node.app.inject({
        method,
        url: INTROSPECT,
        headers: { origin: "https://evil.example" },
      });
      assert.equal(closed.headers["access-control-allow-origin"], undefined);
    }
  });

  test("say when the database is away or the service is busy, and never why something failed", async () => {
    const failures = [
      [new DatabaseUnavailable("the disk failed"), 503, "temporarily_unavailable"],
      [new SignetError("overloaded", "The service is busy"), 503, "temporarily_unavailable"],
      [new Error("SELECT secret FROM everything"), 500, "server_error"],
    ] as const;
    for (const [failure, status, error] of failures) {
      const failing = await startMachine(stage.database, {
        storage: (storage) => ({
          ...storage,
          transaction: async () => {
            throw failure;
          },
        }),
      });
      const { access_token: token } = await getTokens(stage.node, web, { userId: stage.world.ada.id });
      const answer = await post(failing, REVOKE, { token }, { as: web });
      assert.equal(answer.statusCode, status);
      assert.equal(answer.json().error, error);
      assert.equal(answer.headers["retry-after"], status === 503 ? "2" : undefined);
      assert.ok(!answer.body.includes("SELECT"));
      assert.ok(failing.lines.some((line) => line.includes('"level":"error"')));
      assert.ok(!failing.lines.join("").includes("SELECT secret"));
      await failing.stop();
      assert.equal(await counts(stage.node, web, token), true, "nothing was changed");
    }
  });

  test("errors are JSON with a code and a description in ASCII, also when they quote what was sent", async () => {
    const answer = await post(
      stage.node,
      TOKEN,
      { grant_type: "refresh_token", refresh_token: "x", 'naïve"\n': "1", scope: "é" },
      { as: web },
    );
    assert.match(String(answer.headers["content-type"]), /^application\/json/);
    assert.deepEqual(Object.keys(answer.json()), ["error", "error_description"]);
    const body = new URLSearchParams("ü%22%0a=1&ü%22%0a=2").toString();
    const repeated = await stage.node.app.inject({
      method: "POST",
      url: TOKEN,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: body,
    });
    assert.match(repeated.json().error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test("ask few statements", async () => {
    const { node, world } = stage;
    const { during } = node.counted;
    const tokens = await getTokens(node, web, {
      userId: world.ada.id,
      scopes: ["openid", "profile", "email", "offline_access"],
    });
    assert.deepEqual(await during(() => introspect(node, web, tokens.access_token)), ["select"]);
    assert.deepEqual(await during(() => introspect(node, web, "sga_unknown")), ["select"]);
    assert.deepEqual(await during(() => userinfo(node, tokens.access_token)), ["select"]);
    assert.deepEqual(await during(() => userinfo(node, "sga_unknown")), []);
    assert.deepEqual(await during(() => refresh(node, web, tokens.refresh_token)), ["select", "update"]);
    const { code } = await signInAt(node, { applicationId: web.id, userId: world.ada.id, challenge });
    assert.deepEqual(await during(() => exchange(node, web, code)), ["select", "update"]);
    assert.deepEqual(await during(() => post(node, REVOKE, { token: tokens.access_token }, { as: web })), [
      "select",
      "insert",
      "insert",
    ]);

    const robot = await makeServiceUser(world.storage, world.acme.id);
    const free = await signAssertion(robot, { claims: { jti: undefined } });
    const grant = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      scope: "openid urn:service:iam:org:project:id:service:aud",
    };
    assert.deepEqual(await during(() => post(node, TOKEN, { ...grant, assertion: free })), ["select"]);
    const once = await signAssertion(robot);
    assert.deepEqual(await during(() => post(node, TOKEN, { ...grant, assertion: once })), ["select", "insert"]);
    const { access_token } = (await post(node, TOKEN, { ...grant, assertion: free })).json();
    assert.deepEqual(await during(() => userinfo(node, access_token)), ["select"]);
  });

  test("what was issued is counted by organization", async () => {
    const { storage, acme } = stage.world;
    await stage.node.usage.flush();
    const rows = await storage.db.selectFrom("usage").select(["kind"]).where("organization_id", "=", acme.id).execute();
    for (const kind of ["token.code", "token.refresh", "token.jwt_bearer", "introspection", "userinfo", "revocation"]) {
      assert.ok(
        rows.some((row) => row.kind === kind),
        kind,
      );
    }
  });
});
