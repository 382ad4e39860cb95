import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type KeyTimes, PUBLISH_RETIRED_MS, statusOf } from "../../src/keys/lifecycle.ts";

const HOUR = 3_600_000;
const key = (id: string, activatesAt: number, more: Partial<KeyTimes> = {}): KeyTimes => ({
  id,
  algorithm: "ES256",
  createdAt: 0,
  activatesAt,
  revokedAt: null,
  ...more,
});
const states = (keys: KeyTimes[], now: number) =>
  Object.fromEntries(statusOf(keys, now).map(({ key: { id }, state }) => [id, state]));
const inSet = (keys: KeyTimes[], now: number) =>
  statusOf(keys, now).flatMap((status) => (status.inKeySet ? [status.key.id] : []));

describe("the life of a key", () => {
  const keys = [key("first", 100), key("second", 200), key("third", 300)];

  test("follows from the time alone: published, then active, then retired", () => {
    assert.deepEqual(states(keys, 99), { first: "published", second: "published", third: "published" });
    assert.deepEqual(states(keys, 100), { first: "active", second: "published", third: "published" });
    assert.deepEqual(states(keys, 199), { first: "active", second: "published", third: "published" });
    assert.deepEqual(states(keys, 200), { first: "retired", second: "active", third: "published" });
    assert.deepEqual(states(keys, 300), { first: "retired", second: "retired", third: "active" });
  });

  test("in the key set ends 25 hours after it signed for the last time, and not before", () => {
    assert.equal(PUBLISH_RETIRED_MS, 25 * HOUR);
    assert.deepEqual(inSet(keys, 200 + 25 * HOUR - 1), ["first", "second", "third"]);
    assert.deepEqual(inSet(keys, 200 + 25 * HOUR), ["second", "third"]);
  });

  test("ends when it is revoked, whatever it was before", () => {
    for (const now of [0, 100, 200, 10_000]) {
      const revoked = keys.map((other) => (other.id === "first" ? { ...other, revokedAt: 1 } : other));
      assert.equal(states(revoked, now).first, "revoked");
      assert.ok(!inSet(revoked, now).includes("first"));
    }
  });

  test("of one algorithm does not depend on the keys of another", () => {
    const mixed = [...keys, key("rsa", 150, { algorithm: "RS256" })];
    assert.deepEqual(states(mixed, 250), { first: "retired", second: "active", third: "published", rsa: "active" });
  });

  test("has one active key an algorithm from the moment there is one, on every node alike", () => {
    const times = fc.record({ id: fc.uuid(), at: fc.integer({ min: 0, max: 20 }), revoked: fc.boolean() });
    fc.assert(
      fc.property(
        fc.uniqueArray(times, { selector: ({ id }) => id, maxLength: 8 }),
        fc.integer({ min: 0, max: 25 }),
        (rows, now) => {
          const all = rows.map(({ id, at, revoked }) => key(id, at, { revokedAt: revoked ? 1 : null }));
          const active = statusOf(all, now).filter(({ state }) => state === "active");
          const due = all.filter((one) => one.revokedAt === null && one.activatesAt <= now);
          assert.equal(active.length, due.length === 0 ? 0 : 1);
          for (const { key: one } of active) assert.ok(due.every((other) => other.activatesAt <= one.activatesAt));
          assert.deepEqual(states(all.toReversed(), now), states(all, now));
        },
      ),
    );
  });
});
