/**
 * Lists that go on where they stopped: by position, not by number, so that a list in which rows come and go meanwhile
 * shows every row that stays exactly once, and the last page costs as much as the first.
 */
import { type SelectQueryBuilder, type SqlBool, sql } from "kysely";

/**
 * Where a list has got to: what it is sorted by, and the id that decides between equals. Sorted by id alone, `value` is
 * empty.
 */
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
  /**
   * A filtered list may hold fewer than were asked for and go on all the same: it stops when it has looked at many
   * rows.
   */
  readonly items: readonly T[];
  /** Undefined at the end. */
  readonly next: Position | undefined;
}

export interface Order<Sort extends string> {
  readonly field: Sort;
  readonly direction: "asc" | "desc";
}

/** So many rows are looked at for one page, however few of them a filter lets through. */
export const ROWS_A_PAGE = 2_000;
/** So many of these are fetched at once where they have to be sorted out here. */
const COARSE_ROWS = 500;

export function orderOf<Sort extends string>(sort: Sort | `-${Sort}`): Order<Sort> {
  if (!sort.startsWith("-")) return { field: sort as Sort, direction: "asc" };
  return { field: sort.slice(1) as Sort, direction: "desc" };
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

/** The range without where it begins and ends. */
export type InOrder = Pick<Range, "column" | "id" | "direction">;

/** Both engines compare texts byte by byte, and two columns at once, by an index on them. */
export function inRange<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  range: Range,
): SelectQueryBuilder<DB, TB, O> {
  const { column, direction, after, limit } = range;
  const id = sql.ref(range.id);
  const beyond = direction === "asc" ? sql`>` : sql`<`;
  if (column === undefined) {
    const rest = after === undefined ? query : query.where(sql<SqlBool>`${id} ${beyond} ${after.id}`);
    return rest.orderBy(id, direction).limit(limit);
  }
  const value = sql.ref(column);
  const rest =
    after === undefined ? query : query.where(sql<SqlBool>`(${value}, ${id}) ${beyond} (${after.value}, ${after.id})`);
  return rest.orderBy(value, direction).orderBy(id, direction).limit(limit);
}

export interface Reading<Row> {
  /** The rows after a position, in order: as many as asked for, unless there are no more. */
  rows(after: Position | undefined, limit: number): Promise<readonly Row[]>;
  position(row: Row): Position;
  /** Undefined when all rows belong on the list. */
  filter?: Filter<Row> | undefined;
}

/** How a list is read of which only some rows are wanted: by scans of so many rows (ROWS_A_PAGE) after a position. */
export interface Filter<Row> {
  /** The rows of the scan that pass, in order, and at most so many of them. */
  passing(after: Position | undefined, most: number): Promise<readonly Row[]>;
  /** The last row of the scan; undefined when there are not so many. */
  endOfScan(after: Position | undefined): Promise<Position | undefined>;
  /** Whether a row that passes really belongs on the list, where the database cannot tell. */
  accepts?: ((row: Row) => boolean) | undefined;
}

/** One statement for a page, or two when a filter lets too few rows through. */
export async function readList<Row>(
  request: { readonly after?: Position | undefined; readonly limit: number },
  { rows, position, filter }: Reading<Row>,
): Promise<Listed<Row>> {
  // One more than asked for shows whether there is more.
  const enough = request.limit + 1;
  const toPage = (read: readonly Row[]): Listed<Row> => {
    const items = read.slice(0, request.limit);
    const last = items.at(-1);
    return { items, next: read.length > request.limit && last !== undefined ? position(last) : undefined };
  };
  if (filter === undefined) return toPage(await rows(request.after, enough));

  const accepted: Row[] = [];
  let { after } = request;
  for (const most of [enough, COARSE_ROWS]) {
    const passed = await filter.passing(after, most);
    accepted.push(...passed.filter(filter.accepts ?? (() => true)));
    if (accepted.length >= enough) return toPage(accepted);
    const last = passed.at(-1);
    if (passed.length < most || last === undefined) return { items: accepted, next: await filter.endOfScan(after) };
    after = position(last);
  }
  return { items: accepted, next: after };
}

export function mapList<From, To>({ items, next }: Listed<From>, to: (item: From) => To): Listed<To> {
  return { items: items.map(to), next };
}
