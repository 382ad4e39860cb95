/** Reading the audit log: by time, with filters, and never more than a bounded number of rows in one go. */
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import type { Database } from "../storage/database.ts";
import { inRange, type Listed, type ListRequest, mapList, orderOf, readList } from "../storage/listing.ts";
import { padValues } from "../storage/pad-values.ts";
import type { Schema } from "../storage/schema/schema.ts";
import { allOf, type Condition, rowHas, screen } from "../storage/screening.ts";
import { resourceKinds } from "./event-types.ts";
import { belongsTo, isOnSideOfProject, kindsInProject, resourcesOfProject } from "./project-events.ts";

export interface AuditEvent {
  readonly id: string;
  readonly at: number;
  readonly type: string;
  readonly actor: { readonly kind: string; readonly id: string | null };
  readonly organizationId: string | null;
  readonly resource: { readonly kind: string; readonly id: string | null };
  readonly detail: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

export interface EventFilter {
  readonly organizationId?: string | undefined;
  /** Events about the project, and about the applications, project grants and role assignments that are in it now. */
  readonly projectId?: string | undefined;
  /** One type, or the thing before the dot: `user` is every `user.…`. */
  readonly type?: string | undefined;
  /** None of this one type. */
  readonly exceptType?: string | undefined;
  readonly actorId?: string | undefined;
  readonly resourceKind?: string | undefined;
  readonly resourceId?: string | undefined;
  /** From this time on, in milliseconds. */
  readonly from?: number | undefined;
  /** Before this time. */
  readonly to?: number | undefined;
}

const EXPORT_BATCH = 500;

/**
 * `-at` is newest first. A filter that few events pass may end a page early, with `next` to go on: see Listed. A
 * position that cannot be one is refused.
 *
 * Each query asks for what an index has in order of time; the rest of the filter is asked of every row it gives.
 */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  request: ListRequest<"at">,
): Promise<Listed<AuditEvent>> {
  const { organizationId, projectId, actorId, resourceId } = filter;
  if (resourceId !== undefined) {
    const kind = filter.resourceKind ?? (await kindOf(db, resourceId));
    if (kind === undefined) return { items: [], next: undefined };
    const query = eventsDuring(db, filter).where("resource_kind", "=", kind).where("resource_id", "=", resourceId);
    return readPage(db, query, { ...filter, resourceKind: undefined, resourceId: undefined }, request);
  }
  const ids = projectId === undefined ? undefined : await resourcesOfProject(db, projectId);
  if (projectId !== undefined && ids !== undefined) {
    return readPage(db, eventsAbout(db, filter, { projectId, ids }), { ...filter, projectId: undefined }, request);
  }
  if (actorId !== undefined) {
    return readPage(
      db,
      eventsDuring(db, filter).where("actor_id", "=", actorId),
      { ...filter, actorId: undefined },
      request,
    );
  }
  if (organizationId !== undefined) {
    const query = eventsDuring(db, filter).where("organization_id", "=", organizationId);
    return readPage(db, query, { ...filter, organizationId: undefined }, request);
  }
  return readPage(db, eventsDuring(db, filter), filter, request);
}

/**
 * Everything that passes, oldest first, in batches. Each is a statement of its own: nothing is held open in between. A
 * batch may be empty where a filter lets little through, so that a reader who does not want more is heard.
 */
export async function* exportEvents(db: Database, filter: EventFilter): AsyncGenerator<readonly AuditEvent[], void> {
  let after: ListRequest<"at">["after"];
  do {
    const { items, next }: Listed<AuditEvent> = await listEvents(db, filter, {
      sort: "at",
      after,
      limit: EXPORT_BATCH,
    });
    yield items;
    after = next;
  } while (after !== undefined);
}

/**
 * The organization in whose log it says that this thing was deleted; undefined when it does not say so. Empty for a
 * manager of the instance, which belongs to none.
 */
