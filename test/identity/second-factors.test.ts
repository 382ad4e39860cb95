import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { type FactorSituation, whatIsDue } from "../../src/identity/factors/due.ts";
import { levelOf, wantedLevel, withProof } from "../../src/identity/factors/levels.ts";
import {
  countRecoveryCodes,
  makeFirstRecoveryCodes,
  makeRecoveryCodes,
  RECOVERY_CODES,
  spendRecoveryCode,
} from "../../src/identity/factors/recovery-codes.ts";
import { addTotp, matchingStep, newTotpSecret, spendTotp, totpAddress } from "../../src/identity/factors/totp.ts";
import { listFactors } from "../../src/identity/users/factors.ts";
import { localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import { openVault, rewrap } from "../../src/keys/vault.ts";
import { readNow } from "../../src/storage/now.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

const STEP = 30_000;

function codeAt(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs });
}

describe("how much was proved", () => {
  test("two kinds of proof are two factors; a key whose device knows its owner is, too, and cannot be phished", () => {
    const password = withProof([], { kind: "password" });
    assert.deepEqual([password, levelOf(password)], [["pwd"], "1fa"]);
    for (const kind of ["totp", "email_code", "recovery_code"] as const) {
      const both = withProof(password, { kind });
      assert.deepEqual([both, levelOf(both)], [["pwd", "otp", "mfa"], "mfa"]);
    }
    assert.equal(
      levelOf(withProof(withProof([], { kind: "totp" }), { kind: "email_code" })),
      "1fa",
      "twice the same kind is one factor",
    );
    assert.deepEqual(withProof([], { kind: "passkey", synced: true, verified: true }), ["swk", "user", "mfa"]);
    assert.equal(levelOf(withProof([], { kind: "passkey", synced: false, verified: true })), "phr");
    assert.equal(levelOf(withProof([], { kind: "passkey", synced: false, verified: false })), "1fa");
    assert.equal(levelOf(withProof(password, { kind: "passkey", synced: false, verified: false })), "phr");
  });

  test("acr_values: the highest that we know; what we do not know is ignored", () => {
    assert.equal(wantedLevel("1fa phr mfa"), "phr");
    assert.equal(wantedLevel("urn:mace:incommon:iap:silver mfa"), "mfa");
    for (const nothing of [null, undefined, "", "PHR"]) assert.equal(wantedLevel(nothing), "1fa");
  });
});

describe("what is due after the first proof", () => {
  const all = ["passkey", "totp", "email_code"] as const;
  const situation = (change: Partial<FactorSituation>): FactorSituation => ({
    policy: { mode: "optional", allowed: [...all] },
    instanceAllows: [...(change.policy?.allowed ?? all)],
    has: [],
    emailVerified: true,
    amr: ["pwd"],
    wanted: "1fa",
    ...change,
  });
  const required = { mode: "required", allowed: [...all] } satisfies FactorSituation["policy"];

  for (const [title, change, expected] of [
    ["optional and nothing set up: nothing", {}, { due: "nothing" }],
    ["optional and set up: that", { has: ["totp"] }, { due: "prove", choices: ["totp"] }],
    [
      "recovery codes come last, and only beside something else",
      { has: ["recovery_codes", "totp"] },
      { due: "prove", choices: ["totp", "recovery_code"] },
    ],
    ["recovery codes alone are no second factor", { has: ["recovery_codes"] }, { due: "nothing" }],
    [
      "off: nothing, whatever is set up",
      { policy: { mode: "off", allowed: [...all] }, has: ["totp"] },
      { due: "nothing" },
    ],
    ["required and nothing set up: setting up", { policy: required }, { due: "enrol", choices: [...all] }],
    [
      "an address that is not verified gets no codes",
      { policy: required, emailVerified: false },
      { due: "enrol", choices: ["passkey", "totp"] },
    ],
    [
      "what is not allowed any more does not count",
      { policy: { mode: "required", allowed: ["passkey"] }, has: ["totp"] },
      { due: "enrol", choices: ["passkey"] },
    ],
    [
      "what only the organization does not allow is asked for while the person has nothing else: otherwise the password were enough",
      {
        policy: { mode: "optional", allowed: ["email_code"] },
        instanceAllows: [...all],
        has: ["totp", "recovery_codes"],
      },
      { due: "prove", choices: ["totp", "recovery_code"] },
    ],
    [
      "it counts no more once they have something that the organization allows",
      { policy: { mode: "optional", allowed: ["passkey"] }, instanceAllows: [...all], has: ["totp", "passkey"] },
      { due: "prove", choices: ["passkey"] },
    ],
    [
      "who has to have what the organization allows sets it up, and not by the password alone",
      { policy: { mode: "required", allowed: ["passkey"] }, instanceAllows: [...all], has: ["totp"] },
      { due: "prove", choices: ["totp"] },
    ],
    [
      "but after that",
      {
        policy: { mode: "required", allowed: ["passkey"] },
        instanceAllows: [...all],
        has: ["totp"],
        amr: ["pwd", "otp", "mfa"],
      },
      { due: "enrol", choices: ["passkey"] },
    ],
    [
      "where the organization asks for what somebody cannot set up, the instance's choice is offered",
      { policy: { mode: "required", allowed: ["email_code"] }, instanceAllows: [...all], emailVerified: false },
      { due: "enrol", choices: ["passkey", "totp"] },
    ],
    [
      "nobody is kept out who has proved two and cannot set up what the organization allows",
      {
        policy: { mode: "required", allowed: ["email_code"] },
        instanceAllows: [...all],
        emailVerified: false,
        has: ["totp"],
        amr: ["pwd", "otp", "mfa"],
      },
      { due: "nothing" },
    ],
    [
      "who has proved two is through",
      { policy: required, has: ["totp"], amr: ["pwd", "otp", "mfa"] },
      { due: "nothing" },
    ],
    [
      "a key is asked for where the application would like one",
      { has: ["passkey", "totp"], amr: ["pwd", "otp", "mfa"], wanted: "phr" },
      { due: "prove", choices: ["passkey", "totp"] },
    ],
    [
      "who has no key is not kept out for the lack of it",
      { has: ["totp"], amr: ["pwd", "otp", "mfa"], wanted: "phr" },
      { due: "nothing" },
    ],
  ] as const) {
    test(title, () => assert.deepEqual(whatIsDue(situation(change as Partial<FactorSituation>)), expected));
  }
});

