/**
 * Statements that are built once. Building one with Kysely takes several times as long as running it, so what runs at
 * every request is built when it is first needed and only gets new values after that.
 *
 * The build function is called with placeholders where the input has texts and numbers, and with everything else as it
 * is. What the statement looks like may depend on what else is in the input: whether a member is undefined, a boolean,
 * the length of a list, and the members `owner` and `kind`, which say which of several forms an input has. Each such
 * shape is built once.
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

const STRUCTURAL: ReadonlySet<string> = new Set(["owner", "kind"]);

export function prepared<Input, Row>(build: (db: Database, input: Input) => Compilable<Row>): Prepared<Input, Row> {
  // Each engine compiles for itself; transactions share the adapter of their database.
  const built = new WeakMap<object, Kept<CompiledQuery<Row>>>();

  function compiledFor(db: Database, input: Input, shape: string): CompiledQuery<Row> {
    const { adapter } = db.getExecutor();
    const shapes = built.get(adapter) ?? keepUpTo<CompiledQuery<Row>>(MOST_BYTES);
    built.set(adapter, shapes);
    const known = shapes.get(shape);
    if (known !== undefined) return known;
    const compiled = build(db, withPlaceholders(input, { count: 0 }) as Input).compile();
    shapes.set(shape, compiled, BYTES_A_CHARACTER * compiled.sql.length);
    return compiled;
  }

  async function all(db: Database, input: Input): Promise<Row[]> {
    const values: unknown[] = [];
    const shape = shapeOf(input, values);
    const compiled = compiledFor(db, input, shape);
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
    throw new TypeError("a prepared statement cannot compute with its input; pass the result as a member of its own");
  }
}

/** Describes the input without its values, which are collected in the order in which placeholders are numbered. */
function shapeOf(input: unknown, values: unknown[]): string {
  if (typeof input === "string" || typeof input === "number" || input === null) {
    values.push(input);
    return "?";
  }
  if (Array.isArray(input)) return `[${input.map((entry) => shapeOf(entry, values)).join()}]`;
  if (typeof input !== "object") return String(input);
  let shape = "{";
  for (const name in input) {
    const value = (input as Record<string, unknown>)[name];
    shape += STRUCTURAL.has(name) ? `${name}=${String(value)},` : `${name}:${shapeOf(value, values)},`;
  }
  return shape;
}

function withPlaceholders(input: unknown, counter: { count: number }): unknown {
  if (typeof input === "string" || typeof input === "number" || input === null) return new Placeholder(counter.count++);
  if (Array.isArray(input)) return input.map((entry) => withPlaceholders(entry, counter));
  if (typeof input !== "object") return input;
  const entries = Object.entries(input).map(([name, value]) => [
    name,
    STRUCTURAL.has(name) ? value : withPlaceholders(value, counter),
  ]);
  return Object.fromEntries(entries);
}
