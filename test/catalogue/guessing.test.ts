/** Group K: how often somebody may guess, over however many nodes, browsers, addresses and spellings. */
import assert from "node:assert/strict";
import { makeCode } from "../../src/identity/limits/one-time-codes.ts";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { MOST_MAILS_AN_HOUR } from "../../src/identity/users/mail-requests.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import { Browser, type PageSeen } from "../support/browser.ts";
import { PASSWORD, signInToWeb, startIdp } from "../support/idp.ts";
import { postgres, startTestNode, type TestNode } from "../support/node.ts";
import { by } from "../support/world.ts";
import { holdGroup } from "./group.ts";
import {
  attempt,
  decide,
  forgetAll,
  isSignedIn,
  makePerson,
  named,
  register,
  requestOf,
  type SignInStage,
  signedInBrowser,
} from "./sign-in-stage.ts";

interface CrowdStage extends SignInStage {
  /** On one database, the first of them the stage's own. */
  readonly nodes: readonly TestNode[];
}

async function openCrowdStage(): Promise<CrowdStage> {
  const idp = await startIdp(postgres);
  const nodes = [idp.node, await startTestNode({ beside: idp.node }), await startTestNode({ beside: idp.node })];
  const stage = { idp, nodes, hash: await idp.node.services.passwords.hash(PASSWORD, signetItself), close };
  await decide(stage, {});
  // The sixth waits long at once: on a busy machine two seconds are over before the next guess.
  const throttling = { settings: { delayAfter: 5, blockAfter: 5, blockSeconds: 900 } };
  await idp.node.services.storage.transaction((tx) => setPolicy(tx, "throttling", throttling, by));
  return stage;

  async function close(): Promise<void> {
    for (const node of nodes.toReversed()) await node.close();
  }
}

/** How many passwords the nodes look at while something goes on. */
async function looksDuring({ nodes }: CrowdStage, work: () => Promise<unknown>): Promise<number> {
  let looks = 0;
  const kept = nodes.map(({ services: { passwords } }) => ({
    passwords,
    verify: passwords.verify,
    verifyNobody: passwords.verifyNobody,
  }));
  for (const { passwords, verify, verifyNobody } of kept) {
    const look =
      <Given extends unknown[], Verdict>(check: (...given: Given) => Verdict) =>
      (...given: Given): Verdict => {
        looks++;
        return check(...given);
      };
    Object.assign(passwords, { verify: look(verify), verifyNobody: look(verifyNobody) });
  }
  await work();
  for (const { passwords, verify, verifyNobody } of kept) Object.assign(passwords, { verify, verifyNobody });
  return looks;
}