describe("codes from an app", () => {
  test("are those of RFC 6238, with one step to either side", () => {
    // RFC 6238, appendix B: SHA-1, eight digits there, of which the last six are ours.
    const secret = Secret.fromLatin1("12345678901234567890").base32;
    assert.equal(matchingStep(secret, "287082", 59_000), 1);
    assert.equal(matchingStep(secret, "081804", 1_111_111_109_000), 37_037_036);
    const at = 1_800_000_000_000;
    const step = at / STEP;
    for (const [off, found] of [
      [-2, undefined],
      [-1, step - 1],
      [0, step],
      [1, step + 1],
      [2, undefined],
    ] as const) {
      assert.equal(matchingStep(secret, codeAt(secret, at + off * STEP), at), found, `${off} steps`);
    }
    for (const wrong of ["", "12345", "1234567", "abcdef", "000000"])
      assert.equal(matchingStep(secret, wrong, at), undefined, wrong);
    const code = codeAt(secret, at);
    assert.equal(matchingStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, at), step, "with spaces");
  });

  test("the address for the QR code names both, and no name can pass for another part of it", () => {
    const address = totpAddress(newTotpSecret(), {
      issuer: "Acme: Prod?x=1",
      label: "ada@acme.example:evil&secret=AAAA",
    });
    const url = new URL(address);
    assert.equal(url.protocol, "otpauth:");
    assert.equal(url.searchParams.getAll("secret").length, 1);
    assert.equal(url.searchParams.get("issuer"), "Acme  Prod?x=1");
  });

  test("secrets have 160 bits and differ", () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    assert.notEqual(one, other);
    assert.match(one, /^[A-Z2-7]{32}$/);
  });
});

