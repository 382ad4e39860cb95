/** What every answer says about itself to browsers and caches. */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** For answers to machines: nothing may be loaded, framed, guessed or kept. */
const machineHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const;

export function securityHeaders(options: { https: boolean }): Readonly<Record<string, string>> {
  if (!options.https) return machineHeaders;
  return { ...machineHeaders, "strict-transport-security": "max-age=63072000; includeSubDomains" };
}

export interface PageSources {
  /** Hashes of the style sheets and of the script that are in the page. */
  readonly styles: readonly string[];
  readonly script?: string;
  /**
   * Whether a form of the page leads back to an application. Browsers hold the whole chain of redirects after a form
   * against `form-action`, and where an application sends people on to is not for us to know; such a page goes without
   * it.
   */
  readonly leadsAway: boolean;
  /** Only to be looked at: it is shown in a frame of our own pages, and neither runs nor sends anything. */
  readonly preview?: boolean;
}

/** A page may show what is in it, and images of ours; it runs nothing but the script it was made with. */
export function setPageHeaders(reply: FastifyReply, sources: PageSources): void {
  const { preview = false } = sources;
  const policy = [
    "default-src 'none'",
    `style-src ${sources.styles.map((hash) => `'${hash}'`).join(" ")}`,
    ...(sources.script === undefined ? [] : [`script-src '${sources.script}'`]),
    "img-src 'self' data:",
    ...(preview ? ["form-action 'none'"] : sources.leadsAway ? [] : ["form-action 'self'"]),
    `frame-ancestors ${preview ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    // Of the same origin as the pictures, which are shown nowhere else. Without scripts, it could not use that.
    ...(preview ? ["sandbox allow-same-origin"] : []),
  ];
  if (preview) reply.header("x-frame-options", "SAMEORIGIN");
  reply.header("content-security-policy", policy.join("; "));
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
}

export function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
