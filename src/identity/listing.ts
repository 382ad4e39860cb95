/**
 * Lists of what an instance manages: how far they have got (storage/listing.ts), and what a name is searched for by.
 */
import { type Expression, type SqlBool, sql } from "kysely";
import { invalid, nameKey } from "./names.ts";

export {
  type Filter,
  inRange,
  type Listed,
  type ListRequest,
  mapList,
  orderOf,
  type Position,
  type Range,
  ROWS_A_PAGE,
  readList,
} from "../storage/listing.ts";
export { padValues } from "../storage/pad-values.ts";
export { allOf, lastOf, readEnd, readPassing, rowHas, screen } from "../storage/screening.ts";

const LONGEST_SEARCH = 200;

/**
 * What is looked for in names, folded as they are. The comparison is made here and not in SQL: the engines fold
 * different letters, and nothing that somebody typed may be a pattern.
 */
export function searchText(q: string | undefined): string | undefined {
  if (q === undefined) return undefined;
  if (q.length > LONGEST_SEARCH)
    throw invalid("q", `q has ${q.length} characters; at most ${LONGEST_SEARCH} are possible`);
  // Nothing asked for is in every name.
  return folded(q.trim()) || undefined;
}

/** Whether the name holds the text, however either is written. */
export function nameHolds(name: string, text: string | undefined): boolean {
  return text === undefined || folded(name).includes(text);
}

/**
 * Lets through every row whose name may hold the text: of names in plain letters the right ones, and all the others,
 * which the engines would fold in ways of their own. It spares handing over thousands of rows in vain.
 */
export function nameMayHold(
  text: string | undefined,
  name: Expression<string> = sql.ref("row.name"),
): Expression<SqlBool> | undefined {
  if (text === undefined) return undefined;
  const hasFurtherLetters = sql<SqlBool>`octet_length(${name}) <> length(${name})`;
  // Nothing that somebody typed is a pattern in `replace`, and both engines have it.
  return isPlain(text)
    ? sql<SqlBool>`(replace(lower(${name}), ${text}, '') <> lower(${name}) OR ${hasFurtherLetters})`
    : hasFurtherLetters;
}

/** The filter of a list by what one of its columns holds. */
export function filterByName<Column extends string>(q: string | undefined, column: Column) {
  const text = searchText(q);
  return {
    condition: nameMayHold(text, sql.ref(`row.${column}`)),
    accepts: (row: Readonly<Record<Column, string>>) => nameHolds(row[column], text),
  };
}

/** Letters, digits and signs of ASCII. */
export function isPlain(text: string): boolean {
  return /^[ -~]+$/.test(text);
}

export function folded(text: string): string {
  // A sigma at the end of what was typed may be in the middle of the name.
  return nameKey(text).replaceAll("ς", "σ");
}
