/**
 * What the organization that receives a grant says to it: who may, what it does, and what happens to those who come at
 * once.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { isOwnOrAccepted } from "../../src/identity/accepted-projects.ts";
import { acceptProjectGrant, refuseProjectGrant } from "../../src/identity/grant-answers.ts";
import { addManager, listManagers } from "../../src/identity/managers.ts";
import { permissionsAt } from "../../src/identity/permissions/may.ts";
import type { Place } from "../../src/identity/permissions/places.ts";
import { type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import {
  changeProjectGrantRoles,
  deleteProjectGrant,
  findProjectGrant,
  grantProject,
  readProjectGrant,
  setProjectGrantState,
} from "../../src/identity/project-grants.ts";
import {
  assignRoles,
  changeAssignedRoles,
  findRoleAssignment,
  listRoleAssignments,
} from "../../src/identity/role-assignments.ts";
import type { Transaction } from "../../src/storage/database.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { rolesOf } from "../support/effective-roles.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { grantAccepted, grantFromBefore } from "../support/grants.ts";
import { addInstance, addOrganization, addProject, by, countEvents, insertUser, refusal } from "../support/identity.ts";

const AT_ONCE = 50;

for (const engine of engines) {
  describe(`answers to project grants on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let owner: string;
    let receiver: string;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      await addInstance(storage);
      owner = await addOrganization(storage);
      receiver = await addOrganization(storage);
    });
    after(() => database.drop());

    const run = <T>(work: (tx: Transaction) => Promise<T>) => storage.transaction(work);
    const newProject = () => addProject(storage, owner, ["admin", "reader"]);
    const input = async (roleKeys: string[] = ["reader"]) => ({
      projectId: await newProject(),
      organizationId: receiver,
      roleKeys,
    });
    const granted = async (grant: typeof grantProject, as = by) => {
      const what = await input();
      return run((tx) => grant(tx, what, as));
    };
    const pending = () => granted(grantProject);
    const accepted = () => granted(grantAccepted);
    const fromBefore = () => granted(grantFromBefore);
    const accept = (projectGrantId: string, organizationId = receiver) =>
      run((tx) => acceptProjectGrant(tx, { projectGrantId, organizationId }, by));
    const refuse = (projectGrantId: string, organizationId = receiver) =>
      run((tx) => refuseProjectGrant(tx, { projectGrantId, organizationId }, by));
    const stateOf = async (id: string) => {
      const { state, acceptedAt } = await readProjectGrant(storage.db, id);
      return `${state}, ${acceptedAt === undefined ? "not accepted" : "accepted"}`;
    };
    const managerAt = async (role: Role, place: Place, organizationId = owner) => {
      const userId = await insertUser(storage.db, organizationId);
      await run((tx) => addManager(tx, { userId, role, place }, by));
      return userId;
    };
    const assign = (projectId: string, userId: string, projectGrantId?: string) =>
      run((tx) => assignRoles(tx, { userId, projectId, projectGrantId, roleKeys: ["reader"] }, by));
    const isTheirBusiness = async (projectId: string) => {
      const found = await storage.db
        .selectFrom("projects as p")
        .select("p.id")
        .where("p.id", "=", projectId)
        .where(isOwnOrAccepted("p", sql.val(receiver)))
        .execute();
      return found.length > 0;
    };

    test("a grant waits until it is accepted, can be left, and accepted again", async () => {
      const { id, projectId, state } = await pending();
      assert.equal(state, "pending");
      assert.equal(await isTheirBusiness(projectId), false);
      await accept(id);
      assert.equal(await stateOf(id), "active, accepted");
      assert.equal(await isTheirBusiness(projectId), true);
      await refuse(id);
      assert.equal(await stateOf(id), "refused, not accepted");
      assert.equal(await isTheirBusiness(projectId), false);
      await accept(id);
      assert.equal(await stateOf(id), "active, accepted");
      assert.equal((await readProjectGrant(storage.db, id)).version, 4);
    });

    test("one that waits can be refused, and one that was refused or deleted gives no way back to the other side alone", async () => {
      const { id } = await pending();
      await refuse(id);
      assert.equal(await stateOf(id), "refused, not accepted");
      for (const verb of ["activate", "deactivate"] as const) {
        await assert.rejects(
          run((tx) => setProjectGrantState(tx, id, verb, by)),
          refusal("wrong_state", { message: /is refused/ }),
        );
      }
      const { projectId } = await readProjectGrant(storage.db, id);
      await assert.rejects(
        run((tx) => grantProject(tx, { projectId, organizationId: receiver, roleKeys: [] }, by)),
        refusal("already_exists"),
      );
      await run((tx) => deleteProjectGrant(tx, id, by));
      await assert.rejects(accept(id), refusal("unknown_resource"));
      const again = await run((tx) => grantProject(tx, { projectId, organizationId: receiver, roleKeys: [] }, by));
      assert.equal(again.state, "pending");
    });

    test("one from before goes on as it was; it is confirmed once, or left", async () => {
      const { id, projectId, state } = await fromBefore();
      assert.equal(state, "active");
      const userId = await insertUser(storage.db, receiver);
      await assign(projectId, userId);
      assert.deepEqual((await rolesOf(storage.db, userId, [projectId])).get(projectId), ["reader"]);
      assert.equal(await isTheirBusiness(projectId), false, "not before it is confirmed");
      await run((tx) => setProjectGrantState(tx, id, "deactivate", by));
      await accept(id);
      assert.equal(await stateOf(id), "inactive, accepted", "confirming does not activate");
      await run((tx) => setProjectGrantState(tx, id, "activate", by));
      assert.equal(await isTheirBusiness(projectId), true);
      assert.deepEqual((await rolesOf(storage.db, userId, [projectId])).get(projectId), ["reader"]);

      const left = await fromBefore();
      await refuse(left.id);
      assert.equal(await stateOf(left.id), "refused, not accepted");
    });

    test("what was accepted stays accepted while the other side deactivates it, and adds roles to it", async () => {
      const { id, projectId } = await accepted();
      await run((tx) => setProjectGrantState(tx, id, "deactivate", by));
      assert.equal(await stateOf(id), "inactive, accepted");
      assert.equal(await isTheirBusiness(projectId), false);
      await run((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["admin", "reader"] }, by));
      await run((tx) => setProjectGrantState(tx, id, "activate", by));
      assert.equal(await isTheirBusiness(projectId), true);
    });

    test("roles of one that waits or was refused can be changed, and that is no way to have it accepted", async () => {
      const { id } = await pending();
      await run((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["admin"] }, by));
      assert.equal(await stateOf(id), "pending, not accepted");
      await refuse(id);
      await run((tx) => changeProjectGrantRoles(tx, id, { roleKeys: ["reader"] }, by));
      assert.equal(await stateOf(id), "refused, not accepted");
    });

    test("the same answer twice is refused, with nothing changed, and so is one for another organization", async () => {
      const [given, refused, waits] = [await accepted(), await pending(), await pending()];
      await refuse(refused.id);
      const [third, before] = [await addOrganization(storage), await countEvents(storage.db)];
      await assert.rejects(accept(given.id), refusal("wrong_state", { message: /was accepted already/ }));
      await assert.rejects(refuse(refused.id), refusal("wrong_state", { message: /was refused already/ }));
      for (const organizationId of [owner, third, "nobody", ""]) {
        await assert.rejects(accept(waits.id, organizationId), refusal("unknown_resource"));
        await assert.rejects(refuse(waits.id, organizationId), refusal("unknown_resource"));
      }
      await assert.rejects(accept("nothing"), refusal("unknown_resource"));
      assert.equal(await stateOf(waits.id), "pending, not accepted");
      assert.equal(await countEvents(storage.db), before);
    });

    test("whoever grants accepts by that only where they may, whatever else they hold", async () => {
      const places: Record<string, Place> = {
        iam: { level: "iam" },
        organization: { level: "organization", organizationId: owner },
        project: { level: "project", projectId: await newProject() },
      };
      const actors: [name: string, userId: string, accepts: boolean][] = [];
      for (const role of roleNames) {
        const { level } = roles[role];
        const place = places[level];
        if (place === undefined) continue;
        actors.push([role, await managerAt(role, place), role === "IAM_OWNER" || role === "IAM_ORG_MANAGER"]);
        if (level !== "organization") continue;
        const there = { level, organizationId: receiver } as const;
        actors.push([`${role} of the receiver`, await managerAt(role, there), role === "ORG_OWNER"]);
      }
      for (const [name, id, accepts] of actors) {
        const made = await granted(grantProject, { actor: { kind: "user", id } });
        assert.equal(made.state, accepts ? "active" : "pending", name);
        assert.equal(made.acceptedAt !== undefined, accepts, name);
      }
      for (const kind of ["system", "operator", "visitor"] as const) {
        assert.equal((await granted(grantProject, { actor: { kind } })).state, "pending");
      }
      const application = { kind: "application", id: actors[0]?.[1] ?? "" } as const;
      assert.equal((await granted(grantProject, { actor: application })).state, "pending");
    });

    test("an owner who is locked accepts nothing by granting", async () => {
      const id = await managerAt("ORG_OWNER", { level: "organization", organizationId: receiver });
      await storage.db.updateTable("users").set({ state: "locked" }).where("id", "=", id).execute();
      assert.equal((await granted(grantProject, { actor: { kind: "user", id } })).state, "pending");
    });

    test("at a grant, and at the project, neither side's roles let anybody accept", async () => {
      const { id, projectId } = await accepted();
      const place = { level: "project_grant", projectGrantId: id } as const;
      const managers = [
        await managerAt("ORG_OWNER", { level: "organization", organizationId: owner }),
        await managerAt("ORG_OWNER", { level: "organization", organizationId: receiver }, receiver),
        await managerAt("PROJECT_OWNER", { level: "project", projectId }),
        await managerAt("PROJECT_GRANT_OWNER", place, receiver),
      ];
      for (const userId of managers)
        assert.equal((await permissionsAt(storage.db, userId, place)).has("project_grant.accept"), false);
      const there = { level: "organization", organizationId: receiver } as const;
      const may = await Promise.all(
        managers.map(async (userId) => (await permissionsAt(storage.db, userId, there)).has("project_grant.accept")),
      );
      assert.deepEqual(may, [false, true, false, false]);
    });

    test("through one that waits nobody gets a role or becomes a manager, from whichever side, and it does not say who is there", async () => {
      for (const answer of ["pending", "refused"] as const) {
        const { id, projectId } = await pending();
        if (answer === "refused") await refuse(id);
        const [userId, stranger] = [
          await insertUser(storage.db, receiver),
          await insertUser(storage.db, await addOrganization(storage)),
        ];
        const before = await countEvents(storage.db);
        const said = async (work: Promise<unknown>) =>
          work.then(
            () => assert.fail("it was given"),
            (error) => `${error.code}: ${error.message}`,
          );
        // Of those in the organization and those elsewhere the same is said.
        const [here, elsewhere] = [await said(assign(projectId, userId)), await said(assign(projectId, stranger))];
        assert.match(here, /^invalid_input: .* or that organization has yet to accept/);
        assert.equal(here, elsewhere);
        for (const somebody of [userId, stranger, "nobody"]) {
          assert.match(
            await said(assign(projectId, somebody, id)),
            answer === "pending" ? /^wrong_state: .* yet to accept/ : /^wrong_state: .* refused/,
          );
        }
        const place = { level: "project_grant", projectGrantId: id } as const;
        await assert.rejects(
          run((tx) => addManager(tx, { userId, role: "PROJECT_GRANT_OWNER", place }, by)),
          refusal("wrong_state"),
        );
        assert.equal(await countEvents(storage.db), before);
        assert.deepEqual(
          (await listRoleAssignments(storage.db, { projectGrantId: id }, { sort: "createdAt", limit: 10 })).items,
          [],
        );
        assert.deepEqual((await listManagers(storage.db, place, { sort: "createdAt", limit: 10 })).items, []);
      }
    });

    test("leaving takes the roles and managers along that came through the grant, and nobody else's", async () => {
      const { id, projectId } = await accepted();
      const other = await accepted();
      const userId = await insertUser(storage.db, receiver);
      const [through, elsewhere, direct] = [
        await assign(projectId, userId),
        await assign(other.projectId, userId),
        await assign(projectId, await insertUser(storage.db, owner)),
      ];
      const place = { level: "project_grant", projectGrantId: id } as const;
      const there = { level: "project_grant", projectGrantId: other.id } as const;
      const manager = await managerAt("PROJECT_GRANT_OWNER", place, receiver);
      const otherManager = await managerAt("PROJECT_GRANT_OWNER", there, receiver);
      await refuse(id);
      assert.equal(await findRoleAssignment(storage.db, through.id), undefined);
      assert.ok(await findRoleAssignment(storage.db, elsewhere.id));
      assert.ok(await findRoleAssignment(storage.db, direct.id));
      assert.deepEqual([...(await permissionsAt(storage.db, manager, place))], []);
      assert.ok((await permissionsAt(storage.db, otherManager, there)).has("role_assignment.write"));
      await accept(id);
      assert.deepEqual(
        [...(await rolesOf(storage.db, userId, [projectId]))],
        [],
        "they do not come back by themselves",
      );
    });

    test("both organizations have the answer in their logs, and only the one that gave it who it was", async () => {
      const { id, projectId } = await pending();
      const actor = {
        kind: "user",
        id: await managerAt("ORG_OWNER", { level: "organization", organizationId: receiver }, receiver),
      } as const;
      const received = { projectGrantId: id, organizationId: receiver };
      await run((tx) => acceptProjectGrant(tx, received, { actor, requestId: "request-1" }));
      await run((tx) => refuseProjectGrant(tx, received, { actor }));
      const rows = await storage.db
        .selectFrom("events")
        .selectAll()
        .where("resource_id", "=", id)
        .orderBy("id")
        .execute();
      const answers = rows.filter(({ type }) => type !== "project_grant.created");
      assert.deepEqual(
        answers.map(({ type, organization_id, actor_kind, actor_id, detail }) => [
          type,
          organization_id,
          `${actor_kind} ${actor_id}`,
          JSON.parse(detail),
        ]),
        (["accepted", "refused"] as const).flatMap((what) => {
          const detail = { projectId, grantedTo: receiver, was: what === "accepted" ? "pending" : "active" };
          return [
            [`project_grant.${what}`, receiver, `user ${actor.id}`, detail],
            [`project_grant.${what}`, owner, `organization ${receiver}`, detail],
          ];
        }),
      );
    });

    describe("of many at once", () => {
      const wins = (results: readonly PromiseSettledResult<unknown>[]) =>
        results.filter(({ status }) => status === "fulfilled").length;
      const lost = (results: readonly PromiseSettledResult<unknown>[], codes: readonly string[]) => {
        for (const result of results)
          if (result.status === "rejected") assert.ok(codes.includes(result.reason.code), result.reason);
      };
      const answersTo = async (id: string) => {
        const rows = await storage.db
          .selectFrom("events")
          .select(["type", "organization_id"])
          .where("resource_id", "=", id)
          .where("type", "in", ["project_grant.accepted", "project_grant.refused"])
          .execute();
        return rows.filter(({ organization_id }) => organization_id === receiver).length;
      };

      test("who accept, or refuse, one does", async () => {
        for (const answer of [accept, refuse]) {
          const { id } = await pending();
          const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => answer(id)));
          assert.equal(wins(results), 1);
          lost(results, ["wrong_state"]);
          assert.equal(await answersTo(id), 1);
        }
      });

      test("who accept and refuse, each answer is another one than the one before", async () => {
        const { id } = await pending();
        const results = await Promise.allSettled(
          Array.from({ length: AT_ONCE }, (_, n) => (n % 2 === 0 ? accept(id) : refuse(id))),
        );
        lost(results, ["wrong_state"]);
        const answers = await storage.db
          .selectFrom("events")
          .select("type")
          .where("resource_id", "=", id)
          .where("organization_id", "=", receiver)
          .execute();
        const given = (what: string) => answers.filter(({ type }) => type === what).length;
        const [acceptances, refusals] = [given("project_grant.accepted"), given("project_grant.refused")];
        assert.equal(wins(results), acceptances + refusals);
        assert.ok(Math.abs(acceptances - refusals) <= 1, `${acceptances} accepted, ${refusals} refused`);
        const { state, acceptedAt } = await readProjectGrant(storage.db, id);
        assert.equal(state === "active", acceptedAt !== undefined);
      });

      test("an answer and the deletion leave nothing behind", async () => {
        for (let round = 0; round < 10; round++) {
          const { id } = await pending();
          const deleting = run((tx) => deleteProjectGrant(tx, id, by));
          const results = await Promise.allSettled([accept(id), deleting, refuse(id), accept(id)]);
          await deleting;
          lost(results, ["wrong_state", "unknown_resource"]);
          assert.equal(await findProjectGrant(storage.db, id), undefined);
        }
      });

      test("nobody has a role, and nobody is a manager, of what was left while they were being made one", async () => {
        for (let round = 0; round < 10; round++) {
          const { id, projectId } = await accepted();
          const had = await assign(projectId, await insertUser(storage.db, receiver));
          const users = await Promise.all([1, 2, 3, 4].map(() => insertUser(storage.db, receiver)));
          const place = { level: "project_grant", projectGrantId: id } as const;
          const giving = users.flatMap((userId) => [
            assign(projectId, userId, id),
            run((tx) => addManager(tx, { userId, role: "PROJECT_GRANT_OWNER", place }, by)),
          ]);
          const changing = run((tx) => changeAssignedRoles(tx, had.id, { roleKeys: ["reader"] }, by));
          const leaving = refuse(id);
          const results = await Promise.allSettled([...giving, changing, leaving]);
          await leaving;
          lost(results, ["wrong_state", "invalid_input", "unknown_resource"]);
          const left = await storage.db
            .selectFrom("role_assignments")
            .select("id")
            .where("project_grant_id", "=", id)
            .execute();
          const managers = await storage.db
            .selectFrom("managers")
            .select("id")
            .where("project_grant_id", "=", id)
            .execute();
          assert.deepEqual([left, managers], [[], []]);
        }
      });
    });
  });
}
