import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { SignetError } from "../../src/errors/signet-error.ts";
import { accountSubject } from "../../src/identity/limits/attempts.ts";
import { takeAttempt } from "../../src/identity/limits/proof-attempts.ts";
import { findHuman } from "../../src/identity/users/humans.ts";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { comparisonsFor } from "../../src/people/sign-in/compare-password.ts";
import { eventsOf } from "../support/identity.ts";
import { authorizeUrl, PASSWORD, post, signInToWeb, startIdp } from "../support/idp.ts";
import { startMailServer } from "../support/mail.ts";
import { startTestNode } from "../support/node.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { choose, isOver, NEW_PASSWORD, onEachMailStage, ticketOf } from "./mail-stage.ts";

onEachMailStage("what links in mails do", (stage) => {
  const { run, make, withPassword, mailTo, canSignIn } = stage;

  test("an invitation leads to a first password, and with it somebody can sign in", async () => {
    const person = await make();
    const mail = await mailTo(person, "invitation");
    assert.match(mail.text, new RegExp(`Your login name is ${person.loginName}`));
    assert.equal(await canSignIn(person.loginName, NEW_PASSWORD), false);
    const browser = stage.idp.browser();
    const page = await browser.visit(mail.link);
    assert.equal(page.status, 200);
    assert.match(page.body, /<h1>Choose a password<\/h1>/);
    assert.ok(page.body.includes(`value="${person.loginName}" autocomplete="username"`));
    assert.match(page.body, /autocomplete="new-password" maxlength="256" required/);
    assert.match(page.body, /At least 8 characters\./);
    const done = await choose(browser, page);
    assert.deepEqual([done.status, new URL(done.url).pathname], [200, "/login/mail/password-set"]);
    assert.match(done.body, /<h1>Your password is set<\/h1>/);
    assert.equal((await findHuman(stage.idp.world.storage.db, person.id))?.emailVerified, true);
    assert.deepEqual((await eventsOf(stage.idp.world.storage.db, person.id)).slice(-2), [
      "user.invited",
      "user_password.reset",
    ]);
    assert.equal(await canSignIn(person.loginName, NEW_PASSWORD), true);
    // The address is verified now, and so is a login name too.
    assert.equal(await canSignIn(person.email, NEW_PASSWORD), true);
    isOver(await stage.idp.browser().visit(mail.link));
  });

  test("a reset sets a new password, ends every session and token, and signs nobody in", async () => {
    const { ada } = stage.idp.world;
    const before = stage.idp.browser();
    const tokens = await signInToWeb(stage.idp, "openid offline_access", before);
    const mail = await mailTo(ada, "reset_password");
    const browser = stage.idp.browser();
    const page = await browser.visit(mail.link);
    assert.match(page.body, /<h1>Choose a new password<\/h1>/);
    await choose(browser, page);
    assert.equal(
      [...browser.cookies.keys()].some((name) => name.includes("sessions")),
      false,
    );
    const userinfo = await stage.idp.node.app.inject({
      url: "/oauth/v2/userinfo",
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    assert.equal(userinfo.statusCode, 401);
    const seen = await before.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.ok(seen.url.startsWith(`${stage.idp.issuer}/login?`), "the browser that was signed in has to sign in again");
    const name = `ada@${stage.idp.world.acme.domain}`;
    assert.deepEqual([await canSignIn(name, PASSWORD), await canSignIn(name, NEW_PASSWORD)], [false, true]);
    const hash = unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself));
    await run((tx) => setPassword(tx, ada.id, { hash, changeRequired: false }, by));
  });

  // Some names are compared with more than one password on purpose, and each of those is counted.
  for (const comparisons of [1, 2, 3]) {
    test(`guesses at the former password do not make its owner wait with the new one: ${comparisons} compared`, async () => {
      const { secret } = stage.idp.node.services.ring.ticketRoot();
      const { domain } = stage.idp.world.acme;
      let userName = "guessed";
      for (let n = 0; comparisonsFor(`${userName}@${domain}`, secret) !== comparisons; n++) userName = `guessed${n}`;
      const person = await withPassword({ userName, email: `${userName}@mail.example` });
      for (let i = 0; i < 6; i++) assert.equal(await canSignIn(person.loginName, "wrong password"), false);
      const { retryAfterMs } = await takeAttempt(stage.idp.world.storage.db, `${accountSubject(person.id)}:password`);
      assert.ok(retryAfterMs > 0, "slowed down");
      const browser = stage.idp.browser();
      await choose(browser, await browser.visit((await mailTo(person, "reset_password")).link));
      assert.equal(await canSignIn(person.loginName, NEW_PASSWORD), true);
    });
  }

  test("a verification confirms the address and lets somebody who registered in", async () => {
    const person = await make({
      state: "unverified",
      passwordHash: unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself)),
    });
    const mail = await mailTo(person, "verify_email");
    assert.equal(await canSignIn(person.loginName, PASSWORD), false);
    const browser = stage.idp.browser();
    const page = await browser.visit(mail.link);
    assert.match(page.body, /<h1>Confirm your e-mail address<\/h1>/);
    assert.ok(page.body.includes(person.email));
    assert.equal((await findHuman(stage.idp.world.storage.db, person.id))?.emailVerified, false);
    const done = await browser.submit(page, {}, "/login/mail");
    assert.match(done.body, /<h1>Your e-mail address is confirmed<\/h1>/);
    const human = await findHuman(stage.idp.world.storage.db, person.id);
    assert.deepEqual([human?.emailVerified, human?.state], [true, "active"]);
    assert.equal(await canSignIn(person.loginName, PASSWORD), true);
    isOver(await browser.submit(page, {}, "/login/mail"));
  });

  test("when too many passwords are being hashed the link is not spent", async () => {
    const person = await make();
    const { link } = await mailTo(person, "invitation");
    const busy = await startTestNode({ beside: stage.idp.node, environment: { SIGNET_SMTP_URL: stage.server.url } });
    try {
      Object.assign(busy.services.passwords, { hash: () => Promise.reject(new SignetError("overloaded", "Too many")) });
      const answer = await busy.app.inject({
        method: "POST",
        url: "/login/mail",
        headers: { host: "localhost:8080", accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ link: ticketOf(link), password: NEW_PASSWORD }).toString(),
      });
      assert.deepEqual([answer.statusCode, answer.headers["retry-after"]], [503, "2"]);
    } finally {
      await busy.close();
    }
    const browser = stage.idp.browser();
    assert.equal((await choose(browser, await browser.visit(link))).status, 200);
  });

  test("the pages keep nothing, tell nobody where one came from, and need no script", async () => {
    const person = await make();
    const { link } = await mailTo(person, "reset_password");
    const over = await stage.idp.browser().visit("/login/mail?link=x");
    const set = await stage.idp.browser().visit("/login/mail/password-set");
    const confirmed = await stage.idp.browser().visit("/login/mail/address-confirmed");
    for (const page of [await stage.idp.browser().visit(link), over, set, confirmed]) {
      assert.equal(page.headers["cache-control"], "no-store");
      assert.equal(page.headers["referrer-policy"], "no-referrer");
      assert.match(
        String(page.headers["content-security-policy"]),
        /default-src 'none';.*form-action 'self'; frame-ancestors 'none'/,
      );
      // Only the button that shows what is typed is script, and it is not there without.
      assert.equal(/<script/.test(page.body), page.body.includes('class="reveal" hidden'));
    }
  });

  test("a node that runs sends mails by itself, soon", async () => {
    const person = await make();
    const seen = stage.server.mails.length;
    stage.idp.node.services.mail.start();
    await run((tx) => requestMail(tx, { kind: "invitation", userId: person.id }, by));
    stage.idp.node.services.mail.wake();
    for (let i = 0; i < 6_000 && stage.server.mails.length === seen; i++) await sleep(10);
    assert.deepEqual(stage.server.mails.at(-1)?.to, [person.email]);
  });
});

test("a mail server that refuses the login is in the log without the password, and the mail waits", async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => callback(new Error(`Invalid password ${auth.password}`)),
  });
  const idp = await startIdp(undefined, { SIGNET_SMTP_URL: server.url.replace("//", "//signet:hunter2-secret@") });
  try {
    await idp.world.storage.transaction((tx) =>
      requestMail(tx, { kind: "reset_password", userId: idp.world.ada.id }, by),
    );
    await idp.node.services.mail.flush();
    const line = idp.node.lines.find((one) => one.includes("a mail could not be sent")) ?? "";
    const { level, mail, attempt, outcome, reason, responseCode } = JSON.parse(line);
    assert.deepEqual(
      { level, mail, attempt, outcome, reason, responseCode },
      {
        level: "warn",
        mail: "mail.reset_password",
        attempt: 1,
        outcome: "will-retry",
        reason: "login_refused",
        responseCode: 535,
      },
    );
    for (const secret of ["hunter2", "sgm_", idp.world.ada.email])
      assert.ok(!idp.node.lines.join("").includes(secret), secret);
    assert.equal((await post(idp, "/oauth/v2/token", {})).status, 400, "everything else goes on");
  } finally {
    await idp.close();
    await server.close();
  }
});
