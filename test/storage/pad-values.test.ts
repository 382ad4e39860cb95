import assert from "node:assert/strict";
import { test } from "node:test";
import { padValues } from "../../src/storage/pad-values.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test("lists of any length are filled up to a few lengths, with nothing that was not in them", () => {
  for (const count of [1, 2, 5, 6, 37, 50, 51, 200, 500]) {
    const filled = padValues(numbers(count));
    assert.deepEqual(filled.slice(0, count), numbers(count));
    assert.ok(filled.slice(count).every((value) => value === count - 1));
  }
  // Also beyond the largest: somebody else may say how many there are.
  assert.equal(padValues(numbers(501)).length, 1_000);
  assert.equal(padValues(numbers(1_400)).length, 1_500);
  assert.equal(new Set(numbers(500).map((count) => padValues(numbers(count + 1)).length)).size, 7);
});

test("what is empty stays empty", () => {
  assert.deepEqual(padValues([]), []);
});
