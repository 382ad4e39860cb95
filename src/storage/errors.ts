/** What can go wrong with a database, in words that are the same for both engines. */

/** The database did not answer, or could not take the work now. Trying again later may help; nothing was changed. */
export class DatabaseUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "DatabaseUnavailable";
  }
}

/** A unique rule was broken: `table(column, column)`. */
export class UniqueViolation extends Error {
  readonly rule: string;

  constructor(rule: string, cause?: unknown) {
    super(`unique rule ${rule} broken`, { cause });
    this.name = "UniqueViolation";
    this.rule = rule;
  }
}

/** A row refers to one that does not exist, or one that others refer to was to be removed. */
export class ReferenceViolation extends Error {
  constructor(cause?: unknown) {
    super("a reference between rows does not hold", { cause });
    this.name = "ReferenceViolation";
  }
}

/**
 * The input has a NUL in it, which cannot be stored or looked up. SQLite could; it is refused there too, so that both
 * agree.
 */
export class UnstorableText extends Error {
  constructor(cause?: unknown) {
    super("a value holds a NUL", { cause });
    this.name = "UnstorableText";
  }
}

/** The database can be reached but must not be used by this version, or not this way. */
export class SchemaMismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SchemaMismatch";
  }
}
