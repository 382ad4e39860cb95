/** The names of the calls, as programs that are made from the API document know them: from method and path, so that they stay. */
import type { Method, Route } from "./route.ts";

const verbs = { GET: "read", POST: "create", PUT: "set", PATCH: "change", DELETE: "delete" } as const satisfies Record<Method, string>;

/**
 * `GET /projects/:projectId/roles` is `listProjectRoles`. A POST that makes nothing, and a stream, end with what they do:
 * `POST /users/:userId/send-password-reset` is `sendUserPasswordReset`.
 */
export function operationIdOf({ method, path, creates, run, answer }: Route): string {
  const segments = path.slice(1).split("/");
  const endsWithVerb = (method === "POST" && !creates) || run.kind === "stream";
  const named = endsWithVerb ? segments.slice(0, -1) : segments;
  const nouns = named.flatMap((segment, index) => {
    if (segment.startsWith(":")) return [];
    const isOne = named[index + 1]?.startsWith(":") === true || (creates && index === named.length - 1);
    return [isOne ? singular(segment) : segment];
  });
  if (!endsWithVerb) return camelCase([isList(run, answer) ? "list" : verbs[method], ...nouns].join("-"));
  const [verb, ...rest] = (segments.at(-1) ?? "").split("-");
  return camelCase([verb, ...nouns, ...rest].join("-"));
}

/** A short one comes without pages. */
function isList(run: Route["run"], answer: Route["answer"]): boolean {
  return run.kind === "list" || (answer !== undefined && "properties" in answer && Object.hasOwn(answer.properties as object, "items"));
}

function singular(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

function camelCase(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
