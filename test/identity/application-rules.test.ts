import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkApplication, defaultSettings, type Problem, typeRules } from "../../src/identity/applications/rules.ts";
import {
  type ApplicationSettings,
  applicationTypes,
  authMethods,
  type GrantType,
  grantTypes,
  isPublic,
  type ResponseType,
  responseTypes,
} from "../../src/identity/applications/types.ts";

const callback = "https://rp.test/cb";

function settings(changes: Partial<ApplicationSettings> = {}): ApplicationSettings {
  const type = changes.type ?? "web";
  return { name: "Acme CRM", ...defaultSettings(type), redirectUris: type === "api" ? [] : [callback], ...changes };
}

/** `field: code` of each problem, which is what a caller can build on; the words may change. */
function problemsOf(changes: Partial<ApplicationSettings>): string[] {
  return checkApplication(settings(changes)).problems.map(({ field, code }) => `${field}: ${code}`);
}

function warningsOf(changes: Partial<ApplicationSettings>): string[] {
  return checkApplication(settings(changes)).warnings.map(({ field, code }) => `${field}: ${code}`);
}

describe("an application's type", () => {
  for (const type of applicationTypes) {
    it(`starts a new ${type} application with settings that give no problem and no warning`, () => {
      assert.deepEqual(checkApplication(settings({ type })), { problems: [], warnings: [] });
    });
  }

  // decisions.md, "Application rules".
  const allowed = {
    web: { methods: ["basic", "post", "pkce", "private_key_jwt"], implicit: true },
    native: { methods: ["pkce"], implicit: false },
    user_agent: { methods: ["pkce"], implicit: true },
    api: { methods: ["basic", "private_key_jwt"], implicit: false },
  };
  for (const type of applicationTypes) {
    for (const authMethod of authMethods) {
      const may = allowed[type].methods.includes(authMethod);
      it(`${may ? "lets" : "does not let"} a ${type} application authenticate with ${authMethod}`, () => {
        assert.deepEqual(problemsOf({ type, authMethod }), may ? [] : ["authMethod: method_not_allowed"]);
      });
    }

    for (const responseType of ["id_token", "id_token token"] as const) {
      it(`${allowed[type].implicit ? "lets" : "does not let"} a ${type} application use the response type ${responseType}`, () => {
        const problems = problemsOf({ type, responseTypes: [responseType], grantTypes: ["implicit"] });
        const refused = ["responseTypes: response_type_not_allowed", "grantTypes: grant_not_allowed"];
        assert.deepEqual(problems, allowed[type].implicit ? [] : refused);
      });
    }
  }

  it("lets native and browser applications be public only", () => {
    for (const type of ["native", "user_agent"] as const) assert.ok(typeRules[type].authMethods.every(isPublic));
    assert.ok(!typeRules.api.authMethods.some(isPublic));
  });

  it("gives an API no response type, grant or address", () => {
    assert.deepEqual(problemsOf({ type: "api" }), []);
    assert.deepEqual(problemsOf({ type: "api", responseTypes: ["code"] }), [
      "responseTypes: response_type_not_allowed",
    ]);
    assert.deepEqual(problemsOf({ type: "api", grantTypes: ["authorization_code"] }), [
      "grantTypes: grant_not_allowed",
    ]);
    assert.deepEqual(problemsOf({ type: "api", grantTypes: ["refresh_token"] }), ["grantTypes: grant_not_allowed"]);
    assert.deepEqual(problemsOf({ type: "api", redirectUris: [callback] }), ["redirectUris: uris_not_allowed"]);
    assert.deepEqual(problemsOf({ type: "api", postLogoutRedirectUris: [callback] }), [
      "postLogoutRedirectUris: uris_not_allowed",
    ]);
  });
});

