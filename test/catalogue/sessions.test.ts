/** Group H: whose session it is, in which browser, and who may send its forms. */
import assert from "node:assert/strict";
import type { Browser } from "../support/browser.ts";
import { contentOf } from "../support/content.ts";
import { answerOf, authorizeUrl, PASSWORD, signInAs } from "../support/idp.ts";
import { form, forms } from "./every-form.ts";
import { everyPage } from "./every-page.ts";
import { holdGroup } from "./group.ts";
import {
  copyOf,
  isSignedIn,
  makePerson,
  named,
  nameOf,
  openSignInStage,
  requestOf,
  type SignInStage,
  signedInBrowser,
  start,
} from "./sign-in-stage.ts";

/** Every Set-Cookie that the browser is sent from now on. */
function recordCookies(browser: Browser): string[] {
  const seen: string[] = [];
  const { request } = browser;
  browser.request = async (...given) => {
    const answer = await request.apply(browser, given);
    seen.push(...[answer.headers["set-cookie"] ?? []].flat().map(String));
    return answer;
  };
  return seen;
}

/** In, in another language, again, and out: whatever sets a cookie. */
async function walkInAndOut(stage: SignInStage): Promise<string[]> {
  const browser = stage.idp.browser();
  const cookies = recordCookies(browser);
  const page = await start(stage, browser);
  await browser.visit(`${page.url}&lang=de`);
  await signInAs(browser, page, nameOf.ada(stage));
  await signInAs(browser, await start(stage, browser, { prompt: "login" }), nameOf.ada(stage));
  const question = await browser.visit(`${stage.idp.issuer}/oauth/v2/endsession`);
  await browser.submit(question, {}, "/logout");
  return cookies;
}

const names = ["signet-browser", "signet-language", "signet-sessions"];

