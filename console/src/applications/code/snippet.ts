/** What the examples are filled with, and the shape of one. */
import type { Discovery } from "../discovery.ts";
import type { Application, AuthMethod } from "../kinds.ts";

export interface SnippetValues {
  readonly issuer: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The path of it, which the application answers at. */
  readonly callbackPath: string;
  readonly postLogoutUri: string | undefined;
  readonly scope: string;
  readonly method: AuthMethod;
  readonly endpoints: Discovery;
  /** Libraries insist on https, and have to be told that it is not yet there. */
  readonly insecure: boolean;
}

export interface Snippet {
  /** "React" */
  readonly name: string;
  /** "react-oidc-context" */
  readonly library: string;
  /** The command that brings the library. */
  readonly install?: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** What else has to be right. */
  readonly note?: string;
}

/** Undefined where the library cannot prove itself the way the application does. */
export type MakeSnippet = (values: SnippetValues) => Snippet | undefined;

export function valuesOf(application: Application, endpoints: Discovery): SnippetValues {
  const { clientId, redirectUris, postLogoutRedirectUris, grantTypes, authMethod } = application;
  const redirectUri = redirectUris[0] ?? "https://app.example.com/callback";
  return {
    issuer: endpoints.issuer,
    clientId,
    redirectUri,
    callbackPath: /^https?:/.test(redirectUri) ? new URL(redirectUri).pathname : "/callback",
    postLogoutUri: postLogoutRedirectUris[0],
    scope: grantTypes.includes("refresh_token") ? "openid profile email offline_access" : "openid profile email",
    method: authMethod,
    endpoints,
    insecure: endpoints.issuer.startsWith("http:"),
  };
}

/** The lines that are there; what is false or undefined is left out. */
export function lines(...all: readonly (string | false | undefined)[]): string {
  return `${all.filter((line) => typeof line === "string").join("\n")}\n`;
}
