/**
 * The API document (OpenAPI 3.1), made from the table of routes: what a call takes, answers and asks for is said once,
 * there.
 */
import { permissionMeanings } from "../../identity/permissions/permissions.ts";
import { roles } from "../../identity/permissions/roles.ts";
import type { Route } from "../route.ts";
import type { OpenApiDocument, Operation, Tag } from "./document.ts";
import { headers } from "./headers.ts";
import { toOperation } from "./operation.ts";
import { failureResponses, problem } from "./problems.ts";
import { schemaComponents } from "./schemas.ts";
import { chapters, conventions } from "./words.ts";

/** `url`: where the API is. */
export function describeApi(routes: readonly Route[], url: string): OpenApiDocument {
  const components = schemaComponents();
  const problemReference = components.add(problem);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Signet management API",
      // Of the API. Which Signet this is, is nobody's business who has no token.
      version: "v1",
      description: conventions,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url }],
    security: [{ accessToken: [] }],
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: Object.fromEntries([...components.schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: failureResponses(problemReference),
      headers,
      securitySchemes: {
        accessToken: {
          type: "http",
          scheme: "bearer",
          description: "An access token of a manager, meant for the management API",
        },
      },
    },
    "x-manager-roles": roles,
    "x-permissions": permissionMeanings,
  };
}

/** Those that nobody has described come last, and a test tells. */
function tagsOf(routes: readonly Route[]): Tag[] {
  const used = new Set(routes.map(({ tag }) => tag));
  const described = chapters.filter(({ name }) => used.delete(name));
  return [...described, ...[...used].map((name) => ({ name }))];
}
