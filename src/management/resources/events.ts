/** The audit log: what happened, when, and who did it. Page by page, or all of it as a stream. */
import Type, { type Static } from "typebox";
import { eventTypes, resourceKinds } from "../../events/event-types.ts";
import { type AuditEvent, type EventFilter, exportEvents, listEvents } from "../../events/read-events.ts";
import type { Database } from "../../storage/database.ts";
import { type Context, list, type Route, stream } from "../route.ts";
import { closed, id, time, toTime } from "../schemas.ts";
import { timeRange, toTimeRange } from "../time-range.ts";

const tag = "Events";

export const eventView = closed(
  {
    id,
    at: time,
    type: Type.String({ description: "The thing, then what happened to it: `user.locked`" }),
    actor: closed({
      kind: Type.String({
        description:
          "user, service_user, application, organization (another one, which does not say who of it), visitor, operator (at the command line) or system",
      }),
      id: Type.Optional(id),
    }),
    organizationId: Type.Optional(id),
    resource: closed({ kind: Type.String(), id: Type.Optional(Type.String()) }),
    detail: Type.Record(Type.String(), Type.Unknown(), {
      description: "What else there is to know; different for every type",
    }),
    requestId: Type.Optional(
      Type.String({ description: "The request that did it, as in the logs and in problem documents" }),
    ),
  },
  { title: "Event" },
);

export function toEventView(event: AuditEvent): Static<typeof eventView> {
  const { actor, resource, organizationId, requestId } = event;
  return {
    id: event.id,
    at: toTime(event.at),
    type: event.type,
    actor: { kind: actor.kind, ...(actor.id === null ? {} : { id: actor.id }) },
    ...(organizationId === null ? {} : { organizationId }),
    resource: { kind: resource.kind, ...(resource.id === null ? {} : { id: resource.id }) },
    detail: event.detail,
    ...(requestId === null ? {} : { requestId }),
  };
}

/** `user` is every `user.…`. */
const things = [...new Set(eventTypes.map((type) => type.split(".", 1)[0] ?? type))];

const filters = {
  type: Type.Optional(
    Type.Enum([...things, ...eventTypes], {
      description: "One type, or the thing before the dot for all of its types",
    }),
  ),
  actorId: Type.Optional({ ...id, description: "Who did it" }),
  resourceKind: Type.Optional(Type.Enum([...resourceKinds], { description: "What kind of thing it happened to" })),
  resourceId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "What it happened to" })),
  ...timeRange,
};

type Filters = Static<ReturnType<typeof closed<typeof filters>>>;

function toFilter({ from, to, type, actorId, resourceKind, resourceId }: Filters, place: EventFilter): EventFilter {
  return { type, actorId, resourceKind, resourceId, ...toTimeRange({ from, to }), ...place };
}

/** So many events are written in one go: what waits for a slow reader stays small. */
const LINES_A_CHUNK = 50;

async function* lines(db: Database, filter: EventFilter): AsyncGenerator<string, void> {
  for await (const events of exportEvents(db, filter)) {
    // Whoever has gone away is noticed only when something is handed over, be it nothing.
    if (events.length === 0) yield "";
    for (let first = 0; first < events.length; first += LINES_A_CHUNK) {
      const chunk = events.slice(first, first + LINES_A_CHUNK);
      yield chunk.map((event) => `${JSON.stringify(toEventView(event))}\n`).join("");
    }
  }
}

interface Placed<Where extends "iam" | "organization" | "project"> {
  readonly at: Where;
  readonly path: `/${string}`;
  readonly of: string;
  readonly detail?: string;
  place(params: Readonly<Record<string, string>>): EventFilter;
}

/** The same two calls at every place. */
function eventsAt<Where extends "iam" | "organization" | "project">({
  at,
  path,
  of,
  detail,
  place,
}: Placed<Where>): Route[] {
  const common = { tag, permission: "event.read", at, ...(detail === undefined ? {} : { detail }) } as const;
  return [
    list({
      ...common,
      path,
      summary: `List the events of ${of}`,
      item: eventView,
      sorts: ["-at"],
      filters,
      async handle({ db }: Context, { params, query }, request) {
        const { items, next } = await listEvents(db, toFilter(query, place(params)), request);
        return { items: items.map(toEventView), next };
      },
    }),
    stream({
      ...common,
      path: `${path}/export`,
      summary: `Export the events of ${of}`,
      detail: `${detail === undefined ? "" : `${detail} `}Oldest first, one JSON object (as in the list) a line, all that pass the filters.`,
      query: filters,
      contentType: "application/x-ndjson",
      handle: ({ db }, { params, query }) => lines(db, toFilter(query, place(params))),
    }),
  ];
}

export const eventRoutes: readonly Route[] = [
  ...eventsAt({ at: "iam", path: "/events", of: "the instance", place: () => ({}) }),
  ...eventsAt({
    at: "organization",
    path: "/organizations/:organizationId/events",
    of: "an organization",
    place: ({ organizationId }) => ({ organizationId }),
  }),
  ...eventsAt({
    at: "project",
    path: "/projects/:projectId/events",
    of: "a project",
    detail:
      "Events about the project, and about the applications, project grants and role assignments that are in it now.",
    place: ({ projectId }) => ({ projectId }),
  }),
];
