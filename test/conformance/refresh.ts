/** A55 to A60, A62 and M41: refresh tokens. */
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { complete, type Signed } from "./journey.ts";
import { type Answered, refresh, userinfo } from "./machine.ts";
import { codePlans } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";
import { assertExpires, assertJson } from "./token-endpoint.ts";
import { assertUnguessable } from "./unguessable.ts";

const MANY = 10;
const SCOPE = "openid email offline_access";
const parameters = { scope: SCOPE, prompt: "consent" };
const sameClaims = ["iss", "sub", "aud", "azp", "auth_time"];

function offline(stage: Stage): Promise<Signed> {
  return complete(stage, { parameters });
}

/** A second later, as a client would. */
async function refreshed(stage: Stage): Promise<{ first: Signed; second: Answered }> {
  const first = await offline(stage);
  await stage.idp.node.database.advance(1_000);
  return { first, second: await refresh(stage, first.tokens.refresh_token) };
}

export const refreshChecks: readonly Check[] = [
  check("A55", codePlans, async (stage) => {
    const tokens: string[] = [];
    for (let i = 0; i < MANY; i++) {
      const { tokens: given } = await offline(stage);
      const renewed = await refresh(stage, given.refresh_token);
      tokens.push(String(given.refresh_token), String(renewed.json.refresh_token));
    }
    assertUnguessable(tokens);
  }),

  check("A56", codePlans, async (stage) => {
    const { second } = await refreshed(stage);
    assert.equal(second.status, 200);
    assertJson(second);
    assert.equal(second.headers["cache-control"], "no-store");
    assert.equal(second.json.token_type, "Bearer");
    assertExpires(second.json.expires_in, "json");
  }),

  check("A57", codePlans, async (stage) => {
    const other = await stage.idp.register("web", { authMethod: "basic" });
    const mine = await offline(stage);
    const theirs = await complete(stage, { client: other, parameters });
    assert.equal((await refresh(stage, mine.tokens.refresh_token, { form: { scope: SCOPE } })).json.scope, SCOPE);
    assert.equal((await refresh(stage, theirs.tokens.refresh_token, { client: other })).json.scope, SCOPE);
  }),

  check("A58", codePlans, async (stage) => {
    const { first, second } = await refreshed(stage);
    const claims: Record<string, unknown> = decodeJwt(String(second.json.id_token));
    for (const name of sameClaims) assert.deepEqual(claims[name], first.claims[name], name);
    assert.ok(Number(claims.iat) > Number(first.claims.iat));
  }),

  check("A59", codePlans, async (stage) => {
    const { first, second } = await refreshed(stage);
    const { status, json } = await userinfo(stage, String(second.json.access_token));
    assert.deepEqual([status, json.sub], [200, first.claims.sub]);
  }),

  check("A60", codePlans, async (stage) => {
    const other = await stage.idp.register("web", { authMethod: "basic" });
    const { tokens } = await complete(stage, { client: other, parameters });
    const stolen = await refresh(stage, tokens.refresh_token);
    assert.deepEqual([stolen.status, stolen.json.error], [400, "invalid_grant"]);
    assertJson(stolen);
    assert.equal((await refresh(stage, tokens.refresh_token, { client: other })).status, 200, "its owner still has it");
  }),

  check("A62", codePlans, async (stage) => {
    const { first, second } = await refreshed(stage);
    assert.notEqual(second.json.access_token, first.accessToken);
  }),

  check("M41", codePlans, async (stage) => {
    const { first, second } = await refreshed(stage);
    assert.equal(second.status, 200, second.body);
    assert.notEqual(second.json.refresh_token, first.tokens.refresh_token);
    assert.equal((await refresh(stage, second.json.refresh_token)).status, 200);
    const without = await complete(stage, { parameters: { scope: "openid" } });
    assert.ok(!("refresh_token" in without.tokens), "it comes only when it is asked for");
  }),
];
