/** That the measure of memory sees what is kept, and does not take for growth what is let go of. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { growth, MOST_BYTES_A_REQUEST, type Sample, takeSample } from "./memory.ts";

async function sampled(work: (requests: number) => void): Promise<Sample[]> {
  const samples = [];
  for (let requests = 0; requests <= 20_000; requests += 2_000) {
    work(requests);
    samples.push(await takeSample(requests));
  }
  return samples;
}

test("a hundred bytes that every request leaves behind are seen", async () => {
  const kept: string[] = [];
  const leak = (requests: number) => {
    for (let index = 0; index < 2_000; index++) kept.push(`${requests}.${index}`.padEnd(100, `${index} `));
  };
  const bytes = growth(await sampled(leak));
  assert.ok(bytes > 2 * MOST_BYTES_A_REQUEST, `${bytes} bytes a request, of ${kept.length}`);
});

test("what is let go of again is none", async () => {
  let last: string[] = [];
  const bytes = growth(
    await sampled((requests) => {
      last = Array.from({ length: 2_000 }, (_, index) => `${requests}.${index}`.padEnd(100, `${index} `));
    }),
  );
  assert.ok(bytes < MOST_BYTES_A_REQUEST, `${bytes} bytes a request, with the last ${last.length}`);
});

test("what is remembered at the beginning is none either", () => {
  const samples = Array.from({ length: 20 }, (_, index) => ({
    requests: index * 1_000,
    heapBytes: 50e6 + Math.min(index, 4) * 5e6 + (index % 3) * 1_000,
    residentBytes: 0,
  }));
  assert.ok(Math.abs(growth(samples)) < 1);
});
