import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createOrganization } from "../../src/identity/organizations.ts";
import { grantAccepted } from "../support/grants.ts";
import { eventsOf } from "../support/identity.ts";
import { by } from "../support/world.ts";
import { choose, isOver, NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import {
  allowRegistration,
  CODE,
  chooseFirst,
  FORM,
  isIn,
  isWrongCode,
  names,
  newAddress,
  openForm,
  peopleAt,
  registrationMail,
  sendForm,
  typeCode,
} from "./registration-stage.ts";

onEachMailStage("registering", (stage) => {
  before(() => allowRegistration(stage));

  test("by the code: the form, the code from the mail, a first password, and in at the application", async () => {
    const browser = stage.idp.browser();
    const form = await openForm(stage, browser);
    assert.match(form.body, /<h1>Create an account<\/h1>/);
    assert.deepEqual(
      [...form.body.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name),
      ["email", "givenName", "familyName"],
    );
    const sent = await sendForm(stage, {}, browser);
    assert.equal(new URL(sent.page.url).pathname, CODE);
    assert.match(sent.page.body, /autocomplete="one-time-code"/);
    const { code } = registrationMail(sent.mails);
    const [unfinished] = await peopleAt(stage, sent.email);
    assert.deepEqual(
      [unfinished?.state, unfinished?.email_verified, unfinished?.password_hash],
      ["unverified", 0, null],
    );
    const page = await typeCode(sent, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    assert.match(page.body, /<h1>Choose a password<\/h1>/);
    assert.ok(page.body.includes(`value="${sent.email}" autocomplete="username"`));
    assert.ok(isIn(await chooseFirst(browser, page)));
    const [human] = await peopleAt(stage, sent.email);
    assert.deepEqual(
      [human?.state, human?.email_verified, human?.given_name, human?.locale],
      ["active", 1, "Grace", "en"],
    );
    assert.deepEqual(await eventsOf(stage.idp.world.storage.db, human?.id ?? ""), [
      "user.created",
      "user.registration_requested",
      "user_password.reset",
      "user.changed",
      "user.verified",
    ]);
    assert.equal(await stage.canSignIn(sent.email, NEW_PASSWORD), true);
  });

  test("by the link, in another browser: a first password, and the code is worth nothing after it", async () => {
    const sent = await sendForm(stage);
    const { code, link } = registrationMail(sent.mails);
    const elsewhere = stage.idp.browser();
    const page = await elsewhere.visit(link);
    assert.match(page.body, /<h1>Choose a password<\/h1>/);
    assert.equal((await peopleAt(stage, sent.email))[0]?.state, "unverified", "opening it does nothing");
    const done = await choose(elsewhere, page);
    assert.equal(new URL(done.url).pathname, "/login/mail/password-set");
    assert.equal(
      [...elsewhere.cookies.keys()].some((name) => name.includes("sessions")),
      false,
    );
    const [human] = await peopleAt(stage, sent.email);
    assert.deepEqual([human?.state, human?.email_verified], ["active", 1]);
    isWrongCode(await typeCode(sent, code));
    isOver(await elsewhere.visit(link));
    isOver(await choose(elsewhere, page, "another violet bicycle"));
    assert.equal(await stage.canSignIn(sent.email, NEW_PASSWORD), true);
  });

  test("by the code: the link, and the page behind it, are worth nothing after it", async () => {
    const sent = await sendForm(stage);
    const { code, link } = registrationMail(sent.mails);
    const elsewhere = stage.idp.browser();
    const behindLink = await elsewhere.visit(link);
    const page = await typeCode(sent, code);
    assert.equal((await elsewhere.visit(link)).status, 200, "until the password is set, the link may still be used");
    assert.ok(isIn(await chooseFirst(sent.browser, page)));
    isOver(await elsewhere.visit(link));
    isOver(await choose(elsewhere, behindLink, "another violet bicycle"));
    assert.equal(
      (await chooseFirst(sent.browser, page, "another violet bicycle")).status,
      400,
      "nor is the page before",
    );
    assert.equal(await stage.canSignIn(sent.email, NEW_PASSWORD), true);
  });

  test("the link is used while the code's page for the password is open: the page is over", async () => {
    const sent = await sendForm(stage);
    const { code, link } = registrationMail(sent.mails);
    const page = await typeCode(sent, code);
    const elsewhere = stage.idp.browser();
    await choose(elsewhere, await elsewhere.visit(link));
    const refused = await chooseFirst(sent.browser, page, "another violet bicycle");
    assert.equal(refused.status, 400);
    assert.equal(await stage.canSignIn(sent.email, NEW_PASSWORD), true);
    assert.equal(await stage.canSignIn(sent.email, "another violet bicycle"), false);
  });

  test("where addresses need not be verified: the form with a password, and in, without a mail", async () => {
    await allowRegistration(stage, { verifyEmail: false, fields: [] });
    const browser = stage.idp.browser();
    assert.match((await openForm(stage, browser)).body, /autocomplete="new-password"/);
    const refused = await sendForm(stage, { password: "short" }, browser);
    assert.equal(refused.page.status, 400);
    assert.match(refused.page.body, /id="password-problem" role="alert">.*Use at least 8 characters\./);
    assert.deepEqual(await peopleAt(stage, refused.email), []);
    const sent = await sendForm(stage, { password: NEW_PASSWORD }, browser);
    assert.ok(isIn(sent.page));
    assert.deepEqual(sent.mails, []);
    const [human] = await peopleAt(stage, sent.email);
    assert.deepEqual(
      [human?.state, human?.email_verified, human?.given_name],
      ["active", 0, ""],
      "only what is asked for",
    );
    const name = `${human?.user_name}@${stage.idp.world.acme.domain}`;
    assert.equal(await stage.canSignIn(name, NEW_PASSWORD), true);
    assert.equal(
      await stage.canSignIn(sent.email, NEW_PASSWORD),
      false,
      "an address that nobody proved is no login name",
    );
    await allowRegistration(stage);
  });

  test("asks for what the policy asks for, and takes nothing else", async () => {
    await allowRegistration(stage, { fields: ["phone"] });
    const browser = stage.idp.browser();
    const form = await openForm(stage, browser);
    assert.match(form.body, /autocomplete="tel"/);
    assert.doesNotMatch(form.body, /givenName|userName|type="password"/);
    const missing = await sendForm(stage, { phone: "" });
    assert.equal(missing.page.status, 400);
    assert.match(missing.page.body, /id="phone-problem"/);
    assert.deepEqual(await peopleAt(stage, missing.email), []);
    const sent = await sendForm(stage, { phone: "+41 44 123 45 67", userName: "root", password: "a password of mine" });
    const [human] = await peopleAt(stage, sent.email);
    assert.deepEqual([human?.phone, human?.given_name, human?.password_hash], ["+41441234567", "", null]);
    assert.notEqual(human?.user_name, "root");
    await allowRegistration(stage, { fields: [] });
    const bare = await sendForm(stage, { phone: "no number at all", givenName: "\u0007" });
    assert.equal(bare.mails.length, 1, "what is not asked for is not looked at");
    await allowRegistration(stage);
  });

  test("where addresses are proved, the address is the login name, and no other can be asked for", async () => {
    await allowRegistration(stage, { fields: ["userName"] });
    const sent = await sendForm(stage, { userName: "ceo" });
    const page = await typeCode(sent, registrationMail(sent.mails).code);
    assert.doesNotMatch(page.body, /id="userName"/);
    assert.ok(isIn(await chooseFirst(sent.browser, page, NEW_PASSWORD, { userName: "ceo" })));
    assert.equal((await peopleAt(stage, sent.email))[0]?.user_name, sent.email);
    assert.equal(await stage.canSignIn(sent.email, NEW_PASSWORD), true);
    for (const name of ["ceo", sent.email.split("@")[0]]) {
      assert.equal(await stage.canSignIn(`${name}@${stage.idp.world.acme.domain}`, NEW_PASSWORD), false, name ?? "");
    }
    await allowRegistration(stage);
  });

  test("where an account is made at once, a taken user name is refused at its field and nothing is made", async () => {
    await allowRegistration(stage, { fields: ["userName"], verifyEmail: false });
    const { email, page } = await sendForm(stage, { userName: "Ada", password: NEW_PASSWORD });
    assert.equal(page.status, 409);
    assert.match(page.body, /id="userName-problem"/);
    assert.deepEqual(await peopleAt(stage, email), []);
    await allowRegistration(stage);
  });

  test("where an account is made at once, none of the names that it is going to have is its password", async () => {
    await allowRegistration(stage, { fields: ["userName"], verifyEmail: false });
    const userName = "grace.brewster";
    for (const password of [userName, `${userName}@${stage.idp.world.acme.domain}`, "Grace.Murray@mail.example"]) {
      const { email, page } = await sendForm(stage, { userName, password, email: "grace.murray@mail.example" });
      assert.equal(page.status, 400);
      assert.match(page.body, /id="password-problem" role="alert">.*like your name or address/);
      assert.deepEqual(await peopleAt(stage, email), []);
    }
    const { page } = await sendForm(stage, { userName, password: NEW_PASSWORD });
    assert.ok(isIn(page));
    await allowRegistration(stage);
  });

  test("who registers again corrects what they typed before: one account, and both codes work until one is used", async () => {
    const first = await sendForm(stage, { givenName: "Grase" });
    const second = await sendForm(stage, { email: first.email.toUpperCase() });
    assert.match(second.page.body, new RegExp(first.email, "i"));
    const people = await peopleAt(stage, first.email);
    assert.deepEqual(
      people.map((human) => [human.given_name, human.display_name, human.state]),
      [["Grace", "Grace Hopper", "unverified"]],
    );
    const [one, two] = [registrationMail(first.mails), registrationMail(second.mails)];
    isWrongCode(await typeCode(first, one.code === two.code ? "000000" : two.code));
    assert.ok(isIn(await chooseFirst(first.browser, await typeCode(first, one.code))));
    isWrongCode(await typeCode(second, two.code));
    isOver(await second.browser.visit(two.link));
  });

  test("somebody whom a manager has invited is sent the invitation again, and gets no second account", async () => {
    const invited = await stage.make({ profile: { givenName: "Invited" } });
    const sent = await sendForm(stage, { email: invited.email });
    assert.match(sent.mails[0]?.text ?? "", /You have been given an account at Acme/);
    assert.deepEqual(
      (await peopleAt(stage, invited.email)).map(({ id, given_name }) => [id, given_name]),
      [[invited.id, "Invited"]],
    );
    const elsewhere = stage.idp.browser();
    await choose(elsewhere, await elsewhere.visit(sent.mails[0]?.link ?? ""));
    assert.equal(await stage.canSignIn(invited.email, NEW_PASSWORD), true);
  });

  test("the link to the form is on the sign-in page, only where it leads somewhere", async () => {
    const browser = stage.idp.browser();
    const login = await openForm(stage, browser, { prompt: "login" });
    const href = /href="(\/login\/register\?[^"]+)"/.exec(login.body)?.[1] ?? "";
    assert.match((await browser.visit(href.replaceAll("&amp;", "&"))).body, /<h1>Create an account<\/h1>/);
    await allowRegistration(stage, { allowed: false });
    assert.doesNotMatch((await openForm(stage, stage.idp.browser(), { prompt: "login" })).body, /\/login\/register/);
    await allowRegistration(stage);
  });

  test("an organization that the request is bound to gets the account, by its own policy; else the owner of the application", async () => {
    const { world } = stage.idp;
    const partner = await stage.run(async (tx) => {
      const made = await createOrganization(tx, { name: "Partner", domain: `partner${world.acme.domain}` }, by);
      await grantAccepted(tx, { projectId: world.project.id, organizationId: made.id, roleKeys: [] }, by);
      return made;
    });
    const scope = `openid urn:service:iam:org:id:${partner.id}`;
    assert.match((await openForm(stage, stage.idp.browser(), { scope })).body, /<h1>Registration is not open<\/h1>/);
    await allowRegistration(stage, { fields: [] }, partner.id);
    const sent = await sendForm(stage, {}, stage.idp.browser(), { scope });
    assert.ok(isIn(await chooseFirst(sent.browser, await typeCode(sent, registrationMail(sent.mails).code))));
    assert.equal((await peopleAt(stage, sent.email))[0]?.organization_id, partner.id);
    const owned = await sendForm(stage);
    assert.equal((await peopleAt(stage, owned.email))[0]?.organization_id, world.acme.id);
    // Nothing is granted to this one: an account there would lead nowhere.
    await allowRegistration(stage, {}, world.other.id);
    const foreign = `openid urn:service:iam:org:id:${world.other.id}`;
    assert.match(
      (await openForm(stage, stage.idp.browser(), { scope: foreign })).body,
      /<h1>Registration is not open<\/h1>/,
    );
  });

  test("what is typed is kept when something is wrong, and each problem stands at its field", async () => {
    const { page, email } = await sendForm(stage, { email: "no address", givenName: "" });
    assert.equal(page.status, 400);
    for (const name of ["email", "givenName"])
      assert.match(page.body, new RegExp(`aria-describedby="${name}-problem"`));
    assert.ok(page.body.includes('value="no address"') && page.body.includes('value="Hopper"'));
    assert.deepEqual(await peopleAt(stage, email), []);
    const hostile = await sendForm(stage, { email: `"><script>alert(1)</script>@x.example`, givenName: "<b>" });
    assert.equal(hostile.page.status, 400);
    assert.doesNotMatch(hostile.page.body, /<script>alert|<b>"/);
  });

  test("one signs in with the address afterwards, whatever it is", async () => {
    for (const local of ["ada", "o'neil", "ada+work", "adaя", "x".repeat(64)]) {
      const email = `${local}@${newAddress().split("@")[0]}.example`;
      const sent = await sendForm(stage, { email });
      assert.ok(isIn(await chooseFirst(sent.browser, await typeCode(sent, registrationMail(sent.mails).code))), email);
      assert.equal((await peopleAt(stage, email))[0]?.user_name, email);
      assert.equal(await stage.canSignIn(email, NEW_PASSWORD), true, email);
    }
  });

  test("going back from the page for the code, the address is there to be corrected", async () => {
    const sent = await sendForm(stage);
    const href = /href="(\/login\/register\?[^"]+)"/.exec(sent.page.body)?.[1] ?? "";
    const form = await sent.browser.visit(href.replaceAll("&amp;", "&"));
    assert.ok(form.body.includes(`value="${sent.email}"`));
    assert.match(
      (await sent.browser.submit(form, { ...names, email: newAddress() }, FORM)).body,
      /<h1>Check your mail<\/h1>/,
    );
  });

  test("a hint with an address is in the form already", async () => {
    const page = await openForm(stage, stage.idp.browser(), { login_hint: "grace@mail.example" });
    assert.ok(page.body.includes('id="email" name="email" type="email" value="grace@mail.example"'));
    assert.match(page.body, new RegExp(`action="${FORM}"`));
  });
});
