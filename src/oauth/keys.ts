/** GET /oauth/v2/keys: the public halves of the signing keys, as a JSON Web Key Set (RFC 7517 §5). */
import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { endpoints } from "./discovery.ts";

/** Short enough that an emergency change spreads, far shorter than the time a key is published before it signs. */
const CACHE_SECONDS = 300;

export function addKeys(app: App, ring: KeyRing): void {
  app.get(endpoints.keys, allowAnyOrigin(app, endpoints.keys, ["GET"]), async (_request, reply) => {
    reply.header("cache-control", `public, max-age=${CACHE_SECONDS}`);
    return ring.keySet();
  });
}
