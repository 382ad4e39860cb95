import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { openThreads } from "../../src/passwords/threads.ts";

const derivation = {
  message: new TextEncoder().encode("correct horse"),
  salt: new TextEncoder().encode("some salt"),
  tagLength: 32,
  parameters: { memory: 64, passes: 1, parallelism: 1 },
};

test("there are no threads, and the pool's library is not even loaded, until the first password", async () => {
  const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes("/piscina/"));
  const threads = openThreads({ most: 2 });
  assert.equal(threads.count(), 0);
  assert.equal(isLoaded(), false);

  await threads.derive(derivation);
  assert.equal(threads.count(), 1);
  assert.equal(isLoaded(), true);
  await threads.stop();
  assert.equal(threads.count(), 0);
});

test("there are never more threads than allowed", async () => {
  const threads = openThreads({ most: 2 });
  const answers = Array.from({ length: 20 }, () => threads.derive(derivation));
  await Promise.race(answers);
  assert.equal(threads.count(), 2);
  await Promise.all(answers);
  assert.equal(threads.count(), 2);
  await threads.stop();
});

test("who came first is answered first", async () => {
  const threads = openThreads({ most: 1 });
  await threads.derive(derivation);
  const order: number[] = [];
  await Promise.all(Array.from({ length: 20 }, (_, place) => threads.derive(derivation).then(() => order.push(place))));
  assert.deepEqual(order, [...Array(20).keys()]);
  await threads.stop();
});

test("threads end after a quiet while and come back when they are needed", async () => {
  const threads = openThreads({ most: 1, idleTimeoutMs: 50 });
  const before = await threads.derive(derivation);
  assert.equal(threads.count(), 1);
  for (let waited = 0; threads.count() > 0 && waited < 2000; waited += 20) await sleep(20);
  assert.equal(threads.count(), 0);
  assert.deepEqual(await threads.derive(derivation), before);
  await threads.stop();
});

test("what waits for a thread that cannot start is answered with an error, and so is what comes later", async () => {
  const threads = openThreads({ most: 1, workerFile: join(import.meta.dirname, "no-such-worker.ts") });
  const warned = once(process, "warning");
  const answers = await Promise.allSettled([threads.derive(derivation), threads.derive(derivation)]);
  for (const answer of answers)
    assert.ok(answer.status === "rejected" && /could not be hashed/.test(answer.reason.message));
  const [warning] = await warned;
  assert.match(warning.message, /no-such-worker/);
  await assert.rejects(threads.derive(derivation), /could not be hashed/);
  await threads.stop();
});

test("a computation that fails leaves the others alone", async () => {
  const threads = openThreads({ most: 1 });
  const impossible = { ...derivation, parameters: { ...derivation.parameters, memory: 1 } };
  const answers = await Promise.allSettled([
    threads.derive(derivation),
    threads.derive(impossible),
    threads.derive(derivation),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  await threads.stop();
});
