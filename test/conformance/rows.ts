/**
 * What an OpenID provider is held to, in our own words: the checks that the OpenID certification profiles Basic,
 * Implicit, Config, Form Post and RP-Initiated Logout make. Each row has a check of its id in one of the files beside
 * this one, or says why it is not ours.
 */
import { answerRows } from "./rows-answers.ts";
import { journeyRows } from "./rows-journeys.ts";

export interface Row {
  readonly id: string;
  /** F: certification fails without it. W: a warning. I: told, and that is all. */
  readonly severity: "F" | "W" | "I";
  readonly says: string;
  /** Why there is no check. */
  readonly notOurs?: string;
  /** What we do otherwise on purpose although the row holds, at the price of a warning. */
  readonly deviation?: string;
}

export const rows: readonly Row[] = [...answerRows, ...journeyRows];

/** All there are, whatever the lists above forget. */
export const everyId: readonly string[] = [...numbered("A", 64), ...numbered("M", 77)];

function numbered(letter: string, last: number): string[] {
  return Array.from({ length: last }, (_, i) => `${letter}${String(i + 1).padStart(2, "0")}`);
}
