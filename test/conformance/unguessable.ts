/**
 * How certification measures whether a value can be guessed: the Shannon entropy of its characters, times its length.
 */
import assert from "node:assert/strict";

const LEAST_BITS = 96;
const LEAST_BYTES = 16;

function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / value.length);
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) * value.length;
}

export function assertUnguessable(values: readonly string[]): void {
  assert.equal(new Set(values).size, values.length, "each is another one");
  for (const value of values) {
    assert.match(value, /^[\x20-\x7e]+$/, "RFC 6749 appendix A: visible characters");
    assert.ok(Buffer.byteLength(value) >= LEAST_BYTES, value);
    assert.ok(entropyOf(value) > LEAST_BITS, `${value} has ${entropyOf(value)} bits`);
  }
}
