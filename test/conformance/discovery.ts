/** A01 to A18, A61, M01 and M59: what the discovery document says. */
import assert from "node:assert/strict";
import { startTestNode } from "../support/node.ts";
import { assertHttps, assertMemberTypes, assertNoOtherMembers, textsOf } from "./discovery-members.ts";
import { walk } from "./journey.ts";
import { discovery, fetchJson } from "./machine.ts";
import { once } from "./plans.ts";
import { type Check, check, ISSUER } from "./stage.ts";

type Document = Record<string, unknown>;

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const knownAlgorithms = /^(none|HS(256|384|512)|[REP]S(256|384|512)|EdDSA)$/;

/** What can be said about the document alone. */
const documentChecks: readonly (readonly [string, (document: Document) => void])[] = [
  ["A02", ({ issuer }) => assert.equal(issuer, ISSUER)],
  ["A03", assertMemberTypes],
  ["A04", assertNoOtherMembers],
  [
    "A06",
    (document) =>
      assert.ok(textsOf(document, "subject_types_supported").some((type) => type === "public" || type === "pairwise")),
  ],
  ["A07", (document) => assert.ok(textsOf(document, "id_token_signing_alg_values_supported").includes("RS256"))],
  ["A08", (document) => assertHttps(document, "authorization_endpoint", "token_endpoint", "jwks_uri")],
  ["A09", (document) => assertHttps(document, "userinfo_endpoint")],
  ["A10", (document) => assertHttps(document, ...Object.keys(document).filter((name) => name.endsWith("_endpoint")))],
  ["A11", checkScopes],
  ["A12", (document) => assert.ok(textsOf(document, "claims_supported").includes("sub"))],
  ["A13", (document) => assert.ok(textsOf(document, "grant_types_supported").includes("authorization_code"))],
  ["A14", (document) => assert.deepEqual(textsOf(document, "code_challenge_methods_supported"), ["S256"])],
  ["A15", checkLocales],
  ["A16", checkUserinfoAlgorithms],
  ["A17", checkAuthMethods],
  ["A61", (document) => assert.ok(textsOf(document, "grant_types_supported").includes("refresh_token"))],
  ["M59", (document) => assertHttps(document, "end_session_endpoint")],
];

function checkScopes(document: Document): void {
  const scopes = textsOf(document, "scopes_supported");
  assert.ok(scopes.includes("openid"));
  for (const scope of scopes) assert.match(scope, SCOPE);
}

function checkLocales(document: Document): void {
  for (const name of ["ui_locales_supported", "claims_locales_supported"]) {
    if (document[name] === undefined) continue;
    const tags = textsOf(document, name);
    assert.deepEqual(Intl.getCanonicalLocales(tags), tags);
  }
}

function checkUserinfoAlgorithms(document: Document): void {
  const name = "userinfo_signing_alg_values_supported";
  if (document[name] === undefined) return;
  for (const algorithm of textsOf(document, name)) assert.match(algorithm, knownAlgorithms);
}

/** The four that an application can have; `none` is a public application with PKCE. */
function checkAuthMethods(document: Document): void {
  const methods = textsOf(document, "token_endpoint_auth_methods_supported");
  assert.deepEqual(methods.toSorted(), ["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]);
}

export const discoveryChecks: readonly Check[] = [
  ...documentChecks.map(([id, holds]) => check(id, once, async (stage) => holds(await discovery(stage)))),

  check("A01", once, async (stage) => {
    const { status, headers } = await fetchJson(stage, "/.well-known/openid-configuration");
    assert.equal(status, 200);
    assert.match(String(headers["content-type"]), /^application\/json\b/);
  }),

  check("A05", once, async (stage) => {
    const types = textsOf(await discovery(stage), "response_types_supported");
    assert.ok(types.includes("code"));
    for (const response_type of types) {
      const { parameters } = await walk(stage, { parameters: { response_type } });
      for (const part of response_type.split(" "))
        assert.ok(parameters.has(part === "token" ? "access_token" : part), response_type);
    }
  }),

  check("A18", once, async (stage) => {
    const document = await discovery(stage);
    for (const name of ["request", "request_uri"]) {
      // Left out, request_uri_parameter_supported would mean true.
      assert.equal(document[`${name}_parameter_supported`], false);
      const { parameters } = await walk(stage, { parameters: { [name]: "https://app.example/request" } });
      assert.equal(parameters.get("error"), `${name}_not_supported`);
    }
  }),

  check("M01", once, async () => {
    const environment = {
      SIGNET_ISSUER_URL: ISSUER,
      SIGNET_BASE_URL: "https://api.example.com",
      SIGNET_LOGIN_URL: "https://login.example.com",
    };
    const node = await startTestNode({ environment });
    try {
      const document: Document = (await node.app.inject({ url: "/.well-known/openid-configuration" })).json();
      for (const [, holds] of documentChecks) holds(document);
    } finally {
      await node.close();
    }
  }),
];
