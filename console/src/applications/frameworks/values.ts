/** The values of one application, as the example of a framework needs them. */
import { type Endpoints, type Framework, type FrameworkMethod, type SnippetValues, sendsSecret } from "./framework.ts";

export interface FilledIn {
  readonly clientId: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly grantTypes: readonly string[];
  readonly authMethod: FrameworkMethod;
  readonly idTokenUserinfoAssertion: boolean;
}

/** Whether the example can be written for this way of proving itself. */
export function canProveBy({ settings, alsoBy = [] }: Framework, method: FrameworkMethod): boolean {
  const ways = [settings.authMethod, ...alsoBy];
  return ways.includes(method) || (sendsSecret(method) && ways.some(sendsSecret));
}

/** An address as the framework would come back to, at the place where the application is. */
export function redirectUriFor(framework: Framework, registered: readonly string[]): string {
  const { redirectPath = "/callback", anyPath, origin = "https://app.example.com" } = framework;
  const fitting =
    registered.find((uri) => originOf(uri) + redirectPath === uri) ?? (anyPath ? registered[0] : undefined);
  return fitting ?? `${registered[0] === undefined ? origin : originOf(registered[0])}${redirectPath}`;
}

/** Whether it comes back to an address that is not among those registered. */
export function isRedirectMissing(framework: Framework, registered: readonly string[]): boolean {
  return framework.redirectPath !== undefined && !registered.includes(redirectUriFor(framework, registered));
}

export function valuesFor(framework: Framework, application: FilledIn, endpoints: Endpoints): SnippetValues {
  const redirectUri = redirectUriFor(framework, application.redirectUris);
  const url = /^https?:/.test(redirectUri) ? URL.parse(redirectUri) : null;
  const { authMethod } = application;
  return {
    issuer: endpoints.issuer,
    clientId: application.clientId,
    redirectUri,
    callbackPath: url?.pathname ?? "/callback",
    port: Number(url?.port || 3000),
    postLogoutUri: application.postLogoutRedirectUris[0],
    scope: application.grantTypes.includes("refresh_token")
      ? "openid profile email offline_access"
      : "openid profile email",
    method: canProveBy(framework, authMethod) ? authMethod : framework.settings.authMethod,
    inside: application.idTokenUserinfoAssertion,
    endpoints,
    insecure: endpoints.issuer.startsWith("http:"),
  };
}

/** Everything before the path; also of an address with a scheme of its own, `com.example.app:/callback`. */
export function originOf(uri: string): string {
  return /^https?:\/\/[^/?#]*/.exec(uri)?.[0] ?? /^[^/?#:]*/.exec(uri)?.[0] ?? uri;
}
