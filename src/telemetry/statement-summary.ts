/** What a trace tells of a statement: what it does, and the first table it names. Never its values, nor its text. */

import { keepUpTo } from "../storage/kept.ts";

export interface StatementSummary {
  /** Both together, for the span. */
  readonly name: string;
  readonly operation: string;
  readonly table: string | undefined;
}

const operations: ReadonlySet<string> = new Set([
  "SELECT",
  "INSERT",
  "UPDATE",
  "DELETE",
  "WITH",
  "BEGIN",
  "COMMIT",
  "ROLLBACK",
]);
export const keptSummaries = keepUpTo<StatementSummary>(1024 * 1024);

export function statementSummary(sql: string): StatementSummary {
  const known = keptSummaries.get(sql);
  if (known !== undefined) return known;
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "";
  const operation = operations.has(word) ? word : "OTHER";
  // Tables stand in double quotes, texts in single ones.
  const table = /\b(?:from|into|update) "([a-z_]+)"/.exec(sql)?.[1];
  const summary = { name: table === undefined ? operation : `${operation} ${table}`, operation, table };
  keptSummaries.set(sql, summary, 2 * sql.length);
  return summary;
}
