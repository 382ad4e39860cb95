import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Needles, SHORTEST_NEEDLE } from "./needles.ts";

describe("looking for many texts at once", () => {
  const needle = fc.string({ minLength: SHORTEST_NEEDLE, maxLength: 40, unit: fc.constantFrom("a", "b", "é", "0") });
  const hay = fc.string({ maxLength: 400, unit: fc.constantFrom("a", "b", "é", "0") });

  test("finds what looking for one after the other finds, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(needle, { maxLength: 20 }), hay, fc.nat(), (needles, text, at) => {
        const planted = text.slice(0, at % (text.length + 1)) + (needles[0] ?? "") + text.slice(at % (text.length + 1));
        const expected = [...new Set(needles)].filter((one) => planted.includes(one));
        assert.deepEqual(new Needles(needles).in(planted).toSorted(), expected.toSorted());
      }),
    );
  });

  test("takes a thousand of them through ten megabytes in a moment", () => {
    const needles = new Needles(Array.from({ length: 1_000 }, () => crypto.randomUUID()));
    const text = Buffer.alloc(10 << 20, "The quick brown fox jumps over the lazy dog. ");
    const started = process.cpuUsage();
    assert.deepEqual(needles.in(text), []);
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms`);
  });
});
