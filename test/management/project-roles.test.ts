import assert from "node:assert/strict";
import { before, test } from "node:test";
import { eventsAbout, type Granted, makeGranted, newUser } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("roles of a project over the API", (stage) => {
  let granted: Granted;
  before(async () => {
    granted = await makeGranted(stage);
  });
  const emptyProject = async (): Promise<string> =>
    `/projects/${(await stage.owner.post(stage.projects, { name: "New" })).json.id}`;
  const keys = ({ json }: { json: { items: { key: string }[] } }): string[] => json.items.map(({ key }) => key);

  test("a role is added, read at the address it was given, changed and deleted, one event each", async () => {
    const project = await emptyProject();
    const projectId = project.slice("/projects/".length);
    const added = await stage.acmeOwner.post(`${project}/roles`, {
      key: "sales/eu:lead",
      displayName: "Lead",
      group: "Sales",
    });
    assert.equal(added.status, 201, added.body);
    assert.deepEqual(added.json, { projectId, key: "sales/eu:lead", displayName: "Lead", group: "Sales", version: 1 });
    const path = `${project}/roles/sales%2Feu%3Alead`;
    assert.equal(added.headers.location, `${stage.api.idp.issuer}/management/v1${path}`);
    assert.deepEqual((await stage.acmeOwner.get(path)).json, added.json);

    const changed = await stage.acmeOwner.patch(path, { displayName: "Leader" }, { "if-match": '"1"' });
    assert.deepEqual(changed.json, { ...added.json, displayName: "Leader", version: 2 });
    const late = await unchanged(stage.api, () => stage.acmeOwner.patch(path, { group: "" }, { "if-match": '"1"' }));
    assertProblem(late, 412, "changed_meanwhile");

    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(path))).status, 204);
    assertProblem(await stage.acmeOwner.get(path), 404, "unknown_resource");
    assertProblem(
      await unchanged(stage.api, () => stage.acmeOwner.patch(path, { group: "x" })),
      404,
      "unknown_resource",
    );
    assert.deepEqual(await eventsAbout(stage.api, projectId), [
      "project.created",
      "project_role.created",
      "project_role.changed",
      "project_role.deleted",
    ]);
  });

  test("the longest and strangest keys that are possible can be read, changed and deleted too", async () => {
    const project = await emptyProject();
    for (const key of ["k".repeat(100), ":/".repeat(50), "...", "a/../b"]) {
      const { headers, status } = await stage.owner.post(`${project}/roles`, { key });
      assert.equal(status, 201);
      const path = (headers.location ?? "").replace(/.*\/management\/v1/, "");
      assert.equal((await stage.owner.get(path)).json.key, key);
      assert.equal((await stage.owner.patch(path, { group: "Long" })).json.group, "Long");
      assert.equal((await stage.owner.delete(path)).status, 204);
    }
    assert.deepEqual((await stage.owner.get(`${project}/roles`)).json, { items: [] });
  });

  test("a role is named by its key until it is given a name, and a key is taken once in a project", async () => {
    const project = await emptyProject();
    const { json } = await stage.owner.post(`${project}/roles`, { key: "reader" });
    assert.deepEqual([json.displayName, json.group], ["reader", ""]);
    const again = await unchanged(stage.api, () => stage.owner.post(`${project}/roles`, { key: "reader" }));
    assertProblem(again, 409, "already_exists");
    for (const [body, field] of [
      [{ key: "two words" }, "key"],
      [{ key: "" }, "key"],
      [{ key: "." }, "key"],
      [{ key: ".." }, "key"],
      [{ key: "fine", displayName: "  " }, "displayName"],
      [{ displayName: "Without a key" }, "key"],
      [{ key: "fine", version: 7 }, "version"],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.owner.post(`${project}/roles`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field);
    }
    const renamed = await unchanged(stage.api, () => stage.owner.patch(`${project}/roles/reader`, { key: "writer" }));
    assertProblem(renamed, 400, "invalid_input");
  });

  test("all roles of a project are listed by key, and a project that does not exist has no list", async () => {
    const { projectId, projectViewer, projectOwner } = granted;
    for (const manager of [projectViewer, projectOwner, stage.acmeOwner, stage.owner]) {
      assert.deepEqual(keys(await manager.get(`/projects/${projectId}/roles`)), ["admin", "editor", "reader"]);
    }
    assertProblem(await stage.owner.get("/projects/nothing/roles"), 404, "unknown_resource");
    assertProblem(await stage.owner.get("/project-grants/nothing/roles"), 404, "unknown_resource");
    assertProblem(
      await unchanged(stage.api, () => stage.owner.post("/projects/nothing/roles", { key: "x" })),
      404,
      "unknown_resource",
    );
  });

  test("who manages a grant sees the granted roles with their names, and no other role of the project", async () => {
    const { projectId, grantId, grantOwner, grantViewer } = granted;
    await stage.owner.patch(`/projects/${projectId}/roles/editor`, { displayName: "Redaktion" });
    for (const manager of [grantOwner, grantViewer, stage.otherOwner]) {
      const seen = await manager.get(`/project-grants/${grantId}/roles`);
      assert.deepEqual(keys(seen), ["editor", "reader"]);
      assert.equal(seen.json.items[0].displayName, "Redaktion");
      assert.doesNotMatch(seen.body, /admin/);
      for (const path of [
        `/projects/${projectId}/roles`,
        `/projects/${projectId}/roles/editor`,
        `/projects/${projectId}/roles/admin`,
      ]) {
        assertProblem(await manager.get(path), 404, "unknown_resource");
      }
    }
  });

  test("only who manages the project changes its roles", async () => {
    const { projectId, projectViewer, grantOwner } = granted;
    const roles = `/projects/${projectId}/roles`;
    for (const [manager, status, code] of [
      [projectViewer, 403, "permission_missing"],
      [grantOwner, 404, "unknown_resource"],
      [stage.otherOwner, 404, "unknown_resource"],
    ] as const) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.post(roles, { key: "mine" }),
          manager.patch(`${roles}/reader`, { displayName: "Mine" }),
          manager.delete(`${roles}/reader`),
        ]),
      );
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });

  test("a role of one project is not found under another", async () => {
    const mine = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: granted.projectId } },
    ]);
    const { project } = stage.api.idp.world;
    await stage.owner.post(`/projects/${project.id}/roles`, { key: "crm-only" });
    const path = `/projects/${granted.projectId}/roles/crm-only`;
    assertProblem(await mine.get(path), 404, "unknown_resource");
    assertProblem(await unchanged(stage.api, () => mine.patch(path, { group: "x" })), 404, "unknown_resource");
    assert.equal((await unchanged(stage.api, () => mine.delete(path))).status, 204);
    assert.equal((await stage.owner.get(`/projects/${project.id}/roles/crm-only`)).status, 200);
  });

  test("a deleted role is gone from grants and from users at once", async () => {
    const { projectId, grantId, projectOwner } = await makeGranted(stage);
    const userId = await newUser(stage.api, stage.api.idp.world.other.id);
    const assigned = await projectOwner.post(`/projects/${projectId}/role-assignments`, {
      userId,
      roleKeys: ["reader", "editor"],
    });
    assert.equal((await projectOwner.delete(`/projects/${projectId}/roles/editor`)).status, 204);
    assert.deepEqual((await projectOwner.get(`/project-grants/${grantId}`)).json.roleKeys, ["reader"]);
    assert.deepEqual((await projectOwner.get(`/role-assignments/${assigned.json.id}`)).json.roleKeys, ["reader"]);
  });
});
