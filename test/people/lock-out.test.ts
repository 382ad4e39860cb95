/** Somebody who knows nothing but a login name tries to keep its owner out. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import { addEmailCodes } from "../../src/identity/factors/email-code.ts";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import { MOST_MAILS_AN_HOUR } from "../../src/identity/users/mail-requests.ts";
import { endAllSessions } from "../../src/identity/users/users.ts";
import { findForm } from "../support/browser.ts";
import { authorizeUrl, PASSWORD } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { askForCode, codeIn, isIn, onEachFloodStage } from "./flood-stage.ts";
import { fieldsWith, PasskeyStage, questionIn } from "./passkey-stage.ts";

const HOUR = 3_600_000;
const OTHER_PASSWORD = "a violet bicycle at noon";

onEachFloodStage("a stranger who wants to keep somebody out", (stage) => {
  const db = () => stage.idp.world.storage.db;
  const run: (typeof stage)["idp"]["world"]["storage"]["transaction"] = (work) =>
    stage.idp.world.storage.transaction(work);

  test("a flood of wrong passwords from many addresses does not reach a browser that its owner has signed in with", async () => {
    const human = await stage.person();
    const own = stage.elsewhere();
    assert.ok(isIn(await stage.signIn(own, human.loginName)));
    await stage.flood(human.loginName);
    assert.equal(
      (await stage.signIn(stage.elsewhere(), human.loginName)).status,
      429,
      "a new browser waits, also with the right one",
    );
    assert.ok(isIn(await stage.signIn(own, human.loginName)), "the owner's does not");
    // And the owner's sign-in gives the flood no new attempts.
    assert.equal((await stage.signIn(stage.elsewhere(), human.loginName)).status, 429);
    // Nor does it help to have been let in as somebody else in that browser.
    const other = await stage.person();
    const theirs = stage.elsewhere();
    assert.ok(isIn(await stage.signIn(theirs, other.loginName)));
    assert.equal((await stage.signIn(theirs, human.loginName)).status, 429);
  });

  test("a browser that knows the person has a limit of its own, which is nobody else's", async () => {
    const human = await stage.person();
    const own = stage.elsewhere();
    assert.ok(isIn(await stage.signIn(own, human.loginName)));
    await stage.throttle({ delayAfter: 5, blockAfter: 5, blockSeconds: 900 });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await stage.signIn(own, human.loginName, "wrong")).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    assert.equal((await stage.signIn(own, human.loginName)).status, 429);
    assert.ok(isIn(await stage.signIn(stage.elsewhere(), human.loginName)), "elsewhere nothing was counted");
  });

  test("a browser is known until the sessions of the person are ended; where they change the password themselves it stays so", async () => {
    const human = await stage.person();
    const [own, another] = [stage.elsewhere(), stage.elsewhere()];
    for (const browser of [own, another]) assert.ok(isIn(await stage.signIn(browser, human.loginName)));
    const page = await own.visit(`${stage.idp.issuer}/account/security/password`);
    assert.equal((await own.submit(page, { password: OTHER_PASSWORD }, "/account/security/password")).status, 200);
    await stage.flood(human.loginName);
    assert.ok(isIn(await stage.signIn(own, human.loginName, OTHER_PASSWORD)));
    assert.equal((await stage.signIn(another, human.loginName, OTHER_PASSWORD)).status, 429);
    await run((tx) => endAllSessions(tx, human.id, by));
    assert.equal((await stage.signIn(own, human.loginName, OTHER_PASSWORD)).status, 429);
  });

  test("a browser from before there was an epoch counts from the next sign-in on", async () => {
    const human = await stage.person();
    const own = stage.elsewhere();
    assert.ok(isIn(await stage.signIn(own, human.loginName)));
    await db().updateTable("known_browsers").set({ epoch: -1 }).where("user_id", "=", human.id).execute();
    await stage.flood(human.loginName);
    assert.equal((await stage.signIn(own, human.loginName)).status, 429);
    await db().deleteFrom("proof_attempts").execute();
    assert.ok(isIn(await stage.signIn(own, human.loginName)));
    await stage.flood(human.loginName);
    assert.ok(isIn(await stage.signIn(own, human.loginName)));
  });

  test("wrong passwords do not block a passkey, nor wrong codes of one kind those of another", async () => {
    const human = await stage.person();
    const authenticator = await new PasskeyStage(stage.idp).passkeyOf(human);
    await stage.flood(human.loginName);
    const browser = stage.elsewhere();
    const page = await browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    const credential = authenticator.get(questionIn(page, "/login/passkey"));
    assert.ok(isIn(await browser.submit(page, fieldsWith(page, "/login/passkey", credential), "/login/passkey")));

    // Somebody who knows the password guesses at the codes of the app; the owner has mail, too.
    const { services } = stage.idp.node;
    const target = await stage.person();
    const secret = newTotpSecret();
    const code = new TOTP({ secret }).generate({ timestamp: await services.storage.now() });
    assert.equal(
      await addTotp(services.storage, services.vault, { userId: target.id, secret, name: "", code }, by),
      "won",
    );
    await run((tx) => addEmailCodes(tx, target.id, by));
    const guesser = stage.elsewhere();
    const second = await stage.signIn(guesser, target.loginName);
    const guesses: number[] = [];
    for (let n = 0; n < 6; n++)
      guesses.push((await guesser.submit(second, { with: "totp", code: "000000" }, "/login/factor")).status);
    assert.deepEqual([...new Set(guesses.slice(0, 5)), guesses[5]], [401, 429]);
    const owner = stage.elsewhere();
    const asked = await stage.signIn(owner, target.loginName);
    assert.match(asked.url, /\/login\/factor/, "the password is not slowed down by it");
    const sent = await owner.request("POST", `${stage.idp.issuer}/login/factor`, {
      ...findForm(asked.body, "/login/factor").hidden,
      with: "email_code",
      send: "1",
    });
    assert.equal(sent.status, 303);
    const mail = (await stage.mailsTo(target.email)).at(-1);
    const fromMail = /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
    const page2 = await owner.visit(sent.location ?? "");
    assert.ok(isIn(await owner.submit(page2, { code: fromMail }, "/login/factor")));
  });

  test("from a new browser the page offers a code to the owner's address, and then the password is tried all the same", async () => {
    const human = await stage.person();
    await stage.flood(human.loginName);
    const browser = stage.elsewhere();
    const slowed = await stage.signIn(browser, human.loginName);
    assert.equal(slowed.status, 429);
    assert.match(slowed.body, /Send a code to my address/);
    const asked = await askForCode(browser, slowed);
    assert.equal(asked.status, 200);
    const [mail, ...others] = await stage.mailsTo(human.email);
    assert.deepEqual(others, []);
    assert.match(mail?.text ?? "", new RegExp(human.loginName));
    assert.equal(mail?.link, undefined);
    assert.equal((await browser.submit(asked, { code: "00000-00000" }, "/login/unblock")).status, 401);
    // As people type it: capitals, spaces, letters that look like digits.
    const typed = codeIn(mail).replace("-", " ").toUpperCase().replaceAll("0", "O").replaceAll("1", "l");
    const password = await browser.submit(asked, { code: typed }, "/login/unblock");
    assert.match(password.body, /The code is right/);
    assert.ok(isIn(await browser.submit(password, { password: PASSWORD }, "/login/password")));
    // Strangers go on waiting; this browser is known from now on.
    assert.equal((await stage.signIn(stage.elsewhere(), human.loginName)).status, 429);
    assert.ok(isIn(await stage.signIn(browser, human.loginName)));
  });

  test("the code works in whichever browser its owner has it, five passwords long, and alone it opens nothing", async () => {
    const human = await stage.person();
    await stage.flood(human.loginName);
    const stranger = stage.elsewhere();
    await askForCode(stranger, await stage.signIn(stranger, human.loginName, "wrong"));
    const code = codeIn((await stage.mailsTo(human.email)).at(-1));
    const reach = async () => {
      const browser = stage.elsewhere();
      const asked = await askForCode(browser, await stage.signIn(browser, human.loginName, "wrong"));
      return { browser, page: await browser.submit(asked, { code }, "/login/unblock") };
    };
    const { browser, page } = await reach();
    const wrong: number[] = [];
    for (let n = 0; n < 4; n++)
      wrong.push((await browser.submit(page, { password: "wrong" }, "/login/password")).status);
    assert.deepEqual(wrong, [401, 401, 401, 401]);
    const another = await reach();
    assert.equal((await another.browser.submit(another.page, { password: "wrong" }, "/login/password")).status, 401);
    assert.equal(
      (await browser.submit(page, { password: PASSWORD }, "/login/password")).status,
      429,
      "all browsers together",
    );
    assert.equal((await stage.mailsTo(human.email)).length, 1, "who presses again within the hour sends nothing");
    // What was unblocked is good for that name, that request and that browser only.
    const thief = stage.elsewhere();
    assert.equal((await thief.submit(page, { password: PASSWORD }, "/login/password")).status, 400);
  });

  test("strangers use up neither the mails nor the attempts: once an hour, and the newest code goes on working", async () => {
    const human = await stage.person();
    await stage.flood(human.loginName);
    const first = stage.elsewhere();
    const page = await askForCode(first, await stage.signIn(first, human.loginName, "wrong"));
    const code = codeIn((await stage.mailsTo(human.email)).at(-1));
    // From a hundred places: more mails are asked for, and codes are guessed.
    for (let n = 0; n < 25; n++) {
      const browser = stage.elsewhere();
      const asked = await askForCode(browser, await stage.signIn(browser, human.loginName, "wrong"));
      for (let guess = 0; guess < 4; guess++) {
        assert.equal((await browser.submit(asked, { code: "zzzzz-zzzzz" }, "/login/unblock")).status, 401);
      }
    }
    assert.equal((await stage.mailsTo(human.email)).length, 1);
    const password = await first.submit(page, { code }, "/login/unblock");
    assert.match(password.body, /The code is right/);
    // An hour later whoever presses first sends the next, and it takes the place of the one before.
    await stage.idp.node.database.advance(HOUR);
    await db().deleteFrom("proof_attempts").execute();
    await stage.flood(human.loginName);
    const later = stage.elsewhere();
    const again = await askForCode(later, await stage.signIn(later, human.loginName, "wrong"));
    const mails = await stage.mailsTo(human.email);
    assert.equal(mails.length, 2);
    assert.equal((await later.submit(again, { code }, "/login/unblock")).status, 401);
    assert.match(
      (await later.submit(again, { code: codeIn(mails.at(-1)) }, "/login/unblock")).body,
      /The code is right/,
    );
  });

  test("one address guesses at codes as often as at passwords, and not more", async () => {
    const human = await stage.person();
    await stage.flood(human.loginName);
    const browser = stage.elsewhere();
    const asked = await askForCode(browser, await stage.signIn(browser, human.loginName, "wrong"));
    const statuses: number[] = [];
    for (let n = 0; n < 51; n++)
      statuses.push((await browser.submit(asked, { code: "zzzzz-zzzzz" }, "/login/unblock")).status);
    assert.deepEqual([...new Set(statuses.slice(0, 50)), statuses[50]], [401, 429]);
  });

  test("a code goes to a confirmed address alone, and is worth nothing when the address is another one", async () => {
    const unconfirmed = await stage.person({ emailVerified: false });
    await stage.flood(unconfirmed.loginName);
    const browser = stage.elsewhere();
    const asked = await askForCode(browser, await stage.signIn(browser, unconfirmed.loginName, "wrong"));
    assert.equal(asked.status, 200);
    assert.deepEqual(await stage.mailsTo(unconfirmed.email), []);
    const human = await stage.person();
    await db().deleteFrom("proof_attempts").execute();
    await stage.flood(human.loginName);
    const own = stage.elsewhere();
    const page = await askForCode(own, await stage.signIn(own, human.loginName, "wrong"));
    const code = codeIn((await stage.mailsTo(human.email)).at(-1));
    await db().updateTable("humans").set({ email: "taken@mail.example" }).where("user_id", "=", human.id).execute();
    assert.equal((await own.submit(page, { code }, "/login/unblock")).status, 401);
  });

  test("nobody sends such a mail who has not been made to wait", async () => {
    const human = await stage.person();
    const browser = stage.elsewhere();
    const page = await stage.named(browser, human.loginName);
    const request = new URL(page.url).searchParams.get("request") ?? "";
    assert.equal(
      (await browser.request("POST", `${stage.idp.issuer}/login/unblock`, { request, send: "1" })).status,
      400,
    );
    assert.doesNotMatch((await browser.submit(page, { password: "wrong" }, "/login/password")).body, /login\/unblock/);
    assert.deepEqual(await stage.mailsTo(human.email), []);
  });

  test("who asks for mails as a stranger, by every way there is, does not use up the codes that follow a right password", async () => {
    const human = await stage.person();
    await run((tx) => addEmailCodes(tx, human.id, by));
    for (let n = 0; n < MOST_MAILS_AN_HOUR + 3; n++) {
      const browser = stage.elsewhere();
      const request = new URL((await stage.named(browser, human.loginName)).url).searchParams.get("request") ?? "";
      const sent = await browser.request("POST", `${stage.idp.issuer}/login/forgot`, {
        request,
        loginName: human.loginName,
      });
      assert.equal(sent.status, 303);
    }
    const links = (await stage.mailsTo(human.email)).filter(({ link }) => link?.includes("/login/mail"));
    assert.equal(links.length, MOST_MAILS_AN_HOUR);
    const browser = stage.elsewhere();
    const page = await stage.signIn(browser, human.loginName);
    const asked = await browser.submit(page, { send: "1" }, "/login/factor");
    assert.equal(asked.status, 200, asked.body);
    const code = /^ {4}(\d{6})$/m.exec((await stage.mailsTo(human.email)).at(-1)?.text ?? "")?.[1] ?? "";
    assert.ok(isIn(await browser.submit(asked, { code }, "/login/factor")));
  });

  test("who uses up an address by “forgot” or by registering does not stop the sign-ins of others from there, nor the other way round", async () => {
    const human = await stage.person();
    const attacker = stage.elsewhere();
    const request =
      new URL((await stage.named(attacker, "nobody@nowhere.example")).url).searchParams.get("request") ?? "";
    const forget = () =>
      attacker.request("POST", `${stage.idp.issuer}/login/forgot`, { request, loginName: "nobody@nowhere.example" });
    for (let n = 0; n < 50; n++) assert.equal((await forget()).status, 303);
    assert.equal((await forget()).status, 429);
    const neighbour = stage.idp.browser();
    neighbour.from = attacker.from;
    assert.ok(isIn(await stage.signIn(neighbour, human.loginName)));
    // The other way round.
    const guesser = stage.elsewhere();
    const page = await stage.named(guesser, "nobody@nowhere.example");
    const guess = async () => {
      await db().deleteFrom("proof_attempts").where("subject", "like", "name:%").execute();
      return (await guesser.submit(page, { password: "wrong" }, "/login/password")).status;
    };
    for (let n = 0; n < 50; n++) assert.equal(await guess(), 401);
    assert.equal(await guess(), 429);
    // The first wait of an address is short, and what follows may take longer on a busy machine.
    await db()
      .updateTable("proof_attempts")
      .set((eb) => ({ blocked_until: eb("blocked_until", "+", HOUR) }))
      .where("subject", "like", "address:%:password")
      .execute();
    const ticket = new URL(page.url).searchParams.get("request") ?? "";
    const mail = await guesser.request("POST", `${stage.idp.issuer}/login/forgot`, {
      request: ticket,
      loginName: human.loginName,
    });
    assert.equal(mail.status, 303);
    // Nor does it keep out who is known in a browser at the same address.
    const known = stage.idp.browser();
    assert.ok(isIn(await stage.signIn(known, human.loginName)));
    known.from = guesser.from;
    assert.ok(isIn(await stage.signIn(known, human.loginName)));
    const unknown = stage.idp.browser();
    unknown.from = guesser.from;
    assert.equal((await stage.signIn(unknown, human.loginName)).status, 429, "who is new there waits");
  });

  test("half a proof starts nothing anew: the right password gives no new attempts at the code", async () => {
    const { services } = stage.idp.node;
    const human = await stage.person();
    const secret = newTotpSecret();
    const code = new TOTP({ secret }).generate({ timestamp: await services.storage.now() });
    assert.equal(
      await addTotp(services.storage, services.vault, { userId: human.id, secret, name: "", code }, by),
      "won",
    );
    await stage.throttle({ delayAfter: 5, blockAfter: 5, blockSeconds: 900 });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      const browser = stage.elsewhere();
      const page = await stage.signIn(browser, human.loginName);
      for (let guess = 0; guess < 2; guess++)
        statuses.push((await browser.submit(page, { code: "000000" }, "/login/factor")).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  });

  test("forms in the account count for the address, too, and guess no more there than at the door", async () => {
    const human = await stage.person();
    const browser = stage.elsewhere();
    assert.ok(isIn(await stage.signIn(browser, human.loginName)));
    const page = await browser.visit(`${stage.idp.issuer}/account/security/totp`);
    assert.equal((await browser.submit(page, { code: "000000" }, "/account/security/totp")).status, 401);
    const counted = await db().selectFrom("proof_attempts").select("subject").where("count", ">", 0).execute();
    assert.ok(
      counted.some(({ subject }) => subject === `address:${browser.from}:new_factor`),
      counted.map(({ subject }) => subject).join(),
    );
  });
});
