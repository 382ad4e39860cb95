import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsAbout } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("projects over the API", (stage) => {
  const managersOf = async (projectId: string): Promise<string[]> => {
    const { db } = stage.api.idp.node.services.storage;
    const rows = await db
      .selectFrom("managers")
      .select(["user_id", "role"])
      .where("project_id", "=", projectId)
      .execute();
    return rows.map(({ user_id, role }) => `${role} ${user_id}`);
  };
  const atAcme = () => ({ level: "organization", organizationId: stage.api.idp.world.acme.id }) as const;

  test("a new project has the settings that were asked for, and otherwise those a project starts with", async () => {
    const { acme } = stage.api.idp.world;
    const plain = await stage.acmeOwner.post(stage.projects, { name: "  Plain " });
    assert.equal(plain.status, 201, plain.body);
    const { id, createdAt, changedAt, ...rest } = plain.json;
    assert.deepEqual(rest, {
      organizationId: acme.id,
      name: "Plain",
      projectCheck: true,
      roleCheck: false,
      roleAssertion: false,
      state: "active",
      version: 1,
    });
    assert.equal(createdAt, changedAt);
    const settings = { projectCheck: false, roleCheck: true, roleAssertion: true };
    const chosen = await stage.acmeOwner.post(stage.projects, { name: "Chosen", ...settings });
    assert.deepEqual({ ...chosen.json, ...settings }, chosen.json);
    assert.deepEqual(await eventsAbout(stage.api, id), ["project.created"]);
  });

  test("a project creator owns what it creates, and sees and changes no other project", async () => {
    const creator = await stage.api.manager([{ role: "ORG_PROJECT_CREATOR", place: atAcme() }]);
    const { json } = await creator.post(stage.projects, { name: "Mine" });
    const mine = `/projects/${json.id}`;
    assert.deepEqual(await managersOf(json.id), [`PROJECT_OWNER ${creator.userId}`]);
    assert.equal((await creator.get(mine)).json.name, "Mine");
    assert.equal((await creator.patch(mine, { name: "Still mine" })).status, 200);
    assert.equal((await creator.post(`${mine}/roles`, { key: "reader" })).status, 201);

    const others = `/projects/${stage.api.idp.world.project.id}`;
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        creator.get(stage.projects),
        creator.get(others),
        creator.patch(others, { name: "Taken" }),
        creator.post(`${others}/deactivate`),
        creator.delete(others),
      ]),
    );
    for (const answer of refused) assertProblem(answer, 403, "permission_missing");
    assert.equal((await creator.delete(mine)).status, 204);
    assert.deepEqual(await managersOf(json.id), []);
  });

  test("whoever manages the organization or the instance gets no further role by creating a project", async () => {
    const organizationManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: { level: "iam" } }]);
    for (const manager of [stage.acmeOwner, stage.owner, organizationManager]) {
      const { json } = await manager.post(stage.projects, { name: "Managed anyway" });
      assert.deepEqual(await managersOf(json.id), []);
      assert.equal((await manager.patch(`/projects/${json.id}`, { name: "Managed" })).status, 200);
    }
  });

  test("nobody creates projects elsewhere, and who may only see creates none", async () => {
    const viewer = await stage.api.manager([{ role: "ORG_OWNER_VIEWER", place: atAcme() }]);
    const elsewhere = `/organizations/${stage.api.idp.world.other.id}/projects`;
    const [seeing, foreign, nowhere] = await unchanged(stage.api, () =>
      Promise.all([
        viewer.post(stage.projects, { name: "New" }),
        stage.acmeOwner.post(elsewhere, { name: "New" }),
        stage.owner.post("/organizations/nothing/projects", { name: "New" }),
      ]),
    );
    assertProblem(seeing, 403, "permission_missing");
    assertProblem(foreign, 404, "unknown_resource");
    assertProblem(nowhere, 404, "unknown_resource");
  });

  test("projects are listed by time and by name, searched by a part of the name, and filtered by state", async () => {
    const zebra = await stage.owner.post(stage.projects, { name: "Zebra list" });
    const second = await stage.owner.post(stage.projects, { name: "Ångström list" });
    await stage.owner.post(`/projects/${second.json.id}/deactivate`);
    const names = async (query: string): Promise<string[]> => {
      const { json } = await stage.acmeOwner.get(`${stage.projects}?q=LIST&${query}`);
      return json.items.map(({ name }: { name: string }) => name);
    };
    assert.deepEqual(await names("sort=createdAt"), ["Zebra list", "Ångström list"]);
    assert.deepEqual(await names("sort=-createdAt"), ["Ångström list", "Zebra list"]);
    assert.deepEqual(await names("sort=name"), ["Zebra list", "Ångström list"]);
    assert.deepEqual(await names("state=inactive"), ["Ångström list"]);
    assert.deepEqual((await stage.acmeOwner.get(`${stage.projects}?q=zebra&state=active`)).json, {
      items: [zebra.json],
    });
    const elsewhere = `/organizations/${stage.api.idp.world.other.id}/projects`;
    assert.deepEqual((await stage.otherOwner.get(elsewhere)).json, { items: [] });
    assertProblem(await stage.acmeOwner.get(elsewhere), 404, "unknown_resource");
    assertProblem(await stage.owner.get("/organizations/nothing/projects"), 404, "unknown_resource");
  });

  test("a change is made only to the version that was read", async () => {
    const { json } = await stage.acmeOwner.post(stage.projects, { name: "Versioned" });
    const path = `/projects/${json.id}`;
    const changed = await stage.acmeOwner.patch(path, { roleCheck: true }, { "if-match": '"1"' });
    assert.deepEqual([changed.status, changed.json.roleCheck, changed.headers.etag], [200, true, '"2"']);
    const late = await unchanged(stage.api, () => stage.acmeOwner.patch(path, { name: "Late" }, { "if-match": '"1"' }));
    assertProblem(late, 412, "changed_meanwhile");
    assert.deepEqual(await eventsAbout(stage.api, json.id), ["project.created", "project.changed"]);
  });

  test("a project is deactivated and activated, each once", async () => {
    const { json } = await stage.acmeOwner.post(stage.projects, { name: "On and off" });
    const path = `/projects/${json.id}`;
    assert.equal((await stage.acmeOwner.post(`${path}/deactivate`)).json.state, "inactive");
    assertProblem(await stage.acmeOwner.post(`${path}/deactivate`), 409, "wrong_state");
    assert.equal((await stage.acmeOwner.post(`${path}/activate`)).json.state, "active");
    assert.deepEqual(await eventsAbout(stage.api, json.id), [
      "project.created",
      "project.deactivated",
      "project.activated",
    ]);
  });

  test("a deleted project is gone with all in it, and deleting it again is no error for whoever manages the organization", async () => {
    const { json } = await stage.acmeOwner.post(stage.projects, { name: "Short-lived" });
    const path = `/projects/${json.id}`;
    const application = await stage.acmeOwner.post(`${path}/applications`, { name: "API", type: "api" });
    assertProblem(await unchanged(stage.api, () => stage.otherOwner.delete(path)), 404, "unknown_resource");
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    assertProblem(await stage.acmeOwner.get(`/applications/${application.json.id}`), 404, "unknown_resource");
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
    }
    assertProblem(await unchanged(stage.api, () => stage.otherOwner.delete(path)), 404, "unknown_resource");
    assert.deepEqual(await eventsAbout(stage.api, json.id), ["project.created", "project.deleted"]);
  });

  test("Signet's own project stays as it must be, whoever asks", async () => {
    const { organizationId, projectId } = stage.api.idp.world.instance;
    const path = `/projects/${projectId}`;
    const first = await stage.api.manager(
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    const calls = [
      (by: typeof first) => by.patch(path, { projectCheck: true }),
      (by: typeof first) => by.patch(path, { roleCheck: true }),
      (by: typeof first) => by.post(`${path}/deactivate`),
      (by: typeof first) => by.delete(path),
    ];
    for (const call of calls) {
      assertProblem(await unchanged(stage.api, () => call(stage.owner)), 409, "protected");
      assertProblem(await unchanged(stage.api, () => call(first)), 403, "permission_missing");
    }
    assert.equal((await first.get(path)).status, 200);
    assertProblem(await unchanged(stage.api, () => first.patch(path, { name: "Ours" })), 403, "permission_missing");
  });
});
