/**
 * Who sees the pages of an account: whoever is signed in in this browser and has proved all that is asked for, and
 * nobody else.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setUserState } from "../../../src/identity/users/users.ts";
import { Browser } from "../../support/browser.ts";
import { authorizeUrl, signInAs } from "../../support/idp.ts";
import { by } from "../../support/world.ts";
import { isAtLogin, onEachAccountStage, see } from "./stage.ts";

const pages = [
  ...["", "/profile", "/email", "/email/code", "/phone", "/security", "/security/password", "/security/totp"],
  ...["/security/email-code", "/security/passkey", "/sessions", "/activity", "/data", "/data/download", "/delete"],
];

onEachAccountStage("the door of the account pages", (stage) => {
  for (const path of pages) {
    test(`leads whoever is not signed in from ${path || "the first page"} to the login page, and back`, async () => {
      const { idp } = stage;
      const browser = idp.browser();
      const asked = await see(idp, browser, path);
      assert.ok(isAtLogin(asked), asked.url);
      const human = await stage.person();
      const back = await signInAs(browser, asked, human.loginName);
      assert.equal(back.status, 200, back.body);
      assert.ok(back.url.startsWith(`${idp.issuer}/account${path.replace("/email/code", "/email")}`), back.url);
    });
  }

  test("opens for a session that stands, and not for one that has ended", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    assert.match((await see(idp, browser)).body, new RegExp(human.loginName));
    await idp.world.storage.transaction((tx) => setUserState(tx, human.id, "lock", by));
    assert.ok(isAtLogin(await see(idp, browser)));
  });

  test("is not opened by another browser's cookie of the same name, by a former cookie, or by an invented one", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const former = new Map(browser.cookies);
    await stage.proveLongAgo(human);
    const again = await signInAs(browser, await see(idp, browser, "/security/password"), human.loginName);
    assert.equal(again.status, 200);
    const thief = new Browser(idp.node.app, idp.issuer);
    for (const [name, value] of former) thief.cookies.set(name, value);
    assert.ok(isAtLogin(await see(idp, thief)), "the cookie from before the last proof");
    thief.cookies.set("signet-sessions", "sgs_invented");
    assert.ok(isAtLogin(await see(idp, thief)));
  });

  test("stays closed while a sign-in is half done", async () => {
    const { idp } = stage;
    const human = await stage.person();
    await stage.withTotp(human);
    const browser = idp.browser();
    const half = await signInAs(browser, await see(idp, browser), human.loginName);
    assert.match(half.url, /\/login\/factor/);
    for (const path of pages) assert.ok(isAtLogin(await see(idp, browser, path)), path);
    const forced = await browser.request("POST", `${idp.issuer}/account/sessions/everywhere`, {});
    assert.match(forced.location ?? "", /\/login\?request=/);
  });

  test("asks a session for the factor that was set up, or is asked for, since it began", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    assert.ok(!isAtLogin(await see(idp, browser)));
    const code = await stage.withTotp(human);
    const asked = await see(idp, browser);
    assert.ok(isAtLogin(asked));
    const step = await signInAs(browser, asked, human.loginName);
    assert.match(step.url, /\/login\/factor/);
    assert.ok(isAtLogin(await see(idp, browser)), "not before it is proved");
    const inside = await browser.submit(step, { code: await code() }, "/login/factor");
    assert.equal(inside.url, `${idp.issuer}/account`);
  });

  test("asks for enrolment where the organization requires a factor by now", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await stage.decide("secondFactor", { mode: "required" });
    try {
      const asked = await see(idp, browser);
      assert.ok(isAtLogin(asked));
      assert.match((await signInAs(browser, asked, human.loginName)).url, /\/login\/enrol/);
    } finally {
      await stage.decide("secondFactor", { mode: "optional" });
    }
  });

  test("shows the account of the newest session, and the others on request, but only those of this browser", async () => {
    const { idp } = stage;
    const [one, two, stranger] = [await stage.person(), await stage.person(), await stage.person()];
    const browser = await stage.visitor(one);
    const url = authorizeUrl(idp, { client: idp.web, parameters: { prompt: "login" } });
    await signInAs(browser, await browser.visit(url), two.loginName);
    const page = await see(idp, browser);
    assert.match(page.body, new RegExp(`<bdi>${two.loginName}</bdi></span></div>`));
    const other = /href="\/account\?as=([\w-]+)"/.exec(page.body)?.[1] ?? "";
    const switched = await see(idp, browser, `?as=${other}`);
    assert.match(switched.body, new RegExp(`<bdi>${one.loginName}</bdi></span></div>`));
    assert.match(switched.body, new RegExp(`href="/account/profile\\?as=${other}"`), "and stays with it");

    await stage.visitor(stranger);
    const { id } = await idp.world.storage.db
      .selectFrom("login_sessions")
      .select("id")
      .where("user_id", "=", stranger.id)
      .executeTakeFirstOrThrow();
    const tried = await see(idp, browser, `?as=${id}`);
    assert.doesNotMatch(tried.body, new RegExp(stranger.loginName));
    assert.match(tried.body, new RegExp(two.loginName));
  });

  for (const path of [
    "/email",
    "/security/password",
    "/security/totp",
    "/security/email-code",
    "/security/passkey",
    "/delete",
  ]) {
    test(`asks for a new proof before ${path} when the last one is older than ten minutes, and comes back to it`, async () => {
      const { idp } = stage;
      const human = await stage.person();
      const browser = await stage.visitor(human);
      await stage.proveLongAgo(human, 9 * 60_000);
      assert.ok(!isAtLogin(await see(idp, browser, path)), "nine minutes are fresh");
      await stage.proveLongAgo(human);
      const asked = await see(idp, browser, path);
      assert.ok(isAtLogin(asked));
      assert.match(asked.body, new RegExp(`value="${human.loginName}"`), "and knows who");
      const back = await signInAs(browser, asked, human.loginName);
      assert.ok(back.url.startsWith(`${idp.issuer}/account${path}`), back.url);
      assert.equal(back.status, 200);
    });
  }

  test("a person who cancels the new proof is back at the first page, and whoever is not signed in is not asked again", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await stage.proveLongAgo(human);
    const cancelled = await browser.submit(await see(idp, browser, "/security/password"), {}, "/login/cancel");
    assert.equal(cancelled.url, `${idp.issuer}/account?cancelled`);
    assert.equal(cancelled.status, 200);
    const nobody = idp.browser();
    const gone = await nobody.submit(await see(idp, nobody), {}, "/login/cancel");
    assert.equal(gone.url, `${idp.issuer}/logout/done`);
  });

  test("every page is framed by nobody, kept by nobody, and shows whatever people are called as text", async () => {
    const { idp } = stage;
    const payload = `"><script>alert(1)</script><img src=x onerror=alert(2)>`;
    const profile = { displayName: payload, givenName: payload, familyName: payload, nickname: payload };
    const human = await stage.person({ profile, phone: "+41441234567" });
    await stage.decide("account", { mayDelete: true });
    const browser = await stage.visitor(human);
    for (const path of pages.filter((page) => page !== "/data/download")) {
      const page = await see(idp, browser, path);
      assert.equal(page.status, 200, path);
      assert.equal(page.headers["x-frame-options"], "DENY");
      assert.match(
        String(page.headers["content-security-policy"]),
        /default-src 'none'.*form-action 'self'; frame-ancestors 'none'; base-uri 'none'/,
      );
      assert.equal(page.headers["cache-control"], "no-store");
      assert.doesNotMatch(page.body, /<script>alert|<img src=x/, path);
    }
  });

  test("what is not there is not there", async () => {
    const { idp } = stage;
    const browser = await stage.visitor(await stage.person());
    assert.equal((await browser.request("GET", `${idp.issuer}/account/nothing`)).status, 404);
    assert.equal((await browser.request("POST", `${idp.issuer}/account/activity`, {})).status, 405);
  });
});
