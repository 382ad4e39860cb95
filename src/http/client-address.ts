/** Who a request comes from, when proxies are trusted to tell (SIGNET_TRUSTED_PROXIES). */
import { isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { HashRequester } from "../passwords/passwords.ts";

/**
 * Fastify takes whatever a trusted proxy puts into X-Forwarded-For for `request.ip`. What is no address, and what is
 * further away than that, is left out here, so that `request.ip` is always an address that can be counted and logged.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw: { headers } }) => {
    const claimed = headers["x-forwarded-for"];
    if (claimed === undefined) return;
    const hops = String(claimed)
      .split(",")
      .map((hop) => addressIn(hop.trim()));
    const believable = hops.slice(hops.findLastIndex((hop) => isIP(hop) === 0) + 1);
    if (believable.length === 0) delete headers["x-forwarded-for"];
    else headers["x-forwarded-for"] = believable.join(", ");
  });
}

/**
 * Some proxies add the port, which is nobody's address: `192.0.2.1:4711`, `[2001:db8::1]:443`, the latter also in
 * quotes.
 */
function addressIn(hop: string): string {
  const bare = /^"(.*)"$/.exec(hop)?.[1] ?? hop;
  const [, bracketed, dotted] = /^(?:\[([0-9a-f:.%\w]+)\]|([0-9.]+))(?::\d{1,5})?$/i.exec(bare) ?? [];
  return bracketed ?? dotted ?? bare;
}

/** On whose account a password is hashed: `person` is a user's id, or what stands for somebody who may not be one. */
export function hashRequester({ ip }: Pick<FastifyRequest, "ip">, person: string): HashRequester {
  return { person, address: networkOf(ip) };
}

/**
 * What is counted as one address: of IPv6 the network, because who has one address of it has 2^64 of them. One that
 * only wraps an IPv4 address counts as that.
 */
export function networkOf(address: string): string {
  const wrapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (wrapped !== undefined || isIP(address) !== 6) return wrapped ?? address;
  // URL writes an address in one way only: in hexadecimal, with the longest row of zeros as `::`.
  const { hostname } = new URL(`http://[${address.replace(/%.*/s, "")}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
