/** Who a request comes from, when proxies are trusted to tell (SIGNET_TRUSTED_PROXIES). */
import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

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
      .map((hop) => hop.trim());
    const believable = hops.slice(hops.findLastIndex((hop) => isIP(hop) === 0) + 1);
    if (believable.length === 0) delete headers["x-forwarded-for"];
    else headers["x-forwarded-for"] = believable.join(", ");
  });
}
