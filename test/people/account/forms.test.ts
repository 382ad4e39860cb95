/**
 * Every form of the account pages does what it is for, and nothing when it comes from elsewhere, from another session,
 * from before the last proof, or about what belongs to somebody else.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeRecoveryCodes } from "../../../src/identity/factors/recovery-codes.ts";
import type { Human } from "../../../src/identity/users/humans.ts";
import { type Browser, findForm, type PageSeen } from "../../support/browser.ts";
import { contentOf } from "../../support/content.ts";
import { signInAs, signInToWeb } from "../../support/idp.ts";
import { by } from "../../support/world.ts";
import { type AccountStage, account, isAtLogin, mainOf, onEachAccountStage, see } from "./stage.ts";

interface Filled {
  readonly page: string;
  readonly fields: Record<string, string>;
}

interface Form {
  readonly fresh: boolean;
  /** The page that it is on, and what is typed into it. */
  fill(stage: AccountStage, human: Human, browser: Browser): Promise<Filled>;
}

const sessionOf = async (stage: AccountStage, human: Human): Promise<string> =>
  (
    await stage.idp.world.storage.db
      .selectFrom("login_sessions")
      .select("id")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow()
  ).id;

const factorOf = async (stage: AccountStage, human: Human, kind: string): Promise<string> =>
  (
    await stage.idp.world.storage.db
      .selectFrom("factors")
      .select("id")
      .where("user_id", "=", human.id)
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow()
  ).id;

/** A passkey as it is stored; nobody has the device to it. */
async function withPasskey(stage: AccountStage, human: Human): Promise<string> {
  const id = `passkey-${human.id}`;
  const row = {
    id,
    user_id: human.id,
    kind: "passkey",
    name: "Laptop",
    data: "{}",
    sealed: null,
    master_key_id: null,
    credential_id: id,
  };
  await stage.idp.world.storage.db
    .insertInto("factors")
    .values({ ...row, created_at: 1, last_used_at: null })
    .execute();
  return id;
}

/** Strong enough for whatever was set up behind its back. */
async function strong(stage: AccountStage, human: Human): Promise<void> {
  await stage.idp.world.storage.db
    .updateTable("login_sessions")
    .set({ amr: '["pwd","otp","mfa"]' })
    .where("user_id", "=", human.id)
    .execute();
}

const forms: Record<string, Form> = {
  "/account/profile": {
    fresh: false,
    fill: async () => ({ page: "/profile", fields: { displayName: "Ada the First", givenName: "Ada", locale: "en" } }),
  },
  "/account/phone": { fresh: false, fill: async () => ({ page: "/phone", fields: { phone: "+41 44 123 45 67" } }) },
  "/account/email": { fresh: true, fill: async () => ({ page: "/email", fields: { email: "new@mail.example" } }) },
  "/account/email/code": {
    fresh: true,
    async fill(stage, human, browser) {
      const email = `to-be-${human.userName}@mail.example`;
      const asked = await browser.submit(await see(stage.idp, browser, "/email"), { email }, "/account/email");
      return { page: asked.url.slice(account(stage.idp).length), fields: { code: await stage.codeFor(email) } };
    },
  },
  "/account/security/password": {
    fresh: true,
    fill: async () => ({ page: "/security/password", fields: { password: "a violet bicycle at noon" } }),
  },
  "/account/security/email-code": { fresh: true, fill: async () => ({ page: "/security/email-code", fields: {} }) },
  "/account/security/recovery-codes": {
    fresh: true,
    async fill(stage, human) {
      await stage.withTotp(human);
      await strong(stage, human);
      return { page: "/security", fields: {} };
    },
  },
  "/account/security/remove": {
    fresh: true,
    async fill(stage, human) {
      await stage.withTotp(human);
      await strong(stage, human);
      return { page: "/security", fields: { id: await factorOf(stage, human, "totp") } };
    },
  },
  "/account/security/passkey/name": {
    fresh: true,
    async fill(stage, human) {
      const id = await withPasskey(stage, human);
      await strong(stage, human);
      return { page: "/security", fields: { id, name: "Work laptop" } };
    },
  },
  "/account/sessions/browser": {
    fresh: false,
    fill: async (stage, human) => ({ page: "/sessions", fields: { id: await sessionOf(stage, human) } }),
  },
  "/account/sessions/everywhere": { fresh: false, fill: async () => ({ page: "/sessions", fields: {} }) },
  "/account/delete": {
    fresh: true,
    fill: async (_stage, human) => ({ page: "/delete", fields: { confirmation: human.loginName } }),
  },
};

