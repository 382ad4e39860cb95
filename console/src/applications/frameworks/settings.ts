/** What is registered for a framework: by the wizard, and by the tests that run it. */
import type { Framework } from "./framework.ts";

export interface RegisteredSettings {
  readonly type: Framework["settings"]["type"];
  readonly authMethod: Framework["settings"]["authMethod"];
  readonly responseTypes: ("code" | "id_token")[];
  readonly grantTypes: ("authorization_code" | "refresh_token" | "implicit")[];
  readonly redirectUris: string[];
  readonly postLogoutRedirectUris: string[];
  readonly idTokenUserinfoAssertion: boolean;
  readonly tokens: { readonly accessTokenKind?: "opaque" | "jwt" };
}

/** `origin`: where the framework runs, without a slash at the end. */
export function settingsFor(framework: Framework, origin = framework.origin ?? ""): RegisteredSettings {
  const { type, authMethod, idTokenUserinfoAssertion = false, accessTokenKind } = framework.settings;
  const signsIn = type !== "api";
  const responseTypes = signsIn ? [...(framework.settings.responseTypes ?? (["code"] as const))] : [];
  const below = (path: string | undefined) => (path === undefined || !signsIn ? [] : [`${origin}${path}`]);
  return {
    type,
    authMethod,
    responseTypes,
    grantTypes: [
      ...(responseTypes.includes("code") ? (["authorization_code"] as const) : []),
      ...(responseTypes.includes("code") && type !== "user_agent" ? (["refresh_token"] as const) : []),
      ...(responseTypes.includes("id_token") ? (["implicit"] as const) : []),
    ],
    redirectUris: below(framework.redirectPath),
    postLogoutRedirectUris: below(framework.postLogoutPath),
    idTokenUserinfoAssertion,
    tokens: accessTokenKind === undefined ? {} : { accessTokenKind },
  };
}
