/** Group A: an answer goes to an address that the application has registered, and nowhere else. */
import assert from "node:assert/strict";
import { changeApplication, readApplication } from "../../src/identity/applications/applications.ts";
import type { ApplicationType } from "../../src/identity/applications/types.ts";
import { answerOf, authorizeUrl, CALLBACK, pkce, type Registered, signInAs, signInToWeb } from "../support/idp.ts";
import { by } from "../support/world.ts";
import {
  bentPaths,
  confusedHosts,
  leadingAway,
  lookAlikes,
  neverRegistered,
  notLoopback,
  otherLetters,
  schemesThatRun,
} from "./addresses.ts";
import {
  ask,
  type BrowserStage,
  codeOf,
  isBurned,
  isStoppedHere,
  openBrowserStage,
  redeem,
  signedIn,
} from "./browser-stage.ts";
import { holdGroup } from "./group.ts";
import { withoutOwnIcon } from "./payloads.ts";

const EVIL = "https://evil.test/cb";

async function stopsEach(stage: BrowserStage, client: Registered, addresses: readonly string[]): Promise<void> {
  for (const redirect_uri of addresses) await isStoppedHere(stage, client, { redirect_uri });
}

/** Neither a new application nor one that exists gets it, for either purpose. */
async function isNeverRegistered(
  { idp }: BrowserStage,
  type: ApplicationType,
  uri: string,
  developmentMode: boolean,
): Promise<void> {
  const exists = await idp.register(type, { developmentMode });
  const label = `${type}, development mode ${developmentMode}: ${JSON.stringify(uri)}`;
  for (const change of [
    { redirectUris: [uri] },
    { redirectUris: [CALLBACK, uri] },
    { postLogoutRedirectUris: [uri] },
  ]) {
    await assert.rejects(idp.register(type, { developmentMode, ...change }), { code: "invalid_input" }, label);
    const { storage } = idp.node.services;
    const changing = storage.transaction((tx) => changeApplication(tx, exists.application.id, change, by));
    await assert.rejects(changing, { code: "invalid_input" }, label);
  }
}

/** Neither the answer nor the page it shows leads to another host. */
function staysHere(stage: BrowserStage, seen: { location: string | undefined; body: string }, label: string): void {
  if (seen.location !== undefined) assert.equal(new URL(seen.location).origin, stage.idp.issuer, label);
  for (const [, target = ""] of withoutOwnIcon(seen.body).matchAll(/(?:href|action|src)="([^"]*)"/g)) {
    assert.equal(
      new URL(target.replaceAll("&amp;", "&"), stage.idp.issuer).origin,
      stage.idp.issuer,
      `${label}: ${target}`,
    );
  }
  assert.doesNotMatch(seen.body, /http-equiv/i, label);
}