onEachAccountStage("forms of the account pages", (stage) => {
  /** Ready to be sent. */
  async function prepared(
    action: string,
  ): Promise<{ human: Human; browser: Browser; body: Record<string, string>; page: PageSeen }> {
    await stage.decide("account", { mayDelete: true });
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const { page: path, fields } = (await forms[action]?.fill(stage, human, browser)) ?? { page: "", fields: {} };
    const page = await see(stage.idp, browser, path);
    assert.equal(page.status, 200, mainOf(page));
    return { human, browser, page, body: { ...findForm(page.body, action).hidden, ...fields } };
  }

  const post = (browser: Browser, action: string, body: Record<string, string>) =>
    browser.request("POST", `${stage.idp.issuer}${action}`, body);
  const state = async () => {
    const { proof_attempts: _, ...rest } = await contentOf(stage.idp.world.storage);
    return rest;
  };

  /** Sends it and holds it to having changed nothing. */
  async function changesNothing(sent: () => Promise<PageSeen>): Promise<PageSeen> {
    const before = await state();
    const answer = await sent();
    assert.deepEqual(await state(), before);
    return answer;
  }

  for (const [action, { fresh }] of Object.entries(forms)) {
    describe(action, () => {
      test("does something when it is sent from its page", async () => {
        const { browser, body } = await prepared(action);
        const before = await state();
        const answer = await post(browser, action, body);
        assert.ok([200, 303].includes(answer.status), mainOf(answer));
        assert.notDeepEqual(await state(), before);
      });

      test("does nothing without its ticket, with an invented one, or with one for another form", async () => {
        const { browser, body } = await prepared(action);
        const other = action === "/account/phone" ? "/profile" : "/phone";
        const foreign = findForm((await see(stage.idp, browser, other)).body, `/account${other}`).hidden.ticket ?? "";
        for (const ticket of ["", "sgf_invented", foreign]) {
          const answer = await changesNothing(() => post(browser, action, { ...body, ticket }));
          assert.equal(answer.status, 400);
        }
        const { ticket: _, ...without } = body;
        assert.equal((await changesNothing(() => post(browser, action, without))).status, 400);
      });

      test("does nothing with the ticket of another person, or in another person's browser", async () => {
        const { browser, body } = await prepared(action);
        const other = await stage.visitor(await stage.person());
        assert.equal(
          (await changesNothing(() => post(other, action, body))).status,
          400,
          "the victim's ticket in the attacker's browser",
        );
        const mine = findForm((await see(stage.idp, other, "/phone")).body, "/account/phone").hidden.ticket ?? "";
        assert.equal((await changesNothing(() => post(browser, action, { ...body, ticket: mine }))).status, 400);
      });

      test("does nothing when it comes from another site", async () => {
        const { browser, body } = await prepared(action);
        for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
          const answer = await changesNothing(async () => {
            const response = await stage.idp.node.app.inject({
              method: "POST",
              url: action,
              headers: {
                ...{ host: "localhost:8080", accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
                cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
                ...headers,
              },
              payload: new URLSearchParams(body).toString(),
            });
            return { status: response.statusCode, url: action, body: response.body, headers: response.headers };
          });
          assert.equal(answer.status, 400);
        }
      });

      test("does nothing as another kind of body, or by GET", async () => {
        const { browser, body } = await prepared(action);
        const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const headers = { host: "localhost:8080", accept: "text/html", cookie, "content-type": "text/plain" };
        await changesNothing(async () => {
          const payload = new URLSearchParams(body).toString();
          const plain = await stage.idp.node.app.inject({ method: "POST", url: action, headers, payload });
          assert.ok(plain.statusCode >= 400 || plain.statusCode === 303);
          return browser.request("GET", `${stage.idp.issuer}${action}?${new URLSearchParams(body)}`);
        });
      });

      test("does nothing for a session that has ended, or was proved again since", async () => {
        const { human, browser, body } = await prepared(action);
        await stage.idp.world.storage.db
          .updateTable("login_sessions")
          .set((eb) => ({ version: eb("version", "+", 1) }))
          .where("user_id", "=", human.id)
          .execute();
        const stale = await changesNothing(() => post(browser, action, body));
        assert.equal(stale.status, 303);
        assert.match(String(stale.headers.location), /\/login\?request=/);
      });

      test(fresh ? "asks for a new proof first when the last one is old" : "is not asked for a new proof", async () => {
        const { human, browser, body } = await prepared(action);
        await stage.proveLongAgo(human);
        if (!fresh) {
          assert.equal((await post(browser, action, body)).status, 303);
          return;
        }
        const answer = await changesNothing(() => post(browser, action, body));
        assert.match(String(answer.headers.location), /\/login\?request=/);
      });
    });
  }

  describe("what belongs to somebody else", () => {
    const cases: Record<string, (victim: Human) => Promise<{ page: string; fields: Record<string, string> }>> = {
      "/account/security/remove": async (victim) => ({
        page: "/security",
        fields: { id: await factorOf(stage, victim, "totp") },
      }),
      "/account/security/passkey/name": async (victim) => ({
        page: "/security",
        fields: { id: await factorOf(stage, victim, "passkey"), name: "Mine" },
      }),
      "/account/sessions/browser": async (victim) => ({
        page: "/sessions",
        fields: { id: await sessionOf(stage, victim) },
      }),
      "/account/sessions/application": async () => ({
        page: "/sessions",
        fields: {
          id: (
            await stage.idp.world.storage.db
              .selectFrom("app_sessions")
              .select("id")
              .where("user_id", "=", stage.idp.world.ada.id)
              .executeTakeFirstOrThrow()
          ).id,
        },
      }),
    };

    for (const [action, about] of Object.entries(cases)) {
      test(`stays as it is, whatever is sent to ${action}`, async () => {
        const { idp } = stage;
        const [victim, attacker] = [await stage.person(), await stage.person()];
        await stage.visitor(victim);
        await stage.withTotp(victim);
        await withPasskey(stage, victim);
        await signInToWeb(idp);
        const browser = await stage.visitor(attacker);
        await stage.withTotp(attacker);
        await withPasskey(stage, attacker);
        await strong(stage, attacker);
        // An application of their own, so that the form is on the page.
        if (action.endsWith("application")) await offlineApplication(attacker);
        const { page, fields } = await about(victim);
        const { hidden } = findForm((await see(idp, browser, page)).body, action);
        const answer = await changesNothing(() => post(browser, action, { ...hidden, ...fields }));
        assert.equal(answer.status, 404);
      });
    }

    async function offlineApplication(human: Human): Promise<void> {
      const { storage } = stage.idp.world;
      const row = await storage.db
        .selectFrom("app_sessions")
        .selectAll()
        .where("user_id", "=", stage.idp.world.ada.id)
        .executeTakeFirstOrThrow();
      const { id: loginSessionId, epoch } = await storage.db
        .selectFrom("login_sessions")
        .select(["id", "epoch"])
        .where("user_id", "=", human.id)
        .executeTakeFirstOrThrow();
      await storage.db
        .insertInto("app_sessions")
        .values({ ...row, id: `app-${human.id}`, user_id: human.id, login_session_id: loginSessionId, epoch })
        .execute();
    }

    test("a code for a new address does not fit into another person's form", async () => {
      const { idp } = stage;
      const [one, two] = [await stage.person(), await stage.person()];
      const [first, second] = [await stage.visitor(one), await stage.visitor(two)];
      const shared = "shared@mail.example";
      await first.submit(await see(idp, first, "/email"), { email: shared }, "/account/email");
      const code = await stage.codeFor(shared);
      const mine = await second.submit(
        await see(idp, second, "/email"),
        { email: `own-${two.userName}@mail.example` },
        "/account/email",
      );
      const answer = await second.submit(mine, { code }, "/account/email/code");
      assert.equal(answer.status, 401);
      const { email } = await idp.world.storage.db
        .selectFrom("humans")
        .select("email")
        .where("user_id", "=", two.id)
        .executeTakeFirstOrThrow();
      assert.equal(email, two.email);
    });
  });

  test("new recovery codes are shown once, and there is no page to see them again", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const code = await stage.withTotp(human);
    await idp.world.storage.transaction((tx) => makeRecoveryCodes(tx, human.id, by));
    const browser = idp.browser();
    const inside = await browser.submit(
      await signInAs(browser, await see(idp, browser, "/security"), human.loginName),
      { code: await code() },
      "/login/factor",
    );
    assert.match(inside.body, /Codes that are left: 10/);
    const shown = await browser.submit(inside, {}, "/account/security/recovery-codes");
    assert.equal(shown.body.match(/<li><code>[0-9a-z-]{19}<\/code>/g)?.length, 10);
    assert.match(shown.body, /download="recovery-codes.txt"/);
    assert.match(
      (await browser.request("GET", `${idp.issuer}/account/security/recovery-codes`)).body,
      /nothing here|not/i,
    );
    assert.ok(!isAtLogin(shown));
  });
});
