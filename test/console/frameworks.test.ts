/** What the Console knows about frameworks can be registered, and an example can be written for each. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { misfits } from "../../console/src/applications/frameworks/fit.ts";
import type { Endpoints, FrameworkMethod, FrameworkType } from "../../console/src/applications/frameworks/framework.ts";
import { frameworks } from "../../console/src/applications/frameworks/index.ts";
import { plainRequests } from "../../console/src/applications/frameworks/plain-requests.ts";
import { settingsFor } from "../../console/src/applications/frameworks/settings.ts";
import { canProveBy, redirectUriFor, valuesFor } from "../../console/src/applications/frameworks/values.ts";
import { checkApplication, defaultSettings } from "../../src/identity/applications/rules.ts";

const endpoints: Endpoints = {
  issuer: "https://signet.example",
  authorization_endpoint: "https://signet.example/authorize",
  token_endpoint: "https://signet.example/token",
  introspection_endpoint: "https://signet.example/introspect",
  userinfo_endpoint: "https://signet.example/userinfo",
  end_session_endpoint: "https://signet.example/endsession",
  jwks_uri: "https://signet.example/keys",
};
const types = ["web", "native", "user_agent", "api"] as const satisfies FrameworkType[];
const methods = ["basic", "post", "pkce", "private_key_jwt"] as const satisfies FrameworkMethod[];

test("every framework has an id and a name of its own", () => {
  assert.equal(new Set(frameworks.map(({ id }) => id)).size, frameworks.length);
  assert.equal(new Set(frameworks.map(({ name }) => name)).size, frameworks.length);
});

for (const framework of [...frameworks, ...types.map(plainRequests)]) {
  describe(`${framework.name} (${framework.settings.type})`, () => {
    const registered = settingsFor(framework);
    const application = { ...registered, clientId: "id-of-the-application" };

    test("what the wizard registers for it is accepted", () => {
      if (framework.id === "curl") return;
      const { type } = registered;
      assert.deepEqual(checkApplication({ name: "It", ...defaultSettings(type), ...registered }).problems, []);
      assert.deepEqual(misfits(framework, application), [], "and goes with its own example");
    });

    test("says why in whole sentences", () => {
      for (const sentence of framework.why) assert.match(sentence, /^[A-Za-z].*\.$/s);
      assert.ok(framework.why.length > 0 || framework.id === "curl");
    });

    test("its example has this application's values, for every way to prove itself that it can", () => {
      for (const authMethod of methods.filter((method) => canProveBy(framework, method))) {
        for (const idTokenUserinfoAssertion of [true, false]) {
          const values = valuesFor(framework, { ...application, authMethod, idTokenUserinfoAssertion }, endpoints);
          const text = framework
            .files(values)
            .map((file) => file.text)
            .join("\n");
          assert.match(text, /signet\.example/);
          assert.doesNotMatch(text, /["/=:]undefined|\[object|NaN/);
          const secret = /CLIENT_SECRET|client_?secret/i.test(text);
          if (authMethod === "pkce" || authMethod === "private_key_jwt")
            assert.equal(secret && !/client_secret=key_file/.test(text), false, text);
        }
      }
    });
  });
}

describe("an address that somebody else registered, with all that addresses may hold", () => {
  const hostile = "https://app.example.com/callback/$(touch$IFS./made)';system('id');'?a=$HOME&b=(c)!;";
  const filled = { clientId: "id", grantTypes: [], postLogoutRedirectUris: [hostile], redirectUris: [hostile] };
  const filesOf = (
    framework: (typeof frameworks)[number],
    authMethod: FrameworkMethod = framework.settings.authMethod,
  ) => framework.files(valuesFor(framework, { ...filled, authMethod, idTokenUserinfoAssertion: false }, endpoints));

  test("can be registered", () => {
    const redirectUris = [hostile];
    assert.deepEqual(checkApplication({ name: "It", ...defaultSettings("web"), redirectUris }).problems, []);
  });

  test("is a value for the shell, and nothing that it runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "signet-"));
    const stubs = "curl() { printf '%s\\n' \"$@\"; }; openssl() { echo x; };";
    for (const method of methods) {
      const [file] = filesOf(plainRequests("web"), method).filter(({ name }) => name.endsWith(".sh"));
      const { stdout } = spawnSync("bash", ["-c", `${stubs} ${file?.text}`], {
        cwd: folder,
        input: "the-code\n",
        encoding: "utf8",
      });
      assert.ok(stdout.split("\n").includes(`redirect_uri=${hostile}`), stdout);
    }
    assert.deepEqual(await readdir(folder), []);
    await rm(folder, { recursive: true });
  });

  test("is one text of PHP", () => {
    const files = frameworks.flatMap((framework) => filesOf(framework)).filter(({ name }) => name.endsWith(".php"));
    assert.equal(files.length, 2);
    for (const { text } of files) {
      const texts = [...text.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, inside = ""]) =>
        inside.replace(/\\(['\\])/g, "$1"),
      );
      assert.ok(texts.includes(hostile), text);
    }
  });

  test("stands between double quotes, where these languages read it as it is, or alone at the end of a line", () => {
    for (const framework of frameworks) {
      for (const { name, text } of filesOf(framework).filter((file) => !/\.(sh|php)$/.test(file.name))) {
        const rest = text.replaceAll(`"${hostile}"`, "").replaceAll(/^OIDCRedirectURI .*$/gm, "");
        assert.ok(!rest.includes(hostile), `${framework.name} ${name}`);
      }
    }
  });
});

test("a role cannot be called like a group that Kubernetes itself believes in", () => {
  const kubernetes = frameworks.find(({ id }) => id === "kubelogin") ?? assert.fail();
  const application = { ...settingsFor(kubernetes), clientId: "id" };
  const files = kubernetes.files(valuesFor(kubernetes, application, endpoints));
  assert.match(files.find(({ name }) => name === "kube-apiserver")?.text ?? "", /^--oidc-groups-prefix=\w+:$/m);
});

test("an address with the framework's own path is found among several; otherwise the same place gets it", () => {
  const proxy = frameworks.find(({ id }) => id === "oauth2-proxy") ?? assert.fail();
  const chosen = ["https://a.example/other", "https://b.example/oauth2/callback"];
  assert.equal(redirectUriFor(proxy, chosen), "https://b.example/oauth2/callback");
  assert.equal(redirectUriFor(proxy, ["https://a.example/other"]), "https://a.example/oauth2/callback");
  assert.equal(redirectUriFor(proxy, []), "http://localhost:4180/oauth2/callback");
  const own = frameworks.find(({ id }) => id === "go-oidc") ?? assert.fail();
  assert.equal(
    redirectUriFor(own, ["https://a.example/other"]),
    "https://a.example/other",
    "where the program decides, what is there",
  );
  const phone = frameworks.find(({ id }) => id === "appauth-ios") ?? assert.fail();
  assert.equal(redirectUriFor(phone, []), "com.example.app:/callback");
});

test("what does not go together is named: the method, and the address", () => {
  const grafana = frameworks.find(({ id }) => id === "grafana") ?? assert.fail();
  const application = {
    ...settingsFor(grafana),
    clientId: "id",
    authMethod: "pkce",
    redirectUris: ["https://a.example/x"],
  } as const;
  assert.deepEqual(
    misfits(grafana, application).map(({ at }) => at),
    ["credentials", "settings"],
  );
  assert.deepEqual(
    misfits(grafana, { ...settingsFor(grafana), clientId: "id", authMethod: "post" }),
    [],
    "a secret is a secret",
  );
});
