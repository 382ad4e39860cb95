/** A time: how long ago, and exactly when on hover. */
import { Text, Tooltip } from "@mantine/core";

const STEPS = [
  ["second", 60],
  ["minute", 60],
  ["hour", 24],
  ["day", 30],
  ["month", 12],
  ["year", Number.POSITIVE_INFINITY],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

export function relativeTime(at: string, now = Date.now()): string {
  let value = (Date.parse(at) - now) / 1000;
  if (Math.abs(value) < 45) return value <= 0 ? "just now" : "in a moment";
  for (const [unit, size] of STEPS) {
    if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
    value /= size;
  }
  return at;
}

export function exactTime(at: string): string {
  return exact.format(new Date(at));
}

export function When({ at, none = "never" }: { at: string | undefined | null; none?: string }) {
  if (at === undefined || at === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return (
    <Tooltip label={exactTime(at)}>
      <time dateTime={at}>{relativeTime(at)}</time>
    </Tooltip>
  );
}
