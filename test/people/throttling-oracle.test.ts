/**
 * Somebody tries to learn by being slowed down who has an account, and who is a manager; under every policy that there
 * may be.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import type { Human } from "../../src/identity/users/humans.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { PASSWORD } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { askForCode, codeIn, type FloodStage, isIn, onEachFloodStage } from "./flood-stage.ts";

type Throttling = PolicySettings<"throttling">;

/** No wait ends while a test runs. */
const instance: Throttling = { delayAfter: 4, blockAfter: 4, blockSeconds: 900 };
const policies: Record<string, Throttling | undefined> = {
  "as the instance's": undefined,
  strict: { delayAfter: 2, blockAfter: 2, blockSeconds: 1_800 },
  lax: { delayAfter: 7, blockAfter: 7, blockSeconds: 600 },
};

/** What a stranger can compare: with what they typed, tickets and ids blotted out, and the wait rounded. */
function told(seen: PageSeen, loginName: string, browser: Browser): unknown {
  const blot = (text: string) =>
    text
      .replaceAll(loginName, "TYPED")
      .replaceAll(/sg[a-z]_[\w.-]+/g, "TICKET")
      .replaceAll(/(?<=class="avatar"[^>]*>)[^<]*/g, "")
      .replaceAll(/<code>[\w-]+<\/code>/g, "");
  const ofItsOwn = new Set(["date", "x-request-id", "content-length", "location", "retry-after"]);
  return {
    status: seen.status,
    path: new URL(seen.url).pathname,
    cookies: [...browser.cookies.keys()].toSorted(),
    wait: seen.headers["retry-after"] === undefined ? undefined : Math.round(Number(seen.headers["retry-after"]) / 60),
    headers: Object.entries(seen.headers).flatMap(([name, value]) =>
      ofItsOwn.has(name) ? [] : [`${name}: ${blot(String(value))}`],
    ),
    body: blot(seen.body),
  };
}

/** Eight wrong passwords, each from elsewhere; then a code is asked for and guessed at. */
async function transcript(
  stage: FloodStage,
  loginName: string,
  parameters: Record<string, string> = {},
): Promise<unknown[]> {
  const seen: unknown[] = [];
  let browser = stage.elsewhere();
  let page: PageSeen | undefined;
  for (let n = 0; n < 8; n++) {
    browser = stage.elsewhere();
    const asked = await stage.named(browser, loginName, parameters);
    page = await browser.submit(asked, { password: "wrong" }, "/login/password");
    seen.push(told(asked, loginName, browser), told(page, loginName, browser));
  }
  if (page?.body.includes('action="/login/unblock"')) {
    const asked = await askForCode(browser, page);
    seen.push(told(asked, loginName, browser));
    seen.push(told(await browser.submit(asked, { code: "zzzzz-zzzzz" }, "/login/unblock"), loginName, browser));
    seen.push(told(await askForCode(browser, asked), loginName, browser));
  }
  return seen;
}

const statusesOf = (seen: readonly unknown[]) =>
  seen.map((one) => (one as { status: number }).status).filter((status) => status !== 200);

onEachFloodStage("a stranger who listens to how they are slowed down", (stage) => {
  const promote = (human: Human) =>
    stage.idp.world.storage.transaction((tx) =>
      addManager(
        tx,
        {
          userId: human.id,
          role: "ORG_USER_MANAGER",
          place: { level: "organization", organizationId: human.organizationId },
        },
        by,
      ),
    );

  for (const [name, settings] of Object.entries(policies)) {
    test(`where the organization's policy is ${name}, nobody, somebody and a manager are slowed down alike`, async () => {
      await stage.throttle(instance);
      await stage.throttle(settings, stage.idp.world.acme.id);
      const [human, manager] = [await stage.person(), await stage.person()];
      await promote(manager);
      const ghost = await transcript(stage, `ghost@${stage.idp.world.acme.domain}`);
      const { blockAfter } = settings ?? instance;
      assert.deepEqual(
        statusesOf(ghost).slice(0, 8),
        Array.from({ length: 8 }, (_, n) => (n < blockAfter ? 401 : 429)),
      );
      assert.deepEqual(await transcript(stage, human.loginName), ghost);
      assert.deepEqual(await transcript(stage, manager.loginName), ghost);
    });
  }

  test("which policy holds follows from what was typed or asked, whoever has the address", async () => {
    await stage.throttle(instance);
    const { acme, other } = stage.idp.world;
    // The person lives in a strict organization; the application belongs to a lax one.
    await stage.throttle(policies.strict, other.id);
    await stage.throttle(policies.lax, acme.id);
    const human = await stage.person({ organizationId: other.id });
    const byAddress = await transcript(stage, human.email);
    assert.deepEqual(byAddress, await transcript(stage, "ghost@mail.example"));
    assert.equal(
      statusesOf(byAddress).filter((status) => status === 401).length - 1,
      7,
      "the application's: seven, and a guess at the code",
    );
    await stage.idp.world.storage.db.deleteFrom("proof_attempts").execute();
    const byName = await transcript(stage, human.loginName);
    assert.deepEqual(byName, await transcript(stage, `ghost@${other.domain}`));
    assert.equal(statusesOf(byName).filter((status) => status === 401).length - 1, 2, "that of the domain");
    await stage.idp.world.storage.db.deleteFrom("proof_attempts").execute();
    const scope = { scope: `openid urn:service:iam:org:id:${other.id}` };
    const asked = await transcript(stage, human.email, scope);
    assert.deepEqual(asked, await transcript(stage, "phantom@mail.example", scope));
    assert.equal(
      statusesOf(asked).filter((status) => status === 401).length - 1,
      2,
      "that of the organization that is asked for",
    );
  });

  test("for a manager the instance's limit holds, in a lax organization and in a strict one, and only the right password shows it", async () => {
    await stage.throttle(instance);
    const { acme } = stage.idp.world;
    const [human, manager] = [await stage.person(), await stage.person()];
    await promote(manager);
    const guess = async (loginName: string, times: number) => {
      for (let n = 0; n < times; n++) await stage.signIn(stage.elsewhere(), loginName, "wrong");
    };
    await stage.throttle(policies.lax, acme.id);
    for (const { loginName } of [human, manager]) await guess(loginName, 5);
    assert.ok(isIn(await stage.signIn(stage.elsewhere(), human.loginName)), "seven are free");
    const browser = stage.elsewhere();
    const refused = await stage.signIn(browser, manager.loginName);
    assert.equal(refused.status, 401, "to a manager the instance's four are, and nobody is told");
    // The manager is not kept out by it: the same code helps.
    const page = await askForCode(browser, refused);
    const code = codeIn((await stage.mailsTo(manager.email)).at(-1));
    const next = await browser.submit(page, { code }, "/login/unblock");
    assert.ok(isIn(await browser.submit(next, { password: PASSWORD }, "/login/password")));

    await stage.idp.world.storage.db.deleteFrom("proof_attempts").execute();
    await stage.throttle(policies.strict, acme.id);
    for (const { loginName } of [human, manager]) await guess(loginName, 3);
    assert.equal((await stage.signIn(stage.elsewhere(), human.loginName)).status, 429);
    assert.ok(isIn(await stage.signIn(stage.elsewhere(), manager.loginName)));
  });
});
