/** How long things last: in seconds for the API, in the largest unit that leaves nothing over for people. */
export const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;
export type Unit = (typeof units)[number][0];

export interface Duration {
  readonly amount: number | string;
  readonly unit: Unit;
}

/** `empty`: the unit of what is not a number, where one will be typed. */
export function inUnits(seconds: number, empty: Unit = "second"): Duration {
  if (Number.isNaN(seconds)) return { amount: "", unit: empty };
  const [unit, size] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["second", 1];
  return { amount: seconds / size, unit };
}

/** What is no number is not a number of seconds either. */
export function toSeconds({ amount, unit }: Duration): number {
  const size = units.find(([name]) => name === unit)?.[1] ?? 1;
  return amount === "" ? Number.NaN : Math.round(Number(amount) * size);
}

export function nameOfUnit(unit: Unit, amount: number | string): string {
  return Number(amount) === 1 ? unit : `${unit}s`;
}

/** "15 minutes" */
export function durationInWords(seconds: number): string {
  const { amount, unit } = inUnits(seconds);
  return `${amount} ${nameOfUnit(unit, amount)}`;
}
