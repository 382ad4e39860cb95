/** Serves the files of the application, and tells it where Signet is. Any web server could. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { CLIENT_ID, ISSUER = "http://localhost:8080", SCOPE = "openid profile email", PORT = "5173" } = process.env;
if (!CLIENT_ID) {
  console.error("Set CLIENT_ID to the id of the application. README.md says how to create one.");
  process.exit(1);
}

const here = import.meta.dirname;
const library = dirname(createRequire(import.meta.url).resolve("oidc-client-ts/package.json"));
const files = {
  "/": ["text/html", join(here, "index.html")],
  "/callback": ["text/html", join(here, "index.html")],
  "/app.js": ["text/javascript", join(here, "app.js")],
  "/style.css": ["text/css", join(here, "style.css")],
  "/oidc-client-ts.js": ["text/javascript", join(library, "dist/browser/oidc-client-ts.min.js")],
};
const config = JSON.stringify({ issuer: ISSUER, clientId: CLIENT_ID, scope: SCOPE });
// Whoever gets a script of theirs into this page gets its tokens: no scripts but our own, and no frame of others around it.
const policy = "script-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

const server = createServer(async (request, response) => {
  const path = request.url.split("?", 1)[0];
  const [type, file] = files[path] ?? [];
  if (path !== "/config.json" && file === undefined) return response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": `${type ?? "application/json"}; charset=utf-8`,
    "content-security-policy": policy,
  });
  response.end(file === undefined ? config : await readFile(file));
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Open http://localhost:${PORT}`));
