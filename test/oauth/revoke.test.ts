/** Revocation: the runtime rules of the interface, and whose token it has to be. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createPersonalAccessToken } from "../../src/identity/service-users/personal-access-tokens.ts";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { personalAccessTicket } from "../../src/tokens/kinds.ts";
import {
  type Client,
  counts,
  getTokens,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  REVOKE,
  refresh,
  signAssertion,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { contentOf } from "../support/content.ts";
import { eventsOf } from "../support/identity.ts";
import { onEachMachine, startMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";

onEachMachine("revocation", (stage) => {
  let web: Client;
  let jwt: Client;
  let spa: Client;
  let other: Client;
  before(async () => {
    const { storage, project, acme } = stage.world;
    const place = { projectId: project.id, organizationId: acme.id };
    web = await makeClient(storage, { ...place, method: "basic" });
    jwt = await makeClient(storage, {
      ...place,
      method: "private_key_jwt",
      change: { tokens: { accessTokenKind: "jwt" } },
    });
    const grantTypes = ["authorization_code", "refresh_token"] as const;
    spa = await makeClient(storage, { ...place, method: "pkce", type: "user_agent", change: { grantTypes } });
    other = await makeClient(storage, { ...place, method: "basic" });
  });
  const tokensOf = (client: Client) => getTokens(stage.node, client, { userId: stage.world.ada.id });
  const revoke = (as: Client, token: string, more = {}) => post(stage.node, REVOKE, { token, ...more }, { as });
  const clients = () => [web, jwt, spa];
  const asker = (client: Client) => (client === spa ? web : client);

  test("rules 1 and 3: a revoked access token is inactive on every node, and only that one", async () => {
    for (const client of clients()) {
      const first = await tokensOf(client);
      const second = (await refresh(stage.node, client, first.refresh_token)).json();
      const answer = await revoke(client, first.access_token);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.body, "");
      assert.equal(answer.headers["access-control-allow-origin"], "*");
      assert.equal(await counts(stage.other, asker(client), first.access_token), false);
      assert.equal(await counts(stage.other, asker(client), second.access_token), true);
      assert.equal((await refresh(stage.other, client, second.refresh_token)).statusCode, 200);
      assert.equal((await revoke(client, first.access_token)).statusCode, 200, "again changes nothing");
    }
  });

  test("rule 2: a revoked refresh token takes every access token of its session along, and no other session", async () => {
    for (const client of clients()) {
      const first = await tokensOf(client);
      const second = (await refresh(stage.node, client, first.refresh_token)).json();
      const another = await tokensOf(client);
      assert.equal((await revoke(client, second.refresh_token, { token_type_hint: "access_token" })).statusCode, 200);
      for (const { access_token } of [first, second])
        assert.equal(await counts(stage.other, asker(client), access_token), false);
      assert.equal((await refresh(stage.other, client, second.refresh_token)).json().error, "invalid_grant");
      assert.equal(await counts(stage.other, asker(client), another.access_token), true);
    }
  });

  test("rule 4: a refresh returns a new refresh token", async () => {
    const first = await tokensOf(web);
    assert.notEqual((await refresh(stage.node, web, first.refresh_token)).json().refresh_token, first.refresh_token);
  });

  test("a refresh token of any generation ends its session", async () => {
    const first = await tokensOf(web);
    const second = (await refresh(stage.node, web, first.refresh_token)).json();
    const third = (await refresh(stage.node, web, second.refresh_token)).json();
    assert.equal((await revoke(web, first.refresh_token)).statusCode, 200);
    assert.equal(await counts(stage.node, web, third.access_token), false);
    assert.equal((await revoke(web, third.refresh_token)).statusCode, 200, "it has ended already");
  });

  test("what nobody knows is as good as revoked; hints do not matter", async () => {
    const { access_token } = await tokensOf(web);
    const before = await contentOf(stage.node.storage);
    for (const token of ["x", "sga_", "sgr_xyz", `${access_token}x`, "a.b.c"]) {
      for (const hint of ["access_token", "refresh_token", "nonsense"]) {
        const answer = await revoke(web, token, { token_type_hint: hint });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.body, "");
      }
    }
    assert.deepEqual(await contentOf(stage.node.storage), before);
    assert.equal((await post(stage.node, REVOKE, {}, { as: web })).json().error, "invalid_request");
  });

  test("another client's token stays as it is", async () => {
    const tokens = await tokensOf(web);
    const before = await contentOf(stage.node.storage);
    for (const as of [other, spa]) {
      for (const token of [tokens.access_token, tokens.refresh_token]) {
        const answer = await revoke(as, token);
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json().error, "unauthorized_client");
      }
    }
    for (const as of [
      { ...web, secret: "wrong" },
      { ...web, method: "pkce" as const },
    ]) {
      assert.equal((await revoke(as, tokens.refresh_token)).statusCode, 401);
    }
    // A wrong secret is counted, and changes nothing else.
    await stage.node.storage.db.deleteFrom("proof_attempts").execute();
    assert.deepEqual(await contentOf(stage.node.storage), before);
    assert.equal(await counts(stage.node, web, tokens.access_token), true);
  });

  test("a service user revokes its own tokens, with its secret or an assertion", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const stranger = await makeServiceUser(storage, acme.id);
    const get = async () =>
      (await post(stage.node, TOKEN, { grant_type: "client_credentials", scope: "openid" }, { as: robot })).json()
        .access_token;
    const standing = async (token: string) => (await userinfo(stage.other, token)).statusCode === 200;
    const proofs = ["basic", "post", "private_key_jwt"] as const;
    for (const method of proofs) {
      const token = await get();
      for (const as of [stranger, web]) assert.equal((await revoke(as, token)).json().error, "unauthorized_client");
      assert.equal(await standing(token), true);
      assert.equal((await post(stage.node, REVOKE, { token }, { as: robot, method })).statusCode, 200, method);
      assert.equal(await standing(token), false);
    }
    const token = await get();
    assert.equal((await post(stage.node, REVOKE, { token, client_id: robot.id })).statusCode, 401, "it is not public");
    const forged = await signAssertion({ id: robot.id, credential: stranger.credential });
    const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    assert.equal(
      (await post(stage.node, REVOKE, { token, client_assertion: forged, client_assertion_type: type })).statusCode,
      401,
    );
    assert.equal((await revoke(robot, (await tokensOf(web)).refresh_token)).json().error, "unauthorized_client");
    assert.equal((await revoke(robot, "x")).statusCode, 200);
    assert.equal(await standing(token), true);
  });

  test("a personal access token is revoked by its service user, and by nobody else", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const expiresAt = (await storage.now()) + 60_000;
    const row = await storage.transaction((tx) =>
      createPersonalAccessToken(tx, { userId: robot.id, name: "ci", scopes: ["openid"], expiresAt }, by),
    );
    const token = stage.node.tokens.tickets.seal(personalAccessTicket, { p: row.id, u: robot.id });
    assert.equal((await revoke(web, token)).json().error, "unauthorized_client");
    assert.equal((await userinfo(stage.node, token)).statusCode, 200);
    for (let n = 0; n < 2; n++) assert.equal((await revoke(robot, token)).statusCode, 200);
    assert.equal((await userinfo(stage.node, token)).statusCode, 401);
    const events = await eventsOf(storage.db, robot.id);
    assert.equal(events.filter((type) => type === "personal_access_token.revoked").length, 1);
  });

  test("every revocation leaves one event that names who asked", async () => {
    const tokens = await tokensOf(web);
    const shown = await introspect(stage.node, web, tokens.access_token);
    for (let n = 0; n < 2; n++) await revoke(web, tokens.access_token);
    assert.deepEqual(await eventsOf(stage.node.storage.db, String(shown.jti)), ["token.revoked"]);
    const event = await stage.node.storage.db
      .selectFrom("events")
      .selectAll()
      .where("resource_id", "=", String(shown.jti))
      .executeTakeFirst();
    assert.equal(event?.actor_id, web.id);
    assert.equal(event?.organization_id, stage.world.acme.id);
  });

  test("a database that fails is never a 200", async () => {
    const { access_token } = await tokensOf(web);
    const failing = await startMachine(stage.database, {
      storage: (storage) => ({
        ...storage,
        transaction: async () => {
          throw new DatabaseUnavailable("the disk failed");
        },
      }),
    });
    const answer = await post(failing, REVOKE, { token: access_token }, { as: web });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers["retry-after"], "2");
    assert.equal(answer.json().error, "temporarily_unavailable");
    await failing.stop();
    assert.equal(await counts(stage.node, web, access_token), true);
  });
});
