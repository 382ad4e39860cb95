/** Signing out: who is asked, where it leads, and what ends with it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { enginesOf } from "../support/engines.ts";
import { answerOf, authorizeUrl, basic, type Idp, post, signInToWeb, startIdp } from "../support/idp.ts";

const BYE = "https://app.example/bye";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`signing out, on ${engine.name}`, () => {
    let idp: Idp;
    before(async () => {
      idp = await startIdp(engine);
    });
    after(() => idp.close());

    const endSession = (parameters: Record<string, string>) =>
      `${idp.issuer}/oauth/v2/endsession?${new URLSearchParams(parameters)}`;
    const active = async (token: unknown) =>
      (await post(idp, "/oauth/v2/introspect", { token: String(token) }, { authorization: basic(idp.web) })).json
        .active;
    const refresh = (token: unknown) =>
      post(
        idp,
        "/oauth/v2/token",
        { grant_type: "refresh_token", refresh_token: String(token) },
        { authorization: basic(idp.web) },
      );
    const isSignedIn = async (browser: ReturnType<Idp["browser"]>) =>
      answerOf(await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none" } }))).has("code");

    test("with a hint of this browser's session it signs out at once and returns with the state, and nothing else", async () => {
      const browser = idp.browser();
      const tokens = await signInToWeb(idp, "openid offline_access", browser);
      assert.equal(await active(tokens.access_token), true);
      const seen = await browser.visit(
        endSession({ id_token_hint: String(tokens.id_token), post_logout_redirect_uri: BYE, state: "a b&c" }),
      );
      assert.equal(seen.url, `${BYE}?state=a+b%26c`);
      assert.equal(await isSignedIn(browser), false);
      assert.equal(await active(tokens.access_token), false, "access tokens of the session end");
      assert.equal(
        (await refresh(tokens.refresh_token)).json.error,
        "invalid_grant",
        "the application that asked loses its refresh token",
      );
    });

    test("another application's offline access outlives signing out, but not its access token", async () => {
      const browser = idp.browser();
      const mine = await signInToWeb(idp, "openid offline_access", browser);
      const other = await idp.register("web", { authMethod: "basic", postLogoutRedirectUris: [BYE] });
      const answer = answerOf(await browser.visit(authorizeUrl(idp, { client: other })));
      const theirs = await post(
        idp,
        "/oauth/v2/token",
        {
          grant_type: "authorization_code",
          code: answer.get("code") ?? "",
          redirect_uri: "https://app.example/callback",
        },
        { authorization: basic(other) },
      );
      await browser.visit(endSession({ id_token_hint: String(theirs.json.id_token), post_logout_redirect_uri: BYE }));
      assert.equal(await active(mine.access_token), false);
      const renewed = await refresh(mine.refresh_token);
      assert.equal(renewed.status, 200);
      assert.equal(
        await active(renewed.json.access_token),
        true,
        "made after signing out, it does not need the login session",
      );
    });

    test("without a usable hint the person is asked first, and nothing happens until they answer", async () => {
      const browser = idp.browser();
      const tokens = await signInToWeb(idp, "openid", browser);
      const foreign = await signInToWeb(idp, "openid");
      const hints: Record<string, string>[] = [
        {},
        { state: "only" },
        { client_id: idp.web.application.id, post_logout_redirect_uri: BYE },
        { id_token_hint: "nonsense", post_logout_redirect_uri: BYE },
        { id_token_hint: String(foreign.id_token), post_logout_redirect_uri: BYE },
        { id_token_hint: String(tokens.id_token), client_id: idp.spa.application.id, post_logout_redirect_uri: BYE },
        { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: `${BYE}?foo=bar` },
        { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: "https://evil.example/" },
        { id_token_hint: String(tokens.id_token), post_logout_redirect_uri: "https://app.example.evil.example/bye" },
      ];
      for (const parameters of hints) {
        const seen = await browser.visit(endSession(parameters));
        assert.match(seen.body, /Sign out\?/, JSON.stringify(parameters));
        assert.equal(await isSignedIn(browser), true);
      }
    });

    test("after the answer it returns only where the application has registered it", async () => {
      const cases: [Record<string, string>, string | RegExp][] = [
        [{ client_id: idp.web.application.id, post_logout_redirect_uri: BYE, state: "s" }, `${BYE}?state=s`],
        [
          { client_id: idp.web.application.id, post_logout_redirect_uri: "https://evil.example/" },
          /You are signed out/,
        ],
        [{ post_logout_redirect_uri: BYE }, /You are signed out/],
        [{}, /You are signed out/],
      ];
      for (const [parameters, expected] of cases) {
        const browser = idp.browser();
        await signInToWeb(idp, "openid", browser);
        const seen = await browser.submit(await browser.visit(endSession(parameters)), {}, "/logout");
        if (typeof expected === "string") assert.equal(seen.url, expected);
        else assert.match(seen.body, expected);
        assert.equal(await isSignedIn(browser), false);
        assert.ok(![...browser.cookies.keys()].some((name) => name.includes("sessions")), "the cookie is gone");
      }
    });

    test("an unsigned or altered hint is none", async () => {
      const browser = idp.browser();
      const tokens = await signInToWeb(idp, "openid", browser);
      const [, payload = ""] = String(tokens.id_token).split(".");
      const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${payload}.`;
      for (const id_token_hint of [none, `${String(tokens.id_token).slice(0, -4)}AAAA`]) {
        const seen = await browser.visit(endSession({ id_token_hint, post_logout_redirect_uri: BYE }));
        assert.match(seen.body, /Sign out\?/);
      }
    });

    test("a sign-out page of another browser does nothing here", async () => {
      const browser = idp.browser();
      await signInToWeb(idp, "openid", browser);
      const page = await browser.visit(endSession({}));
      const stranger = idp.browser();
      assert.equal((await stranger.submit(page, {}, "/logout")).status, 400);
      assert.equal(await isSignedIn(browser), true);
    });

    test("POST works as GET does, and who is not signed in is not asked", async () => {
      const browser = idp.browser();
      const sent = await browser.request("POST", `${idp.issuer}/oauth/v2/endsession`, { state: "x" });
      assert.equal(sent.status, 303);
      assert.match((await browser.visit(sent.location ?? "")).body, /You are signed out/);
    });
  });
}
