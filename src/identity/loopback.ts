/**
 * Which hosts are this very device: the one place that says so, for the configuration and for redirect URIs. RFC 6761
 * §6.3 keeps all names below `localhost` for the loopback address, and browsers never ask anybody else for them: so
 * several hosts can be tried on one machine.
 */
const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];
const belowLocalhost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}localhost$/;

/** `host` as browsers write it: in lower case, an IPv6 address in brackets. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHosts.includes(host) || belowLocalhost.test(host);
}

/** A name, which somebody has to resolve: an address cannot lead elsewhere. */
export function isLoopbackName(host: string): boolean {
  return isLoopbackHost(host) && host.endsWith("localhost");
}
