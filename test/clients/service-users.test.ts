/** Programs without a person: client_credentials and the JWT bearer grant, with oauth4webapi and a key file. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt, type JWTPayload, SignJWT } from "jose";
import * as oauth from "oauth4webapi";
import { tokenDefaults } from "../../src/identity/applications/types.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { enginesOf } from "../support/engines.ts";
import type { Idp } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { addServiceUser, listenAsIdp } from "./stage.ts";

const insecure = { [oauth.allowInsecureRequests]: true };
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const audienceScope = (projectId: string) => `urn:service:iam:org:project:id:${projectId}:aud`;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`service users, on ${engine.name}`, () => {
    let idp: Idp;
    let as: oauth.AuthorizationServer;
    let robot: Awaited<ReturnType<typeof addServiceUser>>;
    let client: oauth.Client;
    before(async () => {
      idp = await listenAsIdp(engine);
      const issuer = new URL(idp.issuer);
      as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
      robot = await addServiceUser(idp, "robot");
      client = { client_id: robot.id };
      const settings = { ...builtInPolicies.tokens, defaults: { ...tokenDefaults, accessTokenKind: "jwt" } };
      await idp.node.services.storage.transaction((tx) => setPolicy(tx, "tokens", { settings }, by));
    });
    after(() => idp.close());

    const byCredentials = async (auth: oauth.ClientAuth, scope: string) => {
      const response = await oauth.clientCredentialsGrantRequest(as, client, auth, { scope }, insecure);
      return oauth.processClientCredentialsResponse(as, client, response);
    };
    /** As `robot` would sign it, but for what a test changes. */
    const sign = (change: JWTPayload = {}, key = robot.privateKey) => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: robot.id, sub: robot.id, aud: idp.issuer, iat: now, exp: now + 300, ...change };
      return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: robot.file.keyId ?? "" }).sign(key);
    };
    const byAssertion = async (assertion: string, scope: string) => {
      const response = await oauth.genericTokenEndpointRequest(
        as,
        client,
        oauth.None(),
        JWT_BEARER,
        { assertion, scope },
        insecure,
      );
      return oauth.processGenericTokenEndpointResponse(as, client, response);
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

    for (const [name, toAuth] of [
      ["basic", oauth.ClientSecretBasic],
      ["post", oauth.ClientSecretPost],
    ] as const) {
      test(`client_credentials with the secret, ${name}; a wrong secret is refused`, async () => {
        const tokens = await byCredentials(toAuth(robot.secret), "openid");
        assert.equal(tokens.refresh_token, undefined);
        const claims = await validate(tokens.access_token, robot.id);
        assert.deepEqual([claims.sub, claims.client_id], [robot.id, robot.id]);
        const person = await oauth.userInfoRequest(as, client, tokens.access_token, insecure);
        assert.equal((await oauth.processUserInfoResponse(as, client, robot.id, person)).sub, robot.id);
        await assert.rejects(byCredentials(toAuth("wrong"), "openid"), { code: oauth.WWW_AUTHENTICATE_CHALLENGE });
      });
    }

    test("client_credentials with the key", async () => {
      const auth = oauth.PrivateKeyJwt({ key: robot.privateKey, kid: robot.keyId });
      const tokens = await byCredentials(auth, "openid");
      assert.equal((await validate(tokens.access_token, robot.id)).sub, robot.id);
      const other = oauth.PrivateKeyJwt({ key: robot.privateKey, kid: crypto.randomUUID() });
      await assert.rejects(byCredentials(other, "openid"), { code: oauth.WWW_AUTHENTICATE_CHALLENGE });
    });

    test("the key file signs an assertion that gives tokens, and an ID token about itself", async () => {
      assert.deepEqual([robot.file.type, robot.file.userId], ["serviceaccount", robot.id]);
      const tokens = await byAssertion(await sign(), "openid profile");
      assert.deepEqual(
        [tokens.token_type, tokens.scope, tokens.refresh_token],
        ["bearer", "openid profile", undefined],
      );
      const claims = decodeJwt(tokens.id_token ?? "");
      assert.deepEqual([claims.sub, claims.aud], [robot.id, robot.id]);
      assert.deepEqual((await validate(tokens.access_token, robot.id)).aud, [robot.id]);
    });

    test("the audience scope puts a project into the audience: its own organization's, and the service's own", async () => {
      const { id: projectId } = idp.world.project;
      const serviceProjectId = idp.world.instance.projectId;
      for (const scope of [audienceScope(serviceProjectId), audienceScope("service")]) {
        const tokens = await byAssertion(await sign(), `openid ${audienceScope(projectId)} ${scope}`);
        const { aud } = await validate(tokens.access_token, serviceProjectId);
        assert.deepEqual(aud, [robot.id, projectId, serviceProjectId]);
      }
      const { access_token } = await byCredentials(
        oauth.ClientSecretBasic(robot.secret),
        `openid ${audienceScope(serviceProjectId)}`,
      );
      assert.ok(await validate(access_token, serviceProjectId));
    });

    test("without the scope, or with a project that is not there, the audience is the service user alone", async () => {
      const { access_token, scope } = await byAssertion(await sign(), `openid ${audienceScope(crypto.randomUUID())}`);
      assert.equal(scope, "openid");
      assert.deepEqual((await validate(access_token, robot.id)).aud, [robot.id]);
      await assert.rejects(validate(access_token, idp.world.instance.projectId), { code: oauth.JWT_CLAIM_COMPARISON });
    });

    test("an API in the audience may introspect the token; one that is not learns nothing", async () => {
      const api = await idp.register("api", { authMethod: "basic" });
      const asApi = { client_id: api.application.id };
      const ask = async (scope: string) => {
        const { access_token } = await byAssertion(await sign(), scope);
        const response = await oauth.introspectionRequest(
          as,
          asApi,
          oauth.ClientSecretBasic(api.secret),
          access_token,
          insecure,
        );
        return oauth.processIntrospectionResponse(as, asApi, response);
      };
      const told = await ask(`openid ${audienceScope(idp.world.project.id)}`);
      assert.deepEqual([told.active, told.sub, told.client_id], [true, robot.id, robot.id]);
      assert.deepEqual(await ask("openid"), { active: false });
    });

    test("an assertion that is expired, meant for others, about somebody else, used twice or signed by another key gives nothing", async () => {
      const now = Math.floor(Date.now() / 1000);
      const { privateKey: stranger } = await oauth.generateKeyPair("RS256");
      const bad: [string, string][] = [
        ["expired", await sign({ iat: now - 600, exp: now - 300 })],
        ["from the future", await sign({ iat: now + 600, exp: now + 900 })],
        ["too long", await sign({ exp: now + 7200 })],
        ["for others", await sign({ aud: "https://another.example" })],
        ["about somebody else", await sign({ sub: idp.world.ada.id })],
        ["as somebody else", await sign({ iss: idp.world.ada.id, sub: idp.world.ada.id })],
        ["another key", await sign({}, stranger)],
      ];
      const refused = { code: oauth.RESPONSE_BODY_ERROR, error: "invalid_grant", status: 400 };
      for (const [name, assertion] of bad) await assert.rejects(byAssertion(assertion, "openid"), refused, name);
      const once = await sign({ jti: crypto.randomUUID() });
      assert.ok(await byAssertion(once, "openid"));
      await assert.rejects(byAssertion(once, "openid"), refused, "used twice");
      await assert.rejects(byAssertion(await sign(), "profile"), { error: "invalid_scope" });
    });
  });
}
