/**
 * A server-side web application built with openid-client, over a real socket, by every way to authenticate a client.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as client from "openid-client";
import type { ApplicationSettings } from "../../src/identity/applications/types.ts";
import type { Browser } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { CALLBACK, type Idp, type Registered } from "../support/idp.ts";
import { adaVisits, addApplicationKey, listenAsIdp } from "./stage.ts";

const BYE = "https://app.example/bye";
const SCOPE = "openid profile email offline_access";

type ToClientAuth = (idp: Idp, registered: Registered) => Promise<client.ClientAuth>;

const methods: Record<string, { settings: Partial<ApplicationSettings>; auth: ToClientAuth }> = {
  client_secret_basic: {
    settings: { authMethod: "basic" },
    auth: async (_idp, { secret }) => client.ClientSecretBasic(secret),
  },
  client_secret_post: {
    settings: { authMethod: "post" },
    auth: async (_idp, { secret }) => client.ClientSecretPost(secret),
  },
  private_key_jwt: {
    settings: { authMethod: "private_key_jwt" },
    async auth(idp, { application }) {
      const { privateKey, keyId } = await addApplicationKey(idp, application);
      return client.PrivateKeyJwt({ key: privateKey, kid: keyId });
    },
  },
  none: { settings: { authMethod: "pkce" }, auth: async () => client.None() },
};

for (const engine of enginesOf(import.meta.filename)) {
  describe(`openid-client, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await listenAsIdp(engine);
    });
    after(() => idp.close());

    async function configure({ application }: Registered, auth: client.ClientAuth): Promise<client.Configuration> {
      const id_token_signed_response_alg = application.tokens.idTokenAlgorithm ?? "RS256";
      const config = await client.discovery(
        new URL(idp.issuer),
        application.id,
        { id_token_signed_response_alg },
        auth,
        {
          execute: [client.allowInsecureRequests],
        },
      );
      client.enableNonRepudiationChecks(config);
      return config;
    }

    async function register(method: string, change: Partial<ApplicationSettings> = {}) {
      const { settings, auth } = methods[method] ?? assert.fail(`there is no method ${method}`);
      const registered = await idp.register("web", { ...settings, postLogoutRedirectUris: [BYE], ...change });
      return { registered, config: await configure(registered, await auth(idp, registered)) };
    }

    /** To the callback, with what the application has to remember until then. */
    async function begin(config: client.Configuration, browser: Browser = idp.browser()) {
      const pkceCodeVerifier = client.randomPKCECodeVerifier();
      const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: SCOPE,
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: "S256",
      });
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
      return { checks, callback: await adaVisits(idp, url, browser), browser };
    }

    for (const [method, { settings }] of Object.entries(methods)) {
      for (const idTokenAlgorithm of ["RS256", "ES256"] as const) {
        test(`${method}, ${idTokenAlgorithm}: signs in, asks, refreshes, revokes and signs out`, async () => {
          const { config, registered } = await register(method, { tokens: { idTokenAlgorithm } });
          const { checks, callback, browser } = await begin(config);
          const tokens = await client.authorizationCodeGrant(config, callback, checks);
          const claims = tokens.claims();
          assert.equal(claims?.sub, idp.world.ada.id);
          assert.equal(claims?.aud, registered.application.id);
          assert.equal(tokens.scope, SCOPE);

          const person = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? "");
          assert.deepEqual(
            [person.name, person.email, person.email_verified],
            ["Ada Lovelace", idp.world.ada.email, true],
          );

          const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
          assert.equal(refreshed.claims()?.sub, claims?.sub);
          assert.notEqual(refreshed.refresh_token, tokens.refresh_token);
          assert.notEqual(refreshed.access_token, tokens.access_token);

          const active = async (token: string) => (await client.tokenIntrospection(config, token)).active;
          if (settings.authMethod === "pkce") {
            await assert.rejects(
              active(refreshed.access_token),
              refusedAs("invalid_client"),
              "a public client may not introspect",
            );
          } else {
            const told = await client.tokenIntrospection(config, refreshed.access_token);
            assert.deepEqual(
              [told.active, told.sub, told.client_id, told.scope],
              [true, claims?.sub, registered.application.id, SCOPE],
            );
          }

          await client.tokenRevocation(config, tokens.access_token);
          await assert.rejects(
            client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? ""),
            refusedAs("invalid_token"),
          );
          await client.fetchUserInfo(config, refreshed.access_token, claims?.sub ?? "");
          await client.tokenRevocation(config, refreshed.refresh_token ?? "");
          await assert.rejects(
            client.fetchUserInfo(config, refreshed.access_token, claims?.sub ?? ""),
            refusedAs("invalid_token"),
          );
          await assert.rejects(
            client.refreshTokenGrant(config, refreshed.refresh_token ?? ""),
            refusedAs("invalid_grant"),
          );
          if (settings.authMethod !== "pkce") assert.equal(await active(refreshed.access_token), false);

          const out = client.buildEndSessionUrl(config, {
            id_token_hint: tokens.id_token ?? "",
            post_logout_redirect_uri: BYE,
            state: "bye-1",
          });
          assert.equal((await browser.visit(out.href)).url, `${BYE}?state=bye-1`);
          const again = await browser.visit(
            client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: "openid" }).href,
          );
          const outcome = settings.authMethod === "pkce" ? "error=invalid_request" : "/login?request=";
          assert.ok(again.url.includes(outcome), again.url);
        });
      }
    }

    test("a confidential application signs in without PKCE, too, and a claim it has not asked for does not come", async () => {
      const { config } = await register("client_secret_basic");
      const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: "openid" });
      const tokens = await client.authorizationCodeGrant(config, await adaVisits(idp, url), { idTokenExpected: true });
      assert.equal(tokens.refresh_token, undefined);
      const person = await client.fetchUserInfo(config, tokens.access_token, idp.world.ada.id);
      assert.deepEqual(Object.keys(person), ["sub"]);
    });

    test("with max_age the ID token says when she signed in, as the client checks", async () => {
      const { config } = await register("client_secret_basic");
      const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: "openid", max_age: "30" });
      const callback = await adaVisits(idp, url);
      const tokens = await client.authorizationCodeGrant(config, callback, { maxAge: 30 });
      assert.ok(Math.abs(Date.now() / 1000 - (tokens.claims()?.auth_time ?? 0)) < 20);
    });

    test("the implicit flow with an ID token alone; another nonce is refused", async () => {
      const { config } = await register("client_secret_basic", {
        responseTypes: ["code", "id_token"],
        grantTypes: ["authorization_code", "implicit"],
      });
      client.useIdTokenResponseType(config);
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: "openid email", state, nonce });
      const callback = await adaVisits(idp, url);
      const claims = await client.implicitAuthentication(config, callback, nonce, { expectedState: state });
      assert.deepEqual([claims.sub, claims.email], [idp.world.ada.id, idp.world.ada.email]);
      await assert.rejects(
        client.implicitAuthentication(config, callback, client.randomNonce(), { expectedState: state }),
        noticed("nonce"),
      );
    });

    test("a secret goes in either place, whichever the application is set to", async () => {
      for (const [method, elsewhere] of [
        ["client_secret_basic", client.ClientSecretPost],
        ["client_secret_post", client.ClientSecretBasic],
      ] as const) {
        const { registered } = await register(method);
        const config = await configure(registered, elsewhere(registered.secret));
        const { checks, callback } = await begin(config);
        const tokens = await client.authorizationCodeGrant(config, callback, checks);
        assert.ok(tokens.id_token, method);
        assert.equal((await client.tokenIntrospection(config, tokens.access_token)).active, true);
        await client.tokenRevocation(config, tokens.access_token);
      }
    });

    test("a wrong secret, and the right one in the other place of a strict application, are refused and do not burn the code", async () => {
      const { config, registered } = await register("client_secret_basic", { strictAuthMethod: true });
      const { checks, callback } = await begin(config);
      const wrong = await configure(registered, client.ClientSecretBasic("wrong"));
      await assert.rejects(client.authorizationCodeGrant(wrong, callback, checks), refusedAs("invalid_client"));
      const elsewhere = await configure(registered, client.ClientSecretPost(registered.secret));
      await assert.rejects(client.authorizationCodeGrant(elsewhere, callback, checks), refusedAs("invalid_client"));
      assert.ok((await client.authorizationCodeGrant(config, callback, checks)).id_token);
    });

    test("a key that is not the application's is refused", async () => {
      const { registered } = await register("private_key_jwt");
      const { registered: other } = await register("private_key_jwt");
      const { privateKey, keyId } = await addApplicationKey(idp, other.application);
      const config = await configure(registered, client.PrivateKeyJwt({ key: privateKey, kid: keyId }));
      const { checks, callback } = await begin(config);
      await assert.rejects(client.authorizationCodeGrant(config, callback, checks), refusedAs("invalid_client"));
    });

    test("a tampered state, nonce or iss is noticed by the client", async () => {
      const { config } = await register("client_secret_basic");
      const { checks, callback } = await begin(config);
      const tampered = (name: string) =>
        new URL(callback.href.replace(new RegExp(`${name}=[^&]*`), `${name}=tampered`));
      await assert.rejects(client.authorizationCodeGrant(config, tampered("state"), checks), noticed("state"));
      await assert.rejects(client.authorizationCodeGrant(config, tampered("iss"), checks), noticed("iss"));
      const otherNonce = { ...checks, expectedNonce: client.randomNonce() };
      await assert.rejects(client.authorizationCodeGrant(config, callback, otherNonce), noticed("nonce"));
    });

    test("a wrong verifier ends the code; a code used twice ends what it gave", async () => {
      const { config } = await register("client_secret_basic");
      const first = await begin(config);
      const wrong = { ...first.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
      await assert.rejects(client.authorizationCodeGrant(config, first.callback, wrong), refusedAs("invalid_grant"));
      await assert.rejects(
        client.authorizationCodeGrant(config, first.callback, first.checks),
        refusedAs("invalid_grant"),
      );
      const second = await begin(config);
      const { access_token } = await client.authorizationCodeGrant(config, second.callback, second.checks);
      assert.equal((await client.tokenIntrospection(config, access_token)).active, true);
      await assert.rejects(
        client.authorizationCodeGrant(config, second.callback, second.checks),
        refusedAs("invalid_grant"),
      );
      assert.equal((await client.tokenIntrospection(config, access_token)).active, false);
    });

    test("an error of the authorization endpoint reaches the application as such", async () => {
      const { config } = await register("client_secret_basic");
      const url = client.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: "openid", prompt: "none" });
      await assert.rejects(
        client.authorizationCodeGrant(config, await adaVisits(idp, url)),
        refusedAs("login_required"),
      );
    });
  });
}

/** The library tells an error of the server apart from its own findings; which one it was is in different places. */
function refusedAs(code: string): (error: unknown) => boolean {
  return (error) => {
    if (error instanceof client.WWWAuthenticateChallengeError) {
      const challenge = error.cause[0]?.parameters.error;
      return challenge === undefined ? error.status === 401 && code === "invalid_client" : challenge === code;
    }
    return (
      (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError) &&
      error.error === code
    );
  };
}

/** The library's own finding about a value that is not the expected one. */
function noticed(what: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof client.ClientError && error.cause instanceof Error && error.cause.message.includes(`"${what}"`);
}