describe("response types and grants", () => {
  const cases: [holds: string, responseTypes: ResponseType[], grantTypes: GrantType[], problems: string[]][] = [
    ["code works with authorization_code", ["code"], ["authorization_code"], []],
    [
      "code does not work with refresh_token alone",
      ["code"],
      ["refresh_token"],
      ["grantTypes: grant_missing", "grantTypes: grant_missing"],
    ],
    ["code does not work without a grant", ["code"], [], ["grantTypes: grant_missing"]],
    [
      "authorization_code is not there for nothing",
      ["id_token"],
      ["implicit", "authorization_code"],
      ["grantTypes: grant_unused"],
    ],
    ["implicit works beside code", ["code", "id_token token"], ["authorization_code", "implicit"], []],
    [
      "the implicit response types need their grant",
      ["code", "id_token"],
      ["authorization_code"],
      ["grantTypes: grant_missing"],
    ],
    ["implicit is not there for nothing", ["code"], ["authorization_code", "implicit"], ["grantTypes: grant_unused"]],
    ["refresh_token works with authorization_code", ["code"], ["refresh_token", "authorization_code"], []],
    [
      "refresh_token does not work with implicit",
      ["id_token"],
      ["implicit", "refresh_token"],
      ["grantTypes: grant_missing"],
    ],
    ["at least one response type is chosen", [], [], ["responseTypes: response_type_required"]],
    [
      "a response type stands once in the list",
      ["code", "code"],
      ["authorization_code"],
      ["responseTypes[1]: duplicate"],
    ],
    [
      "a grant stands once in the list",
      ["code"],
      ["authorization_code", "authorization_code"],
      ["grantTypes[1]: duplicate"],
    ],
  ];
  for (const [holds, chosenResponseTypes, chosenGrantTypes, problems] of cases) {
    it(holds, () =>
      assert.deepEqual(problemsOf({ responseTypes: chosenResponseTypes, grantTypes: chosenGrantTypes }), problems),
    );
  }

  it("every combination that is accepted has exactly the grants its response types need", () => {
    const subsetsOf = <Item>(items: readonly Item[]): Item[][] =>
      items.reduce<Item[][]>((subsets, item) => subsets.flatMap((subset) => [subset, [...subset, item]]), [[]]);
    for (const type of applicationTypes) {
      for (const chosen of subsetsOf(responseTypes)) {
        for (const grants of subsetsOf(grantTypes)) {
          if (problemsOf({ type, responseTypes: chosen, grantTypes: grants }).length > 0) continue;
          const label = `${type} ${chosen} ${grants}`;
          assert.equal(grants.includes("authorization_code"), chosen.includes("code"), label);
          assert.equal(
            grants.includes("implicit"),
            chosen.some((one) => one.startsWith("id_token")),
            label,
          );
          assert.ok(!grants.includes("refresh_token") || chosen.includes("code"), label);
          assert.equal(type === "api", chosen.length === 0, label);
        }
      }
    }
  });
});

describe("an application's addresses", () => {
  for (const type of ["web", "native", "user_agent"] as const) {
    it(`a ${type} application has at least one redirect URI and may have no post-logout one`, () => {
      assert.deepEqual(problemsOf({ type, postLogoutRedirectUris: [] }), []);
      assert.deepEqual(problemsOf({ type, redirectUris: [] }), ["redirectUris: redirect_uri_required"]);
    });
  }

  it("names the address that is wrong", () => {
    assert.deepEqual(problemsOf({ redirectUris: [callback, "http://rp.test/cb"] }), ["redirectUris[1]: uri_insecure"]);
    assert.deepEqual(problemsOf({ postLogoutRedirectUris: ["javascript:x"] }), [
      "postLogoutRedirectUris[0]: uri_forbidden_scheme",
    ]);
  });

  it("judges an address by the type and mode of the application", () => {
    assert.deepEqual(problemsOf({ type: "native", redirectUris: ["com.example.app:/cb"] }), []);
    assert.deepEqual(problemsOf({ type: "user_agent", redirectUris: ["com.example.app:/cb"] }), [
      "redirectUris[0]: uri_unsupported_scheme",
    ]);
    assert.deepEqual(problemsOf({ developmentMode: true, redirectUris: ["http://rp.test/cb"] }), []);
    assert.deepEqual(problemsOf({ developmentMode: false, redirectUris: ["http://rp.test/cb"] }), [
      "redirectUris[0]: uri_insecure",
    ]);
  });

  it("has each address once", () => {
    assert.deepEqual(problemsOf({ redirectUris: [callback, `${callback}/`] }), []);
    assert.deepEqual(problemsOf({ redirectUris: [callback, callback] }), ["redirectUris[1]: duplicate"]);
    assert.deepEqual(problemsOf({ postLogoutRedirectUris: [callback, callback] }), [
      "postLogoutRedirectUris[1]: duplicate",
    ]);
    assert.deepEqual(problemsOf({ redirectUris: [callback], postLogoutRedirectUris: [callback] }), []);
  });

  it("has at most a hundred of each", () => {
    const many = Array.from({ length: 101 }, (_, index) => `${callback}/${index}`);
    assert.deepEqual(problemsOf({ redirectUris: many.slice(1) }), []);
    assert.deepEqual(problemsOf({ redirectUris: many }), ["redirectUris: too_many"]);
  });
});

