/**
 * Filters of lists, as conditions on a `row`. They are for the database: it throws away what does not belong on a list
 * many times faster than it hands it over.
 */
import { type Compilable, type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./database.ts";
import { type Filter, type InOrder, inRange, type Position, type Range, ROWS_A_PAGE } from "./listing.ts";

export type Condition = Expression<SqlBool>;

export interface Screen<Row> extends InOrder, Pick<Filter<Row>, "accepts"> {
  /** Undefined when there is nothing to filter by. */
  readonly condition: Condition | undefined;
  /** What a position says of the column that the list is sorted by, if that is no text. */
  readonly toValue?: (text: string) => number;
}

/** A filter for a query in the order of an index. */
export function screen<DB, TB extends keyof DB, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Row>,
  { condition, accepts, toValue, ...order }: Screen<Row>,
): Filter<Row> | undefined {
  if (condition === undefined) return undefined;
  const range = (after: Position | undefined): Range => ({
    ...order,
    after: after && { value: toValue?.(after.value) ?? after.value, id: after.id },
    limit: ROWS_A_PAGE,
  });
  const value = order.column === undefined ? sql<string>`''` : sql.ref<string | number>(order.column);
  const positions = query.clearSelect().select([value.as("value"), sql.ref<string>(order.id).as("id")]);
  return {
    accepts,
    passing: (after, most) => readPassing(db, inRange(query, range(after)), { ...order, condition, most }),
    endOfScan: (after) => readEnd(db, lastOf(inRange(positions, range(after)))),
  };
}

/** The rows of a scan that a condition lets through. */
export async function readPassing<Row>(
  db: Database,
  scan: Expression<Row>,
  { column, id, direction, condition, most }: InOrder & { readonly condition: Condition; readonly most: number },
): Promise<Row[]> {
  const columns = [...(column === undefined ? [] : [column]), id].map((name) => name.split(".").at(-1));
  const query = db
    .selectFrom(sql`${scan}`.as("row"))
    .selectAll()
    .where(condition)
    // In the order of the scan, so that the database need not see the rest of it once there is enough.
    .orderBy(sql.join(columns.map((name) => sql`${sql.ref(`row.${name}`)} ${sql.raw(direction)}`)))
    .limit(most);
  return (await db.executeQuery<Row>(query.compile())).rows;
}

/** Of a scan, the last row. */
export function lastOf<DB, TB extends keyof DB, Row>(
  scan: SelectQueryBuilder<DB, TB, Row>,
): SelectQueryBuilder<DB, TB, Row> {
  return scan
    .clearLimit()
    .limit(1)
    .offset(ROWS_A_PAGE - 1);
}

export async function readEnd(
  db: Database,
  last: Compilable<{ value: string | number; id: string }>,
): Promise<Position | undefined> {
  const { rows } = await db.executeQuery(last.compile());
  const [row] = rows;
  return row && { value: String(row.value), id: row.id };
}

/** That a column has the value, if there is one that it should have. */
export function rowHas(column: string, value: string | number | undefined): Condition | undefined {
  return value === undefined ? undefined : sql<SqlBool>`${sql.ref(`row.${column}`)} = ${value}`;
}

/** All that there are. */
export function allOf(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql<SqlBool>`(${sql.join(given, sql` AND `)})`;
}
