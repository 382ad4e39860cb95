/**
 * No answer takes longer for somebody than for nobody. Samples of all cases are taken in turn, so that whatever else
 * the machine does meets all of them alike; a password that is not hashed, or a transaction that only one of them
 * makes, moves the median by far more than what is allowed here.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { KyselyPlugin } from "kysely";
import { loginRequestTicket } from "../../src/pages/login-request.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Browser } from "../support/browser.ts";
import {
  forgetAll,
  makeStanding,
  named,
  openSignInStage,
  register,
  requestOf,
  type SignInStage,
  type Standing,
  standings,
  start,
} from "./sign-in-stage.ts";

// On a disk, where a transaction more is seen, and at what a password costs everywhere else.
delete process.env.TEST_DATABASE_FOLDER;

const ROUNDS = 15;
const MOST_BATCHES = 16;

/** Half of what is in the middle lies on either side, whatever the worst ones were. */
function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}

type Cases = Record<string, () => Promise<() => Promise<unknown>>>;
type Times = Map<string, number[]>;

/** More samples of every case. What a case prepares is not counted. The order changes from round to round. */
async function sample(cases: Cases, times: Times): Promise<void> {
  const names = Object.keys(cases);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length] ?? "";
      const measured = (await cases[name]?.()) ?? assert.fail();
      const begun = performance.now();
      await measured();
      times.set(name, [...(times.get(name) ?? []), performance.now() - begun]);
    }
  }
}

type Medians = ReadonlyMap<string, number>;

/**
 * A machine that is busy needs more samples until the medians say what they should; where they cannot, they never do.
 */
async function sampleUntil(cases: Cases, holds: (medians: Medians) => boolean, otherwise: string): Promise<void> {
  const times: Times = new Map();
  const medians = () => new Map([...times].map(([name, list]) => [name, median(list)] as const));
  for (let batch = 0; batch === 0 || (batch < MOST_BATCHES && !holds(medians())); batch++) await sample(cases, times);
  const said = [...medians()].map(([name, time]) => `${name}: ${time.toFixed(2)} ms`).join(", ");
  assert.ok(holds(medians()), `${otherwise}: ${said}`);
}

/** Where there is a leak, the medians never agree. */
function takeAsLong(cases: Cases, allowed: (quickest: number) => number): Promise<void> {
  const agree = (medians: Medians) => {
    const all = [...medians.values()];
    const quickest = Math.min(...all);
    return Math.max(...all) - quickest <= allowed(quickest);
  };
  return sampleUntil(cases, agree, "they differ");
}

/** Of one hash, which is nearly all of it. */
const half = (quickest: number): number => quickest / 2;
/** Two milliseconds, or a quarter where the machine is so slow. */
const little = (quickest: number): number => Math.max(2, quickest / 4);

