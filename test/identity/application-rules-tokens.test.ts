import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkApplication, defaultSettings, resolveTokens } from "../../src/identity/applications/rules.ts";
import {
  type InstanceTokenRules,
  instanceTokenDefaults,
  type TokenLifetimes,
  type TokenSettings,
  tokenDefaults,
} from "../../src/identity/applications/types.ts";

const day = 86_400;

function problemsOf(tokens: TokenSettings, instance?: InstanceTokenRules): string[] {
  const settings = { name: "Acme CRM", ...defaultSettings("web"), redirectUris: ["https://rp.test/cb"], tokens };
  return checkApplication(settings, instance).problems.map(({ field, code }) => `${field}: ${code}`);
}

describe("token settings of an application", () => {
  const bounds: [lifetime: keyof TokenLifetimes, least: number, most: number][] = [
    ["accessToken", 1, day],
    ["idToken", 1, day],
    ["refreshIdle", 1, 90 * day],
    ["refreshAbsolute", 1, 400 * day],
    ["refreshGrace", 0, 600],
  ];
  for (const [lifetime, least, most] of bounds) {
    it(`${lifetime} is a whole number of seconds from ${least} to ${most}`, () => {
      const refused = [`tokens.lifetimes.${lifetime}: lifetime_out_of_range`];
      for (const seconds of [least, most])
        assert.deepEqual(problemsOf({ lifetimes: { [lifetime]: seconds } }), [], `${seconds}`);
      for (const seconds of [least - 1, most + 1, least + 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        assert.deepEqual(problemsOf({ lifetimes: { [lifetime]: seconds } }), refused, `${seconds}`);
      }
    });
  }

  it("a refresh token's idle lifetime is at most its absolute one", () => {
    assert.deepEqual(problemsOf({ lifetimes: { refreshIdle: 100 * day, refreshAbsolute: 100 * day } }), []);
    const refused = ["tokens.lifetimes.refreshIdle: lifetime_out_of_range"];
    assert.deepEqual(problemsOf({ lifetimes: { refreshIdle: 100 * day + 1, refreshAbsolute: 100 * day } }), refused);
  });

  it("an idle lifetime is measured against the instance's absolute one where the application has none", () => {
    const lifetimes = { refreshIdle: 120 * day };
    const generous = { ...tokenDefaults, lifetimes: { ...tokenDefaults.lifetimes, refreshAbsolute: 120 * day } };
    assert.deepEqual(problemsOf({ lifetimes }, { ...instanceTokenDefaults, defaults: generous }), []);
    assert.deepEqual(problemsOf({ lifetimes }), ["tokens.lifetimes.refreshIdle: lifetime_out_of_range"]);
  });

  it("EdDSA can be chosen only where the instance enables it", () => {
    const enabled: InstanceTokenRules = { defaults: tokenDefaults, idTokenAlgorithms: ["RS256", "ES256", "EdDSA"] };
    assert.deepEqual(problemsOf({ idTokenAlgorithm: "ES256" }), []);
    assert.deepEqual(problemsOf({ idTokenAlgorithm: "EdDSA" }, enabled), []);
    assert.deepEqual(problemsOf({ idTokenAlgorithm: "EdDSA" }), ["tokens.idTokenAlgorithm: algorithm_not_enabled"]);
  });

  it("what an application leaves out follows the instance", () => {
    assert.deepEqual(resolveTokens({}, tokenDefaults), { ...tokenDefaults, accessTokenType: "at+jwt" });
    const resolved = resolveTokens({ accessTokenKind: "jwt", lifetimes: { accessToken: 300 } }, tokenDefaults);
    assert.equal(resolved.accessTokenKind, "jwt");
    assert.deepEqual(resolved.lifetimes, { ...tokenDefaults.lifetimes, accessToken: 300 });
  });

  it("access tokens call themselves JWT where the application says so, with a warning", () => {
    const tokens = { accessTokenKind: "jwt", accessTokenType: "JWT" } as const;
    assert.equal(resolveTokens(tokens, tokenDefaults).accessTokenType, "JWT");
    const warned = (given: TokenSettings) =>
      checkApplication({
        ...defaultSettings("web"),
        name: "App",
        redirectUris: ["https://app.example/cb"],
        tokens: given,
      }).warnings.map(({ field, code }) => [field, code]);
    assert.deepEqual(warned(tokens), [["tokens.accessTokenType", "access_token_type"]]);
    assert.deepEqual(warned({ accessTokenKind: "jwt" }), []);
  });

  it("a short absolute lifetime shortens the idle one of the instance, which is no problem", () => {
    const tokens = { lifetimes: { refreshAbsolute: 7 * day } };
    assert.deepEqual(problemsOf(tokens), []);
    assert.equal(resolveTokens(tokens, tokenDefaults).lifetimes.refreshIdle, 7 * day);
    assert.equal(resolveTokens({}, tokenDefaults).lifetimes.refreshIdle, 30 * day);
  });
});
