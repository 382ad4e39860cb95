/** M22 to M26 and M28: who is asked again, and who is not. */
import assert from "node:assert/strict";
import type { Browser } from "../support/browser.ts";
import { arrived, ask, complete, finish, type Signed, signInOn } from "./journey.ts";
import { everyPlan } from "./plans.ts";
import { type Check, check, type Stage, secondsNow } from "./stage.ts";

const silentErrors = ["login_required", "interaction_required", "account_selection_required", "consent_required"];

/** Ada is signed in, is asked again for these parameters, and signs in again. */
async function asksAgain(stage: Stage, parameters: Record<string, string>): Promise<void> {
  const browser = stage.idp.browser();
  const first = await complete(stage, { browser, parameters });
  await stage.idp.node.database.advance(2_000);
  const page = await ask(stage, { browser, parameters });
  const second = await finish(stage, arrived(await signInOn(stage, browser, page)));
  assert.equal(second.claims.sub, first.claims.sub);
  const [before, after] = [authTime(first), authTime(second)];
  assert.ok(after > before, `${after} is later than ${before}`);
  assert.ok((await secondsNow(stage)) - after < 10, "it was just now");
}

/** No page is shown, and the same sign-in answers. */
async function isSilent(
  stage: Stage,
  browser: Browser,
  parameters: Record<string, string>,
  first: Signed,
): Promise<void> {
  await stage.idp.node.database.advance(1_000);
  const second = await finish(stage, arrived(await ask(stage, { browser, parameters })));
  assert.equal(second.claims.sub, first.claims.sub);
  assert.equal(authTime(second), authTime(first));
}

function authTime({ claims }: Signed): number {
  assert.equal(typeof claims.auth_time, "number");
  return Number(claims.auth_time);
}

export const sessionChecks: readonly Check[] = [
  check("M22", everyPlan, (stage) => asksAgain(stage, { prompt: "login" })),

  check("M23", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    const { parameters } = arrived(await ask(stage, { browser, parameters: { prompt: "none" } }));
    assert.ok(silentErrors.includes(parameters.get("error") ?? ""), `${parameters}`);
  }),

  check("M24", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    await isSilent(stage, browser, { prompt: "none" }, await complete(stage, { browser }));
  }),

  check("M25", everyPlan, (stage) => asksAgain(stage, { max_age: "1" })),

  check("M26", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    const first = await complete(stage, { browser, parameters: { max_age: "15000" } });
    await isSilent(stage, browser, { max_age: "10000" }, first);
  }),

  check("M28", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    const first = await complete(stage, { browser });
    await isSilent(stage, browser, { prompt: "none", id_token_hint: first.idToken }, first);
  }),
];
