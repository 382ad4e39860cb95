/**
 * Redirect URIs: what may be registered, which registered one a request means, and how a stranger differs from them.
 */
import { isLoopbackHost } from "../loopback.ts";
import { isPort } from "./rules-uri-parts.ts";
import type { ApplicationType } from "./types.ts";

export { checkRedirectUri, type RedirectUriContext } from "./rules-redirect-uri.ts";
export { explainMismatch } from "./rules-uri-mismatch.ts";

/**
 * The address to answer at, exactly as it was requested, or undefined when it is not registered.
 *
 * Strings are equal or they are not (RFC 9700 §2.1). The one exception is the port of a native application's loopback
 * address (RFC 8252 §7.3): it is cut out of both strings, and all that remains must still be equal, the host with it.
 */
export function matchRedirectUri(
  requested: string,
  registered: readonly string[],
  type: ApplicationType,
): string | undefined {
  if (registered.includes(requested)) return requested;
  if (type !== "native") return undefined;
  const withoutPort = cutLoopbackPort(requested);
  if (withoutPort === undefined) return undefined;
  return registered.some((uri) => cutLoopbackPort(uri) === withoutPort) ? requested : undefined;
}

/**
 * Undefined for all but http on a loopback host. After host and port the string must end or go on with / or ?, so that
 * neither 127.0.0.1@evil.test, nor 127.0.0.1.evil.test, nor 127.0.0.1:80\@evil.test is taken for one (CVE-2024-8883).
 */
function cutLoopbackPort(uri: string): string | undefined {
  const match = /^http:\/\/([a-z0-9.-]+|\[::1\])(?::([0-9]+))?(?=[/?]|$)/.exec(uri);
  if (match === null) return undefined;
  const [start, host = "", port] = match;
  if (!isLoopbackHost(host) || (port !== undefined && !isPort(port))) return undefined;
  return `http://${host}${uri.slice(start.length)}`;
}
