/**
 * Cross-origin requests, for applications that run in browsers: any origin may call, and none may bring cookies along,
 * so a page can do no more than the credentials it holds itself allow. Everything else answers to its own origin only.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./app.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

const EXPOSED = "www-authenticate, retry-after, x-request-id";

interface Hooked {
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Headers beyond those that every page may send and read. */
export interface FurtherHeaders {
  readonly sent: string;
  readonly read: string;
}

/** Adds the answer to the preflight (Fetch standard, CORS-preflight request) and gives what the route itself needs. */
export function allowAnyOrigin(app: App, path: string, methods: readonly Method[], further?: FurtherHeaders): Hooked {
  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-methods", methods.join(", "))
      .header("access-control-allow-headers", `authorization, content-type${further ? `, ${further.sent}` : ""}`)
      .header("access-control-max-age", "7200")
      .send(),
  );
  return {
    // Before anything can fail: an error that a browser may not show to the page cannot be understood there.
    async onRequest(_request, reply) {
      reply.header("access-control-allow-origin", "*");
      reply.header("access-control-expose-headers", further ? `${EXPOSED}, ${further.read}` : EXPOSED);
    },
  };
}
