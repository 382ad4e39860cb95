/**
 * Errors as problem documents (RFC 9457), with the code of our registry, the fields that were wrong, and the request
 * id.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import type { ErrorRoom } from "../http/error-rooms.ts";
import { noSuchRoute, RETRY_AFTER_SECONDS, routeOf, toSignetError } from "../http/errors.ts";
import { describeError } from "../http/logging.ts";
import { ReferenceViolation } from "../storage/errors.ts";

export const PREFIX = "/management/v1";

/** `app`: all of Signet, which knows what methods an address answers to. */
export function handleProblems(room: App, app: App): void {
  room.setErrorHandler((error, request, reply) => {
    const known = error instanceof ReferenceViolation ? tooLate(error) : toSignetError(error);
    if (known.entry.status >= 500)
      request.log.error({ error: describeError(error), route: routeOf(request) }, known.entry.title);
    return sendProblem(request, reply, known);
  });
  room.setNotFoundHandler((request, reply) => sendProblem(request, reply, noSuchRoute(app, request, reply)));
}

/** What the call had found was deleted before it could refer to it: the same as if it had come a moment later. */
function tooLate(cause: ReferenceViolation): SignetError {
  return new SignetError("unknown_resource", "Something that this call refers to was deleted meanwhile", { cause });
}

const CONTENT_TYPE = "application/problem+json; charset=utf-8";

/** For what fails before this room has it: programs that call it read nothing else. */
export const problemRoom: ErrorRoom = {
  prefix: PREFIX,
  send: sendProblem,
  contentType: CONTENT_TYPE,
  document: problemDocument,
};

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: SignetError): FastifyReply {
  const { status } = error.entry;
  reply.code(status).header("content-type", CONTENT_TYPE);
  const retryAfter = error.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (status === 401) reply.header("www-authenticate", challenge(error));
  return reply.send(problemDocument(error, request.id));
}

function problemDocument(error: SignetError, requestId: string): object {
  const { status, title, advice } = error.entry;
  return {
    type: `urn:signet:error:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    advice,
    ...(error.problems.length > 0
      ? { errors: error.problems }
      : error.field === undefined
        ? {}
        : { errors: [{ field: error.field, code: error.code, message: error.message }] }),
    requestId,
  };
}

/** RFC 6750 §3.1: who sends no token at all is told how to send one, and no error code. */
function challenge({ code, message }: SignetError): string {
  const realm = 'Bearer realm="signet"';
  return code === "token_missing" ? realm : `${realm}, error="invalid_token", error_description="${message}"`;
}
