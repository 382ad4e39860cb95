import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { type InstanceTokenRules, instanceTokenDefaults } from "../../src/identity/applications/types.ts";
import { builtInPolicies, isPolicyKind, type PolicyKind, policySchemas } from "../../src/identity/policies/kinds.ts";
import { policySettings } from "../../src/identity/policies/validate.ts";
import { readPolicy, resetPolicy, setPolicy } from "../../src/identity/policies.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { addOrganization, by, countEvents, refusal } from "../support/identity.ts";

const kinds = Object.keys(policySchemas).filter(isPolicyKind);

describe("what a policy may say", () => {
  for (const kind of kinds) {
    test(`the built-in ${kind} policy is itself within the bounds`, () => {
      assert.deepEqual(policySettings(kind, builtInPolicies[kind]), builtInPolicies[kind]);
    });

    test(`a ${kind} policy with a setting too many or too few is refused, by the name of the setting`, () => {
      const good = { ...builtInPolicies[kind] };
      assert.throws(
        () => policySettings(kind, { ...good, extra: 1 }),
        refusal("invalid_input", { field: "extra", message: /extra is not a setting/ }),
      );
      const [name = "", ...rest] = Object.keys(good);
      const less = Object.fromEntries(Object.entries(good).filter(([key]) => rest.includes(key)));
      assert.throws(() => policySettings(kind, less), refusal("invalid_input", { field: name, message: new RegExp(`${name} is missing`) }));
      for (const nonsense of [null, undefined, [], "text", 7])
        assert.throws(() => policySettings(kind, nonsense), refusal("invalid_input"));
    });
  }

  const tokens = (change: { lifetimes?: object; idTokenAlgorithm?: string; idTokenAlgorithms?: string[] }) => {
    const { idTokenAlgorithms = ["RS256", "ES256"], lifetimes, ...defaults } = change;
    const built = builtInPolicies.tokens.defaults;
    return { defaults: { ...built, ...defaults, lifetimes: { ...built.lifetimes, ...lifetimes } }, idTokenAlgorithms };
  };
  const bad: [kind: PolicyKind, settings: object, field: string][] = [
    ["password", { minLength: 7, checkCommon: true }, "minLength"],
    ["password", { minLength: 257, checkCommon: true }, "minLength"],
    ["password", { minLength: 8.5, checkCommon: true }, "minLength"],
    ["password", { minLength: "8", checkCommon: true }, "minLength"],
    ["password", { minLength: 8, checkCommon: 1 }, "checkCommon"],
    ["registration", { allowed: "yes", verifyEmail: true }, "allowed"],
    ["sessions", { idleSeconds: 1, absoluteSeconds: 86_400 }, "idleSeconds"],
    ["sessions", { idleSeconds: 86_401, absoluteSeconds: 86_400 }, "idleSeconds"],
    ["sessions", { idleSeconds: 300, absoluteSeconds: 401 * 86_400 }, "absoluteSeconds"],
    ["throttling", { delayAfter: 0, blockAfter: 10, blockSeconds: 900 }, "delayAfter"],
    ["throttling", { delayAfter: 11, blockAfter: 10, blockSeconds: 900 }, "blockAfter"],
    ["throttling", { delayAfter: 5, blockAfter: 10, blockSeconds: 0 }, "blockSeconds"],
    ["tokens", tokens({ lifetimes: { accessToken: 0 } }), "defaults.lifetimes.accessToken"],
    ["tokens", tokens({ lifetimes: { refreshIdle: 200, refreshAbsolute: 100 } }), "defaults.lifetimes.refreshIdle"],
    ["tokens", tokens({ lifetimes: { forever: 1 } }), "defaults.lifetimes.forever"],
    ["tokens", tokens({ idTokenAlgorithm: "none" }), "defaults.idTokenAlgorithm"],
    ["tokens", tokens({ idTokenAlgorithm: "EdDSA" }), "defaults.idTokenAlgorithm"],
    ["tokens", tokens({ idTokenAlgorithms: ["ES256"], idTokenAlgorithm: "ES256" }), "idTokenAlgorithms"],
    ["tokens", tokens({ idTokenAlgorithms: [] }), "idTokenAlgorithms"],
  ];
  for (const [kind, settings, field] of bad) {
    test(`${kind} with ${JSON.stringify(settings)} is refused because of ${field}`, () => {
      assert.throws(
        () => policySettings(kind, settings),
        refusal("invalid_input", { field, message: new RegExp(field.replaceAll(".", "\\.")) }),
      );
    });
  }

  const good: [kind: PolicyKind, settings: object][] = [
    ["password", { minLength: 8, checkCommon: false }],
    ["password", { minLength: 256, checkCommon: true }],
    ["sessions", { idleSeconds: 86_400, absoluteSeconds: 86_400 }],
    ["throttling", { delayAfter: 10, blockAfter: 10, blockSeconds: 60 }],
    ["tokens", tokens({ idTokenAlgorithm: "EdDSA", idTokenAlgorithms: ["RS256", "EdDSA"] })],
  ];
  for (const [kind, settings] of good) {
    test(`${kind} with ${JSON.stringify(settings)} is accepted`, () => assert.deepEqual(policySettings(kind, settings), settings));
  }

  test("everything that is wrong is said at once", () => {
    assert.throws(
      () => policySettings("password", { minLength: 1, checkCommon: "no" }),
      (error: { problems?: { field: string }[] }) => error.problems?.map(({ field }) => field).join() === "minLength,checkCommon",
    );
  });

  test("a name that could be anything is not repeated in the message", () => {
    const settings = { ...builtInPolicies.password, "<script>": 1 };
    assert.throws(
      () => policySettings("password", settings),
      (error: Error) => !error.message.includes("script") && refusal("invalid_input")(error),
    );
  });

  test("the built-in token policy is what applications have as defaults", () => {
    const rules: InstanceTokenRules = builtInPolicies.tokens;
    assert.deepEqual(rules, instanceTokenDefaults);
  });

  test("there are exactly these kinds", () => {
    assert.deepEqual(kinds, ["password", "registration", "sessions", "throttling", "tokens"]);
    assert.ok(!isPolicyKind("toString"));
  });
});

