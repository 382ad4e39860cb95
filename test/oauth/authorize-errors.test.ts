/** What is refused at the authorization endpoint, in which order, and where the refusal goes. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import {
  answerOf,
  authorizeUrl,
  CALLBACK,
  type Idp,
  pkce,
  type Registered,
  signInAs,
  startIdp,
} from "../support/idp.ts";
import { by } from "../support/world.ts";

let idp: Idp;
let codeOnly: Registered;
before(async () => {
  idp = await startIdp();
  codeOnly = await idp.register("web", { authMethod: "basic" });
});
after(() => idp.close());

const raw = (client: Registered, query: string) =>
  idp
    .browser()
    .visit(
      `${idp.issuer}/oauth/v2/authorize?client_id=${client.application.id}&redirect_uri=${encodeURIComponent(CALLBACK)}&${query}`,
    );

describe("without a client and a registered redirect_uri nothing is returned anywhere", () => {
  const badAddresses = [
    "https://app.example/callback/",
    "https://app.example/Callback",
    "HTTPS://app.example/callback",
    "https://app.example/callback?x=1",
    "https://app.example/callback#f",
    "https://app.example@evil.example/callback",
    "https://evil.example\\@app.example/callback",
    "https://app.example.evil.example/callback",
    "https://app.example/callback/../x",
    "//app.example/callback",
    "javascript:alert(1)",
  ];
  for (const uri of badAddresses) {
    test(`the address ${uri} is shown on our page, never followed`, async () => {
      const seen = await idp.browser().visit(authorizeUrl(idp, { client: idp.web, parameters: { redirect_uri: uri } }));
      assert.equal(seen.status, 400);
      assert.equal(seen.headers.location, undefined);
      assert.match(seen.body, /isn&#39;t registered/);
      assert.doesNotMatch(seen.body, /<script|(?:href|action|src)="javascript:/);
    });
  }

  test("also when something else is wrong as well", async () => {
    const others = [
      { response_type: "nonsense" },
      { scope: "profile" },
      { prompt: "none login" },
      { code_challenge: "x", code_challenge_method: "plain" },
      { response_type: "id_token" },
      { request_uri: "https://evil.example/" },
    ];
    for (const other of others) {
      const seen = await idp
        .browser()
        .visit(authorizeUrl(idp, { client: idp.web, parameters: { redirect_uri: "https://evil.example/", ...other } }));
      assert.deepEqual([seen.status, seen.headers.location], [400, undefined], JSON.stringify(other));
    }
  });

  test("a missing or repeated redirect_uri or client_id", async () => {
    for (const parameters of [{ redirect_uri: undefined }, { client_id: undefined }]) {
      assert.equal((await idp.browser().visit(authorizeUrl(idp, { client: idp.web, parameters }))).status, 400);
    }
    const url = authorizeUrl(idp, { client: idp.web });
    for (const twice of [`&redirect_uri=${encodeURIComponent(CALLBACK)}`, `&client_id=${idp.web.application.id}`]) {
      const seen = await idp.browser().visit(url + twice);
      assert.deepEqual([seen.status, seen.headers.location], [400, undefined]);
    }
  });

  test("an unknown and a deactivated application look the same", async () => {
    const gone = await idp.register("web", { authMethod: "basic" });
    await idp.node.services.storage.transaction((tx) => setApplicationState(tx, gone.application.id, "deactivate", by));
    const bodyFor = async (client_id: string) => {
      const seen = await idp.browser().visit(authorizeUrl(idp, { client: gone, parameters: { client_id } }));
      assert.equal(seen.status, 400);
      return seen.body.replace(/<code>[^<]*<\/code>/, "").replaceAll(client_id, "");
    };
    assert.equal(await bodyFor(gone.application.id), await bodyFor("01890000-0000-7000-8000-000000000000"));
  });
});

describe("everything else goes back to the client", () => {
  const { challenge } = pkce();
  const cases: [string, Record<string, string | undefined>, string, "query" | "fragment"][] = [
    ["no response_type", { response_type: undefined }, "invalid_request", "query"],
    ["an unknown response_type", { response_type: "code token" }, "unsupported_response_type", "fragment"],
    ["an unknown response_mode", { response_mode: "web_message" }, "invalid_request", "query"],
    [
      "response_mode query with the implicit flow",
      { response_type: "id_token", response_mode: "query", nonce: "n" },
      "invalid_request",
      "fragment",
    ],
    ["no scope", { scope: undefined }, "invalid_request", "query"],
    ["scope without openid", { scope: "profile email" }, "invalid_scope", "query"],
    ["a scope with thousands of entries", { scope: `openid ${"a ".repeat(1_500)}` }, "invalid_scope", "query"],
    ["implicit without nonce", { response_type: "id_token token" }, "invalid_request", "fragment"],
    ["PKCE with plain", { code_challenge: challenge, code_challenge_method: "plain" }, "invalid_request", "query"],
    ["PKCE with s256", { code_challenge: challenge, code_challenge_method: "s256" }, "invalid_request", "query"],
    ["PKCE without a method", { code_challenge: challenge }, "invalid_request", "query"],
    ["a PKCE method without a challenge", { code_challenge_method: "S256" }, "invalid_request", "query"],
    [
      "a challenge of 42 characters",
      { code_challenge: challenge.slice(1), code_challenge_method: "S256" },
      "invalid_request",
      "query",
    ],
    [
      "a padded challenge",
      { code_challenge: `${challenge.slice(1)}=`, code_challenge_method: "S256" },
      "invalid_request",
      "query",
    ],
    ["an unknown prompt", { prompt: "magic" }, "invalid_request", "query"],
    ["prompt none beside another", { prompt: "none login" }, "invalid_request", "query"],
    ["max_age that is no number", { max_age: "-1" }, "invalid_request", "query"],
    ["an id_token_hint that is none", { id_token_hint: "x.y.z" }, "invalid_request", "query"],
    ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported", "query"],
    ["a request_uri", { request_uri: "https://collector.example/r" }, "request_uri_not_supported", "query"],
    ["a registration parameter", { registration: "{}" }, "registration_not_supported", "query"],
    ["prompt none when nobody is signed in", { prompt: "none" }, "login_required", "query"],
    [
      "prompt none in the implicit flow",
      { prompt: "none", response_type: "id_token", nonce: "n" },
      "login_required",
      "fragment",
    ],
  ];
  for (const [name, parameters, error, where] of cases) {
    test(`${name}: ${error}, in the ${where}`, async () => {
      const state = "äß %&=+\u{1f600}".padEnd(128, "x");
      const seen = await idp
        .browser()
        .visit(authorizeUrl(idp, { client: idp.web, parameters: { state, ...parameters } }));
      const url = new URL(seen.url);
      assert.equal(url.origin + url.pathname, CALLBACK);
      assert.equal(where === "query" ? url.hash : url.search, "");
      const answer = answerOf(seen);
      assert.equal(answer.get("error"), error);
      assert.equal(answer.get("state"), state);
      assert.equal(answer.get("iss"), idp.issuer);
      assert.match(answer.get("error_description") ?? "", /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      assert.deepEqual([...answer.keys()].sort(), ["error", "error_description", "iss", "state"]);
    });
  }

  test("a response type that the application does not have: unauthorized_client, and it says which it has", async () => {
    const seen = await idp
      .browser()
      .visit(authorizeUrl(idp, { client: codeOnly, parameters: { response_type: "id_token", nonce: "n" } }));
    assert.equal(answerOf(seen).get("error"), "unauthorized_client");
    assert.match(answerOf(seen).get("error_description") ?? "", /Enabled: code/);
  });

  test("an application with the method PKCE must send a challenge", async () => {
    const answer = answerOf(await idp.browser().visit(authorizeUrl(idp, { client: idp.spa })));
    assert.equal(answer.get("error"), "invalid_request");
    assert.match(answer.get("error_description") ?? "", /code_challenge is missing/);
  });

  test("a repeated parameter of any name", async () => {
    for (const name of ["state", "scope", "nonce", "prompt", "anything"]) {
      const seen = await raw(idp.web, `response_type=code&scope=openid&${name}=a&${name}=b`);
      assert.equal(answerOf(seen).get("error"), "invalid_request", name);
    }
  });

  test("the earlier check decides", async () => {
    const seen = await idp
      .browser()
      .visit(
        authorizeUrl(idp, { client: idp.web, parameters: { request: "x", response_type: "nonsense", scope: "none" } }),
      );
    assert.equal(answerOf(seen).get("error"), "request_not_supported");
  });

  test("form_post carries the error in a form that posts itself", async () => {
    const seen = await idp.browser().visit(
      authorizeUrl(idp, {
        client: idp.web,
        parameters: { response_mode: "form_post", scope: "x", state: '"><script>' },
      }),
    );
    assert.equal(seen.status, 200);
    assert.match(seen.body, new RegExp(`<form method="post" action="${CALLBACK}">`));
    assert.match(seen.body, /name="error" value="invalid_scope"/);
    assert.match(seen.body, /name="state" value="&quot;&gt;&lt;script&gt;"/);
    const policy = String(seen.headers["content-security-policy"]);
    assert.match(policy, /script-src 'sha256-[^']+'/);
    assert.doesNotMatch(policy, /form-action/, "where the application goes on to is its own affair");
  });
});

test("when something goes wrong on our side, the client is told so, without details", async () => {
  const broken = await startIdp();
  // Everything up to the decision works; opening the app session does not.
  await broken.node.services.storage.transaction((tx) =>
    tx.schema.alterTable("project_grants").renameTo("project_grants_gone").execute(),
  );
  const browser = broken.browser();
  const page = await browser.visit(authorizeUrl(broken, { client: broken.web }));
  const answer = answerOf(await signInAs(browser, page, `ada@${broken.world.acme.domain}`));
  assert.equal(answer.get("error"), "server_error");
  assert.equal(answer.get("state"), "s-1");
  assert.doesNotMatch(answer.get("error_description") ?? "", /project_grants|SQL|at /i);
  assert.ok(broken.node.lines.some((line) => line.includes('"level":"error"')));
  assert.ok(!broken.node.lines.some((line) => line.includes("no such table")));
  await broken.close();
});
