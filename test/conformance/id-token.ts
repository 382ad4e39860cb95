/** A36 to A48, M02 and M05: the ID token, however it came. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { complete, NONCE, type Signed } from "./journey.ts";
import { keySet, publishedKeys, userinfo } from "./machine.ts";
import { codePlans, everyPlan } from "./plans.ts";
import { type Check, check, ISSUER, type Stage, secondsNow } from "./stage.ts";
import { assertClaimTypes } from "./standard-claims.ts";

const YEAR_SECONDS = 31_536_000;
const LEEWAY_SECONDS = 300;
const ALL_SCOPES = "openid profile email address phone";
/** What an ID token says about the sign-in and not about the person. */
const protocolClaims = [
  "iss",
  "sub",
  "aud",
  "azp",
  "iat",
  "exp",
  "auth_time",
  "nonce",
  "amr",
  "acr",
  "sid",
  "at_hash",
  "c_hash",
];

type Holds = (stage: Stage, signed: Signed) => Promise<void> | void;

/** One sign-in, and what its ID token must be like. */
const idTokenRows: readonly (readonly [string, Holds])[] = [
  ["A36", (_, { claims }) => assert.equal(claims.iss, ISSUER)],
  ["A37", ({ idp }, { claims }) => assert.ok([claims.aud].flat().includes(idp.web.application.id))],
  ["A38", isNotExpired],
  ["A39", isNew],
  ["A40", hasAuthTime],
  [
    "A41",
    (_, { claims }) => assert.ok(claims.acr === undefined || (typeof claims.acr === "string" && claims.acr !== "")),
  ],
  ["A43", (_, { claims }) => assert.match(String(claims.sub), /^[\x20-\x7e]{1,255}$/)],
  ["A47", hasAtHash],
  ["A48", (_, { claims }) => assert.equal(claims.c_hash, undefined)],
];

async function isNotExpired(stage: Stage, { claims: { exp } }: Signed): Promise<void> {
  const now = await secondsNow(stage);
  assert.ok(typeof exp === "number" && exp > now && exp < now + 50 * YEAR_SECONDS, String(exp));
}

async function isNew(stage: Stage, { claims: { iat } }: Signed): Promise<void> {
  const now = await secondsNow(stage);
  assert.ok(typeof iat === "number" && Math.abs(now - iat) < LEEWAY_SECONDS, String(iat));
}

async function hasAuthTime(stage: Stage, { claims: { auth_time: time } }: Signed): Promise<void> {
  const now = await secondsNow(stage);
  assert.ok(typeof time === "number" && time <= now && time > now - YEAR_SECONDS, String(time));
}

/** RS256 and ES256 both use SHA-256. */
function hasAtHash({ plan }: Stage, { claims, accessToken }: Signed): void {
  if (plan.responseType === "id_token token") assert.ok(claims.at_hash);
  if (claims.at_hash === undefined) return;
  assert.notEqual(accessToken, "", "there is a token for it");
  assert.equal(claims.at_hash, createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url"));
}

async function isSigned(stage: Stage, { idToken }: Signed, algorithm: string, audience: string): Promise<void> {
  const { alg, kid } = decodeProtectedHeader(idToken);
  assert.equal(alg, algorithm);
  assert.equal((await keySet(stage)).keys.filter((key) => key.kid === kid).length, 1);
  await jwtVerify(idToken, await publishedKeys(stage), { issuer: ISSUER, audience, algorithms: [algorithm] });
}

export const idTokenChecks: readonly Check[] = [
  ...idTokenRows.map(([id, holds]) => check(id, everyPlan, async (stage) => holds(stage, await complete(stage)))),

  check("A42", everyPlan, async (stage) => {
    assert.equal((await complete(stage)).claims.nonce, NONCE);
    if (!codePlans.includes(stage.plan)) return;
    assert.ok(!("nonce" in (await complete(stage, { parameters: { nonce: undefined } })).claims));
  }),

  check("A44", everyPlan, async (stage) => {
    const { responseTypes, grantTypes } = stage.idp.web.application;
    for (const idTokenAlgorithm of ["RS256", "ES256"] as const) {
      const settings = { authMethod: "basic", responseTypes, grantTypes, tokens: { idTokenAlgorithm } } as const;
      const client = await stage.idp.register("web", settings);
      await isSigned(stage, await complete(stage, { client }), idTokenAlgorithm, client.application.id);
    }
  }),

  check("A45", everyPlan, async (stage) => {
    const { responseTypes, grantTypes } = stage.idp.web.application;
    const settings = { authMethod: "basic", responseTypes, grantTypes, idTokenUserinfoAssertion: true } as const;
    const client = await stage.idp.register("web", settings);
    const { claims } = await complete(stage, { client, parameters: { scope: ALL_SCOPES } });
    assert.ok(claims.address && claims.updated_at, "it tells all there is");
    assertClaimTypes(claims);
  }),

  check("A46", everyPlan, async (stage) => {
    // With an access token, claims are asked for with that.
    const scopes = stage.plan.responseType === "id_token" ? ["openid"] : ["openid", ALL_SCOPES];
    for (const scope of scopes) {
      const { claims } = await complete(stage, { parameters: { scope } });
      for (const name of Object.keys(claims)) assert.ok(protocolClaims.includes(name), name);
    }
  }),

  check("M02", everyPlan, async (stage) => {
    const signed = await complete(stage, { browser: stage.idp.browser() });
    await isSigned(stage, signed, "RS256", stage.idp.web.application.id);
    for (const [, holds] of idTokenRows) await holds(stage, signed);
    if (signed.accessToken === "") return;
    const { status, json } = await userinfo(stage, signed.accessToken);
    assert.deepEqual([status, json.sub], [200, signed.claims.sub]);
  }),

  check("M05", everyPlan, async (stage) =>
    isSigned(stage, await complete(stage), "RS256", stage.idp.web.application.id),
  ),
];
