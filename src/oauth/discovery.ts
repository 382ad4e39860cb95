/** GET /.well-known/openid-configuration: OpenID Connect Discovery 1.0. It lists what works, and nothing else. */

import type { App } from "../http/app.ts";
import { allowAnyOrigin } from "../http/cors.ts";
import { metadataNames, responseTypes } from "../identity/applications/types.ts";
import { levels } from "../identity/factors/levels.ts";
import type { KeyRing } from "../keys/key-ring.ts";
import { languages } from "../texts/languages.ts";
import {
  ALL_ROLES_SCOPE,
  GROUPS_SCOPE,
  METADATA_SCOPE,
  RESOURCE_OWNER_SCOPE,
  standardScopes,
} from "../tokens/scopes.ts";
import { ROLES_CLAIM } from "./claims.ts";

const CACHE_SECONDS = 300;

export interface Addresses {
  readonly issuerUrl: string;
  readonly baseUrl: string;
  readonly loginUrl: string;
}

/** The paths of the endpoints, each at its own address. */
export const endpoints = {
  authorization: "/oauth/v2/authorize",
  token: "/oauth/v2/token",
  introspection: "/oauth/v2/introspect",
  userinfo: "/oauth/v2/userinfo",
  revocation: "/oauth/v2/revoke",
  endSession: "/oauth/v2/endsession",
  keys: "/oauth/v2/keys",
} as const;

export function addDiscovery(app: App, addresses: Addresses, ring: KeyRing): void {
  const path = "/.well-known/openid-configuration";
  app.get(path, allowAnyOrigin(app, path, ["GET"]), async (_request, reply) => {
    reply.header("cache-control", `public, max-age=${CACHE_SECONDS}`);
    return discoveryDocument(addresses, ring);
  });
}

/** What service users and applications may sign assertions with: identity/credential-keys/credential.ts. */
const assertionAlgorithms = ["RS256", "PS256", "ES256", "EdDSA"];
const confidential = [metadataNames.basic, metadataNames.post, metadataNames.private_key_jwt];

export function discoveryDocument({ issuerUrl, baseUrl, loginUrl }: Addresses, ring: KeyRing): Record<string, unknown> {
  return {
    issuer: issuerUrl,
    authorization_endpoint: loginUrl + endpoints.authorization,
    token_endpoint: baseUrl + endpoints.token,
    introspection_endpoint: baseUrl + endpoints.introspection,
    userinfo_endpoint: baseUrl + endpoints.userinfo,
    revocation_endpoint: baseUrl + endpoints.revocation,
    end_session_endpoint: loginUrl + endpoints.endSession,
    jwks_uri: baseUrl + endpoints.keys,
    scopes_supported: [...standardScopes, GROUPS_SCOPE, METADATA_SCOPE, RESOURCE_OWNER_SCOPE, ALL_ROLES_SCOPE],
    response_types_supported: responseTypes,
    response_modes_supported: ["query", "fragment", "form_post"],
    grant_types_supported: [
      "authorization_code",
      "implicit",
      "refresh_token",
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ring.algorithms(),
    token_endpoint_auth_methods_supported: [...confidential, metadataNames.pkce],
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    introspection_endpoint_auth_methods_supported: confidential,
    introspection_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint_auth_methods_supported: [...confidential, metadataNames.pkce],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    code_challenge_methods_supported: ["S256"],
    prompt_values_supported: ["none", "login", "select_account", "create", "consent"],
    ui_locales_supported: languages,
    acr_values_supported: levels,
    claims_supported,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
  };
}

const claims_supported = [
  "iss",
  "sub",
  "aud",
  "exp",
  "iat",
  "auth_time",
  "nonce",
  "amr",
  "acr",
  "azp",
  "sid",
  "at_hash",
  "name",
  "family_name",
  "given_name",
  "nickname",
  "preferred_username",
  "picture",
  "locale",
  "updated_at",
  "email",
  "email_verified",
  "phone_number",
  "phone_number_verified",
  "address",
  "roles",
  GROUPS_SCOPE,
  ROLES_CLAIM,
  METADATA_SCOPE,
  `${RESOURCE_OWNER_SCOPE}:id`,
  `${RESOURCE_OWNER_SCOPE}:name`,
  `${RESOURCE_OWNER_SCOPE}:primary_domain`,
];
