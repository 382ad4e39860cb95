/** Which users are on a page of a list, and in which order; what is shown of them is for humans.ts and service-users.ts. */
import type { Database } from "../../storage/database.ts";
import { inRange, type Listed, type ListRequest, mapList, orderOf, type Range, readList } from "../listing.ts";
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
    rows: (after, limit) => userRows(db, kind, organizationId, { column, id: "users.id", direction, after, limit }),
    position: (row) => ({ value: column === undefined ? "" : row.user_name_key, id: row.id }),
    accepts: (row) => row.kind === kind && (state === undefined || row.state === state),
  });
  return mapList(list, ({ id }) => id);
}

/** Each in the order of an index: those of an organization by kind and id, or by name; all of a kind by the id of its own table. */
function userRows(db: Database, kind: UserKind, organizationId: string | undefined, range: Range) {
  const columns = ["users.id", "users.user_name_key", "users.kind", "users.state"] as const;
  if (organizationId === undefined) {
    const table = kind === "human" ? "humans" : "service_users";
    const page = inRange(db.selectFrom(table).select("user_id"), { ...range, id: "user_id" });
    // Chosen before they are joined: PostgreSQL might otherwise read all users up to the page.
    return db
      .selectFrom(page.as("row"))
      .innerJoin("users", "users.id", "row.user_id")
      .select(columns)
      .orderBy("users.id", range.direction)
      .execute();
  }
  const query = db
    .selectFrom("users")
    .select(columns)
    .where("users.organization_id", "=", organizationId)
    // By name, the index has both kinds, and each row is asked for its own.
    .$if(range.column === undefined, (of) => of.where("users.kind", "=", kind));
  return inRange(query, range).execute();
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
