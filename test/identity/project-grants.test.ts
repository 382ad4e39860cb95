import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { acceptProjectGrant } from "../../src/identity/grant-answers.ts";
import type { ListRequest } from "../../src/identity/listing.ts";
import { addManager, listManagers } from "../../src/identity/managers.ts";
import { readOrganization } from "../../src/identity/organizations.ts";
import {
  changeProjectGrantRoles,
  deleteProjectGrant,
  findProjectGrant,
  grantProject,
  listProjectGrants,
  readProjectGrant,
  setProjectGrantState,
} from "../../src/identity/project-grants.ts";
import { deleteProjectRole } from "../../src/identity/project-roles.ts";
import { readProject } from "../../src/identity/projects.ts";
import { assignRoles, findRoleAssignment, readRoleAssignment } from "../../src/identity/role-assignments.ts";
import type { Storage } from "../../src/storage/storage.ts";
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

/** The answer is in the log of both organizations. */
const granting = ["project_grant.created", "project_grant.accepted", "project_grant.accepted"];

for (const engine of engines) {
  describe(`project grants on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let owner: string;
    let receiver: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      ({ organizationId: owner } = await addInstance(storage));
      receiver = await addOrganization(storage);
    });
    after(() => database.drop());

    const grant = (projectId: string, roleKeys: string[] = [], organizationId = receiver) =>
      storage.transaction((tx) => grantProject(tx, { projectId, organizationId, roleKeys }, by));
    const grantAndAccept = (projectId: string, roleKeys: string[] = []) =>
      storage.transaction((tx) => grantAccepted(tx, { projectId, organizationId: receiver, roleKeys }, by));
    const newProject = () => addProject(storage, owner, ["admin", "editor", "reader"]);

    test("a project is granted to another organization with some of its roles, and that is one event", async () => {
      const projectId = await newProject();
      const { id, ...granted } = await grant(projectId, ["reader", "editor", "reader"]);
      assert.deepEqual(
        {
          projectId: granted.projectId,
          organizationId: granted.organizationId,
          roleKeys: granted.roleKeys,
          state: granted.state,
        },
        { projectId, organizationId: receiver, roleKeys: ["editor", "reader"], state: "pending" },
      );
      assert.deepEqual(await findProjectGrant(storage.db, id), { id, ...granted });
      const names = {
        projectName: (await readProject(storage.db, projectId)).name,
        organizationName: (await readOrganization(storage.db, receiver)).name,
      };
      assert.deepEqual({ projectName: granted.projectName, organizationName: granted.organizationName }, names);
      const { name, domain } = await readOrganization(storage.db, owner);
      assert.deepEqual(
        [granted.ownerOrganizationId, granted.ownerOrganizationName, granted.ownerOrganizationDomain],
        [owner, name, domain],
      );
      assert.equal(granted.acceptedAt, undefined);
      assert.deepEqual(await eventsOf(storage.db, id), ["project_grant.created"]);
    });

    test("a grant without roles is possible: its users may sign in and have none", async () => {
      assert.deepEqual((await grant(await newProject())).roleKeys, []);
    });

    test("a project is not granted to the organization that owns it", async () => {
      await assert.rejects(grant(await newProject(), [], owner), refusal("invalid_input", { field: "organizationId" }));
    });

    test("a role that the project does not have cannot be granted, and the message names it", async () => {
      const projectId = await newProject();
      const before = await countEvents(storage.db);
      await assert.rejects(
        grant(projectId, ["reader", "boss"]),
        refusal("invalid_input", { field: "roleKeys", message: /no role boss$/ }),
      );
      await assert.rejects(grant(projectId, ["\0<b>"]), refusal("invalid_input", { message: /no role$/ }));
      assert.deepEqual(
        (await listProjectGrants(storage.db, { projectId }, { sort: "createdAt", limit: 10 })).items,
        [],
      );
      assert.equal(await countEvents(storage.db), before);
    });

    test("a project is granted to an organization once", async () => {
      const projectId = await newProject();
      await grant(projectId);
      await assert.rejects(grant(projectId, ["reader"]), refusal("already_exists", { field: "organizationId" }));
      await grant(projectId, [], await addOrganization(storage));
    });

    test("of many who grant the same project to the same organization at once, one does", async () => {
      const projectId = await newProject();
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => grant(projectId, ["reader"])));
      assert.equal(results.filter((result) => result.status === "fulfilled").length, 1);
    });

    test("unknown projects and organizations are refused as such", async () => {
      const projectId = await newProject();
      await assert.rejects(
        grant(projectId, [], "nobody"),
        refusal("unknown_resource", { message: /organization nobody/ }),
      );
      await assert.rejects(grant("nothing"), refusal("unknown_resource", { message: /project nothing/ }));
    });

    test("grants are listed by project and by the organization that received them, page by page", async () => {
      const other = await addOrganization(storage);
      const [first, second] = [await newProject(), await newProject()];
      const a = await grant(first, ["reader"], other);
      const b = await grant(second, [], other);
      const c = await grant(first);
      const list = (
        of: { projectId: string } | { organizationId: string },
        more: Partial<ListRequest<"createdAt">> & { q?: string; state?: "pending" | "active" | "refused" } = {},
      ) => listProjectGrants(storage.db, of, { sort: "createdAt", limit: 2, ...more });
      assert.deepEqual(await list({ projectId: first }), { items: [a, c], next: undefined });
      assert.deepEqual((await list({ organizationId: other })).items, [a, b]);
      const { items, next } = await list({ organizationId: other }, { sort: "-createdAt", limit: 1 });
      assert.deepEqual(items, [b]);
      assert.deepEqual((await list({ organizationId: other }, { sort: "-createdAt", after: next })).items, [a]);
      assert.deepEqual((await list({ projectId: first }, { q: a.organizationName.toUpperCase() })).items, [a]);
      assert.deepEqual((await list({ organizationId: other }, { q: b.projectName.slice(1) })).items, [b]);
      assert.deepEqual((await list({ organizationId: other }, { q: "nothing like it" })).items, []);
      await storage.transaction((tx) => acceptProjectGrant(tx, { projectGrantId: a.id, organizationId: other }, by));
      const inState = async (state: "pending" | "active" | "refused") =>
        (await list({ organizationId: other }, { state })).items.map(({ id }) => id);
      assert.deepEqual(
        [await inState("pending"), await inState("active"), await inState("refused")],
        [[b.id], [a.id], []],
      );
      assert.deepEqual((await list({ organizationId: other }, { state: "pending", q: a.projectName })).items, []);
    });

    test("a role taken out of a grant is taken from those who had it through the grant, and from nobody else", async () => {
      const projectId = await newProject();
      const { id } = await grantAndAccept(projectId, ["reader", "editor"]);
      const assign = (userId: string) =>
        storage.transaction((tx) => assignRoles(tx, { userId, projectId, roleKeys: ["reader", "editor"] }, by));
      const through = await assign(await insertUser(storage.db, receiver));
      const direct = await assign(await insertUser(storage.db, owner));
      const changed = await storage.transaction((tx) =>
        changeProjectGrantRoles(tx, id, { roleKeys: ["reader", "admin"] }, by),
      );
      assert.deepEqual(changed.roleKeys, ["admin", "reader"]);
      assert.equal(changed.version, 3);
      assert.deepEqual((await readRoleAssignment(storage.db, through.id)).roleKeys, ["reader"]);
      assert.deepEqual((await readRoleAssignment(storage.db, direct.id)).roleKeys, ["editor", "reader"]);
      assert.deepEqual(await eventsOf(storage.db, id), [...granting, "project_grant.changed"]);

      await storage.transaction((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["reader", "editor"] }, by));
      assert.deepEqual(
        (await readRoleAssignment(storage.db, through.id)).roleKeys,
        ["reader"],
        "it does not come back by itself",
      );
    });

    test("roles that do not exist, an old version and an unknown grant are refused, and nothing is changed", async () => {
      const { id } = await grant(await newProject(), ["reader"]);
      const change = (roleKeys: string[], version?: number, which = id) =>
        storage.transaction((tx) => changeProjectGrantRoles(tx, which, { roleKeys, version }, by));
      await assert.rejects(change(["boss"]), refusal("invalid_input", { field: "roleKeys" }));
      await assert.rejects(change(["editor"], 7), refusal("changed_meanwhile"));
      await assert.rejects(change(["editor"], undefined, "nothing"), refusal("unknown_resource"));
      assert.deepEqual((await readProjectGrant(storage.db, id)).roleKeys, ["reader"]);
      assert.equal((await readProjectGrant(storage.db, id)).version, 1);
      await change(["editor"], 1);
    });

    test("nobody keeps a role that is taken out of the grant while it is given to them", async () => {
      for (let round = 0; round < 20; round++) {
        const projectId = await newProject();
        const { id } = await grantAndAccept(projectId, ["reader", "editor"]);
        const userIds = await Promise.all([1, 2, 3, 4].map(() => insertUser(storage.db, receiver)));
        const assigning = userIds.map((userId) =>
          storage.transaction((tx) => assignRoles(tx, { userId, projectId, roleKeys: ["editor"] }, by)),
        );
        const changing = storage.transaction((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["reader"] }, by));
        await Promise.allSettled([...assigning, changing]);
        await changing;
        const left = await storage.db
          .selectFrom("role_assignment_roles")
          .selectAll()
          .where("project_id", "=", projectId)
          .execute();
        assert.deepEqual(left, []);
      }
    });

    test("a role deleted from the project is out of the grant", async () => {
      const projectId = await newProject();
      const { id } = await grant(projectId, ["reader", "editor"]);
      await storage.transaction((tx) => deleteProjectRole(tx, projectId, "editor", by));
      assert.deepEqual((await readProjectGrant(storage.db, id)).roleKeys, ["reader"]);
    });

    test("a grant is deactivated and activated again, each from the other state only", async () => {
      const { id } = await grantAndAccept(await newProject());
      const set = (verb: "activate" | "deactivate", which = id) =>
        storage.transaction((tx) => setProjectGrantState(tx, which, verb, by));
      await assert.rejects(set("activate"), refusal("wrong_state", { message: /is active/ }));
      const waiting = (await grant(await newProject())).id;
      await assert.rejects(
        set("activate", waiting),
        refusal("wrong_state", { message: /is pending; only one that is inactive can be/ }),
      );
      await assert.rejects(
        set("deactivate", waiting),
        refusal("wrong_state", { message: /is pending; only one that is active can be/ }),
      );
      await set("deactivate");
      assert.equal((await readProjectGrant(storage.db, id)).state, "inactive");
      await assert.rejects(set("deactivate"), refusal("wrong_state", { message: /is inactive/ }));
      await set("activate");
      assert.equal((await readProjectGrant(storage.db, id)).state, "active");
      await assert.rejects(set("deactivate", "nothing"), refusal("unknown_resource"));
      assert.deepEqual(await eventsOf(storage.db, id), [
        ...granting,
        "project_grant.deactivated",
        "project_grant.activated",
      ]);
    });

    test("with a grant go the role assignments made through it and its managers; others stay", async () => {
      const projectId = await newProject();
      const { id } = await grantAndAccept(projectId, ["reader"]);
      const assign = (userId: string) =>
        storage.transaction((tx) => assignRoles(tx, { userId, projectId, roleKeys: ["reader"] }, by));
      const userId = await insertUser(storage.db, receiver);
      const through = await assign(userId);
      const direct = await assign(await insertUser(storage.db, owner));
      const place = { level: "project_grant", projectGrantId: id } as const;
      await storage.transaction((tx) => addManager(tx, { userId, role: "PROJECT_GRANT_OWNER", place }, by));
      await storage.transaction((tx) => deleteProjectGrant(tx, id, by));
      assert.equal(await findProjectGrant(storage.db, id), undefined);
      assert.equal(await findRoleAssignment(storage.db, through.id), undefined);
      assert.ok(await findRoleAssignment(storage.db, direct.id));
      assert.deepEqual((await listManagers(storage.db, place, { sort: "createdAt", limit: 10 })).items, []);
      assert.deepEqual(await eventsOf(storage.db, id), [...granting, "project_grant.deleted"]);
      await assert.rejects(
        storage.transaction((tx) => deleteProjectGrant(tx, id, by)),
        refusal("unknown_resource"),
      );
    });
  });
}
