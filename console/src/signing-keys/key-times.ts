/** From when to when a key was, is and will be what: the times that a timeline shows. */
import type { Schemas } from "../api.ts";

export type SigningKey = Schemas["SigningKey"];
export type Phase = "published" | "active" | "retired";

export interface Span {
  readonly phase: Phase;
  readonly from: number;
  /** Open where nobody knows yet. */
  readonly to: number | undefined;
}

export interface KeyRow {
  readonly key: SigningKey;
  readonly spans: readonly Span[];
  readonly revokedAt: number | undefined;
}

export interface Axis {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;
/** So much of the past is shown at least, and at most; keys are kept for longer. */
const SOME_PAST_MS = 14 * DAY_MS;
const PAST_MS = 120 * DAY_MS;
/** Room behind the last change that is known. */
const AHEAD_MS = 30 * DAY_MS;

export function algorithmsOf(keys: readonly SigningKey[]): readonly SigningKey["algorithm"][] {
  return [...new Set(keys.map(({ algorithm }) => algorithm))].toSorted((a, b) => order(a) - order(b));
}

/** Keys that sign come before the one that seals. */
function order(algorithm: string): number {
  return algorithm === "ticket" ? 1 : 0;
}

export function axisOf(keys: readonly SigningKey[], now: number): Axis {
  const keyTimes = keys.flatMap(({ createdAt, activatesAt }) => [Date.parse(createdAt), Date.parse(activatesAt)]);
  return {
    from: Math.max(now - PAST_MS, Math.min(now - SOME_PAST_MS, ...keyTimes)),
    to: Math.max(now, ...keyTimes) + AHEAD_MS,
  };
}

/** Of one algorithm, as they follow each other. */
export function rowsOf(keys: readonly SigningKey[], algorithm: string): readonly KeyRow[] {
  const keysOfAlgorithm = keys
    .filter((key) => key.algorithm === algorithm)
    .toSorted((a, b) => begins(a) - begins(b) || (a.id < b.id ? -1 : 1));
  return keysOfAlgorithm.map((key, index) => {
    const revokedAt = key.revokedAt === undefined ? undefined : Date.parse(key.revokedAt);
    const successor = keysOfAlgorithm.slice(index + 1).find((later) => later.revokedAt === undefined);
    const replacedAt = successor && begins(successor);
    const all: readonly Span[] = [
      { phase: "published", from: Date.parse(key.createdAt), to: begins(key) },
      { phase: "active", from: begins(key), to: replacedAt },
      ...(replacedAt === undefined ? [] : [{ phase: "retired", from: replacedAt, to: undefined } as const]),
    ];
    return { key, revokedAt, spans: all.flatMap((span) => until(span, revokedAt)) };
  });
}

const begins = (key: SigningKey): number => Date.parse(key.activatesAt);

/** A revoked key is nothing from then on. */
function until(span: Span, end: number | undefined): Span[] {
  const to = end === undefined ? span.to : Math.min(end, span.to ?? end);
  return to !== undefined && to <= span.from ? [] : [{ ...span, to }];
}
