/**
 * Which schemas get a table of their own in the reference, and in which chapter: those that several calls answer with.
 */
import { innerSchemas, type OpenApiDocument, type Operation, referredName, type Schema } from "../openapi/document.ts";

/** From the name of the schema to the chapter of the first call that has it in its answer. */
export function chaptersOfSchemas({ paths, components }: OpenApiDocument): ReadonlyMap<string, string> {
  const users = new Map<string, Operation[]>();
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const name of namesIn(operation, components.schemas)) users.set(name, [...(users.get(name) ?? []), operation]);
  }
  const homes = [...users].flatMap(([name, [first, ...others]]) =>
    first === undefined || others.length === 0 || isPage(components.schemas[name])
      ? []
      : [[name, first.tags[0]] as const],
  );
  return new Map(homes);
}

/** All that the call's answer is made of, however deep. */
function namesIn(operation: Operation, schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const contents = Object.values(operation.responses).flatMap((one) => ("content" in one ? [one.content] : []));
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = referredName(schema);
    const isNew = name !== undefined && !names.has(name);
    if (name !== undefined) names.add(name);
    const referred = isNew ? schemas[name] : undefined;
    for (const inner of [...(referred ? [referred] : []), ...innerSchemas(schema)]) visit(inner);
  };
  for (const content of contents) for (const { schema } of Object.values(content ?? {})) visit(schema);
  return names;
}

/** A page is shown where it is answered; what is on it is what matters. */
function isPage(schema: Schema | undefined): boolean {
  return schema?.properties?.nextCursor !== undefined;
}
