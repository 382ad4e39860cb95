/** Whether memory grows with the number of requests: measured after everything that is not needed was thrown away. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Sample {
  readonly requests: number;
  readonly heapBytes: number;
  /** With what libraries hold outside of the heap. */
  readonly residentBytes: number;
}

export async function takeSample(requests: number): Promise<Sample> {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("the garbage cannot be collected");
  // What ends with a turn of the event loop is let go of only then.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    collect();
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { requests, heapBytes: heapUsed, residentBytes: rss };
}

/** What is compiled and remembered once comes first, and is no growth. */
const WARM_UP = 0.3;
/** Of a leak that matters: every request would leave as much as a short text behind. */
export const MOST_BYTES_A_REQUEST = 40;

/** The slope of the line that fits best, in bytes of the heap for each request. */
export function growth(samples: readonly Sample[]): number {
  const most = samples.at(-1)?.requests ?? 0;
  const late = samples.filter(({ requests }) => requests >= most * WARM_UP);
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ heapBytes }) => heapBytes)];
  const spread = late.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
  return spread === 0
    ? 0
    : late.reduce((sum, { requests, heapBytes }) => sum + (requests - x) * (heapBytes - y), 0) / spread;
}
