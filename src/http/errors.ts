/** From whatever went wrong to one answer: a page for people, JSON for machines, both from the error registry. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, registry } from "../errors/registry.ts";
import { SignetError } from "../errors/signet-error.ts";
import { DatabaseUnavailable, UnstorableText } from "../storage/errors.ts";
import { describeError } from "./logging.ts";

/** After 503, wherever it is answered. */
export const RETRY_AFTER_SECONDS = 2;

export type SendError = (request: FastifyRequest, reply: FastifyReply, error: SignetError) => FastifyReply;

/** What people see, given by whoever knows pages. Without it everybody is answered as programs are. */
export interface PageRenderer {
  /** Before any page. */
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** The reply has its status. */
  readonly sendError: SendError;
}

export function handleErrors(app: FastifyInstance, answer: SendError): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toSignetError(error);
    if (known.entry.status >= 500)
      request.log.error({ error: describeError(error), route: routeOf(request) }, known.entry.title);
    return answer(request, reply, known);
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, noSuchRoute(app, request, reply)));
}

/** No route is at this address, or none for this method. */
export function noSuchRoute(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): SignetError {
  const allowed = methodsAt(app, request);
  // A route that takes the method has looked, and found nothing.
  if (allowed.length === 0 || allowed.includes(request.method))
    return new SignetError("not_found", registry.not_found.title);
  reply.header("allow", allowed.join(", "));
  return new SignetError(
    "method_not_allowed",
    `This address answers to ${allowed.join(", ")}, not to ${request.method}`,
  );
}

export function errorSender(pages: PageRenderer | undefined): SendError {
  return (request, reply, error) => {
    const { status, advice } = error.entry;
    reply.code(status);
    if (status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
    if (pages !== undefined && wantsPage(request)) return pages.sendError(request, reply, error);
    return reply.send({
      error: error.code,
      message: error.message,
      advice,
      ...(error.field ? { field: error.field } : {}),
      requestId: request.id,
    });
  };
}

/** A browser that navigates asks for HTML first; everything else is a program. */
function wantsPage(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  return accept.startsWith("text/html") || accept.startsWith("application/xhtml+xml");
}

const fromFastify: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "bad_request",
  FST_ERR_CTP_EMPTY_JSON_BODY: "bad_request",
  FST_ERR_CTP_INVALID_JSON_BODY: "bad_request",
  FST_ERR_VALIDATION: "bad_request",
  FST_ERR_BAD_URL: "bad_request",
};

export function toSignetError(error: unknown): SignetError {
  if (error instanceof SignetError) return error;
  if (error instanceof UnstorableText) return standard("bad_request", error);
  if (error instanceof DatabaseUnavailable) return standard("database_unavailable", error);
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  const known = fromFastify[code];
  if (known !== undefined) return standard(known, error);
  if (code === "FST_ERR_MAX_PARAM_LENGTH") {
    return new SignetError("bad_request", "A part of the address is longer than anything that could be there", {
      cause: error,
    });
  }
  return standard(status >= 400 && status < 500 ? "bad_request" : "internal", error);
}

function standard(code: ErrorCode, cause: unknown): SignetError {
  return new SignetError(code, registry[code].title, { cause });
}

function methodsAt(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split("?", 1)[0] ?? "";
  return ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter(
    (method) => app.findRoute({ method, url: path }) !== null,
  );
}

export function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? "unknown"}`;
}
