import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ListRequest } from "../../src/identity/listing.ts";
import { readOrganization } from "../../src/identity/organizations.ts";
import { changeProjectGrantRoles, setProjectGrantState } from "../../src/identity/project-grants.ts";
import { deleteProjectRole } from "../../src/identity/project-roles.ts";
import { deleteProject, readProject } from "../../src/identity/projects.ts";
import {
  assignRoles,
  changeAssignedRoles,
  deleteRoleAssignment,
  findRoleAssignment,
  listRoleAssignments,
  readRoleAssignment,
  setRoleAssignmentState,
} from "../../src/identity/role-assignments.ts";
import { readUser } from "../../src/identity/users/users.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { rolesOf } from "../support/effective-roles.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { grantAccepted } from "../support/grants.ts";
import {
  addInstance,
  addOrganization,
  addProject,
  by,
  countEvents,
  eventsOf,
  insertUser,
  refusal,
} from "../support/identity.ts";

for (const engine of engines) {
  describe(`role assignments on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let owner: string;
    let receiver: string;
    let stranger: string;
    let projectId: string;
    let grantId: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      ({ organizationId: owner } = await addInstance(storage));
      receiver = await addOrganization(storage);
      stranger = await addOrganization(storage);
      projectId = await addProject(storage, owner, ["admin", "editor", "reader"]);
      grantId = (await grant(projectId, receiver, ["editor", "reader"])).id;
    });
    after(() => database.drop());

    const grant = (project: string, organizationId: string, roleKeys: string[]) =>
      storage.transaction((tx) => grantAccepted(tx, { projectId: project, organizationId, roleKeys }, by));
    const assign = (userId: string, roleKeys: string[], project = projectId) =>
      storage.transaction((tx) => assignRoles(tx, { userId, projectId: project, roleKeys }, by));
    const change = (id: string, roleKeys: string[], version?: number) =>
      storage.transaction((tx) => changeAssignedRoles(tx, id, { roleKeys, version }, by));
    const setGrant = (verb: "activate" | "deactivate", id = grantId) =>
      storage.transaction((tx) => setProjectGrantState(tx, id, verb, by));
    const rolesIn = async (userId: string, project = projectId) =>
      (await rolesOf(storage.db, userId, [project])).get(project) ?? [];
    const userOf = (organizationId: string) => insertUser(storage.db, organizationId);

    test("a user of the organization that owns the project gets any of its roles directly", async () => {
      const userId = await userOf(owner);
      const { id, ...assigned } = await assign(userId, ["reader", "admin"]);
      assert.deepEqual([assigned.userId, assigned.projectId, assigned.projectGrantId], [userId, projectId, undefined]);
      assert.deepEqual([assigned.roleKeys, assigned.state], [["admin", "reader"], "active"]);
      assert.deepEqual(await findRoleAssignment(storage.db, id), { id, ...assigned });
      assert.equal(assigned.projectName, (await readProject(storage.db, projectId)).name);
      const { domain } = await readOrganization(storage.db, owner);
      const { userName } = await readUser(storage.db, userId);
      const user = {
        id: userId,
        kind: "human",
        organizationId: owner,
        loginName: `${userName}@${domain}`,
        displayName: userName,
      };
      assert.deepEqual(assigned.user, user);
      assert.deepEqual(await eventsOf(storage.db, id), ["role_assignment.created"]);
      assert.deepEqual(await rolesIn(userId), ["admin", "reader"]);
    });

    test("a user of another organization gets granted roles, through the grant", async () => {
      const userId = await userOf(receiver);
      const assigned = await assign(userId, ["reader"]);
      assert.equal(assigned.projectGrantId, grantId);
      assert.deepEqual(await rolesIn(userId), ["reader"]);
    });

    test("a user of another organization never gets a role that was not granted, not even later", async () => {
      const userId = await userOf(receiver);
      await assert.rejects(
        assign(userId, ["reader", "admin"]),
        refusal("invalid_input", { field: "roleKeys", message: /without the role admin/ }),
      );
      assert.deepEqual(await rolesIn(userId), []);
      const { id } = await assign(userId, ["reader"]);
      await assert.rejects(change(id, ["admin"]), refusal("invalid_input", { field: "roleKeys", message: /admin/ }));
      assert.deepEqual(await rolesIn(userId), ["reader"]);
    });

    test("a user of an organization without a grant is refused, with what to do about it", async () => {
      const userId = await userOf(stranger);
      const before = await countEvents(storage.db);
      await assert.rejects(
        assign(userId, ["reader"]),
        refusal("invalid_input", { field: "userId", message: /grant it to that organization first/ }),
      );
      assert.deepEqual((await listRoleAssignments(storage.db, { userId }, { sort: "createdAt", limit: 10 })).items, []);
      assert.equal(await countEvents(storage.db), before);
    });

    test("while the grant is inactive nothing is given through it, and what was given does not count", async () => {
      const userId = await userOf(receiver);
      const { id } = await assign(userId, ["reader"]);
      await setGrant("deactivate");
      await assert.rejects(
        assign(await userOf(receiver), ["reader"]),
        refusal("wrong_state", { message: /inactive; activate it first/ }),
      );
      await assert.rejects(change(id, ["editor"]), refusal("wrong_state"));
      assert.deepEqual(await rolesIn(userId), []);
      await setGrant("activate");
      assert.deepEqual(await rolesIn(userId), ["reader"]);
      await change(id, ["editor"]);
      assert.deepEqual(await rolesIn(userId), ["editor"]);
    });

    test("a role counts only while the grant includes it, whatever the assignment says", async () => {
      const organizationId = await addOrganization(storage);
      const { id } = await grant(projectId, organizationId, ["editor", "reader"]);
      const userId = await userOf(organizationId);
      const assigned = await assign(userId, ["editor", "reader"]);
      await storage.transaction((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["reader"] }, by));
      const forged = { role_assignment_id: assigned.id, project_id: projectId, role_key: "admin" };
      await storage.db.insertInto("role_assignment_roles").values(forged).execute();
      assert.deepEqual(await rolesIn(userId), ["reader"]);
    });

    test("roles that the project does not have, and no roles at all, are refused", async () => {
      const userId = await userOf(owner);
      await assert.rejects(
        assign(userId, ["boss"]),
        refusal("invalid_input", { field: "roleKeys", message: /no role boss/ }),
      );
      await assert.rejects(
        assign(userId, []),
        refusal("invalid_input", { field: "roleKeys", message: /at least one/ }),
      );
      await assert.rejects(assign("nobody", ["reader"]), refusal("unknown_resource", { message: /user nobody/ }));
      await assert.rejects(
        assign(userId, ["reader"], "nothing"),
        refusal("unknown_resource", { message: /project nothing/ }),
      );
    });

    test("a user has one role assignment in a project, also when many give it at once", async () => {
      const userId = await userOf(owner);
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => assign(userId, ["reader"])));
      assert.equal(results.filter((result) => result.status === "fulfilled").length, 1);
      await assert.rejects(assign(userId, ["editor"]), refusal("already_exists", { field: "userId" }));
      assert.deepEqual(await rolesIn(userId), ["reader"]);
      const other = await addProject(storage, owner, ["reader"]);
      await assign(userId, ["reader"], other);
      assert.deepEqual(
        await rolesOf(storage.db, userId, [projectId, other]),
        new Map([projectId, other].map((id) => [id, ["reader"]])),
      );
    });

    test("changing the roles replaces all of them, if nobody was faster", async () => {
      const userId = await userOf(owner);
      const { id } = await assign(userId, ["admin", "reader"]);
      const changed = await change(id, ["reader", "editor"], 1);
      assert.deepEqual([changed.roleKeys, changed.version], [["editor", "reader"], 2]);
      await assert.rejects(change(id, ["admin"], 1), refusal("changed_meanwhile"));
      await assert.rejects(change("nothing", ["admin"]), refusal("unknown_resource"));
      assert.deepEqual(await rolesIn(userId), ["editor", "reader"]);
      assert.deepEqual(await eventsOf(storage.db, id), ["role_assignment.created", "role_assignment.changed"]);
    });

    test("an inactive assignment gives no roles until it is activated again", async () => {
      const userId = await userOf(owner);
      const { id } = await assign(userId, ["reader"]);
      const set = (verb: "activate" | "deactivate") =>
        storage.transaction((tx) => setRoleAssignmentState(tx, id, verb, by));
      await set("deactivate");
      assert.deepEqual(await rolesIn(userId), []);
      await assert.rejects(set("deactivate"), refusal("wrong_state"));
      await set("activate");
      assert.deepEqual(await rolesIn(userId), ["reader"]);
      assert.deepEqual(await eventsOf(storage.db, id), [
        "role_assignment.created",
        "role_assignment.deactivated",
        "role_assignment.activated",
      ]);
    });

    test("a deleted assignment is gone, with one event, and once", async () => {
      const userId = await userOf(owner);
      const { id } = await assign(userId, ["reader"]);
      const remove = () => storage.transaction((tx) => deleteRoleAssignment(tx, id, by));
      await remove();
      assert.equal(await findRoleAssignment(storage.db, id), undefined);
      assert.deepEqual(await rolesIn(userId), []);
      await assert.rejects(remove(), refusal("unknown_resource"));
      assert.deepEqual(await eventsOf(storage.db, id), ["role_assignment.created", "role_assignment.deleted"]);
    });

    test("a role deleted from the project is taken from everyone, and the project takes its assignments along", async () => {
      const other = await addProject(storage, owner, ["reader", "editor"]);
      const userId = await userOf(owner);
      const { id } = await assign(userId, ["reader", "editor"], other);
      await storage.transaction((tx) => deleteProjectRole(tx, other, "editor", by));
      assert.deepEqual(await rolesIn(userId, other), ["reader"]);
      assert.deepEqual((await readRoleAssignment(storage.db, id)).roleKeys, ["reader"]);
      await storage.transaction((tx) => deleteProject(tx, other, by));
      assert.equal(await findRoleAssignment(storage.db, id), undefined);
    });

    test("assignments are listed by project, by user and by grant, page by page", async () => {
      const project = await addProject(storage, owner, ["reader"]);
      const { id: throughGrant } = await grant(project, receiver, ["reader"]);
      const [own, foreign] = [await userOf(owner), await userOf(receiver)];
      const a = await assign(own, ["reader"], project);
      const b = await assign(foreign, ["reader"], project);
      const c = await assign(foreign, ["reader"]);
      const list = (
        of: Parameters<typeof listRoleAssignments>[1],
        more: Partial<ListRequest<"createdAt">> & { q?: string } = {},
      ) => listRoleAssignments(storage.db, of, { sort: "createdAt", limit: 10, ...more });
      assert.deepEqual(await list({ projectId: project }), { items: [a, b], next: undefined });
      const { items, next } = await list({ projectId: project }, { limit: 1 });
      assert.deepEqual(items, [a]);
      assert.deepEqual(await list({ projectId: project }, { limit: 1, after: next }), { items: [b], next: undefined });
      assert.deepEqual((await list({ userId: foreign }, { sort: "-createdAt" })).items, [c, b]);
      assert.deepEqual((await list({ projectGrantId: throughGrant })).items, [b]);
      assert.deepEqual((await list({ projectId: project }, { q: b.user.loginName })).items, [b]);
      assert.deepEqual((await list({ projectGrantId: throughGrant }, { q: a.user.loginName })).items, []);
      assert.deepEqual((await list({ userId: foreign }, { q: b.projectName })).items, [b]);
      assert.deepEqual((await list({ userId: foreign }, { q: "nothing like it" })).items, []);
    });
  });
}
