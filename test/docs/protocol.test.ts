/**
 * docs/protocol.md: its tables say what the code says, and its examples do what the page says, against a real server.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createLocalJWKSet, jwtVerify } from "jose";
import { typeRules } from "../../src/identity/applications/rules.ts";
import { lifetimeBounds, metadataNames, tokenDefaults } from "../../src/identity/applications/types.ts";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey, type KeyOwner, keyFile } from "../../src/identity/credential-keys/store.ts";
import { createServiceUser, keyOwner, replaceSecret } from "../../src/identity/service-users/service-users.ts";
import { oauthErrors } from "../../src/oauth/errors.ts";
import { type Browser, findForm } from "../support/browser.ts";
import { answerOf, authorize, basic, CALLBACK, type Idp, post, signInAs, startIdp } from "../support/idp.ts";
import { by } from "../support/world.ts";
import {
  assertInstalled,
  execute,
  freePort,
  type Outcome,
  runnableBlocks,
  type Variables,
  writeCurlConfig,
} from "./examples.ts";
import { readDocument, section, sections, tableRows, withoutTicks } from "./markdown.ts";

const page = readDocument("docs/protocol.md");
const blocks = runnableBlocks(page);

/** What stands between backticks in a cell. */
function ticked(cell = ""): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
}

describe("docs/protocol.md says what the code says", () => {
  test("the types of applications, with their methods, response types and grants", () => {
    const documented = tableRows(section(page, 2, "Applications")).map(([type, , methods, responses, grants]) => [
      type,
      ticked(methods),
      ticked(responses),
      ticked(grants),
    ]);
    const rules = Object.values(typeRules).map((rule) => [
      rule.label,
      rule.authMethods,
      rule.responseTypes,
      rule.grantTypes,
    ]);
    assert.deepEqual(documented, rules);
  });

  test("the methods of client authentication, with their names in OAuth", () => {
    const rows = tableRows(section(page, 2, "Client authentication")).map(([method = "", name = ""]) =>
      [method, name].map(withoutTicks),
    );
    assert.deepEqual(Object.fromEntries(rows), metadataNames);
  });

  test("the lifetimes of tokens, with their bounds", () => {
    const documented = tableRows(section(page, 3, "Lifetimes")).map(([, ...cells]) => cells.map(seconds));
    const { lifetimes } = tokenDefaults;
    const names = ["accessToken", "idToken", "refreshIdle", "refreshAbsolute", "refreshGrace"] as const;
    assert.deepEqual(
      documented,
      names.map((name) => [lifetimes[name], lifetimeBounds[name].least, lifetimeBounds[name].most]),
    );
  });

  test("every OAuth error has its place on the page, and in docs/errors.md the clause that defines it", () => {
    const entries = sections(section(readDocument("docs/errors.md"), 2, "OAuth errors"), 3);
    for (const [code, { source }] of Object.entries(oauthErrors)) {
      assert.ok(page.includes(`\`${code}\``), code);
      const meaning = entries.find(({ title }) => title === code)?.text.split(/\n\n+/)[1] ?? "";
      assert.ok(meaning.startsWith(`${source}. `), `${code}: ${source}`);
    }
  });
});

function seconds(text: string): number {
  const [, count, unit = ""] = /^(\d+) ([shd])$/.exec(text) ?? [];
  return Number(count) * ({ s: 1, h: 3600, d: 86_400 }[unit] ?? Number.NaN);
}

interface Example {
  readonly heading: string;
  /** Variables that no example before it has given. */
  readonly prepare?: () => Promise<Variables>;
  /** Says whether it did what the page says, and keeps what later examples need. */
  readonly check: (outcome: Outcome) => void | Promise<void>;
}

