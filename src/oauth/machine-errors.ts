/**
 * How the endpoints that programs call say that something went wrong: RFC 6749 §5.2, and RFC 6750 §3 for bearer tokens.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { SignetError } from "../errors/signet-error.ts";
import { RETRY_AFTER_SECONDS, routeOf, toSignetError } from "../http/errors.ts";
import { describeError } from "../http/logging.ts";
import { OauthError, SlowedClient } from "./errors.ts";

export function handleMachineErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OauthError) return sendOauthError(reply, error);
    const known = toSignetError(error);
    const { status, title } = known.entry;
    if (status >= 500) request.log.error({ error: describeError(error), route: routeOf(request) }, title);
    if (status === 503) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      return sendOauthError(
        reply,
        new OauthError("temporarily_unavailable", `${title}. Try again in ${RETRY_AFTER_SECONDS} seconds.`),
      );
    }
    if (status >= 500)
      return sendOauthError(reply, new OauthError("server_error", `${title}. The request id is ${request.id}.`));
    if (error instanceof SignetError && error.code === "bad_request") {
      return sendOauthError(reply, new OauthError("invalid_request", error.message));
    }
    // Whatever else could not be read is the request's fault; one that is too large keeps its own status.
    const form = "Send the parameters as application/x-www-form-urlencoded in the body, at most 64 KiB.";
    return sendOauthError(reply, new OauthError("invalid_request", `${title}. ${form}`), status === 413 ? 413 : 400);
  });
}

function sendOauthError(reply: FastifyReply, error: OauthError, status = error.status): FastifyReply {
  const { code, message } = error;
  if (error instanceof SlowedClient) reply.header("retry-after", error.retryAfterSeconds);
  if (code === "invalid_client") reply.header("www-authenticate", 'Basic realm="signet"');
  if (code === "invalid_token")
    reply.header("www-authenticate", `Bearer realm="signet", error="${code}", error_description="${message}"`);
  return reply.code(status).send({ error: code, error_description: message });
}
