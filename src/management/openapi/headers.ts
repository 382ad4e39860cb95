/** The headers that calls take and answer with. */

import type { Route } from "../route.ts";
import type { Header, Parameter, Reference } from "./document.ts";

export const headers = {
  ETag: {
    description: 'The version of what was answered, such as `"7"`. Send it as If-Match to change only this version',
    schema: { type: "string" },
  },
  Location: { description: "The address of what was made", schema: { type: "string", format: "uri" } },
  "Idempotency-Replayed": {
    description: "`true`: this is the answer that the first call with this Idempotency-Key got",
    schema: { const: "true" },
  },
  "RateLimit-Limit": { description: "How many calls this token may make in a minute", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "How many of them are left", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "In how many seconds the count begins again", schema: { type: "integer" } },
  "Retry-After": { description: "In how many seconds to try again", schema: { type: "integer" } },
  "WWW-Authenticate": { description: "How to authenticate (RFC 6750 §3)", schema: { type: "string" } },
} as const satisfies Record<string, Header>;

export function headersOfAnswer(route: Route): Record<string, Reference> {
  const names: (keyof typeof headers)[] = [
    ...(hasVersion(route) ? (["ETag"] as const) : []),
    ...(route.located ? (["Location"] as const) : []),
    ...(route.creates ? (["Idempotency-Replayed"] as const) : []),
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function hasVersion({ answer }: Route): boolean {
  return answer !== undefined && "properties" in answer && Object.hasOwn(answer.properties as object, "version");
}

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description:
    "The ETag of the version that is to be changed. If it has been changed since, the answer is 412. Without it: whatever it is now",
  schema: { type: "string", examples: ['"7"'] },
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Anything that you use once. A second call with the same key and the same body makes nothing and gets the first one's answer",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

export function headersTaken(route: Route): Parameter[] {
  return [...(route.versioned ? [ifMatch] : []), ...(route.creates ? [idempotencyKey] : [])];
}
