/**
 * Whom an application means: login_hint and id_token_hint, with nobody, one person or several signed in in the browser.
 */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { createHuman } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Browser } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { proveAddress } from "../support/identity.ts";
import {
  answerOf,
  authorize,
  authorizeUrl,
  type Idp,
  PASSWORD,
  signInAs,
  signInToWeb,
  startIdp,
} from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`hints, on ${engine.name}`, () => {
    let idp: Idp;
    let ada: string;
    let grace: { id: string; loginName: string; email: string };
    let browser: Browser;

    before(async () => {
      idp = await startIdp(engine);
      const { storage, passwords } = idp.node.services;
      ada = `ada@${idp.world.acme.domain}`;
      const email = "grace.hopper@mail.example";
      const hash = unjudged(await passwords.hash(PASSWORD, signetItself));
      const id = await storage.transaction(async (tx) => {
        const human = await createHuman(
          tx,
          {
            organizationId: idp.world.acme.id,
            userName: "grace",
            profile: { givenName: "Grace", familyName: "Hopper" },
            email,
          },
          by,
        );
        await setPassword(tx, human.id, { hash, changeRequired: false }, by);
        return human.id;
      });
      grace = { id, loginName: `grace@${idp.world.acme.domain}`, email };
    });
    after(() => idp.close());
    beforeEach(() => {
      browser = idp.browser();
    });

    const visit = (parameters: Record<string, string> = {}) =>
      browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));
    const silently = async (parameters: Record<string, string>) =>
      answerOf(await visit({ prompt: "none", ...parameters }));
    const adaSignsIn = () => signInToWeb(idp, "openid", browser);
    const graceSignsIn = async () => {
      const page = await visit({ prompt: "login" });
      assert.ok(answerOf(await signInAs(browser, page, grace.loginName)).get("code"));
    };
    /** Who the tokens are for that an application got with this code. */
    const subjectOf = async (code: string | null) => {
      const { db } = idp.node.services.storage;
      assert.ok(code);
      const rows = await db
        .selectFrom("app_sessions")
        .select(["user_id", "id"])
        .orderBy("id", "desc")
        .limit(1)
        .execute();
      return rows[0]?.user_id;
    };
    const buttons = (body: string) =>
      [...body.matchAll(/<button name="session"[^>]*>[\s\S]*?<\/button>/g)].map(([text]) => text);

    test("with one session, a hint that names that person is used in silence, however it names them", async () => {
      await adaSignsIn();
      for (const login_hint of [ada, ada.toUpperCase(), "ada", idp.world.ada.id]) {
        assert.ok(answerOf(await visit({ login_hint })).get("code"), login_hint);
        assert.ok((await silently({ login_hint })).get("code"), login_hint);
      }
    });

    test("an address names its person once it counts as theirs, and only then", async () => {
      await graceSignsIn();
      assert.equal((await silently({ login_hint: grace.email })).get("error"), "login_required");
      await proveAddress(idp.node.services.storage.db, grace.id);
      assert.ok((await silently({ login_hint: grace.email })).get("code"));
      assert.ok((await silently({ login_hint: "Grace.Hopper@Mail.example" })).get("code"));
      await idp.node.services.storage.db
        .updateTable("humans")
        .set({ email_verified: 0, email_proven: 0 })
        .where("user_id", "=", grace.id)
        .execute();
    });

    test("somebody who is not signed in here gets the sign-in page, filled in, while another one is; and the other can go on", async () => {
      await adaSignsIn();
      for (const login_hint of [grace.loginName, "nobody@nowhere.example", "x".repeat(2_000)]) {
        const page = await visit({ login_hint });
        assert.match(page.url, /\/login\?/);
        assert.ok(page.body.includes(`value="${login_hint.slice(0, 320)}`.slice(0, 40)));
        assert.match(page.body, /Continue as Ada Lovelace/);
        const session = /name="session" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
        assert.ok(answerOf(await browser.submit(page, { session }, "/login/accounts")).get("code"));
        assert.equal((await silently({ login_hint })).get("error"), "login_required");
      }
      const page = await visit({ login_hint: grace.loginName });
      const answer = answerOf(await signInAs(browser, page, grace.loginName));
      assert.equal(await subjectOf(answer.get("code")), grace.id);
    });

    test("a hint that names nobody of this browser looks the same whether or not there is such an account", async () => {
      await adaSignsIn();
      const shown = async (login_hint: string) => {
        const page = await visit({ login_hint });
        return page.body.replaceAll(login_hint, "HINT").replace(/[\w-]{30,}/g, "RANDOM");
      };
      assert.equal(await shown(grace.loginName), await shown(`zzzzz@${idp.world.acme.domain}`));
      const told = async (login_hint: string) => String(await silently({ login_hint }));
      assert.equal(await told(grace.loginName), await told(`zzzzz@${idp.world.acme.domain}`));
    });

    test("of several the person chooses, with a login_hint, too: the one it names stands first, marked and focused", async () => {
      await adaSignsIn();
      await graceSignsIn();
      for (const [parameters, first] of [
        [{ login_hint: grace.loginName }, "Grace Hopper"],
        [{ login_hint: ada }, "Ada Lovelace"],
        [{ login_hint: ada, prompt: "select_account" }, "Ada Lovelace"],
        [{ login_hint: grace.id, prompt: "select_account" }, "Grace Hopper"],
      ] as const) {
        const page = await visit(parameters);
        assert.match(page.url, /\/login\/accounts/);
        const [hinted = "", other = ""] = buttons(page.body);
        assert.match(hinted, new RegExp(`autofocus.*Continue as ${first}[\\s\\S]*Suggested by`));
        assert.doesNotMatch(other, /autofocus|Suggested/);
        const session = /value="([^"]*)"/.exec(hinted)?.[1] ?? "";
        const answer = answerOf(await browser.submit(page, { session }, "/login/accounts"));
        assert.equal(await subjectOf(answer.get("code")), first === "Ada Lovelace" ? idp.world.ada.id : grace.id);
      }
      const plain = await visit();
      assert.match(plain.url, /\/login\/accounts/);
      assert.doesNotMatch(plain.body, /autofocus|Suggested/);
    });

    test("of several, a hint that names none of them leads to the sign-in page, with the way to the others", async () => {
      await adaSignsIn();
      await graceSignsIn();
      const page = await visit({ login_hint: "nobody@nowhere.example" });
      assert.match(page.body, /value="nobody@nowhere\.example"/);
      assert.match(page.body, /href="\/login\/accounts\?request=[^"]*">Choose an account/);
      assert.equal((await silently({ login_hint: "nobody@nowhere.example" })).get("error"), "login_required");
    });

    test("in silence, a login_hint decides among several, and no hint is no choice", async () => {
      await adaSignsIn();
      await graceSignsIn();
      assert.equal((await silently({})).get("error"), "account_selection_required");
      assert.equal(await subjectOf((await silently({ login_hint: ada })).get("code")), idp.world.ada.id);
      assert.equal(await subjectOf((await silently({ login_hint: grace.loginName })).get("code")), grace.id);
    });

    test("an id_token_hint decides, also against a login_hint and among several", async () => {
      const { id_token } = await adaSignsIn();
      await graceSignsIn();
      const id_token_hint = String(id_token);
      for (const parameters of [{ id_token_hint }, { id_token_hint, login_hint: grace.loginName }]) {
        assert.equal(await subjectOf((await silently(parameters)).get("code")), idp.world.ada.id);
        assert.equal(await subjectOf(answerOf(await visit(parameters)).get("code")), idp.world.ada.id);
      }
      const chosen = await visit({ id_token_hint, prompt: "select_account" });
      assert.deepEqual(buttons(chosen.body).length, 1, "nobody else would be returned");
      assert.match(chosen.body, /Continue as Ada Lovelace/);
    });

    test("an id_token_hint of somebody who is not signed in here offers nobody else", async () => {
      const { id_token } = await signInToWeb(idp, "openid", idp.browser());
      await graceSignsIn();
      const page = await visit({ id_token_hint: String(id_token) });
      assert.match(page.url, /\/login\?/);
      assert.doesNotMatch(page.body, /Continue as/);
      assert.equal((await silently({ id_token_hint: String(id_token) })).get("error"), "login_required");
    });

    test("with prompt login a hint is filled in, and whoever is signed in has to prove it anew", async () => {
      await authorize(idp, { client: idp.web }, browser);
      await idp.node.database.advance(1_000);
      const page = await visit({ prompt: "login", login_hint: ada });
      assert.match(page.body, new RegExp(`value="${ada}"`));
      const session = /name="session" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
      const asked = await browser.submit(page, { session }, "/login/accounts");
      assert.match(asked.body, /action="\/login\/password"/);
    });
  });
}
