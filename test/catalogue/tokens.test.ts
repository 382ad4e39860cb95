/** Group F: what a client is given, what it is worth, and to whom. */
import assert from "node:assert/strict";
import { createApplication, deleteApplication } from "../../src/identity/applications/applications.ts";
import { setMetadata } from "../../src/identity/metadata.ts";
import { createOrganization, deleteOrganization } from "../../src/identity/organizations.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { deleteUser } from "../../src/identity/users/users.ts";
import {
  type Call,
  challenge,
  counts,
  exchange,
  getTokens,
  INTROSPECT,
  introspect,
  makeClient,
  post,
  refresh,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted } from "../support/grants.ts";
import { basic, post as postTo } from "../support/idp.ts";
import { signInAt } from "../support/machine.ts";
import { by, settings } from "../support/world.ts";
import { codeOf, openBrowserStage, redeem } from "./browser-stage.ts";
import { holdGroup } from "./group.ts";
import { INACTIVE, openMachineStage, tokensOf, toldTo } from "./machine-stage.ts";

/** Another character at every position; at every fourth also none, and one more. */
function* mistakes(token: string): Generator<string> {
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "A" ? "B" : "A";
    yield token.slice(0, at) + other + token.slice(at + 1);
    if (at % 4 !== 0) continue;
    yield token.slice(0, at) + token.slice(at + 1);
    yield `${token.slice(0, at)}${other}${token.slice(at)}`;
  }
  for (const end of ["A", "=", " x", ".", "%00"]) yield token + end;
  yield token.slice(0, token.length / 2);
  yield token + token;
}

