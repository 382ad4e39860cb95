/** Which events are asked for, kept in the address. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type EventQuery, eventThings, eventTypes, resourceKinds } from "./words.ts";

const HOUR_MS = 3_600_000;

export const ranges = {
  hour: ["Last hour", HOUR_MS],
  day: ["Last 24 hours", 24 * HOUR_MS],
  week: ["Last 7 days", 7 * 24 * HOUR_MS],
  month: ["Last 30 days", 30 * 24 * HOUR_MS],
} as const;
export type Range = keyof typeof ranges;

const names = ["type", "actorId", "resourceKind", "resourceId", "range", "from", "to"] as const;
type Chosen = { readonly [Name in (typeof names)[number]]?: string | undefined };

export interface EventFilters {
  readonly chosen: Chosen & { readonly range?: Range };
  set(change: Chosen): void;
  readonly query: EventQuery;
  readonly narrowed: boolean;
}

/** What the API would refuse is left out: an address can be typed. */
export function useEventFilters(): EventFilters {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const type = [...eventThings, ...eventTypes].find((one) => one === search.type);
  const resourceKind = resourceKinds.find((one) => one === search.resourceKind);
  const range = (Object.keys(ranges) as Range[]).find((one) => one === search.range);
  const [actorId, resourceId] = [textOf(search.actorId), textOf(search.resourceId)];
  const [from, to] = [timeOf(search.from), timeOf(search.to)];
  const since = useMemo(
    () => (range === undefined ? undefined : new Date(Date.now() - ranges[range][1]).toISOString()),
    [range],
  );
  const query = withoutUndefined({
    type,
    actorId,
    resourceKind,
    resourceId,
    from: since ?? from,
    to: range === undefined ? to : undefined,
  });
  return {
    chosen: withoutUndefined({ type, actorId, resourceKind, resourceId, range, from, to }),
    set: (change) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        replace: true,
      }),
    query,
    narrowed: Object.keys(query).length > 0,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : undefined;
}

function timeOf(value: unknown): string | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

type WithoutUndefined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function withoutUndefined<Members extends object>(members: Members): WithoutUndefined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Members>;
}
