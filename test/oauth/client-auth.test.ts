/** Who calls: every method at every application, and everything that is almost right. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { changeApplication, setApplicationState } from "../../src/identity/applications/applications.ts";
import { addSecret, deleteSecret, listSecrets } from "../../src/identity/applications/secrets.ts";
import { authMethods, usesSecret } from "../../src/identity/applications/types.ts";
import { hashSecret } from "../../src/identity/secrets.ts";
import {
  basicHeader,
  type Client,
  getTokens,
  INTROSPECT,
  introspect,
  makeClient,
  post,
  REVOKE,
  TOKEN,
} from "../support/clients.ts";
import { contentOf } from "../support/content.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("authenticating clients", (stage) => {
  const clients = new Map<string, Client>();
  const client = (method: string): Client => {
    const found = clients.get(method);
    if (found === undefined) throw new Error(method);
    return found;
  };
  const make = (method: Client["method"], type: "web" | "api" = "web", change = {}) =>
    makeClient(stage.world.storage, {
      projectId: stage.world.project.id,
      organizationId: stage.world.acme.id,
      method,
      type,
      change,
    });
  before(async () => {
    for (const method of authMethods) clients.set(method, await make(method));
  });
  /** Authenticated clients get to hear about their code; all others do not get that far. */
  const reaches = async (as: Client, method: Client["method"], path = TOKEN) => {
    const form = path === TOKEN ? { grant_type: "authorization_code", code: "sgc_none" } : { token: "sga_none" };
    const answer = await post(stage.node, path, form, { as, method });
    if (answer.statusCode === 401) {
      assert.equal(answer.json().error, "invalid_client");
      assert.equal(answer.headers["www-authenticate"], 'Basic realm="signet"');
      return false;
    }
    return path === TOKEN ? answer.json().error === "invalid_grant" : answer.statusCode === 200;
  };

  for (const own of authMethods) {
    for (const tried of authMethods) {
      const letIn = own === tried || (usesSecret(own) && usesSecret(tried));
      test(`an application with ${own} that tries ${tried} ${letIn ? "is let in" : "is not let in"}`, async () => {
        assert.equal(await reaches(client(own), tried), letIn);
        assert.equal(await reaches(client(own), tried, REVOKE), letIn);
        assert.equal(await reaches(client(own), tried, INTROSPECT), letIn && own !== "pkce");
      });
    }
  }

  for (const own of ["basic", "post"] as const) {
    const elsewhere = own === "basic" ? "post" : "basic";
    test(`a strict application with ${own} is not let in by ${elsewhere}, and hears why only with the right secret`, async () => {
      const strict = await make(own, "web", { strictAuthMethod: true });
      const ask = async (as: Client, method: Client["method"], path: string) => {
        const form = path === TOKEN ? { grant_type: "authorization_code", code: "sgc_none" } : { token: "sga_none" };
        return post(stage.node, path, form, { as, method });
      };
      for (const path of [TOKEN, REVOKE, INTROSPECT]) {
        assert.equal(await reaches(strict, own, path), true, path);
        const right = await ask(strict, elsewhere, path);
        assert.equal(right.statusCode, 401, path);
        assert.equal(right.json().error, "invalid_client");
        assert.match(right.json().error_description, own === "basic" ? /Authorization header only/ : /body only/);
        const wrong = await ask({ ...strict, secret: "wrong" }, elsewhere, path);
        const nobody = await ask({ ...strict, id: "00000000-0000-7000-8000-000000000000" }, elsewhere, path);
        assert.equal(wrong.body, nobody.body, "a stranger learns nothing");
      }
    });
  }

  test("at a refresh and a revocation the same secret in both places is one secret; two different ones, a strict application, and any other request are refused", async () => {
    const refresh = { grant_type: "refresh_token", refresh_token: "sgr_none" };
    const inBoth = (as: Client, inBody = as.secret, form: Record<string, string> = refresh, path = TOKEN) =>
      post(stage.node, path, { ...form, client_id: as.id, client_secret: inBody }, { as, method: "basic" });
    for (const own of ["basic", "post"] as const) {
      const code = await inBoth(client(own), client(own).secret, {
        grant_type: "authorization_code",
        code: "sgc_none",
      });
      const asked = await inBoth(client(own), client(own).secret, { token: "x" }, INTROSPECT);
      for (const answer of [code, asked])
        assert.deepEqual([answer.statusCode, answer.json().error], [400, "invalid_request"], own);
      assert.equal((await inBoth(client(own))).json().error, "invalid_grant", own);
      assert.equal((await inBoth(client(own), client(own).secret, { token: "x" }, REVOKE)).statusCode, 200, own);
      const different = await inBoth(client(own), "wrong");
      assert.deepEqual([different.statusCode, different.json().error], [400, "invalid_request"], own);
      const wrong = await inBoth({ ...client(own), secret: "wrong" });
      assert.deepEqual([wrong.statusCode, wrong.json().error], [401, "invalid_client"], own);
      const strict = await inBoth(await make(own, "web", { strictAuthMethod: true }));
      assert.deepEqual([strict.statusCode, strict.json().error], [401, "invalid_client"], own);
    }
    for (const own of ["pkce", "private_key_jwt"] as const) {
      assert.equal((await inBoth({ ...client(own), secret: "x" })).json().error, "invalid_client", own);
    }
  });

  test("an API with basic may send its secret in the body", async () => {
    const api = await make("basic", "api");
    assert.equal(await reaches(api, "post", INTROSPECT), true);
    assert.equal(await reaches({ ...api, secret: "wrong" }, "post", INTROSPECT), false);
  });

  test("a secret that an application has left from before opens nothing once it signs assertions", async () => {
    const app = await make("basic");
    await stage.world.storage.transaction((tx) => changeApplication(tx, app.id, { authMethod: "private_key_jwt" }, by));
    for (const method of ["basic", "post"] as const) assert.equal(await reaches(app, method), false);
  });

  test("an API introspects, and has no grants", async () => {
    for (const method of ["basic", "private_key_jwt"] as const) {
      const api = await make(method, "api");
      assert.equal(await reaches(api, method, INTROSPECT), true);
      const answer = await post(stage.node, TOKEN, { grant_type: "authorization_code", code: "sgc_none" }, { as: api });
      assert.equal(answer.json().error, "unauthorized_client");
      const refreshed = await post(
        stage.node,
        TOKEN,
        { grant_type: "refresh_token", refresh_token: "sgr_none" },
        { as: api },
      );
      assert.equal(refreshed.json().error, "unauthorized_client");
    }
  });

  test("two ways at once are one too many", async () => {
    const [basic, jwt] = [client("basic"), client("private_key_jwt")];
    const form = { grant_type: "authorization_code", code: "x" };
    const both = [
      await post(stage.node, TOKEN, { ...form, client_id: basic.id, client_secret: "x" }, { as: basic }),
      await post(stage.node, TOKEN, { ...form, client_secret: "x" }, { as: jwt }),
      await post(stage.node, TOKEN, form, { as: jwt, headers: { authorization: basicHeader(basic.id, basic.secret) } }),
      await post(stage.node, TOKEN, { ...form, client_id: jwt.id }, { as: basic }),
    ];
    for (const answer of both) {
      assert.equal(answer.statusCode, 400);
      assert.equal(answer.json().error, "invalid_request");
    }
    const same = await post(stage.node, TOKEN, { ...form, client_id: basic.id }, { as: basic });
    assert.equal(same.json().error, "invalid_grant", "the same client_id in the body is no second way");
  });

  test("a request without any, and one with another scheme, is told how to authenticate", async () => {
    const bare = await post(stage.node, TOKEN, { grant_type: "refresh_token", refresh_token: "x" });
    assert.equal(bare.statusCode, 401);
    assert.equal(bare.json().error, "invalid_client");
    assert.match(bare.json().error_description, /client_id/);
    const bearer = await post(stage.node, INTROSPECT, { token: "x" }, { headers: { authorization: "Bearer abc" } });
    assert.equal(bearer.statusCode, 401);
  });

  test("Basic is form-encoded: secrets with any character come through", async () => {
    const basic = client("basic");
    for (const secret of ["a:b", "100%", "a+b c", "ключ 🔑", "=&?#/\\\"'", "%2B"]) {
      const id = `secret-${secret}`;
      const row = { id, application_id: basic.id, hash: hashSecret(secret), created_at: 1 };
      await stage.node.storage.db.insertInto("application_secrets").values(row).execute();
      assert.equal(await reaches({ ...basic, secret }, "basic"), true, secret);
      assert.equal(await reaches({ ...basic, secret: `${secret} ` }, "basic"), false, secret);
      await stage.node.storage.db.deleteFrom("application_secrets").where("id", "=", id).execute();
    }
  });

  test("a header that cannot be read is a client that cannot be authenticated, and nothing worse", async () => {
    const raw = (text: string) => `Basic ${Buffer.from(text, "latin1").toString("base64")}`;
    const headers = [
      "Basic",
      "Basic ",
      "Basic !!!!",
      "Basic YWJj=YWJj",
      raw("no colon"),
      raw("bad%zzpercent:secret"),
      raw("%ff:secret"),
      raw("\xff\xfe:secret"),
      raw("%00:secret"),
      raw(":secret"),
      raw(`${client("basic").id}:`),
      raw(`${"x".repeat(100_000)}:y`),
      "Digest x",
      `${basicHeader(client("basic").id, client("basic").secret)}, Basic x`,
    ];
    for (const authorization of headers) {
      const answer = await post(
        stage.node,
        TOKEN,
        { grant_type: "authorization_code", code: "x" },
        { headers: { authorization } },
      );
      assert.equal(answer.statusCode, 401, authorization.slice(0, 50));
      assert.equal(answer.json().error, "invalid_client");
    }
    const lower = basicHeader(client("basic").id, client("basic").secret).replace("Basic", "basic");
    const answer = await post(
      stage.node,
      TOKEN,
      { grant_type: "authorization_code", code: "x" },
      { headers: { authorization: lower } },
    );
    assert.equal(answer.json().error, "invalid_grant");
  });

  test("unknown, switched off and wrong look the same", async () => {
    const off = await make("basic");
    await stage.world.storage.transaction((tx) => setApplicationState(tx, off.id, "deactivate", by));
    const unknown = { ...client("basic"), id: "00000000-0000-7000-8000-000000000000" };
    const answers = await Promise.all(
      [off, unknown, { ...client("basic"), secret: "wrong" }, client("private_key_jwt")].map((as) =>
        post(stage.other, INTROSPECT, { token: "x" }, { as, method: "basic" }),
      ),
    );
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.equal(answers[0]?.statusCode, 401);
  });

  test("a secret is replaced without a gap: the new one and the old one work until the old one is removed", async () => {
    const { storage } = stage.world;
    const app = await make("basic");
    const { secret } = await storage.transaction((tx) => addSecret(tx, app.id, by));
    assert.equal(await reaches(app, "basic"), true);
    assert.equal(await reaches({ ...app, secret }, "basic"), true);
    const [oldest] = await listSecrets(storage.db, app.id);
    await storage.transaction((tx) => deleteSecret(tx, app.id, oldest?.id ?? "", by));
    assert.equal(await reaches(app, "basic"), false);
    assert.equal(await reaches({ ...app, secret }, "basic"), true);
  });

  test("an application without secrets is not open", async () => {
    const app = await make("basic");
    const [only] = await listSecrets(stage.world.storage.db, app.id);
    await stage.world.storage.transaction((tx) => deleteSecret(tx, app.id, only?.id ?? "", by));
    for (const secret of ["", "undefined", "null"]) assert.equal(await reaches({ ...app, secret }, "basic"), false);
  });

  test("failing changes nothing but what counts it", async () => {
    const { access_token } = await getTokens(stage.node, client("basic"), { userId: stage.world.ada.id });
    const content = async () => ({ ...(await contentOf(stage.node.storage)), proof_attempts: [] });
    const before = await content();
    for (const path of [TOKEN, INTROSPECT, REVOKE]) {
      const form = { grant_type: "authorization_code", code: "x", token: access_token };
      await post(stage.node, path, form, { as: { ...client("basic"), secret: "wrong" } });
    }
    assert.deepEqual(await content(), before);
    assert.equal((await introspect(stage.node, client("basic"), access_token)).active, true);
  });
});
