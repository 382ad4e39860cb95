/** Reading what was counted (usage.ts): by the hour or by the day, in UTC. */
import { sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import type { Database } from "../storage/database.ts";

export interface UsageCount {
  /** When the hour or the day began, in milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly count: number;
}

export interface UsageQuery {
  /** Without it, the sum over all of them. */
  readonly organizationId?: string | undefined;
  readonly kind?: string | undefined;
  /** The hour or day in which this time lies is the first one. */
  readonly from: number;
  /** Hours that begin at this time or later are left out. */
  readonly to: number;
  readonly interval: UsageInterval;
}

export type UsageInterval = keyof typeof intervals;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const intervals = {
  hour: { length: HOUR_MS, mostDays: 31 },
  day: { length: DAY_MS, mostDays: 400 },
} as const;

/** In order of time, then of kind; an hour or a day in which nothing of a kind was counted is left out. */
export async function readUsage(db: Database, query: UsageQuery): Promise<UsageCount[]> {
  const { organizationId, kind } = query;
  const { from, to, length } = spanOf(query);
  const begin = sql<number>`hour - hour % ${sql.lit(length)}`;
  const rows = await db
    .selectFrom("usage")
    .select([begin.as("at"), "kind", sql<number>`CAST(sum(count) AS bigint)`.as("count")])
    .where("hour", ">=", from)
    .where("hour", "<", to)
    .$if(organizationId !== undefined, (of) => of.where("organization_id", "=", organizationId ?? ""))
    .$if(kind !== undefined, (of) => of.where("kind", "=", kind ?? ""))
    .groupBy([begin, "kind"])
    .orderBy(begin)
    .orderBy("kind")
    .execute();
  return rows.map(({ at, kind: counted, count }) => ({ at, kind: counted, count }));
}

function spanOf({ from, to, interval }: UsageQuery): { from: number; to: number; length: number } {
  const { length, mostDays } = intervals[interval];
  for (const [field, time] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (!Number.isSafeInteger(time) || time < 0) throw invalid(field, `${field} must be a time in milliseconds`);
  }
  if (to <= from) throw invalid("to", "to must be later than from");
  if (to - from > mostDays * DAY_MS)
    throw invalid("from", `from and to may be ${mostDays} days apart at most for counts by the ${interval}`);
  return { from: from - (from % length), to, length };
}

function invalid(field: string, message: string): SignetError {
  return new SignetError("invalid_input", message, { field });
}
