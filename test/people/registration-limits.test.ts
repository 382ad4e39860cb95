import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CODE_ATTEMPTS, CODE_LIFE_MS } from "../../src/identity/limits/one-time-codes.ts";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { sweeps } from "../../src/services.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { findForm } from "../support/browser.ts";
import { contentOf } from "../support/content.ts";
import { authorizeUrl } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { choose, HOUR, isOver, NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import {
  allowRegistration,
  anotherCode,
  CODE,
  chooseFirst,
  FORM,
  forgetThrottling,
  isIn,
  isWrongCode,
  mailsNow,
  names,
  newAddress,
  openForm,
  peopleAt,
  registrationMail,
  sendForm,
  typeCode,
} from "./registration-stage.ts";

onEachMailStage("what registering does not do", (stage) => {
  before(() => allowRegistration(stage));

  test("where it is closed, neither the link, nor prompt=create, nor a form that was open, nor a code or link on its way does anything", async () => {
    const browser = stage.idp.browser();
    const form = await openForm(stage, browser);
    const waiting = await sendForm(stage);
    const { code, link } = registrationMail(waiting.mails);
    const proved = await sendForm(stage);
    const password = await typeCode(proved, registrationMail(proved.mails).code);
    await allowRegistration(stage, { allowed: false });
    const before = await contentOf(stage.idp.world.storage);
    const closed = await openForm(stage, stage.idp.browser());
    assert.match(closed.body, /<h1>Registration is not open<\/h1>/);
    assert.doesNotMatch(closed.body, /name="email"/);
    for (const [page, action, fields] of [
      [form, FORM, { ...names, email: newAddress() }],
      [form, FORM, { ...names, email: newAddress(), password: NEW_PASSWORD }],
    ] as const) {
      const refused = await browser.submit(page, fields, action);
      assert.equal(refused.status, 403);
      assert.match(refused.body, /<h1>Registration is not open<\/h1>/);
    }
    assert.equal((await typeCode(waiting, code)).status, 403);
    assert.equal((await chooseFirst(proved.browser, password)).status, 403);
    isOver(await stage.idp.browser().visit(link));
    isOver(
      await stage.idp
        .browser()
        .request("POST", "/login/mail", { link: new URL(link).searchParams.get("link") ?? "", password: NEW_PASSWORD }),
    );
    assert.deepEqual(await mailsNow(stage), []);
    assert.deepEqual(await contentOf(stage.idp.world.storage), before);
    await allowRegistration(stage);
    assert.ok(
      isIn(await chooseFirst(waiting.browser, await typeCode(waiting, code))),
      "and goes on when it is open again",
    );
  });

  test("a form from elsewhere, or opened in another browser, does nothing", async () => {
    const form = await openForm(stage, stage.idp.browser());
    const sent = await sendForm(stage);
    const { code } = registrationMail(sent.mails);
    const before = await contentOf(stage.idp.world.storage);
    const stranger = stage.idp.browser();
    await stranger.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.equal((await stranger.submit(form, { ...names, email: newAddress() }, FORM)).status, 400);
    assert.equal((await stranger.submit(sent.page, { code }, CODE)).status, 400);
    assert.equal((await stranger.request("POST", CODE, { code })).status, 400);
    assert.equal((await stranger.request("POST", FORM, { ...names, email: newAddress() })).status, 400);
    await stage.idp.node.services.afterAnswer.settled();
    assert.deepEqual(await contentOf(stage.idp.world.storage), before);
    assert.equal((await typeCode(sent, code)).status, 200);
  });

  test("a step of one kind is worth nothing on the page of another", async () => {
    const sent = await sendForm(stage);
    const { request } = findForm(sent.page.body, CODE).hidden;
    for (const path of ["/login/new-password", "/login/register/code"]) {
      const answer = await sent.browser.request("POST", path, { request: request ?? "", password: NEW_PASSWORD });
      assert.ok([400, 401].includes(answer.status), path);
    }
    const form = await openForm(stage, sent.browser);
    const { request: early } = findForm(form.body, FORM).hidden;
    assert.equal(
      (await sent.browser.request("POST", CODE, { request: early ?? "", password: NEW_PASSWORD })).status,
      400,
    );
    assert.equal((await peopleAt(stage, sent.email))[0]?.state, "unverified");
  });

  test("a code has five attempts, and the right one comes too late after them", async () => {
    const sent = await sendForm(stage);
    const { code, link } = registrationMail(sent.mails);
    for (let i = 0; i < CODE_ATTEMPTS; i++) {
      await forgetThrottling(stage);
      isWrongCode(await typeCode(sent, anotherCode(code)));
    }
    await forgetThrottling(stage);
    isWrongCode(await typeCode(sent, code));
    const browser = stage.idp.browser();
    assert.equal((await choose(browser, await browser.visit(link))).status, 200, "the link is another proof");
  });

  test("who asks for one code after the other is slowed down for the address, whichever code they guess", async () => {
    const email = newAddress();
    let refused = 0;
    for (let i = 0; i < 3; i++) {
      const sent = await sendForm(stage, { email });
      const { code } = registrationMail(sent.mails);
      for (let guess = 0; guess < 3; guess++) {
        const answer = await typeCode(sent, anotherCode(code));
        if (answer.status === 429) refused++;
        else isWrongCode(answer);
      }
    }
    assert.equal(refused, 4);
    await forgetThrottling(stage);
  });

  test("a code lives ten minutes, and works once", async () => {
    const old = await sendForm(stage);
    const fresh = await sendForm(stage);
    const used = registrationMail(fresh.mails).code;
    assert.equal((await typeCode(fresh, used)).status, 200);
    isWrongCode(await typeCode(fresh, used));
    await stage.idp.node.database.advance(CODE_LIFE_MS + 1_000);
    isWrongCode(await typeCode(old, registrationMail(old.mails).code));
    const browser = stage.idp.browser();
    assert.equal((await browser.visit(registrationMail(old.mails).link)).status, 200);
  });

  for (const [what, shutOut] of [
    ["the person", (id: string) => stage.run((tx) => setUserState(tx, id, "deactivate", by))],
    [
      "their organization",
      () => stage.run((tx) => setOrganizationState(tx, stage.idp.world.acme.id, "deactivate", by)),
    ],
  ] as const) {
    test(`neither code, nor link, nor a password on its way is worth anything once ${what} is deactivated`, async () => {
      const sent = await sendForm(stage);
      const { code, link } = registrationMail(sent.mails);
      const proved = await sendForm(stage, { email: sent.email });
      const page = await typeCode(proved, registrationMail(proved.mails).code);
      const [human] = await peopleAt(stage, sent.email);
      await shutOut(human?.id ?? "");
      assert.ok((await chooseFirst(proved.browser, page)).status >= 400);
      assert.ok((await typeCode(sent, code)).status >= 400);
      isOver(await stage.idp.browser().visit(link));
      const [after] = await peopleAt(stage, sent.email);
      assert.deepEqual([after?.password_hash, after?.email_verified], [null, 0]);
      if (what === "their organization") {
        await stage.run((tx) => setOrganizationState(tx, stage.idp.world.acme.id, "activate", by));
      }
    });
  }

  test("a password that is refused spends nothing, and says why", async () => {
    const sent = await sendForm(stage);
    const page = await typeCode(sent, registrationMail(sent.mails).code);
    for (const [password, problem] of [
      ["short", /Use at least 8 characters/],
      ["password1", /easy to guess/],
      [sent.email, /like your name or address/],
    ] as const) {
      const refused = await chooseFirst(sent.browser, page, password);
      assert.equal(refused.status, 400);
      assert.match(refused.body, problem);
    }
    assert.ok(isIn(await chooseFirst(sent.browser, page)));
  });

  test("the name that somebody gets by their address is no password either", async () => {
    const name = "augusta.ada.king";
    const sent = await sendForm(stage, { email: `${name}@${stage.idp.world.acme.domain}` });
    const page = await typeCode(sent, registrationMail(sent.mails).code);
    const refused = await chooseFirst(sent.browser, page, name);
    assert.equal(refused.status, 400);
    assert.match(refused.body, /like your name or address/);
    assert.ok(isIn(await chooseFirst(sent.browser, page)));
    const [human] = await peopleAt(stage, sent.email);
    assert.equal(human?.user_name, name);
  });

  test("of twenty who send the first password at once, one wins", async () => {
    const sent = await sendForm(stage);
    const { code, link } = registrationMail(sent.mails);
    const page = await typeCode(sent, code);
    const elsewhere = stage.idp.browser();
    const behindLink = await elsewhere.visit(link);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? chooseFirst(sent.browser, page, `${NEW_PASSWORD} ${i}`)
          : choose(stage.idp.browser(), behindLink, `${NEW_PASSWORD} ${i}`),
      ),
    );
    const won = answers.flatMap((answer, i) => (answer.status < 400 ? [i] : []));
    assert.equal(won.length, 1);
    assert.equal(await stage.canSignIn(sent.email, `${NEW_PASSWORD} ${won[0]}`), true);
  });

  test("of twenty registrations of one address at once, one account is made", async () => {
    const email = `ada@${newAddress().split("@")[0]}.example`;
    await forgetThrottling(stage);
    const sent = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = stage.idp.browser();
        return browser.submit(await openForm(stage, browser), { ...names, email }, FORM);
      }),
    );
    assert.ok(sent.every(({ status }) => status === 200));
    await mailsNow(stage);
    assert.equal((await peopleAt(stage, email)).length, 1);
    await forgetThrottling(stage);
  });

  test("what nobody finished is gone after a week, and its link is over; what was finished stays", async () => {
    const unfinished = await sendForm(stage);
    const finished = await sendForm(stage);
    await chooseFirst(finished.browser, await typeCode(finished, registrationMail(finished.mails).code));
    await stage.idp.node.database.advance(6 * 24 * HOUR);
    await sweepOnce(stage.idp.world.storage.db, sweeps);
    assert.equal((await peopleAt(stage, unfinished.email)).length, 1);
    await stage.idp.node.database.advance(25 * HOUR);
    await sweepOnce(stage.idp.world.storage.db, sweeps);
    assert.deepEqual(await peopleAt(stage, unfinished.email), []);
    assert.equal((await peopleAt(stage, finished.email)).length, 1);
    isOver(await stage.idp.browser().visit(registrationMail(unfinished.mails).link));
    assert.deepEqual(await stage.idp.world.storage.db.selectFrom("one_time_codes").select("id").execute(), []);
  });
});
