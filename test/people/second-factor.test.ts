import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose";
import { Secret, TOTP } from "otpauth";
import { countRecoveryCodes, makeRecoveryCodes } from "../../src/identity/factors/recovery-codes.ts";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import { listFactors } from "../../src/identity/users/factors.ts";
import type { Human } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { readNow } from "../../src/storage/now.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { answerOf, authorizeUrl, basic, CALLBACK, PASSWORD, post, signInAs } from "../support/idp.ts";
import { readMail } from "../support/mail.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { onEachMailStage } from "./mail-stage.ts";

const STEP = 30_000;
const WRONG = /That code is not right/;

onEachMailStage("a second factor", (stage) => {
  const db = () => stage.idp.world.storage.db;
  const codeOf = async (secret: string, off = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (await readNow(db())) + off });

  async function person(): Promise<Human> {
    return stage.make({
      passwordHash: unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself)),
      emailVerified: true,
    });
  }

  async function withApp(): Promise<{ human: Human; secret: string }> {
    const human = await person();
    const secret = newTotpSecret();
    const { storage, vault } = stage.idp.node.services;
    const code = await codeOf(secret, -STEP);
    assert.equal(await addTotp(storage, vault, { userId: human.id, secret, name: "", code }, by), "won");
    return { human, secret };
  }

  const policy = (settings: unknown) =>
    stage.run((tx) => setPolicyFreely(tx, "secondFactor", { organizationId: stage.idp.world.acme.id, settings }, by));
  const everything = ["passkey", "totp", "email_code"];
  const optional = () => policy({ mode: "optional", allowed: everything });

  const visit = (browser: Browser, parameters: Record<string, string> = {}) =>
    browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web, parameters }));
  const begin = async (browser: Browser, human: Human, parameters: Record<string, string> = {}) =>
    signInAs(browser, await visit(browser, parameters), human.loginName);
  const answer = (browser: Browser, page: PageSeen, code: string) => browser.submit(page, { code }, "/login/factor");
  const isIn = (page: PageSeen) => page.url.startsWith(`${CALLBACK}?code=`);
  const sessionsOf = (human: Human) =>
    db().selectFrom("login_sessions").select("amr").where("user_id", "=", human.id).execute();

  async function mailedCode(human: Human): Promise<string> {
    await stage.idp.node.services.mail.flush();
    // Mails that wait together, such as a notice, are sent in whatever order.
    const received = stage.server.mails.filter(({ to }) => to.includes(human.email));
    const codes = received.flatMap(({ raw }) => /^ {4}(\d{6})$/m.exec(readMail(raw).text)?.[1] ?? []);
    return codes.at(-1) ?? "";
  }

  async function idTokenOf(page: PageSeen): Promise<Record<string, unknown>> {
    const form = { grant_type: "authorization_code", code: answerOf(page).get("code") ?? "", redirect_uri: CALLBACK };
    const response = await post(stage.idp, "/oauth/v2/token", form, { authorization: basic(stage.idp.web) });
    return decodeJwt(String(response.json.id_token));
  }

  test("whoever has set up an app is asked for its code, and the tokens say that both were proved", async () => {
    await optional();
    const { human, secret } = await withApp();
    const browser = stage.idp.browser();
    const page = await begin(browser, human);
    assert.match(page.body, /One more step/);
    assert.deepEqual(await sessionsOf(human), [], "half a sign-in is none");
    const wrong = await answer(browser, page, "000000");
    assert.equal(wrong.status, 401);
    assert.match(wrong.body, WRONG);
    const code = await codeOf(secret);
    const done = await answer(browser, page, code);
    assert.ok(isIn(done), done.body);
    const { amr, acr } = await idTokenOf(done);
    assert.deepEqual([amr, acr], [["pwd", "otp", "mfa"], "mfa"]);
    const again = await answer(stage.idp.browser(), page, code);
    assert.equal(again.status, 400, "the page belongs to one browser");
  });

  test("a code works once, also for somebody who saw it: the second browser waits for the next one", async () => {
    const { human, secret } = await withApp();
    const [one, other] = [stage.idp.browser(), stage.idp.browser()];
    const [mine, theirs] = [await begin(one, human), await begin(other, human)];
    const code = await codeOf(secret);
    assert.ok(isIn(await answer(one, mine, code)));
    assert.equal((await answer(other, theirs, code)).status, 401);
    assert.deepEqual((await sessionsOf(human)).length, 1);
  });

  test("with one proof there is nothing to get: no code, no silent sign-in, no account", async () => {
    const { human } = await withApp();
    const browser = stage.idp.browser();
    await begin(browser, human);
    assert.equal(answerOf(await visit(browser, { prompt: "none" })).get("error"), "login_required");
    assert.match((await visit(browser)).body, /Sign in to/);
    assert.deepEqual(await sessionsOf(human), []);
  });

  test("guesses at the code are counted for the account, and the right password does not give new ones", async () => {
    const { human, secret } = await withApp();
    let slowed = 0;
    for (let attempt = 0; attempt < 12 && slowed === 0; attempt++) {
      const browser = stage.idp.browser();
      const page = await begin(browser, human);
      const status = page.body.includes('action="/login/factor"')
        ? (await answer(browser, page, "000000")).status
        : page.status;
      if (status === 429) slowed = attempt;
    }
    assert.ok(slowed > 0 && slowed <= 6, `slowed after ${slowed} sign-ins`);
    const browser = stage.idp.browser();
    assert.equal((await begin(browser, human)).status, 429, "the right password has to wait as well");
    await stage.idp.node.database.advance(3_600_001);
    const page = await begin(stage.idp.browser(), human);
    assert.match(page.body, /One more step/);
    assert.ok(secret);
  });

  test("a recovery code stands in, once, and the others stay", async () => {
    const { human } = await withApp();
    const codes = await stage.run((tx) => makeRecoveryCodes(tx, human.id, by));
    const browser = stage.idp.browser();
    const page = await begin(browser, human);
    const form = await browser.visit(`${page.url}&with=recovery_code`);
    assert.match(form.body, /recovery codes you have kept/);
    assert.ok(isIn(await answer(browser, form, codes[0] ?? "")));
    const second = stage.idp.browser();
    const later = await second.visit(`${(await begin(second, human)).url}&with=recovery_code`);
    assert.equal((await answer(second, later, codes[0] ?? "")).status, 401);
    assert.ok(isIn(await answer(second, later, codes[1] ?? "")));
  });

  test("required: whoever has nothing sets up an app on the way in, gets recovery codes once, and is in", async () => {
    await policy({ mode: "required", allowed: ["totp", "email_code"] });
    const human = await person();
    const browser = stage.idp.browser();
    const choice = await begin(browser, human);
    assert.match(choice.body, /Add a second factor/);
    const page = await browser.visit(`${choice.url}&with=totp`);
    assert.match(page.body, /<svg[^>]*>[\s\S]*<\/svg>/);
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? "").replaceAll(" ", "");
    assert.equal(secret.length, 32);
    const wrong = await browser.submit(page, { code: "000000" }, "/login/enrol");
    assert.equal(wrong.status, 401);
    assert.ok(wrong.body.includes(secret.slice(0, 4)), "the same secret, while the person tries");
    assert.deepEqual(await listFactors(db(), human.id), []);
    const codes = await browser.submit(wrong, { code: await codeOf(secret) }, "/login/enrol");
    assert.match(codes.body, /Keep these recovery codes/);
    assert.equal([...codes.body.matchAll(/<li><code>/g)].length, 10);
    assert.deepEqual(await sessionsOf(human), []);
    const done = await browser.submit(codes, {}, "/login/enrol/done");
    assert.ok(isIn(done), done.body);
    assert.equal((await idTokenOf(done)).acr, "mfa");
    assert.deepEqual((await listFactors(db(), human.id)).map(({ kind }) => kind).toSorted(), [
      "recovery_codes",
      "totp",
    ]);
    await optional();
  });

  test("required: whoever sets up an app on the way in and has recovery codes keeps those", async () => {
    await policy({ mode: "required", allowed: ["totp"] });
    const human = await person();
    const [first = "", ...others] = await stage.run((tx) => makeRecoveryCodes(tx, human.id, by));
    const browser = stage.idp.browser();
    const page = await begin(browser, human);
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? "").replaceAll(" ", "");
    assert.ok(
      isIn(await browser.submit(page, { code: await codeOf(secret) }, "/login/enrol")),
      "no page with new ones",
    );
    const next = stage.idp.browser();
    const form = await next.visit(`${(await begin(next, human)).url}&with=recovery_code`);
    assert.ok(isIn(await answer(next, form, first)));
    assert.equal(await countRecoveryCodes(db(), human.id), others.length);
    await optional();
  });

  test("required, by mail: the code goes to the verified address, ends up nowhere else, and works in this browser alone", async () => {
    await policy({ mode: "required", allowed: ["email_code"] });
    const human = await person();
    const browser = stage.idp.browser();
    const page = await begin(browser, human);
    assert.ok(!page.body.includes(human.email), "the password alone does not tell the address");
    const sent = await browser.submit(page, { send: "1", email: "thief@mail.example" }, "/login/enrol");
    const code = await mailedCode(human);
    assert.match(code, /^\d{6}$/);
    assert.ok(!stage.server.mails.some(({ to }) => to.includes("thief@mail.example")));
    const other = stage.idp.browser();
    const theirs = await begin(other, human);
    assert.equal(
      (await other.submit(theirs, { code }, "/login/enrol")).status,
      401,
      "their own sign-in has no code yet",
    );
    assert.ok(isIn(await browser.submit(sent, { code }, "/login/enrol")));
    assert.deepEqual(
      (await listFactors(db(), human.id)).map(({ kind }) => kind),
      ["email_code"],
    );

    const next = stage.idp.browser();
    const asked = await next.submit(await begin(next, human), { send: "1" }, "/login/factor");
    assert.equal((await answer(next, asked, code)).status, 401, "the former code is over");
    assert.ok(isIn(await answer(next, asked, await mailedCode(human))));
    await optional();
  });

  test("required later: a session from before is not enough, silently or not", async () => {
    await optional();
    const human = await person();
    const browser = stage.idp.browser();
    assert.ok(isIn(await begin(browser, human)));
    assert.ok(isIn(await visit(browser, { prompt: "none" })));
    await policy({ mode: "required", allowed: ["totp"] });
    assert.equal(answerOf(await visit(browser, { prompt: "none" })).get("error"), "interaction_required");
    const page = await visit(browser);
    assert.match(page.body, /action="\/login\/password"/);
    assert.match((await browser.submit(page, { password: PASSWORD }, "/login/password")).body, /Authenticator app/);
    await optional();
    assert.ok(isIn(await visit(browser, { prompt: "none" })), "and is again, when it is not required any more");
  });

  for (const [state, shut] of [
    ["deactivated", (human: Human) => stage.run((tx) => setUserState(tx, human.id, "deactivate", by))],
    [
      "given another password",
      (human: Human) =>
        stage.run((tx) => setPassword(tx, human.id, { hash: unjudged("other"), changeRequired: false }, by)),
    ],
  ] as const) {
    test(`whoever is ${state} on the way proves and sets up nothing more, and gets no mail`, async () => {
      await policy({ mode: "required", allowed: ["totp", "email_code"] });
      const { human: known, secret } = await withApp();
      const fresh = await person();
      const [one, other] = [stage.idp.browser(), stage.idp.browser()];
      const proving = await begin(one, known);
      const enrolling = await other.visit(`${(await begin(other, fresh)).url}&with=email_code`);
      await shut(known);
      await shut(fresh);
      const mails = stage.server.mails.length;
      assert.equal((await answer(one, proving, await codeOf(secret))).status, 400);
      assert.equal((await other.submit(enrolling, { send: "1" }, "/login/enrol")).status, 400);
      await stage.idp.node.services.mail.flush();
      assert.ok(!stage.server.mails.slice(mails).some(({ raw }) => /is your code/.test(raw)));
      assert.deepEqual(await listFactors(db(), fresh.id), []);
      assert.deepEqual(await sessionsOf(known), []);
      await optional();
    });
  }

  test("whoever is right never waits for it, however many sign in from one address", async () => {
    await db().deleteFrom("proof_attempts").execute();
    const human = await person();
    for (let n = 0; n < 55; n++) assert.ok(isIn(await begin(stage.idp.browser(), human)), `sign-in ${n}`);
    assert.deepEqual(await db().selectFrom("proof_attempts").select("count").where("count", ">", 0).execute(), []);
  });

  test("off: nobody is asked, also those who have set one up", async () => {
    const { human } = await withApp();
    await policy({ mode: "off", allowed: everything });
    const done = await begin(stage.idp.browser(), human);
    assert.ok(isIn(done));
    assert.equal((await idTokenOf(done)).acr, "1fa");
    await optional();
  });

  test("acr_values can ask for more, and never keeps out who has no more", async () => {
    const human = await person();
    const browser = stage.idp.browser();
    assert.ok(isIn(await begin(browser, human, { acr_values: "phr mfa" })));
    assert.ok(isIn(await visit(browser, { acr_values: "phr" })));
  });
});
