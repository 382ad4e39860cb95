import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { takeRole } from "../../src/identity/give-role.ts";
import type { ListRequest } from "../../src/identity/listing.ts";
import {
  addManager,
  listManagerRoles,
  listManagers,
  readManager,
  refuseIfLastOwner,
  refuseIfLastOwnersIn,
  removeManagerById,
} from "../../src/identity/managers.ts";
import { readOrganization } from "../../src/identity/organizations.ts";
import { type Place, placeId } from "../../src/identity/permissions/places.ts";
import { type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import { readProjectGrant } from "../../src/identity/project-grants.ts";
import { readProject } from "../../src/identity/projects.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import type { Transaction } from "../../src/storage/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
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
  setState,
} from "../support/identity.ts";
import { removeManager } from "../support/managers.ts";

const iam: Place = { level: "iam" };

for (const engine of engines) {
  describe(`managers on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let acme: string;
    let other: string;
    let places: Record<Place["level"], Place>;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      await addInstance(storage);
      [acme, other] = [await addOrganization(storage), await addOrganization(storage)];
      const projectId = await addProject(storage, acme);
      const foreign = await addProject(storage, other);
      const grant = { projectId: foreign, organizationId: acme, roleKeys: [] };
      const { id: projectGrantId } = await storage.transaction((tx) => grantAccepted(tx, grant, by));
      places = {
        iam,
        organization: { level: "organization", organizationId: acme },
        project: { level: "project", projectId },
        project_grant: { level: "project_grant", projectGrantId },
      };
    });
    after(() => database.drop());

    const add = async (userId: string, role: Role, place: Place) => {
      const { ended: _, ...manager } = await storage.transaction((tx) => addManager(tx, { userId, role, place }, by));
      return manager;
    };
    const remove = (userId: string, role: Role, place: Place) =>
      storage.transaction((tx) => removeManager(tx, { userId, role, place }, by));

    for (const role of roleNames) {
      const { level } = roles[role];
      test(`${role} is given at its own level, to a user or service user, and taken away again`, async () => {
        for (const kind of ["human", "service"] as const) {
          const userId = await insertUser(storage.db, acme, { kind });
          const { id, createdAt, user, ...manager } = await add(userId, role, places[level]);
          assert.deepEqual([user.id, user.kind], [userId, kind]);
          assert.deepEqual(manager, { userId, role, place: places[level] });
          assert.ok(createdAt > 0);
          if (role === "IAM_OWNER") await add(await insertUser(storage.db, acme), role, iam);
          await remove(userId, role, places[level]);
          assert.deepEqual(await listManagerRoles(storage.db, userId), []);
          assert.deepEqual(await eventsOf(storage.db, id), ["manager.added", "manager.removed"]);
        }
      });

      test(`${role} cannot be given at another level, nor taken from there`, async () => {
        const userId = await insertUser(storage.db, acme);
        const taker = { userId, permissions: new Set(roles.IAM_OWNER.permissions) };
        const { id: managerId } = await add(userId, role, places[level]);
        for (const place of Object.values(places).filter((one) => one.level !== level)) {
          await assert.rejects(
            add(userId, role, place),
            refusal("invalid_input", { field: "role", message: new RegExp(`^${role} is a role of`) }),
          );
          await storage.transaction((tx) => takeRole(tx, taker, { managerId, place }, by));
        }
        assert.deepEqual(
          (await listManagerRoles(storage.db, userId)).map(({ id }) => id),
          [managerId],
        );
        await storage.transaction((tx) => tx.deleteFrom("managers").where("id", "=", managerId).execute());
      });
    }

    test("the same role is given at the same place once, also when many give it at once", async () => {
      const userId = await insertUser(storage.db, acme);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => add(userId, "ORG_OWNER", places.organization)),
      );
      assert.equal(results.filter((result) => result.status === "fulfilled").length, 1);
      await assert.rejects(add(userId, "ORG_OWNER", places.organization), refusal("already_exists", { field: "role" }));
      await add(userId, "ORG_OWNER_VIEWER", places.organization);
    });

    test("people of other organizations can manage an organization or a project", async () => {
      for (const [level, role] of [
        ["organization", "ORG_OWNER"],
        ["project", "PROJECT_OWNER"],
      ] as const) {
        const userId = await insertUser(storage.db, other);
        assert.equal((await add(userId, role, places[level])).userId, userId);
      }
    });

    test("what was granted to an organization is managed by its own users", async () => {
      const userId = await insertUser(storage.db, other);
      const before = await countEvents(storage.db);
      const refused = add(userId, "PROJECT_GRANT_OWNER", places.project_grant);
      await assert.rejects(refused, refusal("invalid_input", { field: "userId", message: /that received it/ }));
      assert.deepEqual(await listManagerRoles(storage.db, userId), []);
      assert.equal(await countEvents(storage.db), before);
    });

    test("unknown users, places and managers are refused as such", async () => {
      const userId = await insertUser(storage.db, acme);
      await assert.rejects(
        add("nobody", "ORG_OWNER", places.organization),
        refusal("unknown_resource", { message: /user nobody/ }),
      );
      const nowhere: [Role, Place][] = [
        ["ORG_OWNER", { level: "organization", organizationId: "nowhere" }],
        ["ORG_OWNER", { level: "organization", organizationId: "" }],
        ["PROJECT_OWNER", { level: "project", projectId: "nowhere" }],
        ["PROJECT_GRANT_OWNER", { level: "project_grant", projectGrantId: "nowhere" }],
      ];
      for (const [role, place] of nowhere) await assert.rejects(add(userId, role, place), refusal("unknown_resource"));
      await assert.rejects(
        remove(userId, "ORG_OWNER", places.organization),
        refusal("unknown_resource", { message: /no manager/ }),
      );
    });

    test("managers are listed by place, page by page, and a user's roles with their places", async () => {
      const place: Place = { level: "project", projectId: await addProject(storage, acme) };
      const [one, two] = [await insertUser(storage.db, acme), await insertUser(storage.db, acme)];
      const first = await add(one, "PROJECT_OWNER", place);
      const second = await add(two, "PROJECT_OWNER_VIEWER", place);
      const third = await add(one, "ORG_USER_MANAGER", places.organization);
      const list = (more: Partial<ListRequest<"createdAt">> = {}) =>
        listManagers(storage.db, place, { sort: "createdAt", limit: 10, ...more });
      assert.deepEqual(await list(), { items: [first, second], next: undefined });
      const page = await list({ limit: 1 });
      assert.deepEqual(page.items, [first]);
      assert.deepEqual(await list({ limit: 1, after: page.next }), { items: [second], next: undefined });
      assert.deepEqual((await list({ sort: "-createdAt" })).items, [second, first]);
      const held = await listManagerRoles(storage.db, one);
      assert.deepEqual(
        held.map(({ id }) => id),
        [first.id, third.id],
      );
    });

    test("a manager is listed and read with who it is, person or service", async () => {
      const make = {
        organizationId: other,
        userName: "listed.person",
        email: "secret.address@mail.example",
        profile: { displayName: "Listed Person" },
      };
      const person = await storage.transaction((tx) => createHuman(tx, make, by));
      const service = await storage.transaction((tx) =>
        createServiceUser(tx, { organizationId: other, userName: "listed.robot", name: "Robot" }, by),
      );
      const { domain } = await readOrganization(storage.db, other);
      const place: Place = { level: "organization", organizationId: await addOrganization(storage) };
      const summaries = [
        {
          id: person.id,
          kind: "human",
          organizationId: other,
          loginName: `listed.person@${domain}`,
          displayName: "Listed Person",
        },
        {
          id: service.id,
          kind: "service",
          organizationId: other,
          loginName: `listed.robot@${domain}`,
          displayName: "Robot",
        },
      ];
      for (const { id } of summaries) await add(id, "ORG_OWNER", place);
      const { items } = await listManagers(storage.db, place, { sort: "createdAt", limit: 10 });
      assert.deepEqual(
        items.map(({ user }) => user),
        summaries,
      );
      for (const manager of items) assert.deepEqual(await readManager(storage.db, manager.id), manager);
      const found = async (q: string) =>
        (await listManagers(storage.db, place, { sort: "createdAt", limit: 10, q })).items.map((one) => one.user.id);
      assert.deepEqual(await found("ed pers"), [person.id]);
      assert.deepEqual(await found(`ROBOT@${domain}`), [service.id]);
      assert.deepEqual(await found("listed."), [person.id, service.id]);
      assert.deepEqual(await found(" "), [person.id, service.id]);
      assert.deepEqual(await found("%"), []);
      // What the list does not show of a user finds nobody.
      assert.deepEqual(await found("secret.address"), []);
      await assert.rejects(
        readManager(storage.db, "nobody"),
        refusal("unknown_resource", { message: /manager nobody/ }),
      );
    });

    test("somebody's roles say what each place is called and whose it is", async () => {
      const userId = await insertUser(storage.db, acme);
      for (const [role, place] of [
        ["IAM_OWNER_VIEWER", places.iam],
        ["ORG_OWNER", places.organization],
        ["PROJECT_OWNER", places.project],
        ["PROJECT_GRANT_OWNER", places.project_grant],
      ] as const)
        await add(userId, role, place);
      const held = await listManagerRoles(storage.db, userId);
      const grant = await readProjectGrant(storage.db, placeId(places.project_grant));
      const project = await readProject(storage.db, placeId(places.project));
      const organization = await readOrganization(storage.db, acme);
      assert.deepEqual(
        held.map(({ role, placeName, organizationId }) => [role, placeName, organizationId]),
        [
          ["IAM_OWNER_VIEWER", "", undefined],
          ["ORG_OWNER", organization.name, acme],
          ["PROJECT_OWNER", project.name, acme],
          ["PROJECT_GRANT_OWNER", grant.projectName, acme],
        ],
      );
    });

    test("a manager is removed by id, once, and that is one event", async () => {
      const userId = await insertUser(storage.db, acme);
      const { id } = await add(userId, "ORG_OWNER", places.organization);
      const removals = await Promise.allSettled(
        Array.from({ length: 10 }, () => storage.transaction((tx) => removeManagerById(tx, id, by))),
      );
      assert.equal(removals.filter(({ status }) => status === "fulfilled").length, 1);
      assert.deepEqual(await eventsOf(storage.db, id), ["manager.added", "manager.removed"]);
      for (const gone of [id, "nobody", ""]) {
        await assert.rejects(
          storage.transaction((tx) => removeManagerById(tx, gone, by)),
          refusal("unknown_resource"),
        );
      }
    });
  });

  describe(`the last owner on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let first: string;
    let second: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open({ connections: 20 });
      ({ organizationId: first } = await addInstance(storage));
      second = await addOrganization(storage);
    });
    after(() => database.drop());

    /** Exactly these owners, and nobody else. */
    async function owners(...users: { in?: string; state?: string; kind?: "human" | "service" }[]): Promise<string[]> {
      await storage.db.deleteFrom("managers").execute();
      await storage.db.updateTable("organizations").set({ state: "active" }).execute();
      const ids: string[] = [];
      for (const user of users) {
        const id = await insertUser(storage.db, user.in ?? first, user);
        await storage.transaction((tx) => addManager(tx, { userId: id, role: "IAM_OWNER", place: iam }, by));
        ids.push(id);
      }
      return ids;
    }
    const owner = (userId: string) => ({ userId, role: "IAM_OWNER", place: iam }) as const;
    const remove = (userId: string) => storage.transaction((tx) => removeManager(tx, owner(userId), by));
    const ask = (userId: string) => storage.transaction((tx) => refuseIfLastOwner(tx, userId));
    const askFor = (organizationId: string) => storage.transaction((tx) => refuseIfLastOwnersIn(tx, organizationId));
    const last = refusal("last_owner");

    test("the last owner stays, with the role; any other manager may go", async () => {
      const [only = ""] = await owners({});
      const viewer = await insertUser(storage.db, first);
      await storage.transaction((tx) => addManager(tx, { userId: viewer, role: "IAM_OWNER_VIEWER", place: iam }, by));
      const [held] = await listManagerRoles(storage.db, only);
      const before = await dump(storage);
      await assert.rejects(remove(only), last);
      await assert.rejects(
        storage.transaction((tx) => removeManagerById(tx, held?.id ?? "", by)),
        last,
      );
      await assert.rejects(ask(only), last);
      assert.deepEqual(await dump(storage), before);
      assert.deepEqual((await listManagerRoles(storage.db, only)).length, 1);
      await ask(viewer);
      await ask(await insertUser(storage.db, first));
      await storage.transaction((tx) =>
        removeManager(tx, { userId: viewer, role: "IAM_OWNER_VIEWER", place: iam }, by),
      );
    });

    test("with another owner, one may go", async () => {
      const [one = "", two = ""] = await owners({}, { kind: "service" });
      await ask(one);
      await ask(two);
      await remove(one);
      await assert.rejects(ask(two), last);
    });

    for (const state of ["inactive", "locked", "unverified"]) {
      test(`an owner who is ${state} does not count as another one, and may go`, async () => {
        const [active = "", idle = ""] = await owners({}, { state });
        await assert.rejects(ask(active), last);
        await assert.rejects(remove(active), last);
        await ask(idle);
        await remove(idle);
      });
    }

    test("an owner whose organization is inactive does not count as another one", async () => {
      const [here = ""] = await owners({}, { in: second });
      await ask(here);
      await setState(storage.db, "organizations", second, "inactive");
      await assert.rejects(ask(here), last);
    });

    test("an organization with the last owners stays; one with other users, or with another owner elsewhere, may go", async () => {
      await owners({ in: second }, { in: second });
      await assert.rejects(askFor(second), last);
      await askFor(first);
      await owners({ in: second }, { in: first });
      await askFor(second);
      await askFor(first);
    });

    const rounds = 20;
    const parallel = 50;
    const deactivate = async (tx: Transaction, userId: string) => {
      await refuseIfLastOwner(tx, userId);
      await tx.updateTable("users").set({ state: "inactive" }).where("id", "=", userId).execute();
    };
    const deleteUser = async (tx: Transaction, userId: string) => {
      await refuseIfLastOwner(tx, userId);
      await tx.deleteFrom("users").where("id", "=", userId).execute();
    };
    const ways: [name: string, way: (tx: Transaction, userId: string) => Promise<void>][] = [
      ["lose the role", (tx, userId) => removeManager(tx, owner(userId), by)],
      [
        "lose the role by its id",
        async (tx, userId) => removeManagerById(tx, (await listManagerRoles(tx, userId))[0]?.id ?? "", by),
      ],
      ["are deactivated", deactivate],
      ["are deleted", deleteUser],
    ];
    const activeOwners = async () =>
      (
        await storage.db
          .selectFrom("managers")
          .innerJoin("users", "users.id", "managers.user_id")
          .select("users.id")
          .where("managers.role", "=", "IAM_OWNER")
          .where("users.state", "=", "active")
          .execute()
      ).length;

    for (const [name, way] of [...ways, ["go in different ways", undefined] as const]) {
      test(`when all owners ${name} at the same moment, exactly one stays`, async () => {
        const node = await database.open({ connections: 20 });
        for (let round = 0; round < rounds; round++) {
          const ids = await owners({}, {}, {}, {}, {});
          const attempts = Array.from({ length: parallel }, (_, i) => {
            const take = way ?? ways[i % ways.length]?.[1] ?? deactivate;
            return (i % 2 ? storage : node).transaction((tx) => take(tx, ids[i % ids.length] ?? ""));
          });
          const results = await Promise.allSettled(attempts);
          for (const result of results)
            if (result.status === "rejected") assert.match(result.reason.code, /^(last_owner|unknown_resource)$/);
          assert.equal(await activeOwners(), 1);
        }
      });
    }

    test("somebody who becomes an owner while being deleted is never the one who was counted on", async () => {
      for (let round = 0; round < rounds; round++) {
        const [old = ""] = await owners({});
        const fresh = await insertUser(storage.db, first);
        await Promise.allSettled([
          storage.transaction((tx) => addManager(tx, owner(fresh), by)),
          storage.transaction((tx) => deleteUser(tx, fresh)),
          ...Array.from({ length: 5 }, () => remove(old)),
        ]);
        assert.ok((await activeOwners()) >= 1);
      }
    });
  });
}
