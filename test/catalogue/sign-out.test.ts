/** Group Q: what signing out ends, and whom it may sign out. */
import assert from "node:assert/strict";
import type { Browser } from "../support/browser.ts";
import { basic, post, type Registered, signInAs, signInToWeb } from "../support/idp.ts";
import { holdGroup } from "./group.ts";
import {
  copyOf,
  isSignedIn,
  makePerson,
  openSignInStage,
  type SignInStage,
  signedInBrowser,
  start,
} from "./sign-in-stage.ts";

const BYE = "https://app.example/bye";

const endSession = ({ idp }: SignInStage, parameters: Record<string, string>): string =>
  `${idp.issuer}/oauth/v2/endsession?${new URLSearchParams(parameters)}`;

async function isActive({ idp }: SignInStage, token: unknown, client: Registered = idp.web): Promise<unknown> {
  return (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(client) })).json
    .active;
}

async function refreshes({ idp }: SignInStage, token: unknown): Promise<boolean> {
  const form = { grant_type: "refresh_token", refresh_token: String(token) };
  return (await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) })).status === 200;
}

/** Asked first, and nothing has happened; unless they agree, nothing will. */
async function isAsked(stage: SignInStage, browser: Browser, parameters: Record<string, string>): Promise<void> {
  const seen = await browser.visit(endSession(stage, parameters));
  assert.match(seen.body, /<form method="post" action="\/logout">/, JSON.stringify(parameters));
  assert.equal(await isSignedIn(stage, browser), true);
}

holdGroup("Q", openSignInStage, {
  async Q2(stage) {
    for (const way of ["with a hint", "by the question"]) {
      const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
      const tokens = await signInToWeb(stage.idp, "openid offline_access", browser);
      assert.equal(await isActive(stage, tokens.access_token), true);
      const asked = { post_logout_redirect_uri: BYE, client_id: stage.idp.web.application.id };
      if (way === "with a hint")
        await browser.visit(endSession(stage, { ...asked, id_token_hint: String(tokens.id_token) }));
      else await browser.submit(await browser.visit(endSession(stage, asked)), {}, "/logout");
      assert.equal(await isActive(stage, tokens.access_token), false, way);
      assert.equal(await refreshes(stage, tokens.refresh_token), false, way);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      assert.equal((await stage.idp.node.app.inject({ url: "/oauth/v2/userinfo", headers })).statusCode, 401, way);
    }
  },

  async Q3(stage) {
    for (const way of ["with a hint", "by the question", "by removing the account"]) {
      const browser = await signedInBrowser(stage, (await makePerson(stage)).loginName);
      const { id_token } = await signInToWeb(stage.idp, "openid", browser);
      const kept = copyOf(stage, browser);
      const set = [(await browser.request("GET", `${stage.idp.issuer}/login?lang=en`)).headers["set-cookie"]].flat();
      assert.equal(set.length, 1);
      let last = await browser.request(
        "GET",
        endSession(stage, way === "with a hint" ? { id_token_hint: String(id_token) } : {}),
      );
      if (way === "by the question") {
        const request = new URL(last.location ?? "").searchParams.get("request") ?? "";
        last = await browser.request("POST", `${stage.idp.issuer}/logout`, { request });
      }
      if (way === "by removing the account") {
        const page = await browser.visit(`${(await start(stage, browser, { prompt: "select_account" })).url}&remove`);
        const session = /name="session" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
        const request = new URL(page.url).searchParams.get("request") ?? "";
        last = await browser.request("POST", `${stage.idp.issuer}/login/accounts/remove`, { request, session });
      }
      const cleared = [last.headers["set-cookie"] ?? []].flat().map(String);
      assert.equal(cleared.length, 1, way);
      // A browser takes back only what has the same name, path and attributes.
      assert.match(
        cleared[0] ?? "",
        /^signet-sessions=; (?:Max-Age=0; )?Path=\/; (?:Expires=Thu, 01 Jan 1970 00:00:00 GMT; )?HttpOnly; SameSite=Lax$/,
        way,
      );
      assert.equal(await isSignedIn(stage, kept), false, way);
      const seen = await start(stage, kept, { prompt: "select_account" });
      assert.match(seen.body, /name="loginName"/, `${way}: nobody to choose`);
    }
  },

  async Q6(stage) {
    const [owner, other] = [await makePerson(stage), await makePerson(stage)];
    const browser = await signedInBrowser(stage, owner.loginName);
    const { id_token: own } = await signInToWeb(stage.idp, "openid", browser);
    const elsewhere = await signedInBrowser(stage, other.loginName);
    const { id_token: others } = await signInToWeb(stage.idp, "openid", elsewhere);
    const [head, body, signature] = String(own).split(".");
    const claims = JSON.parse(Buffer.from(body ?? "", "base64url").toString());
    const sealed = (change: object) => Buffer.from(JSON.stringify({ ...claims, ...change })).toString("base64url");
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const back = { post_logout_redirect_uri: BYE };
    await isAsked(stage, browser, { id_token_hint: String(others), ...back });
    for (const hint of [
      `${head}.${sealed({ sub: owner.id })}.${signature}x`,
      `${none}.${body}.`,
      `${head}.${sealed({ aud: "x" })}.${signature}`,
      "x.y.z",
      "",
    ]) {
      await isAsked(stage, browser, { id_token_hint: hint, ...back });
    }
    // A session of this person that is not in this browser is not what this browser asks to end.
    const again = await signedInBrowser(stage, owner.loginName);
    const { id_token: ofAnotherSession } = await signInToWeb(stage.idp, "openid", again);
    await isAsked(stage, browser, { id_token_hint: String(ofAnotherSession), ...back });
    assert.equal(await isSignedIn(stage, again), true);
    // The address has to be one of the application that the hint is for.
    const stranger = await stage.idp.register("web", {
      authMethod: "basic",
      postLogoutRedirectUris: ["https://stranger.example/bye"],
    });
    for (const asked of [
      { id_token_hint: String(own), post_logout_redirect_uri: "https://stranger.example/bye" },
      {
        id_token_hint: String(own),
        post_logout_redirect_uri: "https://stranger.example/bye",
        client_id: stranger.application.id,
      },
      { id_token_hint: String(own), post_logout_redirect_uri: `${BYE}/` },
    ]) {
      await isAsked(stage, browser, asked);
      const question = await browser.visit(endSession(stage, asked));
      assert.doesNotMatch(question.body, /stranger\.example|bye\//);
    }
    // Two people in one browser: the hint signs out whom it names and nobody else.
    await signInAs(browser, await start(stage, browser, { prompt: "login" }), other.loginName);
    assert.equal((await browser.visit(endSession(stage, { id_token_hint: String(own), ...back }))).url, BYE);
    assert.deepEqual([await isSignedIn(stage, browser, owner), await isSignedIn(stage, browser, other)], [false, true]);
  },
});
