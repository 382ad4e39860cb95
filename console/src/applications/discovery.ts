/** What Signet says about itself to every client: its addresses, and what it can do. */
import { useQuery } from "@tanstack/react-query";
import { settings } from "../settings.ts";

export interface Discovery {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly introspection_endpoint: string;
  readonly userinfo_endpoint: string;
  readonly revocation_endpoint: string;
  readonly end_session_endpoint: string;
  readonly jwks_uri: string;
  readonly id_token_signing_alg_values_supported: readonly string[];
}

export const DISCOVERY_URL = `${settings.issuer}/.well-known/openid-configuration`;

export function useDiscovery() {
  return useQuery({
    queryKey: ["discovery"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<Discovery> => (await fetch(DISCOVERY_URL)).json(),
  });
}
