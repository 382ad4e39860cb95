/** A30 to A35, A54, M33 and M34: what the token endpoint answers, and the tokens themselves. */
import assert from "node:assert/strict";
import { changeApplication } from "../../src/identity/applications/applications.ts";
import { basic, post } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { complete, type Signed, walk } from "./journey.ts";
import { type Answered, redeem, userinfo } from "./machine.ts";
import { codePlans, tokenPlans } from "./plans.ts";
import { type Check, check, type Stage } from "./stage.ts";
import { assertUnguessable } from "./unguessable.ts";

const YEAR_SECONDS = 31_536_000;
const MANY = 10;
const ERROR_CHARACTERS = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

async function code(stage: Stage): Promise<string> {
  return (await walk(stage)).parameters.get("code") ?? "";
}

export function assertJson({ headers }: Answered): void {
  assert.match(String(headers["content-type"]), /^application\/json\b/);
}

/** A parameter of an address is a text; in JSON it must be a number. */
export function assertExpires(expires: unknown, from: "json" | "address"): void {
  assert.equal(typeof expires, from === "json" ? "number" : "string");
  assert.match(String(expires), /^\d+$/);
  assert.ok(Number(expires) > 0 && Number(expires) <= YEAR_SECONDS, String(expires));
}

function assertError({ status, headers, json, body }: Answered, error: string): void {
  assert.equal(status, 400, body);
  assertJson({ status, headers, json, body });
  assert.equal(json.error, error, body);
  assert.match(String(json.error_description), ERROR_CHARACTERS);
  assert.ok(json.error_uri === undefined || URL.canParse(String(json.error_uri)));
  assert.equal(headers["cache-control"], "no-store");
}

async function accessTokens(stage: Stage): Promise<string[]> {
  const tokens: Signed[] = [];
  for (let i = 0; i < MANY; i++) tokens.push(await complete(stage));
  return tokens.map(({ accessToken }) => accessToken);
}

export const tokenEndpointChecks: readonly Check[] = [
  check("A30", codePlans, async (stage) => {
    const response = await redeem(stage, await code(stage));
    assert.equal(response.status, 200);
    assertJson(response);
  }),

  check("A31", tokenPlans, async (stage) => {
    const { accessToken, tokens } = await complete(stage);
    assert.notEqual(accessToken, "");
    assert.equal(tokens.token_type, "Bearer");
  }),

  check("A32", tokenPlans, async (stage) => {
    const { tokens } = await complete(stage);
    assertExpires(tokens.expires_in, stage.plan.responseType === "code" ? "json" : "address");
  }),

  check("A33", codePlans, async (stage) => {
    const { json } = await redeem(stage, await code(stage));
    assert.match(String(json.id_token), /^[\w-]+\.[\w-]+\.[\w-]+$/);
  }),

  check("A34", codePlans, async (stage) => {
    const { headers } = await redeem(stage, await code(stage));
    assert.equal(headers["cache-control"], "no-store");
  }),

  check("A35", tokenPlans, async (stage) => {
    const { storage } = stage.idp.node.services;
    const { id } = stage.idp.web.application;
    for (const accessTokenKind of ["jwt", "opaque"] as const) {
      await storage.transaction((tx) => changeApplication(tx, id, { tokens: { accessTokenKind } }, by));
      const tokens = await accessTokens(stage);
      assertUnguessable(tokens);
      assert.equal(
        tokens.filter((token) => token.split(".").length === 3).length,
        accessTokenKind === "jwt" ? MANY : 0,
      );
    }
  }),

  check("A54", codePlans, async (stage) => {
    const headers = { authorization: basic(stage.idp.web) };
    const mistakes: readonly (readonly [string, Record<string, string>])[] = [
      ["invalid_grant", { grant_type: "authorization_code", code: 'b\u00e4d "code"\\\r\n', redirect_uri: "x" }],
      ["invalid_grant", { grant_type: "refresh_token", refresh_token: "nonsense" }],
      ["invalid_request", { grant_type: "authorization_code" }],
      ["invalid_request", {}],
      ["unsupported_grant_type", { grant_type: 'pa\u00df"word' }],
    ];
    for (const [error, form] of mistakes) assertError(await post(stage.idp, "/oauth/v2/token", form, headers), error);
    assertError(await redeem(stage, await code(stage), { redirectUri: "https://app.example/other" }), "invalid_grant");
  }),

  check("M33", codePlans, async (stage) => {
    const used = await code(stage);
    assert.equal((await redeem(stage, used)).status, 200);
    assertError(await redeem(stage, used), "invalid_grant");
  }),

  check("M34", codePlans, async (stage) => {
    const used = await code(stage);
    const accessToken = String((await redeem(stage, used)).json.access_token);
    assert.equal((await userinfo(stage, accessToken)).status, 200);
    await stage.idp.node.database.advance(30_000);
    assertError(await redeem(stage, used), "invalid_grant");
    assert.equal((await userinfo(stage, accessToken)).status, 401);
  }),
];
