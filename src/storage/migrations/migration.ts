/** What differs between the engines in a table definition. */
export interface Ddl {
  /** Text that compares byte by byte, whatever the locale of the database. */
  readonly text: string;
  /** A 64-bit integer. */
  readonly integer: string;
  /** What follows the closing parenthesis of CREATE TABLE. */
  readonly table: string;
}

export interface Migration {
  readonly version: number;
  readonly name: string;
  /**
   * The oldest version whose code still runs on the schema after this migration. A migration that only adds names
   * the version before its own expansion; one that removes or renames raises it. So nodes can be upgraded one by one.
   */
  readonly readableFrom: number;
  statements(ddl: Ddl): string[];
}
