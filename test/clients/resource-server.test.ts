/** A resource server that checks JWT access tokens by itself, with jose's remote key set, while keys are rotated. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { type KeyStore, revoke, rotate } from "../../src/keys/key-store.ts";
import { enginesOf } from "../support/engines.ts";
import { authorize, basic, CALLBACK, type Idp, post, type Registered } from "../support/idp.ts";
import { makeTestKey } from "../support/keys.ts";
import { by } from "../support/world.ts";
import { listenAsIdp } from "./stage.ts";

for (const engine of enginesOf(import.meta.filename)) {
  describe(`jose's remote key set, on ${engine.name}`, () => {
    let idp: Idp;
    let store: KeyStore;
    before(async () => {
      idp = await listenAsIdp(engine);
      const { storage, vault } = idp.node.services;
      store = { storage, vault, make: makeTestKey };
    });
    after(() => idp.close());

    const newKeySet = (cooldownDuration = 0) =>
      createRemoteJWKSet(new URL(`${idp.issuer}/oauth/v2/keys`), { cooldownDuration });
    const verify = (token: string, keys: JWTVerifyGetKey) =>
      jwtVerify(token, keys, { issuer: idp.issuer, audience: idp.world.project.id, typ: "at+jwt" });
    const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? "";
    const rotateNow = async (algorithm: string) => {
      await rotate(store, { algorithm, immediately: true, actor: by.actor });
      // Every node reads the keys again each second; the test does not wait for it.
      await idp.node.services.ring.refresh();
    };
    async function newTokens(app: Registered): Promise<{ accessToken: string; idToken: string }> {
      const code = (await authorize(idp, { client: app })).get("code") ?? "";
      const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
      const { json } = await post(idp, "/oauth/v2/token", form, { authorization: basic(app) });
      return { accessToken: String(json.access_token), idToken: String(json.id_token) };
    }
    const newToken = async (app: Registered) => (await newTokens(app)).accessToken;

    for (const algorithm of ["RS256", "ES256"] as const) {
      const newApp = () =>
        idp.register("web", { authMethod: "basic", tokens: { accessTokenKind: "jwt", idTokenAlgorithm: algorithm } });

      test(`${algorithm}: tokens from before and after a rotation verify, with keys read before it`, async () => {
        const app = await newApp();
        // The next key is published ahead, so not even a cache that may not ask again is surprised by it.
        const keys = newKeySet(Number.POSITIVE_INFINITY);
        const before = await newToken(app);
        assert.equal((await verify(before, keys)).payload.sub, idp.world.ada.id);
        await rotateNow(algorithm);
        const after = await newToken(app);
        assert.notEqual(kidOf(after), kidOf(before));
        for (const token of [before, after]) assert.equal((await verify(token, keys)).protectedHeader.alg, algorithm);
        for (const token of [before, after]) await verify(token, newKeySet());
      });

      test(`${algorithm}: a key that takes over without having been published ahead is found by asking again`, async () => {
        const app = await newApp();
        const keys = newKeySet();
        const before = await newToken(app);
        await verify(before, keys);
        await rotateNow(algorithm);
        await rotateNow(algorithm);
        const after = await newToken(app);
        assert.ok(!keys.jwks()?.keys.some(({ kid }) => kid === kidOf(after)));
        for (const token of [before, after]) await verify(token, keys);
      });

      test(`${algorithm}: once the keys are read again, tokens of a revoked key do not verify, and others still do`, async () => {
        const app = await newApp();
        const keys = newKeySet();
        const earlier = await newToken(app);
        await rotateNow(algorithm);
        const stolen = await newToken(app);
        await verify(stolen, keys);
        assert.equal(await revoke(store, kidOf(stolen), by), "revoked");
        await idp.node.services.ring.refresh();
        await keys.reload();
        await assert.rejects(verify(stolen, keys), errors.JWKSNoMatchingKey);
        await verify(earlier, keys);
        await verify(await newToken(app), keys);
        const told = await post(idp, "/oauth/v2/introspect", { token: stolen }, { authorization: basic(app) });
        assert.deepEqual(told.json, { active: false });
      });
    }

    test("a token for another project, or an ID token in its place, does not verify", async () => {
      const app = await idp.register("web", { authMethod: "basic", tokens: { accessTokenKind: "jwt" } });
      const keys = newKeySet();
      const { accessToken, idToken } = await newTokens(app);
      await verify(accessToken, keys);
      await assert.rejects(verify(idToken, keys), errors.JWTClaimValidationFailed);
      const elsewhere = { issuer: idp.issuer, audience: crypto.randomUUID(), typ: "at+jwt" };
      await assert.rejects(jwtVerify(accessToken, keys, elsewhere), errors.JWTClaimValidationFailed);
    });
  });
}
