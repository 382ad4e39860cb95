/** One person signs in at one application more often than they may have sessions there. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, type Idp, post, startIdp } from "../support/idp.ts";
import { signIn } from "../support/world.ts";

const MOST = 100;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`many sessions at one application, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const exchange = async (code: string) => {
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const answer = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      return { accessToken: String(answer.json.access_token), refreshToken: String(answer.json.refresh_token) };
    };
    const living = async () => {
      await idp.node.services.afterAnswer.settled();
      const rows = await idp.node.services.storage.db
        .selectFrom("app_sessions")
        .select("id")
        .where("application_id", "=", idp.web.application.id)
        .where("code_spent_at", "is not", null)
        .where("ended_at", "is", null)
        .execute();
      return rows.map(({ id }) => id);
    };
    const isActive = async (token: string) => {
      const answer = await post(idp, "/oauth/v2/introspect", { token }, { authorization: basic(idp.web) });
      return answer.json.active;
    };

    test("the session that was unused for the longest time ends after the answer, and the new ones work, also two at once", async () => {
      const browser = idp.browser();
      const scope = "openid offline_access";
      const code = async () =>
        (await authorize(idp, { client: idp.web, parameters: { scope } }, browser)).get("code") ?? "";
      const first = await exchange(await code());
      for (let n = 1; n < MOST; n++) await signIn(idp.world, { applicationId: idp.web.application.id, spent: true });
      assert.equal((await living()).length, MOST);
      assert.equal(await isActive(first.accessToken), true);

      const codes = [await code(), await code()];
      const answers = await Promise.all(codes.map(exchange));
      assert.equal((await living()).length, MOST);
      assert.equal(await isActive(first.accessToken), false);
      for (const { accessToken } of answers) assert.equal(await isActive(accessToken), true);
      const refresh = { grant_type: "refresh_token", refresh_token: first.refreshToken };
      assert.equal(
        (await post(idp, "/oauth/v2/token", refresh, { authorization: basic(idp.web) })).json.error,
        "invalid_grant",
      );
    });
  });
}
