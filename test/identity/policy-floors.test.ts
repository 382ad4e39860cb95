import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { factorModes, registrationFields, secondFactors } from "../../src/identity/policies/choices.ts";
import { effectivePolicy } from "../../src/identity/policies/effective.ts";
import {
  flooredKinds,
  passwordFloor,
  registrationFloor,
  secondFactorFloor,
  sessionsFloor,
  throttlingWithin,
} from "../../src/identity/policies/floors.ts";
import { builtInPolicies, type PolicyKind, type PolicySettings } from "../../src/identity/policies/kinds.ts";
import { readPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { policySettings } from "../../src/identity/policies/validate.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { refusal } from "../support/identity.ts";
import { by } from "../support/world.ts";

const between = (min: number, max: number) => fc.integer({ min, max });
const ordered = (min: number, max: number) =>
  fc.tuple(between(min, max), between(min, max)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const passwords = fc.record({ minLength: between(8, 256), checkCommon: fc.boolean() });
const sessions = fc
  .tuple(between(300, 90 * 86_400), between(300, 400 * 86_400))
  .map(([one, other]) => ({ idleSeconds: Math.min(one, other), absoluteSeconds: Math.max(one, other) }));
const factors = fc.record({
  mode: fc.constantFrom(...factorModes),
  allowed: fc.subarray([...secondFactors], { minLength: 1 }),
});
const registrations = fc.record({
  allowed: fc.boolean(),
  verifyEmail: fc.boolean(),
  fields: fc.subarray([...registrationFields]),
});
const throttlings = fc
  .tuple(between(1, 100), between(2, 1000), between(60, 86_400))
  .map(([one, other, blockSeconds]) => ({
    delayAfter: Math.min(one, other),
    blockAfter: Math.max(one, other, 2),
    blockSeconds,
  }));
/** Only what the policy's own rules accept. */
const bounds = fc.tuple(ordered(1, 100), ordered(2, 1000), ordered(60, 86_400)).map(([delay, block, seconds]) => ({
  delayAfter: { least: delay[0], most: delay[1] },
  blockAfter: { least: Math.max(delay[0], block[0]), most: Math.max(delay[1], block[1]) },
  blockSeconds: { least: seconds[0], most: seconds[1] },
}));

const strictness = (mode: (typeof factorModes)[number]) => factorModes.indexOf(mode);
const isWithin = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one));

describe("what an organization's policy comes to under the instance's", () => {
  test("passwords: never shorter nor more common than either allows", () => {
    fc.assert(
      fc.property(passwords, passwords, (own, instance) => {
        const holds = passwordFloor(own, instance);
        for (const asked of [own, instance])
          assert.ok(holds.minLength >= asked.minLength && (holds.checkCommon || !asked.checkCommon));
        assert.ok([own.minLength, instance.minLength].includes(holds.minLength), "and no stricter than the stricter");
        assert.deepEqual(passwordFloor(holds, instance), holds);
      }),
    );
  });

  test("sessions: never longer than either allows, and still in order", () => {
    fc.assert(
      fc.property(sessions, sessions, (own, instance) => {
        const holds = sessionsFloor(own, instance);
        for (const asked of [own, instance]) {
          assert.ok(holds.idleSeconds <= asked.idleSeconds && holds.absoluteSeconds <= asked.absoluteSeconds);
        }
        assert.deepEqual(policySettings("sessions", holds), holds);
        assert.deepEqual(sessionsFloor(holds, instance), holds);
      }),
    );
  });

  test("second factors: never asked for less, and never one that the instance does not allow; an empty set is the instance's", () => {
    fc.assert(
      fc.property(factors, factors, (own, instance) => {
        const holds = secondFactorFloor(own, instance);
        for (const asked of [own, instance]) assert.ok(strictness(holds.mode) >= strictness(asked.mode));
        assert.ok(isWithin(holds.allowed, instance.allowed));
        const compatible = own.allowed.some((kind) => instance.allowed.includes(kind));
        if (compatible) assert.ok(isWithin(holds.allowed, own.allowed));
        else assert.deepEqual(holds.allowed, instance.allowed);
        assert.deepEqual(policySettings("secondFactor", holds), holds);
        assert.deepEqual(secondFactorFloor(holds, instance), holds);
      }),
    );
  });

  test("registration: an address is proved where either asks for it; the rest is the organization's own business", () => {
    fc.assert(
      fc.property(registrations, registrations, (own, instance) => {
        const holds = registrationFloor(own, instance);
        assert.deepEqual(holds, { ...own, verifyEmail: own.verifyEmail || instance.verifyEmail });
        assert.deepEqual(registrationFloor(holds, instance), holds);
      }),
    );
  });

  test("throttling: always within the bounds, as near to what was decided as they let it, and never blocked before it is slowed", () => {
    fc.assert(
      fc.property(throttlings, bounds, (own, given) => {
        assert.deepEqual(policySettings("throttlingBounds", given), given);
        const holds = throttlingWithin(own, given);
        for (const name of ["delayAfter", "blockAfter", "blockSeconds"] as const) {
          const { least, most } = given[name];
          assert.ok(holds[name] >= least && holds[name] <= most);
          if (own[name] >= least && own[name] <= most) assert.equal(holds[name], own[name]);
          else assert.ok([least, most].includes(holds[name]));
        }
        assert.deepEqual(policySettings("throttling", holds), holds);
        assert.deepEqual(throttlingWithin(holds, given), holds);
      }),
    );
  });

  test("where the organization has decided nothing, the instance's holds as it is, throttling beyond its own bounds included", () => {
    const instance = { delayAfter: 1, blockAfter: 2, blockSeconds: 86_400 };
    const { settings } = effectivePolicy("throttling", { own: null, instance: JSON.stringify(instance), bounds: null });
    assert.deepEqual(settings, instance);
    for (const kind of flooredKinds) assert.deepEqual(effectivePolicy(kind, {}).settings, builtInPolicies[kind]);
  });

  const wrong: [change: object, field: string][] = [
    [{ delayAfter: { least: 5, most: 4 } }, "delayAfter.least"],
    [{ blockSeconds: { least: 3600, most: 60 } }, "blockSeconds.least"],
    [{ blockSeconds: { least: 59, most: 60 } }, "blockSeconds.least"],
    [{ blockAfter: { least: 2, most: 20 } }, "blockAfter.least"],
    [{ blockAfter: { least: 5, most: 9 } }, "blockAfter.most"],
    [{ blockAfter: { least: 5 } }, "blockAfter.most"],
    [{ blockAfter: { least: 5, most: 20, usual: 10 } }, "blockAfter.usual"],
    [{ delayAfter: 5 }, "delayAfter"],
  ];
  for (const [change, field] of wrong) {
    test(`bounds with ${JSON.stringify(change)} are refused because of ${field}`, () => {
      const settings = { ...builtInPolicies.throttlingBounds, ...change };
      assert.throws(() => policySettings("throttlingBounds", settings), refusal("invalid_input", { field }));
    });
  }
});

