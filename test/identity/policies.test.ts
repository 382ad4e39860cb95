import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { type InstanceTokenRules, instanceTokenDefaults } from "../../src/identity/applications/types.ts";
import { contrast } from "../../src/identity/policies/contrast.ts";
import { builtInPolicies, isPolicyKind, type PolicyKind } from "../../src/identity/policies/kinds.ts";
import { type Policy, readPolicy, resetPolicy, setPolicy } from "../../src/identity/policies/policies.ts";
import { policySchemas } from "../../src/identity/policies/schemas.ts";
import { policySettings } from "../../src/identity/policies/validate.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { addOrganization, by, countEvents, refusal } from "../support/identity.ts";

const kinds = Object.keys(policySchemas).filter(isPolicyKind);

/** What was decided; what the instance makes of it has a file of its own. */
function shown<Kind extends PolicyKind>({ decided: settings, from, version }: Policy<Kind>) {
  return { settings, from, version };
}

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
      assert.throws(
        () => policySettings(kind, less),
        refusal("invalid_input", { field: name, message: new RegExp(`${name} is missing`) }),
      );
      for (const nonsense of [null, undefined, [], "text", 7])
        assert.throws(() => policySettings(kind, nonsense), refusal("invalid_input"));
    });
  }

  const tokens = (change: { lifetimes?: object; idTokenAlgorithm?: string; idTokenAlgorithms?: string[] }) => {
    const { idTokenAlgorithms = ["RS256", "ES256"], lifetimes, ...defaults } = change;
    const built = builtInPolicies.tokens.defaults;
    return {
      defaults: { ...built, ...defaults, lifetimes: { ...built.lifetimes, ...lifetimes } },
      idTokenAlgorithms,
      sessionsPerApplication: 100,
    };
  };
  const branding = (change: object) => ({ ...builtInPolicies.branding, ...change });
  const bad: [kind: PolicyKind, settings: object, field: string][] = [
    ["password", { minLength: 7, checkCommon: true }, "minLength"],
    ["password", { minLength: 257, checkCommon: true }, "minLength"],
    ["password", { minLength: 8.5, checkCommon: true }, "minLength"],
    ["password", { minLength: "8", checkCommon: true }, "minLength"],
    ["password", { minLength: 8, checkCommon: 1 }, "checkCommon"],
    ["registration", { allowed: "yes", verifyEmail: true, fields: [] }, "allowed"],
    ["registration", { allowed: true, verifyEmail: true }, "fields"],
    ["registration", { allowed: true, verifyEmail: true, fields: "name" }, "fields"],
    ["registration", { allowed: true, verifyEmail: true, fields: ["password"] }, "fields.0"],
    ["registration", { allowed: true, verifyEmail: true, fields: ["name", "name"] }, "fields"],
    ["sessions", { idleSeconds: 1, absoluteSeconds: 86_400 }, "idleSeconds"],
    ["sessions", { idleSeconds: 86_401, absoluteSeconds: 86_400 }, "idleSeconds"],
    ["sessions", { idleSeconds: 300, absoluteSeconds: 401 * 86_400 }, "absoluteSeconds"],
    ["throttling", { delayAfter: 0, blockAfter: 10, blockSeconds: 900 }, "delayAfter"],
    ["throttling", { delayAfter: 11, blockAfter: 10, blockSeconds: 900 }, "blockAfter"],
    ["throttling", { delayAfter: 5, blockAfter: 10, blockSeconds: 0 }, "blockSeconds"],
    ["languages", { default: "en", offered: ["de"] }, "default"],
    ["languages", { default: "xx", offered: ["xx"] }, "default"],
    ["languages", { default: "de", offered: ["de", "de-AT"] }, "offered.1"],
    ["languages", { default: "de", offered: ["de", "de"] }, "offered"],
    ["languages", { default: "de", offered: [] }, "offered"],
    ["languages", { default: "de", offered: "de" }, "offered"],
    ["tokens", tokens({ lifetimes: { accessToken: 0 } }), "defaults.lifetimes.accessToken"],
    ["tokens", tokens({ lifetimes: { refreshIdle: 200, refreshAbsolute: 100 } }), "defaults.lifetimes.refreshIdle"],
    ["tokens", tokens({ lifetimes: { forever: 1 } }), "defaults.lifetimes.forever"],
    ["tokens", tokens({ idTokenAlgorithm: "none" }), "defaults.idTokenAlgorithm"],
    ["tokens", tokens({ idTokenAlgorithm: "EdDSA" }), "defaults.idTokenAlgorithm"],
    ["tokens", tokens({ idTokenAlgorithms: ["ES256"], idTokenAlgorithm: "ES256" }), "idTokenAlgorithms"],
    ["tokens", tokens({ idTokenAlgorithms: [] }), "idTokenAlgorithms"],
    ["events", { retentionDays: 0 }, "retentionDays"],
    ["events", { retentionDays: 3651 }, "retentionDays"],
    ["events", { retentionDays: 1.5 }, "retentionDays"],
    ["branding", branding({ primaryColor: "red" }), "primaryColor"],
    ["branding", branding({ primaryColor: "#12345" }), "primaryColor"],
    ["branding", branding({ backgroundColor: "#1234567" }), "backgroundColor"],
    ["branding", branding({ darkPrimaryColor: "#gggggg" }), "darkPrimaryColor"],
    ["branding", branding({ darkBackgroundColor: "#123456\n" }), "darkBackgroundColor"],
    ["branding", branding({ primaryColor: "#ffff00" }), "primaryColor"],
    ["branding", branding({ primaryColor: "#959595" }), "primaryColor"],
    ["branding", branding({ primaryColor: "#000000", backgroundColor: "#111111" }), "primaryColor"],
    ["branding", branding({ darkPrimaryColor: "#000080" }), "darkPrimaryColor"],
    ["branding", branding({ darkPrimaryColor: "#ffffff", darkBackgroundColor: "#eeeeee" }), "darkPrimaryColor"],
    ["branding", branding({ termsUrl: "http://acme.example/terms" }), "termsUrl"],
    ["branding", branding({ privacyUrl: "javascript:alert(1)" }), "privacyUrl"],
    ["branding", branding({ helpUrl: "acme.example" }), "helpUrl"],
    ["branding", branding({ helpUrl: "https://acme.example@evil.example/" }), "helpUrl"],
    ["branding", branding({ helpUrl: "https://acme.example/a b" }), "helpUrl"],
    ["branding", branding({ helpUrl: `https://acme.example/${"x".repeat(2028)}` }), "helpUrl"],
    ["branding", branding({ hideSignetName: "yes" }), "hideSignetName"],
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
    ["events", { retentionDays: 1 }],
    ["events", { retentionDays: 3650 }],
    // 3.03:1 on white; one step lighter, above, is not enough.
    ["branding", branding({ primaryColor: "#8e8e8e" })],
    ["branding", branding({ primaryColor: "#FFFF00", backgroundColor: "#000000" })],
    ["branding", branding({ darkPrimaryColor: "#8ab4f8" })],
    ["branding", branding({ backgroundColor: "#ffff00", darkBackgroundColor: "#000000" })],
    [
      "branding",
      branding({ helpUrl: `https://acme.example/${"x".repeat(2027)}`, termsUrl: "https://acme.example/terms#now" }),
    ],
  ];
  for (const [kind, settings] of good) {
    test(`${kind} with ${JSON.stringify(settings)} is accepted`, () =>
      assert.deepEqual(policySettings(kind, settings), settings));
  }

  test("a colour that is too faint is refused with the contrast that it has, never rounded up", () => {
    const settings = branding({ primaryColor: "#8e8e90", darkPrimaryColor: "#000080" });
    assert.throws(
      () => policySettings("branding", settings),
      refusal("invalid_input", {
        message: /#8e8e90 on #f4f5f7 has a contrast of 2\.99:1.*#000080 on #1a1e24 has a contrast of 1\.\d\d:1/,
      }),
    );
  });

  test("contrast is what WCAG says it is", () => {
    assert.equal(contrast("#000000", "#ffffff"), 21);
    assert.equal(contrast("#ffffff", "#000000"), 21);
    assert.equal(contrast("#777777", "#777777"), 1);
    assert.equal(contrast("#777777", "#ffffff").toFixed(2), "4.48");
    assert.equal(contrast("#767676", "#ffffff").toFixed(2), "4.54");
  });

  test("everything that is wrong is said at once", () => {
    assert.throws(
      () => policySettings("password", { minLength: 1, checkCommon: "no" }),
      (error: { problems?: { field: string }[] }) =>
        error.problems?.map(({ field }) => field).join() === "minLength,checkCommon",
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
    const { sessionsPerApplication: _, ...rules } = builtInPolicies.tokens;
    const expected: InstanceTokenRules = instanceTokenDefaults;
    assert.deepEqual(rules, expected);
  });

  test("there are exactly these kinds", () => {
    assert.deepEqual(kinds, [
      "password",
      "registration",
      "sessions",
      "throttling",
      "throttlingBounds",
      "secondFactor",
      "account",
      "languages",
      "tokens",
      "events",
      "branding",
    ]);
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
      await storage.transaction((tx) => resetPolicy(tx, "password", {}, by));
    });

    const set = async (settings: unknown, organizationId?: string, kind: PolicyKind = "password", version?: number) =>
      shown(await storage.transaction((tx) => setPolicy(tx, kind, { organizationId, settings, version }, by)));
    const reset = (organizationId?: string, version?: number) =>
      storage.transaction((tx) => resetPolicy(tx, "password", { organizationId, version }, by));
    const read = async (organizationId?: string) => shown(await readPolicy(storage.db, "password", organizationId));

    test("where nobody has decided, the built-in policy holds", async () => {
      for (const kind of kinds) {
        assert.deepEqual(shown(await readPolicy(storage.db, kind, acme)), {
          settings: builtInPolicies[kind],
          from: "built-in",
          version: 0,
        });
      }
    });

    test("an organization's policy comes before the instance's, and that before the built-in one", async () => {
      const other = await addOrganization(storage);
      await set({ minLength: 12, checkCommon: true });
      assert.deepEqual(await read(acme), {
        settings: { minLength: 12, checkCommon: true },
        from: "instance",
        version: 0,
      });
      const own = await set({ minLength: 10, checkCommon: false }, acme);
      assert.deepEqual(own, { settings: { minLength: 10, checkCommon: false }, from: "organization", version: 1 });
      assert.deepEqual(await read(acme), own);
      assert.deepEqual(await read(other), {
        settings: { minLength: 12, checkCommon: true },
        from: "instance",
        version: 0,
      });
      assert.deepEqual(await read(), { settings: { minLength: 12, checkCommon: true }, from: "instance", version: 1 });
      await reset();
      assert.deepEqual((await read(other)).from, "built-in");
      assert.deepEqual((await read(acme)).from, "organization");
      await reset(acme);
      assert.deepEqual(await read(acme), { settings: builtInPolicies.password, from: "built-in", version: 0 });
    });

    test("each change is one event, and so is a reset that changes something", async () => {
      const events = async () => {
        const rows = await storage.db
          .selectFrom("events")
          .select("type")
          .where("organization_id", "=", acme)
          .orderBy("id")
          .execute();
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
      await assert.rejects(
        set({ minLength: 1, checkCommon: true }, acme),
        refusal("invalid_input", { field: "minLength" }),
      );
      assert.equal((await read(acme)).from, "built-in");
      assert.equal(await countEvents(storage.db), before);
    });

    test("bounds, tokens and the audit log are decided by the instance alone, branding by an organization too", async () => {
      for (const kind of ["throttlingBounds", "tokens", "events"] as const) {
        await assert.rejects(
          set(builtInPolicies[kind], acme, kind),
          refusal("invalid_input", { message: /whole instance/ }),
        );
        await set(builtInPolicies[kind], undefined, kind);
        assert.equal((await readPolicy(storage.db, kind)).from, "instance");
      }
      await set({ ...builtInPolicies.branding, primaryColor: "#123456" }, acme, "branding");
      assert.equal((await readPolicy(storage.db, "branding", acme)).settings.primaryColor, "#123456");
      assert.equal((await readPolicy(storage.db, "branding")).settings.primaryColor, "");
    });

    const strict = { minLength: 20, checkCommon: true };
    const changed = refusal("changed_meanwhile");

    test("with a version, a policy is changed only if it still is the one that was read", async () => {
      assert.equal((await set(strict, acme, "password", 0)).version, 1);
      await assert.rejects(set(strict, acme, "password", 0), refusal("changed_meanwhile", { message: /version 1/ }));
      assert.equal((await set(strict, acme, "password", 1)).version, 2);
      const before = await dump(storage);
      for (const version of [0, 1, 3])
        await assert.rejects(set({ ...strict, minLength: 30 }, acme, "password", version), changed);
      for (const version of [0, 1, 3]) await assert.rejects(reset(acme, version), changed);
      assert.deepEqual(await dump(storage), before);
      assert.equal((await set(strict, acme)).version, 3, "without one, in any case");
      await reset(acme, 3);
      await assert.rejects(set(strict, acme, "password", 3), refusal("changed_meanwhile", { message: /inherited/ }));
      await assert.rejects(reset(acme, 3), changed);
      await reset(acme, 0);
      assert.equal(
        (await set(strict, undefined, "password", 0)).version,
        1,
        "the instance's own has versions of its own",
      );
      assert.equal((await read(acme)).version, 0);
    });

    for (const version of [0, 1]) {
      test(`of 50 who change the same policy from version ${version} at once, one does, and there is one event`, async () => {
        if (version === 1) await set(strict, acme);
        const events = await countEvents(storage.db);
        const results = await Promise.allSettled(
          Array.from({ length: 50 }, (_, i) => set({ minLength: 8 + i, checkCommon: true }, acme, "password", version)),
        );
        const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
        assert.equal(won.length, 1);
        for (const result of results) if (result.status === "rejected") assert.ok(changed(result.reason));
        assert.deepEqual(await read(acme), won[0]);
        assert.equal(await countEvents(storage.db), events + 1);
      });
    }

    test("an unknown organization is refused, and an empty id never means the instance", async () => {
      await set({ minLength: 12, checkCommon: true });
      for (const organizationId of ["nowhere", ""]) {
        await assert.rejects(set({ minLength: 20, checkCommon: false }, organizationId), refusal("unknown_resource"));
        for (const version of [0, 1])
          await assert.rejects(
            set({ minLength: 20, checkCommon: false }, organizationId, "password", version),
            refusal("unknown_resource"),
          );
      }
      await assert.rejects(reset("nowhere", 1), refusal("unknown_resource"));
      await assert.rejects(reset(""), refusal("unknown_resource"));
      assert.deepEqual((await read()).settings, { minLength: 12, checkCommon: true });
    });

    test("a policy that an older version stored is completed with what was added since", async () => {
      await set({ minLength: 12, checkCommon: false }, acme);
      await storage.db
        .updateTable("policies")
        .set({ settings: '{"minLength":12}' })
        .where("place_id", "=", acme)
        .execute();
      assert.deepEqual((await read(acme)).settings, { minLength: 12, checkCommon: true });
    });

    test("an organization takes its policies along", async () => {
      await set({ minLength: 12, checkCommon: false }, acme);
      await storage.db.deleteFrom("organizations").where("id", "=", acme).execute();
      assert.deepEqual(await storage.db.selectFrom("policies").selectAll().where("place_id", "=", acme).execute(), []);
    });
  });
}