describe("an application's name", () => {
  const names: [holds: string, accepted: string, refused: string][] = [
    ["has a character that is not a space", " a ", "   "],
    ["shows something", "a\u200d", "\u200b\u200d"],
    ["has up to 200 characters", "ü".repeat(200), "ü".repeat(201)],
    ["counts characters as people do, without the spaces around", ` ${"😀".repeat(200)} `, `${"😀".repeat(201)}`],
    ["has no line break", "Acme CRM", "Acme\nCRM"],
    ["has no control character", "Acme – CRM", "Acme \u0000 CRM"],
    ["does not change the direction of text", "עברית", "Acme \u202eMRC"],
    ["is well-formed text", "😀", "\ud83d"],
  ];
  for (const [holds, accepted, refused] of names) {
    it(holds, () => {
      assert.deepEqual(problemsOf({ name: accepted }), []);
      assert.deepEqual(problemsOf({ name: refused }), ["name: name_invalid"]);
    });
  }
});

describe("what is allowed but unwise", () => {
  const cases: [
    warns: string,
    unwise: Partial<ApplicationSettings>,
    warning: string,
    wise: Partial<ApplicationSettings>,
  ][] = [
    ["the implicit flow", { responseTypes: ["id_token"], grantTypes: ["implicit"] }, "grantTypes: implicit", {}],
    ["a secret in the body", { authMethod: "post" }, "authMethod: post_not_recommended", { authMethod: "basic" }],
    ["development mode", { developmentMode: true }, "developmentMode: development_mode", {}],
    ["management access", { managementAccess: true }, "managementAccess: management_access", {}],
    [
      "localhost in a native application",
      { type: "native", redirectUris: ["http://localhost/cb"] },
      "redirectUris: localhost_redirect",
      { type: "native", redirectUris: ["http://127.0.0.1/cb"] },
    ],
    [
      "a name below localhost in a native application",
      { type: "native", redirectUris: ["http://app.localhost/cb"] },
      "redirectUris: localhost_redirect",
      { type: "web", redirectUris: ["http://app.localhost/cb"] },
    ],
    [
      "a scheme that anybody may claim",
      { type: "native", redirectUris: ["myapp://callback"] },
      "redirectUris: scheme_without_dot",
      { type: "native", redirectUris: ["com.example.app:/callback"] },
    ],
  ];
  for (const [warns, unwise, warning, wise] of cases) {
    it(`gives a warning for ${warns}, and is no problem`, () => {
      assert.deepEqual(problemsOf(unwise), []);
      assert.deepEqual(warningsOf(unwise), [warning]);
      assert.deepEqual(warningsOf(wise), []);
    });
  }
});

it("reports all problems at once, each in words that say what to do", () => {
  const { problems } = checkApplication(
    settings({
      name: "",
      type: "native",
      authMethod: "basic",
      grantTypes: [],
      redirectUris: ["x"],
      tokens: { lifetimes: { idToken: 0 } },
    }),
  );
  const fields = problems.map(({ field }: Problem) => field);
  assert.deepEqual(fields, ["name", "authMethod", "grantTypes", "redirectUris[0]", "tokens.lifetimes.idToken"]);
  for (const { message } of problems) assert.match(message, /^[A-Z].+\. .*(Give|Use|Add|Start).+\.$/);
});
