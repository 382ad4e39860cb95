import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import { test } from "node:test";
import { openPasswords, signetItself } from "../../src/passwords/passwords.ts";

const ROUNDS = 7;

test("the time of an answer does not tell whether the user exists or the password was too long", async () => {
  const passwords = openPasswords({ threads: 1 });
  const hash = await passwords.hash("correct horse", signetItself);
  const attempts = {
    right: () => passwords.verify(hash, "correct horse", signetItself),
    wrong: () => passwords.verify(hash, "wrong horse", signetItself),
    nobody: () => passwords.verifyNobody("correct horse", signetItself),
    tooLong: () => passwords.verify(hash, "x".repeat(60_000), signetItself),
    tooLongForNobody: () => passwords.verifyNobody("x".repeat(60_000), signetItself),
  };
  const times = new Map<string, number[]>();
  // Interleaved, so that a slow second of the machine slows them all.
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, attempt] of Object.entries(attempts)) {
      const start = performance.now();
      await attempt();
      times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
    }
  }
  await passwords.close();

  const right = median(times.get("right"));
  // The comparison means nothing unless there is a cost to compare.
  assert.ok(right > 5, `a check took ${right} ms`);
  for (const [name, values] of times) {
    const ratio = median(values) / right;
    assert.ok(ratio > 0.5 && ratio < 2, `${name} took ${ratio} times as long as a right password`);
  }
});

test("other requests go on while passwords are hashed", async () => {
  const passwords = openPasswords({ threads: 2, places: { person: 8 } });
  const hashing = await turnsDuring(() =>
    Promise.all(Array.from({ length: 8 }, () => passwords.hash("correct horse", signetItself))),
  );
  await passwords.close();

  // The twin: on the main thread the same work leaves hardly a turn between two hashes.
  const blocking = await turnsDuring(async () => {
    for (let i = 0; i < 8; i++) {
      argon2Sync("argon2id", {
        message: "x",
        nonce: "some salt",
        tagLength: 32,
        memory: 19_456,
        passes: 2,
        parallelism: 1,
      });
      await new Promise(setImmediate);
    }
  });
  assert.ok(hashing > 200, `the event loop turned ${hashing} times`);
  assert.ok(blocking < 50, `the event loop turned ${blocking} times`);
});

async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await new Promise(setImmediate);
      turns++;
    }
  })();
  await work();
  isDone = true;
  await counting;
  return turns;
}

function median(values: number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
