/** What was written after `npm test --`. */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

export interface Words {
  readonly all: boolean;
  /** Nothing is divided where there is none. */
  readonly seed: number | undefined;
  /** Parts of paths. */
  readonly wanted: readonly string[];
}

export function readWords(words: readonly string[]): Words {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      all: { type: "boolean", default: false },
      both: { type: "boolean", default: false },
      seed: { type: "string" },
    },
    allowPositionals: true,
  });
  const { all, both, seed = process.env.TEST_SEED } = values;
  if (seed !== undefined && !/^\d{1,9}$/.test(seed)) throw new Error(`--seed takes a number, and not ${seed}`);
  return { all, seed: all || both ? undefined : Number(seed ?? randomInt(10_000)), wanted: positionals };
}
