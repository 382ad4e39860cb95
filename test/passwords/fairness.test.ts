/** Whose password is hashed, and when: counted in turns of a thread that the test moves on by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as soon } from "node:timers/promises";
import { SignetError } from "../../src/errors/signet-error.ts";
import { openPool, type PoolOptions } from "../../src/passwords/pool.ts";
import type { Threads } from "../../src/passwords/threads.ts";
import type { HashRequester } from "../../src/passwords/turns.ts";

const derivation = (name: string) => ({
  message: Buffer.from(name),
  salt: new Uint8Array(8),
  tagLength: 16,
  parameters: { memory: 8, passes: 1, parallelism: 1 },
});

/** Each asks by a name; `served` has the names in the order in which their hashing began. */
function openStage(options: Partial<PoolOptions> = {}) {
  const served: string[] = [];
  const running: (() => void)[] = [];
  const refused: string[] = [];
  const threads: Threads = {
    derive: ({ message }) =>
      new Promise((resolve) => {
        served.push(Buffer.from(message).toString());
        running.push(() => resolve(new Uint8Array(16)));
      }),
    count: () => 1,
    stop: async () => {},
  };
  const pool = openPool(threads, {
    most: 1,
    queue: 32,
    places: { person: 2, address: 8 },
    patienceMs: 60_000,
    ...options,
  });
  const asked: Promise<unknown>[] = [];
  return {
    pool,
    served,
    refused,
    ask(name: string, who: HashRequester) {
      const isRefused = (error: unknown) => {
        assert.ok(error instanceof SignetError && error.code === "overloaded");
        refused.push(name);
      };
      asked.push(pool.derive(derivation(name), who).catch(isRefused));
    },
    /** One that is being hashed is done, and the next begins. */
    async turn() {
      running.shift()?.();
      await soon();
    },
    async finish() {
      while (pool.load().accepted > 0) {
        running.shift()?.();
        await soon();
      }
      await Promise.all(asked);
      await pool.close();
    },
  };
}

const at = (address: string, person: string): HashRequester => ({ address, person });

test("after five hundred requests of one person, a stranger is next, from elsewhere and from the same address", async () => {
  for (const address of ["elsewhere", "here"]) {
    const stage = openStage();
    for (let n = 0; n < 500; n++) stage.ask(`flood ${n}`, at("here", "flooder"));
    stage.ask("stranger", at(address, "stranger"));
    await stage.turn();
    assert.deepEqual(stage.served, ["flood 0", "stranger"]);
    await soon();
    assert.equal(stage.refused.length, 498, "two places: one is hashed, one waits");
    await stage.finish();
    assert.deepEqual(stage.served, ["flood 0", "stranger", "flood 1"]);
  }
});

test("a person who goes on asking as soon as a place is free never gets two turns before a stranger gets one", async () => {
  const stage = openStage();
  stage.ask("flood", at("here", "flooder"));
  stage.ask("flood", at("here", "flooder"));
  for (let n = 0; n < 20; n++) {
    stage.ask(`stranger ${n}`, at("here", `stranger ${n}`));
    stage.ask("flood", at("here", "flooder"));
    await stage.turn();
    assert.equal(stage.served.at(-1), `stranger ${n}`);
    stage.ask("flood", at("here", "flooder"));
    await stage.turn();
  }
  await stage.finish();
});

test("a person has no more places by coming from many addresses, and an address none by naming many people", async () => {
  const stage = openStage();
  for (let n = 0; n < 50; n++) stage.ask("traveller", at(`address ${n}`, "traveller"));
  for (let n = 0; n < 50; n++) stage.ask("crowd", at("one address", `person ${n}`));
  await soon();
  assert.equal(stage.refused.filter((name) => name === "traveller").length, 48);
  assert.equal(stage.refused.filter((name) => name === "crowd").length, 42);
  await stage.finish();
  assert.equal(stage.pool.load().accepted, 0);
});

test("addresses take turns, however many wait at one of them", async () => {
  const stage = openStage();
  for (let n = 0; n < 8; n++) stage.ask("crowd", at("crowd", `person ${n}`));
  stage.ask("b", at("b", "b"));
  stage.ask("c", at("c", "c"));
  await stage.turn();
  await stage.turn();
  assert.deepEqual(stage.served, ["crowd", "b", "c"]);
  await stage.finish();
  assert.equal(stage.served.length, 10, "and nobody is forgotten");
});

test("when every place is taken, who has the most gives way to who has none; among equals the newcomer is refused", async () => {
  const stage = openStage({ queue: 4 });
  for (let n = 0; n < 5; n++) stage.ask(`crowd ${n}`, at("crowd", `person ${n}`));
  stage.ask("crowd 5", at("crowd", "person 5"));
  stage.ask("one", at("one", "one"));
  stage.ask("two", at("two", "two"));
  stage.ask("three", at("three", "three"));
  await soon();
  assert.deepEqual(stage.refused, ["crowd 5", "crowd 4", "crowd 3", "crowd 2"]);
  stage.ask("four", at("four", "four"));
  await soon();
  assert.deepEqual(stage.refused.slice(4), ["four"], "one waits at each address");
  assert.equal(stage.pool.load().accepted, 5);
  await stage.finish();
  assert.deepEqual(stage.served, ["crowd 0", "one", "two", "three", "crowd 1"]);
});

test("whoever was refused or has waited too long leaves no place behind", async () => {
  const stage = openStage({ patienceMs: 1 });
  for (let round = 0; round < 3; round++) {
    stage.ask("first", at("here", "me"));
    stage.ask("late", at("here", "me"));
    stage.ask("too many", at("here", "me"));
    while (stage.refused.length < 2 * (round + 1)) await soon();
    await stage.turn();
    assert.equal(stage.pool.load().accepted, 0);
  }
  assert.deepEqual(stage.served, ["first", "first", "first"]);
  await stage.finish();
});
