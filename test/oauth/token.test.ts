/** Exchanging a code, as a client sees it. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { changeApplication, setApplicationState } from "../../src/identity/applications/applications.ts";
import { endLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import {
  type Client,
  challenge,
  counts,
  exchange,
  getTokens,
  makeClient,
  post,
  refresh,
  TOKEN,
  verifier,
} from "../support/clients.ts";
import { issuer, onEachMachine, signInAt } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("exchanging a code", (stage) => {
  let web: Client;
  let spa: Client;
  let stranger: Client;
  const ada = () => stage.world.ada.id;
  before(async () => {
    const { project, acme, storage } = stage.world;
    const place = { projectId: project.id, organizationId: acme.id };
    web = await makeClient(storage, { ...place, method: "basic" });
    spa = await makeClient(storage, { ...place, method: "pkce", type: "user_agent" });
    stranger = await makeClient(storage, { ...place, method: "basic" });
  });
  const signIn = (client: Client, change = {}) =>
    signInAt(stage.node, { applicationId: client.id, userId: ada(), challenge, ...change });

  test("a code gives an access token, an ID token and, because offline_access was granted, a refresh token", async () => {
    const { code, loginSessionId } = await signIn(web, { nonce: "n-1" });
    const answer = await exchange(stage.node, web, code);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.equal(answer.headers["access-control-allow-origin"], "*");
    const body = answer.json();
    assert.deepEqual(Object.keys(body).toSorted(), [
      "access_token",
      "expires_in",
      "id_token",
      "refresh_token",
      "scope",
      "token_type",
    ]);
    assert.equal(body.token_type, "Bearer");
    assert.equal(body.expires_in, 3600);
    assert.equal(body.scope, "openid offline_access");
    const keys = createLocalJWKSet((await stage.node.app.inject({ url: "/oauth/v2/keys" })).json());
    const { payload, protectedHeader } = await jwtVerify(body.id_token, keys, { issuer, audience: web.id });
    assert.equal(protectedHeader.alg, "RS256");
    assert.equal(payload.sub, ada());
    assert.equal(payload.nonce, "n-1");
    assert.equal(payload.azp, web.id);
    assert.equal(payload.sid, loginSessionId);
    assert.deepEqual(payload.amr, ["pwd"]);
    assert.equal(typeof payload.auth_time, "number");
    assert.ok(payload.at_hash);
    assert.equal(payload.email, undefined);
    assert.equal(await counts(stage.other, web, body.access_token), true, "and it counts on the other node");
  });

  test("without offline_access, or without the grant, there is no refresh token", async () => {
    assert.equal((await getTokens(stage.node, web, { userId: ada(), scopes: ["openid"] })).refresh_token, undefined);
    const { world } = stage;
    const change = { grantTypes: ["authorization_code"] as const };
    const plain = await makeClient(world.storage, {
      projectId: world.project.id,
      organizationId: world.acme.id,
      method: "basic",
      change,
    });
    assert.equal((await getTokens(stage.node, plain, { userId: ada() })).refresh_token, undefined);
  });

  test("only the right client, redirect_uri and verifier within a minute get tokens; anything wrong burns the code", async () => {
    for (const rightClient of [true, false])
      for (const rightRedirect of [true, false])
        for (const rightVerifier of [true, false])
          for (const fresh of [true, false]) {
            const { code } = await signIn(
              web,
              fresh ? {} : { lifetimes: { codeMs: -1, idleMs: 60_000, absoluteMs: 60_000 } },
            );
            const answer = await exchange(stage.node, rightClient ? web : stranger, code, {
              redirect_uri: rightRedirect ? "https://app.example/callback" : "https://app.example/callback/",
              code_verifier: rightVerifier ? verifier : "x".repeat(43),
            });
            const right = rightClient && rightRedirect && rightVerifier && fresh;
            const label = JSON.stringify({ rightClient, rightRedirect, rightVerifier, fresh });
            assert.equal(answer.statusCode, right ? 200 : 400, label);
            if (right) continue;
            assert.equal(answer.json().error, "invalid_grant", label);
            assert.equal((await exchange(stage.node, web, code)).json().error, "invalid_grant", `${label} burnt`);
          }
  });

  test("a verifier is needed exactly when a challenge was sent", async () => {
    const withChallenge = async (form: Record<string, string | undefined>) =>
      (await exchange(stage.node, web, (await signIn(web)).code, form)).json().error;
    assert.equal(await withChallenge({ code_verifier: undefined }), "invalid_grant");
    assert.equal(await withChallenge({ code_verifier: "" }), "invalid_grant");
    assert.equal(await withChallenge({ code_verifier: challenge }), "invalid_grant", "plain is not S256");
    const { code } = await signIn(web, { challenge: "" });
    assert.equal((await exchange(stage.node, web, code)).json().error, "invalid_grant", "a verifier nobody asked for");
    const other = await signIn(web, { challenge: "" });
    assert.equal((await exchange(stage.node, web, other.code, { code_verifier: undefined })).statusCode, 200);
  });

  test("a verifier has 43 to 128 unreserved characters (RFC 7636 §4.1), even if its hash fits", async () => {
    const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
    for (const [text, status] of [
      ["a".repeat(43), 200],
      ["~".repeat(128), 200],
      ["a".repeat(42), 400],
      ["a".repeat(129), 400],
      [`${"a".repeat(43)}+`, 400],
    ] as const) {
      const { code } = await signIn(web, { challenge: hash(text) });
      assert.equal((await exchange(stage.node, web, code, { code_verifier: text })).statusCode, status, text);
    }
  });

  test("a refused code says why, to the client it was for only", async () => {
    const why = async (client: Client, change: Record<string, string>) => {
      const { code } = await signIn(web);
      return (await exchange(stage.node, client, code, change)).json().error_description;
    };
    assert.match(await why(web, { redirect_uri: "https://app.example/other" }), /^redirect_uri is not exactly/);
    assert.match(await why(web, { code_verifier: "x".repeat(50) }), /^code_verifier does not fit/);
    assert.match(
      await why(stranger, { redirect_uri: "https://app.example/other" }),
      /^The code was not issued to this client/,
    );
    const expired = await signIn(web, { lifetimes: { codeMs: -1, idleMs: 60_000, absoluteMs: 60_000 } });
    assert.match((await exchange(stage.node, web, expired.code)).json().error_description, /has expired/);
    const { code } = await signIn(web);
    await exchange(stage.node, web, code);
    assert.match((await exchange(stage.node, web, code)).json().error_description, /used before/);
  });

  test("a public application never gets tokens without a verifier, whatever its session says", async () => {
    const { code } = await signIn(spa, { challenge: "" });
    assert.equal((await exchange(stage.node, spa, code, { code_verifier: undefined })).json().error, "invalid_grant");
  });

  test("a missing redirect_uri is a wrong one", async () => {
    const { code } = await signIn(web);
    assert.equal((await exchange(stage.node, web, code, { redirect_uri: undefined })).json().error, "invalid_grant");
  });

  test("a client that fails to authenticate burns nothing", async () => {
    const { code } = await signIn(web);
    const failed = await exchange(stage.node, { ...web, secret: "wrong" }, code);
    assert.equal(failed.statusCode, 401);
    assert.equal((await exchange(stage.node, web, code)).statusCode, 200);
  });

  test("a second use is refused and ends what the first one gave", async () => {
    const { code } = await signIn(web);
    const tokens = (await exchange(stage.node, web, code)).json();
    assert.equal(await counts(stage.node, web, tokens.access_token), true);
    assert.equal((await exchange(stage.other, web, code)).json().error, "invalid_grant");
    assert.equal(await counts(stage.node, web, tokens.access_token), false);
    assert.equal((await refresh(stage.node, web, tokens.refresh_token)).json().error, "invalid_grant");
  });

  test("many at once: one of them gets tokens", async () => {
    const { code } = await signIn(web);
    const nodes = [stage.node, stage.other];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => exchange(nodes[n % 2] ?? stage.node, web, code)),
    );
    assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
  });

  test("what is no code of ours is no code, and a code is nothing else", async () => {
    const { access_token, refresh_token } = await getTokens(stage.node, web, { userId: ada() });
    const { code, appSessionId, loginSessionId } = await signIn(web);
    for (const wrong of [
      access_token,
      refresh_token,
      appSessionId,
      loginSessionId,
      code.slice(0, -1),
      `${code}A`,
      code.replace("sgc_", "sgr_"),
    ]) {
      assert.equal((await exchange(stage.node, web, wrong)).json().error, "invalid_grant", wrong);
    }
    assert.equal((await refresh(stage.node, web, code)).json().error, "invalid_grant");
    assert.equal(await counts(stage.node, web, code), false);
    assert.equal((await exchange(stage.node, web, code)).statusCode, 200);
  });

  test("a code is worth nothing once the person is locked, has signed out, or the application is switched off", async () => {
    const { storage, acme, project } = stage.world;
    const eve = await storage.transaction((tx) => createHuman(tx, { organizationId: acme.id, userName: "eve" }, by));
    const first = await signIn(web, { userId: eve.id });
    await storage.transaction((tx) => setUserState(tx, eve.id, "lock", by));
    assert.equal((await exchange(stage.other, web, first.code)).json().error, "invalid_grant");
    const second = await signIn(web);
    await storage.transaction((tx) => endLoginSession(tx, second.loginSessionId, by));
    assert.equal((await exchange(stage.other, web, second.code)).json().error, "invalid_grant");
    const gone = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
    const third = await signIn(gone);
    await storage.transaction((tx) => setApplicationState(tx, gone.id, "deactivate", by));
    assert.equal((await exchange(stage.other, gone, third.code)).json().error, "invalid_client");
  });

  test("the application's settings decide kind, lifetime and algorithm", async () => {
    const { storage, project, acme } = stage.world;
    const client = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
    const tokens = {
      accessTokenKind: "jwt",
      idTokenAlgorithm: "ES256",
      lifetimes: { accessToken: 120, idToken: 60 },
    } as const;
    await storage.transaction((tx) => changeApplication(tx, client.id, { tokens }, by));
    const answer = await getTokens(stage.node, client, { userId: ada(), scopes: ["openid", "profile"] });
    assert.equal(answer.expires_in, 120);
    const keys = createLocalJWKSet((await stage.node.app.inject({ url: "/oauth/v2/keys" })).json());
    const access = await jwtVerify(answer.access_token, keys, { issuer, audience: project.id, typ: "at+jwt" });
    assert.equal(access.protectedHeader.alg, "ES256");
    assert.deepEqual(access.payload.aud, [client.id, project.id]);
    assert.equal(access.payload.client_id, client.id);
    assert.equal(access.payload.scope, "openid profile");
    assert.equal(access.payload.name, undefined);
    const id = await jwtVerify(answer.id_token, keys, { issuer, audience: client.id });
    assert.equal((id.payload.exp ?? 0) - (id.payload.iat ?? 0), 60);
    assert.equal(await counts(stage.node, client, answer.access_token), true);
    await stage.database.advance(121_000);
    assert.equal(await counts(stage.node, client, answer.access_token), false);
  });

  test("with id_token_userinfo_assertion the ID token tells what the scopes ask for", async () => {
    const { storage, project, acme, ada: person } = stage.world;
    const place = { projectId: project.id, organizationId: acme.id };
    const client = await makeClient(storage, { ...place, method: "basic", change: { idTokenUserinfoAssertion: true } });
    const { id_token } = await getTokens(stage.node, client, { userId: ada(), scopes: ["openid", "profile", "email"] });
    const claims = JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString());
    assert.equal(claims.name, "Ada Lovelace");
    assert.equal(claims.email, person.email);
    assert.equal(claims.email_verified, true);
    assert.equal(claims.sub, person.id);
  });

  test("what is asked has to be understood", async () => {
    const ask = async (form: Record<string, string>) => (await post(stage.node, TOKEN, form, { as: web })).json();
    assert.equal((await ask({})).error, "invalid_request");
    assert.equal((await ask({ grant_type: "" })).error, "invalid_request");
    for (const grant of [
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
      "urn:ietf:params:oauth:grant-type:token-exchange",
      "Authorization_Code",
    ]) {
      assert.equal((await ask({ grant_type: grant })).error, "unsupported_grant_type", grant);
    }
    assert.equal((await ask({ grant_type: "authorization_code" })).error, "invalid_request");
    assert.match((await ask({ grant_type: "authorization_code" })).error_description, /code/);
    const { code } = await signIn(web);
    const repeated = await stage.node.app.inject({
      method: "POST",
      url: TOKEN,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `grant_type=authorization_code&code=${code}&code=${code}`,
    });
    assert.equal(repeated.json().error, "invalid_request");
    assert.equal((await exchange(stage.node, web, code)).statusCode, 200);
  });
});
