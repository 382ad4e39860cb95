/**
 * The members a discovery document may have, with their types: OpenID Connect Discovery §3, RFC 8414 §2 and what
 * extends them.
 */
import assert from "node:assert/strict";

type MemberType = "address" | "texts" | "truth";

const members: Readonly<Record<string, MemberType>> = {
  issuer: "address",
  authorization_endpoint: "address",
  token_endpoint: "address",
  userinfo_endpoint: "address",
  jwks_uri: "address",
  registration_endpoint: "address",
  introspection_endpoint: "address",
  revocation_endpoint: "address",
  end_session_endpoint: "address",
  check_session_iframe: "address",
  service_documentation: "address",
  op_policy_uri: "address",
  op_tos_uri: "address",
  scopes_supported: "texts",
  response_types_supported: "texts",
  response_modes_supported: "texts",
  grant_types_supported: "texts",
  acr_values_supported: "texts",
  subject_types_supported: "texts",
  id_token_signing_alg_values_supported: "texts",
  userinfo_signing_alg_values_supported: "texts",
  request_object_signing_alg_values_supported: "texts",
  token_endpoint_auth_methods_supported: "texts",
  token_endpoint_auth_signing_alg_values_supported: "texts",
  introspection_endpoint_auth_methods_supported: "texts",
  introspection_endpoint_auth_signing_alg_values_supported: "texts",
  revocation_endpoint_auth_methods_supported: "texts",
  revocation_endpoint_auth_signing_alg_values_supported: "texts",
  code_challenge_methods_supported: "texts",
  display_values_supported: "texts",
  claim_types_supported: "texts",
  claims_supported: "texts",
  claims_locales_supported: "texts",
  ui_locales_supported: "texts",
  /** Initiating User Registration via OpenID Connect §4. */
  prompt_values_supported: "texts",
  claims_parameter_supported: "truth",
  request_parameter_supported: "truth",
  request_uri_parameter_supported: "truth",
  require_request_uri_registration: "truth",
  /** RFC 9207 §3. */
  authorization_response_iss_parameter_supported: "truth",
};

export function assertMemberTypes(document: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(document)) {
    const type = members[name];
    if (type === "address") assert.ok(URL.canParse(String(value)), `${name} is ${value}`);
    if (type === "texts") textsOf(document, name);
    if (type === "truth") assert.equal(typeof value, "boolean", name);
  }
}

export function assertNoOtherMembers(document: Record<string, unknown>): void {
  assert.deepEqual(
    Object.keys(document).filter((name) => members[name] === undefined),
    [],
  );
}

export function textsOf(document: Record<string, unknown>, name: string): string[] {
  const value = document[name];
  assert.ok(Array.isArray(value) && value.length > 0, `${name} is a list that is not empty`);
  const texts = value.filter((entry) => typeof entry === "string" && entry !== "");
  assert.equal(texts.length, value.length, `${name} is a list of texts`);
  assert.equal(new Set(texts).size, texts.length, `${name} names nothing twice`);
  return texts;
}

export function assertHttps(document: Record<string, unknown>, ...names: string[]): void {
  for (const name of names) assert.match(String(document[name]), /^https:\/\/[^#]+$/, name);
}
