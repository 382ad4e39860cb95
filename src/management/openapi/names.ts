/**
 * The names of the calls, as programs that are made from the API document know them: from method and path, so that they
 * stay.
 */
import type { Method, Route } from "../route.ts";

const verbs = { GET: "read", POST: "create", PUT: "set", PATCH: "change", DELETE: "delete" } as const satisfies Record<
  Method,
  string
>;

/**
 * `GET /projects/:projectId/roles` is `listProjectRoles`, `PUT /instance/policies/password` is
 * `setInstancePasswordPolicy`. A POST that makes nothing, and a stream, end with what they do: `POST
 * /users/:userId/send-password-reset` is `sendUserPasswordReset`.
 */
export function operationIdOf({ method, path, creates, run, answer }: Route): string {
  const segments = path.slice(1).split("/");
  const endsWithVerb = (method === "POST" && !creates) || run.kind === "stream";
  if (!endsWithVerb) return camelCase([isList(run, answer) ? "list" : verbs[method], ...nounsOf(segments, creates)]);
  const [verb = "", ...rest] = (segments.at(-1) ?? "").split("-");
  return camelCase([verb, ...nounsOf(segments.slice(0, -1), false), ...rest]);
}

/** `lastIsOne`: the path ends with the list that something is added to. */
function nounsOf(segments: readonly string[], lastIsOne: boolean): string[] {
  return segments.flatMap((segment, index) => {
    const next = segments[index + 1];
    const previous = segments[index - 1];
    if (segment.startsWith(":")) return [];
    if (next === undefined) {
      const kind = previous !== undefined && isPlural(previous) ? [singular(previous)] : [];
      return [lastIsOne ? singular(segment) : segment, ...kind];
    }
    if (next.startsWith(":")) return [singular(segment)];
    // One of several kinds: the kind comes first.
    return index === segments.length - 2 && isPlural(segment) ? [] : [segment];
  });
}

/** A short one comes without pages. */
function isList(run: Route["run"], answer: Route["answer"]): boolean {
  return (
    run.kind === "list" ||
    (answer !== undefined && "properties" in answer && Object.hasOwn(answer.properties as object, "items"))
  );
}

function singular(noun: string): string {
  if (noun.endsWith("ies")) return `${noun.slice(0, -3)}y`;
  return /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

function isPlural(segment: string): boolean {
  return !segment.startsWith(":") && singular(segment) !== segment;
}

function camelCase(words: readonly string[]): string {
  return words.join("-").replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
