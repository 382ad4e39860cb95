/** Tables of parameters and properties. What lies within an object or an array follows it, with its whole path. */
import { type Html, html } from "../../pages/html.ts";
import { type Parameter, referredName, type Schema } from "../openapi/document.ts";
import { inline } from "./text.ts";
import { type TypeContext, typeWords, valuesOfMap } from "./types.ts";

/** Schemas of ours are not deep; one that holds itself would be. */
const DEEPEST = 6;

interface Row {
  readonly path: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export function parameterTable(parameters: readonly Parameter[], context: TypeContext): Html {
  const rows = parameters.map(({ name, in: where, required, description = "", schema }) => {
    const type =
      where === "path"
        ? html`in the path`
        : html`in the ${where}${required ? ", required" : ""}; ${typeWords(schema, context)}`;
    return tableRow(name, type, description);
  });
  return table("Parameter", rows);
}

export function propertyTable(schema: Schema, context: TypeContext): Html {
  const rows = rowsWithin(schema, "", context, 0).map(({ path, isRequired, schema }) =>
    tableRow(path, html`${typeWords(schema, context)}${isRequired ? "" : "; optional"}`, wordsFor(schema, context)),
  );
  return table("Property", rows);
}

/** Whether there is anything to make a table of. */
export function hasProperties(schema: Schema, context: TypeContext): boolean {
  return rowsWithin(schema, "", context, 0).length > 0;
}

function rowsWithin(schema: Schema, path: string, context: TypeContext, depth: number): Row[] {
  if (depth > DEEPEST) return [];
  const whole = followed(schema, context, depth);
  const { properties = {}, required = [], items, anyOf, oneOf, allOf } = whole;
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [
      { path: at, isRequired: required.includes(name), schema: inner },
      ...rowsWithin(inner, at, context, depth + 1),
    ];
  });
  const alternatives = [anyOf, oneOf, allOf].flatMap((schemas) => schemas ?? []);
  const values = valuesOfMap(whole);
  return [
    ...own,
    ...(items ? rowsWithin(items, `${path}[]`, context, depth + 1) : []),
    ...(values ? rowsWithin(values, path === "" ? "*" : `${path}.*`, context, depth + 1) : []),
    ...onceEach(alternatives.flatMap((alternative) => rowsWithin(alternative, path, context, depth + 1))),
  ];
}

/** What a reference leads to, unless it has a table of its own and is only mentioned here. */
function followed(schema: Schema, { schemas, linkTo }: TypeContext, depth: number): Schema {
  const name = referredName(schema);
  if (name === undefined) return schema;
  if (depth > 0 && linkTo(name) !== undefined) return {};
  return schemas[name] ?? {};
}

/** Alternatives often share most of what they have. */
function onceEach(rows: Row[]): Row[] {
  const keyed = rows.map((row) => [JSON.stringify([row.path, row.schema]), row] as const);
  return [...new Map(keyed).values()];
}

function wordsFor(schema: Schema, { schemas }: TypeContext): string {
  const name = referredName(schema);
  return schema.description ?? (name === undefined ? undefined : schemas[name]?.description) ?? "";
}

function tableRow(name: string, type: Html, description: string): Html {
  const words = description === "" ? undefined : html`<p>${inline(description)}`;
  return html`<tr><th scope=row><code>${name}</code><td><i>${type}</i>${words}\n`;
}

/** There are hundreds of tables: the end tags that HTML lets one leave out are left out. */
function table(first: string, rows: Html[]): Html {
  return html`<table><thead class=unseen><tr><th scope=col>${first}<th scope=col>What it is<tbody>
${rows}</table>\n`;
}
