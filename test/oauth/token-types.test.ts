/**
 * JWT access tokens that call themselves JWT, as ID tokens do: accepted wherever access tokens are, and never in place
 * of the other.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { readAccessToken } from "../../src/tokens/access-tokens.ts";
import { readPresented } from "../../src/tokens/explain/presented.ts";
import { readIdTokenHint } from "../../src/tokens/id-tokens.ts";
import {
  counts,
  getTokens,
  INTROSPECT,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  REVOKE,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { onEachMachine } from "../support/machine.ts";

onEachMachine("the type of JWT access tokens", (stage) => {
  const make = (change = {}) => {
    const { storage, project, acme } = stage.world;
    return makeClient(storage, { projectId: project.id, organizationId: acme.id, method: "basic", change });
  };
  const everyScope = [
    "openid",
    "profile",
    "email",
    "phone",
    "address",
    "urn:service:iam:org:projects:roles",
    "offline_access",
  ];

  test("is at+jwt where nothing is said, and JWT where the application says so", async () => {
    for (const [accessTokenType, expected] of [
      [undefined, "at+jwt"],
      ["at+jwt", "at+jwt"],
      ["JWT", "JWT"],
    ] as const) {
      const client = await make({ tokens: { accessTokenKind: "jwt", ...(accessTokenType && { accessTokenType }) } });
      const { access_token } = await getTokens(stage.node, client, { userId: stage.world.ada.id });
      assert.equal(decodeProtectedHeader(access_token).typ, expected);
      assert.equal(await counts(stage.other, client, access_token), true);
      assert.equal((await post(stage.node, REVOKE, { token: access_token }, { as: client })).statusCode, 200);
      assert.equal(await counts(stage.other, client, access_token), false, "and can be revoked");
    }
  });

  test("an ID token opens nothing, also where access tokens call themselves JWT and the ID token says all it can", async () => {
    const change = {
      tokens: { accessTokenKind: "jwt", accessTokenType: "JWT" },
      idTokenUserinfoAssertion: true,
    } as const;
    const client = await make(change);
    const { id_token, access_token } = await getTokens(stage.node, client, {
      userId: stage.world.ada.id,
      scopes: everyScope,
      nonce: "n",
    });
    assert.equal(decodeProtectedHeader(id_token).typ, "JWT");
    for (const claim of ["jti", "client_id", "scope"]) {
      assert.equal(decodeJwt(id_token)[claim], undefined, `no ID token has ${claim}, which is what tells them apart`);
      assert.notEqual(decodeJwt(access_token)[claim], undefined);
    }
    assert.equal((await userinfo(stage.node, id_token)).statusCode, 401);
    assert.deepEqual(await introspect(stage.node, client, id_token), { active: false });
    assert.equal(await readAccessToken(stage.node.tokens, id_token), undefined);
    assert.equal((await readPresented(stage.node.tokens, id_token))?.kind, "id_token");
    await post(stage.node, REVOKE, { token: id_token }, { as: client });
    assert.equal(await counts(stage.node, client, access_token), true, "and revokes nothing");
  });

  test("an access token is no ID token, whatever it calls itself", async () => {
    for (const accessTokenType of ["at+jwt", "JWT"] as const) {
      const client = await make({ tokens: { accessTokenKind: "jwt", accessTokenType } });
      const { access_token, id_token } = await getTokens(stage.node, client, {
        userId: stage.world.ada.id,
        scopes: everyScope,
      });
      assert.equal(await readIdTokenHint(stage.node.tokens, access_token), undefined, accessTokenType);
      assert.equal((await readIdTokenHint(stage.node.tokens, id_token))?.subject, stage.world.ada.id);
      const shown = await readPresented(stage.node.tokens, access_token);
      assert.deepEqual([shown?.kind, shown && "format" in shown && shown.format], ["access_token", "jwt"]);
    }
  });

  test("a service user's tokens are told apart in the same way", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const tokens = JSON.stringify({ accessTokenKind: "jwt", accessTokenType: "JWT" });
    await storage.db.updateTable("service_users").set({ tokens }).where("user_id", "=", robot.id).execute();
    const answer = await post(stage.node, TOKEN, { grant_type: "client_credentials", scope: "openid" }, { as: robot });
    const { access_token, id_token } = answer.json();
    assert.equal((await userinfo(stage.node, access_token)).json().sub, robot.id);
    assert.equal((await userinfo(stage.node, id_token)).statusCode, 401);
    assert.equal(await readIdTokenHint(stage.node.tokens, access_token), undefined);
    assert.equal(await readAccessToken(stage.node.tokens, id_token), undefined);
  });

  test("changing the type changes what is made, and nothing that is out", async () => {
    const client = await make({ tokens: { accessTokenKind: "jwt" } });
    const first = await getTokens(stage.node, client, { userId: stage.world.ada.id });
    const tokens = JSON.stringify({ accessTokenKind: "jwt", accessTokenType: "JWT" });
    await stage.world.storage.db.updateTable("applications").set({ tokens }).where("id", "=", client.id).execute();
    const second = await getTokens(stage.node, client, { userId: stage.world.ada.id });
    assert.deepEqual(
      [first, second].map(({ access_token }) => decodeProtectedHeader(access_token).typ),
      ["at+jwt", "JWT"],
    );
    for (const { access_token } of [first, second]) assert.equal(await counts(stage.other, client, access_token), true);
    assert.equal(
      (await post(stage.node, INTROSPECT, { token: first.access_token }, { as: client })).json().active,
      true,
    );
  });
});
