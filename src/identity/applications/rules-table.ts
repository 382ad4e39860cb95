/** Which methods, response types and grants each type of application may have, and what a new one starts with. */
import type { ApplicationSettings, ApplicationType, AuthMethod, GrantType, ResponseType } from "./types.ts";

export interface TypeRules {
  /** As a person reads it in a message. */
  readonly label: string;
  readonly authMethods: readonly AuthMethod[];
  readonly responseTypes: readonly ResponseType[];
  readonly grantTypes: readonly GrantType[];
}

export const typeRules: Record<ApplicationType, TypeRules> = {
  web: {
    label: "Web",
    authMethods: ["basic", "post", "pkce", "private_key_jwt"],
    responseTypes: ["code", "id_token", "id_token token"],
    grantTypes: ["authorization_code", "refresh_token", "implicit"],
  },
  // RFC 8252 §8.5: what is installed on many devices keeps no secret; §8.2: and does not use the implicit flow.
  native: {
    label: "Native",
    authMethods: ["pkce"],
    responseTypes: ["code"],
    grantTypes: ["authorization_code", "refresh_token"],
  },
  user_agent: {
    label: "User Agent",
    authMethods: ["pkce"],
    responseTypes: ["code", "id_token", "id_token token"],
    grantTypes: ["authorization_code", "refresh_token", "implicit"],
  },
  // A resource server: it introspects tokens and never asks for one.
  api: {
    label: "API",
    authMethods: ["basic", "private_key_jwt"],
    responseTypes: [],
    grantTypes: [],
  },
};

/** The grant that answers each response type; RFC 7591 §2.1 asks that the two lists agree. */
export const grantOfResponseType = {
  code: "authorization_code",
  id_token: "implicit",
  "id_token token": "implicit",
} as const satisfies Record<ResponseType, GrantType>;

const proposals: Record<ApplicationType, Pick<ApplicationSettings, "authMethod" | "responseTypes" | "grantTypes">> = {
  web: { authMethod: "pkce", responseTypes: ["code"], grantTypes: ["authorization_code", "refresh_token"] },
  native: { authMethod: "pkce", responseTypes: ["code"], grantTypes: ["authorization_code", "refresh_token"] },
  // A refresh token in a browser is within reach of every script on the page: an application asks for it.
  user_agent: { authMethod: "pkce", responseTypes: ["code"], grantTypes: ["authorization_code"] },
  api: { authMethod: "basic", responseTypes: [], grantTypes: [] },
};

/**
 * Settings that give neither a problem nor a warning, once a name and (except for an API) a redirect URI are filled in.
 */
export function defaultSettings(type: ApplicationType): Omit<ApplicationSettings, "name"> {
  return {
    type,
    ...proposals[type],
    redirectUris: [],
    postLogoutRedirectUris: [],
    developmentMode: false,
    managementAccess: false,
    idTokenUserinfoAssertion: false,
    consentRequired: false,
    strictAuthMethod: false,
    tokens: {},
  };
}
