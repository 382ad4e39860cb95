/** Group S: what gets into headers, logs, answers and copies of the database, and who is believed to have sent it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { routes } from "../../src/management/routes.ts";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { open } from "../../src/storage/storage.ts";
import { nameOf } from "../management/role-matrix/matrix.ts";
import { PREFIX } from "../management/stage.ts";
import { dump } from "../support/dump.ts";
import { answerOf, authorizeUrl, basic, CALLBACK, PASSWORD, post, signInAs } from "../support/idp.ts";
import { postgres } from "../support/node.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type ApiStage, openApiStage, ready, send, walk } from "./api-stage.ts";
import { bentPaths } from "./bent-paths.ts";
import { holdGroup } from "./group.ts";

interface SocketStage extends ApiStage {
  readonly port: number;
}

async function openSocketStage(): Promise<SocketStage> {
  const stage = await openApiStage();
  return { ...stage, port: await stage.api.idp.node.listen() };
}

const split = "x\r\nSet-Cookie: canary=1\r\nX-Canary: 1\r\n\r\n<canary>";
/** As it stands in the database: hashes, and what is sealed. */
async function storedSecrets({ api }: ApiStage): Promise<string[]> {
  const tables = await dump(api.idp.node.services.storage);
  const found = Object.values(tables)
    .flat()
    .flatMap((row) => Object.entries(JSON.parse(String(row))))
    .filter(([name]) => /hash|sealed|digest|salt|verifier/.test(name))
    .map(([, value]) => String(value));
  return [...new Set(found)].filter((value) => value.length >= 16 && value !== "[object Object]");
}

const isSecret =
  /\$argon2|\$2[aby]\$|"(?:password_?hash|hash|digest|salt|sealed|totp\w*|seed|otpauth\w*)"\s*:|otpauth:|"(?:d|dp|dq|qi)"\s*:\s*"/i;
/** Shown once, by the call that makes it. */
const shows = /^POST .*(?:\/secrets|\/regenerate-secret|\/keys|\/personal-access-tokens|\/applications)$/;