describe("time tells nobody who has an account", () => {
  let stage: SignInStage;
  before(async () => {
    stage = await openSignInStage({}, "real");
  });
  after(() => stage.close());

  const post = (browser: Browser, path: string, fields: Record<string, string>) => () =>
    browser.request("POST", `${stage.idp.issuer}${path}`, fields);

  /** The same case for each standing. What follows an answer is over before the next one is measured. */
  function forEach(whom: readonly Standing[], prepare: (standing: Standing) => Promise<() => Promise<unknown>>): Cases {
    return Object.fromEntries(
      whom.map((standing) => [
        standing,
        async () => {
          await stage.idp.node.services.afterAnswer.settled();
          await forgetAll(stage);
          return prepare(standing);
        },
      ]),
    );
  }

  test("a wrong password takes as long whoever is named", async () => {
    const people = new Map<Standing, string>();
    for (const standing of standings) people.set(standing, (await makeStanding(stage, standing)).loginName);
    const cases = forEach(standings, async (standing) => {
      const browser = stage.idp.browser();
      const page = await named(stage, browser, people.get(standing) ?? "");
      return post(browser, "/login/password", { request: requestOf(page), password: "wrong" });
    });
    await takeAsLong(cases, half);
  });

  test("saying who takes as long whoever is named", async () => {
    const people = new Map<Standing, string>();
    for (const standing of standings) people.set(standing, (await makeStanding(stage, standing)).loginName);
    const cases = forEach(standings, async (standing) => {
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser));
      return post(browser, "/login", { request, loginName: people.get(standing) ?? "" });
    });
    await takeAsLong(cases, little);
  });

  test("asking for a new password takes as long whoever is named", async () => {
    const cases = forEach(standings, async (standing) => {
      // Each time somebody else: a person gets only so many mails an hour.
      const { loginName } = await makeStanding(stage, standing);
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser));
      return post(browser, "/login/forgot", { request, loginName });
    });
    await takeAsLong(cases, little);
  });

  test("registering takes as long whoever the address belongs to", async () => {
    const cases = forEach(standings, async (standing) => {
      const { email } = await makeStanding(stage, standing);
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser, { prompt: "create" }));
      return post(browser, "/login/register", { request, email, givenName: "Grace", familyName: "Hopper" });
    });
    await takeAsLong(cases, little);
  });

  test("a guess at the code takes as long whoever the address belongs to", async () => {
    const cases = forEach(standings, async (standing) => {
      const { email } = await makeStanding(stage, standing);
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser, { prompt: "create" }));
      const form = { request, email, givenName: "Grace", familyName: "Hopper" };
      const sent = await browser.request("POST", `${stage.idp.issuer}/login/register`, form);
      await stage.idp.node.services.afterAnswer.settled();
      return post(browser, "/login/register/code", {
        request: requestOf({ url: sent.location ?? "" }),
        code: "000000",
      });
    });
    await takeAsLong(cases, little);
  });

  /** The ticket of somebody who is offered a code, without the hashes that it takes to come there. */
  async function offered(browser: Browser, loginName: string): Promise<string> {
    const { tickets } = stage.idp.node.services;
    const begun = tickets.open(loginRequestTicket, requestOf(await start(stage, browser))) ?? assert.fail();
    return tickets.seal(loginRequestTicket, { ...begun, step: { at: "unblock", loginName } });
  }

  test("asking for a code to try the password with, and guessing at it, take as long whoever is named", async () => {
    const asking = forEach(standings, async (standing) => {
      const browser = stage.idp.browser();
      const request = await offered(browser, (await makeStanding(stage, standing)).loginName);
      return post(browser, "/login/unblock", { request, send: "1" });
    });
    await takeAsLong(asking, little);
    const guessing = forEach(standings, async (standing) => {
      const browser = stage.idp.browser();
      const request = await offered(browser, (await makeStanding(stage, standing)).loginName);
      await post(browser, "/login/unblock", { request, send: "1" })();
      await stage.idp.node.services.afterAnswer.settled();
      return post(browser, "/login/unblock", { request, code: "guess" });
    });
    await takeAsLong(guessing, little);
  });

  /** How often the database is written to, and transactions are begun, before the answer is there. */
  async function writesBefore(answer: () => Promise<unknown>): Promise<string[]> {
    const { storage, afterAnswer } = stage.idp.node.services;
    const kept = { db: storage.db, transaction: storage.transaction, run: afterAnswer.run };
    const seen: string[] = [];
    const later: (() => Promise<void>)[] = [];
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        // What is counted is added every few seconds, whoever is asked about at that moment.
        const isCount = node.kind === "InsertQueryNode" && node.into?.table.identifier.name === "usage";
        if (node.kind !== "SelectQueryNode" && !isCount) seen.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    Object.assign(storage, {
      db: kept.db.withPlugin(plugin),
      transaction(work: Parameters<typeof kept.transaction>[0]) {
        seen.push("transaction");
        return kept.transaction(work);
      },
    });
    Object.assign(afterAnswer, { run: (work: () => Promise<void>) => void later.push(work) });
    await answer();
    Object.assign(storage, { db: kept.db, transaction: kept.transaction });
    Object.assign(afterAnswer, { run: kept.run });
    for (const work of later) await work();
    return seen;
  }

  test("before the answer the database is written to as often, whoever is named", async () => {
    const asked: Record<
      string,
      (who: { loginName: string; email: string }, browser: Browser) => Promise<() => Promise<unknown>>
    > = {
      "a wrong password": async ({ loginName }, browser) =>
        post(browser, "/login/password", {
          request: requestOf(await named(stage, browser, loginName)),
          password: "wrong",
        }),
      "a forgotten password": async ({ loginName }, browser) =>
        post(browser, "/login/forgot", { request: requestOf(await start(stage, browser)), loginName }),
      registration: async ({ email }, browser) => {
        const request = requestOf(await start(stage, browser, { prompt: "create" }));
        return post(browser, "/login/register", { request, email, givenName: "Grace", familyName: "Hopper" });
      },
      "asking for a code to try the password with": async ({ loginName }, browser) => {
        return post(browser, "/login/unblock", { request: await offered(browser, loginName), send: "1" });
      },
      "a guess at the code to try the password with": async ({ loginName }, browser) => {
        return post(browser, "/login/unblock", { request: await offered(browser, loginName), code: "guess" });
      },
      "a guess at the code": async ({ email }, browser) => {
        const page = await register(stage, browser, email);
        return post(browser, "/login/register/code", { request: requestOf(page), code: "000000" });
      },
    };
    for (const [name, prepare] of Object.entries(asked)) {
      const seen = new Map<Standing, string[]>();
      for (const standing of standings) {
        await forgetAll(stage);
        const answer = await prepare(await makeStanding(stage, standing), stage.idp.browser());
        seen.set(standing, await writesBefore(answer));
      }
      const first = seen.get("nobody");
      assert.ok(first && first.length > 0, name);
      for (const [standing, writes] of seen) assert.deepEqual(writes, first, `${name}: ${standing}`);
    }
  });

  test("a leak would be seen: a password that is not hashed, and one transaction more", async () => {
    const { passwords, storage } = stage.idp.node.services;
    const more = (slower: string, quicker: string, by: number) => (medians: Medians) =>
      (medians.get(slower) ?? 0) - (medians.get(quicker) ?? 0) > by;
    const skipping = {
      hashed: async () => () => passwords.verifyNobody("wrong", signetItself),
      skipped: async () => async () => undefined,
    };
    await sampleUntil(skipping, more("hashed", "skipped", 8), "a hash costs more than what is allowed");
    const page = async (work: () => Promise<unknown>) => {
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser));
      return async () => {
        await browser.request("GET", `${stage.idp.issuer}/login?request=${encodeURIComponent(request)}`);
        await work();
      };
    };
    const write = () =>
      storage.db
        .updateTable("instance")
        .set((eb) => ({ created_at: eb("created_at", "+", 1) }))
        .execute();
    const writing = { read: () => page(async () => undefined), written: () => page(write) };
    await sampleUntil(writing, more("written", "read", 0), "a write shows in the median");
  });
});