export async function findDeleted(db: Database, kind: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("events")
    .select("organization_id")
    .where("resource_kind", "=", kind)
    .where("resource_id", "=", id)
    .where("type", "=", kind === "manager" ? "manager.removed" : `${kind}.deleted`)
    .executeTakeFirst();
  return row && (row.organization_id ?? "");
}

const columns = [
  "id",
  "at",
  "type",
  "actor_kind",
  "actor_id",
  "organization_id",
  "resource_kind",
  "resource_id",
  "detail",
  "request_id",
] as const;

type EventRow = Pick<Schema["events"], (typeof columns)[number]>;

async function readPage<DB, TB extends keyof DB, Row extends EventRow>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Row>,
  rest: EventFilter,
  request: ListRequest<"at">,
): Promise<Listed<AuditEvent>> {
  const order = { column: "at", id: "id", direction: orderOf(request.sort).direction } as const;
  const list = await readList<Row>(request, {
    rows(after, limit) {
      const range = inRange(query, { ...order, after: after && { value: timeOf(after.value), id: after.id }, limit });
      return db.executeQuery<Row>(range.compile()).then(({ rows }) => rows);
    },
    position: (row) => ({ value: String(row.at), id: row.id }),
    filter: screen(db, query, { ...order, toValue: timeOf, condition: passes(rest) }),
  });
  return mapList(list, toEvent);
}

function eventsAbout(
  db: Database,
  filter: EventFilter,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
) {
  return (
    db
      // Materialized: PostgreSQL might otherwise read the log by time until it has found enough.
      .with(
        (cte) => cte("mine").materialized(),
        () =>
          eventsDuring(db, { ...filter, projectId: undefined })
            .where("resource_kind", "in", kindsInProject)
            .where("resource_id", "in", padValues(ids))
            .where(isOnSideOfProject(projectId)),
      )
      .selectFrom("mine")
      .selectAll()
  );
}

function eventsDuring(db: Database, { from, to, projectId }: EventFilter) {
  return db
    .selectFrom("events")
    .select(columns)
    .select((projectId === undefined ? sql<number>`1` : belongsTo(projectId)).as("belongs"))
    .$if(from !== undefined, (query) => query.where("at", ">=", from ?? 0))
    .$if(to !== undefined, (query) => query.where("at", "<", to ?? 0));
}

/** The index by resource begins with the kind. */
async function kindOf(db: Database, resourceId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("events")
    .select("resource_kind")
    .where("resource_kind", "in", resourceKinds)
    .where("resource_id", "=", resourceId)
    .limit(1)
    .executeTakeFirst();
  return row?.resource_kind;
}

function passes({
  organizationId,
  projectId,
  type,
  exceptType,
  actorId,
  resourceKind,
  resourceId,
}: EventFilter): Condition | undefined {
  return allOf(
    rowHas("organization_id", organizationId),
    type === undefined ? undefined : isOfType(type),
    exceptType === undefined ? undefined : sql<SqlBool>`row.type <> ${exceptType}`,
    rowHas("actor_id", actorId),
    rowHas("resource_kind", resourceKind),
    rowHas("resource_id", resourceId),
    rowHas("belongs", projectId === undefined ? undefined : 1),
  );
}

/** `user.locked` is of the type `user`, too. A slash comes right after a dot. */
function isOfType(type: string): Condition {
  return sql<SqlBool>`(row.type = ${type} OR (row.type >= ${`${type}.`} AND row.type < ${`${type}/`}))`;
}

function timeOf(value: string): number {
  const at = Number(value);
  if (!Number.isSafeInteger(at))
    throw new SignetError("invalid_input", "after is no position in a list of events", { field: "after" });
  return at;
}

function toEvent(row: EventRow): AuditEvent {
  return {
    id: row.id,
    at: row.at,
    type: row.type,
    actor: { kind: row.actor_kind, id: row.actor_id },
    organizationId: row.organization_id,
    resource: { kind: row.resource_kind, id: row.resource_id },
    detail: JSON.parse(row.detail),
    requestId: row.request_id,
  };
}
