/**
 * Input and answers against their schemas. A schema is compiled when it is first needed: there are many, and starts are
 * to be fast.
 */
import type { TSchema } from "typebox";
import Compile, { type Validator } from "typebox/compile";
import { fieldProblems } from "../errors/schema-problems.ts";
import { SignetError } from "../errors/signet-error.ts";

const compiled = new WeakMap<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  compiled.set(schema, validator);
  return validator;
}

/** `whole` is what the input is called where no field of it can be named. */
export function checkInput(schema: TSchema, given: unknown, whole: "body" | "query" | "path"): unknown {
  const validator = validatorOf(schema);
  const value = whole === "query" ? fromText(schema, given as object) : given;
  if (validator.Check(value)) return value;
  const problems = fieldProblems(validator.Errors(shortened(schema, value)), whole);
  const message = problems.map((problem) => problem.message).join("; ") || `${whole} is not what this call takes`;
  throw new SignetError("invalid_input", message, { problems });
}

/**
 * No list may be as long as this, and no body has as many fields. Saying what is wrong looks at every item and every
 * field, and would take half a second for all that fits into a body.
 */
const MOST_ITEMS_CHECKED = 1_001;
const MOST_FIELDS_CHECKED = 200;

function shortened(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS_CHECKED);
  if (typeof value !== "object" || value === null) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const known = propertiesOf(schema);
  const names = Object.keys(given);
  const checked = names.slice(0, MOST_FIELDS_CHECKED);
  return Object.fromEntries([
    ...checked.filter((name) => !Object.hasOwn(known, name)).map((name) => [name, given[name]]),
    // As deep as the schema goes and no deeper: what is unknown may be nested without end.
    ...Object.entries(known).flatMap(([name, inner]) =>
      Object.hasOwn(given, name) ? [[name, shortened(inner, given[name])]] : [],
    ),
  ]);
}

function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return "properties" in schema ? (schema.properties as Record<string, TSchema>) : {};
}

/**
 * Everything in an address is text; bodies have types of their own. Only what is written as the type is written becomes
 * one: `1e2`, `0x10` or `true` is no number that somebody meant.
 */
function fromText(schema: TSchema, given: object): Record<string, unknown> {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [
      name,
      convert(Object.hasOwn(properties, name) ? properties[name] : undefined, text),
    ]),
  );
}

function convert(schema: TSchema | undefined, text: unknown): unknown {
  if (schema === undefined || typeof text !== "string" || !("type" in schema)) return text;
  if (schema.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema.type === "boolean" && /^(?:true|false)$/.test(text)) return text === "true";
  if (schema.type === "array") return [text];
  return text;
}

/** Nothing leaves that the schema does not name. `strict` makes it an error, so that tests find it. */
export function checkAnswer(schema: TSchema, answer: unknown, strict: boolean): unknown {
  const validator = validatorOf(schema);
  if (!strict) return validator.Clean(answer);
  // What JSON leaves out is not there.
  const value: unknown = JSON.parse(JSON.stringify(answer));
  if (validator.Check(value)) return value;
  throw new Error(`the answer does not match its schema: ${JSON.stringify(validator.Errors(value).slice(0, 3))}`);
}
