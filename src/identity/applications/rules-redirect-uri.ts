/**
 * What may be registered as a redirect URI or post-logout redirect URI: one check after the other, the first that fails
 * decides.
 */
import { type Problem, type UriFinding, type UriProblemCode, uriFinding } from "./rules-problems.ts";
import { joinUri, splitUri, type UriParts } from "./rules-uri-parts.ts";
import { checkScheme, type SchemeContext } from "./rules-uri-scheme.ts";

export interface RedirectUriContext extends SchemeContext {
  /** What the URI is for; redirect when left out. */
  readonly purpose?: "redirect" | "post_logout";
  /** How a problem names the setting; `redirectUris` or `postLogoutRedirectUris` when left out. */
  readonly field?: string;
}

const longest = 2048;

/**
 * What we may add to the address ourselves, or a client library would take for ours: a second one confuses the client
 * (CVE-2026-9689).
 */
const responseParameters = {
  redirect: [
    ["code", "state", "iss", "error", "error_description", "error_uri", "response", "session_state"],
    ["access_token", "token_type", "expires_in", "id_token", "scope"],
  ].flat(),
  post_logout: ["state"],
} as const;

/** The string is stored as it was given; where only one spelling is acceptable, the problem suggests it. */
export function checkRedirectUri(uri: string, context: RedirectUriContext): Problem<UriProblemCode> | undefined {
  const finding = checkCharacters(uri, context) ?? checkParts(uri, context);
  const field = context.field ?? (context.purpose === "post_logout" ? "postLogoutRedirectUris" : "redirectUris");
  return finding && { field, ...finding };
}

function checkCharacters(uri: string, context: RedirectUriContext): UriFinding | undefined {
  if (uri === "")
    return uriFinding(
      "uri_empty",
      "The address is empty. Give a complete one, such as https://app.example.com/callback.",
    );
  if (uri.length > longest)
    return uriFinding("uri_too_long", `The address is longer than ${longest} characters. Give a shorter one.`);
  if (/[\p{Cc}\s\\]/u.test(uri)) {
    return uriFinding(
      "uri_character",
      "The address contains a space, line break, control character or backslash. Remove it.",
    );
  }
  if (/[^\x21-\x7e]/.test(uri)) {
    const message =
      "The address contains characters outside ASCII. Write the host in punycode and the rest percent-encoded";
    return { ...uriFinding("uri_character", `${message}.`), ...suggest(URL.parse(uri)?.href, context, message) };
  }
  if (uri.includes("*")) {
    return uriFinding(
      "uri_wildcard",
      "The address contains *. Wildcards are not supported: register every address the application uses in full.",
    );
  }
  // RFC 3986 §2: what is left are unreserved, reserved and percent-encoded characters.
  if (/["<>^`{|}]|%(?![0-9A-Fa-f]{2})/.test(uri)) {
    return uriFinding(
      "uri_character",
      'The address contains a character that must be percent-encoded, such as ", <, >, ^, `, {, |, } or a lone %.',
    );
  }
  return undefined;
}

function checkParts(uri: string, context: RedirectUriContext): UriFinding | undefined {
  const parts = splitUri(uri);
  if (parts === undefined) {
    return uriFinding(
      "uri_not_absolute",
      "The address is not complete. Start it with a scheme and a host, such as https://app.example.com/callback.",
    );
  }
  if (parts.fragment !== undefined)
    return uriFinding("uri_fragment", "The address has a fragment (#…). Remove it (RFC 6749 §3.1.2).");
  if (parts.authority?.userinfo !== undefined) {
    return uriFinding(
      "uri_userinfo",
      "The address has a user name or @ before its host. Remove it, or write an @ in the path as %40.",
    );
  }
  return checkScheme(parts, context) ?? checkPath(parts) ?? checkQuery(parts, context) ?? checkSpelling(parts, context);
}

function checkPath({ path }: UriParts): UriFinding | undefined {
  // Browsers resolve these, also when encoded, and some servers the form with ; (CVE-2026-3872): the code would arrive
  // elsewhere.
  if (!/(^|\/)(\.|%2e){1,2}(;|\/|$)/i.test(path)) return undefined;
  return uriFinding(
    "uri_dot_segment",
    "The path contains . or .. as a segment. Write the path the browser should really open.",
  );
}

function checkQuery({ query }: UriParts, { purpose = "redirect" }: RedirectUriContext): UriFinding | undefined {
  // Some frameworks ignore case in names, and read code[] as code.
  const names = [...new URLSearchParams(query).keys()].map((name) => name.toLowerCase().replace(/\[.*/s, ""));
  const taken = responseParameters[purpose].find((name) => names.includes(name));
  if (taken === undefined) return undefined;
  const message = `The query already has "${taken}", a name the answer to the application uses. Use another parameter name.`;
  return uriFinding("uri_response_parameter", message);
}

/**
 * CVE-2020-15234: matching is by exact string, so a spelling that browsers and clients rewrite would never match again.
 */
function checkSpelling(parts: UriParts, context: RedirectUriContext): UriFinding | undefined {
  const { authority, scheme } = parts;
  const isWeb = /^https?$/i.test(scheme);
  const host = isWeb && authority ? URL.parse(`https://${authority.host}/`)?.hostname : authority?.host;
  if (scheme === scheme.toLowerCase() && host === authority?.host) return undefined;
  const plain = joinUri({
    ...parts,
    scheme: scheme.toLowerCase(),
    authority: authority && { ...authority, host: host ?? authority.host },
  });
  const message = "Scheme and host must be written as browsers write them: in lower case and without encoding";
  return { ...uriFinding("uri_not_canonical", `${message}.`), ...suggest(plain, context, message) };
}

/** Only a string that would be accepted is worth suggesting. */
function suggest(
  plain: string | undefined,
  context: RedirectUriContext,
  message: string,
): { suggestion?: string; message?: string } {
  if (plain === undefined || checkRedirectUri(plain, context) !== undefined) return {};
  return { message: `${message}. Register ${plain} and let the application send exactly that.`, suggestion: plain };
}
