/**
 * Statements that are built once. Building one with Kysely takes several times as long as running it, so what runs at
 * every request is built when it is first needed and only gets new values after that.
 *
 * Of each statement a function says what it is made of: what it only takes as a value is marked, and all else that the
 * function gives is its shape, such as which of several forms the input has, whether a member is there, or how long a
 * list is. Each shape is built once, with placeholders where the values are.
 */
import type { Compilable, CompiledQuery } from "kysely";
import type { Database } from "./database.ts";
import { type Kept, keepUpTo } from "./kept.ts";
import { laneOf } from "./lane.ts";

export interface Prepared<Input, Row> {
  all(db: Database, input: Input): Promise<Row[]>;
  first(db: Database, input: Input): Promise<Row | undefined>;
}

/** Of each statement in all its shapes. A list of every length makes as many of them as there are lengths. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Of its text: the tree that it was made from takes many times as much. */
const BYTES_A_CHARACTER = 20;

/** Marks a value. What it gives stands for it while a statement is built. */
export type MarkValue = <Value extends string | number | null>(value: Value) => Value;

export function prepared<Input, Parts, Row>(
  shape: (input: Input, value: MarkValue) => Parts,
  build: (db: Database, parts: Parts) => Compilable<Row>,
): Prepared<Input, Row> {
  // Each engine compiles for itself; transactions share the adapter of their database.
  const built = new WeakMap<object, Kept<CompiledQuery<Row>>>();

  function compiledFor(db: Database, input: Input, key: string): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const shapes = built.get(adapter) ?? keepUpTo<CompiledQuery<Row>>(MOST_BYTES);
    built.set(adapter, shapes);
    const known = shapes.get(key);
    if (known !== undefined) return known;
    let count = 0;
    const parts = shape(input, () => new Placeholder(count++) as never);
    const compiled = build(db, parts).compile();
    shapes.set(key, compiled, BYTES_A_CHARACTER * compiled.sql.length);
    return compiled;
  }

  async function all(db: Database, input: Input): Promise<Row[]> {
    const values: unknown[] = [];
    const parts = shape(input, (value) => {
      values.push(value);
      return aValue as never;
    });
    const compiled = compiledFor(db, input, describe(parts));
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    );
    const lane = laneOf(db);
    if (lane !== undefined) return (await lane.run(compiled.sql, parameters)) as Row[];
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  }

  return { all, first: async (db, input) => (await all(db, input))[0] };
}

/** Stands for a value of the input while a statement is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  /** Whatever is made from a value must be made before: a statement only takes it as it is. */
  [Symbol.toPrimitive](): never {
    throw new TypeError("a prepared statement cannot compute with its values; mark the result as a value of its own");
  }
}

/** Where only the shape matters, one for all. */
const aValue = new Placeholder(0);

/** No two shapes of a statement are described alike. */
function describe(part: unknown): string {
  if (part === aValue) return "?";
  if (typeof part === "string") return JSON.stringify(part);
  if (typeof part !== "object" || part === null) return String(part);
  if (Array.isArray(part)) return `[${part.map(describe).join()}]`;
  let description = "{";
  for (const name in part) description += `${name}:${describe((part as Record<string, unknown>)[name])},`;
  return `${description}}`;
}
