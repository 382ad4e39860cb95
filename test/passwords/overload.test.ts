import assert from "node:assert/strict";
import { test } from "node:test";
import { SignetError } from "../../src/errors/signet-error.ts";
import { openPasswords, signetItself } from "../../src/passwords/passwords.ts";

const cheap = { memory: 64, passes: 1, parallelism: 1 };
/** What one person and one address may have is another subject: fairness.test.ts. */
const places = { person: 100, address: 100 };
const fails = (code: string) => (error: unknown) => error instanceof SignetError && error.code === code;

test("what finds the queue full is refused as overloaded, what was in it is answered, and later calls work again", async () => {
  const passwords = openPasswords({ threads: 1, maxQueue: 2, places, parameters: cheap });
  const hash = await passwords.hash("correct horse", signetItself);

  for (let storm = 0; storm < 2; storm++) {
    const accepted = [
      passwords.verify(hash, "correct horse", signetItself),
      passwords.verify(hash, "wrong", signetItself),
      passwords.verifyNobody("wrong", signetItself),
    ];
    const refused = [
      passwords.verify(hash, "correct horse", signetItself),
      passwords.verifyNobody("wrong", signetItself),
      passwords.hash("another", signetItself),
    ];
    await Promise.all(refused.map((call) => assert.rejects(call, fails("overloaded"))));
    assert.deepEqual(await Promise.all(accepted), ["right", "wrong", "wrong"]);
  }
  assert.equal(await passwords.verify(hash, "correct horse", signetItself), "right");
  await passwords.close();
});

test("a storm that meets a service which has hashed nothing yet is bounded just as well", async () => {
  const passwords = openPasswords({ threads: 1, maxQueue: 3, places, parameters: cheap });
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => passwords.hash("correct horse", signetItself)),
  );
  const accepted = results.slice(0, 4);
  const refused = results.slice(4);
  assert.ok(accepted.every(({ status }) => status === "fulfilled"));
  assert.ok(refused.every((result) => result.status === "rejected" && fails("overloaded")(result.reason)));
  await passwords.close();
});

test("whoever has waited too long is refused, and what is being hashed is finished", async () => {
  const slow = { memory: 65_536, passes: 8, parallelism: 1 };
  const passwords = openPasswords({ threads: 1, maxQueue: 5, places, parameters: slow, patienceMs: 20 });
  const [first, ...others] = await Promise.allSettled(
    Array.from({ length: 4 }, () => passwords.hash("correct horse", signetItself)),
  );
  assert.equal(first?.status, "fulfilled");
  for (const other of others) assert.ok(other.status === "rejected" && fails("overloaded")(other.reason));
  assert.deepEqual(passwords.load(), { accepted: 0, capacity: 6, refused: 3 });
  assert.equal(await passwords.verifyNobody("correct horse", signetItself), "wrong", "the place is free again");
  await passwords.close();
});

test("those who wait are hashed in the order in which they came", async () => {
  const passwords = openPasswords({ threads: 1, maxQueue: 10, places, parameters: cheap });
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => passwords.hash("correct horse", signetItself).then(() => order.push(n))),
  );
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7]);
  await passwords.close();
});

test("with no queue at all each thread still takes a password", async () => {
  const passwords = openPasswords({ threads: 2, maxQueue: 0, places, parameters: cheap });
  const calls = [
    passwords.hash("one", signetItself),
    passwords.hash("two", signetItself),
    passwords.hash("three", signetItself),
  ];
  const [one, two, three] = await Promise.allSettled(calls);
  assert.equal(one?.status, "fulfilled");
  assert.equal(two?.status, "fulfilled");
  assert.ok(three?.status === "rejected" && fails("overloaded")(three.reason));
  await passwords.close();
});

test("a stop answers what was accepted and refuses what comes after", async () => {
  const passwords = openPasswords({ threads: 1, places, parameters: cheap });
  const accepted = Array.from({ length: 5 }, () => passwords.hash("correct horse", signetItself));
  const closed = passwords.close();
  await assert.rejects(passwords.hash("correct horse", signetItself), fails("stopping"));
  assert.equal((await Promise.all(accepted)).length, 5);
  await closed;
  await passwords.close();
  await assert.rejects(passwords.verifyNobody("correct horse", signetItself), fails("stopping"));
});

test("a stop is at once when nothing was ever hashed", async () => {
  await openPasswords().close();
});
