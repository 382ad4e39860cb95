/** The few numbers that many measurements are summed up by. */

/** Of values in ascending order. */
export function percentile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** What is no number was not measured, and does not count. */
export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  if (sorted.length === 0) return Number.NaN;
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.ceil(sorted.length / 2) - 1;
  return ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2;
}

/** How much y grows with each unit of x, by least squares. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const above = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const below = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
