/** Group G: what is told about a token, and the keys that are published. */
import assert from "node:assert/strict";
import { setApplicationState } from "../../src/identity/applications/applications.ts";
import { createOrganization, setOrganizationState } from "../../src/identity/organizations.ts";
import { endAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { endLoginSession } from "../../src/identity/sessions/login-sessions.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { endAllSessions, setUserState } from "../../src/identity/users/users.ts";
import {
  type Call,
  type Client,
  challenge,
  exchange,
  INTROSPECT,
  makeClient,
  post,
  REVOKE,
  refresh,
  signAssertion,
  USERINFO,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import { signInAt } from "../support/machine.ts";
import { by } from "../support/world.ts";
import { holdGroup } from "./group.ts";
import { INACTIVE, type MachineStage, openMachineStage, tokensOf, toldTo } from "./machine-stage.ts";

interface Scene {
  readonly node: MachineStage["node"];
  readonly client: Client;
  readonly userId: string;
  readonly organizationId: string;
  readonly appSessionId: string;
  readonly loginSessionId: string;
  readonly token: string;
}

let scenes = 0;

/** Somebody of an organization of their own, signed in at an application of their own. */
async function makeScene({ node, world }: MachineStage, accessTokenKind: "opaque" | "jwt"): Promise<Scene> {
  const name = `scene${++scenes}`;
  const { organizationId, userId } = await node.storage.transaction(async (tx) => {
    const organization = await createOrganization(tx, { name, domain: `${name}.example` }, by);
    await grantAccepted(tx, { projectId: world.project.id, organizationId: organization.id, roleKeys: [] }, by);
    const user = await createHuman(tx, { organizationId: organization.id, userName: "eve" }, by);
    return { organizationId: organization.id, userId: user.id };
  });
  const place = { projectId: world.project.id, organizationId: world.acme.id };
  const client = await makeClient(node.storage, { ...place, method: "basic", change: { tokens: { accessTokenKind } } });
  const { code, appSessionId, loginSessionId } = await signInAt(node, { applicationId: client.id, userId, challenge });
  const token = (await exchange(node, client, code)).json().access_token;
  return { node, client, userId, organizationId, appSessionId, loginSessionId, token };
}

const endings: Record<string, (scene: Scene) => Promise<unknown>> = {
  "the token is revoked": ({ node, client, token }) => post(node, REVOKE, { token }, { as: client }),
  "the app session ends": ({ node, appSessionId }) =>
    node.storage.transaction((tx) => endAppSession(tx, appSessionId, "revoked", by)),
  "the login session ends": ({ node, loginSessionId }) =>
    node.storage.transaction((tx) => endLoginSession(tx, loginSessionId, by)),
  "all sessions of the user end": ({ node, userId }) =>
    node.storage.transaction((tx) => endAllSessions(tx, userId, by)),
  "the user is locked": ({ node, userId }) => node.storage.transaction((tx) => setUserState(tx, userId, "lock", by)),
  "the organization is switched off": ({ node, organizationId }) =>
    node.storage.transaction((tx) => setOrganizationState(tx, organizationId, "deactivate", by)),
  "the application is switched off": ({ node, client }) =>
    node.storage.transaction((tx) => setApplicationState(tx, client.id, "deactivate", by)),
};

holdGroup("G", openMachineStage, {
  async G1(stage) {
    const { web, foreignApi, foreignWeb, api } = stage;
    const { access_token } = await tokensOf(stage, web, ["openid", "profile", "email"]);
    for (const as of [foreignApi, foreignWeb]) {
      for (const token_type_hint of ["", "access_token", "refresh_token", "nonsense"]) {
        const answer = await post(stage.node, INTROSPECT, { token: access_token, token_type_hint }, { as });
        assert.deepEqual([answer.statusCode, answer.body], [200, INACTIVE]);
      }
      assert.equal(await toldTo(stage, as, "nobody's"), INACTIVE, "the same as for nobody's token");
    }
    for (const as of [web, api]) assert.equal(JSON.parse(await toldTo(stage, as, access_token)).active, true);
  },

  async G3(stage) {
    const all = Object.entries(endings);
    for (const [index, [first, end]] of all.entries()) {
      for (const [second, endToo] of all.slice(index + 1)) {
        const scene = await makeScene(stage, (scenes & 1) === 0 ? "opaque" : "jwt");
        assert.equal(JSON.parse(await toldTo(stage, stage.api, scene.token)).active, true);
        await end(scene);
        await endToo(scene);
        assert.equal(await toldTo(stage, stage.api, scene.token), INACTIVE, `${first}, then ${second}`);
        assert.equal((await userinfo(stage.node, scene.token)).statusCode, 401, `${first}, then ${second}`);
      }
    }
  },

  async G4(stage) {
    const { node, web, api } = stage;
    const first = await tokensOf(stage);
    const second = (await refresh(node, web, first.refresh_token)).json();
    const told = async (as: Client, token: string) => JSON.parse(await toldTo(stage, as, token));
    const ids = new Map<string, string>();
    for (let round = 0; round < 3; round++) {
      for (const token of [first.access_token, second.access_token]) {
        const { active, jti } = await told(round % 2 ? web : api, token);
        assert.equal(active, true);
        assert.equal(jti, ids.get(token) ?? jti);
        ids.set(token, jti);
      }
    }
    assert.equal(new Set(ids.values()).size, 2);
    await post(node, REVOKE, { token: first.access_token }, { as: web });
    assert.deepEqual(
      [(await told(api, first.access_token)).active, (await told(api, second.access_token)).active],
      [false, true],
    );
    const [head, tail] = [first.access_token.slice(0, 40), second.access_token.slice(40)];
    assert.equal(await toldTo(stage, api, head + tail), INACTIVE, "the beginning of one with the end of another");
    for (const token of [second.access_token, "nobody's"]) {
      const { headers } = await post(node, INTROSPECT, { token }, { as: api });
      assert.deepEqual(
        [headers["cache-control"], headers.etag, headers["last-modified"]],
        ["no-store", undefined, undefined],
      );
    }
  },

  async G5(stage) {
    const { node, web, spa, robot, signer } = stage;
    const { access_token } = await tokensOf(stage);
    const calls: [string, Record<string, string>, Call][] = [
      ["nobody", {}, {}],
      ["a name alone", { client_id: web.id }, {}],
      ["a wrong secret", {}, { as: { ...web, secret: "wrong" } }],
      ["an empty secret", {}, { as: { ...web, secret: "" } }],
      ["a public client", {}, { as: spa }],
      ["a service user", {}, { as: robot }],
      ["the token itself", {}, { headers: { authorization: `Bearer ${access_token}` } }],
      ["another's signature", {}, { as: { ...signer, credential: robot.credential } }],
    ];
    for (const [label, form, call] of calls) {
      const answer = await post(node, INTROSPECT, { token: access_token, ...form }, call);
      assert.deepEqual([answer.statusCode, answer.json().error], [401, "invalid_client"], label);
      assert.match(String(answer.headers["www-authenticate"]), /^Basic realm=/, label);
      assert.equal(answer.json().active, undefined, label);
    }
    const asked = await node.app.inject({ url: `${INTROSPECT}?token=${access_token}` });
    assert.equal(asked.statusCode, 405);
  },

  async G8({ node }) {
    const answer = await node.app.inject({ url: "/oauth/v2/keys" });
    assert.match(String(answer.headers["content-type"]), /^application\/(?:json|jwk-set\+json)/);
    const { keys, ...rest } = answer.json();
    assert.deepEqual(rest, {});
    assert.ok(keys.length > 0);
    const members: Record<string, string[]> = { RSA: ["n", "e"], EC: ["crv", "x", "y"], OKP: ["crv", "x"] };
    for (const key of keys) {
      assert.deepEqual(
        Object.keys(key).toSorted(),
        ["kty", "use", "alg", "kid", ...(members[key.kty] ?? [])].toSorted(),
      );
      assert.equal(key.use, "sig");
    }
    assert.equal(new Set(keys.map((key: { kid: string }) => key.kid)).size, keys.length);
  },

  async G9(stage) {
    const { node, robot, web } = stage;
    const { access_token, id_token, refresh_token } = await tokensOf(stage);
    const revoked = await tokensOf(stage);
    await post(node, REVOKE, { token: revoked.access_token }, { as: web });
    const wrong = {
      id_token,
      refresh_token,
      revoked: revoked.access_token,
      assertion: await signAssertion(robot),
      secret: web.secret,
    };
    for (const [label, token] of Object.entries(wrong)) {
      const answer = await userinfo(node, token);
      assert.equal(answer.statusCode, 401, label);
      assert.match(String(answer.headers["www-authenticate"]), /^Bearer .*error="invalid_token"/, label);
    }
    const elsewhere = [
      await node.app.inject({ url: `${USERINFO}?access_token=${access_token}` }),
      await node.app.inject({ url: USERINFO, cookies: { access_token } }),
      await node.app.inject({ url: USERINFO, headers: { "x-access-token": access_token } }),
      await post(node, USERINFO, { access_token }),
    ];
    for (const answer of elsewhere) {
      assert.equal(answer.statusCode, 401);
      assert.match(String(answer.headers["www-authenticate"]), /^Bearer /);
    }
    for (const [query, header, status] of [
      [revoked.access_token, access_token, 200],
      [access_token, revoked.access_token, 401],
    ] as const) {
      const url = `${USERINFO}?access_token=${query}`;
      const answer = await node.app.inject({ url, headers: { authorization: `Bearer ${header}` } });
      assert.equal(answer.statusCode, status, "the header decides");
    }
    assert.equal((await userinfo(node, access_token)).statusCode, 200);
  },
});
