/** Usage: how often people signed in, tokens were issued, refreshed, introspected … by the hour or by the day. */
import Type, { type Static } from "typebox";
import { readUsage } from "../../events/read-usage.ts";
import { usageKinds } from "../../events/usage-kinds.ts";
import type { Database } from "../../storage/database.ts";
import { readNow } from "../../storage/now.ts";
import { type Route, read } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";
import { toTimeRange } from "../time-range.ts";

const tag = "Usage";
const DAY_MS = 86_400_000;

/** What is shown when nobody says since when. */
const usualSpan = { hour: DAY_MS, day: 30 * DAY_MS } as const;

const usageView = closed(
  {
    items: Type.Array(
      closed({
        at: { ...time, description: "When the hour or the day (in UTC) began" },
        kind: Type.String({ description: "What was counted: see the parameter `kind`" }),
        count: Type.Integer({ minimum: 0 }),
      }),
      { description: "In order of time, then of kind; what did not happen is left out" },
    ),
  },
  { title: "Usage" },
);

const describedKinds = Object.entries(usageKinds)
  .map(([kind, meaning]) => `\`${kind}\`: ${meaning}`)
  .join(" ");

const query = {
  from: Type.Optional({
    ...time,
    description: "The hour or day of this time is the first one; 24 hours, or 30 days, before `to` if not said",
  }),
  to: Type.Optional({ ...time, description: "Hours that begin at this time or later are left out; now if not said" }),
  interval: Type.Optional(
    Type.Enum(["hour", "day"], { description: "At most 31 days by the hour, 400 by the day; day if not said" }),
  ),
  kind: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: `All kinds if not said. ${describedKinds}` }),
  ),
};

type Query = Static<ReturnType<typeof closed<typeof query>>>;

async function usageOf(
  db: Database,
  asked: Query,
  organizationId: string | undefined,
): Promise<Static<typeof usageView>> {
  const { interval = "day", kind } = asked;
  const range = toTimeRange(asked);
  const to = range.to ?? (await readNow(db));
  const from = range.from ?? Math.max(0, to - usualSpan[interval]);
  const counts = await readUsage(db, { from, to, interval, kind, organizationId });
  return { items: counts.map(({ at, kind: counted, count }) => ({ at: toTime(at), kind: counted, count })) };
}

export const usageRoutes: readonly Route[] = [
  read({
    method: "GET",
    path: "/usage",
    tag,
    summary: "Read the usage of the instance",
    detail: "Every node adds what it has counted every few seconds.",
    permission: "usage.read",
    at: "iam",
    query: {
      ...query,
      organizationId: Type.Optional({ ...id, description: "Only what was counted for this organization" }),
    },
    answer: usageView,
    handle: ({ db }, { query }) => usageOf(db, query, query.organizationId),
  }),
  read({
    method: "GET",
    path: "/organizations/:organizationId/usage",
    tag,
    summary: "Read the usage of an organization",
    detail:
      "What was counted for its applications and its users. Every node adds what it has counted every few seconds.",
    permission: "usage.read",
    at: "organization",
    query,
    answer: usageView,
    handle: ({ db }, { params, query }) => usageOf(db, query, params.organizationId),
  }),
];
