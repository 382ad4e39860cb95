/** A21 to A29: what the client gets back from the authorization endpoint. */
import assert from "node:assert/strict";
import { type Answer, answerIn, arrived, ask, type Journey, walk } from "./journey.ts";
import { codePlans, everyPlan } from "./plans.ts";
import { type Check, check, ISSUER, type Stage } from "./stage.ts";
import { assertUnguessable } from "./unguessable.ts";

const MANY = 25;
const ERROR_CHARACTERS = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/;
const URI_CHARACTERS = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const errorMembers = ["error", "error_description", "error_uri", "state", "session_state", "iss"];
const values = ["code", "access_token", "id_token", "refresh_token"];

/** One request for every way to fail that leads back to the client, with what is told. */
async function everyError(stage: Stage): Promise<Answer[]> {
  const nobody = { browser: stage.idp.browser() };
  const mistakes: readonly (readonly [string, Journey])[] = [
    ["login_required", { ...nobody, parameters: { prompt: "none" } }],
    ["invalid_scope", { parameters: { scope: "profile" } }],
    ["invalid_request", { parameters: { prompt: "none login" } }],
    ["invalid_request", { parameters: { prompt: 'n\u00f6 "quoted"\\\r\n\t\u{1f600}' } }],
    ["invalid_request", { parameters: { max_age: "-1" } }],
    ["invalid_request", { parameters: { id_token_hint: "nonsense" } }],
    ["invalid_request", { parameters: { code_challenge: "short", code_challenge_method: "S256" } }],
    ["request_not_supported", { parameters: { request: "e30.e30." } }],
    ["registration_not_supported", { parameters: { registration: "{}" } }],
  ];
  const answers: Answer[] = [];
  for (const [error, journey] of mistakes) {
    const answer = await walk(stage, journey);
    assert.equal(answer.parameters.get("error"), error, JSON.stringify(journey.parameters));
    answers.push(answer);
  }
  return [...answers, await cancelled(stage)];
}

async function cancelled(stage: Stage): Promise<Answer> {
  const browser = stage.idp.browser();
  const answer = answerIn(await browser.submit(await ask(stage, { browser }), {}, "/login/cancel"));
  assert.equal(answer?.parameters.get("error"), "access_denied");
  return answer;
}

export const authorizationResponseChecks: readonly Check[] = [
  check("A21", everyPlan, async (stage) => {
    for (const redirect_uri of ["https://app.example/callback", "https://app.example/cb?tenant=1&name=a%20b%2Fc"]) {
      const { responseTypes, grantTypes } = stage.idp.web.application;
      const client = await stage.idp.register("web", {
        authMethod: "basic",
        redirectUris: [redirect_uri],
        responseTypes,
        grantTypes,
      });
      const { via, address } = await walk(stage, { client, parameters: { redirect_uri } });
      const joined = {
        query: `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}code=`,
        fragment: `${redirect_uri}#`,
        form_post: redirect_uri,
      };
      assert.ok(address.startsWith(joined[via]), address);
      if (via === "form_post") assert.equal(address, redirect_uri);
    }
  }),

  check("A22", everyPlan, async (stage) => {
    for (const state of ["s", "0123456789abcdef".repeat(8), 'a b&c=d+%2B"<>\\é☃']) {
      const nobody = { browser: stage.idp.browser(), parameters: { state, prompt: "none" } };
      for (const journey of [{ parameters: { state } }, nobody]) {
        assert.deepEqual((await walk(stage, journey)).parameters.getAll("state"), [state]);
      }
    }
    assert.ok(!(await walk(stage, { parameters: { state: undefined } })).parameters.has("state"));
  }),

  check("A23", everyPlan, async (stage) => {
    for (const answer of [await walk(stage), ...(await everyError(stage))])
      assert.deepEqual(answer.parameters.getAll("iss"), [ISSUER]);
  }),

  check("A24", everyPlan, async (stage) => {
    const expected = stage.plan.formPost ? "form_post" : stage.plan.responseType === "code" ? "query" : "fragment";
    for (const answer of [await walk(stage), ...(await everyError(stage))]) {
      assert.equal(answer.via, expected);
      if (expected === "fragment") assert.equal(new URL(answer.address).search, "");
    }
    if (!stage.plan.formPost) return;
    // Nothing in the address, and the encoding that forms have when they name none.
    const seen = await ask(stage);
    assert.equal(seen.status, 200);
    assert.equal(seen.headers.location, undefined);
    assert.doesNotMatch(seen.body, /enctype/);
    // A policy on forms would stop the one that this page is made of.
    assert.doesNotMatch(String(seen.headers["content-security-policy"]), /form-action/);
    arrived(seen);
  }),

  check("A25", everyPlan, async (stage) => {
    for (const { parameters } of await everyError(stage)) {
      assert.notEqual(parameters.get("error"), "");
      for (const name of values) assert.ok(!parameters.has(name), name);
    }
  }),

  check("A26", everyPlan, async (stage) => {
    for (const { parameters } of await everyError(stage)) {
      for (const name of parameters.keys()) assert.ok(errorMembers.includes(name), name);
    }
  }),

  check("A27", everyPlan, async (stage) => {
    for (const { parameters } of await everyError(stage))
      assert.match(parameters.get("error_description") ?? "", ERROR_CHARACTERS);
  }),

  check("A28", everyPlan, async (stage) => {
    for (const { parameters } of await everyError(stage)) {
      const uri = parameters.get("error_uri");
      if (uri !== null) assert.ok(URI_CHARACTERS.test(uri) && URL.canParse(uri), uri);
    }
  }),

  check("A29", codePlans, async (stage) => {
    const codes: string[] = [];
    for (let i = 0; i < MANY; i++) codes.push((await walk(stage)).parameters.get("code") ?? "");
    assertUnguessable(codes);
  }),
];
