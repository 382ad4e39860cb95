/** M35 and M44 to M48: the address the answer goes to. */
import assert from "node:assert/strict";
import { CALLBACK, type Registered } from "../support/idp.ts";
import { ask, complete, stoppedHere } from "./journey.ts";
import { everyPlan, once } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";

const WITH_QUERY = "https://app.example/callback?foo=bar";

function registerWith({ idp }: Stage, redirectUris: string[]): Promise<Registered> {
  const { responseTypes, grantTypes } = idp.web.application;
  return idp.register("web", { authMethod: "basic", redirectUris, responseTypes, grantTypes });
}

/** Whether or not somebody is signed in. */
async function isRefused(stage: Stage, client: Registered, redirect_uri: string | undefined): Promise<void> {
  stoppedHere(await ask(stage, { client, parameters: { redirect_uri } }));
  stoppedHere(await ask(stage, { client, browser: stage.idp.browser(), parameters: { redirect_uri } }));
  stoppedHere(await ask(stage, { client, parameters: { redirect_uri, prompt: "none" } }));
}

export const redirectUriChecks: readonly Check[] = [
  check("M35", everyPlan, (stage) => isRefused(stage, stage.idp.web, `${CALLBACK}/more`)),

  check("M44", everyPlan, async (stage) => {
    await isRefused(stage, await registerWith(stage, [CALLBACK]), undefined);
    await isRefused(stage, await registerWith(stage, [CALLBACK, "https://app.example/other"]), undefined);
  }),

  check("M45", everyPlan, async (stage) => {
    const client = await registerWith(stage, [WITH_QUERY]);
    const { answer } = await complete(stage, { client, parameters: { redirect_uri: WITH_QUERY } });
    assert.ok(answer.address.startsWith(WITH_QUERY));
  }),

  check("M46", everyPlan, async (stage) =>
    isRefused(stage, await registerWith(stage, [WITH_QUERY]), "https://app.example/callback?foo=other"),
  ),

  check("M47", everyPlan, (stage) => isRefused(stage, stage.idp.web, `${CALLBACK}?foo=bar`)),

  check("M48", once, async (stage) => {
    await assert.rejects(registerWith(stage, [`${CALLBACK}#foobar`]), { code: "invalid_input" });
  }),
];
