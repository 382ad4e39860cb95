/** The Fastify instance that every front room is mounted on: limits, request ids, headers, errors. */
import type { Socket } from "node:net";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { v7 as newId } from "uuid";
import { registry } from "../errors/registry.ts";
import { handleErrors, routeOf } from "./errors.ts";
import { setSecurityHeaders } from "./headers.ts";
import { redirectPagesToLoginHost } from "./hosts.ts";

const KIB = 1024;
const MAX_HEADER_BYTES = 16 * KIB;
const MAX_BODY_BYTES = 64 * KIB;
const MAX_PATH_PARAMETER = 200;
const RECEIVE_HEADERS_MS = 10_000;
const RECEIVE_REQUEST_MS = 20_000;
const KEEP_ALIVE_MS = 65_000;

export interface AppOptions {
  readonly loginUrl: string;
  readonly https: boolean;
  readonly trustedProxies: readonly string[];
  readonly log: FastifyBaseLogger;
}

export type App = FastifyInstance;

export function createApp(options: AppOptions): App {
  const app: App = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: () => newId(),
    requestIdHeader: false,
    // Only for request.ip; the rest of what Fastify derives from forwarded headers is not used anywhere.
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: false, caseSensitive: true },
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: RECEIVE_HEADERS_MS },
    requestTimeout: RECEIVE_REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  });

  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  setSecurityHeaders(app, { https: options.https });
  redirectPagesToLoginHost(app, options.loginUrl);
  handleErrors(app);
  app.addHook("onResponse", async (request, reply) => {
    request.log.debug({ route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, "answered");
  });
  return app;
}

/** What Node could not even parse never becomes a request; the answer is written by hand. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
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
  const body = JSON.stringify({ error: code, message: title, advice });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
