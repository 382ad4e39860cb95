/**
 * The schemas of the routes as components of the API document. TypeBox writes JSON Schema, so they go in as they are;
 * one with a title is put in once, under its title, and referred to wherever it is used.
 */
import type { TSchema } from "typebox";
import { refToSchema, type Schema } from "./document.ts";

export interface SchemaComponents {
  /** Every schema with a title that was seen so far. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The schema as it stands in the document: a reference if it has a title. */
  add(schema: TSchema | Schema): Schema;
}

export function schemaComponents(): SchemaComponents {
  const schemas = new Map<string, Schema>();

  const place = (given: Schema): Schema => {
    const schema = withTypeOfEnum(given);
    const inside = mapInside(schema, place);
    if (schema.title === undefined) return inside;
    refuseOther(schemas.get(schema.title), inside);
    schemas.set(schema.title, inside);
    return refToSchema(schema.title);
  };

  return { schemas, add: (schema) => place(plain(schema)) };
}

/** Without what TypeBox remembers beside the schema itself. */
function plain(schema: TSchema | Schema): Schema {
  return JSON.parse(JSON.stringify(schema));
}

/** JSON Schema does not need it; many programs that read the document do. */
function withTypeOfEnum(schema: Schema): Schema {
  const areTexts = schema.enum?.every((value) => typeof value === "string") ?? false;
  return schema.type === undefined && areTexts ? { type: "string", ...schema } : schema;
}

/** Schemas are found by keyword, because a property may be called `title` or `enum` too. */
function mapInside(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const changed: Record<string, unknown> = { ...schema };
  for (const keyword of ["properties", "patternProperties"] as const) {
    const named = schema[keyword];
    if (named)
      changed[keyword] = Object.fromEntries(Object.entries(named).map(([name, inner]) => [name, change(inner)]));
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const alternatives = schema[keyword];
    if (alternatives) changed[keyword] = alternatives.map(change);
  }
  for (const keyword of ["items", "additionalProperties"] as const) {
    const inner = schema[keyword];
    if (typeof inner === "object") changed[keyword] = change(inner);
  }
  return changed;
}

function refuseOther(known: Schema | undefined, schema: Schema): void {
  if (!/^\w+$/.test(schema.title ?? ""))
    throw new Error(`the title "${schema.title}" cannot name a component: letters and digits only`);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the title "${schema.title}"`);
  }
}