holdGroup("H", openSignInStage, {
  async H2(stage) {
    const attributesOf = (cookie: string) => {
      const attributes = cookie.toLowerCase().split("; ").slice(1);
      return attributes.filter((attribute) => !/^(?:max-age|expires)=/.test(attribute)).toSorted();
    };
    const plain = await walkInAndOut(stage);
    for (const cookie of plain) assert.deepEqual(attributesOf(cookie), ["httponly", "path=/", "samesite=lax"], cookie);
    assert.deepEqual([...new Set(plain.map((cookie) => cookie.split("=")[0]))].toSorted(), names);

    const https = await openSignInStage({ SIGNET_ISSUER_URL: "https://id.example" });
    try {
      const secure = await walkInAndOut(https);
      for (const cookie of secure) {
        assert.match(cookie, /^__Host-signet-[a-z]+=/);
        assert.deepEqual(attributesOf(cookie), ["httponly", "path=/", "samesite=lax", "secure"], cookie);
      }
      assert.deepEqual(
        [...new Set(secure.map((cookie) => cookie.split("=")[0]))].toSorted(),
        names.map((name) => `__Host-${name}`),
      );
      // Without the prefix another host of the same domain could have planted them: they are nothing.
      const inside = await signedInBrowser(https, nameOf.ada(https));
      const planted = https.idp.browser();
      for (const [name, value] of inside.cookies) planted.cookies.set(name.replace("__Host-", ""), value);
      assert.deepEqual([await isSignedIn(https, inside), await isSignedIn(https, planted)], [true, false]);
    } finally {
      await https.close();
    }

    // Somebody's own session, planted in another's browser, is no way to theirs.
    const [attacker, victim] = [await makePerson(stage), await makePerson(stage)];
    const attackers = await signedInBrowser(stage, attacker.loginName);
    const victims = copyOf(stage, attackers);
    const fixed = victims.cookies.get("signet-sessions");
    await signInAs(victims, await start(stage, victims, { prompt: "login" }), victim.loginName);
    assert.notEqual(victims.cookies.get("signet-sessions"), fixed);
    assert.equal(await isSignedIn(stage, victims, victim), true);
    assert.equal(await isSignedIn(stage, attackers, victim), false);
    assert.equal(await isSignedIn(stage, attackers, attacker), true);
    // A value that was not made here is not kept.
    for (const value of ["fixed", "a".repeat(44), "%00", ""]) {
      const browser = stage.idp.browser();
      browser.cookies.set("signet-browser", value);
      await start(stage, browser);
      assert.match(browser.cookies.get("signet-browser") ?? "", /^[\w-]{43}$/);
      assert.notEqual(browser.cookies.get("signet-browser"), value);
    }
  },

  async H3(stage) {
    const { loginName } = await makePerson(stage);
    const browser = stage.idp.browser();
    const seen: (string | undefined)[] = [];
    const former: Browser[] = [];
    const keep = () => {
      seen.push(browser.cookies.get("signet-sessions"));
      former.push(copyOf(stage, browser));
    };
    await start(stage, browser);
    keep();
    for (let i = 0; i < 3; i++) {
      await signInAs(browser, await start(stage, browser, { prompt: "login" }), loginName);
      keep();
    }
    assert.equal(new Set(seen).size, seen.length, "new with every proof");
    const standing = await Promise.all(former.map((one) => isSignedIn(stage, one)));
    assert.deepEqual(standing, [false, false, false, true], "only the last one stands");
    await browser.submit(await browser.visit(`${stage.idp.issuer}/oauth/v2/endsession`), {}, "/logout");
    assert.equal(browser.cookies.get("signet-sessions"), undefined);
    for (const one of [browser, ...former]) assert.equal(await isSignedIn(stage, one), false);
    // The same person again is a new session, and the cookies from before do not come back to life.
    await signInAs(browser, await start(stage, browser), loginName);
    assert.equal(await isSignedIn(stage, browser), true);
    for (const one of former) assert.equal(await isSignedIn(stage, one), false);

    // Each step of one sign-in has a ticket of its own, and one for a later step is not made from an earlier one.
    const other = stage.idp.browser();
    const first = await start(stage, other);
    const second = await other.submit(first, { loginName }, "/login");
    const last = await other.request("POST", `${stage.idp.issuer}/login/password`, {
      request: requestOf(second),
      password: PASSWORD,
    });
    const tickets = [requestOf(first), requestOf(second), requestOf({ url: last.location ?? "" })];
    assert.equal(new Set(tickets).size, 3);
    const early = await other.request("POST", `${stage.idp.issuer}/login/password`, {
      request: tickets[0] ?? "",
      password: PASSWORD,
    });
    assert.match(early.location ?? "", /\/login\?request=/, "who has not said who they are is asked that first");

    // Two people in one browser: each application gets whom it asks for, and what one does leaves the other alone.
    const [one, two] = [await makePerson(stage), await makePerson(stage)];
    const shared = await signedInBrowser(stage, one.loginName);
    const alone = copyOf(stage, shared);
    await signInAs(shared, await start(stage, shared, { prompt: "login" }), two.loginName);
    assert.equal(await isSignedIn(stage, alone, two), false, "the cookie from before knows nothing of who came later");
    const { storage } = stage.idp.node.services;
    const sessions = await storage.db
      .selectFrom("login_sessions")
      .select(["id", "user_id"])
      .where("user_id", "in", [one.id, two.id])
      .execute();
    assert.deepEqual(sessions.map(({ user_id }) => user_id).toSorted(), [one.id, two.id].toSorted());
    for (const person of [one, two]) assert.equal(await isSignedIn(stage, shared, person), true);
  },

  async H4(stage) {
    const [owner, other] = [await makePerson(stage), await makePerson(stage)];
    const browser = await signedInBrowser(stage, owner.loginName);
    const before = browser.cookies.get("signet-sessions");
    const page = await named(stage, browser, other.loginName, { prompt: "login" });
    const cancelled = await browser.submit(page, {}, "/login/cancel");
    assert.equal(answerOf(cancelled).get("error"), "access_denied");
    // Back, and on with what is left of it: the outcome is sealed, and the password was never sent.
    for (const ticket of [requestOf(page), requestOf(cancelled)]) {
      const seen = await browser.visit(
        `${stage.idp.issuer}/oauth/v2/authorize/callback?request=${encodeURIComponent(ticket)}`,
      );
      assert.ok(!answerOf(seen).has("code"), seen.url);
    }
    assert.equal(browser.cookies.get("signet-sessions"), before);
    assert.equal(await isSignedIn(stage, browser, other), false);
    assert.equal(await isSignedIn(stage, browser, owner), true);
  },

  async H6(stage) {
    const [mine, theirs] = [await makePerson(stage), await makePerson(stage)];
    const [browser, victims] = [
      await signedInBrowser(stage, mine.loginName),
      await signedInBrowser(stage, theirs.loginName),
    ];
    const { db } = stage.idp.node.services.storage;
    const { id: session } = await db
      .selectFrom("login_sessions")
      .select("id")
      .where("user_id", "=", theirs.id)
      .executeTakeFirstOrThrow();
    const before = await contentOf({ db });
    for (const path of ["/login/accounts", "/login/accounts/remove"]) {
      const request = requestOf(await start(stage, browser, { prompt: "select_account" }));
      const seen = await browser.request("POST", `${stage.idp.issuer}${path}`, { request, session });
      assert.ok(!(seen.location ?? "").includes("/callback"), `${path}: ${seen.location}`);
      assert.ok(!seen.body.includes(theirs.loginName), path);
    }
    assert.deepEqual(await contentOf({ db }), before);
    assert.equal(await isSignedIn(stage, victims), true);
    assert.equal(await isSignedIn(stage, browser, theirs), false);
  },

  async H7(stage) {
    const { app, services } = stage.idp.node;
    const strangerPage = await start(stage, stage.idp.browser());
    for (const name of Object.keys(forms)) {
      const { browser, action, fields } = await form(stage, name);
      const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
      const text = new URLSearchParams(fields).toString();
      const { request: _, link: __, ...withoutTicket } = fields;
      const send = (change: { payload?: string; method?: "GET" | "POST"; headers?: Record<string, string> }) =>
        app.inject({
          method: change.method ?? "POST",
          url: change.method === "GET" ? `${action}?${change.payload ?? text}` : action,
          headers: {
            host: "localhost:8080",
            accept: "text/html",
            cookie,
            ...(change.method === "GET" ? {} : { "content-type": "application/x-www-form-urlencoded" }),
            ...change.headers,
          },
          ...(change.method === "GET" ? {} : { payload: change.payload ?? text }),
        });
      const attacks: Record<string, Parameters<typeof send>[0]> = {
        "no ticket": { payload: new URLSearchParams(withoutTicket).toString() },
        "a ticket of nothing": {
          payload: new URLSearchParams({ ...withoutTicket, request: "x", link: "x" }).toString(),
        },
        "another browser's ticket": {
          payload: new URLSearchParams({ ...withoutTicket, request: requestOf(strangerPage) }).toString(),
        },
        "another origin": { headers: { origin: "https://evil.example" } },
        "an origin that begins like ours": { headers: { origin: "http://localhost:8080.evil.example" } },
        "another site, without an origin": { headers: { origin: "null", "sec-fetch-site": "cross-site" } },
        "a host beside ours": { headers: { "sec-fetch-site": "same-site" } },
        "text/plain": { headers: { "content-type": "text/plain" } },
        JSON: { headers: { "content-type": "application/json" }, payload: JSON.stringify(fields) },
        GET: { method: "GET" },
        // The link from a mail works in any browser; everything else does not.
        ...(action === "/login/mail" ? {} : { "another browser": { headers: { cookie: "" } } }),
      };
      const before = await contentOf(services.storage);
      for (const [attack, change] of Object.entries(attacks)) {
        const answer = await send(change);
        const led = String(answer.headers.location ?? "");
        if (change.method !== "GET")
          assert.ok([400, 415].includes(answer.statusCode), `${name}, ${attack}: ${answer.statusCode} ${led}`);
        assert.ok(!/callback|\/done|-set|confirmed|app\.example/.test(led), `${name}, ${attack}: ${led}`);
        assert.equal([answer.headers["set-cookie"] ?? []].flat().join(), "", `${name}, ${attack}`);
      }
      assert.deepEqual(await contentOf(services.storage), before, name);
      // As our own pages send it.
      const honest = await send({ headers: { origin: "null", "sec-fetch-site": "same-origin" } });
      assert.equal(honest.statusCode, 303, `${name}: ${honest.body}`);
    }
  },

  async H8(stage) {
    const browser = await signedInBrowser(stage, nameOf.ada(stage));
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const page = await start(stage, browser, { prompt: "select_account" });
    const request = encodeURIComponent(requestOf(page));
    const authorize = new URL(authorizeUrl(stage.idp, { client: stage.idp.web }));
    const addresses = [
      "/",
      "/login",
      "/login/password",
      "/login/accounts",
      "/login/forgot",
      "/login/register",
      "/logout",
      "/logout/done",
    ];
    const urls = [
      ...addresses.map((path) => `${path}?request=${request}`),
      authorize.pathname + authorize.search,
      "/oauth/v2/endsession",
    ];
    const origins = [
      "https://evil.example",
      "null",
      "http://localhost:8080",
      "http://localhost:8080.evil.example",
      "https://app.example",
    ];
    for (const url of urls) {
      for (const origin of origins) {
        for (const method of ["GET", "POST", "OPTIONS"] as const) {
          const headers = {
            host: "localhost:8080",
            accept: "text/html",
            cookie,
            origin,
            "access-control-request-method": "POST",
          };
          const answer = await stage.idp.node.app.inject({ method, url, headers });
          const shared = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
          assert.deepEqual(shared, [], `${method} ${url} from ${origin}`);
        }
      }
    }
    // Where other origins may ask, they ask without cookies.
    for (const path of [
      "/oauth/v2/token",
      "/oauth/v2/userinfo",
      "/oauth/v2/keys",
      "/.well-known/openid-configuration",
    ]) {
      const answer = await stage.idp.node.app.inject({
        url: path,
        headers: { origin: "https://evil.example", cookie },
      });
      assert.equal(answer.headers["access-control-allow-credentials"], undefined, path);
    }
  },

  async H10(stage) {
    const cast = { loginName: nameOf.ada(stage), typed: "somebody", client: stage.idp.web };
    for (const [name, { headers }] of await everyPage(stage, cast)) {
      assert.match(String(headers["content-security-policy"]), /(?:^|; )frame-ancestors 'none'(?:;|$)/, name);
      assert.equal(headers["x-frame-options"], "DENY", name);
    }
  },

  async H14(stage) {
    const browser = await signedInBrowser(stage, nameOf.ada(stage));
    for (const parameters of [
      { prompt: "none" },
      { prompt: "none", scope: "profile openid", state: "x" },
      { prompt: "none", max_age: "-1" },
    ]) {
      assert.equal(answerOf(await start(stage, browser, parameters)).get("iss"), stage.idp.issuer);
    }
    const discovery = await stage.idp.node.app.inject({ url: "/.well-known/openid-configuration" });
    const { issuer, authorization_response_iss_parameter_supported } = discovery.json();
    assert.deepEqual([issuer, authorization_response_iss_parameter_supported], [stage.idp.issuer, true]);
  },

  async H16(stage) {
    const human = await makePerson(stage);
    const browser = stage.idp.browser();
    const cookies = recordCookies(browser);
    const page = await named(stage, browser, human.loginName, {
      state: "a-state-to-find",
      login_hint: "a-hint-to-find",
    });
    await signInAs(browser, page, human.loginName);
    const { db } = stage.idp.node.services.storage;
    const { id } = await db
      .selectFrom("login_sessions")
      .select("id")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow();
    const telling = [
      human.id,
      human.loginName,
      human.email,
      id,
      "a-state-to-find",
      "a-hint-to-find",
      stage.idp.web.application.id,
    ];
    // The ticket in the address is sealed as the cookies are.
    const values = [...cookies.map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? ""), requestOf(page)].filter(
      (value) => value !== "",
    );
    assert.ok(values.length >= 3);
    for (const value of values) {
      const body = decodeURIComponent(value).replace(/^sg\w_/, "");
      const forms = [
        body,
        Buffer.from(body, "base64url").toString("latin1"),
        Buffer.from(body, "base64").toString("utf16le"),
      ];
      for (const text of telling) assert.ok(!forms.some((one) => one.includes(text)), `${text} in ${value}`);
    }
    // And a sealed one that was changed anywhere is none.
    const sealed = decodeURIComponent(browser.cookies.get("signet-sessions") ?? "");
    for (let i = 0; i < sealed.length; i += 7) {
      const changed = copyOf(stage, browser);
      changed.cookies.set(
        "signet-sessions",
        sealed.slice(0, i) + (sealed[i] === "A" ? "B" : "A") + sealed.slice(i + 1),
      );
      assert.equal(await isSignedIn(stage, changed), false, `changed at ${i}`);
    }
    assert.equal(await isSignedIn(stage, browser), true);
  },
});
