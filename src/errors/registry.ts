/**
 * Every error of Signet's own that can leave the process, by its code. `docs/errors.md` has one entry for each;
 * a test compares the two in both directions. What OAuth defines itself (invalid_grant …) lives in `oauth/errors.ts`.
 */
export interface ErrorEntry {
  readonly status: number;
  /** What happened, in words a person understands. */
  readonly title: string;
  /** What to do now. */
  readonly advice: string;
}

export const registry = {
  bad_request: {
    status: 400,
    title: "The request could not be read",
    advice: "Check the address, the headers and the body against the documentation and send it again.",
  },
  header_too_large: {
    status: 400,
    title: "The request's headers are too large",
    advice:
      "Address and headers may hold 96 KiB in all. Clear the cookies of this host, or send fewer or shorter headers.",
  },
  invalid_input: {
    status: 400,
    title: "Some of the input is not valid",
    advice: "Correct the named fields and send it again. Nothing was changed.",
  },
  token_missing: {
    status: 401,
    title: "This needs an access token",
    advice: "Send one in the header `Authorization: Bearer …`. `docs/quickstart-api.md` shows how to get it.",
  },
  invalid_token: {
    status: 401,
    title: "The access token does not count",
    advice: "Get a new one and send the request again.",
  },
  wrong_audience: {
    status: 401,
    title: "The access token is meant for something else",
    advice: "Ask for the scope `urn:service:iam:org:project:id:service:aud` when you get the token.",
  },
  no_manager_role: {
    status: 403,
    title: "Only managers may use the management API",
    advice:
      "Ask a manager of the organization or project to give you a role. `docs/managers.md` lists what each role may do.",
  },
  permission_missing: {
    status: 403,
    title: "You may not do this here",
    advice: "Ask a manager of this place for a role that allows it. `docs/managers.md` lists what each role may do.",
  },
  not_found: {
    status: 404,
    title: "There is nothing at this address",
    advice: "Check the address. If you followed a link, the page it leads to may have moved.",
  },
  unknown_resource: {
    status: 404,
    title: "There is no such thing, or you may not see it",
    advice: "Check the id. It may have been deleted, or belong to another organization.",
  },
  method_not_allowed: {
    status: 405,
    title: "This address does not answer to that method",
    advice: "Use one of the methods named in the Allow header.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long to arrive",
    advice: "Send it again. If it keeps happening, look at the network between you and this service.",
  },
  already_exists: {
    status: 409,
    title: "Something with this name exists already",
    advice: "Choose another name, or use the one that exists.",
  },
  wrong_state: {
    status: 409,
    title: "This cannot be done in its present state",
    advice: "Read its state, and bring it into the state that the message names first.",
  },
  protected: {
    status: 409,
    title: "Signet itself needs this",
    advice:
      "The first organization, Signet's own project and the console's application cannot be deleted or deactivated, nor closed to managers.",
  },
  last_owner: {
    status: 409,
    title: "This is the last owner of the instance",
    advice: "Give somebody else the role IAM_OWNER first; an instance without an owner could not be managed any more.",
  },
  changed_meanwhile: {
    status: 412,
    title: "It has been changed since you read it",
    advice: "Read it again, apply your change to what it is now, and send it again.",
  },
  body_too_large: {
    status: 413,
    title: "The request is too large",
    advice: "Send a smaller body. The OAuth endpoints take 64 KiB, the management API takes 1 MiB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is in a format this address does not take",
    advice: "Send the Content-Type that the documentation names for this address, without a Content-Encoding.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key belongs to another request",
    advice: "Make a new key for every new request; repeat one only together with the request it was made for.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    advice: "Wait for the time in the Retry-After header, then go on more slowly.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    advice: "Try again in a moment. If it keeps happening, tell the people who run this service, with the request id.",
  },
  database_unavailable: {
    status: 503,
    title: "The service cannot reach its database",
    // Not "nothing was changed": a commit whose answer was lost may have happened.
    advice: "Try again after the time in the Retry-After header.",
  },
  overloaded: {
    status: 503,
    title: "The service is busy",
    advice: "Try again after the time in the Retry-After header. Nothing was changed.",
  },
  stopping: {
    status: 503,
    title: "This node is stopping",
    advice: "Send the request again: another node, or the restarted one, will answer it.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof registry;
