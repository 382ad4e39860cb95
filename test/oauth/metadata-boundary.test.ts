/**
 * Metadata of a person goes to applications of their own organization and of grants it accepted, whatever somebody asks
 * for.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { decodeJwt } from "jose";
import { acceptProjectGrant, refuseProjectGrant } from "../../src/identity/grant-answers.ts";
import { setMetadata } from "../../src/identity/metadata.ts";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { deleteProjectGrant, grantProject } from "../../src/identity/project-grants.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { now } from "../../src/storage/now.ts";
import {
  type Client,
  getTokens,
  introspect,
  makeClient,
  makeServiceUser,
  post,
  refresh,
  TOKEN,
  userinfo,
} from "../support/clients.ts";
import { grantAccepted, grantFromBefore } from "../support/grants.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";
import { aud, makePersonal } from "./audience-stage.ts";

const METADATA = "urn:service:iam:user:metadata";

onEachMachine("metadata", (stage) => {
  /** Of another organization than Ada's; everybody may sign in there. */
  let lure: Project;
  let hostile: Client;
  let hostileApi: Client;
  let own: Client;
  let ownApi: Client;
  before(async () => {
    const { storage, acme, other, ada, project } = stage.world;
    lure = await storage.transaction((tx) =>
      createProject(tx, { organizationId: other.id, name: "Lure", projectCheck: false }, by),
    );
    const there = { projectId: lure.id, organizationId: other.id, method: "basic" } as const;
    hostile = await makeClient(storage, { ...there, change: { idTokenUserinfoAssertion: true } });
    hostileApi = await makeClient(storage, { ...there, type: "api" });
    const here = { projectId: project.id, organizationId: acme.id, method: "basic" } as const;
    own = await makeClient(storage, here);
    ownApi = await makeClient(storage, { ...here, type: "api" });
    await storage.transaction(async (tx) => {
      await setMetadata(tx, { kind: "user", id: ada.id }, { key: "salary", value: "much" }, by);
      // Both projects let each other's applications name them.
      await addProjectCaller(tx, lure.id, { callingProjectId: project.id }, by);
      await addProjectCaller(tx, project.id, { callingProjectId: lure.id }, by);
    });
  });
  const scopes = ["openid", "offline_access", METADATA];
  const tokensAt = (client: Client, more: readonly string[] = []) =>
    getTokens(stage.node, client, {
      userId: stage.world.ada.id,
      scopes: [...scopes, ...more],
      agreed: client === hostile,
    });
  const atUserinfo = async (token: string) => (await userinfo(stage.other, token)).json()[METADATA];
  const heard = async (by: Client, token: string) => {
    const answer = await introspect(stage.other, by, token);
    assert.equal(answer.active, true);
    return answer[METADATA];
  };

  test("an application of the person's own organization is told", async () => {
    const { scope, access_token } = await tokensAt(own);
    assert.equal(scope, scopes.join(" "));
    assert.deepEqual(await atUserinfo(access_token), { salary: "much" });
    for (const as of [own, ownApi]) assert.deepEqual(await heard(as, access_token), { salary: "much" });
  });

  test("an application of another organization is not, at userinfo, in the ID token, or by asking itself", async () => {
    const tokens = await tokensAt(hostile, ["email"]);
    assert.equal(tokens.scope, "openid offline_access email");
    assert.equal(await atUserinfo(tokens.access_token), undefined);
    assert.equal((await userinfo(stage.node, tokens.access_token)).json().email, stage.world.ada.email);
    assert.equal(decodeJwt(tokens.id_token)[METADATA], undefined);
    for (const as of [hostile, hostileApi]) assert.equal(await heard(as, tokens.access_token), undefined);
    const next = (await refresh(stage.node, hostile, tokens.refresh_token)).json();
    assert.equal(next.scope, "openid offline_access email");
    assert.equal(await atUserinfo(next.access_token), undefined);
  });

  test("at introspection it has to be right for the application of the token and for whoever asks", async () => {
    const { project } = stage.world;
    const ownToken = await tokensAt(own, [aud(lure.id)]);
    assert.deepEqual(await heard(ownApi, ownToken.access_token), { salary: "much" });
    assert.equal(await heard(hostileApi, ownToken.access_token), undefined);
    const hostileToken = await tokensAt(hostile, [aud(project.id)]);
    assert.equal(await heard(ownApi, hostileToken.access_token), undefined);
  });

  test("a grant counts once it is accepted, and what was told through it stops at once when it is left", async () => {
    const { storage, acme } = stage.world;
    const input = { projectId: lure.id, organizationId: acme.id, roleKeys: [] };
    const fromBefore = await storage.transaction((tx) => grantFromBefore(tx, input, by));
    assert.equal((await tokensAt(hostile)).scope, "openid offline_access");
    await storage.transaction((tx) => deleteProjectGrant(tx, fromBefore.id, by));
    const grant = await storage.transaction((tx) => grantProject(tx, input, by));
    assert.equal((await tokensAt(hostile)).scope, "openid offline_access");
    const answer = { projectGrantId: grant.id, organizationId: acme.id };
    await storage.transaction((tx) => acceptProjectGrant(tx, answer, by));
    const { scope, access_token, refresh_token } = await tokensAt(hostile);
    assert.equal(scope, scopes.join(" "));
    assert.deepEqual(await atUserinfo(access_token), { salary: "much" });
    assert.deepEqual(await heard(hostileApi, access_token), { salary: "much" });
    await storage.transaction((tx) => refuseProjectGrant(tx, answer, by));
    assert.equal(await atUserinfo(access_token), undefined);
    assert.equal(await heard(hostileApi, access_token), undefined);
    assert.equal((await introspect(stage.node, hostile, access_token)).scope, "openid offline_access");
    assert.equal((await refresh(stage.node, hostile, refresh_token)).json().scope, "openid offline_access");
  });

  test("of a service user, it is told to itself and to who asks of its organization's business, and to nobody else", async () => {
    const { storage, acme, other, project } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const partner = await storage.transaction(async (tx) => {
      const made = await createProject(tx, { organizationId: other.id, name: "Partner" }, by);
      await grantAccepted(tx, { projectId: made.id, organizationId: acme.id, roleKeys: [] }, by);
      await setMetadata(tx, { kind: "user", id: robot.id }, { key: "host", value: "node-1" }, by);
      // It named this one before there was a list.
      await tx
        .insertInto("project_callers")
        .values({ project_id: lure.id, caller_id: robot.id, user_id: robot.id, from_before: 1, created_at: now })
        .execute();
      return made;
    });
    const partnerApi = await makeClient(storage, {
      projectId: partner.id,
      organizationId: other.id,
      method: "basic",
      type: "api",
    });
    const all = ["openid", METADATA, aud(project.id), aud(partner.id), aud(lure.id)];
    const form = { grant_type: "client_credentials", scope: all.join(" ") };
    const bySecret = (await post(stage.node, TOKEN, form, { as: robot })).json();
    assert.equal(bySecret.scope, all.join(" "));
    for (const token of [bySecret.access_token, await makePersonal(stage, robot.id, all)]) {
      assert.deepEqual(await atUserinfo(token), { host: "node-1" });
      assert.deepEqual(await heard(ownApi, token), { host: "node-1" });
      assert.deepEqual(await heard(partnerApi, token), { host: "node-1" });
      assert.equal(await heard(hostileApi, token), undefined);
    }
  });

  test("asking about it costs no statement where a token is used", async () => {
    const { node } = stage;
    const { access_token } = await tokensAt(own);
    assert.deepEqual(await node.counted.during(() => introspect(node, ownApi, access_token)), ["select"]);
    assert.deepEqual(await node.counted.during(() => userinfo(node, access_token)), ["select"]);
  });
});