onEachEngine("second factors", (stage) => {
  const wrapper = localKeyWrapper(newMasterKey());
  const vault = () => openVault(stage.world.storage, [wrapper]);
  const nowMs = () => readNow(stage.world.storage.db);

  async function setUp(): Promise<{ secret: string; userId: string }> {
    const { storage, ada } = stage.world;
    const secret = newTotpSecret();
    const code = codeAt(secret, (await nowMs()) - STEP);
    assert.equal(await addTotp(storage, await vault(), { userId: ada.id, secret, name: "Phone", code }, by), "won");
    return { secret, userId: ada.id };
  }

  test("an app is set up only with a code that it shows, and its secret is nowhere to be read", async () => {
    const { storage, ada } = stage.world;
    const secret = newTotpSecret();
    const wrong = { userId: ada.id, secret, name: "Phone", code: "000000" };
    assert.equal(await addTotp(storage, await vault(), wrong, by), "lost");
    assert.deepEqual(await listFactors(storage.db, ada.id), []);
    const { secret: stored } = await setUp();
    const rows = await storage.db.selectFrom("factors").selectAll().execute();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(stored));
    await setUp();
    assert.equal((await listFactors(storage.db, ada.id)).length, 1, "a new one replaces the former");
  });

  test("a code works once: 50 at the same time have one winner, in every round", async () => {
    const { storage } = stage.world;
    const { secret, userId } = await setUp();
    const opened = await vault();
    for (let round = 0; round < 5; round++) {
      const code = codeAt(secret, await nowMs());
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => spendTotp(storage.db, opened, userId, code)));
      assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
      assert.equal(await spendTotp(storage.db, opened, userId, code), "lost");
      const before = codeAt(secret, (await nowMs()) - STEP);
      assert.equal(await spendTotp(storage.db, opened, userId, before), "lost", "one of an earlier step is over");
      await stage.database.advance(STEP);
    }
  });

  test("the code that set the app up does not sign in, and another person's code is wrong", async () => {
    const { storage, bob } = stage.world;
    const secret = newTotpSecret();
    const code = codeAt(secret, await nowMs());
    assert.equal(await addTotp(storage, await vault(), { userId: bob.id, secret, name: "", code }, by), "won");
    assert.equal(await spendTotp(storage.db, await vault(), bob.id, code), "lost");
    const { secret: adas, userId } = await setUp();
    await stage.database.advance(STEP);
    assert.equal(await spendTotp(storage.db, await vault(), bob.id, codeAt(adas, await nowMs())), "lost");
    assert.equal(await spendTotp(storage.db, await vault(), userId, codeAt(adas, await nowMs())), "won");
  });

  test("recovery codes: ten, each once, in any spelling; 50 at the same time have one winner; new ones replace them", async () => {
    const { storage, ada, bob } = stage.world;
    const codes = await storage.transaction((tx) => makeRecoveryCodes(tx, ada.id, by));
    assert.equal(new Set(codes).size, RECOVERY_CODES);
    const spend = (code: string, userId = ada.id) =>
      storage.transaction((tx) => spendRecoveryCode(tx, userId, code, by));
    const [first = "", second = "", third = ""] = codes;
    assert.match(first, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    assert.deepEqual(await spend(` ${first.toUpperCase().replaceAll("-", " ")} `), {
      outcome: "won",
      left: RECOVERY_CODES - 1,
    });
    assert.deepEqual(await spend(first), { outcome: "lost" });
    assert.deepEqual(await spend(second, bob.id), { outcome: "lost" }, "somebody else's");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => spend(second)));
    assert.equal(outcomes.filter(({ outcome }) => outcome === "won").length, 1);
    assert.equal(await countRecoveryCodes(storage.db, ada.id), RECOVERY_CODES - 2);
    const stored = JSON.stringify(await storage.db.selectFrom("recovery_codes").selectAll().execute());
    for (const code of codes) assert.ok(!stored.includes(code.replaceAll("-", "")) && !stored.includes(code));
    await storage.transaction((tx) => makeRecoveryCodes(tx, ada.id, by));
    assert.deepEqual(await spend(third), { outcome: "lost" }, "the former ones are over");
    assert.equal(await countRecoveryCodes(storage.db, ada.id), RECOVERY_CODES);
    const uses = await storage.db
      .selectFrom("events")
      .select("type")
      .where("type", "=", "user_recovery_code.used")
      .execute();
    assert.equal(uses.length, 2);
  });

  test("recovery codes: of twenty who make the first ones at once one shows a list, and of twenty new lists one is good", async () => {
    const { storage, bob } = stage.world;
    const isGood = async ([code = ""]: readonly string[]) =>
      (await storage.transaction((tx) => spendRecoveryCode(tx, bob.id, code, by))).outcome === "won";
    const race = (make: typeof makeRecoveryCodes) =>
      Promise.all(Array.from({ length: 20 }, () => storage.transaction((tx) => make(tx, bob.id, by))));
    const shown = (await race(makeFirstRecoveryCodes)).filter((codes) => codes.length > 0);
    assert.equal(shown.length, 1);
    assert.equal(await isGood(shown[0] ?? []), true);

    let good = 0;
    for (const codes of await race(makeRecoveryCodes)) good += Number(await isGood(codes));
    assert.equal(good, 1);
    assert.equal(await countRecoveryCodes(storage.db, bob.id), RECOVERY_CODES - 1);
  });

  // The last one: after it the former master key is no use.
  test("a change of the master key takes the secrets of apps along", async () => {
    const { storage } = stage.world;
    const { secret, userId } = await setUp();
    const next = localKeyWrapper(newMasterKey());
    const { rewrapped } = await rewrap(storage, [wrapper], next);
    assert.ok(rewrapped >= 1);
    await stage.database.advance(STEP);
    assert.equal(
      await spendTotp(storage.db, await openVault(storage, [next]), userId, codeAt(secret, await nowMs())),
      "won",
    );
  });
});
