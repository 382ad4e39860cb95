/**
 * The scopes there are, with the victims' ids in them, asked for by applications, people and programs of those who
 * attack, in every way that a token is had: no claim, role, metadata or audience of the victims comes of it, and their
 * API believes none of the tokens. ATTACK_SEED=N makes the same choices again.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { type Api, startApi } from "../../support/api.ts";
import { basicHeader } from "../../support/clients.ts";
import { enginesOf } from "../../support/engines.ts";
import { allow, answerOf, post } from "../../support/idp.ts";
import { makeHostile, makeInsider } from "./attackers.ts";
import { poolOf } from "./pool.ts";
import {
  byAssertion,
  byPersonalToken,
  bySecret,
  type Crew,
  everyScope,
  gatherCrew,
  INACTIVE,
  introspected,
  toldOf,
} from "./scopes.ts";
import { authorizeAt, tokensOf } from "./sign-in.ts";
import { assertStands } from "./unharmed.ts";
import { makeVictim, mark, type Victim } from "./victim.ts";

const SEED = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31));
const RUNS = 12;
const METADATA = "urn:service:iam:user:metadata";

/** Without those that bind a sign-in to one organization. */
const unbound = (scopes: readonly string[]) => scopes.filter((scope) => !scope.startsWith("urn:service:iam:org:id:"));

for (const engine of enginesOf(import.meta.filename)) {
  describe(`scopes that name what others have, on ${engine.name}`, () => {
    let api: Api;
    let victim: Victim;
    const crews: Crew[] = [];
    before(async () => {
      api = await startApi(engine);
      victim = await makeVictim(api);
      const foreign = await poolOf(api, victim);
      crews.push(
        await gatherCrew(api, await makeHostile(api, victim, foreign)),
        await gatherCrew(api, await makeInsider(api, foreign)),
      );
    });
    after(() => api.close());

    /** Every subset is tried by everybody of both crews. */
    const withScopes = async (work: (crew: Crew, scopes: readonly string[]) => Promise<void>) => {
      const subsets = fc.subarray(everyScope(api, victim)).map((scopes) => ["openid", ...scopes]);
      const property = fc.asyncProperty(subsets, async (scopes) => {
        for (const crew of crews) await work(crew, scopes);
      });
      await fc.assert(property, {
        seed: SEED,
        numRuns: RUNS,
        endOnFailure: true,
        examples: [[["openid", ...everyScope(api, victim)]], [["openid", ...unbound(everyScope(api, victim))]]],
      });
      await assertStands(api, victim);
    };

    const assertWorthNothing = async (crew: Crew, token: string, scopes: readonly string[]) => {
      for (const asks of [victim.resourceServer, victim.app])
        assert.equal(await introspected(api, asks, token), INACTIVE, "the victims' API believes nothing");
      assert.deepEqual(await toldOf(api, crew, token, { scopes, victim }), []);
    };

    test(`the attackers' own people get nothing of others by any scope, from the seed ${SEED}`, async () => {
      await withScopes(async (crew, scopes) => {
        for (const client of crew.apps) {
          const seen = await crew.browser.visit(authorizeAt(api.idp, { client, scope: scopes.join(" ") }));
          const code = answerOf(seen).get("code");
          const bound = unbound(scopes).length < scopes.length;
          assert.equal(
            code === null,
            bound,
            `whoever is bound to another organization signs in as somebody of it: ${seen.url}`,
          );
          if (code === null) continue;
          const tokens = await tokensOf(api.idp, client, code);
          await assertWorthNothing(crew, tokens.accessToken, scopes);
          assert.equal((await api.call("GET", "/me", tokens.accessToken)).status, 401, "nor does the management API");
          if (!scopes.includes("offline_access")) continue;
          const form = { grant_type: "refresh_token", refresh_token: tokens.refreshToken };
          const refreshed = await post(api.idp, "/oauth/v2/token", form, {
            authorization: basicHeader(client.id, client.secret),
          });
          assert.equal(refreshed.status, 200, refreshed.body);
          await assertWorthNothing(crew, String(refreshed.json.access_token), scopes);
        }
      });
    });

    test(`the attackers' programs get nothing of others by any scope, by no kind of token, from the seed ${SEED}`, async () => {
      await withScopes(async (crew, scopes) => {
        for (const get of [bySecret, byAssertion, byPersonalToken])
          await assertWorthNothing(crew, await get(api, crew, scopes), scopes);
      });
    });

    test(`somebody of the victims who is signed in and follows their link gives them nothing unasked, from the seed ${SEED}`, async () => {
      await withScopes(async ({ apps }, scopes) => {
        for (const client of apps) {
          for (const response_type of ["code", "id_token", "id_token token"]) {
            for (const more of [{}, { prompt: "none" }]) {
              const parameters = { response_type, ...more };
              const seen = await victim.browser.visit(
                authorizeAt(api.idp, { client, scope: scopes.join(" "), parameters }),
              );
              const answer = answerOf(seen);
              for (const given of ["code", "access_token", "id_token"])
                assert.equal(answer.get(given), null, `${seen.url} has a ${given}`);
            }
          }
        }
      });
    });

    test("who agrees gives what the page says, and neither metadata nor roles nor an audience of the own organization", async () => {
      for (const crew of crews) {
        const [client] = crew.apps;
        const scopes = ["openid", ...everyScope(api, victim)];
        const question = await victim.browser.visit(authorizeAt(api.idp, { client, scope: scopes.join(" ") }));
        assert.ok(question.url.includes("/login/consent"), question.url);
        const { accessToken, scope } = await tokensOf(
          api.idp,
          client,
          answerOf(await allow(victim.browser, question)).get("code") ?? "",
        );
        assert.ok(!scope.includes(METADATA) && !scope.includes(victim.projectId), scope);
        assert.equal(await introspected(api, victim.resourceServer, accessToken), INACTIVE);
        const told = await toldOf(api, crew, accessToken, { scopes, victim });
        assert.ok(told.includes(mark("given-name")), "the name was agreed to");
        for (const field of ["key", "value", "role"]) assert.ok(!told.includes(mark(field)), `${field} in ${told}`);
      }
      await assertStands(api, victim);
    });

    test("the victims' tokens say nothing to the attackers, and are not theirs to end or to renew", async () => {
      for (const { apps } of crews) {
        for (const client of apps) {
          const authorization = basicHeader(client.id, client.secret);
          for (const token of [victim.tokens.accessToken, victim.tokens.refreshToken, victim.personal]) {
            assert.equal(await introspected(api, client, token), INACTIVE);
            await post(api.idp, "/oauth/v2/revoke", { token }, { authorization });
          }
          const form = { grant_type: "refresh_token", refresh_token: victim.tokens.refreshToken };
          const renewed = await post(api.idp, "/oauth/v2/token", form, { authorization });
          assert.equal(`${renewed.status} ${renewed.json.error}`, "400 invalid_grant");
        }
      }
      await assertStands(api, victim);
    });
  });
}
