/** Which users are on a page of a list, and in which order; what is shown of them is for humans.ts and service-users.ts. */
import type { Database } from "../../storage/database.ts";
import {
  allOf,
  inRange,
  type Listed,
  type ListRequest,
  type Look,
  mapList,
  orderOf,
  type Range,
  readList,
  readRange,
  rowHas,
  screened,
} from "../listing.ts";
import { invalid } from "../names.ts";
import type { UserState } from "../states.ts";
import { searchUsers } from "./search.ts";
import type { UserKind } from "./users.ts";

export interface UserList extends ListRequest<"createdAt" | "userName"> {
  /** Without it, the whole instance, which has no order of user names. */
  readonly organizationId?: string | undefined;
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
  const { by, direction } = orderOf(sort);
  if (by === "userName" && organizationId === undefined) {
    throw invalid("sort", "Users can be sorted by user name within one organization only; name it, or leave sort out");
  }
  const column = by === "userName" ? "users.user_name_key" : undefined;
  const list = await readList(request, {
    rows: (look) => userRows(db, { kind, organizationId, state }, { column, id: "users.id", direction }, look),
    position: (row) => ({ value: column === undefined ? "" : row.user_name_key, id: row.id }),
    accepts: (row) => row.kind === kind && (state === undefined || row.state === state),
  });
  return mapList(list, ({ id }) => id);
}

/** Each in the order of an index: those of an organization by kind and id, or by name; all of a kind by the id of its own table. */
async function userRows(
  db: Database,
  { kind, organizationId, state }: { kind: UserKind; organizationId: string | undefined; state: UserState | undefined },
  order: Pick<Range, "column" | "id" | "direction">,
  { after, rows: limit, most }: Look,
) {
  const range = { ...order, after, limit };
  // By name, the index has both kinds, and each row is asked for its own.
  const condition = allOf(rowHas("kind", order.column === undefined ? undefined : kind), rowHas("state", state));
  const columns = ["users.id", "users.user_name_key", "users.kind", "users.state"] as const;
  if (organizationId === undefined) {
    const table = kind === "human" ? "humans" : "service_users";
    const page = inRange(db.selectFrom(table).select("user_id"), { ...range, id: "user_id" });
    // Chosen before they are joined: PostgreSQL might otherwise read all users up to the page.
    const users = db
      .selectFrom(page.as("page"))
      .innerJoin("users", "users.id", "page.user_id")
      .select(columns)
      .orderBy("users.id", range.direction);
    return condition === undefined || most === limit ? users.execute() : screened(db, users, range, { condition, most });
  }
  const users = db
    .selectFrom("users")
    .select(columns)
    .where("users.organization_id", "=", organizationId)
    .$if(range.column === undefined, (of) => of.where("users.kind", "=", kind));
  return readRange(db, users, range, { condition, most });
}

async function search(db: Database, kind: UserKind, request: UserList & { readonly q: string }): Promise<Listed<string>> {
  const { q: query, organizationId, state, limit } = request;
  const after = request.after && { word: request.after.value, userId: request.after.id };
  const { found, next } = await searchUsers(db, { query, organizationId, kind, state, limit, after });
  return { items: found.map(({ userId }) => userId), next: next && { value: next.word, id: next.userId } };
}

/** The rows that were read for the ids, in the order of the ids. Whoever was deleted in between is left out. */
export function inOrderOf<Row extends { readonly id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
