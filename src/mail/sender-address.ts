/** Who mails come from. */
import { isIP } from "node:net";
import type { Address } from "./compose.ts";

/**
 * `configured`: an address, or `Name <address>`, as the configuration has checked it. Otherwise `signet@` the host of
 * the pages.
 */
export function senderAddress(configured: string | undefined, loginUrl: string): Address {
  if (configured === undefined) return { name: "", address: `signet@${mailHost(new URL(loginUrl).hostname)}` };
  const named = /^(.+) <(.+)>$/.exec(configured);
  // Quotes around a name belong to how headers are written, which is not for a setting to do.
  return named === null
    ? { name: "", address: configured }
    : { name: (named[1] ?? "").replace(/^"(.*)"$/, "$1").trim(), address: named[2] ?? "" };
}

/** RFC 5321 §4.1.3: a number stands in brackets. */
function mailHost(hostname: string): string {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) === 6) return `[IPv6:${bare}]`;
  return isIP(bare) === 4 ? `[${bare}]` : bare;
}
