/**
 * What a value may be, in the words of the reference: "array of string", "integer, 1 to 200", "one of active,
 * inactive".
 */
import { Html, html } from "../../pages/html.ts";
import { referredName, type Schema } from "../openapi/document.ts";

export interface TypeContext {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The anchor of a schema's own entry, where it has one. */
  linkTo(schemaName: string): string | undefined;
  /** Whether to say how long and how many: for what is sent to us, where it matters. */
  readonly limits: boolean;
}

export function typeWords(schema: Schema, context: TypeContext): Html {
  const name = referredName(schema);
  if (name !== undefined) {
    const target = context.linkTo(name);
    if (target !== undefined) return html`<a href="#${target}">${name}</a>`;
    const referred = context.schemas[name] ?? {};
    return referred.type === "object" ? html`object` : typeWords(referred, context);
  }
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (schema.enum) return html`one of ${listed(schema.enum.map((value) => html`<code>${String(value)}</code>`))}`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return eitherOf(alternatives.map((one) => typeWords(one, context)));
  if (schema.type === "array") return arrayWords(schema, context);
  const values = valuesOfMap(schema);
  if (values && Object.keys(values).length > 0) return html`object with any names, each ${typeWords(values, context)}`;
  if (schema.format === "date-time") return html`time`;
  return html`${[schema.type ?? "anything"].flat().join(" or ")}${limitsOf(schema, context)}`;
}

function arrayWords(schema: Schema, context: TypeContext): Html {
  const { items = {} } = schema;
  const before = items.enum ? "array, each " : "array of ";
  return html`${before}${typeWords(items, context)}${limitsOf(schema, context)}`;
}

/** The schema of the values, where the names are not known beforehand. */
export function valuesOfMap({ patternProperties, additionalProperties }: Schema): Schema | undefined {
  const [first] = Object.values(patternProperties ?? {});
  return first ?? (typeof additionalProperties === "object" ? additionalProperties : undefined);
}

function limitsOf(schema: Schema, { limits }: TypeContext): string {
  if (!limits) return "";
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return range(minimum, maximum, "") + range(minLength, maxLength, " characters") + range(minItems, maxItems, " items");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
  return least === undefined || least === 0 ? "" : `, at least ${least}${unit}`;
}

export function listed(parts: Html[]): Html {
  return new Html(parts.map((part) => part.text).join(", "));
}

function eitherOf(parts: Html[]): Html {
  return new Html(parts.map((part) => part.text).join(" or "));
}
