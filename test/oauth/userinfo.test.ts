/**
 * Userinfo: how a token is brought, and what is answered when it is not good. What is told is in introspect.test.ts.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import {
  type Client,
  getTokens,
  makeClient,
  makeServiceUser,
  post,
  REVOKE,
  type Tokens,
  USERINFO,
  userinfo,
} from "../support/clients.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("userinfo", (stage) => {
  let web: Client;
  let tokens: Tokens;
  before(async () => {
    const { storage, project, acme, ada } = stage.world;
    web = await makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic" });
    tokens = await getTokens(stage.node, web, { userId: ada.id, scopes: ["openid", "email", "offline_access"] });
  });

  test("GET and POST answer the same, to any origin", async () => {
    const headers = { authorization: `Bearer ${tokens.access_token}`, origin: "https://spa.example" };
    const answers = [
      await stage.node.app.inject({ url: USERINFO, headers }),
      await stage.other.app.inject({ method: "POST", url: USERINFO, headers }),
      await stage.node.app.inject({
        url: USERINFO,
        headers: { ...headers, authorization: `bearer ${tokens.access_token}` },
      }),
      await post(stage.node, USERINFO, { ignored: "yes" }, { headers }),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), { sub: stage.world.ada.id, email: stage.world.ada.email, email_verified: true });
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      assert.equal(answer.headers["access-control-allow-credentials"], undefined);
      assert.equal(answer.headers["cache-control"], "no-store");
    }
  });

  test("without a token: 401 and no error code, wherever else one may be", async () => {
    const { access_token } = tokens;
    const answers = [
      await stage.node.app.inject({ url: USERINFO }),
      await stage.node.app.inject({ url: `${USERINFO}?access_token=${access_token}` }),
      await post(stage.node, USERINFO, { access_token }),
    ];
    for (const answer of answers) {
      assert.equal(answer.statusCode, 401);
      assert.equal(answer.headers["www-authenticate"], 'Bearer realm="signet"');
      assert.equal(answer.headers["access-control-allow-origin"], "*");
    }
  });

  test("a token that is not good: 401 invalid_token, in the header and in the body", async () => {
    const revoked = await getTokens(stage.node, web, { userId: stage.world.ada.id });
    await post(stage.node, REVOKE, { token: revoked.access_token }, { as: web });
    for (const token of [
      tokens.id_token,
      tokens.refresh_token,
      revoked.access_token,
      tokens.access_token.slice(0, -1),
      "x",
      "ü",
    ]) {
      const answer = await userinfo(stage.node, token);
      assert.equal(answer.statusCode, 401, token);
      assert.match(
        String(answer.headers["www-authenticate"]),
        /^Bearer realm="signet", error="invalid_token", error_description="[^"]+"$/,
      );
      assert.equal(answer.json().error, "invalid_token");
    }
    for (const authorization of [
      "Bearer",
      "Bearer ",
      `Basic ${tokens.access_token}`,
      tokens.access_token,
      `Bearer ${tokens.access_token} x`,
    ]) {
      const answer = await stage.node.app.inject({ url: USERINFO, headers: { authorization } });
      assert.equal(answer.statusCode, 401, authorization.slice(0, 20));
    }
  });

  test("a token without openid is told nothing", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const expiresAt = (await storage.now()) + 60_000;
    for (const [scopes, status] of [
      [[], 401],
      [["profile"], 401],
      [["openid", "profile"], 200],
    ] as const) {
      const row = await storage.transaction((tx) =>
        createPersonalAccessToken(tx, { userId: robot.id, name: "x", scopes, expiresAt }, by),
      );
      const answer = await userinfo(
        stage.node,
        stage.node.tokens.tickets.seal(personalAccessTicket, { p: row.id, u: robot.id }),
      );
      assert.equal(answer.statusCode, status);
      if (status === 200) assert.equal(answer.json().preferred_username, `${robot.user.userName}@${acme.domain}`);
    }
  });
});
