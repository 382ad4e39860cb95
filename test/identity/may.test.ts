import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import { mayGive } from "../../src/identity/permissions/ceiling.ts";
import { may, permissionsAt } from "../../src/identity/permissions/may.ts";
import { type Permission, permissions } from "../../src/identity/permissions/permissions.ts";
import type { Place, Target } from "../../src/identity/permissions/places.ts";
import { permissionsOf, type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import { mayManageUser, mayManageUsersOf } from "../../src/identity/permissions/take-over.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { grantAccepted } from "../support/grants.ts";
import {
  addInstance,
  addOrganization,
  addProject,
  by,
  insertApplication,
  insertUser,
  setState,
} from "../support/identity.ts";

const iam: Place = { level: "iam" };
const organization = (organizationId: string): Place => ({ level: "organization", organizationId });
const project = (projectId: string): Place => ({ level: "project", projectId });
const application = (applicationId: string): Target => ({ level: "application", applicationId });
const user = (userId: string): Target => ({ level: "user", userId });

/** Acme owns a project that is granted to Beta; Gamma has nothing to do with either. */
interface World {
  readonly instance: { organizationId: string; projectId: string; applicationId: string };
  readonly acme: string;
  readonly beta: string;
  readonly gamma: string;
  readonly projectId: string;
  readonly otherProjectId: string;
  readonly applicationId: string;
  readonly grant: Place;
  readonly grantOfOther: Place;
}

async function build(storage: Storage): Promise<World> {
  const instance = await addInstance(storage);
  const [acme, beta, gamma] = [
    await addOrganization(storage),
    await addOrganization(storage),
    await addOrganization(storage),
  ];
  const [projectId, otherProjectId] = [await addProject(storage, acme), await addProject(storage, acme)];
  const applicationId = await insertApplication(storage.db, projectId);
  const grantTo = async (id: string): Promise<Place> => {
    const input = { projectId: id, organizationId: beta, roleKeys: [] };
    return {
      level: "project_grant",
      projectGrantId: (await storage.transaction((tx) => grantAccepted(tx, input, by))).id,
    };
  };
  const [grant, grantOfOther] = [await grantTo(projectId), await grantTo(otherProjectId)];
  return { instance, acme, beta, gamma, projectId, otherProjectId, applicationId, grant, grantOfOther };
}

for (const engine of engines) {
  describe(`what managers may do on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let world: World;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      world = await build(storage);
    });
    after(() => database.drop());

    async function manager(organizationId: string, role: Role, place: Place): Promise<string> {
      const userId = await insertUser(storage.db, organizationId);
      await storage.transaction((tx) => addManager(tx, { userId, role, place }, by));
      return userId;
    }
    const at = async (userId: string, target: Target) => [...(await permissionsAt(storage.db, userId, target))].sort();
    const allOf = (role: Role) => [...permissionsOf([role])].sort();
    /** At a grant: whose people they are looks them up. */
    const ownersShareOf = (role: Role) => allOf(role).filter((permission) => permission !== "user.read");
    const readsOf = (held: Permission[]) => held.filter((permission) => permission.endsWith(".read"));

    test("somebody without a manager role may do nothing anywhere", async () => {
      const nobody = await insertUser(storage.db, world.acme);
      for (const target of [
        iam,
        organization(world.acme),
        project(world.projectId),
        application(world.applicationId),
        user(nobody),
      ]) {
        assert.deepEqual(await at(nobody, target), []);
      }
      assert.deepEqual(await at("nobody", iam), []);
    });

    for (const role of roleNames.filter((name) => roles[name].level === "iam")) {
      test(`${role} counts everywhere in the instance`, async () => {
        const userId = await manager(world.gamma, role, iam);
        const target = await insertUser(storage.db, world.beta);
        for (const place of [
          iam,
          organization(world.acme),
          project(world.projectId),
          world.grant,
          application(world.applicationId),
          user(target),
        ]) {
          assert.deepEqual(await at(userId, place), allOf(role));
        }
      });
    }

    for (const role of roleNames.filter((name) => roles[name].level === "organization")) {
      test(`${role} counts in its organization, its projects, applications and users, and in no other`, async () => {
        const userId = await manager(world.acme, role, organization(world.acme));
        const [own, foreign] = [await insertUser(storage.db, world.acme), await insertUser(storage.db, world.beta)];
        for (const place of [
          organization(world.acme),
          project(world.projectId),
          application(world.applicationId),
          user(own),
        ]) {
          assert.deepEqual(await at(userId, place), allOf(role));
        }
        for (const place of [
          iam,
          organization(world.beta),
          organization("nowhere"),
          user(foreign),
          user("nobody"),
          project("nowhere"),
        ]) {
          assert.deepEqual(await at(userId, place), []);
        }
      });
    }

    for (const role of ["PROJECT_OWNER", "PROJECT_OWNER_VIEWER"] as const) {
      test(`${role} counts in its project, the applications and grants in it, and nowhere else`, async () => {
        const userId = await manager(world.acme, role, project(world.projectId));
        for (const place of [project(world.projectId), application(world.applicationId)]) {
          assert.deepEqual(await at(userId, place), allOf(role));
        }
        assert.deepEqual(await at(userId, world.grant), ownersShareOf(role));
        const elsewhere = [
          iam,
          organization(world.acme),
          project(world.otherProjectId),
          world.grantOfOther,
          user(userId),
        ];
        for (const place of elsewhere) assert.deepEqual(await at(userId, place), []);
      });
    }

    for (const role of ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER_VIEWER"] as const) {
      test(`${role} counts at its grant, and neither in the granted project nor in the own organization`, async () => {
        const userId = await manager(world.beta, role, world.grant);
        assert.deepEqual(await at(userId, world.grant), allOf(role));
        const elsewhere = [
          iam,
          organization(world.acme),
          organization(world.beta),
          project(world.projectId),
          application(world.applicationId),
          world.grantOfOther,
          user(userId),
        ];
        for (const place of elsewhere) assert.deepEqual(await at(userId, place), []);
      });
    }

    test("the organization that received a grant decides who gets it, and neither what is granted nor over the project", async () => {
      const userId = await manager(world.beta, "ORG_OWNER", organization(world.beta));
      assert.deepEqual(await at(userId, world.grant), allOf("PROJECT_GRANT_OWNER"));
      assert.equal(await may(storage.db, userId, "role_assignment.write", world.grant), true);
      assert.equal(await may(storage.db, userId, "project_grant.write", world.grant), false);
      assert.equal(await may(storage.db, userId, "project_grant.delete", world.grant), false);
      assert.deepEqual(await at(userId, project(world.projectId)), []);
      assert.deepEqual(await at(userId, application(world.applicationId)), []);
    });

    test("the organization that owns the project decides what is granted, and not who manages the grant", async () => {
      const userId = await manager(world.acme, "ORG_OWNER", organization(world.acme));
      assert.deepEqual(await at(userId, world.grant), ownersShareOf("PROJECT_OWNER"));
      assert.equal(await may(storage.db, userId, "project_grant.write", world.grant), true);
      assert.equal(await may(storage.db, userId, "project_grant_manager.write", world.grant), false);
    });

    test("a third organization has nothing to say about a grant", async () => {
      assert.deepEqual(await at(await manager(world.gamma, "ORG_OWNER", organization(world.gamma)), world.grant), []);
    });

    test("roles at several places add up", async () => {
      const userId = await manager(world.acme, "ORG_SETTINGS_MANAGER", organization(world.acme));
      const place = project(world.projectId);
      await storage.transaction((tx) => addManager(tx, { userId, role: "PROJECT_OWNER_VIEWER", place }, by));
      const both = [...permissionsOf(["ORG_SETTINGS_MANAGER", "PROJECT_OWNER_VIEWER"])].sort();
      assert.deepEqual(await at(userId, place), both);
      assert.deepEqual(await at(userId, project(world.otherProjectId)), allOf("ORG_SETTINGS_MANAGER"));
    });

    for (const state of ["inactive", "locked", "unverified"]) {
      test(`a manager who is ${state} may do nothing`, async () => {
        const userId = await manager(world.acme, "IAM_OWNER", iam);
        assert.equal(await may(storage.db, userId, "user.read", iam), true);
        await setState(storage.db, "users", userId, state);
        assert.deepEqual(await at(userId, iam), []);
      });
    }

    test("a manager whose organization is inactive may do nothing", async () => {
      const organizationId = await addOrganization(storage);
      const userId = await manager(organizationId, "IAM_OWNER", iam);
      await setState(storage.db, "organizations", organizationId, "inactive");
      assert.deepEqual(await at(userId, iam), []);
    });

    test("a role that this version does not know counts for nothing, and hides no other", async () => {
      const userId = await manager(world.acme, "ORG_OWNER_VIEWER", organization(world.acme));
      const row = { id: `x${engine.name}`, user_id: userId, role: "constructor", place_id: "", created_at: 0 };
      await storage.db
        .insertInto("managers")
        .values({ ...row, organization_id: null, project_id: null, project_grant_id: null })
        .execute();
      assert.deepEqual(await at(userId, organization(world.acme)), allOf("ORG_OWNER_VIEWER"));
    });

    test("a role taken away is gone at the next question", async () => {
      const userId = await manager(world.acme, "ORG_OWNER", organization(world.acme));
      assert.equal(await may(storage.db, userId, "user.write", organization(world.acme)), true);
      await storage.db.deleteFrom("managers").where("user_id", "=", userId).execute();
      assert.equal(await may(storage.db, userId, "user.write", organization(world.acme)), false);
    });

    describe("where applications carry manager roles", () => {
      test("the owner of the first organization sees Signet's own project and the console, and changes neither", async () => {
        const { organizationId, projectId, applicationId } = world.instance;
        const orgOwner = await manager(organizationId, "ORG_OWNER", organization(organizationId));
        const projectOwner = await manager(organizationId, "PROJECT_OWNER", project(projectId));
        const orgManager = await manager(organizationId, "IAM_ORG_MANAGER", iam);
        for (const target of [project(projectId), application(applicationId)]) {
          assert.deepEqual(await at(orgOwner, target), readsOf(allOf("ORG_OWNER")));
          assert.deepEqual(await at(projectOwner, target), readsOf(allOf("PROJECT_OWNER")));
          assert.deepEqual(await at(orgManager, target), readsOf(allOf("IAM_ORG_MANAGER")));
        }
        assert.equal(await may(storage.db, orgOwner, "project.create", organization(organizationId)), true);
      });

      test("the owner of the instance changes both", async () => {
        const owner = await manager(world.acme, "IAM_OWNER", iam);
        assert.deepEqual(await at(owner, application(world.instance.applicationId)), [...permissions].sort());
      });

      test("an application that was given management access is only changed by who may give it", async () => {
        const marked = await insertApplication(storage.db, world.projectId, { managementAccess: true });
        const projectOwner = await manager(world.acme, "PROJECT_OWNER", project(world.projectId));
        const owner = await manager(world.acme, "IAM_OWNER", iam);
        assert.equal(await may(storage.db, projectOwner, "application_secret.write", application(marked)), false);
        assert.equal(await may(storage.db, projectOwner, "application.read", application(marked)), true);
        assert.equal(
          await may(storage.db, projectOwner, "application_secret.write", application(world.applicationId)),
          true,
        );
        assert.equal(await may(storage.db, owner, "application_secret.write", application(marked)), true);
      });
    });

    describe("giving roles", () => {
      const gives = async (giverId: string, role: Role, place: Place) =>
        mayGive(await permissionsAt(storage.db, giverId, place), role).allowed;

      test("an organization's owner gives its roles there, and in no other organization or level above", async () => {
        const userId = await manager(world.acme, "ORG_OWNER", organization(world.acme));
        assert.equal(await gives(userId, "ORG_OWNER", organization(world.acme)), true);
        assert.equal(await gives(userId, "PROJECT_OWNER", project(world.projectId)), true);
        assert.equal(await gives(userId, "ORG_OWNER_VIEWER", organization(world.beta)), false);
        assert.equal(await gives(userId, "IAM_OWNER_VIEWER", iam), false);
        assert.equal(await gives(userId, "PROJECT_GRANT_OWNER", world.grant), false);
      });

      test("the owner of the organization that received a grant, and of the grant, make its managers", async () => {
        const orgOwner = await manager(world.beta, "ORG_OWNER", organization(world.beta));
        const grantOwner = await manager(world.beta, "PROJECT_GRANT_OWNER", world.grant);
        for (const giver of [orgOwner, grantOwner])
          assert.equal(await gives(giver, "PROJECT_GRANT_OWNER", world.grant), true);
        assert.equal(await gives(grantOwner, "PROJECT_GRANT_OWNER", world.grantOfOther), false);
        assert.equal(await gives(orgOwner, "PROJECT_OWNER", project(world.projectId)), false);
      });

      test("nobody but the owner of the instance makes managers of Signet's own project", async () => {
        const { organizationId, projectId } = world.instance;
        const orgOwner = await manager(organizationId, "ORG_OWNER", organization(organizationId));
        const orgManager = await manager(organizationId, "IAM_ORG_MANAGER", iam);
        for (const giver of [orgOwner, orgManager])
          assert.equal(await gives(giver, "PROJECT_OWNER_VIEWER", project(projectId)), false);
        assert.equal(
          await gives(await manager(world.acme, "IAM_OWNER", iam), "PROJECT_OWNER", project(projectId)),
          true,
        );
      });
    });

    describe("taking over", () => {
      const manages = async (actorId: string, userId: string) =>
        (await mayManageUser(storage.db, actorId, userId, "acts_as")).allowed;

      test("users without a manager role are managed by whoever has the permission for it", async () => {
        const actor = await manager(world.acme, "ORG_USER_MANAGER", organization(world.acme));
        assert.deepEqual(await mayManageUser(storage.db, actor, await insertUser(storage.db, world.acme), "acts_as"), {
          allowed: true,
        });
      });

      const outOfReach: [actor: Role, target: Role, otherWayRound: boolean][] = [
        ["ORG_OWNER", "IAM_OWNER", true],
        ["ORG_OWNER", "IAM_OWNER_VIEWER", false],
        ["ORG_USER_MANAGER", "ORG_OWNER", true],
        ["ORG_USER_MANAGER", "ORG_SETTINGS_MANAGER", false],
        ["ORG_USER_MANAGER", "ORG_PROJECT_CREATOR", false],
        ["ORG_USER_MANAGER", "PROJECT_OWNER", false],
        ["ORG_USER_MANAGER", "PROJECT_OWNER_VIEWER", false],
        ["IAM_ORG_MANAGER", "IAM_OWNER", true],
        ["IAM_USER_MANAGER", "IAM_ORG_MANAGER", true],
        ["IAM_USER_MANAGER", "ORG_OWNER", false],
      ];
      const places = (): Record<Role, Place> => {
        const byLevel = {
          iam,
          organization: organization(world.acme),
          project: project(world.projectId),
          project_grant: world.grant,
        };
        return Object.fromEntries(roleNames.map((role) => [role, byLevel[roles[role].level]])) as Record<Role, Place>;
      };
      for (const [one, other, otherWayRound] of outOfReach) {
        test(`${one} does not touch the account of ${other}${otherWayRound ? ", who may touch theirs" : ", nor the other way round"}`, async () => {
          const [actor, target] = [
            await manager(world.acme, one, places()[one]),
            await manager(world.acme, other, places()[other]),
          ];
          const answer = await mayManageUser(storage.db, actor, target, "acts_as");
          assert.ok(!answer.allowed && answer.missing.length > 0);
          assert.equal(await manages(target, actor), otherWayRound);
        });
      }

      test("roles at projects, at grants and in other organizations shield nobody from being stopped at home", async () => {
        for (const [home, role, place, kind] of [
          [world.acme, "PROJECT_OWNER", project(world.projectId), "project"],
          [world.acme, "PROJECT_OWNER", project(world.instance.projectId), "project"],
          [world.beta, "PROJECT_GRANT_OWNER", world.grant, "project_grant"],
          [world.acme, "ORG_OWNER", organization(world.beta), "other_organization"],
        ] as const) {
          const actor = await manager(home, "ORG_USER_MANAGER", organization(home));
          const target = await manager(home, role, place);
          assert.deepEqual(await mayManageUser(storage.db, actor, target, "stops"), { allowed: true }, kind);
          const refused = await mayManageUser(storage.db, actor, target, "acts_as");
          assert.deepEqual(!refused.allowed && refused.managerOf, [kind]);
        }
      });

      test("roles of the instance and of the home organization shield from being stopped, too", async () => {
        const actor = await manager(world.acme, "ORG_USER_MANAGER", organization(world.acme));
        for (const [role, place, kind] of [
          ["IAM_OWNER_VIEWER", iam, "instance"],
          ["ORG_SETTINGS_MANAGER", organization(world.acme), "own_organization"],
        ] as const) {
          const target = await manager(world.acme, role, place);
          for (const effect of ["stops", "acts_as"] as const) {
            const refused = await mayManageUser(storage.db, actor, target, effect);
            assert.deepEqual(!refused.allowed && refused.managerOf, [kind], effect);
          }
        }
        // Of a place elsewhere, nothing is told where it does not stand in the way.
        const both = await manager(world.acme, "ORG_SETTINGS_MANAGER", organization(world.acme));
        await storage.transaction((tx) =>
          addManager(tx, { userId: both, role: "ORG_OWNER", place: organization(world.beta) }, by),
        );
        const refused = await mayManageUser(storage.db, actor, both, "stops");
        assert.deepEqual(!refused.allowed && refused.managerOf, ["own_organization"]);
      });

      test("equals may, and so may somebody themselves", async () => {
        const [one, two] = [
          await manager(world.acme, "ORG_OWNER", organization(world.acme)),
          await manager(world.acme, "ORG_OWNER", organization(world.acme)),
        ];
        assert.equal(await manages(one, two), true);
        assert.equal(await manages(one, one), true);
      });

      test("the same role in another organization does not help", async () => {
        const actor = await manager(world.beta, "ORG_OWNER", organization(world.beta));
        assert.equal(
          await manages(actor, await manager(world.acme, "ORG_OWNER_VIEWER", organization(world.acme))),
          false,
        );
        assert.equal(
          await manages(actor, await manager(world.acme, "PROJECT_OWNER_VIEWER", project(world.projectId))),
          false,
        );
      });

      test("an organization's owner may touch its project managers and the managers of what it was granted", async () => {
        const acmeOwner = await manager(world.acme, "ORG_OWNER", organization(world.acme));
        const betaOwner = await manager(world.beta, "ORG_OWNER", organization(world.beta));
        const projectOwner = await manager(world.acme, "PROJECT_OWNER", project(world.projectId));
        const grantOwner = await manager(world.beta, "PROJECT_GRANT_OWNER", world.grant);
        assert.equal(await manages(acmeOwner, projectOwner), true);
        assert.equal(await manages(betaOwner, grantOwner), true);
        assert.equal(await manages(betaOwner, projectOwner), false);
      });

      test("every role of the target is asked about, not only the first", async () => {
        const actor = await manager(world.acme, "ORG_OWNER", organization(world.acme));
        const target = await manager(world.acme, "ORG_USER_MANAGER", organization(world.acme));
        assert.equal(await manages(actor, target), true);
        await storage.transaction((tx) => addManager(tx, { userId: target, role: "IAM_USER_MANAGER", place: iam }, by));
        assert.equal(await manages(actor, target), false);
      });

      test("a target who is not active stays out of reach, and an actor who is not active reaches nobody with a role", async () => {
        const actor = await manager(world.acme, "ORG_OWNER", organization(world.acme));
        const target = await manager(world.acme, "IAM_OWNER", iam);
        await setState(storage.db, "users", target, "inactive");
        assert.equal(await manages(actor, target), false);
        const peer = await manager(world.acme, "ORG_OWNER", organization(world.acme));
        await setState(storage.db, "users", actor, "locked");
        assert.equal(await manages(actor, peer), false);
      });

      test("an organization is only taken away with its managers of the instance by who holds as much", async () => {
        const organizationId = await addOrganization(storage);
        const orgManager = await manager(world.acme, "IAM_ORG_MANAGER", iam);
        assert.deepEqual(await mayManageUsersOf(storage.db, orgManager, organizationId, "acts_as"), { allowed: true });
        await manager(organizationId, "ORG_OWNER", organization(organizationId));
        assert.deepEqual(await mayManageUsersOf(storage.db, orgManager, organizationId, "acts_as"), { allowed: true });
        const owner = await manager(organizationId, "IAM_OWNER", iam);
        for (const effect of ["acts_as", "stops"] as const) {
          const answer = await mayManageUsersOf(storage.db, orgManager, organizationId, effect);
          assert.deepEqual(!answer.allowed && answer.managerOf, ["instance"], effect);
        }
        assert.deepEqual(await mayManageUsersOf(storage.db, owner, organizationId, "acts_as"), { allowed: true });
      });

      test("an organization gets another domain, or comes back, with those who manage elsewhere only by who holds as much there", async () => {
        const orgManager = await manager(world.acme, "IAM_ORG_MANAGER", iam);
        for (const [role, place] of [
          ["ORG_OWNER_VIEWER", organization(world.beta)],
          ["PROJECT_OWNER_VIEWER", project(world.projectId)],
        ] as const) {
          const organizationId = await addOrganization(storage);
          const own = await manager(organizationId, "ORG_OWNER", organization(organizationId));
          assert.deepEqual(await mayManageUsersOf(storage.db, own, organizationId, "acts_as"), { allowed: true });
          const target = await manager(organizationId, role, place);
          const answer = await mayManageUsersOf(storage.db, own, organizationId, "acts_as");
          const managerOf = [place.level === "organization" ? "other_organization" : "project"];
          assert.deepEqual(answer, { allowed: false, missing: [...roles[role].permissions], managerOf });
          assert.deepEqual(
            await mayManageUsersOf(storage.db, own, organizationId, "stops"),
            { allowed: true },
            "it only stops them",
          );
          assert.deepEqual(await mayManageUsersOf(storage.db, orgManager, organizationId, "acts_as"), {
            allowed: true,
          });
          await setState(storage.db, "users", target, "inactive");
          assert.equal((await mayManageUsersOf(storage.db, own, organizationId, "acts_as")).allowed, false);
        }
      });

      test("who manages Signet's own project is given another login name only by an owner of the instance", async () => {
        const organizationId = await addOrganization(storage);
        await manager(organizationId, "PROJECT_OWNER", project(world.instance.projectId));
        const orgManager = await manager(world.acme, "IAM_ORG_MANAGER", iam);
        assert.equal((await mayManageUsersOf(storage.db, orgManager, organizationId, "acts_as")).allowed, false);
        const owner = await manager(world.acme, "IAM_OWNER", iam);
        assert.deepEqual(await mayManageUsersOf(storage.db, owner, organizationId, "acts_as"), { allowed: true });
      });

      test("what users of an organization manage within it goes with it, whoever takes it away", async () => {
        const organizationId = await addOrganization(storage);
        const projectId = await addProject(storage, organizationId);
        const input = { projectId: world.projectId, organizationId, roleKeys: [] };
        const grant = await storage.transaction((tx) => grantAccepted(tx, input, by));
        await manager(organizationId, "ORG_OWNER", organization(organizationId));
        await manager(organizationId, "PROJECT_OWNER", project(projectId));
        await manager(organizationId, "PROJECT_GRANT_OWNER", { level: "project_grant", projectGrantId: grant.id });
        await manager(world.beta, "ORG_OWNER", organization(organizationId));
        const nobody = await insertUser(storage.db, world.acme);
        assert.deepEqual(await mayManageUsersOf(storage.db, nobody, organizationId, "acts_as"), { allowed: true });
      });
    });
  });
}
