/** A50 to A53, M08, M09 and M14 to M18: userinfo, and the claims that each scope brings. */
import assert from "node:assert/strict";
import { complete, type Signed } from "./journey.ts";
import { userinfo } from "./machine.ts";
import { everyPlan, tokenPlans } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";
import { assertClaimTypes, type ClaimScope, scopeClaims } from "./standard-claims.ts";
import { assertJson } from "./token-endpoint.ts";

const everyScope: readonly ClaimScope[] = ["profile", "email", "address", "phone"];

async function answers(stage: Stage, method: "GET" | "POST"): Promise<void> {
  const { accessToken, claims } = await complete(stage, { parameters: { scope: `openid ${everyScope.join(" ")}` } });
  const response = await userinfo(stage, accessToken, method);
  assert.equal(response.status, 200);
  assertJson(response);
  assert.equal(response.json.sub, claims.sub);
  assertClaimTypes(response.json);
}

/** Where claims about the person are told. */
async function claimsOf(stage: Stage, { accessToken, claims }: Signed): Promise<Record<string, unknown>> {
  return accessToken === "" ? claims : (await userinfo(stage, accessToken)).json;
}

/** These scopes bring their claims, and no others. */
async function bring(stage: Stage, scopes: readonly ClaimScope[]): Promise<void> {
  const signed = await complete(stage, { parameters: { scope: ["openid", ...scopes].join(" ") } });
  const claims = await claimsOf(stage, signed);
  for (const scope of everyScope) {
    for (const name of scopeClaims[scope]) assert.equal(name in claims, scopes.includes(scope), name);
  }
  assertClaimTypes(claims);
}

export const userinfoChecks: readonly Check[] = [
  check("A50", tokenPlans, async (stage) => {
    const response = await userinfo(stage, (await complete(stage)).accessToken);
    assert.equal(response.status, 200);
    assertJson(response);
  }),

  check("A51", tokenPlans, async (stage) => {
    const { accessToken, claims } = await complete(stage);
    assert.equal((await userinfo(stage, accessToken)).json.sub, claims.sub);
  }),

  check("A52", tokenPlans, async (stage) => {
    const { accessToken } = await complete(stage, { parameters: { scope: `openid ${everyScope.join(" ")}` } });
    const { json } = await userinfo(stage, accessToken);
    assert.ok(json.address && json.updated_at, "it tells all there is");
    assertClaimTypes(json);
    assert.ok(!("_claim_names" in json), "none is told by somebody else");
  }),

  check("A53", everyPlan, async (stage) => {
    for (const scopes of [[], ...everyScope.map((scope) => [scope])]) await bring(stage, scopes);
  }),

  check("M08", tokenPlans, (stage) => answers(stage, "GET")),
  check("M09", tokenPlans, (stage) => answers(stage, "POST")),
  check("M14", everyPlan, (stage) => bring(stage, ["profile"])),
  check("M15", everyPlan, (stage) => bring(stage, ["email"])),
  check("M16", everyPlan, (stage) => bring(stage, ["address"])),
  check("M17", everyPlan, (stage) => bring(stage, ["phone"])),
  check("M18", everyPlan, (stage) => bring(stage, everyScope)),
];
