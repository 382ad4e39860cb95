/**
 * What would be the same work many times over is divided among the runs of `npm test`: each takes one of several
 * choices, which one follows from the seed that the run prints, and from the name of what is divided. Runs whose seeds
 * follow each other take one choice after the other. Where no seed is given, as in `npm run test:all` or when a file is
 * run alone, all of them are taken.
 */
import { createHash } from "node:crypto";

export function oneOf<T>(name: string, choices: readonly T[], seed = process.env.TEST_SEED): readonly T[] {
  if (seed === undefined) return choices;
  const number = createHash("sha256").update(name).digest().readUInt32BE();
  const turn = (number + Number(seed)) % choices.length;
  return choices.slice(turn, turn + 1);
}

/** Whether it is the turn of something that one in two runs of `npm test` does. */
export function isDue(name: string, seed = process.env.TEST_SEED): boolean {
  return oneOf(name, [true, false], seed).includes(true);
}

/** Of what is tried again and again because chance is in it, a run of `npm test` makes a quarter. */
export function rounds(whole: number, seed = process.env.TEST_SEED): number {
  return seed === undefined ? whole : Math.ceil(whole / 4);
}
