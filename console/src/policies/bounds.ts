/**
 * Within which bounds the API takes a number: they are said before it is asked. A test holds them against the API's.
 */
import { durationInWords } from "../parts/forms/durations.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const between = (least: number, most: number): Bounds => ({ least, most });

export const bounds = {
  password: { minLength: between(8, 256) },
  sessions: { idleSeconds: between(5 * minute, 90 * day), absoluteSeconds: between(5 * minute, 400 * day) },
  throttling: { delayAfter: between(1, 100), blockAfter: between(2, 1000), blockSeconds: between(minute, day) },
  tokens: { sessionsPerApplication: between(100, 10_000) },
  lifetimes: {
    accessToken: between(1, day),
    idToken: between(1, day),
    refreshIdle: between(1, 400 * day),
    refreshAbsolute: between(1, 400 * day),
    refreshGrace: between(0, 10 * minute),
  },
  events: { retentionDays: between(1, 3650) },
} as const;

const isWithin = (value: unknown, { least, most }: Bounds) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** For `validate` of a form. */
export function count(allowed: Bounds): (value: unknown) => string | null {
  return (value) => (isWithin(value, allowed) ? null : `Enter a number from ${allowed.least} to ${allowed.most}`);
}

export function duration(allowed: Bounds): (value: unknown) => string | null {
  const range = `from ${durationInWords(allowed.least)} to ${durationInWords(allowed.most)}`;
  return (value) => (isWithin(value, allowed) ? null : `Choose a time ${range}`);
}
