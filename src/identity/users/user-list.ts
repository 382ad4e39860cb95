/**
 * Which users are on a page of a list, and in which order; what is shown of them is for humans.ts and service-users.ts.
 */
import { sql } from "kysely";
import type { Database } from "../../storage/database.ts";
import {
  allOf,
  type Filter,
  inRange,
  type Listed,
  type ListRequest,
  lastOf,
  mapList,
  orderOf,
  type Position,
  ROWS_A_PAGE,
  readEnd,
  readList,
  readPassing,
  rowHas,
  screen,
} from "../listing.ts";
import { invalid } from "../names.ts";
import type { UserState } from "../states.ts";
import { type SearchWhere, searchUsers } from "./search.ts";
import type { UserKind } from "./users.ts";

/** Without an organization it is the whole instance, which has no order of user names. */
export type UserList = SearchWhere & ListOptions;

interface ListOptions extends ListRequest<"createdAt" | "userName"> {
  /** Users of whom every word of it begins a word. They come in the order of the words that were found. */
  readonly q?: string | undefined;
  readonly state?: UserState | undefined;
}

/** With `q` or `state`, or by user name, a page may hold fewer than asked for and go on all the same: see Listed. */
export async function listUserIds(db: Database, kind: UserKind, request: UserList): Promise<Listed<string>> {
  const { organizationId, q, state, sort } = request;
  if (q !== undefined) {
    if (sort !== "createdAt") throw invalid("sort", "A search has an order of its own; leave sort out");
    return search(db, kind, { ...request, q });
  }
  if (organizationId !== undefined) return listInOrganization(db, { kind, organizationId, state }, request);
  if (orderOf(sort).field === "userName") {
    throw invalid("sort", "Users can be sorted by user name within one organization only; name it, or leave sort out");
  }
  return listInInstance(db, { kind, state }, request);
}

/** In the order of an index by kind and id, or by name. That one has both kinds, and each row is asked for its own. */
async function listInOrganization(
  db: Database,
  { kind, organizationId, state }: { kind: UserKind; organizationId: string; state: UserState | undefined },
  request: UserList,
): Promise<Listed<string>> {
  const { field, direction } = orderOf(request.sort);
  const column = field === "userName" ? "users.user_name_key" : undefined;
  const order = { column, id: "users.id", direction } as const;
  const query = db
    .selectFrom("users")
    .select(["users.id", "users.user_name_key", "users.kind", "users.state"])
    .where("users.organization_id", "=", organizationId)
    .$if(column === undefined, (of) => of.where("users.kind", "=", kind));
  const list = await readList(request, {
    rows: (after, limit) => inRange(query, { ...order, after, limit }).execute(),
    position: (row) => ({ value: column === undefined ? "" : row.user_name_key, id: row.id }),
    filter: screen(db, query, {
      ...order,
      condition: allOf(rowHas("kind", column === undefined ? undefined : kind), rowHas("state", state)),
    }),
  });
  return mapList(list, ({ id }) => id);
}

/** Those of a kind have a table of their own, in the order of their ids. */
async function listInInstance(
  db: Database,
  { kind, state }: { kind: UserKind; state: UserState | undefined },
  request: UserList,
): Promise<Listed<string>> {
  const { direction } = orderOf(request.sort);
  const ofKind = db.selectFrom(kind === "human" ? "humans" : "service_users");
  const inOrder = (after: Position | undefined, limit: number) =>
    inRange(ofKind.select("user_id as id"), { column: undefined, id: "user_id", direction, after, limit });
  const condition = rowHas("state", state);
  const filter: Filter<{ readonly id: string }> | undefined = condition && {
    passing(after, most) {
      const scan = db
        .selectFrom(inOrder(after, ROWS_A_PAGE).as("page"))
        .innerJoin("users", "users.id", "page.id")
        .select(["users.id", "users.state"])
        // Said again, and with a limit of its own: PostgreSQL might otherwise read all users up to the page, or all in
        // that state.
        .$if(after !== undefined, (of) => of.where("users.id", direction === "asc" ? ">" : "<", after?.id ?? ""))
        .orderBy("page.id", direction)
        .limit(ROWS_A_PAGE);
      return readPassing(db, scan, { column: undefined, id: "id", direction, condition, most });
    },
    endOfScan: (after) => readEnd(db, lastOf(inOrder(after, ROWS_A_PAGE).select(sql<string>`''`.as("value")))),
  };
  const list = await readList(request, {
    rows: (after, limit) => inOrder(after, limit).execute(),
    position: ({ id }) => ({ value: "", id }),
    filter,
  });
  return mapList(list, ({ id }) => id);
}

async function search(
  db: Database,
  kind: UserKind,
  request: UserList & { readonly q: string },
): Promise<Listed<string>> {
  const { q: query, sort: _, after: from, ...where } = request;
  const after = from && { word: from.value, userId: from.id };
  const { found, next } = await searchUsers(db, { ...where, query, kind, after });
  return { items: found.map(({ userId }) => userId), next: next && { value: next.word, id: next.userId } };
}

/** The rows that were read for the ids, in the order of the ids. Whoever was deleted in between is left out. */
export function inOrderOf<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
