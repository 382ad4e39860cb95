/**
 * Audiences of service users: projects of their own organization and of grants it accepted, when a token is made and
 * when it is used.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptProjectGrant } from "../../src/identity/grant-answers.ts";
import { deleteProjectGrant, grantProject } from "../../src/identity/project-grants.ts";
import { addProjectRole } from "../../src/identity/project-roles.ts";
import { changeProject, createProject, setProjectState } from "../../src/identity/projects.ts";
import { assignRoles, deleteRoleAssignment } from "../../src/identity/role-assignments.ts";
import { type Client, introspect, makeClient, makeServiceUser, post, TOKEN, userinfo } from "../support/clients.ts";
import { grantAccepted, grantFromBefore } from "../support/grants.ts";
import { onEachMachine } from "../support/machine.ts";
import { by } from "../support/world.ts";
import { ALL_ROLES, aud, heardBy, INACTIVE, makePersonal } from "./audience-stage.ts";

onEachMachine("the audience of service users' tokens", (stage) => {
  const ask = async (robot: Client, projectId: string) => {
    const form = { grant_type: "client_credentials", scope: `openid ${ALL_ROLES} ${aud(projectId)}` };
    return (await post(stage.node, TOKEN, form, { as: robot })).json();
  };
  /** A project of `other` with an API. */
  async function makeTheirs() {
    const { storage, other } = stage.world;
    const project = await storage.transaction((tx) =>
      createProject(tx, { organizationId: other.id, name: "Theirs" }, by),
    );
    return {
      project,
      api: await makeClient(storage, { projectId: project.id, organizationId: other.id, method: "basic", type: "api" }),
    };
  }

  test("a service user of another organization names the project in vain, without a grant and with one that nobody accepted", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const { project, api } = await makeTheirs();
    // Whatever stands in its row.
    const personal = await makePersonal(stage, robot.id, ["openid", aud(project.id)]);
    const hearsNothing = async () => {
      const { scope, access_token } = await ask(robot, project.id);
      assert.equal(scope, `openid ${ALL_ROLES}`);
      for (const token of [access_token, personal]) {
        assert.equal(await heardBy(stage.node, api, token), INACTIVE);
        assert.equal((await userinfo(stage.node, token)).statusCode, 200);
      }
    };
    await hearsNothing();
    const input = { projectId: project.id, organizationId: acme.id, roleKeys: [] };
    const fromBefore = await storage.transaction((tx) => grantFromBefore(tx, input, by));
    await hearsNothing();
    await storage.transaction((tx) => deleteProjectGrant(tx, fromBefore.id, by));
    const { id: projectGrantId } = await storage.transaction((tx) => grantProject(tx, input, by));
    await hearsNothing();
    await storage.transaction((tx) => acceptProjectGrant(tx, { projectGrantId, organizationId: acme.id }, by));
    assert.equal((await introspect(stage.node, api, (await ask(robot, project.id)).access_token)).active, true);
    assert.equal((await introspect(stage.node, api, personal)).active, true);
  });

  for (const kind of ["by its secret", "by a personal access token"] as const) {
    test(`a grant that is deleted afterwards takes the project out of the audience ${kind}, and nothing else`, async () => {
      const { storage, acme, project: crm } = stage.world;
      const robot = await makeServiceUser(storage, acme.id);
      const own = await makeClient(storage, {
        projectId: crm.id,
        organizationId: acme.id,
        method: "basic",
        type: "api",
      });
      const { project, api } = await makeTheirs();
      const grant = await storage.transaction((tx) =>
        grantAccepted(tx, { projectId: project.id, organizationId: acme.id, roleKeys: [] }, by),
      );
      const scopes = ["openid", aud(crm.id), aud(project.id)];
      const form = { grant_type: "client_credentials", scope: scopes.join(" ") };
      const token: string =
        kind === "by its secret"
          ? (await post(stage.node, TOKEN, form, { as: robot })).json().access_token
          : await makePersonal(stage, robot.id, scopes);
      const before = await introspect(stage.other, api, token);
      assert.deepEqual([before.aud, before.scope], [[robot.id, crm.id, project.id], scopes.join(" ")]);
      await storage.transaction((tx) => deleteProjectGrant(tx, grant.id, by));
      assert.equal(await heardBy(stage.other, api, token), INACTIVE);
      const after = await introspect(stage.other, own, token);
      assert.deepEqual([after.active, after.aud, after.scope], [true, [robot.id, crm.id], `openid ${aud(crm.id)}`]);
      assert.equal((await userinfo(stage.other, token)).statusCode, 200);
      assert.equal((await post(stage.node, TOKEN, form, { as: robot })).json().scope, `openid ${aud(crm.id)}`);
    });
  }

  test("the role check of the project holds for service users, and roles are told only while it is in the audience", async () => {
    const { storage, acme } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const project = await storage.transaction(async (tx) => {
      const made = await createProject(tx, { organizationId: acme.id, name: "Strict", roleCheck: true }, by);
      await addProjectRole(tx, made.id, { key: "deployer" }, by);
      return made;
    });
    const api = await makeClient(storage, {
      projectId: project.id,
      organizationId: acme.id,
      method: "basic",
      type: "api",
    });
    const personal = await makePersonal(stage, robot.id, ["openid", ALL_ROLES, aud(project.id)]);
    assert.equal((await ask(robot, project.id)).scope, `openid ${ALL_ROLES}`);
    assert.equal(await heardBy(stage.node, api, personal), INACTIVE);

    const assignment = await storage.transaction((tx) =>
      assignRoles(tx, { userId: robot.id, projectId: project.id, roleKeys: ["deployer"] }, by),
    );
    const { access_token } = await ask(robot, project.id);
    for (const token of [access_token, personal]) {
      assert.deepEqual((await introspect(stage.node, api, token)).roles, ["deployer"]);
      assert.deepEqual((await userinfo(stage.node, token)).json().roles, ["deployer"]);
    }
    await storage.transaction((tx) => setProjectState(tx, project.id, "deactivate", by));
    for (const token of [access_token, personal])
      assert.equal((await userinfo(stage.node, token)).json().roles, undefined);
    await storage.transaction(async (tx) => {
      await setProjectState(tx, project.id, "activate", by);
      await deleteRoleAssignment(tx, assignment.id, by);
    });
    for (const token of [access_token, personal]) assert.equal(await heardBy(stage.other, api, token), INACTIVE);
    await storage.transaction((tx) => changeProject(tx, project.id, { roleCheck: false }, by));
    for (const token of [access_token, personal])
      assert.equal((await introspect(stage.other, api, token)).active, true);
  });

  test("a personal access token costs one more statement where it names another project than Signet's own, and none where not", async () => {
    const { storage, acme, project } = stage.world;
    const robot = await makeServiceUser(storage, acme.id);
    const { node } = stage;
    const statementsOf = async (scopes: readonly string[]) => {
      const token = await makePersonal(stage, robot.id, scopes);
      // The first use is noted.
      await userinfo(node, token);
      return node.counted.during(() => userinfo(node, token));
    };
    assert.deepEqual(await statementsOf(["openid", aud("service")]), ["select"]);
    assert.deepEqual(await statementsOf(["openid", aud(project.id)]), ["select", "select"]);
    const { access_token } = await ask(robot, project.id);
    assert.deepEqual(await node.counted.during(() => userinfo(node, access_token)), ["select"]);
  });
});
