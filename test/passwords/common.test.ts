import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findPasswordProblem } from "../../src/identity/users/password-rules.ts";
import { isCommonPassword } from "../../src/passwords/common.ts";
import { UnstorableText } from "../../src/storage/errors.ts";

describe("common passwords", () => {
  test("are known, however they are capitalised and whichever letters of a keyboard wrote them", async () => {
    for (const password of ["password", "Password1", "QWERTYUIOP", "1q2w3e4r", "iloveyou", "\uff50assword"]) {
      assert.equal(await isCommonPassword(password), true, password);
    }
  });

  test("others are not taken for them", async () => {
    for (const password of ["correct horse battery staple", "password but longer", "", "Zq8!mPl2#v", "__proto__"]) {
      assert.equal(await isCommonPassword(password), false, password);
    }
  });
});

describe("whether a password may be chosen", () => {
  const policy = { minLength: 10, checkCommon: true };

  test("its length is counted in characters, as it is hashed", async () => {
    assert.equal(await findPasswordProblem("ten chars!", policy), undefined);
    assert.equal(await findPasswordProblem("nine char", policy), "too_short");
    assert.equal(
      await findPasswordProblem("\u{1f600}".repeat(9), policy),
      "too_short",
      "eighteen units, nine characters",
    );
    assert.equal(await findPasswordProblem("\u{1f600}".repeat(256), policy), undefined);
    assert.equal(await findPasswordProblem("x".repeat(257), policy), "too_long");
    await assert.rejects(findPasswordProblem("ten\0chars!", policy), UnstorableText);
    assert.equal(await findPasswordProblem("\ufdfa".repeat(100), policy), "too_long", "each becomes eighteen");
  });

  test("what is far too long is refused without being looked at", async () => {
    const started = performance.now();
    assert.equal(await findPasswordProblem("\u0344".repeat(5_000_000), policy), "too_long");
    assert.ok(performance.now() - started < 500);
  });

  test("common ones and one's own names are refused only where the policy says so, and never repeated", async () => {
    const own = ["ada.lovelace@acme.example", "ada.lovelace"];
    for (const password of ["1234567890", "Ada.Lovelace@acme.example", "ADA.LOVELACE"]) {
      const problem = await findPasswordProblem(password, policy, own);
      assert.ok(problem !== undefined && !problem.includes(password), password);
      assert.equal(await findPasswordProblem(password, { ...policy, checkCommon: false }, own), undefined);
    }
    assert.equal(await findPasswordProblem("ada.lovelace has a long password", policy, own), undefined);
  });
});