interface Sent {
  readonly node?: TestNode | undefined;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

/** The form of a page, sent to any node, from any address. */
async function send(
  browser: Browser,
  page: PageSeen,
  fields: Record<string, string>,
  { node, headers = {}, from }: Sent,
): Promise<number> {
  const { pathname } = new URL(page.url);
  const answer = await node?.app.inject({
    method: "POST",
    url: pathname,
    headers: {
      host: "localhost:8080",
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...headers,
    },
    payload: new URLSearchParams({ request: requestOf(page), ...fields }).toString(),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
  return answer?.statusCode ?? 0;
}

async function codeFor(
  stage: CrowdStage,
  email: string,
): Promise<{ browser: Browser; page: PageSeen; code: string; id: string }> {
  const browser = stage.idp.browser();
  const page = await register(stage, browser, email);
  const { storage, ring } = stage.idp.node.services;
  const { id } = await storage.db
    .selectFrom("one_time_codes")
    .innerJoin("humans", "humans.user_id", "one_time_codes.user_id")
    .select("one_time_codes.id")
    .where("humans.email", "=", email)
    .where("one_time_codes.hash", "is", null)
    .executeTakeFirstOrThrow();
  return { browser, page, id, code: (await makeCode(storage.db, ring, id)) ?? "" };
}

const wrongCode = (code: string, n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0");

holdGroup("K", openCrowdStage, {
  async K1(stage) {
    await forgetAll(stage);
    const { loginName } = await makePerson(stage);
    const ways = await Promise.all(
      stage.nodes.map(async () => {
        const browser = stage.idp.browser();
        return { browser, page: await named(stage, browser, loginName) };
      }),
    );
    const statuses: number[] = [];
    const looks = await looksDuring(stage, async () => {
      const guesses = Array.from({ length: 200 }, (_, i) => {
        const { browser, page } = ways[i % ways.length] ?? assert.fail();
        // Each node gets guesses of every browser.
        return send(browser, page, { password: `guess ${i}` }, { node: stage.nodes[Math.floor(i / 3) % 3] });
      });
      statuses.push(...(await Promise.all(guesses)));
    });
    assert.ok(looks <= 5, `${looks} of 200 were looked at`);
    assert.equal(statuses.filter((status) => status === 401).length, looks);
    // A machine that is too busy says so.
    assert.ok(
      statuses.every((status) => [401, 429, 503].includes(status)),
      statuses.join(),
    );
    // The right one has to wait as well, on every node and in a new browser, and is not looked at meanwhile.
    const right = await looksDuring(stage, async () => {
      for (const node of stage.nodes) {
        const browser = stage.idp.browser();
        assert.equal(
          await send(browser, await named(stage, browser, loginName), { password: PASSWORD }, { node }),
          429,
        );
      }
    });
    assert.equal(right, 0);
  },

  async K2(stage) {
    await forgetAll(stage);
    const { browser, page, code, id } = await codeFor(stage, "k2@mail.example");
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        send(browser, page, { code: wrongCode(code, i) }, { node: stage.nodes[i % 3] }),
      ),
    );
    assert.ok(guesses.filter((status) => status === 401).length <= 5, guesses.join());
    assert.ok(guesses.every((status) => status === 401 || status === 429));
    const { db } = stage.idp.node.services.storage;
    const row = await db.selectFrom("one_time_codes").select("attempts_left").where("id", "=", id).executeTakeFirst();
    assert.ok(row === undefined || row.attempts_left >= 0);
    for (const node of stage.nodes)
      assert.notEqual(await send(browser, page, { code }, { node }), 303, "the right one came too late");
    // Nor is it enough to wait, or to have one's counting forgotten.
    await forgetAll(stage);
    assert.equal(await send(browser, page, { code }, { node: stage.nodes[1] }), 401);
    const again = await codeFor(stage, "k2@mail.example");
    assert.equal(await send(again.browser, again.page, { code: again.code }, { node: stage.nodes[2] }), 303);
  },

  async K3(stage) {
    await forgetAll(stage);
    const { loginName, id } = await makePerson(stage);
    const browser = await signedInBrowser(stage, loginName);
    const tokens = await signInToWeb(stage.idp, "openid offline_access", browser);
    for (let i = 0; i < 6; i++) await attempt(stage, loginName, "wrong");
    assert.equal(await attempt(stage, loginName, PASSWORD), 429);
    // Guessing is slowed down; who is in stays in, and it is no state of theirs.
    assert.equal(await isSignedIn(stage, browser), true);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const { app } of stage.nodes)
      assert.equal((await app.inject({ url: "/oauth/v2/userinfo", headers })).statusCode, 200);
    const { state } = await stage.idp.node.services.storage.db
      .selectFrom("users")
      .select("state")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.equal(state, "active");
  },

  async K5(stage) {
    await forgetAll(stage);
    const { loginName } = await makePerson(stage);
    const known = await signedInBrowser(stage, loginName);
    for (let i = 0; i < 20; i++) await attempt(stage, loginName, "wrong");
    const other = await makePerson(stage);
    assert.equal(await attempt(stage, other.loginName, PASSWORD), 303, "nobody else waits");
    assert.equal(await isSignedIn(stage, known), true, "where somebody is signed in they stay so");
    assert.equal(await attempt(stage, loginName, PASSWORD), 429);
    // Knocking on does not make it longer.
    const { db } = stage.idp.node.services.storage;
    const until = async () =>
      (
        await db
          .selectFrom("proof_attempts")
          .select("blocked_until")
          .where("subject", "like", "user:%")
          .orderBy("last_at", "desc")
          .executeTakeFirstOrThrow()
      ).blocked_until;
    const before = await until();
    for (let i = 0; i < 5; i++) await attempt(stage, loginName, "wrong");
    assert.equal(await until(), before);
    await stage.idp.node.database.advance(900_000);
    await forgetAddresses(stage);
    assert.equal(await attempt(stage, loginName, PASSWORD), 303, "time alone lifts it");
  },

  async K6(stage) {
    await forgetAll(stage);
    const { loginName } = await makePerson(stage);
    const browser = stage.idp.browser();
    const page = await named(stage, browser, loginName);
    const spoofs = (i: number): Record<string, string> => ({
      "x-forwarded-for": `198.51.100.${i}`,
      "x-real-ip": `198.51.100.${i}`,
      "true-client-ip": `198.51.100.${i}`,
      "cf-connecting-ip": `198.51.100.${i}`,
      "x-client-ip": `198.51.100.${i}`,
      forwarded: `for=198.51.100.${i}`,
    });
    const node = stage.nodes[1];
    const ofAccount: number[] = [];
    for (let i = 0; i < 7; i++)
      ofAccount.push(await send(browser, page, { password: "wrong" }, { node, headers: spoofs(i) }));
    assert.deepEqual(ofAccount, [401, 401, 401, 401, 401, 429, 429]);
    // One address that tries one name after the other.
    await forgetAll(stage);
    const ofAddress: number[] = [];
    for (let i = 0; i < 52; i++) {
      const guess = { password: "" };
      const nextPage = await named(stage, browser, `nobody${i}@nowhere.example`);
      ofAddress.push(
        await send(
          browser,
          nextPage,
          { ...guess, password: "wrong" },
          { node, headers: spoofs(i), from: "203.0.113.9" },
        ),
      );
    }
    assert.deepEqual([...new Set(ofAddress.slice(0, 50)), ...new Set(ofAddress.slice(50))], [401, 429]);
    assert.equal(
      await send(
        browser,
        await named(stage, browser, "x@y.example"),
        { password: "wrong" },
        { node, from: "203.0.113.10" },
      ),
      401,
    );

    // Behind a proxy that is trusted, only what it adds itself counts, and nonsense skips no step.
    const behind = await startTestNode({ beside: stage.idp.node, environment: { SIGNET_TRUSTED_PROXIES: "10.0.0.1" } });
    try {
      await forgetAll(stage);
      const sixth = async (headers: Record<string, string>, from: string) => {
        await forgetAll(stage);
        const seen: number[] = [];
        for (let i = 0; i < 6; i++)
          seen.push(await send(browser, page, { password: "wrong" }, { node: behind, headers, from }));
        return seen;
      };
      for (const value of [
        "",
        "unknown",
        "<script>",
        "1.2.3.4.5",
        ", ,",
        "::ffff:",
        "a".repeat(5_000),
        "10.0.0.1, 10.0.0.1",
      ]) {
        assert.deepEqual(
          await sixth({ "x-forwarded-for": value }, "10.0.0.1"),
          [401, 401, 401, 401, 401, 429],
          value.slice(0, 20),
        );
      }
      await forgetAll(stage);
      await send(
        browser,
        page,
        { password: "wrong" },
        { node: behind, headers: { "x-forwarded-for": "1.1.1.1, 203.0.113.7" }, from: "10.0.0.1" },
      );
      await send(
        browser,
        page,
        { password: "wrong" },
        { node: behind, headers: { "x-forwarded-for": "1.1.1.1" }, from: "203.0.113.8" },
      );
      const { db } = stage.idp.node.services.storage;
      const counted = await db
        .selectFrom("proof_attempts")
        .select("subject")
        .where("subject", "like", "address:%")
        .execute();
      assert.deepEqual(counted.map(({ subject }) => subject).toSorted(), [
        "address:203.0.113.7:password",
        "address:203.0.113.8:password",
      ]);
    } finally {
      await behind.close();
    }
  },

  async K7(stage) {
    await forgetAll(stage);
    const { loginName, userName, email } = await makePerson(stage);
    const spellings = [
      loginName,
      loginName.toUpperCase(),
      ` ${loginName} `,
      loginName.replace("@", "＠"),
      email,
      email.toUpperCase(),
      loginName.replace("@ac", "@ac\u00ad"),
    ];
    const looks = await looksDuring(stage, async () => {
      for (let i = 0; i < 21; i++) {
        // A new browser, a new request and another node each time.
        const browser = new Browser(() => stage.nodes[i % 3]?.app ?? assert.fail(), stage.idp.issuer);
        const page = await named(stage, browser, spellings[i % spellings.length] ?? "");
        await send(browser, page, { password: "wrong" }, { node: stage.nodes[(i + 1) % 3] });
      }
      const bare = await named(stage, stage.idp.browser(), userName, {
        scope: `openid urn:service:iam:org:id:${stage.idp.world.acme.id}`,
      });
      assert.equal(bare.status, 200);
    });
    assert.ok(looks <= 5, `${looks} were looked at`);
    // Codes: whoever asks for one after the other is sent so many an hour, with few guesses at each.
    for (let i = 0; i < MOST_MAILS_AN_HOUR + 5; i++) {
      await forgetAll(stage);
      assert.equal((await register(stage, stage.idp.browser(), "k7@mail.example")).status, 200);
    }
    const { db } = stage.idp.node.services.storage;
    const sent = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail.registration").execute();
    const { user_id } = await db
      .selectFrom("humans")
      .select("user_id")
      .where("email", "=", "k7@mail.example")
      .executeTakeFirstOrThrow();
    assert.equal(sent.filter(({ payload }) => JSON.stringify(payload).includes(user_id)).length, MOST_MAILS_AN_HOUR);
  },

  async K9(stage) {
    await forgetAll(stage);
    const { browser, page, code } = await codeFor(stage, "k9@mail.example");
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const at = (node: TestNode | undefined, typed = code) => send(browser, page, { code: typed }, { node });
    const statuses = await Promise.all([at(stage.nodes[0]), at(stage.nodes[1]), at(stage.nodes[2], spaced)]);
    assert.equal(statuses.filter((status) => status === 303).length, 1, statuses.join());
    assert.notEqual(await at(stage.nodes[0]), 303, "nor later");
    // A code is for the step it was sent for, and dies of age.
    await forgetAll(stage);
    const [one, two] = [await codeFor(stage, "k9a@mail.example"), await codeFor(stage, "k9b@mail.example")];
    assert.equal(
      await send(
        one.browser,
        one.page,
        { code: two.code === one.code ? wrongCode(one.code, 0) : two.code },
        { node: stage.nodes[0] },
      ),
      401,
    );
    assert.equal(
      await send(stage.idp.browser(), one.page, { code: one.code }, { node: stage.nodes[0] }),
      400,
      "in another browser",
    );
    await stage.idp.node.database.advance(600_001);
    assert.equal(await send(two.browser, two.page, { code: two.code }, { node: stage.nodes[0] }), 401);
  },
});

async function forgetAddresses({ idp }: SignInStage): Promise<void> {
  await idp.node.services.storage.db.deleteFrom("proof_attempts").where("subject", "like", "address:%").execute();
}
