/** What the registration rules can say about an application: a problem stops it, a warning does not. */

export type ProblemCode =
  | "name_invalid"
  | "method_not_allowed"
  | "response_type_not_allowed"
  | "response_type_required"
  | "grant_not_allowed"
  | "grant_missing"
  | "grant_unused"
  | "redirect_uri_required"
  | "uris_not_allowed"
  | "too_many"
  | "duplicate"
  | "algorithm_not_enabled"
  | "lifetime_out_of_range"
  | UriProblemCode;

export type UriProblemCode =
  | "uri_empty"
  | "uri_too_long"
  | "uri_character"
  | "uri_not_absolute"
  | "uri_forbidden_scheme"
  | "uri_unsupported_scheme"
  | "uri_insecure"
  | "uri_fragment"
  | "uri_wildcard"
  | "uri_userinfo"
  | "uri_host"
  | "uri_ip_address"
  | "uri_dot_segment"
  | "uri_response_parameter"
  | "uri_not_canonical";

export interface Problem<Code extends ProblemCode = ProblemCode> {
  /** The setting that is wrong, as it is named in the API: `redirectUris[1]`, `tokens.lifetimes.idToken`. */
  readonly field: string;
  readonly code: Code;
  /** What is wrong and what to do, in plain words. */
  readonly message: string;
  /** The value that would be accepted instead, where there is exactly one. */
  readonly suggestion?: string;
}

export type WarningCode =
  | "implicit"
  | "post_not_recommended"
  | "development_mode"
  | "management_access"
  | "localhost_redirect"
  | "access_token_type"
  | "scheme_without_dot";

export interface Warning {
  readonly field: string;
  readonly code: WarningCode;
  readonly message: string;
}

/** A problem with a URI before it is known in which setting the URI stands. */
export type UriFinding = Omit<Problem<UriProblemCode>, "field">;

export function uriFinding(code: UriProblemCode, message: string): UriFinding {
  return { code, message };
}
