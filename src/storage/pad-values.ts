const SIZES = [1, 5, 20, 50, 100, 200, 500];
const LARGEST = 500;

/**
 * For a list of values in a statement: the last one is repeated until they are one of a few numbers. Each number of
 * values makes another statement, and only so many are known to the database by name, which spares it to plan them each
 * time.
 */
export function padValues<T>(values: readonly T[]): readonly T[] {
  const size = SIZES.find((one) => one >= values.length) ?? Math.ceil(values.length / LARGEST) * LARGEST;
  const last = values.slice(-1);
  return [...values, ...Array.from({ length: size - values.length }, () => last).flat()];
}
