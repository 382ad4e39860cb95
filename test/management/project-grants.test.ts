import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createOrganization } from "../../src/identity/organizations.ts";
import { by } from "../support/world.ts";
import { eventsAbout, type Granted, makeGranted, newUser } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

let domains = 0;
/** By somebody who may accept it: once in the log of each organization. */
const granting = ["project_grant.created", "project_grant.accepted", "project_grant.accepted"];

onEachApi("project grants over the API", (stage) => {
  let granted: Granted;
  before(async () => {
    granted = await makeGranted(stage);
  });
  const newOrganization = () => {
    const input = { name: "Gamma", domain: `gamma${++domains}.example` };
    return stage.api.idp.node.services.storage.transaction((tx) => createOrganization(tx, input, by));
  };

  test("a project is granted to an organization by its id or by its domain, and both sides see what was granted", async () => {
    const { acme } = stage.api.idp.world;
    const { projectId, projectOwner } = granted;
    for (const name of ["organizationId", "organizationDomain"] as const) {
      const receiver = await newOrganization();
      const who = name === "organizationId" ? receiver.id : receiver.domain.toUpperCase();
      const created = await projectOwner.post(`/projects/${projectId}/grants`, {
        [name]: who,
        roleKeys: ["reader", "reader"],
      });
      assert.equal(created.status, 201, created.body);
      const { id, createdAt, changedAt, ...rest } = created.json;
      assert.deepEqual(rest, {
        projectId,
        projectName: "Granted",
        ownerOrganizationId: acme.id,
        ownerOrganizationName: acme.name,
        ownerOrganizationDomain: acme.domain,
        organizationId: receiver.id,
        organizationName: "Gamma",
        roleKeys: ["reader"],
        state: "pending",
        acceptedAt: null,
        version: 1,
      });
      assert.equal(created.headers.location, `${stage.api.idp.issuer}/management/v1/project-grants/${id}`);
      assert.deepEqual(await eventsAbout(stage.api, id), ["project_grant.created"]);
      const place = { level: "organization", organizationId: receiver.id } as const;
      const receiving = await stage.api.manager([{ role: "ORG_USER_PERMISSION_EDITOR", place }], receiver.id);
      for (const manager of [projectOwner, stage.acmeOwner, receiving]) {
        assert.deepEqual((await manager.get(`/project-grants/${id}`)).json, created.json);
      }
      assert.deepEqual((await receiving.get(`/organizations/${receiver.id}/received-grants`)).json, {
        items: [created.json],
      });
    }
  });

  test("whom to grant to is named once, and must exist", async () => {
    const { projectId, projectOwner } = granted;
    const { acme, other } = stage.api.idp.world;
    const refused = [
      [{}, 400, "invalid_input"],
      [{ organizationId: other.id, organizationDomain: other.domain }, 400, "invalid_input"],
      [{ organizationDomain: "not a domain" }, 400, "invalid_input"],
      [{ organizationId: acme.id }, 400, "invalid_input"],
      [{ organizationId: other.id }, 409, "already_exists"],
      [{ organizationDomain: other.domain }, 409, "already_exists"],
      [{ organizationId: "nothing" }, 404, "unknown_resource"],
      [{ organizationDomain: "nothing.example" }, 404, "unknown_resource"],
    ] as const;
    for (const [body, status, code] of refused) {
      const answer = await unchanged(stage.api, () =>
        projectOwner.post(`/projects/${projectId}/grants`, { ...body, roleKeys: ["reader"] }),
      );
      assertProblem(answer, status, code);
      assert.doesNotMatch(answer.body, /"field":"domain"/);
    }
    const receiver = await newOrganization();
    const unknownRole = await unchanged(stage.api, () =>
      projectOwner.post(`/projects/${projectId}/grants`, { organizationId: receiver.id, roleKeys: ["boss"] }),
    );
    assertProblem(unknownRole, 400, "invalid_input");
    assert.equal(unknownRole.json.errors[0].field, "roleKeys");
  });

  test("the grants of a project and those an organization received are listed, each where it belongs", async () => {
    const { projectId, grantId, projectViewer, grantOwner } = granted;
    const { acme, other } = stage.api.idp.world;
    const ids = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);
    const ofProject = ids(await projectViewer.get(`/projects/${projectId}/grants?sort=-createdAt`));
    assert.ok(ofProject.includes(grantId) && ofProject.length >= 3);
    assert.deepEqual(ids(await projectViewer.get(`/projects/${projectId}/grants`)), ofProject.toReversed());
    const received = `/organizations/${other.id}/received-grants`;
    assert.ok(ids(await stage.otherOwner.get(received)).includes(grantId));
    assert.deepEqual(ids(await stage.acmeOwner.get(`/organizations/${acme.id}/received-grants`)), []);
    // The owner of the project knows whom it was granted to, and nothing else that they received.
    assertProblem(await stage.acmeOwner.get(received), 404, "unknown_resource");
    assertProblem(await projectViewer.get(received), 404, "unknown_resource");
    // Whoever has a part in one grant does not see the others.
    assertProblem(await stage.otherOwner.get(`/projects/${projectId}/grants`), 404, "unknown_resource");
    assertProblem(await grantOwner.get(`/projects/${projectId}/grants`), 404, "unknown_resource");
    assertProblem(await grantOwner.get(received), 404, "unknown_resource");
    assertProblem(await stage.owner.get("/projects/nothing/grants"), 404, "unknown_resource");
    assertProblem(await stage.owner.get("/organizations/nothing/received-grants"), 404, "unknown_resource");
  });

  test("the organization that received a grant sees it and never changes what is granted", async () => {
    const { grantId, grantOwner, grantViewer } = granted;
    const path = `/project-grants/${grantId}`;
    for (const manager of [stage.otherOwner, grantOwner, grantViewer]) {
      assert.equal((await manager.get(path)).status, 200);
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.patch(path, { roleKeys: ["admin", "editor", "reader"] }),
          manager.post(`${path}/deactivate`),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) assertProblem(answer, 403, "permission_missing");
    }
  });

  test("a third organization and another project's owner find no such grant", async () => {
    const { grantId } = granted;
    const receiver = await newOrganization();
    const third = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: receiver.id } },
    ]);
    const { project } = stage.api.idp.world;
    const neighbour = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: project.id } },
    ]);
    const path = `/project-grants/${grantId}`;
    for (const manager of [third, neighbour]) {
      const answers = await unchanged(stage.api, () =>
        Promise.all([
          manager.get(path),
          manager.get(`${path}/roles`),
          manager.get(`${path}/role-assignments`),
          manager.patch(path, { roleKeys: [] }),
          manager.delete(path),
        ]),
      );
      for (const answer of answers) assertProblem(answer, 404, "unknown_resource");
    }
  });

  test("a role taken out of the grant is taken from everyone who had it through the grant", async () => {
    const { grantId, projectId, projectOwner } = await makeGranted(stage);
    const userId = await newUser(stage.api, stage.api.idp.world.other.id);
    const assigned = await projectOwner.post(`/projects/${projectId}/role-assignments`, {
      userId,
      roleKeys: ["reader", "editor"],
    });
    const path = `/project-grants/${grantId}`;
    const changed = await projectOwner.patch(path, { roleKeys: ["reader", "admin"] }, { "if-match": '"1"' });
    assert.deepEqual([changed.status, changed.json.roleKeys, changed.json.version], [200, ["admin", "reader"], 2]);
    assert.deepEqual((await projectOwner.get(`/role-assignments/${assigned.json.id}`)).json.roleKeys, ["reader"]);
    const late = await unchanged(stage.api, () => projectOwner.patch(path, { roleKeys: [] }, { "if-match": '"1"' }));
    assertProblem(late, 412, "changed_meanwhile");
    const unknownRole = await unchanged(stage.api, () => projectOwner.patch(path, { roleKeys: ["boss"] }));
    assertProblem(unknownRole, 400, "invalid_input");
    assert.deepEqual(await eventsAbout(stage.api, grantId), [...granting, "project_grant.changed"]);
  });

  test("a grant is deactivated, activated and taken back, one event each, and taking it back again is no error", async () => {
    const { grantId, projectId, projectOwner } = await makeGranted(stage);
    const path = `/project-grants/${grantId}`;
    assert.equal((await projectOwner.post(`${path}/deactivate`)).json.state, "inactive");
    const assign = () =>
      newUser(stage.api, stage.api.idp.world.other.id).then((userId) =>
        unchanged(stage.api, () =>
          projectOwner.post(`/projects/${projectId}/role-assignments`, { userId, roleKeys: ["reader"] }),
        ),
      );
    assertProblem(await assign(), 409, "wrong_state");
    assertProblem(await projectOwner.post(`${path}/deactivate`), 409, "wrong_state");
    assert.equal((await projectOwner.post(`${path}/activate`)).json.state, "active");
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
    }
    assertProblem(await stage.otherOwner.delete(path), 404, "unknown_resource");
    assertProblem(await projectOwner.get(path), 404, "unknown_resource");
    const happened = ["deactivated", "activated", "deleted"].map((what) => `project_grant.${what}`);
    assert.deepEqual(await eventsAbout(stage.api, grantId), [...granting, ...happened]);
  });

  test("who may only see the project grants it to nobody", async () => {
    const { projectId, projectViewer, grantOwner } = granted;
    const body = { organizationId: (await newOrganization()).id, roleKeys: [] };
    const path = `/projects/${projectId}/grants`;
    assertProblem(await unchanged(stage.api, () => projectViewer.post(path, body)), 403, "permission_missing");
    assertProblem(await unchanged(stage.api, () => grantOwner.post(path, body)), 404, "unknown_resource");
    assertProblem(
      await unchanged(stage.api, () => stage.owner.post("/projects/nothing/grants", body)),
      404,
      "unknown_resource",
    );
  });
});
