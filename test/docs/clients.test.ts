import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { frameworks } from "../../console/src/applications/frameworks/index.ts";
import { withFrameworks } from "../../scripts/clients-page.ts";
import { readDocument, root, tableUnder } from "./markdown.ts";

const page = readDocument("docs/clients.md");

describe("docs/clients.md", () => {
  test("says what the wizard sets and the code page shows; if not, run npm run docs:clients", () => {
    assert.equal(page, withFrameworks(page));
  });

  test("has every client that people ask about", () => {
    const rows = tableUnder(
      page,
      "client",
      "tried",
      "type",
      "proves itself by",
      "User Info inside ID Token",
      "comes back to",
    );
    const names = rows.map(([client = ""]) => client).join("\n");
    const wanted = [
      ...[
        "mod_auth_openidc",
        "oauth2-proxy",
        "Spring Boot]",
        "opaque tokens",
        "JWT",
        "Quarkus",
        "mozilla-django-oidc",
        "allauth",
        "Social Auth",
      ],
      ...[
        "Flask",
        "JupyterHub",
        "Streamlit",
        "Synapse",
        "Grafana",
        "pgAdmin",
        "Gitea, Forgejo",
        "kubelogin",
        "Kafka",
        "Dovecot",
        "Auth.js",
      ],
      ...["express-openid-connect", "Passport", "Rust", "Ruby", "PHP", "go-oidc", "zitadel/oidc"],
    ];
    assert.deepEqual(
      wanted.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const { name, id, tried } of frameworks) {
    if (tried === undefined) continue;
    test(`${name} is tried by a test that registers it as the wizard does`, () => {
      assert.ok(existsSync(join(root, tried.test)), `there is no ${tried.test}`);
      // By itself, or by describeClient, which does it for both databases.
      assert.match(readDocument(tried.test), new RegExp(`registerAsWizard\\([^)]*"${id}"|framework(:| =) "${id}"`));
    });
  }

  test("what comes from npm is tried in the version that is installed", () => {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(readDocument("package.json"));
    const fromNpm = frameworks.filter(
      ({ group, tried, library }) => tried !== undefined && (group === "JavaScript" || /openid-client/.test(library)),
    );
    assert.ok(fromNpm.length >= 5);
    for (const { name, library, tried } of fromNpm) {
      const [, packageName = ""] = /([\w@/-]+)$/.exec(library === "Auth.js" ? "@auth/core" : library) ?? [];
      assert.equal(tried?.version, devDependencies[packageName], name);
    }
  });

  test("what comes from elsewhere is tried in the version that its test asks for", () => {
    const pins = ["python/requirements.txt", "go/go.mod", "oauth2-proxy/go.mod", "spring/pom.xml"];
    const texts = new Map(pins.map((pin) => [pin.split("/")[0], readDocument(`test/clients/${pin}`)]));
    const elsewhere = frameworks.flatMap(({ name, tried }) => {
      const pinned = texts.get(tried?.test.split("/")[2]);
      return tried === undefined || pinned === undefined ? [] : [{ name, version: tried.version, pinned }];
    });
    assert.ok(elsewhere.length >= 11);
    // A whole version: not the end of a longer one, and not the beginning.
    for (const { name, version, pinned } of elsewhere) {
      assert.match(pinned, new RegExp(`(==| v|>)${version.replaceAll(".", "\\.")}(?![\\w.])`), name);
    }
  });
});
