/** What a trace tells of a statement: what it does, and the first table it names. Never its values, nor its text. */

export interface StatementSummary {
  /** Both together, for the span. */
  readonly name: string;
  readonly operation: string;
  readonly table: string | undefined;
}

const operations: ReadonlySet<string> = new Set(["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "BEGIN", "COMMIT", "ROLLBACK"]);
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, StatementSummary>();

export function statementSummary(sql: string): StatementSummary {
  const known = remembered.get(sql);
  if (known !== undefined) return known;
  const word = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? "";
  const operation = operations.has(word) ? word : "OTHER";
  // Tables stand in double quotes, texts in single ones.
  const table = /\b(?:from|into|update) "([a-z_]+)"/.exec(sql)?.[1];
  const summary = { name: table === undefined ? operation : `${operation} ${table}`, operation, table };
  if (remembered.size < MOST_REMEMBERED) remembered.set(sql, summary);
  return summary;
}
