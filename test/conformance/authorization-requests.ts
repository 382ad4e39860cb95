/** A63, M04, M12, M13, M19 to M21, M27, M29 to M32 and M36 to M40: what a request may ask, and what does no harm. */
import assert from "node:assert/strict";
import {
  addressFor,
  answerIn,
  arrived,
  ask,
  complete,
  finish,
  isLoginPage,
  NONCE,
  signInOn,
  stoppedHere,
  walk,
} from "./journey.ts";
import { codePlans, everyPlan, implicitPlans, type Plan } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";

/** An unsigned JWT with these claims. */
function requestObject(claims: Record<string, unknown>): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "none" })}.${encode(claims)}.`;
}

function essentialName({ responseType }: Plan): string {
  return JSON.stringify({ [responseType === "id_token" ? "id_token" : "userinfo"]: { name: { essential: true } } });
}

/** Signing in with these parameters ends as it does without them. */
async function doesNoHarm(stage: Stage, parameters: Record<string, string>): Promise<void> {
  const usual = await complete(stage);
  const { claims } = await complete(stage, { browser: stage.idp.browser(), parameters });
  assert.equal(claims.sub, usual.claims.sub);
  assert.equal(claims.nonce, NONCE);
}

const harmless: readonly (readonly [string, (plan: Plan) => Record<string, string>])[] = [
  ["M20", () => ({ display: "page" })],
  ["M21", () => ({ display: "popup" })],
  ["M27", () => ({ extra: "foobar" })],
  ["M30", () => ({ ui_locales: "se" })],
  ["M31", () => ({ claims_locales: "se" })],
  ["M32", () => ({ acr_values: "1 2" })],
  ["M40", (plan) => ({ claims: essentialName(plan) })],
];

export const authorizationRequestChecks: readonly Check[] = [
  ...harmless.map(([id, parameters]) => check(id, everyPlan, (stage) => doesNoHarm(stage, parameters(stage.plan)))),

  check("A63", everyPlan, async (stage) => {
    assert.equal(NONCE.length, 43);
    assert.equal((await complete(stage)).claims.nonce, NONCE);
  }),

  check("M04", everyPlan, async (stage) => {
    const answer = answerIn(await ask(stage, { parameters: { response_type: undefined } }));
    assert.equal(answer?.parameters.get("error"), "invalid_request");
  }),

  check("M12", codePlans, async (stage) => {
    const { claims } = await complete(stage, { parameters: { nonce: undefined } });
    assert.ok(!("nonce" in claims));
  }),

  check("M13", implicitPlans, async (stage) => {
    const answer = await walk(stage, { parameters: { nonce: undefined } });
    assert.equal(answer.parameters.get("error"), "invalid_request");
    assert.ok(!answer.parameters.has("id_token"));
  }),

  check("M19", everyPlan, async (stage) => {
    const usual = await complete(stage, { parameters: { scope: "openid email phone" } });
    const address = new URL(addressFor(stage, { parameters: { scope: "phone email openid" } }));
    const browser = stage.idp.browser();
    const turned = `${address.origin}${address.pathname}?${new URLSearchParams([...address.searchParams].toReversed())}`;
    const signed = await finish(stage, arrived(await signInOn(stage, browser, await browser.visit(turned))));
    const told = ({ claims }: typeof usual) => Object.keys(claims).toSorted();
    assert.deepEqual(told(signed), told(usual));
    assert.equal(signed.claims.sub, usual.claims.sub);
    const scopes = (text: unknown) => String(text).split(" ").toSorted();
    if (usual.tokens.scope !== undefined) assert.deepEqual(scopes(signed.tokens.scope), scopes(usual.tokens.scope));
  }),

  check("M29", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    const page = await ask(stage, { browser, parameters: { login_hint: "buffy@id.example.com" } });
    assert.ok(isLoginPage(page));
    assert.match(page.body, /name="loginName"[^>]* value="buffy@id\.example\.com"/);
    await finish(stage, arrived(await signInOn(stage, browser, page)));
  }),

  check("M36", everyPlan, async (stage) => {
    const browser = stage.idp.browser();
    const { origin, pathname, searchParams } = new URL(addressFor(stage, {}));
    const sent = await browser.request("POST", `${origin}${pathname}`, Object.fromEntries(searchParams));
    assert.equal(sent.status, 303);
    const page = await browser.visit(sent.location ?? "");
    const { claims } = await finish(stage, arrived(await signInOn(stage, browser, page)));
    assert.equal(claims.nonce, NONCE);
  }),

  check("M37", everyPlan, async (stage) => {
    const { parameters } = await walk(stage, { parameters: { request_uri: "https://app.example/request.jwt" } });
    assert.equal(parameters.get("error"), "request_uri_not_supported");
  }),

  check("M38", everyPlan, async (stage) => {
    const { parameters } = await walk(stage, {
      parameters: { request: requestObject({ state: "inner", nonce: "inner" }) },
    });
    assert.equal(parameters.get("error"), "request_not_supported");
  }),

  check("M39", everyPlan, async (stage) => {
    const inner = { client_id: stage.idp.web.application.id, redirect_uri: stage.idp.web.application.redirectUris[0] };
    const parameters = { redirect_uri: "https://app.example/wrong", request: requestObject(inner) };
    stoppedHere(await ask(stage, { parameters }));
  }),
];
