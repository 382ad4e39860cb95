import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Manager } from "../support/api.ts";
import { eventsAbout, type Granted, makeGranted, newUser } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("role assignments over the API", (stage) => {
  let granted: Granted;
  before(async () => {
    granted = await makeGranted(stage);
  });
  const acmeUser = () => newUser(stage.api, stage.api.idp.world.acme.id);
  const otherUser = () => newUser(stage.api, stage.api.idp.world.other.id);
  const atProject = (as: Manager, userId: string, roleKeys: string[]) =>
    as.post(`/projects/${granted.projectId}/role-assignments`, { userId, roleKeys });
  const atGrant = (as: Manager, userId: string, roleKeys: string[], grantId = granted.grantId) =>
    as.post(`/project-grants/${grantId}/role-assignments`, { userId, roleKeys });
  const ids = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);

  test("a user of the owning organization gets roles directly, and of the user only a summary is shown", async () => {
    const { ada, acme } = stage.api.idp.world;
    const { projectId, projectOwner } = granted;
    const created = await atProject(projectOwner, ada.id, ["reader", "admin"]);
    assert.equal(created.status, 201, created.body);
    const { id, createdAt, changedAt, ...rest } = created.json;
    assert.deepEqual(rest, {
      user: {
        id: ada.id,
        kind: "human",
        organizationId: acme.id,
        loginName: `ada@${acme.domain}`,
        displayName: "Ada Lovelace",
      },
      projectId,
      projectName: "Granted",
      roleKeys: ["admin", "reader"],
      state: "active",
      version: 1,
    });
    assert.equal(created.headers.location, `${stage.api.idp.issuer}/management/v1/role-assignments/${id}`);
    assert.deepEqual((await projectOwner.get(`/role-assignments/${id}`)).json, created.json);
    assert.deepEqual(await eventsAbout(stage.api, id), ["role_assignment.created"]);
    const twice = await unchanged(stage.api, () => atProject(projectOwner, ada.id, ["reader"]));
    assertProblem(twice, 409, "already_exists");
  });

  test("a user of another organization gets roles through the grant to it, from either side", async () => {
    const { grantId, grantOwner, projectOwner } = granted;
    for (const give of [
      (userId: string) => atProject(projectOwner, userId, ["reader"]),
      (userId: string) => atGrant(projectOwner, userId, ["reader"]),
      (userId: string) => atGrant(grantOwner, userId, ["reader"]),
      (userId: string) => atGrant(stage.otherOwner, userId, ["reader"]),
    ]) {
      const { status, json, body } = await give(await otherUser());
      assert.equal(status, 201, body);
      assert.deepEqual([json.projectGrantId, json.roleKeys], [grantId, ["reader"]]);
    }
  });

  test("at a grant only users of the organization that received it get roles, and nothing is told about others", async () => {
    const { grantOwner, projectOwner } = granted;
    const own = await acmeUser();
    const unknown = await unchanged(stage.api, () => atGrant(grantOwner, "nobody", ["reader"]));
    for (const manager of [grantOwner, stage.otherOwner, projectOwner, stage.owner]) {
      for (const roleKeys of [["reader"], ["admin"]]) {
        const refused = await unchanged(stage.api, () => atGrant(manager, own, roleKeys));
        assertProblem(refused, 404, "unknown_resource");
        assert.equal(refused.json.detail, unknown.json.detail);
      }
    }
    assertProblem(
      await unchanged(stage.api, () => atGrant(stage.owner, own, ["reader"], "nothing")),
      404,
      "unknown_resource",
    );
  });

  test("a role that was not granted is given by nobody, neither at first nor later", async () => {
    const { grantOwner, projectOwner } = granted;
    const userId = await otherUser();
    for (const give of [
      () => atGrant(grantOwner, userId, ["admin"]),
      () => atGrant(grantOwner, userId, ["reader", "admin"]),
      () => atGrant(projectOwner, userId, ["admin"]),
      () => atProject(projectOwner, userId, ["admin"]),
      () => atGrant(grantOwner, userId, []),
    ]) {
      const answer = await unchanged(stage.api, give);
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "roleKeys");
    }
    const { json } = await atGrant(grantOwner, userId, ["reader"]);
    for (const manager of [grantOwner, projectOwner]) {
      const answer = await unchanged(stage.api, () =>
        manager.patch(`/role-assignments/${json.id}`, { roleKeys: ["admin"] }),
      );
      assertProblem(answer, 400, "invalid_input");
    }
  });

  test("a user of an organization without a grant gets nothing at the project", async () => {
    const projectOwner = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: stage.api.idp.world.project.id } },
    ]);
    const userId = await otherUser();
    const path = `/projects/${stage.api.idp.world.project.id}/role-assignments`;
    await stage.owner.post(`/projects/${stage.api.idp.world.project.id}/roles`, { key: "clerk" });
    const answer = await unchanged(stage.api, () => projectOwner.post(path, { userId, roleKeys: ["clerk"] }));
    assertProblem(answer, 400, "invalid_input");
    assert.equal(answer.json.errors[0].field, "userId");
  });

  test("roles are changed as a whole, if nobody was faster", async () => {
    const { grantOwner } = granted;
    const { json } = await atGrant(grantOwner, await otherUser(), ["reader"]);
    const path = `/role-assignments/${json.id}`;
    const changed = await grantOwner.patch(path, { roleKeys: ["editor"] }, { "if-match": '"1"' });
    assert.deepEqual([changed.status, changed.json.roleKeys, changed.headers.etag], [200, ["editor"], '"2"']);
    const late = await unchanged(stage.api, () =>
      grantOwner.patch(path, { roleKeys: ["reader"] }, { "if-match": '"1"' }),
    );
    assertProblem(late, 412, "changed_meanwhile");
    for (const body of [{ roleKeys: [] }, {}, { roleKeys: ["boss"] }, { roleKeys: ["reader"], userId: "x" }]) {
      assertProblem(await unchanged(stage.api, () => grantOwner.patch(path, body)), 400, "invalid_input");
    }
    assert.deepEqual(await eventsAbout(stage.api, json.id), ["role_assignment.created", "role_assignment.changed"]);
  });

  test("an assignment is deactivated, activated and deleted, one event each, and deleting it again is no error", async () => {
    const { json } = await atProject(stage.acmeOwner, await acmeUser(), ["reader"]);
    const path = `/role-assignments/${json.id}`;
    assert.equal((await stage.acmeOwner.post(`${path}/deactivate`)).json.state, "inactive");
    assertProblem(await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/deactivate`)), 409, "wrong_state");
    assert.equal((await stage.acmeOwner.post(`${path}/activate`)).json.state, "active");
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
    }
    assertProblem(await stage.acmeOwner.get(path), 404, "unknown_resource");
    const happened = ["created", "deactivated", "activated", "deleted"].map((what) => `role_assignment.${what}`);
    assert.deepEqual(await eventsAbout(stage.api, json.id), happened);
  });

  test("assignments are listed by project, by grant and by user, and never where they do not belong", async () => {
    const { projectId, grantId, projectOwner, grantOwner, grantViewer, projectViewer } = await makeGranted(stage);
    const { acme, bob } = stage.api.idp.world;
    const own = await acmeUser();
    const direct = await projectOwner.post(`/projects/${projectId}/role-assignments`, {
      userId: own,
      roleKeys: ["admin"],
    });
    const through = await atGrant(grantOwner, bob.id, ["reader"], grantId);
    const [a, b] = [direct.json.id, through.json.id];
    assert.deepEqual(ids(await projectViewer.get(`/projects/${projectId}/role-assignments`)), [a, b]);
    assert.deepEqual(ids(await projectViewer.get(`/projects/${projectId}/role-assignments?sort=-createdAt`)), [b, a]);
    const first = await projectViewer.get(`/projects/${projectId}/role-assignments?limit=1`);
    const second = await projectViewer.get(
      `/projects/${projectId}/role-assignments?limit=1&cursor=${first.json.nextCursor}`,
    );
    assert.deepEqual([...ids(first), ...ids(second)], [a, b]);
    // The receiving side sees its own users, and not who else has roles in the project.
    for (const manager of [grantViewer, stage.otherOwner]) {
      assert.deepEqual(ids(await manager.get(`/project-grants/${grantId}/role-assignments`)), [b]);
      assertProblem(await manager.get(`/projects/${projectId}/role-assignments`), 404, "unknown_resource");
      assertProblem(await manager.get(`/role-assignments/${a}`), 404, "unknown_resource");
      assert.equal((await manager.get(`/role-assignments/${b}`)).status, 200);
    }
    // Whoever manages the user's organization sees what the user has anywhere; nobody else does.
    assert.ok(ids(await stage.otherOwner.get(`/users/${bob.id}/role-assignments`)).includes(b));
    assert.deepEqual(ids(await stage.acmeOwner.get(`/service-users/${own}/role-assignments`)), [a]);
    assertProblem(await stage.acmeOwner.get(`/users/${own}/role-assignments`), 404, "unknown_resource");
    assertProblem(await stage.acmeOwner.get(`/users/${bob.id}/role-assignments`), 404, "unknown_resource");
    assertProblem(await projectOwner.get(`/users/${bob.id}/role-assignments`), 404, "unknown_resource");
    assertProblem(await grantOwner.get(`/users/${bob.id}/role-assignments`), 404, "unknown_resource");
    for (const path of [
      "/projects/nothing",
      "/project-grants/nothing",
      "/users/nobody",
      "/service-users/nobody",
      `/users/${acme.id}`,
    ]) {
      assertProblem(await stage.owner.get(`${path}/role-assignments`), 404, "unknown_resource");
    }
  });

  test("the receiving side changes nothing about users who have roles directly", async () => {
    const { grantOwner, projectOwner } = granted;
    const { json } = await atProject(projectOwner, await acmeUser(), ["admin"]);
    const path = `/role-assignments/${json.id}`;
    for (const manager of [grantOwner, stage.otherOwner]) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.get(path),
          manager.patch(path, { roleKeys: ["reader"] }),
          manager.post(`${path}/deactivate`),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) assertProblem(answer, 404, "unknown_resource");
    }
  });

  test("a grant owner of another project has no say at this grant, and who may only see gives nothing", async () => {
    const elsewhere = await makeGranted(stage);
    const userId = await otherUser();
    const { json } = await atGrant(granted.grantOwner, await otherUser(), ["reader"]);
    const path = `/role-assignments/${json.id}`;
    for (const [manager, status, code] of [
      [elsewhere.grantOwner, 404, "unknown_resource"],
      [elsewhere.projectOwner, 404, "unknown_resource"],
      [granted.grantViewer, 403, "permission_missing"],
      [granted.projectViewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          atGrant(manager, userId, ["reader"]),
          manager.patch(path, { roleKeys: ["editor"] }),
          manager.post(`${path}/deactivate`),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });

  test("a role editor of the organization gives roles to its users, and cannot touch the project", async () => {
    const { acme } = stage.api.idp.world;
    const place = { level: "organization", organizationId: acme.id } as const;
    const editor = await stage.api.manager([{ role: "ORG_USER_PERMISSION_EDITOR", place }]);
    const { status, json } = await atProject(editor, await acmeUser(), ["reader"]);
    assert.equal(status, 201);
    assert.equal((await editor.delete(`/role-assignments/${json.id}`)).status, 204);
    const roles = await unchanged(stage.api, () => editor.post(`/projects/${granted.projectId}/roles`, { key: "own" }));
    assertProblem(roles, 403, "permission_missing");
  });

  test("an Idempotency-Key makes one assignment of two calls", async () => {
    const userId = await acmeUser();
    const call = () =>
      granted.projectOwner.post(
        `/projects/${granted.projectId}/role-assignments`,
        { userId, roleKeys: ["reader"] },
        { "idempotency-key": userId },
      );
    const [first, second] = [await call(), await call()];
    assert.deepEqual([first.status, second.status, second.headers["idempotency-replayed"]], [201, 201, "true"]);
    assert.deepEqual(second.json, first.json);
  });
});
