/** Group C: the proof that whoever redeems a code is whoever asked for it. */
import assert from "node:assert/strict";
import { defaultSettings } from "../../src/identity/applications/rules.ts";
import { basic, CALLBACK, pkce, type Registered } from "../support/idp.ts";
import { type BrowserStage, codeOf, errorOf, isBurned, openBrowserStage, redeem } from "./browser-stage.ts";
import { holdGroup } from "./group.ts";

const challenged = (challenge: string) => ({ code_challenge: challenge, code_challenge_method: "S256" });

/** The form as it is, for fields that come twice. */
async function redeemRaw({ idp }: BrowserStage, client: Registered, code: string, rest: string): Promise<string> {
  const answer = await idp.node.app.inject({
    method: "POST",
    url: "/oauth/v2/token",
    headers: { "content-type": "application/x-www-form-urlencoded", authorization: basic(client) },
    payload: `grant_type=authorization_code&code=${code}&redirect_uri=${encodeURIComponent(CALLBACK)}&${rest}`,
  });
  return answer.json().error;
}

holdGroup("C", openBrowserStage, {
  async C1(stage) {
    const { web, spa } = stage.idp;
    for (const client of [web, spa]) {
      const { verifier, challenge } = pkce();
      const wrong = [
        undefined,
        "",
        " ",
        ` ${verifier}`,
        `${verifier} `,
        challenge,
        verifier.toLowerCase(),
        "null",
        pkce().verifier,
      ];
      for (const code_verifier of wrong) {
        const code = await codeOf(stage, client, challenged(challenge));
        const { status, json } = await redeem(stage, client, code, { code_verifier });
        assert.deepEqual([status, json.error], [400, "invalid_grant"], JSON.stringify(code_verifier));
        assert.ok(await isBurned(stage, client, code, { code_verifier: verifier }), JSON.stringify(code_verifier));
      }
      const code = await codeOf(stage, client, challenged(challenge));
      assert.equal((await redeem(stage, client, code, { code_verifier: verifier })).status, 200);
    }
    const { verifier, challenge } = pkce();
    const spellings = [`code_verifier[]=${verifier}`, `code_verifier%20=${verifier}`, `Code_Verifier=${verifier}`];
    for (const rest of spellings) {
      assert.equal(
        await redeemRaw(stage, web, await codeOf(stage, web, challenged(challenge)), rest),
        "invalid_grant",
        rest,
      );
    }
    // What is no form of ours is refused before the code is looked at.
    for (const rest of [
      `code_verifier=${verifier}&code_verifier=${verifier}`,
      "code_verifier=%00",
      `code_verifier=${verifier}%00`,
    ]) {
      const code = await codeOf(stage, web, challenged(challenge));
      assert.equal(await redeemRaw(stage, web, code, rest), "invalid_request", rest);
      assert.equal((await redeem(stage, web, code, { code_verifier: verifier })).status, 200, rest);
    }
  },

  async C2(stage) {
    const { web, spa } = stage.idp;
    const code = await codeOf(stage, web);
    assert.equal((await redeem(stage, web, code, { code_verifier: pkce().verifier })).json.error, "invalid_grant");
    assert.ok(await isBurned(stage, web, code));
    const publicWeb = await stage.idp.register("web", { authMethod: "pkce" });
    const native = await stage.idp.register("native");
    for (const client of [spa, publicWeb, native]) {
      for (const parameters of [{}, { code_challenge: "" }, { code_challenge_method: "S256" }]) {
        assert.equal(await errorOf(stage, client, parameters), "invalid_request", JSON.stringify(parameters));
      }
    }
  },

  async C4(stage) {
    const { challenge } = pkce();
    for (const client of [stage.idp.web, stage.idp.spa]) {
      for (const code_challenge_method of ["plain", "s256", "S256 ", "S512", "none", "", undefined]) {
        const error = await errorOf(stage, client, { code_challenge: challenge, code_challenge_method });
        assert.equal(error, "invalid_request", JSON.stringify(code_challenge_method));
      }
    }
  },

  async C5(stage) {
    const { challenge } = pkce();
    const wrong = [
      challenge.slice(1),
      `${challenge}A`,
      `${challenge}=`,
      `${challenge.slice(1)}=`,
      `+${challenge.slice(1)}`,
      `/${challenge.slice(1)}`,
      `.${challenge.slice(1)}`,
      ` ${challenge.slice(1)}`,
      `é${challenge.slice(1)}`,
      `${challenge}\n`,
      "x".repeat(128),
      `${challenge.slice(1)}\0`,
    ];
    for (const code of wrong)
      assert.equal(await errorOf(stage, stage.idp.web, challenged(code)), "invalid_request", JSON.stringify(code));
    await codeOf(stage, stage.idp.web, challenged(challenge));
  },

  async C6({ idp }) {
    const discovery = await idp.node.app.inject({ url: "/.well-known/openid-configuration" });
    assert.deepEqual(discovery.json().code_challenge_methods_supported, ["S256"]);
    for (const type of ["web", "native", "user_agent"] as const) {
      const { authMethod, responseTypes, grantTypes } = defaultSettings(type);
      assert.deepEqual([authMethod, responseTypes], ["pkce", ["code"]], type);
      assert.ok(!grantTypes.includes("implicit"), type);
    }
  },
});
