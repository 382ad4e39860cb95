/** The applications' side of the browser tests: a single-page application's files, and a web application's callback. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

const library = join(
  dirname(createRequire(import.meta.url).resolve("oidc-client-ts/package.json")),
  "dist/browser/oidc-client-ts.js",
);
const page = join(import.meta.dirname, "spa/index.html");
const script = join(import.meta.dirname, "spa/app.js");

export interface AppServer {
  readonly port: number;
  /** What the single-page application is told about itself. */
  settings: Record<string, string>;
  /** The requests that reached the web application's callback, the newest last. */
  readonly received: { readonly method: string; readonly parameters: URLSearchParams }[];
  /** Where the web application's callback leads on to, if it does. */
  next: string | undefined;
  close(): Promise<void>;
}

export async function startAppServer(): Promise<AppServer> {
  const received: AppServer["received"] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://app");
    if (pathname === "/web/callback") {
      received.push({ method: request.method ?? "", parameters: await parametersOf(request, searchParams) });
      if (app.next === undefined)
        return send(response, "text/html", "<!doctype html><title>Welcome</title><h1>Welcome</h1>");
      return response.writeHead(302, { location: app.next }).end();
    }
    if (pathname === "/settings.json") return send(response, "application/json", JSON.stringify(app.settings));
    if (pathname === "/oidc-client-ts.js") return send(response, "text/javascript", readFileSync(library));
    if (pathname === "/app.js") return send(response, "text/javascript", readFileSync(script));
    return send(response, "text/html", readFileSync(page));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the application has no port");
  const app: AppServer = {
    port: address.port,
    settings: {},
    received,
    next: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return app;
}

async function parametersOf(request: IncomingMessage, query: URLSearchParams): Promise<URLSearchParams> {
  return request.method === "POST" ? new URLSearchParams(await text(request)) : query;
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" }).end(body);
}
