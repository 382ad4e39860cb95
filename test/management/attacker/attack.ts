/**
 * Somebody who may do everything in one organization, and somebody who may do all but own it where an owner of the
 * instance lives, make every call of the management API with things of others in every place where something can be
 * named, once each and in sequences of their own. Whatever they do: nothing of another organization's people is read,
 * ended or slowed, and the owner keeps all. ATTACK_SEED=N makes the same choices again.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { routes } from "../../../src/management/routes.ts";
import { type Api, startApi } from "../../support/api.ts";
import { rounds } from "../../support/divided.ts";
import { enginesOf, type TestEngine } from "../../support/engines.ts";
import { nameOf } from "../role-matrix/matrix.ts";
import { type Attacker, makeHostile, makeInsider, nameOwner } from "./attackers.ts";
import { bodyNames, type Choice, prepareOwn, queryNames } from "./calls.ts";
import { assertOwnerStands, putToWork } from "./owner.ts";
import { play } from "./play.ts";
import { plots } from "./plots.ts";
import { type Pool, poolOf } from "./pool.ts";
import { assertStands, both, harmIn, idsOf, naming, type Rows, readRows } from "./unharmed.ts";
import { makeVictim, type Victim } from "./victim.ts";

const SEED = Number(process.env.ATTACK_SEED ?? randomInt(2 ** 31));
const RUNS = rounds(24);

const whose = fc.constantFrom("own", "foreign", "learned") as fc.Arbitrary<Choice["place"]>;
const anyCall: fc.Arbitrary<Choice[]> = fc
  .record({
    call: fc.constantFrom(...routes.map(nameOf)),
    place: whose,
    params: whose,
    body: whose,
    query: whose,
    pick: fc.nat(50),
  })
  .map((choice) => [choice]);
const sequence = fc.array(
  fc.oneof({ weight: 4, arbitrary: anyCall }, { weight: 1, arbitrary: fc.constantFrom(...plots) }),
  {
    minLength: 8,
    maxLength: 16,
  },
);

const HOSTILE = "with every role in an organization of their own";
const INSIDER = "with every role but the owner's where an owner of the instance lives";

/** `npm test` lets each of the two attack one of the engines. */
export function attackOn(engine: TestEngine): void {
  const due = [HOSTILE, INSIDER].filter((who) => enginesOf(`attack ${who}`).includes(engine));
  if (due.length === 0) return;
  describe(`who may do everything in one organization, on ${engine.name}`, () => {
    let api: Api;
    let victim: Victim;
    let foreign: Pool;
    before(async () => {
      api = await startApi(engine);
      if (engine.name === "sqlite") await sql`PRAGMA synchronous = OFF`.execute(api.idp.node.services.storage.db);
      victim = await makeVictim(api);
      foreign = await poolOf(api, victim);
    });
    after(() => api.close());

    /** What the attacker makes of the choices. `there` is what was there before they came, and is nothing of theirs. */
    const attack = async (attacker: Attacker, there: Rows, choices: readonly Choice[]): Promise<number[]> => {
      const own = await prepareOwn(attacker, choices);
      const before = await readRows(api);
      const others = idsOf(there);
      const { told, made } = await play(api, attacker, { choices, own, others });
      const after = await readRows(api);
      assert.deepEqual(told, []);
      assert.deepEqual(
        harmIn(both(there, before), { ids: others, sharedProject: attacker.sharedProject }, before, after),
        [],
      );
      if (attacker.owner !== undefined)
        assert.deepEqual(harmIn(naming(before, attacker.owner.human.id), { ids: new Set() }, before, after), []);
      await assertStands(api, victim);
      foreign.add("token", victim.tokens.accessToken, victim.tokens.refreshToken);
      return made;
    };

    const asHostile = async (choices: (attacker: Attacker) => readonly Choice[]) => {
      const there = await readRows(api);
      const attacker = await makeHostile(api, victim, foreign);
      return attack(attacker, there, choices(attacker));
    };

    const asInsider = async (choices: (attacker: Attacker) => readonly Choice[]) => {
      const there = await readRows(api);
      const attacker = await makeInsider(api, foreign);
      const atWork = await putToWork(api, attacker.owner);
      await nameOwner(api, attacker.owner, attacker.learned);
      attacker.learned.add("token", atWork.accessToken);
      const made = await attack(attacker, there, choices(attacker));
      await assertOwnerStands(api, atWork);
      return made;
    };

    for (const who of due) {
      const as = who === HOSTILE ? asHostile : asInsider;
      test(`every call, with things of others in every place, tells, ends and slows nothing: ${who}`, async (context) => {
        const made = await as(everyCall);
        context.diagnostic(`${made.length} calls: ${countStatuses(made)}`);
      });

      test(`no sequence of calls tells, ends or slows anything: ${who}, from the seed ${SEED}`, async (context) => {
        const all: number[] = [];
        const property = fc.asyncProperty(
          sequence,
          async (choices) => void all.push(...(await as(() => choices.flat()))),
        );
        await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
        context.diagnostic(`${all.length} calls: ${countStatuses(all)}`);
        assert.ok(all.some((status) => status < 300));
      });
    }
  });
}

/**
 * Each call at the victim's places, at one's own with further ids of the victim's, and with each of the victim's things
 * in body and query.
 */
function everyCall({ foreign, learned }: Attacker): Choice[] {
  const own = { place: "own", params: "own", body: "own", query: "own", pick: 0 } as const;
  return routes.flatMap((route) => {
    const call = nameOf(route);
    const choices: Choice[] = [];
    for (const pick of [0, 1, 2]) {
      if (route.path.includes("/:") && pick < 2)
        choices.push({ ...own, call, place: "foreign", params: "foreign", body: "foreign", query: "foreign", pick });
      if (route.path.split("/:").length > 2)
        choices.push({ ...own, call, params: "foreign", pick }, { ...own, call, params: "learned", pick });
      for (const property of bodyNames(route, foreign)) choices.push({ ...own, call, body: "foreign", property, pick });
      for (const property of queryNames(route)) choices.push({ ...own, call, query: "foreign", property, pick });
    }
    // The owner, where there is one.
    if (learned.names.includes("factorId") && route.at === "user") {
      for (const params of ["own", "learned"] as const) choices.push({ ...own, call, place: "learned", params });
    }
    if (route.method === "GET" || route.path.startsWith("/instance") || route.path.startsWith("/signing-keys"))
      choices.push({ ...own, call });
    return choices;
  });
}

function countStatuses(statuses: readonly number[]): string {
  const counts = Map.groupBy(statuses, (status) => status);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(", ");
}
