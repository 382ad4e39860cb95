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

/** A page may show its one style sheet, which is in the page, and images of ours; it runs nothing and goes nowhere else. */
export function setPageHeaders(reply: FastifyReply, styleHash: string): void {
  reply.header(
    "content-security-policy",
    `default-src 'none'; style-src '${styleHash}'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  );
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header("permissions-policy", "camera=(), geolocation=(), microphone=()");
  reply.header("cross-origin-opener-policy", "same-origin");
}

export function sourceHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
