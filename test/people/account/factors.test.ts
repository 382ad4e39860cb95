/** Second factors in one's own account: set up, used, taken away, within what the policy says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import type { PolicySettings } from "../../../src/identity/policies/kinds.ts";
import { listFactors } from "../../../src/identity/users/factors.ts";
import type { Human } from "../../../src/identity/users/humans.ts";
import type { Browser, PageSeen } from "../../support/browser.ts";
import { signInAs } from "../../support/idp.ts";
import { isAtLogin, mainOf, onEachAccountStage, see } from "./stage.ts";

/** The key that the page shows to be typed. */
function secretIn(page: PageSeen): string {
  const secret = /<code>([A-Z2-7 ]{20,})<\/code>/.exec(page.body)?.[1]?.replaceAll(" ", "");
  assert.ok(secret, mainOf(page));
  return secret;
}

onEachAccountStage("my second factors", (stage) => {
  const kinds = async ({ id }: Human) =>
    (await listFactors(stage.idp.world.storage.db, id)).map(({ kind }) => kind).toSorted();
  const idOf = async ({ id }: Human, kind: string) =>
    (await listFactors(stage.idp.world.storage.db, id)).find((factor) => factor.kind === kind)?.id ?? "";

  async function setUpApp(browser: Browser): Promise<string> {
    const page = await see(stage.idp, browser, "/security/totp");
    const secret = secretIn(page);
    const shown = await browser.submit(page, { code: new TOTP({ secret }).generate() }, "/account/security/totp");
    assert.match(shown.body, /Keep these recovery codes|Your second factor is set up/, mainOf(shown));
    return secret;
  }

  test("an app is set up by its own code, counts in this session at once, brings recovery codes, and is asked for from then on", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/totp");
    assert.match(page.body, /class="qr" role="img"/);
    const wrong = await browser.submit(page, { code: "000000" }, "/account/security/totp");
    assert.equal(wrong.status, 401);
    assert.equal(secretIn(wrong), secretIn(page), "the same secret, also after a mistake");
    assert.deepEqual(await kinds(human), []);
    const shown = await browser.submit(
      page,
      { code: new TOTP({ secret: secretIn(page) }).generate() },
      "/account/security/totp",
    );
    assert.match(shown.body, /Keep these recovery codes/);
    assert.deepEqual(await kinds(human), ["recovery_codes", "totp"]);
    assert.ok(!isAtLogin(await see(idp, browser, "/security")));
    const other = idp.browser();
    assert.match((await signInAs(other, await see(idp, other), human.loginName)).url, /\/login\/factor/);
  });

  test("nothing about an app comes from the request", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/totp");
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const fields = { secret, code: new TOTP({ secret }).generate() };
    assert.equal((await browser.submit(page, fields, "/account/security/totp")).status, 401);
    assert.deepEqual(await kinds(human), []);
  });

  test("a new app replaces the former", async () => {
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await setUpApp(browser);
    const former = await idOf(human, "totp");
    await setUpApp(browser);
    assert.deepEqual(await kinds(human), ["recovery_codes", "totp"]);
    assert.notEqual(await idOf(human, "totp"), former);
  });

  test("codes by e-mail go to the confirmed address, whatever the form says, and are wanted by who has got one", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/email-code");
    const asked = await browser.submit(
      page,
      { email: "evil@mail.example", to: "evil@mail.example" },
      "/account/security/email-code",
    );
    assert.deepEqual(await stage.mailsTo("evil@mail.example"), []);
    assert.equal((await browser.submit(asked, { code: "000000" }, "/account/security/email-code")).status, 401);
    assert.deepEqual(await kinds(human), []);
    const done = await browser.submit(
      asked,
      { code: await stage.codeFor(human.email) },
      "/account/security/email-code",
    );
    assert.match(done.body, /Your second factor is set up/, mainOf(done));
    assert.deepEqual(await kinds(human), ["email_code"]);
  });

  test("codes by e-mail are not offered, and not taken, without a confirmed address", async () => {
    const { idp } = stage;
    const human = await stage.person({ emailVerified: false });
    const browser = await stage.visitor(human);
    assert.match((await see(idp, browser, "/security")).body, /need a confirmed e-mail address/);
    assert.match((await see(idp, browser, "/security/email-code")).url, /\/account\/security$/);
  });

  test("a factor that is removed ends every other session, and takes recovery codes along when it was the last", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const [browser, other] = [await stage.visitor(human), await stage.visitor(human)];
    await setUpApp(browser);
    const done = await browser.submit(
      await see(idp, browser, "/security"),
      { id: await idOf(human, "totp") },
      "/account/security/remove",
    );
    assert.match(done.body, /It is removed/, mainOf(done));
    assert.deepEqual(await kinds(human), []);
    assert.ok(!isAtLogin(await see(idp, browser)), "this one goes on");
    assert.ok(isAtLogin(await see(idp, other)));
  });

  test("the last one stays where the organization asks for one; of two removed at once, one stays", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await setUpApp(browser);
    await stage.decide("secondFactor", { mode: "required" });
    try {
      const page = await see(idp, browser, "/security");
      const refused = await browser.submit(page, { id: await idOf(human, "totp") }, "/account/security/remove");
      assert.equal(refused.status, 409);
      assert.match(refused.body, /asks for a second factor, and this is your last one/);
      assert.deepEqual(await kinds(human), ["recovery_codes", "totp"]);

      const asked = await browser.submit(
        await see(idp, browser, "/security/email-code"),
        {},
        "/account/security/email-code",
      );
      await browser.submit(asked, { code: await stage.codeFor(human.email) }, "/account/security/email-code");
      const both = [await idOf(human, "totp"), await idOf(human, "email_code")];
      const list = await see(idp, browser, "/security");
      const answers = await Promise.all(both.map((id) => browser.submit(list, { id }, "/account/security/remove")));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
      assert.equal((await kinds(human)).filter((kind) => kind !== "recovery_codes").length, 1);
    } finally {
      await stage.decide("secondFactor", { mode: "optional" });
    }
  });

  test("what the policy does not allow is neither offered nor taken", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/totp");
    const secret = secretIn(page);
    const changes: Partial<PolicySettings<"secondFactor">>[] = [
      { mode: "off" },
      { mode: "optional", allowed: ["passkey"] },
    ];
    for (const change of changes) {
      await stage.decide("secondFactor", change);
      try {
        assert.doesNotMatch((await see(idp, browser, "/security")).body, /href="\/account\/security\/totp/);
        assert.match((await see(idp, browser, "/security/totp")).url, /\/account\/security$/);
        assert.equal(
          (await browser.submit(page, { code: new TOTP({ secret }).generate() }, "/account/security/totp")).status,
          400,
        );
        assert.deepEqual(await kinds(human), []);
      } finally {
        await stage.decide("secondFactor", { mode: "optional" });
      }
    }
  });

  test("recovery codes are made anew for who has a factor, and for nobody else; the former stop working", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    assert.doesNotMatch((await see(idp, browser, "/security")).body, /action="\/account\/security\/recovery-codes"/);
    await setUpApp(browser);
    const former = await idOf(human, "recovery_codes");
    const shown = await browser.submit(await see(idp, browser, "/security"), {}, "/account/security/recovery-codes");
    assert.match(shown.body, /Keep these recovery codes/);
    assert.notEqual(await idOf(human, "recovery_codes"), former);
    const rows = await idp.world.storage.db
      .selectFrom("recovery_codes")
      .select("hash")
      .where("factor_id", "=", former)
      .execute();
    assert.deepEqual(rows, []);
  });

  test("codes are counted, and who guesses waits", async () => {
    const { idp } = stage;
    await stage.decide("throttling", { delayAfter: 3, blockAfter: 5, blockSeconds: 60 });
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/totp");
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++)
      statuses.push((await browser.submit(page, { code: "000000" }, "/account/security/totp")).status);
    assert.ok(statuses.includes(429), String(statuses));
    await stage.decide("throttling", {});
  });

  test("whoever guesses codes with one account after the other waits with all: the address counts, too", async () => {
    const { idp } = stage;
    const { db } = idp.world.storage;
    const begin = async () => {
      const browser = await stage.visitor(await stage.person());
      return { browser, page: await see(idp, browser, "/security/totp") };
    };
    const guess = ({ browser, page }: { browser: Browser; page: PageSeen }) =>
      browser.submit(page, { code: "000000" }, "/account/security/totp");
    const [one, other] = [await begin(), await begin()];
    assert.equal((await guess(one)).status, 401);
    // As if sixty had been sent before, each with another account.
    const ofAddress = db.updateTable("proof_attempts").where("subject", "like", "address:%:new_factor");
    assert.equal((await ofAddress.set({ count: 60 }).executeTakeFirst()).numUpdatedRows, 1n);
    assert.equal((await guess(one)).status, 401);
    const slowed = await guess(other);
    assert.equal(slowed.status, 429);
    assert.ok(Number(slowed.headers["retry-after"]) > 0);
    assert.ok(!isAtLogin(await see(idp, other.browser, "/security")), "nothing else of theirs has to wait");
    await ofAddress.set({ count: 0, blocked_until: 0 }).execute();
    assert.equal((await guess(other)).status, 401);
  });
});
