/** One call as an operation of the API document. */

import type { At, Route } from "../route.ts";
import type { Content, Operation, Parameter, ResponseObject, Schema } from "./document.ts";
import { exampleOf } from "./examples.ts";
import { headersOfAnswer, headersTaken } from "./headers.ts";
import { operationIdOf } from "./names.ts";
import { failuresOf } from "./problems.ts";
import type { SchemaComponents } from "./schemas.ts";

export function toOperation(route: Route, components: SchemaComponents): Operation {
  const body = route.body && components.add(route.body);
  return {
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: [route.detail, whoMay(route)].filter((part) => part !== undefined).join("\n\n"),
    parameters: [
      ...parametersIn("path", route.params, components),
      ...parametersIn("query", route.query, components),
      ...headersTaken(route),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: bodyOf(body, components) } }),
    responses: { [route.status]: answerOf(route, components), ...failuresOf(route) },
    "x-permission": route.permission,
    "x-place": route.at,
  };
}

const places = {
  iam: "at the instance",
  organization: "at the organization",
  project: "at the project",
  project_grant: "at the project grant",
  application: "at the application's project",
  user: "at the user's organization",
  service_user: "at the service user's organization",
  role_assignment: "at the project or project grant of the role assignment",
} as const satisfies Record<At, string>;

function whoMay({ permission, at, method }: Route): string {
  if (permission === "any") return "Every manager may call it, whatever the role.";
  const needs = `Needs the permission \`${permission}\` ${places[at]}.`;
  const isTakeOver = (at === "user" || at === "service_user") && method !== "GET";
  return isTakeOver ? `${needs} If that user is a manager, it also takes all that this manager may do.` : needs;
}

function parametersIn(
  where: "path" | "query",
  { properties, required }: Route["params"],
  components: SchemaComponents,
): Parameter[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description = describe(name), ...schema } = components.add(property);
    return {
      name,
      in: where,
      required: where === "path" || (required?.includes(name) ?? false),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

/** `projectGrantId` needs no more than its name. */
function describe(name: string): string | undefined {
  if (!name.endsWith("Id")) return undefined;
  return `The id of the ${name.slice(0, -"Id".length).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

function answerOf(route: Route, components: SchemaComponents): ResponseObject {
  const headers = headersOfAnswer(route);
  if (route.run.kind === "stream") {
    const content = { [route.run.contentType]: { schema: { type: "string" } } };
    return { description: "Everything there is, piece by piece", headers, content };
  }
  if (route.answer === undefined) return { description: "Done; there is nothing to show", headers };
  const schema = components.add(route.run.kind === "list" ? namedPage(components.add(route.answer)) : route.answer);
  return { description: answerWords(route), headers, content: { "application/json": { schema } } };
}

/** A page of things that have a name has one too. */
function namedPage(page: Schema): Schema {
  const name = page.properties?.items?.items?.$ref?.split("/").at(-1);
  return name === undefined ? page : { ...page, title: `${name}Page` };
}

function answerWords({ run, status }: Route): string {
  if (run.kind === "list") return "One page of the list";
  if (status === 201) return "What was made";
  return run.kind === "change" ? "What it is now" : "What was asked for";
}

function bodyOf(schema: Schema, { schemas }: SchemaComponents): Content {
  return { "application/json": { schema, example: exampleOf(schema, schemas) } };
}