describe("the examples of docs/protocol.md", () => {
  const folder = mkdtempSync(join(tmpdir(), "signet-protocol-"));
  const variables: Variables = {};
  let idp: Idp;
  let browser: Browser;
  let applicationKeyFile: string;

  before(async () => {
    writeCurlConfig(folder);
    const port = await freePort();
    idp = await startIdp(undefined, { SIGNET_ISSUER_URL: `http://localhost:${port}` });
    await idp.node.app.listen({ host: "127.0.0.1", port });
    browser = idp.browser();
    const { storage } = idp.node.services;
    const organizationId = idp.world.acme.id;
    const { service, secret } = await storage.transaction(async (tx) => {
      const service = await createServiceUser(tx, { organizationId, userName: "robot" }, by);
      return { service, ...(await replaceSecret(tx, service.id, by)) };
    });
    const signing = await idp.register("web", { authMethod: "private_key_jwt" });
    applicationKeyFile = await writeKeyFile({ kind: "application", id: signing.application.id, organizationId });
    Object.assign(variables, {
      ISSUER: idp.issuer,
      CLIENT_ID: idp.web.application.id,
      CLIENT_SECRET: idp.web.secret,
      PUBLIC_CLIENT_ID: idp.spa.application.id,
      REDIRECT_URI: CALLBACK,
      POST_LOGOUT_REDIRECT_URI: "https://app.example/bye",
      SERVICE_USER_ID: service.id,
      SERVICE_USER_SECRET: secret,
      KEY_FILE: await writeKeyFile(keyOwner(service)),
    });
  });
  after(async () => {
    await idp?.close();
    rmSync(folder, { recursive: true });
  });

  async function writeKeyFile(owner: KeyOwner): Promise<string> {
    const credential = await makeCredential();
    const { expiresAt } = await idp.node.services.storage.transaction((tx) => addKey(tx, owner, { credential }, by));
    const path = join(folder, `${owner.kind}.json`);
    writeFileSync(path, JSON.stringify(keyFile(owner, credential, expiresAt)));
    return path;
  }

  /** Every granted answer has these. */
  function granted({ status, json }: Outcome, scope: string): Variables {
    assert.equal(status, 200);
    assert.equal(json.token_type, "Bearer");
    assert.equal(json.expires_in, tokenDefaults.lifetimes.accessToken);
    assert.equal(json.scope, scope);
    return { ACCESS_TOKEN: String(json.access_token), ID_TOKEN: String(json.id_token) };
  }

  async function introspect(token = ""): Promise<unknown> {
    return (await post(idp, "/oauth/v2/introspect", { token }, { authorization: basic(idp.web) })).json.active;
  }

  const examples: readonly Example[] = [
    {
      heading: "Discovery",
      check({ status, json }) {
        assert.equal(status, 200);
        assert.equal(json.issuer, idp.issuer);
        const rows = tableRows(section(page, 2, "Discovery")).flatMap(([members, values]) =>
          ticked(members).map((member) => [member, ticked(values)] as const),
        );
        const documented = new Map(rows);
        assert.deepEqual(
          [...documented.keys()].filter((member) => !member.startsWith("…") && !(member in json)),
          [],
        );
        for (const [member, value] of Object.entries(json)) {
          if (/^issuer$|_endpoint$|^jwks_uri$/.test(member)) {
            assert.ok(member === "issuer" || page.includes(`\`${String(value).slice(idp.issuer.length)}\``), member);
          } else if (member === "scopes_supported" || member === "claims_supported") {
            assert.ok(documented.has(member));
            for (const name of [value].flat()) assert.ok(page.includes(`\`${name}\``), `${member}: ${name}`);
          } else assert.deepEqual(documented.get(member), [value].flat().map(String), member);
        }
      },
    },
    {
      heading: "Keys",
      check({ status, output, json }) {
        assert.equal(status, 200);
        assert.ok(Array.isArray(json.keys) && json.keys.length >= 2);
        for (const key of json.keys) assert.ok(key.kid && key.alg && key.use === "sig");
        variables.KEYS = output;
      },
    },
    {
      heading: "PKCE",
      check({ output }) {
        const [CODE_VERIFIER = "", CODE_CHALLENGE = ""] = output.split(" ");
        assert.match(CODE_VERIFIER, /^[\w-]{43}$/);
        assert.match(CODE_CHALLENGE, /^[\w-]{43}$/);
        Object.assign(variables, { CODE_VERIFIER, CODE_CHALLENGE });
      },
    },
    {
      heading: "Authorization request",
      async check({ status, url, location }) {
        assert.equal(status, 302);
        assert.ok(location.startsWith(`${idp.issuer}/login?request=`), location);
        // What curl cannot do: a person signs in, beginning at the very address of the example.
        const signIn = await browser.visit(url);
        assert.equal(findForm(signIn.body, "/login").action, "/login");
        const arrived = await signInAs(browser, signIn, `ada@${idp.world.acme.domain}`);
        assert.ok(arrived.url.startsWith(`${CALLBACK}?`), arrived.url);
        const answer = answerOf(arrived);
        assert.deepEqual([answer.get("state"), answer.get("iss")], ["af0ifjsldkj", idp.issuer]);
        variables.CODE = answer.get("code") ?? "";
      },
    },
    {
      heading: "Assertions",
      check({ output }) {
        assert.match(output, /^[\w-]+\.[\w-]+\.[\w-]+$/);
        variables.ASSERTION = output;
      },
    },
    {
      heading: "Grant authorization_code",
      async check(outcome) {
        const given = granted(outcome, "openid profile email offline_access");
        const { payload } = await jwtVerify(given.ID_TOKEN ?? "", createLocalJWKSet(JSON.parse(variables.KEYS ?? "")), {
          issuer: idp.issuer,
          audience: idp.web.application.id,
        });
        assert.deepEqual([payload.sub, payload.nonce], [idp.world.ada.id, "n-0S6_WzA2Mj"]);
        assert.match(String(outcome.json.refresh_token), /^sgr_/);
        Object.assign(variables, given, { REFRESH_TOKEN: outcome.json.refresh_token });
      },
    },
    {
      heading: "Grant authorization_code",
      async prepare() {
        const parameters = { code_challenge: variables.CODE_CHALLENGE, code_challenge_method: "S256" };
        return { CODE: (await authorize(idp, { client: idp.spa, parameters })).get("code") ?? "" };
      },
      check(outcome) {
        granted(outcome, "openid");
        assert.equal(outcome.json.refresh_token, undefined);
      },
    },
    {
      heading: "Grant refresh_token",
      check(outcome) {
        const given = granted(outcome, "openid profile email offline_access");
        assert.notEqual(outcome.json.refresh_token, variables.REFRESH_TOKEN);
        Object.assign(variables, given, { REFRESH_TOKEN: outcome.json.refresh_token });
      },
    },
    {
      heading: "Grant jwt-bearer",
      check(outcome) {
        granted(outcome, "openid urn:service:iam:org:project:id:service:aud");
        assert.equal(outcome.json.refresh_token, undefined);
      },
    },
    {
      heading: "Grant client_credentials",
      check(outcome) {
        granted(outcome, "openid profile");
      },
    },
    {
      heading: "Introspection",
      check({ status, json }) {
        assert.equal(status, 200);
        const { active, scope, client_id, sub, aud, username, name } = json;
        const [application, { ada, acme, project }] = [idp.web.application.id, idp.world];
        assert.deepEqual(
          [active, scope, client_id, sub],
          [true, "openid profile email offline_access", application, ada.id],
        );
        assert.deepEqual([aud, username, name], [[application, project.id], `ada@${acme.domain}`, "Ada Lovelace"]);
      },
    },
    {
      heading: "Introspection",
      async prepare() {
        const signs = blocks.find(({ language }) => language === "js");
        assert.ok(signs);
        return {
          CLIENT_ASSERTION: (await execute(signs, folder, { ...variables, KEY_FILE: applicationKeyFile })).output,
        };
      },
      check({ status, json }) {
        assert.deepEqual([status, json.active, json.client_id], [200, true, idp.web.application.id]);
      },
    },
    {
      heading: "Userinfo",
      check({ status, json }) {
        const { ada } = idp.world;
        assert.deepEqual([status, json.sub, json.family_name, json.email], [200, ada.id, "Lovelace", ada.email]);
      },
    },
    {
      heading: "Revocation",
      async check({ status, output }) {
        assert.equal(status, 200);
        assert.match(output, /^content-length: 0$/im);
        assert.equal(await introspect(variables.ACCESS_TOKEN), false);
      },
    },
    {
      heading: "End session",
      async check({ status, url, location }) {
        assert.equal(status, 302);
        assert.ok(location.startsWith(`${idp.issuer}/logout?request=`), location);
        // In the browser of the session nobody is asked.
        assert.equal((await browser.visit(url)).url, "https://app.example/bye?state=bye");
      },
    },
  ];

  for (const tool of ["curl", "openssl"]) test(`${tool}, which they use, is installed`, () => assertInstalled(tool));

  test("each is one that this test knows, in the order of the page", () => {
    assert.deepEqual(
      blocks.map(({ heading }) => heading),
      examples.map(({ heading }) => heading),
    );
  });

  for (const [i, block] of blocks.entries()) {
    test(`${block.heading}, example ${i + 1}`, async () => {
      const example = examples[i];
      assert.ok(example, "the table of examples has no such entry");
      Object.assign(variables, await example.prepare?.());
      await example.check(await execute(block, folder, variables));
    });
  }
});
