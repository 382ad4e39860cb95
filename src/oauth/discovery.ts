/** GET /.well-known/openid-configuration: OpenID Connect Discovery 1.0. It lists what works, and nothing else. */
import type { App } from "../http/app.ts";
import type { KeyRing } from "../keys/key-ring.ts";

const CACHE_SECONDS = 300;

export interface Addresses {
  readonly issuerUrl: string;
  readonly baseUrl: string;
  readonly loginUrl: string;
}

export function addDiscovery(app: App, addresses: Addresses, ring: KeyRing): void {
  app.get("/.well-known/openid-configuration", async (_request, reply) => {
    reply.header("cache-control", `public, max-age=${CACHE_SECONDS}`);
    reply.header("access-control-allow-origin", "*");
    return discoveryDocument(addresses, ring);
  });
}

export function discoveryDocument({ issuerUrl, baseUrl }: Addresses, ring: KeyRing): Record<string, unknown> {
  return {
    issuer: issuerUrl,
    jwks_uri: `${baseUrl}/oauth/v2/keys`,
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ring.algorithms(),
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
