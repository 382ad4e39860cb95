/**
 * An application with management access carries a manager's power; one that has lost it does not, from the next request
 * on.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changeApplication } from "../../src/identity/applications/applications.ts";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, type Idp, post, type Registered, startIdp } from "../support/idp.ts";
import { by } from "../support/world.ts";

const SCOPE = "urn:service:iam:org:project:id:service:aud";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`management access, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const codeFor = async (client: Registered): Promise<string> => {
      const answer = await authorize(idp, { client, parameters: { scope: `openid offline_access ${SCOPE}` } });
      return answer.get("code") ?? "";
    };
    const redeem = (client: Registered, code: string) =>
      post(
        idp,
        "/oauth/v2/token",
        { grant_type: "authorization_code", code, redirect_uri: CALLBACK },
        { authorization: basic(client) },
      );
    const introspect = async (client: Registered, token: unknown): Promise<Record<string, unknown>> =>
      (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(client) })).json;
    const reaches = async (client: Registered, token: unknown): Promise<boolean> => {
      const { active, aud } = await introspect(client, token);
      assert.equal(active, true);
      return Array.isArray(aud) && aud.includes(idp.world.instance.projectId);
    };

    test("without it the audience scope is dropped", async () => {
      const tokens = await redeem(idp.web, await codeFor(idp.web));
      assert.equal(tokens.json.scope, "openid offline_access");
      assert.equal(await reaches(idp.web, tokens.json.access_token), false);
    });

    for (const accessTokenKind of ["opaque", "jwt"] as const) {
      test(`taking it away counts for codes, refresh tokens and access tokens (${accessTokenKind}) that are out already`, async () => {
        const client = await idp.register("web", {
          authMethod: "basic",
          managementAccess: true,
          tokens: { accessTokenKind },
        });
        const first = await redeem(client, await codeFor(client));
        const pending = await codeFor(client);
        assert.equal(await reaches(client, first.json.access_token), true);

        await idp.node.services.storage.transaction((tx) =>
          changeApplication(tx, client.application.id, { managementAccess: false }, by),
        );
        assert.equal(await reaches(client, first.json.access_token), false);
        assert.equal((await introspect(client, first.json.access_token)).scope, "openid offline_access");
        const late = await redeem(client, pending);
        assert.equal(late.json.scope, "openid offline_access");
        assert.equal(await reaches(client, late.json.access_token), false);
        const form = { grant_type: "refresh_token", refresh_token: String(first.json.refresh_token) };
        const refreshed = await post(idp, "/oauth/v2/token", form, { authorization: basic(client) });
        assert.equal(await reaches(client, refreshed.json.access_token), false);
      });
    }
  });
}
