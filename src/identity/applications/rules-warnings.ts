/** What an application may have although it is unwise; the warning says what to use instead. */
import { isLoopbackName } from "../loopback.ts";
import type { Warning } from "./rules-problems.ts";
import { splitUri } from "./rules-uri-parts.ts";
import { isPlainScheme } from "./rules-uri-schemes.ts";
import type { ApplicationSettings } from "./types.ts";

interface WarningRule extends Warning {
  readonly applies: (settings: ApplicationSettings) => boolean;
}

const rules: readonly WarningRule[] = [
  {
    field: "grantTypes",
    code: "implicit",
    message:
      "The implicit flow hands tokens through the browser's address bar (RFC 9700 §2.1.2). Use the response type code with PKCE where you can.",
    applies: ({ grantTypes }) => grantTypes.includes("implicit"),
  },
  {
    field: "authMethod",
    code: "post_not_recommended",
    message:
      "Sending the client secret in the body is not recommended: bodies end up in logs. Use basic, private_key_jwt or pkce.",
    applies: ({ authMethod }) => authMethod === "post",
  },
  {
    field: "developmentMode",
    code: "development_mode",
    message:
      "Development mode allows redirects without encryption to any host. Turn it off before real people sign in.",
    applies: ({ developmentMode }) => developmentMode,
  },
  {
    field: "managementAccess",
    code: "management_access",
    message:
      "Management access lets this application act with all manager roles of whoever signs in. Keep it for applications you trust as you trust the console.",
    applies: ({ managementAccess }) => managementAccess,
  },
  {
    field: "tokens.accessTokenType",
    code: "access_token_type",
    message:
      "Access tokens with the type JWT look like ID tokens to a server that compares only issuer and signature (RFC 8725 §3.11). Let it ask " +
      "for this project's id in aud, which no ID token has, or for client_id. Use at+jwt wherever the server knows it.",
    applies: ({ tokens }) => tokens.accessTokenType === "JWT",
  },
  {
    field: "redirectUris",
    code: "localhost_redirect",
    message: "localhost may resolve to something else than this device (RFC 8252 §8.3). Use 127.0.0.1 or [::1].",
    applies: ({ type, redirectUris }) =>
      type === "native" && redirectUris.some((uri) => isLoopbackName(splitUri(uri)?.authority?.host ?? "")),
  },
  {
    field: "redirectUris",
    code: "scheme_without_dot",
    message:
      "A scheme without a dot is nobody's: another application on the same device may claim it and get the code (RFC 8252 §7.1). PKCE keeps it from using the code, and people are asked to continue each time. Use your domain name reversed, such as com.example.app:/callback.",
    applies: ({ type, redirectUris, postLogoutRedirectUris }) =>
      type === "native" &&
      [...redirectUris, ...postLogoutRedirectUris].some((uri) => isPlainScheme(splitUri(uri)?.scheme ?? "")),
  },
];

export function findWarnings(settings: ApplicationSettings): Warning[] {
  return rules.filter((rule) => rule.applies(settings)).map(({ field, code, message }) => ({ field, code, message }));
}
