import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { PageSeen } from "../support/browser.ts";
import { countStatements } from "../support/count-statements.ts";
import { PASSWORD } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { choose, isOver, NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import {
  allowRegistration,
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

onEachMailStage("registering tells nothing about others", (stage) => {
  before(() => allowRegistration(stage));

  /** Addresses of all kinds, by what they are here. */
  async function everybody(): Promise<Record<string, string>> {
    const withVerified = (change = {}) =>
      stage.make({ emailVerified: true, passwordHash: unjudged("hash"), ...change });
    const locked = await withVerified();
    await stage.run((tx) => setUserState(tx, locked.id, "lock", by));
    const inactive = await withVerified();
    await stage.run((tx) => setUserState(tx, inactive.id, "deactivate", by));
    return {
      nobody: newAddress(),
      owner: (await withVerified()).email,
      "owner elsewhere": (await withVerified({ organizationId: stage.idp.world.other.id })).email,
      locked: locked.email,
      inactive: inactive.email,
      invited: (await stage.make()).email,
      "not proved": (await stage.make({ passwordHash: unjudged("hash") })).email,
      unfinished: (await stage.make({ state: "unverified" })).email,
    };
  }

  /** Without what differs for everybody: the address that was typed, and the tickets. */
  const normal = (page: PageSeen, email: string) => ({
    status: page.status,
    path: new URL(page.url).pathname,
    body: page.body.replaceAll(email, "ADDRESS").replaceAll(/sgl_[\w-]+/g, "TICKET"),
    headers: Object.keys(page.headers).toSorted(),
  });

  test("the form, the page for the code, wrong codes and too many of them answer the same for every address", async () => {
    const seen: [string, unknown[]][] = [];
    for (const [who, email] of Object.entries(await everybody())) {
      await forgetThrottling(stage);
      const sent = await sendForm(stage, { email });
      const answers = [normal(sent.page, email)];
      for (let i = 0; i < 6; i++) answers.push(normal(await typeCode(sent, `00000${i}`), email));
      seen.push([who, [answers, [...sent.browser.cookies.keys()]]]);
    }
    const [, expected] = seen[0] ?? [];
    for (const [who, answers] of seen) assert.deepEqual(answers, expected, who);
  });

  /** What is asked of the database until somebody is answered; what comes after the answer is done, and not counted. */
  async function askedFor(email: string): Promise<string[]> {
    const { storage, afterAnswer } = stage.idp.node.services;
    const former = { db: storage.db, transaction: storage.transaction, run: afterAnswer.run };
    const counted = countStatements({ ...storage });
    const later: (() => Promise<void>)[] = [];
    await forgetThrottling(stage);
    const browser = stage.idp.browser();
    let page = await openForm(stage, browser);
    Object.assign(storage, { db: counted.storage.db, transaction: counted.storage.transaction });
    Object.assign(afterAnswer, { run: (work: () => Promise<void>) => void later.push(work) });
    try {
      const form = await counted.during(async () => {
        page = await browser.submit(page, { ...names, email }, FORM);
      });
      const before = [...form];
      assert.equal(later.length, 1);
      for (const work of later) await work();
      return [...before, ...(await counted.during(() => typeCode({ browser, page }, "000000")))];
    } finally {
      Object.assign(storage, { db: former.db, transaction: former.transaction });
      Object.assign(afterAnswer, { run: former.run });
    }
  }

  test("the same is asked of the database before the answer, for every address", async () => {
    const asked: [string, string[]][] = [];
    for (const [who, email] of Object.entries(await everybody())) {
      // A node looks for new keys now and then, whoever registers.
      const tries = [await askedFor(email), await askedFor(email)];
      asked.push([who, tries.toSorted((one, other) => one.length - other.length)[0] ?? []]);
    }
    assert.ok((asked[0]?.[1].length ?? 0) > 5);
    for (const [who, statements] of asked) assert.deepEqual(statements, asked[0]?.[1], who);
    await mailsNow(stage);
  });

  test("what is sent is for the owner of the address alone, and nothing about an account changes", async () => {
    const owner = await stage.make({
      emailVerified: true,
      passwordHash: unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself)),
    });
    const before = await peopleAt(stage, owner.email);
    const sent = await sendForm(stage, { email: owner.email.toUpperCase() });
    assert.equal(sent.mails.length, 1);
    const [mail] = sent.mails;
    assert.match(mail?.text ?? "", new RegExp(`You have one already: ${owner.loginName}`));
    assert.doesNotMatch(mail?.text ?? "", /^ {4}\d{6}$/m);
    assert.deepEqual(await peopleAt(stage, owner.email), before);
    assert.equal(await stage.canSignIn(owner.loginName, PASSWORD), true);
    const elsewhere = stage.idp.browser();
    assert.equal((await choose(elsewhere, await elsewhere.visit(mail?.link ?? ""))).status, 200);
    assert.equal(await stage.canSignIn(owner.email, NEW_PASSWORD), true);
  });

  test("somebody who is shut out is sent nothing", async () => {
    const { locked, inactive } = await everybody();
    for (const email of [locked, inactive]) assert.deepEqual((await sendForm(stage, { email: email ?? "" })).mails, []);
  });

  test("an account prepared with somebody else's address never becomes theirs", async () => {
    await allowRegistration(stage, { verifyEmail: false });
    const email = newAddress();
    assert.ok(isIn((await sendForm(stage, { email, password: "a password of the attacker" })).page));
    await allowRegistration(stage);
    const sent = await sendForm(stage, { email, givenName: "Victim" });
    const page = await typeCode(sent, registrationMail(sent.mails).code);
    assert.ok(isIn(await chooseFirst(sent.browser, page)));
    const people = await peopleAt(stage, email);
    assert.deepEqual(
      people.map((human) => [human.given_name, human.email_verified]),
      [
        ["Grace", 0],
        ["Victim", 1],
      ],
    );
    assert.equal(await stage.canSignIn(email, NEW_PASSWORD), true);
    assert.equal(await stage.canSignIn(email, "a password of the attacker"), false);
  });

  test("what somebody else typed for an address is gone when its owner registers, and their code does not fit the owner's page", async () => {
    await allowRegistration(stage, { fields: ["name", "phone"] });
    const attacker = await sendForm(stage, { givenName: "Evil", phone: "+41441234567" });
    const victim = await sendForm(stage, { email: attacker.email, phone: "+41447654321" });
    const [theirs, own] = [registrationMail(attacker.mails), registrationMail(victim.mails)];
    if (theirs.code !== own.code) isWrongCode(await typeCode(victim, theirs.code));
    if (theirs.code !== own.code) isWrongCode(await typeCode(attacker, own.code));
    assert.ok(isIn(await chooseFirst(victim.browser, await typeCode(victim, own.code))));
    const [human] = await peopleAt(stage, attacker.email);
    assert.deepEqual([human?.given_name, human?.phone], ["Grace", "+41447654321"]);
    isWrongCode(await typeCode(attacker, theirs.code));
    isOver(await stage.idp.browser().visit(theirs.link));
    await allowRegistration(stage);
  });

  test("a user name does not tell whether an address is known: it is not held before the address is proved", async () => {
    await allowRegistration(stage, { fields: ["userName"] });
    const { owner } = await everybody();
    for (const email of [owner ?? "", newAddress()]) {
      const { page } = await sendForm(stage, { email, userName: "ada" });
      assert.equal(page.status, 200);
      const other = await sendForm(stage, { userName: "wanted" });
      await forgetThrottling(stage);
      assert.equal(other.page.status, 200);
    }
    const held = await stage.idp.world.storage.db
      .selectFrom("users")
      .select("id")
      .where("user_name", "=", "wanted")
      .execute();
    assert.deepEqual(held, []);
    await allowRegistration(stage);
  });

  test("nobody's inbox is filled: after twenty mails within an hour there are no more, and the answer is the same", async () => {
    const owner = await stage.make({ emailVerified: true, passwordHash: unjudged("hash") });
    for (const email of [newAddress(), owner.email]) {
      let mails = 0;
      for (let i = 0; i < 22; i++) {
        await forgetThrottling(stage);
        const sent = await sendForm(stage, { email });
        assert.equal(sent.page.status, 200);
        mails += sent.mails.length;
      }
      assert.equal(mails, 20);
    }
  });
});
