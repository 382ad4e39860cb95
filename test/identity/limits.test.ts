import assert from "node:assert/strict";
import { test } from "node:test";
import { accountSubject, unknownNameSubject } from "../../src/identity/limits/attempts.ts";
import {
  defaultThrottle,
  forgetAttempts,
  giveBackAttempt,
  oldAttempts,
  takeAttempt,
} from "../../src/identity/limits/proof-attempts.ts";
import { expiredAssertions, useAssertion } from "../../src/identity/limits/used-assertions.ts";
import { expiredRevocations, revokeToken } from "../../src/identity/sessions/revoked-tokens.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

onEachEngine("limits", (stage) => {
  const db = () => stage.world.storage.db;

  test("five guesses are free, then each waits longer, and from the tenth on a quarter of an hour", async () => {
    const subject = accountSubject("slow");
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      assert.equal((await takeAttempt(db(), subject)).outcome, "won", `attempt ${attempt}`);
      const next = await takeAttempt(db(), subject);
      if (attempt < 5) {
        // It was counted as well: go on from there.
        assert.equal(next.outcome, "won");
        attempt++;
        if (attempt < 5) continue;
      }
      const blocked = await takeAttempt(db(), subject);
      assert.ok(blocked.outcome === "lost");
      waits.push(Math.ceil(blocked.retryAfterMs / 1000));
      await stage.database.advance(blocked.retryAfterMs + 1);
    }
    assert.ok(
      waits.every((wait, i) => i === 0 || wait >= (waits[i - 1] ?? 0)),
      String(waits),
    );
    assert.equal(waits.at(-1), defaultThrottle.blockSeconds);
    assert.ok((waits[0] ?? 0) <= 4);
  });

  test("knocking on while it is blocked does not make it longer", async () => {
    const subject = accountSubject("victim");
    for (let i = 0; i < 5; i++) await takeAttempt(db(), subject);
    const first = await takeAttempt(db(), subject);
    for (let i = 0; i < 50; i++) await takeAttempt(db(), subject);
    const last = await takeAttempt(db(), subject);
    assert.ok(first.outcome === "lost" && last.outcome === "lost" && last.retryAfterMs <= first.retryAfterMs);
  });

  test("a right proof, or an hour of silence, starts anew; one account does not slow another", async () => {
    const subject = accountSubject("right");
    for (let i = 0; i < 5; i++) await takeAttempt(db(), subject);
    assert.equal((await takeAttempt(db(), accountSubject("somebody else"))).outcome, "won");
    await forgetAttempts(db(), subject);
    for (let i = 0; i < 5; i++) assert.equal((await takeAttempt(db(), subject)).outcome, "won");
    await stage.database.advance(3_600_001);
    for (let i = 0; i < 5; i++) assert.equal((await takeAttempt(db(), subject)).outcome, "won");
    assert.equal((await takeAttempt(db(), subject)).outcome, "lost");
  });

  test("right proofs from one address never slow it down, and do not free it from the wrong ones", async () => {
    const rules = { delayAfter: 3, blockAfter: 5, blockSeconds: 900 };
    for (let i = 0; i < 20; i++) {
      assert.equal((await takeAttempt(db(), "address:office", rules)).outcome, "won", `sign-in ${i}`);
      await giveBackAttempt(db(), "address:office");
    }
    for (let i = 0; i < 3; i++) assert.equal((await takeAttempt(db(), "address:office", rules)).outcome, "won");
    assert.equal((await takeAttempt(db(), "address:office", rules)).outcome, "lost");
    await stage.database.advance(10_000);
    assert.equal(
      (await takeAttempt(db(), "address:office", rules)).outcome,
      "won",
      "the wait is over, and this one was right",
    );
    await giveBackAttempt(db(), "address:office");
    assert.equal((await takeAttempt(db(), "address:office", rules)).outcome, "won", "so the next person does not wait");
    assert.equal((await takeAttempt(db(), "address:office", rules)).outcome, "lost", "who is wrong does");
    await giveBackAttempt(db(), "address:nobody");
    assert.equal((await takeAttempt(db(), "address:nobody", rules)).outcome, "won");
  });

  test("what somebody typed as a name is not stored", async () => {
    const subject = unknownNameSubject("my-password-by-mistake", Buffer.alloc(32, 1));
    assert.ok(!subject.includes("my-password"));
    assert.notEqual(subject, unknownNameSubject("my-password-by-mistake", Buffer.alloc(32, 2)));
  });

  test("an assertion works once for its issuer, and an endless jti never", async () => {
    const assertion = { issuer: "a", jti: "1", expiresAt: Date.now() + 60_000 };
    assert.equal(await useAssertion(db(), assertion), "won");
    assert.equal(await useAssertion(db(), assertion), "lost");
    assert.equal(await useAssertion(db(), { ...assertion, issuer: "b" }), "won");
    assert.equal(await useAssertion(db(), { ...assertion, jti: "x".repeat(257) }), "lost");
  });

  test("the sweeps keep what still matters and remove the rest", async () => {
    const at = await stage.world.storage.now();
    await useAssertion(db(), { issuer: "sweep", jti: "soon", expiresAt: at + 1_000 });
    await useAssertion(db(), { issuer: "sweep", jti: "late", expiresAt: at + 3_600_000 });
    await stage.world.storage.transaction((tx) =>
      revokeToken(tx, { id: "short", expiresAt: at + 1_000, userId: "u" }, by),
    );
    await stage.world.storage.transaction((tx) =>
      revokeToken(tx, { id: "long", expiresAt: at + 86_400_000, userId: "u" }, by),
    );
    await takeAttempt(db(), "sweep");
    await stage.database.advance(2 * 3_600_000);
    await takeAttempt(db(), "keep");
    await useAssertion(db(), { issuer: "sweep", jti: "new", expiresAt: at + 3 * 3_600_000 });
    await sweepOnce(db(), [expiredAssertions, expiredRevocations, oldAttempts]);
    const jtis = await db().selectFrom("used_assertions").select("jti").where("issuer", "=", "sweep").execute();
    assert.deepEqual(
      jtis.map((row) => row.jti),
      ["new"],
    );
    assert.deepEqual(
      (await db().selectFrom("revoked_tokens").select("id").execute()).map((row) => row.id),
      ["long"],
    );
    const subjects = (await db().selectFrom("proof_attempts").select("subject").execute()).map((row) => row.subject);
    assert.ok(subjects.includes("keep") && !subjects.includes("sweep"));
  });
});
