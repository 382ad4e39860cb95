/** Group B: the code, from the page that leads to it to the one time it works. */
import assert from "node:assert/strict";
import { authorizeUrl, pkce } from "../support/idp.ts";
import { type BrowserStage, codeOf, isBurned, openBrowserStage, redeem, signedIn } from "./browser-stage.ts";
import { holdGroup } from "./group.ts";

const OTHER = "https://app.example/other";
const yesAndNo = [true, false] as const;

/** Every page on the way to an answer or away from one. */
async function everyPage(stage: BrowserStage) {
  const { idp } = stage;
  const login = await idp.browser().visit(authorizeUrl(idp, { client: idp.web }));
  return {
    login,
    "wrong password": await (async () => {
      const browser = idp.browser();
      const page = await browser.visit(authorizeUrl(idp, { client: idp.web }));
      return browser.submit(page, { loginName: "nobody", password: "wrong" }, "/login");
    })(),
    picker: await signedIn(stage).visit(
      authorizeUrl(idp, { client: idp.web, parameters: { prompt: "select_account" } }),
    ),
    "form post": await signedIn(stage).visit(
      authorizeUrl(idp, { client: idp.web, parameters: { response_mode: "form_post" } }),
    ),
    "no such address": await idp
      .browser()
      .visit(authorizeUrl(idp, { client: idp.web, parameters: { redirect_uri: OTHER } })),
    "request without its browser": await idp.browser().visit(login.url),
    "sign out": await signedIn(stage).visit(`${idp.issuer}/oauth/v2/endsession?state=s-1`),
    "not found": await idp.browser().visit(`${idp.issuer}/nothing?code=x`),
  };
}

holdGroup("B", openBrowserStage, {
  async B1(stage) {
    const { web, spa } = stage.idp;
    const another = await stage.idp.register("web", { authMethod: "basic" });
    const { verifier, challenge } = pkce();
    const asked = { code_challenge: challenge, code_challenge_method: "S256" };
    for (const [owner, thief] of [
      [web, another],
      [web, spa],
      [spa, web],
    ] as const) {
      const code = await codeOf(stage, owner, asked);
      const stolen = await redeem(stage, thief, code, { code_verifier: verifier });
      assert.deepEqual([stolen.status, stolen.json.error], [400, "invalid_grant"]);
      assert.ok(await isBurned(stage, owner, code, { code_verifier: verifier }));
    }
    const code = await codeOf(stage, web, asked);
    const named = await redeem(stage, web, code, { code_verifier: verifier, client_id: spa.application.id });
    assert.equal(named.json.error, "invalid_request", "Basic of one and client_id of another");
  },

  async B2(stage) {
    const redirectUris = ["https://app.example/callback", OTHER];
    const owner = await stage.idp.register("web", { authMethod: "basic", redirectUris });
    const thief = await stage.idp.register("web", { authMethod: "basic", redirectUris });
    const { verifier, challenge } = pkce();
    const asked = { code_challenge: challenge, code_challenge_method: "S256" };
    for (const rightClient of yesAndNo)
      for (const fresh of yesAndNo)
        for (const rightAddress of yesAndNo)
          for (const rightVerifier of yesAndNo) {
            const code = await codeOf(stage, owner, asked);
            if (!fresh) await stage.idp.node.database.advance(61_000);
            const { status, json } = await redeem(stage, rightClient ? owner : thief, code, {
              code_verifier: rightVerifier ? verifier : pkce().verifier,
              ...(rightAddress ? {} : { redirect_uri: OTHER }),
            });
            const cell = JSON.stringify({ rightClient, fresh, rightAddress, rightVerifier });
            if (rightClient && fresh && rightAddress && rightVerifier) assert.equal(status, 200, cell);
            else assert.deepEqual([status, json.error, json.access_token], [400, "invalid_grant", undefined], cell);
          }
  },

  async B12(stage) {
    const pages = await everyPage(stage);
    for (const [name, { headers, body }] of Object.entries(pages)) {
      assert.match(body, /<html/, name);
      assert.equal(headers["referrer-policy"], "no-referrer", name);
      assert.match(String(headers["content-security-policy"]), /^default-src 'none'/, name);
      assert.doesNotMatch(
        body,
        /<(?:img|script|iframe|link|video|audio|object|embed|source)[^>]*(?:src|href|data)="(?:https?:)?\/\//i,
        name,
      );
      assert.doesNotMatch(body, /<meta[^>]*referrer/i, name);
    }
    const answer = await signedIn(stage).request("GET", authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.match(answer.location ?? "", /[?&]code=/);
    assert.equal(answer.headers["referrer-policy"], "no-referrer", "the redirect that carries the code");
  },
});