onEachEngine("floors of policies", (stage) => {
  const storage = () => stage.world.storage;
  const decide = <Kind extends PolicyKind>(kind: Kind, settings: PolicySettings<Kind>, organizationId?: string) =>
    storage().transaction((tx) => setPolicy(tx, kind, { organizationId, settings }, by));

  /** What the organization asks for, what the instance asks for after that, and what holds. */
  const later: {
    readonly [Kind in PolicyKind]?: readonly [
      own: PolicySettings<Kind>,
      instance: PolicySettings<Kind>,
      holds: PolicySettings<Kind>,
    ];
  } = {
    password: [
      { minLength: 10, checkCommon: false },
      { minLength: 16, checkCommon: true },
      { minLength: 16, checkCommon: true },
    ],
    sessions: [
      { idleSeconds: 3600, absoluteSeconds: 7200 },
      { idleSeconds: 600, absoluteSeconds: 86_400 },
      { idleSeconds: 600, absoluteSeconds: 7200 },
    ],
    secondFactor: [
      { mode: "optional", allowed: ["email_code", "totp"] },
      { mode: "required", allowed: ["passkey", "totp"] },
      { mode: "required", allowed: ["totp"] },
    ],
    registration: [
      { allowed: true, verifyEmail: false, fields: [] },
      { allowed: false, verifyEmail: true, fields: ["phone"] },
      { allowed: true, verifyEmail: true, fields: [] },
    ],
  };

  for (const kind of ["password", "sessions", "secondFactor", "registration"] as const) {
    test(`${kind}: what the instance asks for after the organization has decided counts at once, and no longer than it is asked for`, async () => {
      const organizationId = stage.world.acme.id;
      const change = later[kind];
      assert.ok(change);
      const [own, instance, holds] = change;
      await decide(kind, own, organizationId);
      await decide(kind, instance);
      const read = await readPolicy(storage().db, kind, organizationId);
      assert.deepEqual([read.settings, read.decided, read.instance, read.from], [holds, own, instance, "organization"]);
      assert.deepEqual((await readPolicy(storage().db, kind)).settings, instance, "the instance's own is not touched");
      assert.deepEqual((await readPolicy(storage().db, kind, stage.world.other.id)).settings, instance);
      await decide(kind, own);
      assert.deepEqual(
        (await readPolicy(storage().db, kind, organizationId)).settings,
        own,
        "what was decided has been kept",
      );
    });
  }

  test("throttling of an organization moves with the instance's bounds, and the instance's own does not", async () => {
    const organizationId = stage.world.acme.id;
    const own = { delayAfter: 1, blockAfter: 1000, blockSeconds: 86_400 };
    const { db } = storage();
    await decide("throttling", own, organizationId);
    assert.deepEqual((await readPolicy(db, "throttling", organizationId)).settings, {
      delayAfter: 3,
      blockAfter: 20,
      blockSeconds: 3600,
    });
    const narrow = {
      delayAfter: { least: 6, most: 6 },
      blockAfter: { least: 7, most: 8 },
      blockSeconds: { least: 60, most: 120 },
    };
    await decide("throttlingBounds", narrow);
    await decide("throttling", own);
    assert.deepEqual((await readPolicy(db, "throttling", organizationId)).settings, {
      delayAfter: 6,
      blockAfter: 8,
      blockSeconds: 120,
    });
    assert.deepEqual((await readPolicy(db, "throttling")).settings, own);
    assert.deepEqual(
      (await readPolicy(db, "throttling", stage.world.other.id)).settings,
      own,
      "what is inherited is the instance's own",
    );
    await assert.rejects(
      decide("throttlingBounds", narrow, organizationId),
      refusal("invalid_input", { message: /whole instance/ }),
    );
  });
});
