/**
 * Lists that go on where they stopped: by position, not by number, so that a list in which rows come and go meanwhile shows
 * every row that stays exactly once, and the last page costs as much as the first.
 */
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./database.ts";

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
/** So many of them are fetched at once, where what is fetched has to be sorted out here. */
const COARSE_ROWS = 500;

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

/** What one statement of a list looks at: so many rows after a position. It gives at most so many of them. */
export interface Look {
  readonly after: Position | undefined;
  readonly rows: number;
  readonly most: number;
}

/** A row of a screened look says which one of the look it is, from 1 on. */
export interface Placed {
  readonly place?: number;
}

/**
 * The rows of a look that a condition on `row` lets through, and in any case the last row of it, which says where to go on. The
 * database throws away what does not belong on a list many times faster than it hands it over.
 */
export async function screened<Row>(
  db: Database,
  look: Expression<Row>,
  { column, id, direction, limit }: Range,
  { condition, most }: { readonly condition: Expression<SqlBool>; readonly most: number },
): Promise<(Row & Placed)[]> {
  const order = [...(column === undefined ? [] : [column]), id].map((name) => sql`${unqualified(name)} ${sql.raw(direction)}`);
  const placed = sql<{ place: number }>`(SELECT look.*, row_number() OVER (ORDER BY ${sql.join(order)}) AS place FROM ${look} AS look)`;
  const query = db
    .selectFrom(placed.as("row"))
    .selectAll()
    .where((eb) => eb.or([condition, eb("row.place", "=", limit)]))
    .orderBy("row.place")
    .limit(most);
  return (await db.executeQuery<Row & Placed>(query.compile())).rows;
}

/** As a column is called outside of the statement that selected it. */
function unqualified(column: string) {
  return sql.ref(column.split(".").at(-1) ?? column);
}

/** For `screened`: that a column has the value, if there is one that it should have. */
export function rowHas(column: string, value: string | number | undefined): Expression<SqlBool> | undefined {
  return value === undefined ? undefined : sql<SqlBool>`${sql.ref(`row.${column}`)} = ${value}`;
}

/** For `screened`: all that there are. */
export function allOf(...conditions: readonly (Expression<SqlBool> | undefined)[]): Expression<SqlBool> | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql<SqlBool>`(${sql.join(given, sql` AND `)})`;
}

/** The rows of a look, in the order of an index; a condition is worth its while for long looks only. */
export async function readRange<DB, TB extends keyof DB, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Row>,
  range: Range,
  { condition, most }: { readonly condition: Expression<SqlBool> | undefined; readonly most: number },
): Promise<(Row & Placed)[]> {
  const look = inRange(query, range);
  if (condition !== undefined && most < range.limit) return screened(db, look, range, { condition, most });
  return (await db.executeQuery<Row & Placed>(look.compile())).rows;
}

export interface Reading<Row> {
  /** The rows of the look, in order; if it is screened, those that pass and the last one. */
  rows(look: Look): Promise<readonly (Row & Placed)[]>;
  position(row: Row): Position;
  /** Which rows belong on the list; all of them when left out. */
  accepts?: ((row: Row) => boolean) | undefined;
  /** The rows are not screened as strictly as `accepts` is: filling a page may take more of them than it holds. */
  coarse?: boolean;
}

/** One statement for a page, or two when a filter let too few rows through at first. */
export async function readList<Row>(
  request: { readonly after?: Position | undefined; readonly limit: number },
  { rows, position, accepts = () => true, coarse = false }: Reading<Row>,
): Promise<Listed<Row>> {
  const { limit } = request;
  const accepted: Row[] = [];
  let { after } = request;
  // One more than asked for shows whether there is more.
  for (const size of [limit + 1, ROWS_A_PAGE]) {
    const needed = Math.max(limit + 1 - accepted.length, coarse ? COARSE_ROWS : 0);
    const most = Math.min(size, needed);
    const read = await rows({ after, rows: size, most });
    accepted.push(...read.filter(accepts));
    const items = accepted.slice(0, limit);
    const [last, lastRead] = [items.at(-1), read.at(-1)];
    if (accepted.length > limit && last !== undefined) return { items, next: position(last) };
    if (lastRead === undefined || (read.length < most && (lastRead.place ?? 0) < size)) return { items, next: undefined };
    after = position(lastRead);
  }
  return { items: accepted, next: after };
}

export function mapList<From, To>({ items, next }: Listed<From>, to: (item: From) => To): Listed<To> {
  return { items: items.map(to), next };
}
