/** How long something took, said in what others take on the same machine at the same time. */
const REMEMBERED = 1_000;
/** With fewer than that nobody knows what is usual. */
const ENOUGH = 50;

export class Usual {
  readonly #latest: number[] = [];
  #seen = 0;

  /** How many times as long as usual it took. */
  compare(milliseconds: number): number {
    const usual = this.#latest.length < ENOUGH ? milliseconds : median(this.#latest);
    this.#latest[this.#seen++ % REMEMBERED] = milliseconds;
    return usual === 0 ? 1 : milliseconds / usual;
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
