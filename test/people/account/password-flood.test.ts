/**
 * One person keeps every thread busy that hashes passwords: what that is to everybody else, counted in turns and not in
 * time.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type HashRequester, openPasswords, type Passwords } from "../../../src/passwords/passwords.ts";
import { apiOf } from "../../support/api.ts";
import { type Idp, PASSWORD } from "../../support/idp.ts";
import { type AccountStage, account, mainOf, onEachAccountStage, see, send } from "./stage.ts";

/**
 * As a node has it, with one thread, so that the order in which they are done is the order in which they had their
 * turns.
 */
const real = openPasswords({ threads: 1, parameters: { memory: 64, passes: 1, parallelism: 1 } });
after(() => real.close());

/** The persons that a password was hashed for, one after the other. */
function watch(idp: Idp, onAsk: (who: HashRequester, turns: number) => void = () => {}): string[] {
  const turns: string[] = [];
  const noted = async <Answer>(who: HashRequester, run: () => Promise<Answer>) => {
    onAsk(who, turns.length);
    const answer = await run();
    turns.push(who.person);
    return answer;
  };
  const watched: Omit<Passwords, "close"> = {
    hash: (password, who) => noted(who, () => real.hash(password, who)),
    verify: (hash, password, who) => noted(who, () => real.verify(hash, password, who)),
    verifyNobody: (password, who) => noted(who, () => real.verifyNobody(password, who)),
    load: () => real.load(),
  };
  Object.assign(idp.node.services.passwords, watched);
  return turns;
}

async function pageForPassword(stage: AccountStage, loginName: string) {
  const browser = stage.idp.browser();
  const first = await browser.visit(account(stage.idp));
  return { browser, page: await browser.submit(first, { loginName }, "/login") };
}

onEachAccountStage("a flood of passwords", (stage) => {
  test("five hundred changes of one's own password at once: a stranger who signs in waits for the one that is being hashed", async () => {
    const { idp } = stage;
    const [flooder, stranger] = [await stage.person(), await stage.person()];
    const browser = await stage.visitor(flooder);
    const page = await see(idp, browser, "/security/password");
    const signIn = await pageForPassword(stage, stranger.loginName);
    let arrivedAt: number | undefined;
    const turns = watch(idp, ({ person }, soFar) => {
      if (person.includes(stranger.id)) arrivedAt ??= soFar;
    });

    // As many at a time as the database takes, whatever else the machine does; there are places for two.
    let sent = 0;
    const sendOn = async () => {
      const seen: Awaited<ReturnType<typeof send>>[] = [];
      while (sent < 500) {
        const password = `a violet bicycle ${++sent}`;
        seen.push(await send(idp, browser, page, { action: "/account/security/password", password }));
      }
      return seen;
    };
    const flood = Array.from({ length: 40 }, sendOn);
    const seen = await signIn.browser.submit(signIn.page, { password: PASSWORD }, "/login/password");
    assert.match(seen.url, /\/account/, mainOf(seen));

    const served = turns.findIndex((person) => person.includes(stranger.id));
    assert.ok(
      arrivedAt !== undefined && served - arrivedAt <= 1,
      `${served} turns, and the stranger came after ${arrivedAt}`,
    );
    const answers = (await Promise.all(flood)).flat();
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0);
    for (const { headers } of refused) assert.ok(Number(headers["retry-after"]) > 0);
    assert.ok(
      answers.some(({ status, location }) => status === 303 && location?.includes("done=password")),
      "and their own go on",
    );
  });

  test("a manager who sets passwords without end has two places like everybody else", async () => {
    const { idp } = stage;
    const api = await apiOf(idp);
    const [owned, stranger] = [await stage.person(), await stage.person()];
    const signIn = await pageForPassword(stage, stranger.loginName);
    const turns = watch(idp);
    const flood = Array.from({ length: 60 }, (_, n) =>
      api.owner.put(`/users/${owned.id}/password`, { password: `a violet bicycle ${n}`, changeRequired: false }),
    );
    const seen = await signIn.browser.submit(signIn.page, { password: PASSWORD }, "/login/password");
    assert.match(seen.url, /\/account/, mainOf(seen));
    const answers = await Promise.all(flood);
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [204, 503]);
    const refused = answers.find(({ status }) => status === 503);
    assert.equal(refused?.json.code, "overloaded");
    assert.ok(turns.includes(api.owner.userId), "they are counted for the manager, not for the user");
  });
});
