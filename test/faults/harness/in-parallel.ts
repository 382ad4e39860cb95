/** The same work many times, a few at once. */
const AT_ONCE = 8;

export async function inParallel<T>(count: number, work: (n: number) => Promise<T>, atOnce = AT_ONCE): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const line = async () => {
    for (let n = next++; n < count; n = next++) results[n] = await work(n);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, line));
  return results;
}
