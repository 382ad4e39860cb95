/** Group D: which client is calling, and what it may ask for. */
import assert from "node:assert/strict";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import { type Client, INTROSPECT, makeClient, post, REVOKE, TOKEN } from "../support/clients.ts";
import { by } from "../support/world.ts";
import { holdGroup } from "./group.ts";
import { type MachineStage, openMachineStage, tokensOf } from "./machine-stage.ts";

const registrationAddresses = [
  "/register",
  "/connect/register",
  "/oauth/register",
  "/oauth/v2/register",
  "/oauth/v2/registration",
  "/oauth/v2/clients",
  "/oauth2/register",
  "/openid/register",
  "/clients",
  "/api/clients",
  "/.well-known/oauth-authorization-server",
];

async function errorFor({ node }: MachineStage, as: Client, form: Record<string, string>): Promise<string> {
  const answer = await post(node, TOKEN, form, { as });
  assert.equal(answer.json().access_token, undefined);
  return answer.json().error;
}

holdGroup("D", openMachineStage, {
  async D7(stage) {
    const { node, world, api } = stage;
    const place = { projectId: world.project.id, organizationId: world.acme.id };
    for (const method of ["basic", "post", "pkce", "private_key_jwt"] as const) {
      const client = await makeClient(node.storage, { ...place, method });
      const { access_token, refresh_token } = await tokensOf(stage, client);
      await node.storage.transaction((tx) => setApplicationState(tx, client.id, "deactivate", by));
      const calls: [string, Record<string, string>][] = [
        [TOKEN, { grant_type: "refresh_token", refresh_token }],
        [TOKEN, { grant_type: "authorization_code", code: "x", redirect_uri: "https://app.example/callback" }],
        [TOKEN, { grant_type: "client_credentials", scope: "openid" }],
        [INTROSPECT, { token: access_token }],
        [REVOKE, { token: access_token }],
        [REVOKE, { token: refresh_token }],
      ];
      for (const [path, form] of calls) {
        const answer = await post(node, path, form, { as: client });
        assert.deepEqual(
          [answer.statusCode, answer.json().error],
          [401, "invalid_client"],
          `${method} ${path} ${JSON.stringify(form)}`,
        );
      }
      assert.equal((await post(node, INTROSPECT, { token: access_token }, { as: api })).body, '{"active":false}');
      const application = await node.storage.db
        .selectFrom("applications")
        .select("state")
        .where("id", "=", client.id)
        .executeTakeFirst();
      assert.equal(application?.state, "inactive");
    }
  },

  async D11({ node }) {
    const discovery = await node.app.inject({ url: "/.well-known/openid-configuration" });
    assert.equal(discovery.json().registration_endpoint, undefined);
    const payload = { redirect_uris: ["https://evil.test/cb"], grant_types: ["authorization_code"], scope: "openid" };
    const count = () => node.storage.db.selectFrom("applications").select("id").execute();
    const before = await count();
    for (const url of registrationAddresses) {
      for (const method of ["GET", "POST", "PUT"] as const) {
        const answer = await node.app.inject({ method, url, ...(method === "GET" ? {} : { payload }) });
        assert.equal(answer.statusCode, 404, `${method} ${url}`);
      }
    }
    assert.deepEqual(await count(), before);
  },

  async D12(stage) {
    const { web, spa, api, robot, signer } = stage;
    const unknown = [
      "password",
      "implicit",
      "urn:ietf:params:oauth:grant-type:device_code",
      "urn:ietf:params:oauth:grant-type:saml2-bearer",
      "urn:openid:params:grant-type:ciba",
      "Authorization_Code",
      "authorization_code ",
      "refresh-token",
      "__proto__",
      "constructor",
      "toString",
    ];
    const form = { username: "ada", password: "x", scope: "openid", code: "x", assertion: "x" };
    for (const grant_type of unknown) {
      for (const client of [web, spa, robot]) {
        assert.equal(await errorFor(stage, client, { ...form, grant_type }), "unsupported_grant_type", grant_type);
      }
    }
    assert.equal(await errorFor(stage, web, { ...form, grant_type: "" }), "invalid_request");
    for (const client of [web, spa, signer, api]) {
      assert.equal(
        await errorFor(stage, client, { grant_type: "client_credentials", scope: "openid" }),
        "unauthorized_client",
      );
    }
    for (const grant_type of ["authorization_code", "refresh_token"]) {
      const asked = { grant_type, code: "x", refresh_token: "x", redirect_uri: "https://app.example/callback" };
      assert.equal(await errorFor(stage, api, asked), "unauthorized_client", grant_type);
      assert.equal(await errorFor(stage, robot, asked), "invalid_client", "a service user signs nobody in");
    }
  },
});
