/**
 * Lists that go on where they stopped: by position, not by number, so that a list in which rows come and go meanwhile shows
 * every row that stays exactly once, and the last page costs as much as the first.
 */
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";

/** Where a list has got to: what it is sorted by, and the id that decides between equals. Sorted by id alone, `value` is empty. */
export interface Position {
  readonly value: string;
  readonly id: string;
}

export interface ListRequest<Sort extends string> {
  /** With a minus in front, the other way round. */
  readonly sort: Sort | `-${Sort}`;
  readonly after?: Position | undefined;
  readonly limit: number;
}

export interface Listed<T> {
  /** A filtered list may hold fewer than were asked for and go on all the same: it stops when it has looked at many rows. */
  readonly items: readonly T[];
  /** Undefined at the end. */
  readonly next: Position | undefined;
}

export interface Order<Sort extends string> {
  readonly by: Sort;
  readonly direction: "asc" | "desc";
}

/** So many rows are looked at for one page, however few of them a filter lets through. */
export const ROWS_A_PAGE = 2_000;

export function orderOf<Sort extends string>(sort: Sort | `-${Sort}`): Order<Sort> {
  if (!sort.startsWith("-")) return { by: sort as Sort, direction: "asc" };
  return { by: sort.slice(1) as Sort, direction: "desc" };
}

/** What one statement of a list is to read. */
export interface Range {
  /** The column it is sorted by; undefined when that is the id. */
  readonly column: string | undefined;
  readonly id: string;
  readonly direction: "asc" | "desc";
  readonly after: { readonly value: string | number; readonly id: string } | undefined;
  readonly limit: number;
}

/** Both engines compare texts byte by byte, and two columns at once, by an index on them. */
export function inRange<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, range: Range): SelectQueryBuilder<DB, TB, O> {
  const { column, direction, after, limit } = range;
  const id = sql.ref(range.id);
  const beyond = direction === "asc" ? sql`>` : sql`<`;
  if (column === undefined) {
    const rest = after === undefined ? query : query.where(sql<SqlBool>`${id} ${beyond} ${after.id}`);
    return rest.orderBy(id, direction).limit(limit);
  }
  const value = sql.ref(column);
  const rest = after === undefined ? query : query.where(sql<SqlBool>`(${value}, ${id}) ${beyond} (${after.value}, ${after.id})`);
  return rest.orderBy(value, direction).orderBy(id, direction).limit(limit);
}

export interface Reading<Row> {
  /** The rows after a position, in order: as many as asked for, unless there are no more. */
  rows(after: Position | undefined, limit: number): Promise<readonly Row[]>;
  position(row: Row): Position;
  /** Which rows belong on the list; all of them when left out. */
  accepts?: ((row: Row) => boolean) | undefined;
}

/** One statement for a page, or two when a filter let too few rows through at first. */
export async function readList<Row>(
  request: { readonly after?: Position | undefined; readonly limit: number },
  { rows, position, accepts = () => true }: Reading<Row>,
): Promise<Listed<Row>> {
  const { limit } = request;
  const accepted: Row[] = [];
  let { after } = request;
  // One more than asked for shows whether there is more.
  for (const size of [limit + 1, ROWS_A_PAGE]) {
    const read = await rows(after, size);
    accepted.push(...read.filter(accepts));
    const items = accepted.slice(0, limit);
    const [last, lastRead] = [items.at(-1), read.at(-1)];
    if (accepted.length > limit && last !== undefined) return { items, next: position(last) };
    if (read.length < size || lastRead === undefined) return { items, next: undefined };
    after = position(lastRead);
  }
  return { items: accepted, next: after };
}

export function mapList<From, To>({ items, next }: Listed<From>, to: (item: From) => To): Listed<To> {
  return { items: items.map(to), next };
}
