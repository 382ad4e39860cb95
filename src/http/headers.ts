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
  /** Hashes of the style sheet and of the script that are in the page. */
  readonly style: string;
  readonly script?: string;
  readonly formAction: readonly string[];
}

/** A page may show what is in it, and images of ours; it goes nowhere but where its forms are meant to lead. */
export function setPageHeaders(reply: FastifyReply, sources: PageSources): void {
  const policy = [
    "default-src 'none'",
    `style-src '${sources.style}'`,
    ...(sources.script === undefined ? [] : [`script-src '${sources.script}'`]),
    "img-src 'self' data:",
    `form-action ${["'self'", ...sources.formAction.map(sourceOf)].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  reply.header("content-security-policy", policy.join("; "));
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
  reply.header("cross-origin-opener-policy", "same-origin");
}

/** The origin of an address; of a private-use scheme, the scheme. */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address);
  return origin === "null" ? protocol : origin;
}

export function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
