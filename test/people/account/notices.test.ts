/**
 * Mails that tell people what has happened to their account: who gets which, in which language, and when there is
 * nothing to tell.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRecoveryCodes } from "../../../src/identity/factors/recovery-codes.ts";
import { forgottenBrowsers, meetBrowser } from "../../../src/identity/sessions/known-browsers.ts";
import { removeAllFactors, removeFactor } from "../../../src/identity/users/factors.ts";
import { changeEmail, type Human } from "../../../src/identity/users/humans.ts";
import { requestMail } from "../../../src/identity/users/mail-requests.ts";
import { MOST_NOTICES_AN_HOUR } from "../../../src/identity/users/notices.ts";
import { replacePassword, setPassword } from "../../../src/identity/users/passwords.ts";
import { now } from "../../../src/storage/now.ts";
import type { Browser } from "../../support/browser.ts";
import { authorizeUrl, PASSWORD, signInAs } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by } from "../../support/world.ts";
import { onEachAccountStage } from "./stage.ts";

onEachAccountStage("notices", (stage) => {
  const subjects = async ({ email }: Pick<Human, "email">) =>
    (await stage.mailsTo(email)).map(({ headers }) => headers.get("subject"));
  const run = <T>(work: Parameters<typeof stage.idp.world.storage.transaction<T>>[0]) =>
    stage.idp.world.storage.transaction(work);
  const signIn = async (human: Human, browser: Browser) => {
    const url = authorizeUrl(stage.idp, { client: stage.idp.web, parameters: { prompt: "login" } });
    await stage.idp.world.storage.db.deleteFrom("proof_attempts").execute();
    return signInAs(browser, await browser.visit(url), human.loginName);
  };

  test("a sign-in in a browser that is new is told, the very first is not, and a known browser is not", async () => {
    const human = await stage.person();
    const first = stage.idp.browser();
    await signIn(human, first);
    await signIn(human, first);
    assert.deepEqual(await subjects(human), []);
    const second = stage.idp.browser();
    await signIn(human, second);
    await signIn(human, second);
    assert.deepEqual(await subjects(human), ["New sign-in to your account"]);
    const [mail] = await stage.mailsTo(human.email);
    assert.match(
      mail?.text ?? "",
      new RegExp(`${human.loginName} was signed in to in a browser .*Unknown browser, .* UTC`),
    );
    assert.equal(mail?.link, `${stage.idp.issuer}/account`);
  });

  test("a browser is told by a name that we know, never by what it says", async () => {
    const human = await stage.person();
    await signIn(human, stage.idp.browser());
    const userAgent =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; Call +1 900 555) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36 https://evil.example";
    await run((tx) => meetBrowser(tx, { userId: human.id, loginSessionId: "", browser: "another", userAgent }));
    const [mail] = await stage.mailsTo(human.email);
    assert.match(mail?.text ?? "", /Chrome on Windows/);
    assert.doesNotMatch(mail?.text ?? "", /evil|900/);
  });

  test("a wrong password in a new browser tells nothing, and makes no browser known", async () => {
    const human = await stage.person();
    await signIn(human, stage.idp.browser());
    const browser = stage.idp.browser();
    await signInAs(
      browser,
      await browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web })),
      human.loginName,
      "wrong password",
    );
    assert.deepEqual(await subjects(human), []);
    const known = await stage.idp.world.storage.db
      .selectFrom("known_browsers")
      .select("browser")
      .where("user_id", "=", human.id)
      .execute();
    assert.equal(known.length, 1);
  });

  test("of sign-ins at once in one new browser, one is told", async () => {
    const human = await stage.person();
    await signIn(human, stage.idp.browser());
    const browser = stage.idp.browser();
    const url = authorizeUrl(stage.idp, { client: stage.idp.web });
    const page = await browser.submit(await browser.visit(url), { loginName: human.loginName }, "/login");
    await Promise.all([1, 2, 3].map(() => browser.submit(page, { password: PASSWORD }, "/login/password")));
    assert.deepEqual(await subjects(human), ["New sign-in to your account"]);
  });

  test("known browsers are forgotten after 400 days", async () => {
    const { db } = stage.idp.world.storage;
    const human = await stage.person();
    const day = 86_400_000;
    for (const [browser, days] of [
      ["old", 401],
      ["young", 399],
    ] as const) {
      await db
        .insertInto("known_browsers")
        .values((eb) => ({ user_id: human.id, browser, seen_at: eb(now, "-", days * day) }))
        .execute();
    }
    await forgottenBrowsers.deleteBatch(db, 100);
    const left = await db.selectFrom("known_browsers").select("browser").where("user_id", "=", human.id).execute();
    assert.deepEqual(
      left.map(({ browser }) => browser),
      ["young"],
    );
  });

  test("a password that was changed, by whomever, is told; the first one, and a change that was lost, are not", async () => {
    const human = await stage.person();
    const hash = unjudged("$argon2id$invented");
    await run((tx) => setPassword(tx, human.id, { hash, changeRequired: true }, by));
    assert.deepEqual(await subjects(human), ["Your password was changed"]);
    assert.equal(await run((tx) => replacePassword(tx, human.id, { hash, version: 99 }, by)), "lost");
    assert.equal((await subjects(human)).length, 1);
    assert.equal(await run((tx) => replacePassword(tx, human.id, { hash, version: 2 }, by)), "won");
    assert.equal((await subjects(human)).length, 2);
    const invited = await stage.person({ passwordHash: undefined });
    await run((tx) => setPassword(tx, invited.id, { hash, changeRequired: false }, by));
    assert.deepEqual(await subjects(invited), []);
  });

  test("a password that was reset by a link is told", async () => {
    const human = await stage.person();
    await run((tx) => requestMail(tx, { kind: "reset_password", userId: human.id }, by));
    const browser = stage.idp.browser();
    const page = await browser.visit((await stage.mailsTo(human.email)).at(-1)?.link ?? "");
    await browser.submit(page, { password: "a violet bicycle at noon" }, "/login/mail");
    assert.deepEqual(await subjects(human), ["Reset your password", "Your password was changed"]);
  });

  test("a change that is rolled back is told to nobody", async () => {
    const human = await stage.person();
    await assert.rejects(
      run(async (tx) => {
        await setPassword(tx, human.id, { hash: unjudged("$argon2id$invented"), changeRequired: false }, by);
        throw new Error("not after all");
      }),
    );
    assert.deepEqual(await subjects(human), []);
  });

  test("a factor that was added or removed is told, by its kind", async () => {
    const human = await stage.person();
    await stage.withTotp(human);
    const factor = await stage.idp.world.storage.db
      .selectFrom("factors")
      .select("id")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow();
    await assert.rejects(run((tx) => removeFactor(tx, human.id, { factorId: "unknown" }, by)));
    await run((tx) => removeFactor(tx, human.id, { factorId: factor.id }, by));
    await run((tx) => removeAllFactors(tx, human.id, by));
    assert.deepEqual((await subjects(human)).toSorted(), [
      "A second factor was added to your account",
      "A second factor was removed from your account",
    ]);
    for (const mail of await stage.mailsTo(human.email)) assert.match(mail.text, /Authenticator app/);
    await stage.withTotp(human);
    // What waits together is sent in no order.
    await stage.mailsTo(human.email);
    await run((tx) => removeAllFactors(tx, human.id, by));
    assert.match((await stage.mailsTo(human.email)).at(-1)?.text ?? "", /has no second factors any more/);
  });

  test("a recovery code that was used is told with how many are left; a wrong one is not", async () => {
    const human = await stage.person();
    await stage.withTotp(human);
    const codes = await run((tx) => makeRecoveryCodes(tx, human.id, by));
    const browser = stage.idp.browser();
    const half = await signIn(human, browser);
    const page = await browser.visit(`${half.url}&with=recovery_code`);
    await browser.submit(page, { code: "0000-0000-0000-0000" }, "/login/factor");
    assert.ok(!(await subjects(human)).includes("A recovery code of yours was used"));
    await browser.submit(page, { code: codes[0] ?? "" }, "/login/factor");
    assert.equal((await subjects(human)).at(-1), "A recovery code of yours was used");
    assert.match((await stage.mailsTo(human.email)).at(-1)?.text ?? "", /left: 9/);
  });

  test("another address is told to the former one, if that was confirmed, and never to the new one", async () => {
    const [confirmed, other] = [await stage.person(), await stage.person({ emailVerified: false })];
    for (const human of [confirmed, other]) {
      await run((tx) =>
        changeEmail(tx, human.id, { email: `by-manager-${human.userName}@mail.example`, standing: "vouched" }, by),
      );
      assert.deepEqual(await subjects({ email: `by-manager-${human.userName}@mail.example` }), []);
    }
    assert.deepEqual(await subjects(confirmed), ["The e-mail address of your account was changed"]);
    assert.deepEqual(await subjects(other), []);
    await run((tx) =>
      changeEmail(
        tx,
        confirmed.id,
        { email: `by-manager-${confirmed.userName}@mail.example`, standing: "vouched" },
        by,
      ),
    );
    assert.equal((await subjects(confirmed)).length, 1, "the same address is no change");
  });

  test("goes to the address there was when it happened: whoever takes an account over cannot send it elsewhere", async () => {
    const human = await stage.person();
    await run((tx) => setPassword(tx, human.id, { hash: unjudged("$argon2id$invented"), changeRequired: false }, by));
    await run((tx) => changeEmail(tx, human.id, { email: "thief@mail.example", standing: "vouched" }, by));
    // Several are sent at once, in whatever order.
    assert.deepEqual((await subjects(human)).toSorted(), [
      "The e-mail address of your account was changed",
      "Your password was changed",
    ]);
    assert.deepEqual(await subjects({ email: "thief@mail.example" }), []);
  });

  test("an address that is not confirmed is told nothing", async () => {
    const human = await stage.person({ emailVerified: false });
    await run((tx) => setPassword(tx, human.id, { hash: unjudged("$argon2id$invented"), changeRequired: false }, by));
    await stage.withTotp(human);
    assert.deepEqual(await subjects(human), []);
  });

  test("speaks the language of the person", async () => {
    const human = await stage.person({ profile: { locale: "de" } });
    await run((tx) => setPassword(tx, human.id, { hash: unjudged("$argon2id$invented"), changeRequired: false }, by));
    const [mail] = await stage.mailsTo(human.email);
    assert.match(mail?.html ?? "", /<html lang="de"/);
    assert.doesNotMatch(mail?.text ?? "", /was changed/);
  });

  test("is sent a few times an hour and no more", async () => {
    const human = await stage.person();
    for (let n = 0; n < MOST_NOTICES_AN_HOUR + 5; n++) {
      await run((tx) => setPassword(tx, human.id, { hash: unjudged("$argon2id$invented"), changeRequired: false }, by));
    }
    assert.equal((await subjects(human)).length, MOST_NOTICES_AN_HOUR);
    await stage.withTotp(human);
    assert.equal(
      (await subjects(human)).at(-1),
      "A second factor was added to your account",
      "another kind is told all the same",
    );
  });
});