for (const engine of engines) {
  describe(`policies on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let acme: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());
    beforeEach(async () => {
      acme = await addOrganization(storage);
      await storage.transaction((tx) => resetPolicy(tx, "password", undefined, by));
    });

    const set = (settings: unknown, organizationId?: string, kind: PolicyKind = "password") =>
      storage.transaction((tx) => setPolicy(tx, kind, { organizationId, settings }, by));
    const reset = (organizationId?: string) => storage.transaction((tx) => resetPolicy(tx, "password", organizationId, by));
    const read = (organizationId?: string) => readPolicy(storage.db, "password", organizationId);

    test("where nobody has decided, the built-in policy holds", async () => {
      for (const kind of kinds) {
        assert.deepEqual(await readPolicy(storage.db, kind, acme), { settings: builtInPolicies[kind], from: "built-in" });
      }
    });

    test("an organization's policy comes before the instance's, and that before the built-in one", async () => {
      const other = await addOrganization(storage);
      await set({ minLength: 12, checkCommon: true });
      assert.deepEqual(await read(acme), { settings: { minLength: 12, checkCommon: true }, from: "instance" });
      await set({ minLength: 10, checkCommon: false }, acme);
      assert.deepEqual(await read(acme), { settings: { minLength: 10, checkCommon: false }, from: "organization" });
      assert.deepEqual(await read(other), { settings: { minLength: 12, checkCommon: true }, from: "instance" });
      assert.deepEqual(await read(), { settings: { minLength: 12, checkCommon: true }, from: "instance" });
      await reset();
      assert.deepEqual((await read(other)).from, "built-in");
      assert.deepEqual((await read(acme)).from, "organization");
      await reset(acme);
      assert.deepEqual(await read(acme), { settings: builtInPolicies.password, from: "built-in" });
    });

    test("each change is one event, and so is a reset that changes something", async () => {
      const events = async () => {
        const rows = await storage.db.selectFrom("events").select("type").where("organization_id", "=", acme).orderBy("id").execute();
        return rows.map((row) => row.type);
      };
      await set({ minLength: 10, checkCommon: true }, acme);
      await set({ minLength: 11, checkCommon: true }, acme);
      await reset(acme);
      await reset(acme);
      assert.deepEqual(await events(), ["organization.created", "policy.changed", "policy.changed", "policy.reset"]);
    });

    test("what is not valid changes nothing", async () => {
      const before = await countEvents(storage.db);
      await assert.rejects(set({ minLength: 1, checkCommon: true }, acme), refusal("invalid_input", { field: "minLength" }));
      assert.equal((await read(acme)).from, "built-in");
      assert.equal(await countEvents(storage.db), before);
    });

    test("tokens are decided by the instance alone", async () => {
      await assert.rejects(set(builtInPolicies.tokens, acme, "tokens"), refusal("invalid_input", { message: /whole instance/ }));
      await set(builtInPolicies.tokens, undefined, "tokens");
      assert.equal((await readPolicy(storage.db, "tokens")).from, "instance");
    });

    test("an unknown organization is refused, and an empty id never means the instance", async () => {
      await set({ minLength: 12, checkCommon: true });
      for (const organizationId of ["nowhere", ""]) {
        await assert.rejects(set({ minLength: 20, checkCommon: false }, organizationId), refusal("unknown_resource"));
      }
      await assert.rejects(reset(""), refusal("unknown_resource"));
      assert.deepEqual(await read(), { settings: { minLength: 12, checkCommon: true }, from: "instance" });
    });

    test("a policy that an older version stored is completed with what was added since", async () => {
      await set({ minLength: 12, checkCommon: false }, acme);
      await storage.db.updateTable("policies").set({ settings: '{"minLength":12}' }).where("place_id", "=", acme).execute();
      assert.deepEqual((await read(acme)).settings, { minLength: 12, checkCommon: true });
    });

    test("an organization takes its policies along", async () => {
      await set({ minLength: 12, checkCommon: false }, acme);
      await storage.db.deleteFrom("organizations").where("id", "=", acme).execute();
      assert.deepEqual(await storage.db.selectFrom("policies").selectAll().where("place_id", "=", acme).execute(), []);
    });
  });
}
