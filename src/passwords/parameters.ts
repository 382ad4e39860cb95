/** What one argon2id hash costs to make, and so to guess. */
export interface Parameters {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's first choice for argon2id on servers: about 50 ms and 19 MiB a check. */
export const currentParameters: Parameters = { memory: 19_456, passes: 2, parallelism: 1 };

// Generous for any real deployment. A damaged row must not take all the memory, or a thread for minutes.
const MAX_MEMORY = 2 * 1024 * 1024;
const MAX_PASSES = 64;
const MAX_PARALLELISM = 16;

export function areUsable({ memory, passes, parallelism }: Parameters): boolean {
  return (
    isBetween(parallelism, 1, MAX_PARALLELISM) &&
    isBetween(passes, 1, MAX_PASSES) &&
    // RFC 9106 §3.1: at least eight blocks of 1 KiB for every lane.
    isBetween(memory, 8 * parallelism, MAX_MEMORY)
  );
}

export function areEqual(one: Parameters, other: Parameters): boolean {
  return one.memory === other.memory && one.passes === other.passes && one.parallelism === other.parallelism;
}

function isBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
