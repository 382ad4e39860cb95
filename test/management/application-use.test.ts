/** Whether an application reads who signs in to it: from outside, by what it does. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { managerAt } from "../support/api.ts";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, type Idp, post, type Registered, startIdp } from "../support/idp.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`what an application reads, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const useOf = async ({ application }: Registered) => {
      await idp.node.services.usage.flush();
      const owner = await managerAt(idp, [{ role: "IAM_OWNER", place: { level: "iam" } }]);
      const { status, json } = await owner.get(`/applications/${application.id}/use`);
      assert.equal(status, 200);
      return Object.keys(json).toSorted();
    };
    const signIn = async (client: Registered, scope: string) => {
      const code = (await authorize(idp, { client, parameters: { scope } })).get("code") ?? "";
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const { json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(client) });
      return { accessToken: String(json.access_token), refreshToken: String(json.refresh_token) };
    };
    const newApp = () => idp.register("web", { authMethod: "basic" });

    test("nothing is known of one that nobody has signed in to, or that asks for nothing but who it is", async () => {
      const app = await newApp();
      assert.deepEqual(await useOf(app), []);
      await signIn(app, "openid");
      assert.deepEqual(await useOf(app), []);
    });

    test("one that gets tokens for the profile and never asks is told from one that asks userinfo", async () => {
      const app = await newApp();
      const { accessToken } = await signIn(app, "openid profile");
      assert.deepEqual(await useOf(app), ["tokensGivenAt"]);
      await idp.node.app.inject({ url: "/oauth/v2/userinfo", headers: { authorization: "Bearer sga_nothing" } });
      assert.deepEqual(await useOf(app), ["tokensGivenAt"]);
      const read = await idp.node.app.inject({
        url: "/oauth/v2/userinfo",
        headers: { authorization: `Bearer ${accessToken}` },
      });
      assert.equal(read.statusCode, 200);
      assert.deepEqual(await useOf(app), ["profileReadAt", "tokensGivenAt"]);
    });

    test("introspecting a token of its own counts as reading; what somebody else asks about it does not", async () => {
      const [app, api] = [await newApp(), await newApp()];
      const { accessToken } = await signIn(app, "openid email");
      await post(idp, "/oauth/v2/introspect", { token: accessToken }, { authorization: basic(api) });
      assert.deepEqual([await useOf(app), await useOf(api)], [["tokensGivenAt"], []]);
      await post(idp, "/oauth/v2/introspect", { token: accessToken }, { authorization: basic(app) });
      assert.deepEqual(await useOf(app), ["profileReadAt", "tokensGivenAt"]);
    });

    test("a refresh an hour later is tokens again", async (t) => {
      const app = await newApp();
      const { refreshToken } = await signIn(app, "openid email offline_access");
      assert.deepEqual(await useOf(app), ["tokensGivenAt"]);
      await idp.world.storage.db.deleteFrom("application_use").execute();
      const refresh = async (token: string) => {
        const form = { grant_type: "refresh_token", refresh_token: token };
        const { status, json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(app) });
        assert.equal(status, 200);
        return String(json.refresh_token);
      };
      const next = await refresh(refreshToken);
      assert.deepEqual(await useOf(app), [], "within the hour it is not written again");
      const later = Date.now() + 2 * 3_600_000;
      t.mock.method(Date, "now", () => later);
      await refresh(next);
      assert.deepEqual(await useOf(app), ["tokensGivenAt"]);
    });
  });
}
