import assert from "node:assert/strict";
import { test } from "node:test";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { readPassword, replacePassword, setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { eventsOf } from "../support/identity.ts";
import { authorizeUrl, PASSWORD, signInAs } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import { forgetThrottling, isIn } from "./registration-stage.ts";

const CHANGE = "/login/new-password";

onEachMailStage("a password that has to be changed", (stage) => {
  const make = async () =>
    stage.make({
      passwordHash: unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself)),
      passwordChangeRequired: true,
    });
  const signIn = async (loginName: string, password = PASSWORD, browser: Browser = stage.idp.browser()) => {
    const page = await browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    return { browser, page: await signInAs(browser, page, loginName, password) };
  };
  const change = (browser: Browser, page: PageSeen, password = NEW_PASSWORD) =>
    browser.submit(page, { password }, CHANGE);
  const stored = (id: string) => readPassword(stage.idp.world.storage.db, id);

  test("is asked for after the right one; then its owner is in, at the application", async () => {
    const person = await make();
    const { browser, page } = await signIn(person.loginName);
    assert.equal(new URL(page.url).pathname, CHANGE);
    assert.match(page.body, /<h1>Choose a new password<\/h1>/);
    assert.match(page.body, /You will be signed out everywhere else/);
    assert.equal(
      [...browser.cookies.keys()].some((name) => name.includes("sessions")),
      false,
      "nobody is signed in yet",
    );
    assert.ok(isIn(await change(browser, page)));
    const { changeRequired, version } = (await stored(person.id)) ?? {};
    assert.deepEqual([changeRequired, version], [false, 2]);
    assert.ok((await eventsOf(stage.idp.world.storage.db, person.id)).includes("user_password.changed"));
    assert.ok(isIn((await signIn(person.loginName, NEW_PASSWORD)).page), "and is not asked again");
    assert.equal(await stage.canSignIn(person.loginName, PASSWORD), false);
    assert.equal((await change(browser, page, "another violet bicycle")).status, 400, "the page works once");
  });

  test("has to differ from the one before, and keep the rules", async () => {
    const person = await make();
    const { browser, page } = await signIn(person.loginName);
    for (const [password, problem] of [
      [PASSWORD, /That is the password you have/],
      ["short", /Use at least 8 characters/],
      ["password1", /easy to guess/],
      [person.loginName, /like your name or address/],
    ] as const) {
      const refused = await change(browser, page, password);
      assert.equal(refused.status, 400, password);
      assert.match(refused.body, problem);
    }
    assert.deepEqual([(await stored(person.id))?.changeRequired, (await stored(person.id))?.version], [true, 1]);
    assert.ok(isIn(await change(browser, page)));
  });

  test("a wrong one does not get there, and looks the same as for anybody else", async () => {
    const person = await make();
    const { page } = await signIn(person.loginName, "a wrong password");
    assert.equal(page.status, 401);
    const { page: nobody } = await signIn(`nobody@${stage.idp.world.acme.domain}`, "a wrong password");
    const normal = ({ status, body }: PageSeen, name: string) => [
      status,
      body.replaceAll(name, "NAME").replaceAll(/sgl_[\w-]+/g, "TICKET"),
    ];
    // The letter in the circle is that of the name.
    const letter = (one: unknown) => String(one).replaceAll(/aria-hidden="true">\w</g, "");
    assert.equal(
      letter(normal(page, person.loginName)),
      letter(normal(nobody, `nobody@${stage.idp.world.acme.domain}`)),
    );
  });

  for (const [what, shutOut, comeBack] of [
    [
      "who is deactivated",
      (id: string) => stage.run((tx) => setUserState(tx, id, "deactivate", by)),
      (id: string) => stage.run((tx) => setUserState(tx, id, "activate", by)),
    ],
    [
      "whose organization is",
      () => stage.run((tx) => setOrganizationState(tx, stage.idp.world.acme.id, "deactivate", by)),
      () => stage.run((tx) => setOrganizationState(tx, stage.idp.world.acme.id, "activate", by)),
    ],
  ] as const) {
    test(`the right one of somebody ${what} looks like a wrong one; and one who was at the page already changes nothing`, async () => {
      const person = await make();
      const { browser, page } = await signIn(person.loginName);
      const fresh = stage.idp.browser();
      const begun = await fresh.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
      const typed = await fresh.submit(begun, { loginName: person.loginName }, "/login");
      await shutOut(person.id);
      const right = await fresh.submit(typed, { password: PASSWORD }, "/login/password");
      const wrong = await fresh.submit(typed, { password: "a wrong password" }, "/login/password");
      assert.deepEqual([right.status, right.body], [401, wrong.body]);
      assert.equal((await change(browser, page)).status, 400);
      assert.equal((await browser.visit(page.url)).status, 400);
      assert.equal((await stored(person.id))?.version, 1);
      await comeBack(person.id);
      assert.equal(new URL((await signIn(person.loginName)).page.url).pathname, CHANGE);
      await forgetThrottling(stage);
    });
  }

  test("ends every other session", async () => {
    const person = await stage.withPassword();
    const elsewhere = await signIn(person.loginName);
    assert.ok(isIn(elsewhere.page));
    await stage.idp.world.storage.db
      .updateTable("humans")
      .set({ password_change_required: 1 })
      .where("user_id", "=", person.id)
      .execute();
    const { browser, page } = await signIn(person.loginName);
    assert.ok(isIn(await change(browser, page)));
    const again = await elsewhere.browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.equal(new URL(again.url).pathname, "/login");
    assert.ok(isIn(await browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web }))), "but this one goes on");
  });

  test("the page is over when the password was changed meanwhile, and is worth nothing in another browser", async () => {
    const person = await make();
    const { browser, page } = await signIn(person.loginName);
    const stranger = stage.idp.browser();
    await stranger.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.equal((await change(stranger, page)).status, 400);
    assert.equal((await stranger.visit(page.url)).status, 400);
    await stage.run((tx) => setPassword(tx, person.id, { hash: unjudged("by a manager"), changeRequired: true }, by));
    assert.equal((await change(browser, page)).status, 400);
    assert.equal((await stored(person.id))?.hash, "by a manager");
  });

  test("of fifty changes at once, one wins, with one event", async () => {
    const person = await make();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        stage.run((tx) => replacePassword(tx, person.id, { hash: unjudged(`hash ${i}`), version: 1 }, by)),
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
    assert.equal((await stored(person.id))?.hash, `hash ${outcomes.indexOf("won")}`);
    const events = await eventsOf(stage.idp.world.storage.db, person.id);
    assert.equal(events.filter((type) => type === "user_password.changed").length, 1);
  });

  test("of twenty who send a new one at once, one wins", async () => {
    const person = await make();
    const { browser, page } = await signIn(person.loginName);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => change(browser, page, `${NEW_PASSWORD} ${i}`)),
    );
    const won = answers.flatMap((answer, i) => (isIn(answer) ? [i] : []));
    assert.equal(won.length, 1);
    assert.equal((await stored(person.id))?.version, 2);
    assert.equal(await stage.canSignIn(person.loginName, `${NEW_PASSWORD} ${won[0]}`), true);
  });
});
