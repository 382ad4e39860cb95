/**
 * What clients write into requests and tokens: read back as it was written, and nothing at all with a letter changed.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { checkRedirectUri } from "../../src/identity/applications/rules-redirect-uri.ts";
import { joinUri, splitUri } from "../../src/identity/applications/rules-uri-parts.ts";
import { keyedRequest } from "../../src/identity/limits/idempotency.ts";
import { initialAlgorithms } from "../../src/keys/algorithms.ts";
import { type KeyRing, openKeyRing } from "../../src/keys/key-ring.ts";
import { ensureKeys } from "../../src/keys/key-store.ts";
import { readBasic } from "../../src/oauth/client-auth/basic.ts";
import { OauthError } from "../../src/oauth/errors.ts";
import { Parameters } from "../../src/oauth/parameters.ts";
import { parseStrictObject } from "../../src/oauth/strict-json.ts";
import { readJwt, signJwt } from "../../src/tokens/jwt.ts";
import { parseScopes } from "../../src/tokens/scopes.ts";
import type { TestDatabase } from "../support/engines.ts";
import { openTestStore } from "../support/keys.ts";
import { sqlite } from "../support/node.ts";
import { oddText } from "./odd-texts.ts";

/** As it can stand in a form: halves of pairs cannot be written, and U+0000 is refused. */
const formText = oddText(["a", "&", "=", "%41", "+"]).map((text) => text.toWellFormed().replaceAll("\0", ""));
const value = formText.filter((text) => text !== "");

describe("the parameters of a request", () => {
  test("are read as they were written", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(formText, value), { selector: ([name]) => name, maxLength: 20 }), (pairs) => {
        const read = new Parameters(new URLSearchParams(pairs).toString()).once();
        for (const [name, text] of pairs) assert.equal(read.get(name), text);
        const again = new Parameters(read.encode({}));
        for (const [name, text] of pairs) assert.equal(again.get(name), text);
      }),
    );
  });

  test("are refused when one of them is repeated, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(formText, value), { maxLength: 10 }),
        formText,
        value,
        value,
        (pairs, name, one, other) => {
          const all = new URLSearchParams([[name, one], ...pairs, [name, other]]);
          const read = new Parameters(all.toString());
          assert.equal(read.get(name), undefined);
          assert.throws(() => read.once(), OauthError);
        },
      ),
    );
  });

  test("may be a hundred, and not one more", () => {
    const of = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join("&");
    assert.equal(new Parameters(of(100)).get("p99"), "1");
    assert.throws(() => new Parameters(of(101)).readable(), OauthError);
  });

  test("hold id and secret of a client in the Authorization header, whatever is in them", () => {
    const formEncoded = (text: string) => new URLSearchParams({ t: text }).toString().slice(2);
    fc.assert(
      fc.property(formText, formText, (clientId, secret) => {
        const header = Buffer.from(`${formEncoded(clientId)}:${formEncoded(secret)}`).toString("base64");
        assert.deepEqual(readBasic(`Basic ${header}`), { method: "basic", clientId, secret });
      }),
    );
  });

  test("hold scopes that are known, each once, in the order in which they were asked for", () => {
    const known = [
      "openid",
      "profile",
      "offline_access",
      "urn:service:iam:org:id:a",
      "urn:service:iam:org:project:role:b",
    ];
    const scope = fc.oneof(fc.constantFrom(...known), fc.stringMatching(/^[a-z:]{1,12}$/));
    fc.assert(
      fc.property(fc.array(scope, { maxLength: 40 }), (scopes) => {
        const expected = [...new Set(scopes.filter((one) => known.includes(one)))];
        assert.deepEqual(
          (parseScopes(scopes.join(" ")) ?? []).filter((one) => known.includes(one)),
          expected,
        );
      }),
    );
  });
});

describe("a redirect URI", () => {
  const uri = oddText([
    "https://",
    "http:",
    "//",
    "app.example",
    "/cb",
    "?",
    "#",
    ":80",
    "@",
    "[::1]",
    "com.example:/",
  ]);

  test("is cut into pieces that make the same text again", () => {
    fc.assert(
      fc.property(uri, (text) => {
        const parts = splitUri(text);
        if (parts !== undefined) assert.equal(joinUri(parts), text);
      }),
    );
  });

  test("that is suggested in place of another can be registered", () => {
    fc.assert(
      fc.property(uri, fc.constantFrom("web", "native", "user_agent"), fc.boolean(), (text, type, developmentMode) => {
        const suggestion = checkRedirectUri(text, { type, developmentMode })?.suggestion;
        if (suggestion !== undefined) assert.equal(checkRedirectUri(suggestion, { type, developmentMode }), undefined);
      }),
    );
  });
});