holdGroup("F", openMachineStage, {
  async F2(stage) {
    const { node, web, spa, foreignWeb } = stage;
    const { refresh_token } = await tokensOf(stage);
    const form = { grant_type: "refresh_token", refresh_token };
    const calls: [string, Record<string, string>, Call][] = [
      ["nobody", {}, {}],
      ["a name alone", { client_id: web.id }, {}],
      ["a name and an empty secret", { client_id: web.id, client_secret: "" }, {}],
      ["a wrong secret", {}, { as: { ...web, secret: "wrong" } }],
      ["another's secret", {}, { as: { ...web, secret: foreignWeb.secret } }],
      ["a wrong secret in the other place", {}, { as: { ...web, secret: "wrong" }, method: "post" }],
      ["a signature of its own", {}, { as: web, method: "private_key_jwt" }],
    ];
    for (const [label, more, call] of calls) {
      const answer = await post(node, TOKEN, { ...form, ...more }, call);
      assert.deepEqual([answer.statusCode, answer.json().error], [401, "invalid_client"], label);
    }
    assert.equal((await post(node, TOKEN, form, { as: spa })).json().error, "invalid_grant", "a public client");
    assert.equal((await refresh(node, web, refresh_token)).statusCode, 200, "nothing was used up");
  },

  async F11(stage) {
    const { node, web, world } = stage;
    const { access_token, refresh_token } = await tokensOf(stage);
    for (const wrong of mistakes(access_token)) {
      assert.equal((await userinfo(node, wrong)).statusCode, 401, wrong);
      assert.equal(await toldTo(stage, web, wrong), INACTIVE, wrong);
    }
    for (const wrong of mistakes(refresh_token)) {
      assert.equal((await refresh(node, web, wrong)).json().error, "invalid_grant", wrong);
    }
    const { code } = await signInAt(node, { applicationId: web.id, userId: world.ada.id, challenge });
    for (const wrong of mistakes(code))
      assert.equal((await exchange(node, web, wrong)).json().error, "invalid_grant", wrong);
    assert.equal((await exchange(node, web, code)).statusCode, 200);
    assert.equal((await refresh(node, web, refresh_token)).statusCode, 200);
    assert.equal(await counts(node, web, access_token), true);
  },

  async F13(stage) {
    const { node, world, web, foreignWeb, foreignApi } = stage;
    const place = { projectId: world.project.id, organizationId: world.acme.id };
    const jwtClient = await makeClient(node.storage, {
      ...place,
      method: "basic",
      change: { tokens: { accessTokenKind: "jwt" } },
    });
    for (const client of [web, jwtClient]) {
      const { access_token } = await tokensOf(stage, client);
      for (const as of [foreignWeb, foreignApi]) assert.equal(await toldTo(stage, as, access_token), INACTIVE);
    }
    // IntrospectionCaller for the service's own project at sign-in does not put it into the audience.
    const browsers = await openBrowserStage();
    try {
      const { idp } = browsers;
      const aud = (project: string) => `urn:service:iam:org:project:id:${project}:aud`;
      const scope = `openid ${aud("service")} ${aud(idp.world.instance.projectId)} ${aud(idp.world.project.id)}`;
      const { json } = await redeem(browsers, idp.web, await codeOf(browsers, idp.web, { scope }));
      assert.equal(json.scope, `openid ${aud(idp.world.project.id)}`);
      const told = await postTo(
        idp,
        INTROSPECT,
        { token: String(json.access_token) },
        { authorization: basic(idp.web) },
      );
      assert.deepEqual(told.json.aud, [idp.web.application.id, idp.world.project.id]);
    } finally {
      await browsers.close();
    }
  },

  async F14(stage) {
    const { node, web, spa, robot } = stage;
    const { access_token, id_token, refresh_token } = await tokensOf(stage);
    const kind = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
    for (const as of [web, spa, robot]) {
      for (const [subject_token, type] of [
        [access_token, "access_token"],
        [id_token, "id_token"],
        [refresh_token, "refresh_token"],
      ] as const) {
        const form = {
          grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
          subject_token,
          subject_token_type: kind(type),
          requested_token_type: kind("access_token"),
          scope: "openid",
        };
        const answer = await post(node, TOKEN, form, { as });
        assert.deepEqual([answer.statusCode, answer.json().error], [400, "unsupported_grant_type"]);
      }
    }
    assert.equal(await counts(node, web, access_token), true);
  },

  async F18(stage) {
    const { node, world, web } = stage;
    const names = [
      "iss",
      "sub",
      "aud",
      "exp",
      "active",
      "scope",
      "client_id",
      "roles",
      "email_verified",
      "__proto__",
      "constructor",
    ];
    const roles = "urn:service:iam:org:project:roles";
    await node.storage.transaction(async (tx) => {
      for (const key of [...names, roles])
        await setMetadata(tx, { kind: "user", id: world.ada.id }, { key, value: "forged" }, by);
    });
    const metadata = "urn:service:iam:user:metadata";
    const { access_token } = await tokensOf(stage, web, [
      "openid",
      "email",
      metadata,
      "urn:service:iam:org:projects:roles",
    ]);
    for (const claims of [await introspect(node, web, access_token), (await userinfo(node, access_token)).json()]) {
      assert.equal(claims.sub, world.ada.id);
      for (const [name, value] of Object.entries(claims)) {
        if (name !== metadata) assert.doesNotMatch(JSON.stringify(value), /forged/, name);
      }
      assert.ok(Object.keys(claims[metadata]).includes("iss"), "it is told where it belongs");
    }
  },

  async F22(stage) {
    const { node, world, api } = stage;
    const { storage } = node;
    const { project } = world;
    const join = () =>
      storage.transaction(async (tx) => {
        const organization = await createOrganization(tx, { name: "Again", domain: "again.example" }, by);
        await grantAccepted(tx, { projectId: project.id, organizationId: organization.id, roleKeys: [] }, by);
        return organization;
      });
    const hire = (organizationId: string) =>
      storage.transaction((tx) => createHuman(tx, { organizationId, userName: "eve", email: "eve@again.example" }, by));
    const build = () =>
      makeClient(storage, {
        projectId: project.id,
        organizationId: world.acme.id,
        method: "basic",
        change: { name: "Same" },
      });

    let organization = await join();
    let eve = await hire(organization.id);
    let client = await build();
    const again: Record<string, () => Promise<void>> = {
      user: async () => {
        await storage.transaction((tx) => deleteUser(tx, eve.id, by));
        const former = eve.id;
        eve = await hire(organization.id);
        assert.notEqual(eve.id, former);
      },
      organization: async () => {
        await storage.transaction((tx) => deleteOrganization(tx, organization.id, by));
        const former = [organization.id, eve.id];
        organization = await join();
        eve = await hire(organization.id);
        assert.ok(!former.includes(organization.id) && !former.includes(eve.id));
      },
      application: async () => {
        await storage.transaction((tx) => deleteApplication(tx, client.id, by));
        const former = client;
        client = await build();
        assert.notEqual(client.id, former.id);
        const asFormer = await post(node, TOKEN, { grant_type: "authorization_code", code: "x" }, { as: former });
        assert.equal(asFormer.json().error, "invalid_client");
        const mixed = await post(
          node,
          TOKEN,
          { grant_type: "authorization_code", code: "x" },
          { as: { ...client, secret: former.secret } },
        );
        assert.equal(mixed.json().error, "invalid_client");
      },
    };
    for (const [what, replace] of Object.entries(again)) {
      const { access_token, refresh_token } = await getTokens(node, client, { userId: eve.id });
      const { code } = await signInAt(node, { applicationId: client.id, userId: eve.id, challenge });
      assert.equal((await userinfo(node, access_token)).json().sub, eve.id, what);
      await replace();
      assert.equal((await userinfo(node, access_token)).statusCode, 401, what);
      assert.equal(await toldTo(stage, api, access_token), INACTIVE, what);
      assert.equal((await refresh(node, client, refresh_token)).json().error, "invalid_grant", what);
      assert.equal((await exchange(node, client, code)).json().error, "invalid_grant", what);
    }
    const chosen = { ...settings("web"), id: client.id, name: "Chosen" };
    const { application } = await storage.transaction((tx) =>
      createApplication(tx, { projectId: project.id, settings: chosen }, by),
    );
    assert.notEqual(application.id, client.id, "nobody chooses an id");
  },
});
