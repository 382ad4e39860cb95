/**
 * Cross-origin requests, for applications that run in browsers: any origin may call, and none may bring cookies along, so
 * a page can do no more than the credentials it holds itself allow. Everything else answers to its own origin only.
 */
import type { App } from "../http/app.ts";

type Method = "GET" | "POST";

interface Hooked {
  onRequest(request: unknown, reply: { header(name: string, value: string): unknown }): Promise<void>;
}

/** Adds the answer to the preflight (Fetch standard, CORS-preflight request) and gives what the route itself needs. */
export function allowAnyOrigin(app: App, path: string, methods: readonly Method[]): Hooked {
  app.options(path, async (_request, reply) =>
    reply
      .code(204)
      .header("access-control-allow-origin", "*")
      .header("access-control-allow-methods", methods.join(", "))
      .header("access-control-allow-headers", "authorization, content-type")
      .header("access-control-max-age", "7200")
      .send(),
  );
  return {
    // Before anything can fail: an error that a browser may not show to the page cannot be understood there.
    async onRequest(_request, reply) {
      reply.header("access-control-allow-origin", "*");
      reply.header("access-control-expose-headers", "www-authenticate, retry-after, x-request-id");
    },
  };
}
