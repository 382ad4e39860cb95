/** Values as a schema of the API document asks for them, right or wrong in places. */
import { type OpenApiDocument, referredName, type Schema } from "../../../src/management/openapi/document.ts";
import type { Random } from "./random.ts";
import { strangeText, strangeThing } from "./strange.ts";

export interface ValueRequest {
  readonly document: OpenApiDocument;
  readonly random: Random;
  /** How likely each part is to be wrong. */
  readonly oddity: number;
}

export function valueFor(given: Schema, request: ValueRequest): unknown {
  const { random, oddity, document } = request;
  if (random.chance(oddity)) return strangeThing(random);
  const schema = document.components.schemas[referredName(given) ?? ""] ?? given;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return valueFor(random.pick(alternatives), request);
  switch (schema.type) {
    case "object":
      return objectOf(schema, request);
    case "array": {
      const { items = {}, minItems = 0 } = schema;
      return Array.from({ length: minItems + random.below(4) }, () => valueFor(items, request));
    }
    case "integer":
    case "number":
      return numberWithin(schema, random);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    case "string":
      return textOf(schema, request);
    default:
      return strangeThing(random);
  }
}

function objectOf({ properties = {}, required = [] }: Schema, request: ValueRequest): Record<string, unknown> {
  const { random, oddity } = request;
  const named = Object.entries(properties).filter(([name]) =>
    required.includes(name) ? !random.chance(oddity / 2) : random.chance(0.5),
  );
  const object = Object.fromEntries(named.map(([name, schema]) => [name, valueFor(schema, request)]));
  return random.chance(oddity / 2) ? { ...object, [strangeText(random)]: 1 } : object;
}

function numberWithin({ minimum = 0, maximum = minimum + 1_000 }: Schema, random: Random): number {
  return random.pick([minimum, maximum, minimum + random.below(maximum - minimum + 1)]);
}

function textOf({ format, maxLength, minLength = 0 }: Schema, { random, oddity }: ValueRequest): string {
  if (random.chance(oddity)) return strangeText(random);
  if (format === "date-time") return new Date(Date.now() + (random.next() - 0.5) * 1e10).toISOString();
  if (random.chance(0.1)) return "x".repeat(random.pick([minLength, maxLength ?? 300, (maxLength ?? 300) + 1]));
  return random.pick([
    () => `word-${random.below(1e6)}`,
    () => `${random.below(1e6)}.example`,
    () => `person${random.below(1e6)}@mail.example`,
    () => `https://app.example/${random.below(1e6)}`,
    () => "openid",
    () => "+41 44 123 45 67",
  ])();
}
