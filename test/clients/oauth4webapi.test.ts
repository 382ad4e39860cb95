/** The core flow with oauth4webapi, which accepts nothing that the standards do not allow. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import { enginesOf } from "../support/engines.ts";
import { CALLBACK, type Idp, type Registered } from "../support/idp.ts";
import { adaVisits, listenAsIdp } from "./stage.ts";

const insecure = { [oauth.allowInsecureRequests]: true };

for (const engine of enginesOf(import.meta.filename)) {
  describe(`oauth4webapi, on ${engine.name}`, () => {
    let idp: Idp;
    let as: oauth.AuthorizationServer;
    let web: Registered;
    let client: oauth.Client;
    let auth: oauth.ClientAuth;
    before(async () => {
      idp = await listenAsIdp(engine);
      const issuer = new URL(idp.issuer);
      as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
      web = await idp.register("web", { authMethod: "basic", tokens: { accessTokenKind: "jwt" } });
      client = { client_id: web.application.id, id_token_signed_response_alg: "RS256", require_auth_time: true };
      auth = oauth.ClientSecretBasic(web.secret);
    });
    after(() => idp.close());

    async function begin(change: Record<string, string> = {}) {
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const url = new URL(as.authorization_endpoint ?? "");
      url.search = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: CALLBACK,
        response_type: "code",
        scope: "openid profile offline_access",
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...change,
      }).toString();
      return { verifier, state, nonce, callback: await adaVisits(idp, url) };
    }
    type Begun = Awaited<ReturnType<typeof begin>>;

    const redeem = ({ callback, state, verifier }: Begun, by = auth) => {
      const parameters = oauth.validateAuthResponse(as, client, callback, state);
      return oauth.authorizationCodeGrantRequest(as, client, by, parameters, CALLBACK, verifier, insecure);
    };
    const signIn = async () => {
      const begun = await begin();
      const response = await redeem(begun);
      const read = await oauth.processAuthorizationCodeResponse(as, client, response, {
        expectedNonce: begun.nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(as, response, insecure);
      return read;
    };
    const validate = (token: string, audience: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return oauth.validateJwtAccessToken(
        as,
        new Request("https://api.example/things", { headers }),
        audience,
        insecure,
      );
    };
    const introspect = async (token: string) =>
      oauth.processIntrospectionResponse(
        as,
        client,
        await oauth.introspectionRequest(as, client, auth, token, insecure),
      );

    test("discovery names every endpoint, and what the library can check of it is right", () => {
      const endpoints = ["authorization", "token", "introspection", "userinfo", "revocation", "end_session"] as const;
      for (const name of endpoints) assert.ok(as[`${name}_endpoint`]?.startsWith(`${idp.issuer}/oauth/v2/`), name);
      assert.equal(as.authorization_response_iss_parameter_supported, true);
      assert.deepEqual(as.code_challenge_methods_supported, ["S256"]);
    });

    test("code, userinfo, refresh, introspection and revocation pass its checks", async () => {
      const tokens = await signIn();
      const claims = oauth.getValidatedIdTokenClaims(tokens);
      assert.equal(claims?.sub, idp.world.ada.id);
      assert.equal(typeof claims?.auth_time, "number");
      const person = await oauth.userInfoRequest(as, client, tokens.access_token, insecure);
      assert.equal((await oauth.processUserInfoResponse(as, client, idp.world.ada.id, person)).name, "Ada Lovelace");

      const answer = await oauth.refreshTokenGrantRequest(as, client, auth, tokens.refresh_token ?? "", insecure);
      const refreshed = await oauth.processRefreshTokenResponse(as, client, answer);
      const again = oauth.getValidatedIdTokenClaims(refreshed);
      assert.deepEqual([again?.sub, again?.auth_time, again?.sid], [claims?.sub, claims?.auth_time, claims?.sid]);

      assert.equal((await introspect(refreshed.access_token)).active, true);
      const revoke = (token: string) => oauth.revocationRequest(as, client, auth, token, insecure);
      assert.equal(await oauth.processRevocationResponse(await revoke(refreshed.refresh_token ?? "")), undefined);
      assert.deepEqual(await introspect(refreshed.access_token), { active: false });
      const after = await oauth.userInfoRequest(as, client, refreshed.access_token, insecure);
      await assert.rejects(
        oauth.processUserInfoResponse(as, client, idp.world.ada.id, after),
        code(oauth.WWW_AUTHENTICATE_CHALLENGE),
      );
      assert.equal(await oauth.processRevocationResponse(await revoke("unknown")), undefined);
    });

    test("a JWT access token is one by RFC 9068, for the client and its project and nobody else", async () => {
      const { access_token } = await signIn();
      const claims = await validate(access_token, idp.world.project.id);
      assert.deepEqual([claims.sub, claims.client_id], [idp.world.ada.id, client.client_id]);
      assert.equal((await validate(access_token, client.client_id)).jti, claims.jti);
      await assert.rejects(validate(access_token, "https://another.example"), code(oauth.JWT_CLAIM_COMPARISON));
      const [header, payload, signature = ""] = access_token.split(".");
      const forged = [header, payload, (signature.startsWith("A") ? "B" : "A") + signature.slice(1)].join(".");
      await assert.rejects(validate(forged, idp.world.project.id), code(oauth.INVALID_RESPONSE));
    });

    test("an ID token is no access token", async () => {
      const { id_token = "", access_token } = await signIn();
      await assert.rejects(validate(id_token, client.client_id), code(oauth.INVALID_RESPONSE));
      const answer = await oauth.userInfoRequest(as, client, id_token, insecure);
      await assert.rejects(
        oauth.processUserInfoResponse(as, client, idp.world.ada.id, answer),
        code(oauth.WWW_AUTHENTICATE_CHALLENGE),
      );
      assert.equal((await introspect(id_token)).active, false);
      assert.equal((await introspect(access_token)).active, true);
    });

    test("another state, a missing or foreign iss, and another nonce are noticed", async () => {
      const begun = await begin();
      const invalid = code(oauth.INVALID_RESPONSE);
      assert.throws(() => oauth.validateAuthResponse(as, client, begun.callback, oauth.generateRandomState()), invalid);
      assert.throws(() => oauth.validateAuthResponse(as, client, begun.callback, oauth.expectNoState), invalid);
      const foreign = new URL(begun.callback);
      foreign.searchParams.set("iss", "https://evil.example");
      assert.throws(() => oauth.validateAuthResponse(as, client, foreign, begun.state), invalid);
      foreign.searchParams.delete("iss");
      assert.throws(() => oauth.validateAuthResponse(as, client, foreign, begun.state), invalid);
      const expectedNonce = oauth.generateRandomNonce();
      const response = await redeem(begun);
      await assert.rejects(
        oauth.processAuthorizationCodeResponse(as, client, response, { expectedNonce }),
        code(oauth.JWT_CLAIM_COMPARISON),
      );
    });

    test("errors are as the library expects them, at both endpoints", async () => {
      const denied = await begin({ prompt: "none" });
      const isLoginRequired = (error: unknown) =>
        error instanceof oauth.AuthorizationResponseError && error.error === "login_required";
      assert.throws(() => oauth.validateAuthResponse(as, client, denied.callback, denied.state), isLoginRequired);

      const begun = await begin();
      const stranger = await redeem(begun, oauth.ClientSecretBasic("wrong"));
      await assert.rejects(
        oauth.processAuthorizationCodeResponse(as, client, stranger),
        code(oauth.WWW_AUTHENTICATE_CHALLENGE),
      );
      const misled = await redeem({ ...begun, verifier: oauth.generateRandomCodeVerifier() });
      await assert.rejects(oauth.processAuthorizationCodeResponse(as, client, misled), {
        code: oauth.RESPONSE_BODY_ERROR,
        error: "invalid_grant",
        status: 400,
      });
    });
  });
}

function code(expected: string): { code: string } {
  return { code: expected };
}
