/** What can go wrong with a call, by status, from the registry of errors. */
import Type from "typebox";
import { type ErrorCode, registry } from "../../errors/registry.ts";
import type { Route } from "../route.ts";
import { closed } from "../schemas.ts";
import type { Reference, ResponseObject, Schema } from "./document.ts";

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(registry, name);
const codes = Object.keys(registry).filter(isErrorCode);

const fieldProblem = closed(
  {
    field: Type.String({
      description: "The field, with dots where it lies within another; or `body`, `query`, `path` or a header",
    }),
    code: Type.String({ description: "What kind of mistake it is, for programs" }),
    message: Type.String({ description: "What would be right, for people" }),
  },
  { title: "FieldProblem" },
);

/** As problems.ts sends it. */
export const problem = Type.Object(
  {
    type: Type.String({ description: "`urn:signet:error:` and the code" }),
    title: Type.String({ description: "What happened, the same for every error of this code" }),
    status: Type.Integer({ description: "The status of the answer" }),
    detail: Type.String({ description: "What happened this time. The words may change" }),
    code: Type.Enum(codes, { description: "For programs: it does not change between versions" }),
    advice: Type.String({ description: "What to do now" }),
    errors: Type.Optional(Type.Array(fieldProblem, { description: "What was wrong with the input, field by field" })),
    requestId: Type.String({ description: "Also in the header X-Request-Id, and in the log of the server" }),
  },
  { title: "Problem", description: "An error, as RFC 9457 describes it" },
);

/** The codes that calls answer with, under the name of the answer. Whatever else there is comes as `default`. */
const failures = {
  BadRequest: ["bad_request", "header_too_large", "invalid_input"],
  Unauthorized: ["token_missing", "invalid_token", "wrong_audience"],
  Forbidden: ["no_manager_role", "permission_missing"],
  NotFound: ["unknown_resource"],
  Conflict: ["already_exists", "wrong_state", "protected", "last_owner"],
  PreconditionFailed: ["changed_meanwhile"],
  BodyTooLarge: ["body_too_large"],
  UnsupportedMediaType: ["unsupported_media_type"],
  KeyReused: ["idempotency_key_reused"],
  TooManyRequests: ["rate_limited"],
  Unavailable: ["database_unavailable", "overloaded", "stopping"],
} as const satisfies Record<string, readonly [ErrorCode, ...ErrorCode[]]>;

type Failure = keyof typeof failures;
const isFailure = (name: string): name is Failure => Object.hasOwn(failures, name);
const failureNames = Object.keys(failures).filter(isFailure);

/** The component of each, made once and referred to by every call that may answer so. */
export function failureResponses(schema: Schema): Record<string, ResponseObject> {
  const content = { "application/problem+json": { schema } };
  const named = failureNames.map(
    (name) => [name, { description: describe(failures[name]), ...headersOf(name), content }] as const,
  );
  return { ...Object.fromEntries(named), Other: { description: "Anything else that went wrong", content } };
}

/** The failures that a call can have. */
export function failuresOf(route: Route): Record<string, Reference> {
  const changes = route.method !== "GET";
  const hasBody = route.body !== undefined;
  const possible: Record<Failure, boolean> = {
    BadRequest: true,
    Unauthorized: true,
    Forbidden: true,
    NotFound: Object.keys(route.params.properties).length > 0,
    Conflict: changes,
    PreconditionFailed: route.versioned,
    BodyTooLarge: hasBody,
    UnsupportedMediaType: hasBody,
    KeyReused: route.creates,
    TooManyRequests: true,
    Unavailable: true,
  };
  const named = failureNames
    .filter((name) => possible[name])
    .map((name) => [registry[failures[name][0]].status, refTo(name)] as const);
  return { ...Object.fromEntries(named), default: refTo("Other") };
}

function refTo(name: Failure | "Other"): Reference {
  return { $ref: `#/components/responses/${name}` };
}

function describe(these: readonly ErrorCode[]): string {
  return these.map((code) => `\`${code}\`: ${registry[code].title}`).join("; ");
}

function headersOf(name: Failure): Pick<ResponseObject, "headers"> {
  if (name === "Unauthorized")
    return { headers: { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } } };
  if (name === "TooManyRequests" || name === "Unavailable") {
    return { headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } } };
  }
  return {};
}