holdGroup("A", openBrowserStage, {
  async A1(stage) {
    const redirectUris = ["https://rp.test/CB"];
    await stopsEach(stage, await stage.idp.register("web", { authMethod: "basic", redirectUris }), otherLetters);
  },

  async A3(stage) {
    const redirectUris = ["http://127.0.0.1", "http://localhost/cb", "http://[::1]/cb"];
    const native = await stage.idp.register("native", { redirectUris });
    await stopsEach(stage, native, notLoopback);
    const { challenge } = pkce();
    const asked = { code_challenge: challenge, code_challenge_method: "S256" };
    for (const redirect_uri of ["http://127.0.0.1:49152", "http://localhost:1/cb", "http://[::1]:65535/cb"]) {
      const parameters = { redirect_uri, ...asked };
      const seen = await stage.idp.browser().visit(authorizeUrl(stage.idp, { client: native, parameters }));
      assert.equal(seen.status, 200, redirect_uri);
    }
    const web = await stage.idp.register("web", { authMethod: "basic", redirectUris });
    await stopsEach(stage, web, ["http://127.0.0.1:49152", "http://localhost:1/cb", "http://[::1]:65535/cb"]);
  },

  async A4(stage) {
    const client = await stage.idp.register("web", { authMethod: "basic", redirectUris: ["https://rp.test/cb"] });
    await stopsEach(stage, client, confusedHosts);
  },

  async A5(stage) {
    const client = await stage.idp.register("web", { authMethod: "basic", redirectUris: ["https://rp.test/cb"] });
    await stopsEach(stage, client, bentPaths);
  },

  async A7(stage) {
    const { idp } = stage;
    const client = await idp.register("web", { authMethod: "basic", redirectUris: ["https://foo.example.com/cb?a=b"] });
    const matches = [
      "https://fooXexample.com/cb?a=b",
      "https://foo.example.com/ca=b",
      "https://foo.example.com/c?a=b",
      ".*",
      "https://.*",
    ];
    await stopsEach(stage, client, matches);
    const api = await idp.register("api");
    await stopsEach(stage, api, [CALLBACK, EVIL, "", "undefined", "null"]);
    const { db } = idp.node.services.storage;
    assert.deepEqual((await readApplication(db, api.application.id)).redirectUris, []);
    assert.deepEqual((await readApplication(db, client.application.id)).redirectUris, [
      "https://foo.example.com/cb?a=b",
    ]);
    await assert.rejects(idp.register("web", { redirectUris: [] }), { code: "invalid_input" });
  },

  async A8(stage) {
    await stopsEach(stage, stage.idp.web, lookAlikes("/callback"));
    const browser = signedIn(stage);
    const { id_token } = await signInToWeb(stage.idp, "openid", browser);
    const endSession = `${stage.idp.issuer}/oauth/v2/endsession`;
    for (const post_logout_redirect_uri of lookAlikes("/bye")) {
      const query = new URLSearchParams({ id_token_hint: String(id_token), post_logout_redirect_uri, state: "s" });
      const seen = await browser.visit(`${endSession}?${query}`);
      assert.equal(new URL(seen.url).origin, stage.idp.issuer, post_logout_redirect_uri);
      assert.match(seen.body, /Sign out\?/, post_logout_redirect_uri);
    }
    // The address survives neither the question nor the answer to it.
    const other = stage.idp.browser();
    await signInToWeb(stage.idp, "openid", other);
    const query = new URLSearchParams({
      client_id: stage.idp.web.application.id,
      post_logout_redirect_uri: lookAlikes("/bye")[0] ?? "",
    });
    const done = await other.submit(await other.visit(`${endSession}?${query}`), {}, "/logout");
    assert.equal(new URL(done.url).origin, stage.idp.issuer);
  },

  async A9(stage) {
    for (const type of ["web", "native", "user_agent"] as const) {
      for (const developmentMode of [false, true]) {
        for (const uri of schemesThatRun) await isNeverRegistered(stage, type, uri, developmentMode);
      }
    }
  },

  async A11(stage) {
    const { idp } = stage;
    const { web } = idp;
    for (const query of ["code=x&state=y", "state=y", "iss=x", "a=b&error=x", "code"]) {
      const redirectUris = [`https://rp.test/cb?${query}`];
      await assert.rejects(
        idp.register("web", { authMethod: "basic", redirectUris }),
        { code: "invalid_input" },
        query,
      );
    }
    const own = "https://rp.test/cb?tenant=1";
    const withQuery = await idp.register("web", { authMethod: "basic", redirectUris: [own] });
    for (const parameters of [{}, { prompt: "nonsense" }]) {
      const answer = answerOf(await ask(stage, withQuery, { redirect_uri: own, ...parameters }));
      const names = [...answer.keys()];
      assert.equal(new Set(names).size, names.length, names.join());
      assert.equal(answer.get("tenant"), "1");
    }
    const url = authorizeUrl(idp, { client: web });
    for (const twice of [
      `redirect_uri=${encodeURIComponent(CALLBACK)}`,
      `redirect_uri=${EVIL}`,
      `client_id=${web.application.id}`,
    ]) {
      const { status, location } = await signedIn(stage).request("GET", `${url}&${twice}`);
      assert.deepEqual([status, location], [400, undefined], twice);
    }
    for (const twice of [
      "state=s-2",
      "state=s-1",
      "scope=openid",
      "response_type=code",
      "prompt=none&prompt=none",
      "nonce=a&nonce=b",
    ]) {
      const { location = "" } = await signedIn(stage).request("GET", `${url}&${twice}`);
      assert.ok(location.startsWith(`${CALLBACK}?`), twice);
      const answer = new URL(location).searchParams;
      assert.equal(answer.get("error"), "invalid_request", twice);
      assert.ok(answer.getAll("state").length <= 1, twice);
      assert.equal(answer.get("code"), null, twice);
    }
  },

  async A12(stage) {
    const wrong: Record<string, string | undefined>[] = [
      { response_type: undefined },
      { response_type: "nonsense" },
      { response_type: "token" },
      { response_type: "id_token", nonce: undefined },
      { response_type: "id_token token", response_mode: "query" },
      { response_mode: "form_post", prompt: "nonsense" },
      { response_mode: "nonsense" },
      { scope: undefined },
      { scope: "profile" },
      { prompt: "none" },
      { prompt: "none login" },
      { max_age: "-1" },
      { id_token_hint: "nonsense" },
      { code_challenge: "x", code_challenge_method: "plain" },
      { request: "x" },
      { request_uri: EVIL },
      { registration: "{}" },
      { state: undefined },
    ];
    for (const client of [stage.idp.web, stage.idp.spa]) {
      for (const parameters of wrong) await isStoppedHere(stage, client, { redirect_uri: EVIL, ...parameters });
    }
    const { pathname, searchParams } = new URL(
      authorizeUrl(stage.idp, { client: stage.idp.web, parameters: { redirect_uri: EVIL } }),
    );
    const posted = await signedIn(stage).request("POST", stage.idp.issuer + pathname, Object.fromEntries(searchParams));
    const answered = await signedIn(stage).request("GET", posted.location ?? "");
    assert.deepEqual([posted.status, answered.status, answered.location], [303, 400, undefined]);
  },

  async A13(stage) {
    const { idp } = stage;
    const names = [
      "next",
      "returnUrl",
      "return_to",
      "redirect",
      "redirect_uri",
      "callback",
      "continue",
      "url",
      "ui_locales",
      "returnTo",
    ];
    for (const payload of leadingAway) {
      const everywhere = new URLSearchParams(names.map((name) => [name, payload]));
      const label = JSON.stringify(payload);
      const browser = idp.browser();
      const page = await browser.visit(
        authorizeUrl(idp, { client: idp.web, parameters: { ui_locales: payload, login_hint: payload } }),
      );
      const request = new URL(page.url).searchParams.get("request") ?? "";
      assert.notEqual(request, "", label);
      for (const path of ["/login", "/login/accounts", "/logout", "/logout/done", "/oauth/v2/endsession", "/"]) {
        staysHere(stage, await browser.request("GET", `${idp.issuer}${path}?${everywhere}`), `${path} ${label}`);
        staysHere(
          stage,
          await browser.request("GET", `${idp.issuer}${path}?request=${request}&${everywhere}`),
          `${path} ${label}`,
        );
      }
      const target = new URLSearchParams({ post_logout_redirect_uri: payload, client_id: idp.web.application.id });
      staysHere(stage, await signedIn(stage).request("GET", `${idp.issuer}/oauth/v2/endsession?${target}`), label);
      const { location = "" } = await browser.request("POST", `${idp.issuer}/login/cancel`, {
        ...Object.fromEntries(everywhere),
        request,
      });
      assert.ok(location.startsWith(`${idp.issuer}/oauth/v2/authorize/callback?`), label);
    }
  },

  async A16(stage) {
    for (const type of ["web", "native", "user_agent"] as const) {
      for (const uri of neverRegistered) await isNeverRegistered(stage, type, uri, false);
    }
    for (const uri of neverRegistered.filter((one) => !/^http:\/\/rp|192|2001/.test(one)))
      await isNeverRegistered(stage, "web", uri, true);
  },

  async A17(stage) {
    const OTHER = "https://app.example/other";
    const client = await stage.idp.register("web", { authMethod: "basic", redirectUris: [CALLBACK, OTHER] });
    const wrong = [
      undefined,
      "",
      OTHER,
      EVIL,
      `${CALLBACK}/`,
      `${CALLBACK}?`,
      `${CALLBACK}#`,
      ` ${CALLBACK}`,
      `${CALLBACK}/../callback`,
      CALLBACK.replace("https", "HTTPS"),
      CALLBACK.replace("app", "APP"),
      CALLBACK.replace("callback", "Callback"),
      CALLBACK.replace("callback", "%63allback"),
      CALLBACK.replace(".example", ".example:443"),
      encodeURIComponent(CALLBACK),
    ];
    for (const redirect_uri of wrong) {
      const code = await codeOf(stage, client);
      const { status, json } = await redeem(stage, client, code, { redirect_uri });
      assert.deepEqual([status, json.error], [400, "invalid_grant"], String(redirect_uri));
      assert.ok(await isBurned(stage, client, code), String(redirect_uri));
    }
  },

  async A19(stage) {
    const { idp } = stage;
    const browser = idp.browser();
    const ada = `ada@${idp.world.acme.domain}`;
    const edited = {
      response_type: "id_token token",
      response_mode: "fragment",
      scope: "openid profile email offline_access",
      client_id: idp.spa.application.id,
      redirect_uri: EVIL,
      state: "other",
      nonce: "other",
      prompt: "none",
    };
    const page = await browser.visit(authorizeUrl(idp, { client: idp.web }));
    const request = new URL(page.url).searchParams.get("request") ?? "";
    await browser.visit(`${page.url}&${new URLSearchParams(edited)}`);
    const more = new URLSearchParams(edited);
    const named = await browser.request("POST", `${idp.issuer}/login?${more}`, { ...edited, request, loginName: ada });
    const sent = await browser.request("POST", `${idp.issuer}/login/password?${more}`, {
      ...edited,
      request: new URL(named.location ?? "").searchParams.get("request") ?? "",
      loginName: `bob@${idp.world.other.domain}`,
      password: "correct horse battery staple",
    });
    const seen = await browser.request("GET", `${sent.location}&${new URLSearchParams(edited)}`);
    const answer = new URL(seen.location ?? "");
    assert.equal(answer.origin + answer.pathname, CALLBACK);
    assert.deepEqual([answer.hash, answer.searchParams.get("state")], ["", "s-1"]);
    assert.deepEqual([...answer.searchParams.keys()].toSorted(), ["code", "iss", "state"]);
    const { status, json } = await redeem(stage, idp.web, answer.searchParams.get("code") ?? "");
    assert.deepEqual([status, json.scope], [200, "openid"]);
    // Going back to the page later still gives what was asked for first.
    const again = await signInAs(browser, await browser.visit(page.url), ada);
    assert.deepEqual([...answerOf(again).keys()].toSorted(), ["code", "iss", "state"]);
    // A second request in place of the first one is the browser's own, or none.
    assert.equal((await browser.request("GET", `${page.url}&request=${request}`)).location, undefined);
  },
});
