import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt } from "jose";
import { listFactors, removeFactor } from "../../src/identity/users/factors.ts";
import type { Human } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { Authenticator, type Cheat } from "../support/authenticator.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { contentOf } from "../support/content.ts";
import { enginesOf } from "../support/engines.ts";
import { answerOf, basic, CALLBACK, type Idp, post, startIdp } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import { fieldsWith, PasskeyStage, questionIn } from "./passkey-stage.ts";

const WRONG = "That passkey can&#39;t be used here";
const NOT_ADDED = "The passkey was not added";
const SIGN_IN = "/login/passkey";
const FACTOR = "/login/factor";
const ENROL = "/login/enrol";
const OFFER = "/login/passkey/offer";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`passkeys on the way in, on ${engine.name}`, () => {
    let idp: Idp;
    let stage: PasskeyStage;
    before(async () => {
      idp = await startIdp(engine);
      stage = new PasskeyStage(idp);
    });
    after(() => idp.close());

    const prove = (page: PageSeen, action: string, authenticator: Authenticator, cheat: Cheat = {}) =>
      authenticator.get(questionIn(page, action), cheat);
    const send = (browser: Browser, page: PageSeen, action: string, credential: string) =>
      browser.submit(page, fieldsWith(page, action, credential), action);
    const arrived = (page: PageSeen) =>
      assert.ok(answerOf(page).get("code"), `${page.status} ${page.url} ${page.body}`);
    const create = (page: PageSeen, action: string, cheat: Cheat = {}) => {
      const authenticator = new Authenticator(idp.issuer);
      return { authenticator, credential: authenticator.create(questionIn(page, action), cheat) };
    };
    const idTokenOf = async (page: PageSeen) => {
      const form = { grant_type: "authorization_code", code: answerOf(page).get("code") ?? "", redirect_uri: CALLBACK };
      const tokens = await post(idp, "/oauth/v2/token", form, { authorization: basic(idp.web) });
      return decodeJwt(String(tokens.json.id_token));
    };
    /** The same but for what counts attempts, which every attempt does, and for what is swept away when it is over. */
    const unchanged = async (work: () => Promise<void>) => {
      const content = async () => {
        const { used_assertions: used = [], ...rest } = await contentOf(stage.storage);
        return { used, rest: { ...rest, proof_attempts: [] } };
      };
      const before = await content();
      await work();
      const after = await content();
      assert.deepEqual(after.rest, before.rest);
      assert.deepEqual(
        after.used.filter((row) => !before.used.includes(row)),
        [],
      );
    };
    const clean = async () => {
      await stage.forgive();
      await stage.decide({});
    };

    describe("instead of login name and password", () => {
      test("the device says who it is, and that counts as two factors, one of which cannot be phished", async () => {
        await clean();
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human, { isSynced: true });
        const browser = idp.browser();
        const page = await stage.start(browser, { acr_values: "phr" });
        assert.match(page.body, /autocomplete="username webauthn"/);
        assert.match(page.body, /Sign in with a passkey/);
        assert.deepEqual(questionIn<{ allowCredentials: [] }>(page, SIGN_IN).allowCredentials, []);
        const seen = await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator, { isSynced: true }));
        arrived(seen);
        const claims = await idTokenOf(seen);
        assert.equal(claims.sub, human.id);
        assert.deepEqual(claims.amr, ["swk", "user", "mfa"]);
        assert.equal(claims.acr, "phr");
      });

      test("works where second factors are off, and where they are required", async () => {
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human);
        for (const mode of ["off", "required"] as const) {
          await clean();
          await stage.decide({ mode });
          const browser = idp.browser();
          const page = await stage.start(browser);
          arrived(await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator)));
        }
      });

      test("is not offered, and not taken, where the organization does not allow passkeys", async () => {
        await clean();
        const authenticator = await stage.passkeyOf(await stage.person());
        const browser = idp.browser();
        const page = await stage.start(browser);
        await stage.decide({ allowed: ["totp"] });
        await unchanged(async () => {
          const seen = await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator));
          assert.equal(seen.status, 401);
        });
        const later = await stage.start(idp.browser());
        assert.doesNotMatch(later.body, /class="passkey"|webauthn|<script/);
      });

      test("whatever is wrong, the answer is the same, and nothing changes", async () => {
        await clean();
        const [human, other, gone] = [await stage.person(), await stage.person(), await stage.person()];
        const authenticator = await stage.passkeyOf(human);
        const goneKey = await stage.passkeyOf(gone);
        await stage.storage.transaction((tx) => setUserState(tx, gone.id, "deactivate", by));
        const stranger = new Authenticator(idp.issuer);
        const handle = Buffer.from(other.id).toString("base64url");
        const wrong: Record<string, (page: PageSeen) => string> = {
          "no answer": () => "",
          "no JSON": () => "{",
          "an unknown credential": (page) =>
            prove(page, SIGN_IN, stranger, { userHandle: Buffer.from(human.id).toString("base64url") }),
          "another origin": (page) => prove(page, SIGN_IN, authenticator, { origin: "https://evil.example" }),
          "another host": (page) => prove(page, SIGN_IN, authenticator, { rpId: "evil.example" }),
          "an owner whom the device has not recognised": (page) =>
            prove(page, SIGN_IN, authenticator, { isVerified: false }),
          "a forged signature": (page) => prove(page, SIGN_IN, authenticator, { isForged: true }),
          "somebody else's handle": (page) => prove(page, SIGN_IN, authenticator, { userHandle: handle }),
          "no handle": (page) => prove(page, SIGN_IN, authenticator, { userHandle: null }),
          "somebody who is deactivated": (page) => prove(page, SIGN_IN, goneKey),
        };
        const answers = new Set<string>();
        for (const [name, answer] of Object.entries(wrong)) {
          const browser = idp.browser();
          const page = await stage.start(browser);
          await stage.forgive();
          await unchanged(async () => {
            const seen = await send(browser, page, SIGN_IN, answer(page));
            assert.equal(seen.status, 401, name);
            assert.ok(seen.body.includes(WRONG), name);
            answers.add(seen.body.replace(/sg[a-z]_[\w-]+|&quot;challenge&quot;:&quot;[\w-]+/g, ""));
          });
          assert.equal(browser.cookies.has("signet-sessions"), false, name);
        }
        assert.equal(answers.size, 1);
      });

      test("a challenge works once, in the browser and for the purpose it was made for, and for an hour", async () => {
        await clean();
        const authenticator = await stage.passkeyOf(await stage.person());
        const browser = idp.browser();
        const page = await stage.start(browser);
        const credential = prove(page, SIGN_IN, authenticator);
        const [elsewhere, here] = [idp.browser(), await stage.start(browser)];
        const there = await stage.start(elsewhere);
        const { challenge = "" } = fieldsWith(page, SIGN_IN, "");
        await unchanged(async () => {
          const carried = await elsewhere.submit(there, { credential, challenge }, SIGN_IN);
          assert.equal(carried.status, 401);
        });
        arrived(await send(browser, page, SIGN_IN, credential));
        await stage.forgive();
        await unchanged(async () => {
          const again = await browser.submit(here, { credential, challenge }, SIGN_IN);
          assert.equal(again.status, 401);
          assert.ok(again.body.includes(WRONG));
        });

        const old = await stage.start(elsewhere);
        const late = fieldsWith(old, SIGN_IN, prove(old, SIGN_IN, authenticator));
        await idp.node.database.advance(3_540_000);
        const current = fieldsWith(await stage.start(elsewhere), SIGN_IN, "");
        await idp.node.database.advance(120_000);
        await unchanged(async () => {
          const answer = await elsewhere.request("POST", `${idp.issuer}${SIGN_IN}`, {
            ...late,
            request: current.request ?? "",
          });
          assert.equal(answer.status, 401);
        });
      });

      test("of fifty who send the same answer at once, one is let in", async () => {
        await clean();
        const authenticator = await stage.passkeyOf(await stage.person());
        const browser = idp.browser();
        const page = await stage.start(browser);
        const fields = fieldsWith(page, SIGN_IN, prove(page, SIGN_IN, authenticator));
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => browser.request("POST", `${idp.issuer}${SIGN_IN}`, fields)),
        );
        assert.equal(answers.filter(({ status }) => status === 303).length, 1);
        assert.ok(answers.every(({ status }) => [303, 401, 429].includes(status)));
      });

      test("a request that is bound to an organization lets in nobody of another", async () => {
        await clean();
        const scope = `openid urn:service:iam:org:id:${idp.world.acme.id}`;
        const stranger = await stage.person(idp.world.other.id);
        const [authenticator, own] = [await stage.passkeyOf(stranger), await stage.passkeyOf(await stage.person())];
        const browser = idp.browser();
        const page = await stage.start(browser, { scope });
        await unchanged(async () => {
          const seen = await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator));
          assert.equal(seen.status, 401);
          assert.ok(seen.body.includes(WRONG));
        });
        const again = await stage.start(browser, { scope });
        arrived(await send(browser, again, SIGN_IN, prove(again, SIGN_IN, own)));
      });

      test("attempts are counted for the address, and keep nobody out elsewhere, or by a password", async () => {
        await clean();
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human);
        const browser = idp.browser();
        browser.from = "203.0.113.20";
        const page = await stage.start(browser);
        const statuses: number[] = [];
        for (let n = 0; n < 52; n++) {
          statuses.push(
            (await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator, { isForged: true }))).status,
          );
        }
        assert.deepEqual([...new Set(statuses.slice(0, 50)), ...new Set(statuses.slice(50))], [401, 429]);
        const slowed = await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator));
        assert.equal(slowed.status, 429);
        assert.ok(slowed.headers["retry-after"]);
        // A signature is not found by trying: counted for the account, attempts could only keep its owner out.
        const elsewhere = idp.browser();
        const asked = await stage.start(elsewhere);
        arrived(await send(elsewhere, asked, SIGN_IN, prove(asked, SIGN_IN, authenticator)));
        const beside = idp.browser();
        beside.from = browser.from;
        const other = await stage.withPassword(beside, await stage.person());
        arrived(other);
        await clean();
      });

      test("a copy of a key that counts is refused, and reported", async () => {
        await clean();
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human, { counter: 7 });
        const browser = idp.browser();
        const page = await stage.start(browser);
        const seen = await send(browser, page, SIGN_IN, prove(page, SIGN_IN, authenticator, { counter: 7 }));
        assert.equal(seen.status, 401);
        assert.ok(seen.body.includes(WRONG));
        const rows = await stage.storage.db
          .selectFrom("events")
          .select(["actor_kind"])
          .where("type", "=", "user_factor.copy_suspected")
          .where("resource_id", "=", human.id)
          .execute();
        assert.deepEqual(
          rows.map(({ actor_kind }) => actor_kind),
          ["visitor"],
        );
      });
    });

    describe("after the password", () => {
      test("the person's own is asked for, and amr says what was used", async () => {
        await clean();
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human);
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human);
        assert.ok(page.url.startsWith(`${idp.issuer}${FACTOR}`), page.body);
        const { allowCredentials } = questionIn<{ allowCredentials: { id: string }[] }>(page, FACTOR);
        assert.deepEqual(
          allowCredentials.map(({ id }) => id),
          [authenticator.credentialId],
        );
        assert.equal(browser.cookies.has("signet-sessions"), false);
        const seen = await send(
          browser,
          page,
          FACTOR,
          prove(page, FACTOR, authenticator, { isVerified: false, userHandle: null }),
        );
        arrived(seen);
        const claims = await idTokenOf(seen);
        assert.deepEqual(claims.amr, ["pwd", "hwk", "mfa"]);
        assert.equal(claims.acr, "phr");
      });

      test("without script the page says so, and offers the other ways", async () => {
        await clean();
        const human = await stage.person();
        await stage.passkeyOf(human);
        const page = await stage.withPassword(idp.browser(), human);
        assert.match(page.body, /<noscript><p>Passkeys need JavaScript/);
        assert.match(page.body, /<form class="passkey"[^>]* hidden/);
      });

      test("another person's is refused, and so is an answer to a question that was put to somebody else", async () => {
        await clean();
        const [human, other] = [await stage.person(), await stage.person()];
        const [, theirs] = [await stage.passkeyOf(human), await stage.passkeyOf(other)];
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human);
        await unchanged(async () => {
          const seen = await send(browser, page, FACTOR, prove(page, FACTOR, theirs));
          assert.equal(seen.status, 401);
          assert.ok(seen.body.includes(WRONG));
        });
        // The challenge of the first page of the same browser is for another purpose.
        const first = await stage.start(browser);
        const { challenge = "" } = fieldsWith(first, SIGN_IN, "");
        const own = await stage.passkeyOf(human);
        const credential = own.get(questionIn(first, SIGN_IN));
        await unchanged(async () => {
          const seen = await browser.submit(page, { credential, challenge }, FACTOR);
          assert.equal(seen.status, 401);
        });
        assert.equal(browser.cookies.has("signet-sessions"), false);
      });

      test("a stranger's counts for whoever is signing in, and is recorded in their organization, not in the stranger's", async () => {
        await clean();
        const [human, stranger] = [await stage.person(), await stage.person(idp.world.other.id)];
        const [, theirs] = [await stage.passkeyOf(human), await stage.passkeyOf(stranger)];
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human);
        assert.equal((await send(browser, page, FACTOR, prove(page, FACTOR, theirs))).status, 401);
        await idp.node.services.recurring.write();
        const { db } = stage.storage;
        const events = await db
          .selectFrom("events")
          .select(["organization_id", "resource_id"])
          .where("type", "=", "sign_in.failed")
          .execute();
        const of = (id: string) =>
          events.filter(({ resource_id }) => resource_id === id).map(({ organization_id }) => organization_id);
        assert.deepEqual([of(human.id), of(stranger.id)], [[idp.world.acme.id], []]);
        const counted = await db.selectFrom("proof_attempts").select("subject").execute();
        assert.ok(counted.some(({ subject }) => subject.includes(human.id)));
        assert.ok(!counted.some(({ subject }) => subject.includes(stranger.id)));
      });

      test("one that was removed meanwhile lets nobody in", async () => {
        await clean();
        const human = await stage.person();
        const authenticator = await stage.passkeyOf(human);
        await stage.passkeyOf(human);
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human);
        const [factor] = await listFactors(stage.storage.db, human.id);
        await stage.storage.transaction((tx) => removeFactor(tx, human.id, { factorId: factor?.id ?? "" }, by));
        assert.equal((await send(browser, page, FACTOR, prove(page, FACTOR, authenticator))).status, 401);
      });
    });

    describe("set up because a second factor is required", () => {
      const begin = async (human: Human) => {
        await clean();
        await stage.decide({ mode: "required" });
        const browser = idp.browser();
        const choice = await stage.withPassword(browser, human);
        return { browser, page: await browser.visit(`${choice.url}&with=passkey`) };
      };

      test("it counts as proved, recovery codes are shown once, and the person arrives", async () => {
        const human = await stage.person();
        const { browser, page } = await begin(human);
        assert.equal(
          questionIn<{ user: { id: string } }>(page, ENROL).user.id,
          Buffer.from(human.id).toString("base64url"),
        );
        const codes = await send(browser, page, ENROL, create(page, ENROL).credential);
        assert.match(codes.body, /Keep these recovery codes/);
        const kinds = (await listFactors(stage.storage.db, human.id)).map(({ kind, name }) => ({ kind, name }));
        assert.equal(kinds[0]?.kind, "passkey");
        assert.match(kinds[0]?.name ?? "", /^Passkey of \w+ \d+, \d{4}$/);
        const seen = await browser.submit(codes, {}, `${ENROL}/done`);
        arrived(seen);
        assert.deepEqual((await idTokenOf(seen)).amr, ["pwd", "hwk", "user", "mfa"]);
      });

      test("an answer that is not right adds nothing", async () => {
        const human = await stage.person();
        const { browser, page } = await begin(human);
        for (const cheat of [
          { origin: "https://evil.example" },
          { rpId: "evil.example" },
          { challenge: "AAAA" },
        ] satisfies Cheat[]) {
          await unchanged(async () => {
            const seen = await send(browser, page, ENROL, create(page, ENROL, cheat).credential);
            assert.equal(seen.status, 401);
            assert.ok(seen.body.includes(NOT_ADDED));
          });
        }
        assert.equal(browser.cookies.has("signet-sessions"), false);
      });

      test("whoever has the form, and a password that was changed since, adds nothing", async () => {
        const human = await stage.person();
        const { browser, page } = await begin(human);
        const { credential } = create(page, ENROL);
        const hash = unjudged(await idp.node.services.passwords.hash("another password of theirs", signetItself));
        await stage.storage.transaction((tx) => setPassword(tx, human.id, { hash, changeRequired: false }, by));
        await unchanged(async () => {
          assert.notEqual((await send(browser, page, ENROL, credential)).status, 303);
        });
        assert.deepEqual(await listFactors(stage.storage.db, human.id), []);
      });

      test("who has not proved the password gets no form, and a ticket of another step adds nothing", async () => {
        await clean();
        await stage.decide({ mode: "required" });
        const browser = idp.browser();
        const page = await stage.start(browser);
        const { request = "" } = fieldsWith(page, "/login", "");
        await unchanged(async () => {
          const seen = await browser.visit(`${idp.issuer}${ENROL}?with=passkey&request=${request}`);
          assert.ok(!seen.body.includes("data-options"));
          const form = {
            request,
            with: "passkey",
            challenge: fieldsWith(page, SIGN_IN, "").challenge ?? "",
            credential: "{}",
          };
          for (const path of [ENROL, OFFER]) {
            const sent = await browser.request("POST", `${idp.issuer}${path}`, form);
            assert.ok(sent.status >= 400, path);
          }
        });
      });
    });

    describe("offered after the password", () => {
      test("once, to whom the browser can give one; not now means on to the application, and never again", async () => {
        await clean();
        const human = await stage.person();
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human, { canPasskeys: true });
        assert.match(page.body, /Sign in faster next time\?/);
        assert.equal(browser.cookies.has("signet-sessions"), false);
        arrived(await browser.submit(page, { later: "1" }, OFFER));
        arrived(await stage.withPassword(idp.browser(), human, { canPasskeys: true }));
      });

      test("added, it is asked for from then on, so recovery codes come with it", async () => {
        await clean();
        const human = await stage.person();
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human, { canPasskeys: true });
        const { credential, authenticator } = create(page, OFFER);
        const codes = await send(browser, page, OFFER, credential);
        assert.match(codes.body, /Keep these recovery codes/);
        arrived(await browser.submit(codes, {}, `${ENROL}/done`));
        const another = idp.browser();
        const first = await stage.start(another);
        arrived(await send(another, first, SIGN_IN, prove(first, SIGN_IN, authenticator)));
        assert.ok((await stage.withPassword(idp.browser(), human)).url.startsWith(`${idp.issuer}${FACTOR}`));
      });

      test("added where second factors are off, it is one more way in, and there are no codes to keep", async () => {
        await clean();
        await stage.decide({ mode: "off" });
        const human = await stage.person();
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human, { canPasskeys: true });
        arrived(await send(browser, page, OFFER, create(page, OFFER).credential));
        arrived(await stage.withPassword(idp.browser(), human));
      });

      test("nobody is offered one without script, with a passkey, or where they are not allowed", async () => {
        await clean();
        const human = await stage.person();
        arrived(await stage.withPassword(idp.browser(), human));
        await stage.decide({ allowed: ["totp"] });
        arrived(await stage.withPassword(idp.browser(), human, { canPasskeys: true }));
        await stage.decide({ mode: "off" });
        await stage.passkeyOf(human);
        arrived(await stage.withPassword(idp.browser(), human, { canPasskeys: true }));
        const row = await stage.storage.db
          .selectFrom("humans")
          .select("passkey_offered_at")
          .where("user_id", "=", human.id)
          .executeTakeFirstOrThrow();
        assert.equal(row.passkey_offered_at, null);
      });

      test("an answer that is not right adds nothing, and can be given again", async () => {
        await clean();
        const human = await stage.person();
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human, { canPasskeys: true });
        let refused = page;
        await unchanged(async () => {
          refused = await send(
            browser,
            page,
            OFFER,
            create(page, OFFER, { origin: "https://evil.example" }).credential,
          );
          assert.equal(refused.status, 401);
          assert.ok(refused.body.includes(NOT_ADDED));
        });
        arrived(await browser.submit(refused, { later: "1" }, OFFER));
      });

      test("whoever has the offer, and a password that was changed since, adds nothing and does not get in", async () => {
        await clean();
        const human = await stage.person();
        const browser = idp.browser();
        const page = await stage.withPassword(browser, human, { canPasskeys: true });
        const hash = unjudged(await idp.node.services.passwords.hash("another password of theirs", signetItself));
        await stage.storage.transaction((tx) => setPassword(tx, human.id, { hash, changeRequired: false }, by));
        const seen = await send(browser, page, OFFER, create(page, OFFER).credential);
        assert.ok(seen.status >= 400);
        assert.deepEqual(await listFactors(stage.storage.db, human.id), []);
        assert.equal(browser.cookies.has("signet-sessions"), false);
      });
    });
  });
}
