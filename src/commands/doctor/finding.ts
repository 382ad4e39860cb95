/** What a check found: one line of the report. It is read by people and by machines, and holds no secret. */
import { describeError } from "../../http/logging.ts";

export type FindingState = "ok" | "warning" | "problem";

export interface Finding {
  /** What was looked at; the same word every time, so that machines can tell. */
  readonly check: string;
  readonly state: FindingState;
  readonly seen: string;
  /** What to do about it. */
  readonly advice?: string;
}

export const ok = (check: string, seen: string): Finding => ({ check, state: "ok", seen });
export const warning = (check: string, seen: string, advice: string): Finding => ({
  check,
  state: "warning",
  seen,
  advice,
});
export const problem = (check: string, seen: string, advice: string): Finding => ({
  check,
  state: "problem",
  seen,
  advice,
});

export const CHECK_LIMIT_MS = 10_000;

/**
 * Whatever happens, the others are made, too: a check that takes too long or fails in a way nobody planned is a problem
 * of its own.
 */
export async function checked(
  check: string,
  work: (signal: AbortSignal) => Finding[] | Promise<Finding[]>,
  limitMs = CHECK_LIMIT_MS,
): Promise<Finding[]> {
  const timeout = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => {
      timeout.abort();
      resolve([
        problem(
          check,
          `It was not known after ${limitMs / 1_000} seconds.`,
          "Try again; if it stays, look at what it depends on.",
        ),
      ]);
    }, limitMs);
  });
  try {
    return await Promise.race([(async () => work(timeout.signal))(), late]);
  } catch (error) {
    const { kind, code, message, where } = describeError(error);
    const what = [kind, code, message, where].filter((part) => part !== undefined).join(", ");
    return [problem(check, `It could not be looked at: ${what}.`, "Try again; if it stays, please report it.")];
  } finally {
    clearTimeout(timer);
  }
}

export function sizeOf(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}