holdGroup("S", openSocketStage, {
  async S2({ api, port }) {
    const { idp } = api;
    const isWhole = ({ headers, text }: { headers: unknown; text: string }, what: string) => {
      assert.doesNotMatch(JSON.stringify(headers), /"x-canary"|canary=1/i, what);
      assert.doesNotMatch(text.split("\r\n\r\n")[0] ?? "", /^(?:x-canary|set-cookie: canary)/im, what);
    };
    const ask = async (target: string, what: string) => {
      const answer = await rawRequest(
        port,
        `GET ${target} HTTP/1.1\r\nHost: localhost:8080\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(answer.status < 500, `${what}: ${answer.status}`);
      isWhole(answer, what);
    };
    const parameters = [
      "state",
      "nonce",
      "redirect_uri",
      "client_id",
      "scope",
      "response_type",
      "response_mode",
      "prompt",
      "login_hint",
    ];
    const more = [
      "ui_locales",
      "id_token_hint",
      "max_age",
      "code_challenge",
      "post_logout_redirect_uri",
      "request",
      "link",
      "x",
    ];
    for (const name of [...parameters, ...more]) {
      for (const value of [
        split,
        "x\nSet-Cookie: canary=1",
        "x\rX-Canary: 1",
        "\u560d\u560aSet-Cookie: canary=1",
        "x%0d%0aSet-Cookie: canary=1",
      ]) {
        const authorize = new URL(
          authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none", [name]: value } }),
        );
        const query = new URLSearchParams({ [name]: value });
        for (const target of [
          authorize.pathname + authorize.search,
          `/oauth/v2/endsession?${query}`,
          `/oauth/v2/authorize/callback?${query}`,
          `/login?${query}`,
          `/login/mail?${query}`,
          `/logout?${query}`,
          `/${encodeURIComponent(value)}?${query}`,
          `${PREFIX}/projects/${encodeURIComponent(value)}?${query}`,
        ]) {
          await ask(target, `${name} at ${target}`);
        }
        for (const path of ["token", "introspect", "revoke"]) {
          const answer = await post(idp, `/oauth/v2/${path}`, {
            [name]: value,
            grant_type: value,
            client_id: value,
            client_secret: value,
          });
          assert.ok(answer.status < 500);
          isWhole({ headers: answer.headers, text: "" }, `${name} at ${path}`);
        }
      }
    }
    // And what an application is sent back with its state, after all of it went through.
    const page = await idp
      .browser()
      .visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none", state: split } }));
    assert.equal(answerOf(page).get("state"), split);
    const created = await api.owner.post(`/projects/${idp.world.project.id}/roles`, { key: "a:/b" });
    assert.match(created.headers.location ?? "", /a(?::|%3A)%2Fb$/);
  },

  async S3({ api, port }) {
    const { node } = api.idp;
    const value = `Bearer ${api.owner.token}`;
    const alike = [
      "Authorization_",
      "X-Authorization",
      "X_Authorization",
      "Proxy-Authorization",
      "X-Original-Authorization",
      "Authorisation",
    ];
    const proxies = [
      "X-Forwarded-Authorization",
      "X-Forwarded-Access-Token",
      "X-Auth-Token",
      "X-Access-Token",
      "X-Amzn-Oidc-Data",
      "Cookie",
    ];
    for (const name of [...alike, ...proxies]) {
      const answer = await rawRequest(
        port,
        `GET ${PREFIX}/me HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`,
      );
      assert.ok(answer.status === 401 || answer.status === 400, `${name}: ${answer.status}`);
    }
    const { userId } = api.owner;
    const claims = [
      "X-Forwarded-User",
      "X_Forwarded_User",
      "X-Remote-User",
      "Remote_User",
      "X-User",
      "X-Authenticated-Userid",
      "X-Forwarded-For",
    ];
    for (const name of claims) {
      const answer = await rawRequest(
        port,
        `GET ${PREFIX}/me HTTP/1.1\r\nHost: x\r\n${name}: ${userId}\r\nConnection: close\r\n\r\n`,
      );
      assert.equal(answer.status, 401, name);
    }
    for (const name of [
      "x-original-uri",
      "x-original-url",
      "x-rewrite-url",
      "x-forwarded-uri",
      "x-forwarded-prefix",
      "x-http-method-override",
    ]) {
      const health = await node.app.inject({ url: "/healthz", headers: { [name]: `${PREFIX}/me` } });
      assert.equal(health.body, '{"status":"alive"}', name);
      for (const open of [`${PREFIX}/openapi.json`, "/healthz"]) {
        assert.equal((await node.app.inject({ url: `${PREFIX}/me`, headers: { [name]: open } })).statusCode, 401, name);
      }
    }
    // A hop may be told to drop a header; here nothing is dropped, and nothing becomes open by it.
    for (const connection of ["close, authorization", "authorization, close", "close, host, x-request-id"]) {
      const request = (header: string) =>
        `GET ${PREFIX}/me HTTP/1.1\r\nHost: x\r\n${header}Connection: ${connection}\r\n\r\n`;
      assert.equal((await rawRequest(port, request(""))).status, 401, connection);
      assert.equal((await rawRequest(port, request(`Authorization: ${value}\r\n`))).status, 200, connection);
    }
    // Of two tokens it is never both, nor the one that somebody added behind the first.
    const two = `GET ${PREFIX}/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer made-up\r\nAuthorization: ${value}\r\nConnection: close\r\n\r\n`;
    assert.ok([400, 401].includes((await rawRequest(port, two)).status));
  },

  async S4({ api, grounds, port }) {
    const { projects, organizations } = grounds;
    const place = { level: "organization", organizationId: organizations.home } as const;
    const stranger = await api.manager([{ role: "ORG_OWNER", place }], organizations.home);
    const ask = async (target: string, token: string | undefined) => {
      const authorization = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
      const text = `GET ${target} HTTP/1.1\r\nHost: localhost:8080\r\n${authorization}Connection: close\r\n\r\n`;
      return rawRequest(port, text);
    };
    const isOpenDocument = (body: string) => /"openapi":"3/.test(body) && !body.includes(projects.others);
    for (const path of [
      `${PREFIX}/projects/${projects.others}`,
      `${PREFIX}/organizations/${organizations.other}/users`,
      `${PREFIX}/signing-keys`,
    ]) {
      assert.equal((await ask(path, undefined)).status, 401);
      assert.ok([403, 404].includes((await ask(path, stranger.token)).status), path);
      assert.equal((await ask(path, api.owner.token)).status, 200);
      for (const target of bentPaths(path)) {
        const nobody = await ask(target, undefined);
        // The API document is for everybody, and remains what it is whatever stands behind its name.
        assert.ok(
          [400, 401, 404].includes(nobody.status) || isOpenDocument(nobody.body),
          `${target}: ${nobody.status} ${nobody.body}`,
        );
        const other = await ask(target, stranger.token);
        assert.ok(
          [400, 403, 404].includes(other.status) || isOpenDocument(other.body),
          `${target}: ${other.status} ${other.body}`,
        );
        // What leads somewhere with a token asks for one without.
        const owner = await ask(target, api.owner.token);
        if (owner.status === 200 && !isOpenDocument(owner.body)) assert.equal(nobody.status, 401, target);
      }
    }
  },

  async S6({ api }) {
    const { idp } = api;
    const from = idp.node.lines.length;
    for (const text of [
      'mallory\r\n{"level":"fatal"}',
      "\u001b[31mscarlet\u001b[0m",
      "\u009b2J",
      "a\u2028b",
      "\u202esdrawkcab",
      "\u0000",
      '"},"level":"fatal","x":{"',
    ]) {
      const browser = idp.browser();
      const parameters = { state: text, login_hint: text, nonce: text };
      const page = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters }));
      if (page.status === 200) await signInAs(browser, page, text, text);
      await post(idp, "/oauth/v2/token", {
        grant_type: text,
        client_id: text,
        client_secret: text,
        refresh_token: text,
      });
      await api.owner.post("/organizations", { name: text, domain: text });
      await api.owner.get(`/users?q=${encodeURIComponent(text)}`);
      await api.owner.patch(`/users/${encodeURIComponent(text)}`, { [text]: text });
      await api.call("GET", "/me", undefined, {
        headers: { "user-agent": encodeURI(text), "x-forwarded-for": encodeURI(text) },
      });
    }
    const lines = idp.node.lines.slice(from);
    assert.ok(lines.length > 10);
    for (const line of lines) {
      assert.match(line, /^\{[\u0020-\u007e]*\}\n$/);
      assert.ok(["debug", "info", "warn"].includes(JSON.parse(line).level), line);
      assert.doesNotMatch(line, /mallory|scarlet|sdrawkcab/);
    }
  },

  async S7({ api }) {
    const { idp } = api;
    const browser = idp.browser();
    const page = await browser.visit(
      authorizeUrl(idp, { client: idp.web, parameters: { scope: "openid offline_access" } }),
    );
    const seen = await signInAs(browser, page, `ada@${idp.world.acme.domain}`);
    const code = answerOf(seen).get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const headers = { authorization: basic(idp.web) };
    const { json } = await post(idp, "/oauth/v2/token", form, headers);
    const refreshed = await post(
      idp,
      "/oauth/v2/token",
      { grant_type: "refresh_token", refresh_token: String(json.refresh_token) },
      headers,
    );
    await idp.node.services.usage.flush?.();
    const secrets = {
      code,
      password: PASSWORD,
      "client secret": idp.web.secret,
      "login request": new URL(page.url).searchParams.get("request") ?? "",
      ...Object.fromEntries(
        ["access_token", "refresh_token", "id_token"].flatMap((name) => [
          [name, String(json[name])],
          [`the second ${name}`, String(refreshed.json[name])],
        ]),
      ),
      ...Object.fromEntries([...browser.cookies].map(([name, value]) => [`cookie ${name}`, decodeURIComponent(value)])),
      "management token": api.owner.token,
      "master key": idp.node.masterKey,
    };
    const stored = JSON.stringify(await dump(idp.node.services.storage));
    const logged = idp.node.lines.join("");
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(secret.length > 20, `${name}: ${secret}`);
      for (const text of [stored, logged]) assert.ok(!text.includes(secret), name);
    }
    // Private halves of signing keys are there only under the master key.
    assert.doesNotMatch(stored, /PRIVATE KEY|\\"(?:d|dp|dq|qi)\\":/);
  },

  async S8(stage) {
    const answers = new Map<string, string>();
    await walk(stage, routes, (route, { status, body }) => {
      assert.equal(status, route.status, `${nameOf(route)}: ${body}`);
      answers.set(nameOf(route), body);
    });
    for (const [name, body] of answers) {
      assert.doesNotMatch(body, isSecret, name);
      if (!shows.test(name))
        assert.doesNotMatch(body, /PRIVATE KEY|"(?:secret|clientSecret|token|password)"\s*:\s*"|"keyFile"/, name);
    }
    const stored = await storedSecrets(stage);
    assert.ok(stored.length > 10);
    for (const [name, body] of answers)
      for (const secret of stored) assert.ok(!body.includes(secret), `${name} has ${secret}`);
    // What people and programs sign in with is in no list of what is there, nor in what is told of it later.
    const { ada } = stage.api.idp.world;
    for (const path of [
      `/users/${ada.id}`,
      `/users/${ada.id}/credentials`,
      "/events?limit=200",
      "/users?limit=200",
      "/service-users?limit=200",
    ]) {
      const { status, body } = await stage.api.owner.get(path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(body, isSecret, path);
      for (const secret of await storedSecrets(stage)) assert.ok(!body.includes(secret), path);
    }
  },

  async S12(stage) {
    const { api } = stage;
    const { node } = api.idp;
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
    const words = [
      version,
      process.versions.node,
      process.cwd(),
      "node_modules",
      "fastify",
      "sqlite",
      "kysely",
      "/tmp/",
      ".ts:",
      "signet_",
    ];
    // A short one is in a long text by chance.
    if (hostname().length > 5) words.push(hostname().toLowerCase());
    const told = (text: string) => words.filter((word) => text.toLowerCase().includes(word));
    const open = [
      "/",
      "/healthz",
      "/readyz",
      "/nothing",
      "/%",
      "/login",
      "/logout/done",
      "/login/mail",
      "/oauth/v2/keys",
      "/oauth/v2/authorize",
    ];
    const more = [
      "/.well-known/openid-configuration",
      "/oauth/v2/token",
      "/oauth/v2/userinfo",
      `${PREFIX}/me`,
      `${PREFIX}/nothing`,
      PREFIX,
    ];
    for (const url of [...open, ...more]) {
      for (const method of ["GET", "POST", "PUT", "OPTIONS"] as const) {
        for (const accept of ["text/html", "application/json"]) {
          const answer = await node.app.inject({ method, url, headers: { host: "localhost:8080", accept } });
          assert.ok(answer.statusCode < 500, `${method} ${url}`);
          assert.deepEqual(told(answer.body + JSON.stringify(answer.headers)), [], `${method} ${url}`);
          assert.deepEqual(
            [answer.headers.server, answer.headers["x-powered-by"], answer.headers.via],
            [undefined, undefined, undefined],
          );
        }
      }
    }
    // Nor does what a manager is told when something is wrong.
    for (const route of routes.filter(({ body }) => body !== undefined)) {
      const { body } = await send(stage, { ...(await ready(stage, route)), body: { surprise: 1 } });
      assert.deepEqual(told(body), [], nameOf(route));
    }
    for (const path of ["/metrics", "/version", "/env", "/status", "/info"])
      assert.equal((await node.app.inject({ url: path })).statusCode, 404);
  },

  async S14() {
    const text = readFileSync(join(import.meta.dirname, "../../Containerfile"), "utf8");
    assert.doesNotMatch(text, /^ARG\b|--build-arg|--secret/m);
    const set = [...text.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name]) => name);
    assert.deepEqual(set, ["NODE_ENV", "MALLOC_MMAP_THRESHOLD_", "SIGNET_HOST", "SIGNET_PORT", "SIGNET_DATABASE_URL"]);
    // Whole folders only of what the package consists of: nothing that happens to lie beside it.
    const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
    const known = [
      "package.json",
      "package-lock.json",
      ".npmrc",
      "tsconfig.json",
      "tsconfig.build.json",
      "src",
      "bin",
      "LICENSE",
    ];
    known.push("console", "console/package.json", "packages", "packages/client/package.json", "scripts");
    assert.deepEqual([...new Set(copied)].toSorted(), known.toSorted());
    const ignored = readFileSync(join(import.meta.dirname, "../../.dockerignore"), "utf8").split("\n");
    assert.equal(
      ignored.find((line) => !line.startsWith("#")),
      "*",
    );
    const sent = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    assert.deepEqual(sent.toSorted(), known.filter((name) => !name.includes("/")).toSorted());

    const database = await postgres.fresh();
    try {
      const plain = await open(database.url);
      await plain.close();
      for (const mode of ["verify-full", "verify-ca", "require"]) {
        const url = new URL(database.url);
        url.searchParams.set("sslmode", mode);
        await assert.rejects(open(url.href), DatabaseUnavailable, "a server that cannot do TLS is not spoken to");
      }
    } finally {
      await database.drop();
    }
  },
});
