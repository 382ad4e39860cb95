/** The Fastify instance that every front room is mounted on: limits, request ids, headers, errors. */

import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { registry } from "../errors/registry.ts";
import { SignetError } from "../errors/signet-error.ts";
import { freshId } from "../tickets/fresh-bytes.ts";
import { readForwardedAddresses } from "./client-address.ts";
import { type ErrorRoom, errorRoomOf, targetOfBroken } from "./error-rooms.ts";
import { errorSender, handleErrors, type PageRenderer, routeOf, type SendError, toSignetError } from "./errors.ts";
import { securityHeaders } from "./headers.ts";
import { redirectPagesToLoginHost } from "./hosts.ts";
import { logRequestsLazily } from "./request-log.ts";

const KIB = 1024;
/** The longest authorization request there is, with cookies beside it. */
const MAX_HEADER_BYTES = 96 * KIB;
const MAX_BODY_BYTES = 64 * KIB;
const MAX_PATH_PARAMETER = 200;
const RECEIVE_HEADERS_MS = 10_000;
const RECEIVE_REQUEST_MS = 20_000;
/** Node looks for requests that are late only so often; by default every 30 seconds. */
const LOOK_FOR_LATE_MS = 1_000;
const KEEP_ALIVE_MS = 65_000;
const AUTHORIZATION = "authorization";

export interface AppOptions {
  readonly loginUrl: string;
  readonly https: boolean;
  readonly pages?: PageRenderer;
  readonly trustedProxies: readonly string[];
  readonly log: FastifyBaseLogger;
  /** Rooms whose errors have a form of their own. */
  readonly errorRooms?: readonly ErrorRoom[];
  /** How long a request may take to arrive. Tests cannot wait for the usual time. */
  readonly receive?: { readonly headersMs: number; readonly requestMs: number };
}

export type App = FastifyInstance;

export function createApp(options: AppOptions): App {
  const headers = securityHeaders(options);
  const { errorRooms = [], pages } = options;
  const sendError = errorSender(pages);
  const answerError: SendError = (request, reply, error) =>
    (errorRoomOf(errorRooms, request.url)?.send ?? sendError)(request, reply, error);
  const app: App = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: freshId,
    requestIdHeader: false,
    // Only for request.ip; the rest of what Fastify derives from forwarded headers is not used anywhere.
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: false, caseSensitive: true },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: options.receive?.headersMs ?? RECEIVE_HEADERS_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
    },
    requestTimeout: options.receive?.requestMs ?? RECEIVE_REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers, errorRooms),
    // An address that cannot be read comes to no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id).headers(headers);
      return answerError(request, reply, toSignetError(error));
    },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  });

  logRequestsLazily(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).headers(headers);
    if (request.routeOptions.config.page) pages?.begin(request, reply);
    done(request.routeOptions.config.handsOver ? undefined : (packedProblem(request) ?? repeatedProblem(request)));
  });
  if (options.trustedProxies.length > 0) readForwardedAddresses(app);
  redirectPagesToLoginHost(app, options.loginUrl);
  handleErrors(app, answerError);
  if (options.log.level === "debug" || options.log.level === "trace") logAnswers(app);
  return app;
}

function logAnswers(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.handsOver) return;
    request.log.debug(
      { route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      "answered",
    );
  });
}

/** Nothing here unpacks: a small body that becomes a large one would pass the limit. */
function packedProblem(request: FastifyRequest): SignetError | undefined {
  const encoding = request.headers["content-encoding"] ?? "identity";
  return encoding === "identity"
    ? undefined
    : new SignetError("unsupported_media_type", registry.unsupported_media_type.title);
}

/**
 * Node keeps the first of several and says nothing; what stands before us may have judged another one. RFC 9110 §5.3: a
 * field that is no list is sent once. Asked of every request, so that no endpoint can forget.
 */
function repeatedProblem({ raw: { rawHeaders } }: FastifyRequest): SignetError | undefined {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) seen++;
  }
  return seen > 1
    ? new SignetError("bad_request", "The request has more than one Authorization header. Send one.")
    : undefined;
}

/** What Node could not even parse never becomes a request; the answer is written by hand. */
function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  errorRooms: readonly ErrorRoom[],
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const code =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "header_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "bad_request";
  const { status, title, advice } = registry[code];
  // Of what is far too long, the beginning is not at hand any more. It is answered in both ways at once: as the first of
  // the rooms would, and with the members that everybody else reads.
  const target = targetOfBroken(error);
  const room = target === undefined ? errorRooms[0] : errorRoomOf(errorRooms, target);
  const plain = { error: code, message: title, advice };
  const document = room?.document(new SignetError(code, title), freshId());
  const body = JSON.stringify(target === undefined ? { ...plain, ...document } : (document ?? plain));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `Content-Type: ${room?.contentType ?? "application/json; charset=utf-8"}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
