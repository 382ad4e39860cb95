/** The management API behind a wall of its own: JSON only, problem documents, any origin, a limit for each token. */
import { createHash } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";
import { SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { bearerToken } from "./guard.ts";
import { handleProblems, PREFIX } from "./problems.ts";
import { addReference } from "./reference/reference.ts";
import { routes } from "./routes.ts";
import { addRoute } from "./serve.ts";
import type { ManagementServices } from "./services.ts";

export function mountManagement(app: App, services: ManagementServices): void {
  app.register(
    async (room) => {
      handleProblems(room, app);
      readJson(room);
      const paths = new Map(Map.groupBy(routes, (route) => route.path));
      const cors = [...paths].map(([path, here]) =>
        allowAnyOrigin(
          room,
          path,
          here.map((route) => route.method),
          {
            sent: "if-match, idempotency-key",
            read: "etag, location, idempotency-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset",
          },
        ),
      );
      // The same for every path; each had to say which methods it answers to.
      const [anyOrigin] = cors;
      if (anyOrigin !== undefined) room.addHook("onRequest", anyOrigin.onRequest);
      await limitCalls(room, services.callsPerMinute);
      for (const route of routes) addRoute(room, services, route);
      addReference(room, routes, services.addresses.baseUrl + PREFIX);
    },
    { prefix: PREFIX },
  );
}

/**
 * JSON and nothing else. Many clients announce it with every call, also where there is no body: that is no body then.
 */
function readJson(room: App): void {
  const parse = room.getDefaultJsonParser("error", "error");
  room.removeAllContentTypeParsers();
  room.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) => {
    if (body === "") done(null, undefined);
    else parse(request, body, done);
  });
}

/** Before the guard: who is over the limit costs nothing more. Each node counts for itself. */
async function limitCalls(room: App, max: number): Promise<void> {
  await room.register(rateLimit, {
    max,
    timeWindow: "1 minute",
    enableDraftSpec: true,
    keyGenerator: callerKey,
    allowList: (request) => request.method === "OPTIONS",
    errorResponseBuilder: () =>
      new SignetError("rate_limited", "This token has made too many calls in the last minute"),
  });
}

/** By token, because many services may call from one address. Whoever sends none is counted by address. */
function callerKey(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization ?? "");
  return token === undefined ? request.ip : createHash("sha256").update(token).digest("base64");
}
