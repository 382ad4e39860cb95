/** The list of those who may name a project, as a manager may see it. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../storage/database.ts";
import { inRange, type Listed, type ListRequest, mapList, orderOf, readList } from "./listing.ts";
import { permissionsWithin } from "./permissions/counting.ts";
import { managerRolesAt } from "./permissions/may.ts";
import type { Permission } from "./permissions/permissions.ts";
import { type CallerKind, type KindRow, kindOf, UNCONFIRMED } from "./project-callers.ts";
import { found } from "./resource.ts";

export interface ProjectCaller {
  /** Of the project, the application or the service user. */
  readonly id: string;
  readonly kind: CallerKind;
  /** Found in use when the list came, and not confirmed since. */
  readonly fromBefore: boolean;
  readonly createdAt: number;
  /** Undefined where the reader may not see it, or it is not there (any more). */
  readonly known:
    | { readonly name: string; readonly organizationId: string; readonly organizationName: string }
    | undefined;
}

/** As the reader may see them. */
export async function listProjectCallers(
  db: Database,
  { projectId, readerId }: { projectId: string; readerId: string },
  request: ListRequest<"createdAt">,
): Promise<Listed<ProjectCaller>> {
  const order = { column: "c.created_at", id: "c.caller_id", direction: orderOf(request.sort).direction };
  const query = callers(db).where("c.project_id", "=", projectId);
  const list = await readList(request, {
    rows: (after, limit) =>
      inRange(query, { ...order, after: after && { value: Number(after.value), id: after.id }, limit }).execute(),
    position: ({ caller_id, created_at }) => ({ value: String(created_at), id: caller_id }),
  });
  const maySee = await visibleTo(db, readerId, list.items);
  return mapList(list, (row) => toProjectCaller(row, maySee(row)));
}

export async function readProjectCaller(
  db: Database,
  { projectId, readerId }: { projectId: string; readerId: string },
  callerId: string,
): Promise<ProjectCaller> {
  const row = await callers(db)
    .where("c.project_id", "=", projectId)
    .where("c.caller_id", "=", callerId)
    .executeTakeFirst();
  const caller = found(row, "caller", callerId);
  return toProjectCaller(caller, (await visibleTo(db, readerId, [caller]))(caller));
}

function callers(db: Database) {
  return db
    .selectFrom("project_callers as c")
    .leftJoin("applications as a", "a.id", "c.application_id")
    .leftJoin("projects as p", (join) =>
      join.on((eb) => eb("p.id", "=", eb.fn.coalesce("a.project_id", "c.calling_project_id"))),
    )
    .leftJoin("users as u", "u.id", "c.user_id")
    .leftJoin("service_users as su", "su.user_id", "u.id")
    .leftJoin("organizations as o", (join) =>
      join.on((eb) => eb("o.id", "=", eb.fn.coalesce("p.organization_id", "u.organization_id"))),
    )
    .select(["c.caller_id", "c.calling_project_id", "c.application_id", "c.user_id", "c.from_before", "c.created_at"])
    .select(["p.id as in_project_id", "o.id as organization_id", "o.name as organization_name"])
    .select((eb) => eb.fn.coalesce("a.name", "su.name", projectName).as("name"));
}

/** An application that is gone is not called by the name of its project. */
const projectName: RawBuilder<string | null> = sql<
  string | null
>`CASE WHEN c.calling_project_id IS NOT NULL THEN p.name END`;

interface CallerRow extends KindRow {
  readonly caller_id: string;
  readonly from_before: number;
  readonly created_at: number;
  readonly in_project_id: string | null;
  readonly organization_id: string | null;
  readonly organization_name: string | null;
  readonly name: string | null;
}

/** Of those that named a project before there was this list, and are still there. */
export async function countUnconfirmedCallers(db: Database): Promise<{ callers: number; projects: number }> {
  const row = await callers(db)
    .clearSelect()
    .select((eb) => [eb.fn.countAll().as("callers"), eb.fn.count("c.project_id").distinct().as("projects")])
    .where("c.from_before", "=", UNCONFIRMED)
    .where("o.id", "is not", null)
    .executeTakeFirstOrThrow();
  return { callers: Number(row.callers), projects: Number(row.projects) };
}

const needed = {
  project: "project.read",
  application: "application.read",
  service_user: "service_user.read",
} as const satisfies Record<CallerKind, Permission>;

/**
 * What the reader may see where it is. What was in use before the list came is told to everybody who may see the list:
 * they have to decide about it, and nobody could choose what it is.
 */
async function visibleTo(
  db: Database,
  readerId: string,
  rows: readonly CallerRow[],
): Promise<(row: CallerRow) => boolean> {
  const places = rows.flatMap(({ in_project_id, organization_id }) =>
    [in_project_id, organization_id].filter((id) => id !== null),
  );
  const held = await managerRolesAt(db, readerId, [...new Set(places)]);
  return (row) => {
    if (row.from_before !== 0) return true;
    const around = { organizationId: row.organization_id, projectId: row.in_project_id };
    const permissions = permissionsWithin(held, {
      ...around,
      projectGrantId: null,
      receiverId: null,
      carriesManagerRoles: false,
    });
    return permissions.has(needed[kindOf(row)]);
  };
}

function toProjectCaller(row: CallerRow, visible: boolean): ProjectCaller {
  const { name, organization_id: organizationId, organization_name: organizationName } = row;
  return {
    id: row.caller_id,
    kind: kindOf(row),
    fromBefore: row.from_before === UNCONFIRMED,
    createdAt: row.created_at,
    known:
      visible && name !== null && organizationId !== null && organizationName !== null
        ? { name, organizationId, organizationName }
        : undefined,
  };
}
