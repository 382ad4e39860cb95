/**
 * What is too long, too many or not encoded: told to the application whenever it and its redirect URI are good, and
 * what fits passes whole.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { makeIdToken } from "../../src/tokens/id-tokens.ts";
import { enginesOf } from "../support/engines.ts";
import { answerOf, authorizeUrl, CALLBACK, type Idp, post, signInAs, signInToWeb, startIdp } from "../support/idp.ts";

/** Every byte of it is escaped, so it is three times as long on the way. */
const LONGEST_STATE = "ä%&".repeat(2_048);

for (const engine of enginesOf(import.meta.filename)) {
  describe(`what an authorization request may hold, on ${engine.name}`, () => {
    let idp: Idp;
    let ada: string;
    before(async () => {
      idp = await startIdp(engine);
      ada = `ada@${idp.world.acme.domain}`;
    });
    after(() => idp.close());

    const query = (parameters: Record<string, string> = {}) =>
      new URL(authorizeUrl(idp, { client: idp.web, parameters })).search.slice(1);
    const visit = (encoded: string, browser = idp.browser()) =>
      browser.visit(`${idp.issuer}/oauth/v2/authorize?${encoded}`);
    const send = (encoded: string) =>
      idp.node.app.inject({
        method: "POST",
        url: "/oauth/v2/authorize",
        headers: { "content-type": "application/x-www-form-urlencoded", host: new URL(idp.issuer).host },
        payload: encoded,
      });

    /** By GET and by POST: the error is at the redirect URI. */
    async function refusedThere(encoded: string, problem: RegExp, state: string | null = "s-1"): Promise<void> {
      const got = await visit(encoded);
      const posted = await send(encoded);
      assert.equal(posted.statusCode, 303);
      const location = String(posted.headers.location);
      // What can be read and is not too long comes back as a navigation, which brings the cookies.
      const led = location.startsWith(idp.issuer) ? (await idp.browser().visit(location)).url : location;
      for (const url of [got.url, led]) {
        assert.ok(url.startsWith(`${CALLBACK}?`), url.slice(0, 200));
        const answer = new URL(url).searchParams;
        assert.equal(answer.get("error"), "invalid_request");
        assert.match(answer.get("error_description") ?? "", problem);
        assert.equal(answer.get("state"), state);
        assert.equal(answer.get("iss"), idp.issuer);
      }
    }

    test("a hundred parameters pass, and one more is told to the application", async () => {
      const more = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join("&");
      assert.match((await visit(`${query()}&${more(95)}`)).body, /Sign in to/);
      await refusedThere(`${query()}&${more(96)}`, /more than 100 parameters/);
      // In front of all else, where it could hide what follows.
      await refusedThere(`${"a=1&".repeat(5_000)}${query()}`, /more than 100 parameters/);
    });

    test("what is not encoded, no UTF-8 or NUL is told to the application, also where prompt none shows no page", async () => {
      for (const broken of ["x=%zz", "x=%", "%e4=1", "x=%c3", "x=%f0%28%8c%bc", "prompt=none&x=%2"]) {
        await refusedThere(`${query()}&${broken}`, /not encoded/);
      }
      await refusedThere(`${query()}&x=%00`, /U\+0000/);
      const bare = query().replace(/&state=[^&]*/, "");
      assert.equal(bare.includes("state"), false);
      await refusedThere(`${bare}&prompt=none&state=a%00b`, /U\+0000/, "a\0b");
      await refusedThere(`${bare}&prompt=none&state=100%`, /not encoded/, "100%");
    });

    test("without a good client or redirect URI all of this stays on our page", async () => {
      const elsewhere = query({ redirect_uri: "https://evil.example/" });
      const nobody = query({ client_id: "nobody" });
      for (const broken of ["x=%zz", "x=%00", `x=${"x".repeat(70_000)}`, "a=1&".repeat(200)]) {
        for (const base of [elsewhere, nobody]) {
          const got = await visit(`${base}&${broken}`);
          const posted = await send(`${base}&${broken}`);
          assert.deepEqual(
            [got.status, got.headers.location, posted.statusCode, posted.headers.location],
            [400, undefined, 400, undefined],
          );
        }
      }
    });

    test("64 KiB of parameters pass, and more are told to the application", async () => {
      const padded = (size: number) => {
        const short = `${query()}&unknown=`;
        return short + "x".repeat(size - short.length);
      };
      const browser = idp.browser();
      const page = await visit(padded(65_536), browser);
      assert.match(page.body, /Sign in to/);
      assert.ok(new URL(page.url).search.length < 2_000, "what nobody reads is not carried on");
      assert.ok(answerOf(await signInAs(browser, page, ada)).get("code"));
      await refusedThere(padded(65_537), /may have 65536 bytes/);
      await refusedThere(padded(90_000), /may have 65536 bytes/);
    });

    test("what grows too long for an address when it is posted is told to the application, too", async () => {
      const posted = await send(`${query()}&unknown=${"ä".repeat(20_000)}`);
      assert.equal(new URL(String(posted.headers.location)).searchParams.get("error"), "invalid_request");
      assert.match(String(posted.headers.location), /^https:\/\/app\.example\/callback\?/);
    });

    test("a state of 8 KiB comes back as it was sent, through all pages; a longer one is refused without it", async () => {
      assert.equal(Buffer.byteLength(LONGEST_STATE), 8_192);
      for (const state of [LONGEST_STATE, "x".repeat(8_192)]) {
        const browser = idp.browser();
        const page = await visit(query({ state }), browser);
        const wrong = await signInAs(browser, page, ada, "not the password");
        assert.equal(wrong.status, 401);
        const answer = answerOf(await signInAs(browser, wrong, ada));
        assert.ok(answer.get("code"));
        assert.equal(answer.get("state"), state);
        const silent = answerOf(await visit(query({ state, prompt: "none" }), browser));
        assert.deepEqual([silent.has("code"), silent.get("state")], [true, state]);
        const consented = await visit(query({ state, prompt: "consent" }), browser);
        assert.equal(
          answerOf(await browser.submit(consented, { answer: "allow" }, "/login/consent")).get("state"),
          state,
        );
      }
      await refusedThere(query({ state: `${LONGEST_STATE}x` }), /state may have 8192 bytes/, null);
    });

    test("a nonce of 4 KiB stands in the ID token, a longer one is refused", async () => {
      const implicit = { response_type: "id_token", response_mode: "fragment" };
      const nonce = "n".repeat(4_096);
      const browser = idp.browser();
      const answer = answerOf(await signInAs(browser, await visit(query({ nonce, ...implicit }), browser), ada));
      const [, claims = ""] = answer.get("id_token")?.split(".") ?? [];
      assert.equal(JSON.parse(Buffer.from(claims, "base64url").toString()).nonce, nonce);
      const refused = answerOf(await visit(query({ nonce: `${nonce}n`, ...implicit })));
      assert.equal(refused.get("error"), "invalid_request");
      await refusedThere(query({ login_hint: "ä".repeat(6_000) }), /all parameters but id_token_hint/i);
    });

    test("an ID token of ours with many roles is a good hint by GET and POST, and is not carried on", async () => {
      const browser = idp.browser();
      const { id_token } = await signInToWeb(idp, "openid", browser);
      const [, encoded = ""] = String(id_token).split(".");
      const { sub, sid } = JSON.parse(Buffer.from(encoded, "base64url").toString());
      const now = Math.floor(Date.now() / 1000);
      const roles = Array.from({ length: 1_200 }, (_, i) => `role-of-a-large-organization-${i}`);
      const long = (subject: string) =>
        makeIdToken(
          { ...idp.node.services, issuer: idp.issuer },
          {
            algorithm: "RS256",
            subject,
            clientId: idp.web.application.id,
            issuedAt: now,
            lifetime: 60,
            sid,
            claims: { roles },
          },
        );
      const hint = await long(sub);
      assert.ok(hint.length > 48_000, `${hint.length}`);
      const silent = query({ prompt: "none", id_token_hint: hint, state: "x".repeat(8_192) });
      assert.ok(answerOf(await visit(silent, browser)).get("code"));
      const posted = await send(silent);
      assert.ok(answerOf(await browser.visit(String(posted.headers.location))).get("code"));

      // Of somebody else: the sign-in page, and whoever comes back has to be the one that was meant.
      const page = await visit(query({ id_token_hint: await long(idp.world.bob.id) }), browser);
      assert.ok(new URL(page.url).search.length < 2_000, "the hint is not part of the sealed request");
      assert.equal(answerOf(await signInAs(browser, page, ada)).get("error"), "login_required");

      const ended = await idp
        .browser()
        .visit(`${idp.issuer}/oauth/v2/endsession?${new URLSearchParams({ id_token_hint: hint })}`);
      assert.equal(ended.status, 200);
    });

    test("a missing scope is a missing parameter; one without openid is a scope that is not possible", async () => {
      for (const [encoded, error] of [
        [query().replace(/&scope=[^&]*/, ""), "invalid_request"],
        [query({ scope: "profile" }), "invalid_scope"],
      ] as const) {
        assert.equal(answerOf(await visit(encoded)).get("error"), error);
      }
    });

    test("what is not encoded is refused at the token endpoint, too", async () => {
      const refused = await idp.node.app.inject({
        method: "POST",
        url: "/oauth/v2/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: "grant_type=refresh_token&client_id=x&refresh_token=%zz",
      });
      assert.deepEqual([refused.statusCode, refused.json().error], [400, "invalid_request"]);
      assert.match(refused.json().error_description, /not encoded/);
      assert.equal(
        (await post(idp, "/oauth/v2/token", { grant_type: "refresh_token", client_id: "x", refresh_token: "100%" }))
          .status,
        401,
      );
    });

    test("the refusal of a request object travels as the object says; nothing else does", async () => {
      const object = (claims: unknown) =>
        `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;
      const inForm = await visit(query({ request: object({ response_mode: "form_post" }) }));
      assert.equal(inForm.status, 200);
      assert.match(inForm.body, /name="error" value="request_not_supported"/);
      for (const [claims, where] of [
        [{ response_mode: "fragment" }, "hash"],
        [{ response_type: "id_token" }, "hash"],
        [{ response_mode: "query" }, "search"],
        [{ response_mode: "web_message" }, "search"],
        [{ response_mode: 7, redirect_uri: "https://evil.example/" }, "search"],
        ["no object", "search"],
      ] as const) {
        const seen = await visit(query({ request: object(claims) }));
        assert.match(new URL(seen.url)[where], /error=request_not_supported/, JSON.stringify(claims));
        assert.ok(seen.url.startsWith(CALLBACK));
      }
      // Another error is told as if the object were not there.
      const repeated = await visit(`${query({ request: object({ response_mode: "fragment" }) })}&state=twice`);
      assert.match(new URL(repeated.url).search, /error=invalid_request/);
    });

    test("the page about an unknown redirect URI speaks the language that the application asked for", async () => {
      const page = await visit(query({ redirect_uri: "https://evil.example/", ui_locales: "de" }));
      assert.match(page.body, /<html lang="de"/);
      assert.match((await visit(query({ client_id: "nobody", ui_locales: "xx fr" }))).body, /<html lang="fr"/);
      assert.match((await visit(query({ redirect_uri: "https://evil.example/" }))).body, /<html lang="en"/);
    });
  });
}
