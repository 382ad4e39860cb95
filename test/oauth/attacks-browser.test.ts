/** What an attacker tries in a browser, each beside the honest request that must go on working. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { networkOf } from "../../src/http/client-address.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { readLoginName } from "../../src/people/sign-in/login-name.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import {
  answerOf,
  authorizeUrl,
  basic,
  CALLBACK,
  type Idp,
  PASSWORD,
  post,
  signInAs,
  signInToWeb,
  startIdp,
} from "../support/idp.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

const BYE = "https://app.example/bye";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`attacks in the browser, on ${engine.name}`, () => {
    let idp: Idp;
    let ada: string;
    before(async () => {
      idp = await startIdp(engine);
      ada = `ada@${idp.world.acme.domain}`;
    });
    beforeEach(async () => {
      await idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
    });
    after(() => idp.close());

    const visit = (browser: Browser, parameters: Record<string, string | undefined> = {}): Promise<PageSeen> =>
      browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));
    const attempt = async (loginName: string, password = "wrong", scope = "openid"): Promise<number> => {
      const browser = idp.browser();
      return (await signInAs(browser, await visit(browser, { scope }), loginName, password)).status;
    };
    const attempts = async (count: number, loginName: string, password?: string): Promise<number[]> => {
      const answers: number[] = [];
      for (let i = 0; i < count; i++) answers.push(await attempt(loginName, password));
      return answers;
    };
    const boundTo = (organizationId: string): string => `openid urn:service:iam:org:id:${organizationId}`;
    const endSession = (query: string): string => `${idp.issuer}/oauth/v2/endsession?${query}`;
    const requestOf = ({ url }: PageSeen): string => new URL(url).searchParams.get("request") ?? "";
    const isSignedIn = async (browser: Browser): Promise<boolean> =>
      answerOf(await visit(browser, { prompt: "none" })).has("code");

    test("I1: slowing down does not tell who exists, whatever the spelling and whatever the request is bound to", async () => {
      const { acme, other } = idp.world;
      const { storage } = idp.node.services;
      // A wait that no slow machine sits out.
      const settings = { delayAfter: 5, blockAfter: 5, blockSeconds: 900 };
      await storage.transaction((tx) => setPolicyFreely(tx, "throttling", { settings }, by));
      const seen: number[][] = [];
      for (const name of ["ada", "ghost"]) {
        await idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
        const loginName = `${name}@${acme.domain}`;
        await attempts(5, loginName);
        const spellings = [
          loginName,
          ` ${loginName}\t`,
          loginName.toUpperCase(),
          loginName.replace("@", "＠"),
          loginName.replace("ac", "ac\u00ad"),
        ];
        const answers: number[] = [];
        for (const spelling of spellings) answers.push(await attempt(spelling));
        for (const id of [acme.id, other.id]) answers.push(await attempt(loginName, "wrong", boundTo(id)));
        answers.push(await attempt(name, "wrong", boundTo(acme.id)));
        seen.push(answers);
      }
      assert.deepEqual(seen, [Array(8).fill(429), Array(8).fill(429)]);
      assert.equal(await attempt(`another@${acme.domain}`), 401, "another name is not slowed down");
      await storage.db.deleteFrom("policies").execute();
    });

    test("I1: an organization's own rules hold for names that nobody there has, too, and at its applications for names of nowhere", async () => {
      const { storage } = idp.node.services;
      const settings = { delayAfter: 2, blockAfter: 2, blockSeconds: 900 };
      await storage.transaction((tx) =>
        setPolicyFreely(tx, "throttling", { organizationId: idp.world.acme.id, settings }, by),
      );
      const known = await attempts(3, ada);
      const unknown = await attempts(3, `ghost@${idp.world.acme.domain}`);
      const elsewhere = await attempts(3, `ghost@${idp.world.other.domain}`);
      const noDomain = await attempts(3, "ghost@no domain");
      await storage.db.deleteFrom("policies").execute();
      assert.deepEqual(
        [known, unknown],
        [
          [401, 401, 429],
          [401, 401, 429],
        ],
      );
      assert.deepEqual(
        [elsewhere, noDomain],
        [
          [401, 401, 401],
          [401, 401, 429],
        ],
      );
    });

    test("I2: the right password of a locked user looks like a wrong one, also when it is tried often", async () => {
      const { storage } = idp.node.services;
      const bob = `bob@${idp.world.other.domain}`;
      await storage.transaction((tx) => setUserState(tx, idp.world.bob.id, "lock", by));
      const right = await attempts(6, bob, PASSWORD);
      await storage.db.deleteFrom("proof_attempts").execute();
      const wrong = await attempts(6, bob);
      await storage.transaction((tx) => setUserState(tx, idp.world.bob.id, "unlock", by));
      assert.deepEqual(
        [right, wrong],
        [
          [401, 401, 401, 401, 401, 429],
          [401, 401, 401, 401, 401, 429],
        ],
      );
      await storage.db.deleteFrom("proof_attempts").execute();
      await attempts(4, ada);
      assert.equal(await attempt(ada, PASSWORD), 302);
      assert.deepEqual(await attempts(4, ada), [401, 401, 401, 401], "who is in starts anew");
    });

    test("F7: a password that is changed while it is being checked opens no session; the same password again does", async () => {
      const { passwords, storage } = idp.node.services;
      const { verify } = passwords;
      const change = (hash: string) =>
        storage.transaction((tx) =>
          setPassword(tx, idp.world.ada.id, { hash: unjudged(hash), changeRequired: false }, by),
        );
      const [changed, former] = [
        await passwords.hash("another password", signetItself),
        await passwords.hash(PASSWORD, signetItself),
      ];
      passwords.verify = async (hash, password) => {
        const verdict = await verify(hash, password, signetItself);
        await change(changed);
        return verdict;
      };
      const browser = idp.browser();
      const refused = await signInAs(browser, await visit(browser), ada);
      passwords.verify = verify;
      assert.equal(refused.status, 401);
      assert.equal(await isSignedIn(browser), false);
      await change(former);
      await signInAs(browser, await visit(browser), ada);
      assert.equal(await isSignedIn(browser), true);
    });

    test("A11: a parameter without a value in front of the real one changes neither the page nor whom the request is for", async () => {
      const browser = idp.browser();
      const empty = "redirect_uri=&client_id=&scope=&login_hint=&state";
      const query = new URL(
        authorizeUrl(idp, {
          client: idp.web,
          parameters: { scope: boundTo(idp.world.other.id), login_hint: "x-hint" },
        }),
      );
      const page = await browser.visit(`${idp.issuer}/oauth/v2/authorize?${empty}&${query.searchParams}`);
      assert.equal(page.status, 200);
      assert.match(page.body, /value="x-hint"/);
      assert.equal((await signInAs(browser, page, ada)).status, 401, "bound to another organization");
      const own = new URL(authorizeUrl(idp, { client: idp.web, parameters: { scope: boundTo(idp.world.acme.id) } }));
      const answer = answerOf(
        await signInAs(
          browser,
          await browser.visit(`${idp.issuer}/oauth/v2/authorize?${empty}&${own.searchParams}`),
          ada,
        ),
      );
      assert.ok(answer.get("code"));
      assert.equal(answer.get("state"), "s-1");
    });

    test("F17: what is no organization scope binds neither the answer nor the login page", async () => {
      const browser = idp.browser();
      const page = await visit(browser, { scope: boundTo("x".repeat(65)) });
      assert.ok(answerOf(await signInAs(browser, page, ada)).get("code"));
      assert.equal(
        await attempt(ada, PASSWORD, boundTo("x".repeat(64))),
        401,
        "an organization that does not exist has no users",
      );
    });

    test("R1: parameters that grow on the way to an address are refused at the redirect URI, and what fits is not", async () => {
      const url = authorizeUrl(idp, { client: idp.web });
      const send = (payload: string) =>
        idp.node.app.inject({
          method: "POST",
          url: "/oauth/v2/authorize",
          headers: { host: new URL(idp.issuer).host, "content-type": "application/x-www-form-urlencoded" },
          payload,
        });
      const answered = async (times: number) =>
        String((await send(`${new URL(url).searchParams}&x=${"漢".repeat(times)}`)).headers.location);
      assert.match(await answered(10_000), /^https:\/\/app\.example\/callback\?error=invalid_request/);
      assert.ok((await answered(1_000)).startsWith(`${idp.issuer}/oauth/v2/authorize?`));
      const raw = (text: string) =>
        idp.node.app.inject({ url: `${url}&x=${text}`, headers: { host: new URL(idp.issuer).host } });
      assert.match(String((await raw("\\".repeat(66_000))).headers.location), /callback\?error=invalid_request/);
      assert.match(String((await raw("\\".repeat(30_000))).headers.location), /\/login\?request=/);
    });

    test("R13: U+0000, a hundred parameters too many and a state too long are our page's 400 at the callback and at end session", async () => {
      const many = Array.from({ length: 101 }, (_, i) => `p${i}=1`).join("&");
      const back = `client_id=${idp.web.application.id}&post_logout_redirect_uri=${encodeURIComponent(BYE)}`;
      const callback = `${idp.issuer}/oauth/v2/authorize/callback`;
      for (const url of [`${callback}?request=%00`, `${callback}?${many}`, endSession("state=%00"), endSession(many)]) {
        assert.equal((await idp.browser().visit(url)).status, 400, url);
      }
      assert.equal((await idp.browser().visit(endSession(`${back}&state=${"x".repeat(33_000)}`))).status, 400);
      assert.equal(
        (await idp.browser().visit(endSession(`${back}&state=${"x".repeat(8_192)}`))).url,
        `${BYE}?state=${"x".repeat(8_192)}`,
      );
      assert.match(
        (await idp.browser().visit(endSession(`client_id=${"x".repeat(7_000)}`))).body,
        /You are signed out/,
      );
      const posted = await idp.browser().request("POST", endSession(""), { id_token_hint: "ä".repeat(20_000) });
      assert.equal(posted.status, 413, "never cut off silently");
    });

    test("R6: a login name full of combining marks costs no more than a short one, and both are nobody's", async () => {
      const { services } = idp.node;
      const read = async (typed: string) => {
        const start = process.threadCpuUsage().user;
        const asking = { organizationId: undefined, ownerId: "", application: { id: "", name: "" }, services };
        const { candidates } = await readLoginName(asking, typed);
        return { found: candidates.length > 0, ms: (process.threadCpuUsage().user - start) / 1000 };
      };
      await read("warm@up.example");
      const long = await read(`a${"\u0323\u0307".repeat(16_000)}@${idp.world.acme.domain}`);
      assert.equal(long.found, false);
      assert.ok(long.ms < 150, `${long.ms} ms`);
      assert.equal((await read(`a\u0323\u0307@${idp.world.acme.domain}`)).found, false);
      assert.equal((await read(ada)).found, true);
    });

    test("Q6: a repeated client_id beside a hint signs nobody out, and the right one does", async () => {
      const browser = idp.browser();
      const { id_token } = await signInToWeb(idp, "openid", browser);
      const hinted = `id_token_hint=${id_token}&post_logout_redirect_uri=${encodeURIComponent(BYE)}`;
      const stranger = `client_id=${idp.spa.application.id}`;
      assert.equal((await browser.visit(endSession(`${hinted}&${stranger}&${stranger}`))).status, 400);
      assert.equal(await isSignedIn(browser), true);
      assert.equal((await browser.visit(endSession(`${hinted}&client_id=${idp.web.application.id}`))).url, BYE);
      assert.equal(await isSignedIn(browser), false);
    });

    test("Q6: the address of an application whose organization is switched off is not followed", async () => {
      const { db } = idp.node.services.storage;
      const asked = endSession(
        `client_id=${idp.web.application.id}&post_logout_redirect_uri=${encodeURIComponent(BYE)}`,
      );
      const become = (state: string) =>
        db.updateTable("organizations").set({ state }).where("id", "=", idp.world.acme.id).execute();
      await become("inactive");
      const seen = await idp.browser().visit(asked);
      await become("active");
      assert.match(seen.body, /You are signed out/);
      assert.equal((await idp.browser().visit(asked)).url, BYE);
    });

    test("B4: no ticket of the browser opens as another kind, anywhere", async () => {
      const browser = idp.browser();
      const page = await visit(browser, { prompt: "login" });
      const request = requestOf(page);
      const password = requestOf(await browser.submit(page, { loginName: ada }, "/login"));
      const sent = await browser.request("POST", `${idp.issuer}/login/password`, {
        request: password,
        password: PASSWORD,
      });
      const asked = await browser.visit(endSession(""));
      const tickets = {
        request,
        password,
        callback: new URL(sent.location ?? "").searchParams.get("request") ?? "",
        logout: new URL(asked.url).searchParams.get("request") ?? "",
        sessions: browser.cookies.get("signet-sessions") ?? "",
      };
      const opens: Record<string, readonly string[]> = {
        "/logout": ["logout"],
        "/login": ["request", "password", "callback"],
        "/login/password": ["request", "password", "callback"],
        "/oauth/v2/authorize/callback": ["callback"],
      };
      for (const [kind, ticket] of Object.entries(tickets)) {
        for (const disguise of [ticket, ticket.replace(/^sg._/, "sgl_"), ticket.replace(/^sg._/, "sgo_")]) {
          for (const [path, kinds] of Object.entries(opens)) {
            const seen = await browser.request("GET", `${idp.issuer}${path}?request=${disguise}`);
            const isOwn = kinds.includes(kind) && disguise === ticket;
            assert.equal(seen.status === 400, !isOwn, `${kind} at ${path}: ${seen.status}`);
          }
        }
        for (const code of [ticket, ticket.replace(/^sg._/, "sgc_")]) {
          const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
          const answer = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
          assert.equal(answer.json.error, "invalid_grant", kind);
        }
      }
    });

    test("H3: after signing in again the former cookie is worth nothing, and cookies of two browsers do not mix", async () => {
      const browser = idp.browser();
      await signInToWeb(idp, "openid", browser);
      const former = idp.browser();
      for (const [name, value] of browser.cookies) former.cookies.set(name, value);
      await signInAs(browser, await visit(browser, { prompt: "login" }), ada);
      assert.deepEqual([await isSignedIn(former), await isSignedIn(browser)], [false, true]);
      const [mine, theirs] = [idp.browser(), idp.browser()];
      const page = await visit(mine);
      const request = requestOf(await mine.submit(page, { loginName: ada }, "/login"));
      const { location } = await mine.request("POST", `${idp.issuer}/login/password`, { request, password: PASSWORD });
      await signInToWeb(idp, "openid", theirs);
      theirs.cookies.set("signet-browser", mine.cookies.get("signet-browser") ?? "");
      assert.match((await theirs.visit(location ?? "")).body, /Sign in to/, "the session that was made is not theirs");
      assert.ok(answerOf(await mine.visit(location ?? "")).get("code"));
    });

    test("H4: who is not admitted and takes another account has to sign in with it where prompt login asked for that", async () => {
      for (const [prompt, next] of [
        ["login", /Sign in to/],
        ["select_account", /Continue as/],
      ] as const) {
        const browser = idp.browser();
        await signInToWeb(idp, "openid", browser);
        const page = await browser.visit((await visit(browser, { prompt })).url.replace("/login/accounts?", "/login?"));
        const refused = await signInAs(browser, page, `bob@${idp.world.other.domain}`);
        assert.equal(refused.status, 403);
        const link = /<a class="button" href="([^"]*)">Use another account/.exec(refused.body)?.[1] ?? "";
        assert.match((await browser.visit(`${idp.issuer}${link.replaceAll("&amp;", "&")}`)).body, next);
      }
    });

    test("E12: nothing but an ID token of ours is an id_token_hint", async () => {
      for (const accessTokenType of ["at+jwt", "JWT"] as const) await refuseOtherHints(accessTokenType);
    });

    async function refuseOtherHints(accessTokenType: "at+jwt" | "JWT"): Promise<void> {
      const jwt = await idp.register("web", {
        authMethod: "basic",
        tokens: { accessTokenKind: "jwt", accessTokenType },
      });
      const browser = idp.browser();
      const code =
        answerOf(await signInAs(browser, await browser.visit(authorizeUrl(idp, { client: jwt })), ada)).get("code") ??
        "";
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const { json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(jwt) });
      const [header = "", payload = "", signature = ""] = String(json.id_token).split(".");
      const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT", kid: "x" })).toString("base64url");
      const forged = [
        String(json.access_token),
        `${none}.${payload}.`,
        `${header}.${payload}.`,
        `${header}.${payload}.${signature.slice(0, -4)}`,
        code,
      ];
      for (const id_token_hint of forged) {
        const answer = answerOf(await visit(browser, { prompt: "none", id_token_hint }));
        assert.equal(answer.get("error"), "invalid_request", id_token_hint.slice(0, 40));
      }
      const asHint = (token: unknown) => ({ id_token_hint: String(token), post_logout_redirect_uri: BYE });
      const out = await browser.visit(
        `${idp.issuer}/oauth/v2/endsession?${new URLSearchParams(asHint(json.access_token))}`,
      );
      assert.doesNotMatch(out.url, /^https:\/\/app\.example\/bye/, "an access token signs nobody out");
      const bearer = await idp.node.app.inject({
        url: "/oauth/v2/userinfo",
        headers: { authorization: `Bearer ${json.id_token}` },
      });
      assert.equal(bearer.statusCode, 401, "and an ID token opens nothing");
      assert.ok(answerOf(await visit(browser, { prompt: "none", id_token_hint: String(json.id_token) })).get("code"));
    }

    test("P4: names and hints are shown as text, and the pages run no script but their own", async () => {
      const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
      const client = await idp.register("web", { authMethod: "basic", name: `App ${evil}` });
      const { storage, passwords } = idp.node.services;
      const hash = await passwords.hash(PASSWORD, signetItself);
      await storage.transaction(async (tx) => {
        const profile = { givenName: evil, familyName: "'&\"" };
        const eve = await createHuman(
          tx,
          { organizationId: idp.world.acme.id, userName: "eve", profile, email: "eve@mail.example" },
          by,
        );
        await setPassword(tx, eve.id, { hash: unjudged(hash), changeRequired: false }, by);
      });
      const browser = idp.browser();
      const url = authorizeUrl(idp, { client, parameters: { login_hint: evil, prompt: "select_account" } });
      const login = await browser.visit(url);
      const wrong = await signInAs(browser, login, evil, "wrong");
      await signInAs(browser, login, `eve@${idp.world.acme.domain}`);
      const picker = await browser.visit(url);
      assert.match(picker.body, /Continue as/);
      const question = await browser.visit(endSession(`state=${encodeURIComponent(evil)}`));
      const unknown = await browser.visit(
        authorizeUrl(idp, { client, parameters: { redirect_uri: `https://x/${evil}` } }),
      );
      for (const { body, headers } of [login, wrong, picker, question, unknown]) {
        assert.doesNotMatch(body, /<img|<script>[^<]*alert/);
        // Whatever runs is named by its hash.
        const policy = String(headers["content-security-policy"]);
        const scripts = body.match(/<script/g)?.length ?? 0;
        assert.equal(/script-src(?: 'sha256-[^']+')+;/.test(policy), scripts > 0);
        assert.doesNotMatch(policy, /unsafe/);
      }
      const form = await browser.visit(
        authorizeUrl(idp, {
          client,
          parameters: { response_mode: "form_post", prompt: "none", id_token_hint: "x", state: evil },
        }),
      );
      assert.equal(form.body.match(/<script/g)?.length, 1);
      assert.match(String(form.headers["content-security-policy"]), /script-src 'sha256-[^']+';/);
    });
  });
}

test("K6: one IPv6 network counts as one address, another one does not, and a wrapped IPv4 address counts as that", () => {
  const one = "2001:db8:0:1::/64";
  for (const address of [
    "2001:db8:0:1::1",
    "2001:DB8::1:ffff:ffff:ffff:ffff",
    "2001:0db8:0000:0001:1:2:3:4",
    "2001:db8:0:1::1.2.3.4",
  ]) {
    assert.equal(networkOf(address), one, address);
  }
  assert.equal(networkOf("2001:db8:0:2::1"), "2001:db8:0:2::/64");
  assert.equal(networkOf("fe80::1%eth0"), "fe80:0:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(networkOf("192.0.2.7"), "192.0.2.7");
});
