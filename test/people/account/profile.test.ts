/** What people change about themselves: names, picture, language, phone, e-mail address, password. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readHuman } from "../../../src/identity/users/humans.ts";
import { requestMail } from "../../../src/identity/users/mail-requests.ts";
import { eventsOf } from "../../support/identity.ts";
import { authorizeUrl, PASSWORD, signInAs } from "../../support/idp.ts";
import { by } from "../../support/world.ts";
import { isAtLogin, mainOf, onEachAccountStage, see } from "./stage.ts";

onEachAccountStage("my profile", (stage) => {
  const read = (id: string) => readHuman(stage.idp.world.storage.db, id);

  test("is changed as a whole, is found under its new name, and leaves an event", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const fields = {
      ...{ displayName: "Zuzana Nová", givenName: "Zuzana", familyName: "Nová", nickname: "Zuzka" },
      ...{ picture: "https://pictures.example/z.webp", locale: "en" },
    };
    const saved = await browser.submit(await see(idp, browser, "/profile"), fields, "/account/profile");
    assert.match(saved.body, /Your changes are saved/, mainOf(saved));
    const { displayName, givenName, familyName, nickname, picture, locale } = await read(human.id);
    assert.deepEqual({ displayName, givenName, familyName, nickname, picture, locale }, fields);
    assert.ok((await eventsOf(idp.world.storage.db, human.id)).includes("user.changed"));
  });

  test("says at the field what is wrong, keeps what was typed, and changes nothing", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    for (const [name, value] of [
      ["displayName", " "],
      ["nickname", "x".repeat(201)],
      ["givenName", "a\nb"],
      ["picture", "http://pictures.example/z.webp"],
      ["picture", "javascript:alert(1)"],
    ] as const) {
      const fields = {
        displayName: "Somebody",
        givenName: "",
        familyName: "",
        nickname: "",
        picture: "",
        locale: "",
        [name]: value,
      };
      const refused = await browser.submit(await see(idp, browser, "/profile"), fields, "/account/profile");
      assert.equal(refused.status, 400);
      assert.match(refused.body, new RegExp(`id="${name}-problem"`), name);
      assert.equal((await read(human.id)).version, human.version);
    }
  });

  test("keeps a variety of a language that was chosen elsewhere, and takes no language we have no words in", async () => {
    const { idp } = stage;
    const human = await stage.person({ profile: { locale: "en-GB" } });
    const browser = await stage.visitor(human);
    await browser.submit(await see(idp, browser, "/profile"), { displayName: "A", locale: "en" }, "/account/profile");
    assert.equal((await read(human.id)).locale, "en-GB");
    await browser.submit(await see(idp, browser, "/profile"), { displayName: "A", locale: "xx" }, "/account/profile");
    assert.equal((await read(human.id)).locale, "");
  });

  test("takes a phone number, which is not confirmed by that, and none that cannot be one", async () => {
    const { idp } = stage;
    const human = await stage.person({ phone: "+41441234567", phoneVerified: true });
    const browser = await stage.visitor(human);
    await browser.submit(await see(idp, browser, "/phone"), { phone: "+41441234567" }, "/account/phone");
    assert.equal((await read(human.id)).phoneVerified, true, "the same number stays confirmed");
    const refused = await browser.submit(await see(idp, browser, "/phone"), { phone: "0800 FREE" }, "/account/phone");
    assert.deepEqual([refused.status, (await read(human.id)).phone], [400, "+41441234567"]);
    assert.match(refused.body, /value="0800 FREE"/);
    await browser.submit(
      await see(idp, browser, "/phone"),
      { phone: "+44 20 7946 0000", phoneVerified: "1", verified: "true" },
      "/account/phone",
    );
    assert.deepEqual([(await read(human.id)).phone, (await read(human.id)).phoneVerified], ["+442079460000", false]);
    await browser.submit(await see(idp, browser, "/phone"), { phone: "" }, "/account/phone");
    assert.equal((await read(human.id)).phone, "");
  });
});

onEachAccountStage("my e-mail address", (stage) => {
  const read = (id: string) => readHuman(stage.idp.world.storage.db, id);

  test("is the new one, confirmed, when the code from there is right; the old one is told, and its links are dead", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await idp.world.storage.transaction((tx) => requestMail(tx, { kind: "reset_password", userId: human.id }, by));
    const reset = (await stage.mailsTo(human.email)).at(-1)?.link ?? "";
    assert.match((await idp.browser().visit(reset)).body, /Choose a new password/);

    const email = `moved-${human.userName}@mail.example`;
    const asked = await browser.submit(
      await see(idp, browser, "/email"),
      { email: ` ${email.toUpperCase()} ` },
      "/account/email",
    );
    assert.match(asked.body, new RegExp(email, "i"));
    assert.equal((await read(human.id)).email, human.email, "not yet");
    const done = await browser.submit(
      asked,
      { code: await stage.codeFor(email.toUpperCase().replace("MAIL.EXAMPLE", "mail.example")) },
      "/account/email/code",
    );
    assert.match(done.body, /Your e-mail address is changed/, mainOf(done));
    const after = await read(human.id);
    assert.deepEqual([after.email.toLowerCase(), after.emailVerified], [email, true]);
    const told = (await stage.mailsTo(human.email)).at(-1);
    assert.match(told?.headers.get("subject") ?? "", /address of your account was changed/);
    assert.match((await idp.browser().visit(reset)).body, /link doesn&#39;t work any more/);
    assert.deepEqual((await eventsOf(idp.world.storage.db, human.id)).slice(-2), [
      "user_email.change_requested",
      "user_email.changed",
    ]);
  });

  test("stays with a wrong code, after five attempts also with the right one, and with a code that was used", async () => {
    const { idp } = stage;
    await stage.decide("throttling", { delayAfter: 100, blockAfter: 1000 });
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const email = `guessed-${human.userName}@mail.example`;
    const asked = await browser.submit(await see(idp, browser, "/email"), { email }, "/account/email");
    const code = await stage.codeFor(email);
    const wrong = code === "000000" ? "111111" : "000000";
    for (let n = 0; n < 5; n++)
      assert.equal((await browser.submit(asked, { code: wrong }, "/account/email/code")).status, 401);
    assert.equal((await browser.submit(asked, { code }, "/account/email/code")).status, 401);
    assert.equal((await read(human.id)).email, human.email);
    assert.equal((await stage.mailsTo(human.email)).length, 0, "and nobody is told of what did not happen");

    const again = await browser.submit(await see(idp, browser, "/email"), { email }, "/account/email");
    const right = await stage.codeFor(email);
    assert.equal((await browser.submit(again, { code: right }, "/account/email/code")).status, 200);
    assert.equal((await browser.submit(again, { code: right }, "/account/email/code")).status, 401);
  });

  test("is decided by the newest request, and never by an address in the second form", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const [first, second] = [`first-${human.userName}@mail.example`, `second-${human.userName}@mail.example`];
    const one = await browser.submit(await see(idp, browser, "/email"), { email: first }, "/account/email");
    const code = await stage.codeFor(first);
    const two = await browser.submit(await see(idp, browser, "/email"), { email: second }, "/account/email");
    assert.equal(
      (await browser.submit(one, { code }, "/account/email/code")).status,
      401,
      "the former request is over",
    );
    const fields = { code: await stage.codeFor(second), email: "evil@mail.example", data: "evil@mail.example" };
    await browser.submit(two, fields, "/account/email/code");
    assert.equal((await read(human.id)).email, second);
  });

  test("is refused where it is none, or the one they have", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const asked = await browser.submit(await see(idp, browser, "/email"), { email: human.email }, "/account/email");
    await browser.submit(asked, { code: await stage.codeFor(human.email) }, "/account/email/code");
    assert.equal((await read(human.id)).emailProven, true, "what a manager vouched for, they prove");
    for (const email of ["", "nobody", "a@b", human.email, human.email.toUpperCase()]) {
      const refused = await browser.submit(await see(idp, browser, "/email"), { email }, "/account/email");
      assert.deepEqual([refused.status, /id="email-problem"/.test(refused.body)], [400, true], email);
    }
  });

  test("somebody without one gets one, and mails to strangers are few", async () => {
    const { idp } = stage;
    const human = await stage.person({ email: "", emailVerified: false });
    const browser = await stage.visitor(human);
    const email = `first-ever-${human.userName}@mail.example`;
    const asked = await browser.submit(await see(idp, browser, "/email"), { email }, "/account/email");
    await browser.submit(asked, { code: await stage.codeFor(email) }, "/account/email/code");
    assert.deepEqual([(await read(human.id)).email, (await read(human.id)).emailVerified], [email, true]);
    let last = 303;
    for (let n = 0; n < 25; n++) {
      const page = await see(idp, browser, "/email");
      last = (await browser.submit(page, { email: `stranger${n}@mail.example` }, "/account/email")).status;
      if (last === 429) break;
    }
    assert.equal(last, 429);
  });
});

onEachAccountStage("my password", (stage) => {
  const PASSWORD_TO_BE = "a violet bicycle at noon";

  test("is changed, here I stay signed in, elsewhere I am not, and only the new one works", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const [here, elsewhere] = [await stage.visitor(human), await stage.visitor(human)];
    const done = await here.submit(
      await see(idp, here, "/security/password"),
      { password: PASSWORD_TO_BE },
      "/account/security/password",
    );
    assert.match(done.body, /Your password is changed/, mainOf(done));
    assert.ok(!isAtLogin(await see(idp, here)));
    assert.ok(isAtLogin(await see(idp, elsewhere)));
    for (const [password, works] of [
      [PASSWORD, false],
      [PASSWORD_TO_BE, true],
    ] as const) {
      const browser = idp.browser();
      const seen = await signInAs(
        browser,
        await browser.visit(authorizeUrl(idp, { client: idp.web })),
        human.loginName,
        password,
      );
      assert.equal(seen.url.startsWith("https://app.example/"), works);
    }
  });

  describe("is refused", () => {
    for (const [what, password, says] of [
      ["when it is short", "short", /at least/i],
      ["when everybody has it", "password123", /easy to guess/],
      ["when it is the one they have", PASSWORD, /the password you have/],
    ] as const) {
      test(what, async () => {
        const { idp } = stage;
        const human = await stage.person();
        const browser = await stage.visitor(human);
        const refused = await browser.submit(
          await see(idp, browser, "/security/password"),
          { password },
          "/account/security/password",
        );
        assert.equal(refused.status, 400);
        assert.match(refused.body, says);
        assert.ok(!(await eventsOf(idp.world.storage.db, human.id)).includes("user_password.changed"));
      });
    }
  });

  test("of two changes at once one wins", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const page = await see(idp, browser, "/security/password");
    const answers = await Promise.all(
      [`${PASSWORD_TO_BE} 1`, `${PASSWORD_TO_BE} 2`].map((password) =>
        browser.submit(page, { password }, "/account/security/password"),
      ),
    );
    assert.ok(answers.some(({ status }) => status === 200));
    const changes = (await eventsOf(idp.world.storage.db, human.id)).filter((type) => type === "user_password.changed");
    assert.equal(changes.length, answers.filter(({ status }) => status === 200).length);
  });
});
