import assert from "node:assert/strict";
import { test } from "node:test";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { readPassword, setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { contentOf } from "../support/content.ts";
import { eventsOf } from "../support/identity.ts";
import { authorizeUrl, PASSWORD, signInAs } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { choose, isOver, NEW_PASSWORD, onEachMailStage } from "./mail-stage.ts";
import { forgetThrottling, isIn, mailsNow } from "./registration-stage.ts";

const FORGOT = "/login/forgot";

onEachMailStage("a forgotten password", (stage) => {
  async function forgotPage(browser: Browser, parameters: Record<string, string> = {}): Promise<PageSeen> {
    const login = await browser.visit(authorizeUrl(stage.idp, { client: stage.idp.web, parameters }));
    const password = await browser.submit(login, { loginName: "somebody@acme.example" }, "/login");
    const href = /href="(\/login\/forgot\?[^"]+)"/.exec(password.body)?.[1] ?? "";
    return browser.visit(href.replaceAll("&amp;", "&"));
  }

  async function forget(loginName: string, parameters: Record<string, string> = {}) {
    const browser = stage.idp.browser();
    await mailsNow(stage);
    const page = await browser.submit(await forgotPage(browser, parameters), { loginName }, FORGOT);
    return { browser, page, mails: await mailsNow(stage) };
  }

  test("a link by mail leads to a new password, which ends every session and signs nobody in", async () => {
    const person = await stage.withPassword();
    const signedIn = stage.idp.browser();
    const page = await signedIn.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.ok(isIn(await signInAs(signedIn, page, person.loginName)));
    const { browser, page: sent, mails } = await forget(person.loginName);
    assert.equal(new URL(sent.url).pathname, "/login/forgot/sent");
    assert.match(sent.body, /<h1>Check your mail<\/h1>/);
    assert.equal(mails.length, 1);
    const link = mails[0]?.link ?? "";
    assert.equal(
      (await eventsOf(stage.idp.world.storage.db, person.id)).includes("user_password.reset_requested"),
      true,
    );
    await choose(browser, await browser.visit(link));
    assert.equal(
      [...browser.cookies.keys()].some((name) => name.includes("sessions")),
      false,
    );
    const again = await signedIn.visit(authorizeUrl(stage.idp, { client: stage.idp.web }));
    assert.equal(new URL(again.url).pathname, "/login");
    assert.deepEqual(
      [await stage.canSignIn(person.loginName, PASSWORD), await stage.canSignIn(person.loginName, NEW_PASSWORD)],
      [false, true],
    );
    isOver(await browser.visit(link));
    await forgetThrottling(stage);
  });

  test("a NUL is refused at once, and not after the answer", async () => {
    const { page, mails } = await forget("ada\0@acme.example");
    assert.deepEqual([page.status, mails], [400, []]);
    await stage.idp.node.services.afterAnswer.settled();
    assert.equal(stage.idp.node.lines.join("").includes("a background task failed"), false);
  });

  test("the link dies when the password is changed otherwise", async () => {
    const person = await stage.withPassword();
    const { browser, mails } = await forget(person.loginName);
    const page = await browser.visit(mails[0]?.link ?? "");
    await stage.run((tx) => setPassword(tx, person.id, { hash: unjudged("by a manager"), changeRequired: false }, by));
    isOver(await browser.visit(mails[0]?.link ?? ""));
    isOver(await choose(browser, page));
    assert.equal((await readPassword(stage.idp.world.storage.db, person.id))?.hash, "by a manager");
  });

  test("a reset is to another password than the one that is set, whether that has to be changed or not", async () => {
    const hash = unjudged(await stage.idp.node.services.passwords.hash(PASSWORD, signetItself));
    const due = await stage.make({ passwordHash: hash, passwordChangeRequired: true });
    const { browser, mails } = await forget(due.loginName);
    const page = await browser.visit(mails[0]?.link ?? "");
    const refused = await choose(browser, page, PASSWORD);
    assert.equal(refused.status, 400);
    assert.match(refused.body, /That is the password you have/);
    assert.equal((await readPassword(stage.idp.world.storage.db, due.id))?.changeRequired, true);
    assert.equal((await choose(browser, page)).status, 200);
    assert.equal(await stage.canSignIn(due.loginName, NEW_PASSWORD), true);
    const free = await stage.withPassword();
    const other = await forget(free.loginName);
    const again = await choose(other.browser, await other.browser.visit(other.mails[0]?.link ?? ""), PASSWORD);
    assert.equal(again.status, 400);
    assert.match(again.body, /That is the password you have/);
    assert.equal((await choose(other.browser, again)).status, 200, "the link is not spent by it");
    assert.equal(await stage.canSignIn(free.loginName, NEW_PASSWORD), true);
  });

  test("says the same to everybody, and sends a mail only to those who can use it", async () => {
    const known = await stage.withPassword();
    const invited = await stage.make();
    const shutOut = await stage.withPassword();
    await stage.run((tx) => setUserState(tx, shutOut.id, "lock", by));
    const without = await stage.make({ email: "", passwordHash: unjudged("hash") });
    const verified = await stage.make({ emailVerified: true, passwordHash: unjudged("hash") });
    const names: [string, string, number][] = [
      ["known", known.loginName, 1],
      ["spelled otherwise", `  ${known.loginName.toUpperCase()} `, 1],
      ["by a verified address", verified.email, 1],
      ["by an address that is not verified", known.email, 0],
      ["invited", invited.loginName, 1],
      ["nobody", "nobody@acme.example", 0],
      ["a bare name", "nobody", 0],
      ["no name at all", "@@@", 0],
      ["shut out", shutOut.loginName, 0],
      ["without an address", without.loginName, 0],
    ];
    const seen: unknown[] = [];
    for (const [who, loginName, count] of names) {
      await forgetThrottling(stage);
      const { browser, page, mails } = await forget(loginName);
      assert.equal(mails.length, count, who);
      const body = page.body.replaceAll(loginName.trim(), "NAME").replaceAll(/sgl_[\w-]+/g, "TICKET");
      seen.push({
        status: page.status,
        path: new URL(page.url).pathname,
        body,
        cookies: [...browser.cookies.keys()],
        headers: Object.keys(page.headers),
      });
    }
    for (const [i, answer] of seen.entries()) assert.deepEqual(answer, seen[0], names[i]?.[0] ?? "");
    assert.doesNotMatch(stage.idp.node.lines.join(""), /"level":"error"/);
  });

  test("nothing is asked of the database about the name before the answer", async () => {
    const person = await stage.withPassword();
    const { afterAnswer } = stage.idp.node.services;
    const former = afterAnswer.run;
    const later: (() => Promise<void>)[] = [];
    Object.assign(afterAnswer, { run: (work: () => Promise<void>) => void later.push(work) });
    try {
      await forget(person.loginName);
      await forget("nobody@acme.example");
    } finally {
      Object.assign(afterAnswer, { run: former });
    }
    assert.equal(later.length, 2);
    assert.equal(
      (await eventsOf(stage.idp.world.storage.db, person.id)).includes("user_password.reset_requested"),
      false,
    );
    for (const work of later) await work();
    assert.equal(
      (await eventsOf(stage.idp.world.storage.db, person.id)).includes("user_password.reset_requested"),
      true,
    );
    assert.equal((await mailsNow(stage)).length, 1);
  });

  test("an empty or endless name is asked for again, and changes nothing", async () => {
    const browser = stage.idp.browser();
    const page = await forgotPage(browser);
    const before = await contentOf(stage.idp.world.storage);
    for (const loginName of ["", "   ", "x".repeat(513), "\u0001".repeat(512)]) {
      const refused = await browser.submit(page, { loginName }, FORGOT);
      assert.equal(refused.status, 400);
      assert.match(refused.body, /id="loginName-problem"/);
    }
    await stage.idp.node.services.afterAnswer.settled();
    assert.deepEqual(await contentOf(stage.idp.world.storage), before);
  });

  test("the longest name fits into the longest request", async () => {
    const browser = stage.idp.browser();
    const page = await forgotPage(browser, { state: "s".repeat(3_700) });
    for (const loginName of ["x".repeat(512), "ü".repeat(510)]) {
      assert.equal((await browser.submit(page, { loginName }, FORGOT)).status, 200);
    }
  });

  test("a request that is bound to an organization finds only its people, by their bare names too", async () => {
    const { acme, other } = stage.idp.world;
    const person = await stage.withPassword();
    const scope = `openid urn:service:iam:org:id:${acme.id}`;
    assert.equal((await forget(person.userName, { scope })).mails.length, 1);
    assert.equal(
      (await forget(person.loginName, { scope: `openid urn:service:iam:org:id:${other.id}` })).mails.length,
      0,
    );
  });

  test("people of an organization that is not active are sent nothing", async () => {
    const person = await stage.make({ organizationId: stage.idp.world.other.id, passwordHash: unjudged("hash") });
    await stage.run((tx) => setOrganizationState(tx, stage.idp.world.other.id, "deactivate", by));
    assert.equal((await forget(person.loginName)).mails.length, 0);
    await stage.run((tx) => setOrganizationState(tx, stage.idp.world.other.id, "activate", by));
    assert.equal((await forget(person.loginName)).mails.length, 1);
  });

  test("many requests from one address are slowed down, whoever they name", async () => {
    await forgetThrottling(stage);
    const browser = stage.idp.browser();
    const page = await forgotPage(browser);
    const statuses: number[] = [];
    for (let i = 0; i < 52; i++)
      statuses.push((await browser.submit(page, { loginName: `nobody${i}@acme.example` }, FORGOT)).status);
    assert.deepEqual([statuses.slice(0, 50).every((status) => status === 200), statuses.at(-1)], [true, 429]);
    await forgetThrottling(stage);
  });

  test("the mail speaks the language of the person, or of the page it was asked for on", async () => {
    const plain = await stage.withPassword();
    const french = await stage.make({ passwordHash: unjudged("hash"), profile: { locale: "fr-CH" } });
    const german = await forget(plain.loginName, { ui_locales: "de" });
    assert.match(german.mails[0]?.html ?? "", /<html lang="de"/);
    assert.match((await forget(french.loginName, { ui_locales: "de" })).mails[0]?.html ?? "", /<html lang="fr"/);
    assert.match((await forget(plain.loginName)).mails[0]?.html ?? "", /<html lang="en"/);
  });
});
