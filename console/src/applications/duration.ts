/** Lifetimes as people say them: a number and a unit. */
export const units = ["seconds", "minutes", "hours", "days"] as const;
export type Unit = (typeof units)[number];

const SECONDS: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

export interface Duration {
  /** Empty: as the instance says. */
  readonly amount: number | "";
  readonly unit: Unit;
}

/** In the largest unit that needs no fraction; 36 hours stay hours, 48 are two days. */
export function toDuration(seconds: number | undefined, unit: Unit): Duration {
  if (seconds === undefined) return { amount: "", unit };
  const fitting = units.findLast((one) => seconds >= SECONDS[one] && seconds % SECONDS[one] === 0) ?? "seconds";
  return { amount: seconds / SECONDS[fitting], unit: fitting };
}

export function toSeconds({ amount, unit }: Duration): number | undefined {
  return amount === "" ? undefined : Math.round(amount * SECONDS[unit]);
}

export function inWords(seconds: number): string {
  const { amount, unit } = toDuration(seconds, "seconds");
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