describe("JSON of which every name stands once", () => {
  const members = fc.dictionary(oddText(["a", "__proto__", '"', "\\", "{"]), fc.jsonValue({ maxDepth: 3 }), {
    noNullPrototype: true,
  });

  test("is read as it was written", () => {
    fc.assert(
      fc.property(members, (given) => {
        const text = JSON.stringify(given);
        assert.deepEqual(parseStrictObject(text), JSON.parse(text));
      }),
    );
  });

  test("is nothing when a name stands twice, also when it is written otherwise", () => {
    fc.assert(
      fc.property(members, fc.stringMatching(/^[a-z]{1,5}$/), (given, name) => {
        const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}`;
        const rest = JSON.stringify({ ...given, [name]: 1 }).slice(1);
        assert.equal(parseStrictObject(`{"${escaped}":2,${rest}`), undefined);
        assert.equal(parseStrictObject(`{"outer":{"${escaped}":2,${rest}}`), undefined);
      }),
    );
  });
});

describe("a JWT of ours", () => {
  let database: TestDatabase;
  let ring: KeyRing;
  const tokens: string[] = [];
  before(async () => {
    database = await sqlite.fresh();
    const store = await openTestStore(await database.open());
    await ensureKeys(store, initialAlgorithms);
    ring = await openKeyRing(store, (error) => assert.fail(String(error)));
    for (const algorithm of ring.algorithms()) tokens.push(await signJwt(ring, algorithm, "JWT", { sub: "ada", n: 1 }));
  });
  after(async () => {
    ring.close();
    await database.drop();
  });

  test("is read as it was signed, and as no other kind", () => {
    for (const token of tokens) {
      assert.deepEqual(readJwt(ring, "id_token", token), { sub: "ada", n: 1 });
      assert.equal(readJwt(ring, "access_token", token), undefined);
    }
  });

  test("is an access token by what it says, whatever type it has, and never both", async () => {
    const access = { jti: "a.1.x", client_id: "app" };
    const cases: ["JWT" | "at+jwt", Record<string, unknown>, "id_token" | "access_token" | undefined][] = [
      ["JWT", {}, "id_token"],
      ["JWT", access, "access_token"],
      ["at+jwt", access, "access_token"],
      ["at+jwt", {}, undefined],
      ["JWT", { jti: "a.1.x" }, undefined],
      ["JWT", { client_id: "app" }, undefined],
      ["JWT", { jti: undefined, client_id: null }, undefined],
    ];
    for (const [type, claims, kind] of cases) {
      const token = await signJwt(ring, "ES256", type, claims);
      for (const read of ["id_token", "access_token"] as const) {
        assert.equal(
          readJwt(ring, read, token) !== undefined,
          read === kind,
          `${type} ${JSON.stringify(claims)} as ${read}`,
        );
      }
    }
  });

  test("is nothing with anything in it changed", () => {
    for (const token of tokens) {
      fc.assert(
        fc.property(fc.nat(token.length - 1), oddText([".", "A", "=", "-"]), (at, piece) => {
          const changed = token.slice(0, at) + piece + token.slice(at + 1);
          if (changed !== token) assert.equal(readJwt(ring, "id_token", changed), undefined);
        }),
      );
    }
  });

  test("is not what somebody else has written, whatever it says", () => {
    const encoded = fc
      .jsonValue({ maxDepth: 2 })
      .map((json) => Buffer.from(JSON.stringify(json)).toString("base64url"));
    const headers = fc.oneof(
      encoded,
      fc.constantFrom(...ring.keySet().keys.map(({ kid }) => kid ?? "")).map(headerNaming),
    );
    fc.assert(
      fc.property(headers, encoded, oddText(["AAAA", "."]), (header, claims, signature) => {
        assert.equal(readJwt(ring, "id_token", `${header}.${claims}.${signature}`), undefined);
      }),
    );
  });
});

function headerNaming(kid: string): string {
  return Buffer.from(JSON.stringify({ alg: "none", typ: "JWT", kid })).toString("base64url");
}

describe("a request that is repeated", () => {
  test("is the same only if nothing in it differs", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const hash = (body: unknown) => keyedRequest("caller", "key", ["/projects", body]).requestHash;
        assert.equal(hash(one) === hash(other), JSON.stringify(one) === JSON.stringify(other));
        assert.equal(hash(one), hash(structuredClone(one)));
      }),
    );
  });
});
