/** What was counted lately, as the charts show it: so many hours or days, and the same time before for comparison. */
import { useQuery } from "@tanstack/react-query";
import { answered, client, type Schemas } from "../api.ts";
import type { Bar } from "./chart.tsx";

const HOUR_MS = 3_600_000;
const AGAIN_MS = 30_000;

const hour = new Intl.DateTimeFormat("en", { weekday: "short", hour: "numeric" });
/** Days are counted in UTC. */
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

export const periods = {
  day: { label: "24 hours", interval: "hour", count: 24, length: HOUR_MS, name: hour },
  month: { label: "30 days", interval: "day", count: 30, length: 24 * HOUR_MS, name: day },
} as const;
export type Period = keyof typeof periods;

export const measures = [
  { title: "Sign-ins", unit: "sign-ins", kinds: ["sign_in"] },
  {
    title: "Tokens issued",
    unit: "tokens",
    kinds: ["token.code", "token.refresh", "token.client_credentials", "token.jwt_bearer"],
  },
  { title: "Failures", unit: "failures", kinds: ["sign_in.failed", "token.refused"] },
] as const;
export type Measure = (typeof measures)[number];

export interface MeasuredUsage {
  readonly bars: readonly Bar[];
  readonly total: number;
  readonly before: number;
}

export function useUsage(period: Period, organizationId: string | undefined) {
  const { interval, count, length } = periods[period];
  const lastInterval = Date.now() - (Date.now() % length);
  const from = new Date(lastInterval - (2 * count - 1) * length).toISOString();
  const query = { interval, from } as const;
  const { data, error, refetch } = useQuery({
    queryKey: ["usage", organizationId, query],
    queryFn: () =>
      organizationId === undefined
        ? answered(client.GET("/usage", { params: { query } }))
        : answered(
            client.GET("/organizations/{organizationId}/usage", { params: { path: { organizationId }, query } }),
          ),
    refetchInterval: AGAIN_MS,
  });
  return { count: data && ((measure: Measure) => countOf(data, measure, period, lastInterval)), error, refetch };
}

function countOf({ items }: Schemas["Usage"], { kinds }: Measure, period: Period, last: number): MeasuredUsage {
  const { count, length, name } = periods[period];
  const wanted: readonly string[] = kinds;
  const sums = new Map<number, number>();
  for (const item of items) {
    const at = Date.parse(item.at);
    if (wanted.includes(item.kind)) sums.set(at, (sums.get(at) ?? 0) + item.count);
  }
  const values = Array.from({ length: 2 * count }, (_, index) => {
    const at = last - (2 * count - 1 - index) * length;
    return { label: name.format(at), value: sums.get(at) ?? 0 };
  });
  const sum = (bars: readonly Bar[]) => bars.reduce((total, { value }) => total + value, 0);
  return { bars: values.slice(count), total: sum(values.slice(count)), before: sum(values.slice(0, count)) };
}
