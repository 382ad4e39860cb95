/** Reading the audit log: by time, with filters, and never more than a bounded number of rows in one go. */
import { type SqlBool, sql } from "kysely";
import { SignetError } from "../errors/signet-error.ts";
import type { Database } from "../storage/database.ts";
import {
  allOf,
  type Listed,
  type ListRequest,
  mapList,
  orderOf,
  type Placed,
  type Range,
  readList,
  readRange,
  rowHas,
} from "../storage/listing.ts";
import type { Schema } from "../storage/schema.ts";
import { resourceKinds } from "./event-types.ts";
import { belongsTo, kindsInProject, resourcesOfProject } from "./project-events.ts";

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
 * `-at` is newest first. A filter that few events pass may end a page early, with `next` to go on: see Listed. A position
 * that cannot be one is refused.
 */
export async function listEvents(db: Database, filter: EventFilter, request: ListRequest<"at">): Promise<Listed<AuditEvent>> {
  const { direction } = orderOf(request.sort);
  const read = await bestIndex(db, filter);
  if (read === undefined) return { items: [], next: undefined };
  const list = await readList(request, {
    rows: ({ after, rows: limit, most }) =>
      read({ column: "at", id: "id", direction, after: after && { value: timeOf(after.value), id: after.id }, limit }, most),
    position: (row) => ({ value: String(row.at), id: row.id }),
    accepts: (row) => passes(row, filter),
  });
  return mapList(list, toEvent);
}

/**
 * Everything that passes, oldest first, in batches. Each is a statement of its own: nothing is held open in between. A batch may
 * be empty where a filter lets little through, so that a reader who does not want more is heard.
 */
export async function* exportEvents(db: Database, filter: EventFilter): AsyncGenerator<readonly AuditEvent[], void> {
  let after: ListRequest<"at">["after"];
  do {
    const { items, next }: Listed<AuditEvent> = await listEvents(db, filter, { sort: "at", after, limit: EXPORT_BATCH });
    yield items;
    after = next;
  } while (after !== undefined);
}

/**
 * The organization in whose log it says that this thing was deleted; undefined when it does not say so. Empty for a manager of
 * the instance, which belongs to none.
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

interface EventRow extends Pick<Schema["events"], (typeof columns)[number]> {
  /** 1 if it belongs to the project that was asked for. */
  readonly belongs: number;
}

type ReadRange = (range: Range, most: number) => Promise<(EventRow & Placed)[]>;

/**
 * The statement asks for what an index has in order of time; the rest is asked of every row it gives (`passes`). Undefined
 * when there can be nothing.
 */
async function bestIndex(db: Database, filter: EventFilter): Promise<ReadRange | undefined> {
  const { organizationId, projectId, actorId, resourceId } = filter;
  const condition = passesScreen(filter);
  if (resourceId !== undefined) {
    const kind = filter.resourceKind ?? (await kindOf(db, resourceId));
    if (kind === undefined) return undefined;
    const query = eventsDuring(db, filter).where("resource_kind", "=", kind).where("resource_id", "=", resourceId);
    return (range, most) => readRange(db, query, range, { condition, most });
  }
  const ids = projectId === undefined ? undefined : await resourcesOfProject(db, projectId);
  if (ids !== undefined) {
    const query = eventsAbout(db, filter, ids);
    return (range, most) => readRange(db, query, range, { condition, most });
  }
  const query = eventsDuring(db, filter)
    .$if(actorId !== undefined, (of) => of.where("actor_id", "=", actorId ?? ""))
    .$if(actorId === undefined && organizationId !== undefined, (of) => of.where("organization_id", "=", organizationId ?? ""));
  return (range, most) => readRange(db, query, range, { condition, most });
}

function eventsAbout(db: Database, filter: EventFilter, ids: readonly string[]) {
  return (
    db
      // Materialized: PostgreSQL might otherwise read the log by time until it has found enough.
      .with(
        (cte) => cte("mine").materialized(),
        () =>
          eventsDuring(db, { ...filter, projectId: undefined })
            .where("resource_kind", "in", kindsInProject)
            .where("resource_id", "in", ids),
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

/** The same as `passes`, for the database. */
function passesScreen({ organizationId, projectId, type, actorId, resourceKind, resourceId }: EventFilter) {
  const isOfType =
    type === undefined ? undefined : sql<SqlBool>`(row.type = ${type} OR (row.type >= ${`${type}.`} AND row.type < ${`${type}/`}))`;
  return allOf(
    rowHas("belongs", projectId === undefined ? undefined : 1),
    rowHas("organization_id", organizationId),
    isOfType,
    rowHas("actor_id", actorId),
    rowHas("resource_kind", resourceKind),
    rowHas("resource_id", resourceId),
  );
}

function passes(row: EventRow, filter: EventFilter): boolean {
  const { organizationId, type, actorId, resourceKind, resourceId } = filter;
  return (
    row.belongs === 1 &&
    (organizationId === undefined || row.organization_id === organizationId) &&
    (type === undefined || row.type === type || row.type.startsWith(`${type}.`)) &&
    (actorId === undefined || row.actor_id === actorId) &&
    (resourceKind === undefined || row.resource_kind === resourceKind) &&
    (resourceId === undefined || row.resource_id === resourceId)
  );
}

function timeOf(value: string): number {
  const at = Number(value);
  if (!Number.isSafeInteger(at)) throw new SignetError("invalid_input", "after is no position in a list of events", { field: "after" });
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
