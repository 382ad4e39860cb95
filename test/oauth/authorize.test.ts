/** Signing in at an application, from outside: who is asked for what, and what the client gets. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setUserState } from "../../src/identity/users/users.ts";
import { enginesOf } from "../support/engines.ts";
import {
  allow,
  answerOf,
  authorize,
  authorizeUrl,
  CALLBACK,
  type Idp,
  PASSWORD,
  pkce,
  signInAs,
  signInToWeb,
  startIdp,
} from "../support/idp.ts";
import { by } from "../support/world.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`signing in, on ${engine.name}`, () => {
    let idp: Idp;
    let ada: string;
    before(async () => {
      idp = await startIdp(engine);
      ada = `ada@${idp.world.acme.domain}`;
    });
    after(() => idp.close());
    const visit = (browser: ReturnType<Idp["browser"]>, parameters: Record<string, string | undefined> = {}) =>
      browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));

    test("somebody who is not signed in is sent to the login page with 302, signs in, and comes back with a code", async () => {
      const browser = idp.browser();
      const first = await browser.request("GET", authorizeUrl(idp, { client: idp.web }));
      assert.equal(first.status, 302);
      assert.ok(first.location?.startsWith(`${idp.issuer}/login?request=sgl_`));
      const page = await visit(browser);
      assert.match(page.body, /Sign in to App/);
      const answer = answerOf(await signInAs(browser, page, ada));
      assert.match(answer.get("code") ?? "", /^sgc_[\w-]{60,}$/);
      assert.deepEqual([answer.get("state"), answer.get("iss"), [...answer.keys()].length], ["s-1", idp.issuer, 3]);
    });

    test("a wrong password, an unknown name and a locked user get the same page, and nothing else", async () => {
      const page = async (loginName: string, password: string) => {
        const browser = idp.browser();
        const seen = await signInAs(browser, await visit(browser), loginName, password);
        assert.equal(seen.status, 401);
        assert.ok(![...browser.cookies.keys()].some((name) => name.includes("sessions")));
        // The letter in the circle is the first one of what was typed.
        const avatar = /(?<=class="avatar" aria-hidden="true">)[^<]*/;
        return seen.body
          .replaceAll(loginName, "")
          .replace(avatar, "")
          .replaceAll(/sgl_[\w-]+/g, "");
      };
      const wrong = await page(ada, "wrong password");
      assert.match(wrong, /role="alert"/);
      assert.equal(await page("nobody@nowhere.example", "wrong password"), wrong);
      const bob = `bob@${idp.world.other.domain}`;
      await idp.node.services.storage.transaction((tx) => setUserState(tx, idp.world.bob.id, "lock", by));
      assert.equal(await page(bob, PASSWORD), wrong);
      await idp.node.services.storage.transaction((tx) => setUserState(tx, idp.world.bob.id, "unlock", by));
    });

    test("after five wrong passwords further ones have to wait, and the right one too", async () => {
      const carol = "slow@guess.example";
      const browser = idp.browser();
      const page = await visit(browser);
      for (let i = 0; i < 5; i++) assert.equal((await signInAs(browser, page, carol, "no")).status, 401);
      const blocked = await signInAs(browser, page, carol, "no");
      assert.equal(blocked.status, 429);
      assert.match(blocked.body, /too many attempts/);
      assert.ok(Number(blocked.headers["retry-after"]) > 0);
    });

    test("who is signed in is not asked again, and auth_time stays", async () => {
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      const again = await visit(browser);
      assert.ok(answerOf(again).get("code"));
      const silent = await visit(browser, { prompt: "none" });
      assert.ok(answerOf(silent).get("code"));
    });

    test("prompt login and an old max_age ask again; a session within max_age is used", async () => {
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      assert.ok(answerOf(await visit(browser, { max_age: "10000" })).get("code"));
      assert.match((await visit(browser, { prompt: "login" })).body, /Sign in to/);
      await idp.node.database.advance(3_000);
      const old = await visit(browser, { max_age: "1" });
      assert.match(old.body, /Sign in to/);
      assert.ok(answerOf(await signInAs(browser, old, ada)).get("code"));
      assert.equal(answerOf(await visit(browser, { prompt: "none", max_age: "10000" })).get("error"), null);
      await idp.node.database.advance(3_000);
      assert.equal(answerOf(await visit(browser, { prompt: "none", max_age: "1" })).get("error"), "login_required");
    });

    test("coming back from prompt login without having signed in again is not enough", async () => {
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      await idp.node.database.advance(1_000);
      const page = await visit(browser, { prompt: "login" });
      const request = new URL(page.url).searchParams.get("request") ?? "";
      // The picker would let the old session through, if nobody looked again.
      const picker = await browser.visit(`${idp.issuer}/login/accounts?request=${encodeURIComponent(request)}`);
      const session = /name="session" value="([^"]*)"/.exec(picker.body)?.[1] ?? "";
      const after = await browser.submit(picker, { session }, "/login/accounts");
      assert.match(after.body, /Sign in to/);
    });

    test("two people in one browser: the picker, hints, and prompt none", async () => {
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      const tokens = await signInToWeb(idp, "openid", browser);
      const open = await idp.register("web", { authMethod: "basic" });
      await idp.node.services.storage.db
        .updateTable("projects")
        .set({ project_check: 0 })
        .where("id", "=", idp.world.project.id)
        .execute();
      const second = await visit(browser, { prompt: "login" });
      const asked = await signInAs(browser, second, `bob@${idp.world.other.domain}`);
      assert.ok(answerOf(await allow(browser, asked)).get("code"));

      const picker = await browser.visit(authorizeUrl(idp, { client: open }));
      assert.match(picker.body, /Continue as Ada Lovelace/);
      assert.match(picker.body, /Continue as bob/);
      assert.equal(answerOf(await visit(browser, { prompt: "none" })).get("error"), "account_selection_required");
      assert.ok(answerOf(await visit(browser, { prompt: "none", id_token_hint: String(tokens.id_token) })).get("code"));
      assert.ok(answerOf(await visit(browser, { prompt: "none", login_hint: ada })).get("code"));
      assert.match((await visit(browser, { prompt: "select_account" })).body, /Use another account/);
      await idp.node.services.storage.db
        .updateTable("projects")
        .set({ project_check: 1 })
        .where("id", "=", idp.world.project.id)
        .execute();
    });

    test("with an id_token_hint no other subject is ever returned", async () => {
      const adas = await signInToWeb(idp, "openid");
      const browser = idp.browser();
      await idp.node.services.storage.db
        .updateTable("projects")
        .set({ project_check: 0 })
        .where("id", "=", idp.world.project.id)
        .execute();
      const page = await visit(browser);
      // He has agreed before.
      assert.ok(answerOf(await signInAs(browser, page, `bob@${idp.world.other.domain}`)).get("code"));
      assert.equal(
        answerOf(await visit(browser, { prompt: "none", id_token_hint: String(adas.id_token) })).get("error"),
        "login_required",
      );
      const asked = await visit(browser, { id_token_hint: String(adas.id_token) });
      assert.equal(
        answerOf(await signInAs(browser, asked, `bob@${idp.world.other.domain}`)).get("error"),
        "login_required",
      );
      await idp.node.services.storage.db
        .updateTable("projects")
        .set({ project_check: 1 })
        .where("id", "=", idp.world.project.id)
        .execute();
    });

    test("who may not use the application sees a page that says so, with a way back that tells the application", async () => {
      const browser = idp.browser();
      const seen = await signInAs(browser, await visit(browser), `bob@${idp.world.other.domain}`);
      assert.equal(seen.status, 403);
      const links = [...seen.body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = ""]) =>
        link.replaceAll("&amp;", "&"),
      );
      const [another = "", back = ""] = links;
      assert.match((await browser.visit(new URL(another, idp.issuer).href)).body, /Use another account/);
      assert.equal(new URL(back).searchParams.get("error"), "access_denied");
      assert.equal(answerOf(await visit(browser, { prompt: "none" })).get("error"), "access_denied");
    });

    test("a request bound to an organization is only for its users", async () => {
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      const bound = `openid urn:service:iam:org:id:${idp.world.other.id}`;
      assert.equal(answerOf(await visit(browser, { scope: bound, prompt: "none" })).get("error"), "login_required");
      const page = await visit(browser, { scope: bound });
      assert.equal((await signInAs(browser, page, ada)).status, 401);
    });

    test("the person can cancel", async () => {
      const browser = idp.browser();
      const seen = await browser.submit(await visit(browser), {}, "/login/cancel");
      assert.equal(answerOf(seen).get("error"), "access_denied");
      assert.equal(answerOf(seen).get("state"), "s-1");
    });

    test("a login page opened in another browser, or after an hour, gives nothing", async () => {
      const browser = idp.browser();
      const page = await visit(browser);
      const stranger = idp.browser();
      assert.equal((await stranger.visit(page.url)).status, 400);
      assert.equal((await stranger.submit(page, { loginName: ada, password: PASSWORD }, "/login")).status, 400);
      await idp.node.database.advance(3_600_001);
      assert.equal((await browser.visit(page.url)).status, 400);
      assert.equal((await signInAs(browser, page, ada)).status, 400);
    });

    test("the callback is worth nothing without the browser it belongs to", async () => {
      const browser = idp.browser();
      const page = await visit(browser);
      const next = await browser.submit(page, { loginName: ada }, "/login");
      const form = { request: new URL(next.url).searchParams.get("request") ?? "", password: PASSWORD };
      const { location } = await browser.request("POST", `${idp.issuer}/login/password`, form);
      assert.ok(location?.includes("/oauth/v2/authorize/callback?"));
      const stranger = idp.browser();
      assert.equal((await stranger.visit(location ?? "")).status, 400);
      for (const [name, value] of browser.cookies) if (name.includes("browser")) stranger.cookies.set(name, value);
      assert.match(
        (await stranger.visit(location ?? "")).body,
        /Sign in to/,
        "without the session cookie it starts over",
      );
      assert.ok(answerOf(await browser.visit(location ?? "")).get("code"));
    });

    test("a native application with a private-use address gets a code only after a click", async () => {
      const native = await idp.register("native", { redirectUris: ["com.example.app:/cb", "http://127.0.0.1/cb"] });
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      for (const redirect_uri of ["com.example.app:/cb", "http://127.0.0.1:51004/cb"]) {
        const { challenge } = pkce();
        const parameters = { redirect_uri, code_challenge: challenge, code_challenge_method: "S256" };
        const silent = await browser.visit(
          authorizeUrl(idp, { client: native, parameters: { ...parameters, prompt: "none" } }),
        );
        assert.equal(new URL(silent.url).searchParams.get("error"), "interaction_required");
        const page = await browser.visit(authorizeUrl(idp, { client: native, parameters }));
        assert.match(page.body, /Continue as Ada/);
        const session = /name="session" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
        const seen = await browser.submit(page, { session }, "/login/accounts");
        assert.ok(seen.url.startsWith(redirect_uri) && new URL(seen.url).searchParams.get("code"), seen.url);
      }
    });

    test("POST works as GET does, and parameters nobody knows do no harm", async () => {
      const browser = idp.browser();
      const form = Object.fromEntries(new URL(authorizeUrl(idp, { client: idp.web })).searchParams);
      const odd = {
        display: "popup",
        claims_locales: "se",
        ui_locales: "se",
        acr_values: "1 2",
        claims: '{"userinfo":{"name":{"essential":true}}}',
        extra: "foobar",
        login_hint: "buffy@example.com",
        prompt: "consent",
      };
      const sent = await browser.request("POST", `${idp.issuer}/oauth/v2/authorize`, { ...form, ...odd });
      assert.equal(sent.status, 303);
      const page = await browser.visit(sent.location ?? "");
      assert.match(page.body, /value="buffy@example.com"/);
      assert.ok(answerOf(await allow(browser, await signInAs(browser, page, ada))).get("code"));
    });

    test("form_post and the registered address's own query", async () => {
      const client = await idp.register("web", {
        authMethod: "basic",
        redirectUris: ["https://app.example/cb?tenant=1"],
      });
      const browser = idp.browser();
      await authorize(idp, { client: idp.web }, browser);
      const seen = await browser.visit(
        authorizeUrl(idp, { client, parameters: { redirect_uri: "https://app.example/cb?tenant=1" } }),
      );
      assert.equal(new URL(seen.url).searchParams.get("tenant"), "1");
      assert.ok(new URL(seen.url).searchParams.get("code"));
      const posted = await visit(browser, { response_mode: "form_post" });
      assert.match(posted.body, /name="code" value="sgc_/);
      assert.match(posted.body, new RegExp(`action="${CALLBACK}"`));
    });

    test("prompt create leads to the registration page", async () => {
      assert.match((await visit(idp.browser(), { prompt: "create" })).body, /Registration is not open/);
    });
  });
}
