/** The settings an application is registered with, and the defaults that apply where it leaves them open. */

export const applicationTypes = ["web", "native", "user_agent", "api"] as const;
export type ApplicationType = (typeof applicationTypes)[number];

export const authMethods = ["basic", "post", "pkce", "private_key_jwt"] as const;
export type AuthMethod = (typeof authMethods)[number];

export const responseTypes = ["code", "id_token", "id_token token"] as const;
export type ResponseType = (typeof responseTypes)[number];

export const grantTypes = ["authorization_code", "refresh_token", "implicit"] as const;
export type GrantType = (typeof grantTypes)[number];

export const accessTokenKinds = ["opaque", "jwt"] as const;
export type AccessTokenKind = (typeof accessTokenKinds)[number];

/**
 * What the header of a JWT access token calls it: as RFC 9068 §2.1 has it, or as those expect it who know only the
 * general name.
 */
export const accessTokenTypes = ["at+jwt", "JWT"] as const;
export type AccessTokenType = (typeof accessTokenTypes)[number];

export const idTokenAlgorithms = ["RS256", "ES256", "EdDSA"] as const;
export type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

/** How OAuth metadata names each method (RFC 7591 §2, token_endpoint_auth_method). */
export const metadataNames = {
  basic: "client_secret_basic",
  post: "client_secret_post",
  pkce: "none",
  private_key_jwt: "private_key_jwt",
} as const satisfies Record<AuthMethod, string>;

/** RFC 6749 §2.1: an application that keeps no credential is public; it proves itself by PKCE alone. */
export function isPublic(method: AuthMethod): boolean {
  return method === "pkce";
}

/** Those that show a secret: the same one, in one of two places. */
export function usesSecret(method: AuthMethod): method is "basic" | "post" {
  return method === "basic" || method === "post";
}

/** All in seconds. */
export interface TokenLifetimes {
  readonly accessToken: number;
  readonly idToken: number;
  readonly refreshIdle: number;
  readonly refreshAbsolute: number;
  /** How long the refresh token before the current one is still answered: the answer may have been lost. */
  readonly refreshGrace: number;
}

/** What one application decides about its tokens; whatever is left out follows the instance. */
export interface TokenSettings extends AccessTokenSettings {
  readonly idTokenAlgorithm?: IdTokenAlgorithm;
  readonly lifetimes?: Partial<TokenLifetimes>;
}

/** What a service user decides, too. */
export interface AccessTokenSettings {
  readonly accessTokenKind?: AccessTokenKind;
  /** `at+jwt` where it is left out. */
  readonly accessTokenType?: AccessTokenType;
}

/** What the instance decides for all that leave it open. */
export interface TokenDefaults {
  readonly accessTokenKind: AccessTokenKind;
  readonly idTokenAlgorithm: IdTokenAlgorithm;
  readonly lifetimes: TokenLifetimes;
}

export interface ResolvedTokenSettings extends TokenDefaults {
  readonly accessTokenType: AccessTokenType;
}

export interface ApplicationSettings {
  readonly name: string;
  readonly type: ApplicationType;
  readonly authMethod: AuthMethod;
  readonly responseTypes: readonly ResponseType[];
  readonly grantTypes: readonly GrantType[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** Lets redirect URIs use http and IP addresses on any host. */
  readonly developmentMode: boolean;
  /** Lets the application's users carry their manager roles into it. */
  readonly managementAccess: boolean;
  /** Puts the claims of profile, email, phone and address into the ID token, as the interface names it. */
  readonly idTokenUserinfoAssertion: boolean;
  /** Asks everybody for their consent, people of its own organization, too. */
  readonly consentRequired: boolean;
  /**
   * With the methods basic and post: takes the secret only where the method has it, and not in the other of the two
   * places.
   */
  readonly strictAuthMethod: boolean;
  readonly tokens: TokenSettings;
}

/** What the instance says about tokens: the defaults of its applications and the algorithms it has keys for. */
export interface InstanceTokenRules {
  readonly defaults: TokenDefaults;
  readonly idTokenAlgorithms: readonly IdTokenAlgorithm[];
}

const hour = 3600;
const day = 24 * hour;

export const tokenDefaults: TokenDefaults = {
  accessTokenKind: "opaque",
  idTokenAlgorithm: "RS256",
  lifetimes: { accessToken: hour, idToken: hour, refreshIdle: 30 * day, refreshAbsolute: 90 * day, refreshGrace: 60 },
};

/** Seconds a code may wait to be spent; the same for every application. */
export const codeLifetime = 60;

/**
 * How many sessions one person may have at one application at a time: browsers and devices, and what signs in anew each
 * time.
 */
export const sessionBounds = { least: 100, usual: 100, most: 10_000 } as const;

/** Smallest and largest value of each lifetime, in seconds. */
export const lifetimeBounds = {
  accessToken: { least: 1, most: day },
  idToken: { least: 1, most: day },
  refreshIdle: { least: 1, most: 400 * day },
  refreshAbsolute: { least: 1, most: 400 * day },
  refreshGrace: { least: 0, most: 600 },
} as const satisfies Record<keyof TokenLifetimes, { least: number; most: number }>;

/** EdDSA is for instances that enable it. */
export const instanceTokenDefaults: InstanceTokenRules = {
  defaults: tokenDefaults,
  idTokenAlgorithms: ["RS256", "ES256"],
};
