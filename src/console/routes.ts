/**
 * The Console: a single-page app, built by `npm run build` from console/, which this room only hands out. It is a
 * client of the OAuth endpoints and the management API like any other and knows nothing that they do not tell it.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import serveFiles from "@fastify/static";
import { SignetError } from "../errors/signet-error.ts";
import type { App } from "../http/app.ts";
import type { Instance } from "../identity/instance.ts";

/** The same place for the sources and for the published package. */
export const consoleFolder = join(import.meta.dirname, "../../dist/console-app");

export interface ConsoleServices {
  readonly instance: () => Promise<Instance>;
  readonly addresses: { readonly issuerUrl: string; readonly baseUrl: string };
}

export function mountConsole(app: App, { instance, addresses }: ConsoleServices): void {
  app.register(serveFiles, {
    root: join(consoleFolder, "assets"),
    prefix: "/console/assets/",
    preCompressed: true,
    // Their names change with what is in them.
    immutable: true,
    maxAge: "365d",
    setHeaders: (reply) => void reply.header("content-security-policy", "default-src 'none'"),
  });
  for (const url of ["/console", "/console/*"]) {
    app.get(url, { config: { page: true } }, async (_request, reply) => {
      const nonce = randomBytes(16).toString("base64");
      const { consoleApplicationId: clientId } = await instance();
      const settings = { issuer: addresses.issuerUrl, baseUrl: addresses.baseUrl, clientId };
      reply
        .header("content-security-policy", policy(nonce, addresses))
        .header("permissions-policy", "camera=(), geolocation=(), microphone=()")
        .type("text/html; charset=utf-8");
      return fillPage(await readPage(), nonce, settings);
    });
  }
}

/** Each time: it names the files that go with it, and those may be built anew while this runs. */
async function readPage(): Promise<string> {
  try {
    return await readFile(join(consoleFolder, "index.html"), "utf8");
  } catch (error) {
    throw new SignetError("not_found", "The Console has not been built; `npm run build` builds it", { cause: error });
  }
}

function fillPage(page: string, nonce: string, settings: object): string {
  const [before = "", after = ""] = page.split('id="settings">"settings"');
  return `${before}id="settings" nonce="${nonce}">${JSON.stringify(settings).replaceAll("<", "\\u003c")}${after}`;
}

/**
 * Scripts and styles are files of ours; only what the styling library adds while it runs needs the nonce. Nothing else
 * is asked.
 */
function policy(nonce: string, { issuerUrl, baseUrl }: ConsoleServices["addresses"]): string {
  const asked = new Set(["'self'", new URL(baseUrl).origin, new URL(issuerUrl).origin]);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    `connect-src ${[...asked].join(" ")}`,
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
