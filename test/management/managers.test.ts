import assert from "node:assert/strict";
import { test } from "node:test";
import type { Permission } from "../../src/identity/permissions/permissions.ts";
import { type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import type { ManagerCall } from "../../src/management/guard.ts";
import { managerRoutes } from "../../src/management/resources/managers.ts";
import type { ChangeContext } from "../../src/management/route.ts";
import type { Manager } from "../support/api.ts";
import { by } from "../support/world.ts";
import { eventsAbout, type Granted, makeGranted, newUser } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("managers over the API", (stage) => {
  const world = () => stage.api.idp.world;
  let made: Promise<Granted> | undefined;
  const granted = () => {
    made ??= makeGranted(stage);
    return made;
  };
  const places = async () => {
    const { projectId, grantId } = await granted();
    return {
      iam: "/instance/managers",
      organization: `/organizations/${world().acme.id}/managers`,
      project: `/projects/${projectId}/managers`,
      project_grant: `/project-grants/${grantId}/managers`,
    } as const;
  };
  const rolesIn = async (manager: Manager, path: string): Promise<string[]> => {
    const { json } = await manager.get(`${path}?limit=200`);
    return json.items.map(({ role, user }: { role: string; user: { id: string } }) => `${role} ${user.id}`);
  };

  for (const role of roleNames) {
    test(`an owner of the instance gives ${role} at its level, sees it there, and takes it away again`, async () => {
      const path = (await places())[roles[role].level];
      const home = roles[role].level === "project_grant" ? world().other : world().acme;
      const userId = await newUser(stage.api, home.id);
      const added = await stage.owner.post(path, { userId, role });
      assert.equal(added.status, 201, added.body);
      const { id, createdAt, user, ...rest } = added.json;
      // A role of the instance or of the user's own organization ends what the account had, which is nothing here.
      const ended = { loginSessions: 0, appSessions: 0, personalAccessTokens: 0 };
      assert.deepEqual(rest, { role, ...(["iam", "organization"].includes(roles[role].level) ? { ended } : {}) });
      assert.deepEqual([user.id, user.kind, user.organizationId], [userId, "service", home.id]);
      assert.ok(user.loginName.endsWith(`@${home.domain}`) && Date.parse(createdAt) > 0);
      assert.ok((await rolesIn(stage.owner, path)).includes(`${role} ${userId}`));
      assertProblem(await unchanged(stage.api, () => stage.owner.post(path, { userId, role })), 409, "already_exists");

      assert.equal((await stage.owner.delete(`${path}/${id}`)).status, 204);
      assert.ok(!(await rolesIn(stage.owner, path)).includes(`${role} ${userId}`));
      assert.equal((await unchanged(stage.api, () => stage.owner.delete(`${path}/${id}`))).status, 204);
      assert.deepEqual(await eventsAbout(stage.api, id), ["manager.added", "manager.removed"]);
    });

    test(`${role} is given at no other level`, async () => {
      const elsewhere = Object.entries(await places()).filter(([level]) => level !== roles[role].level);
      const userId = await newUser(stage.api, world().acme.id);
      for (const [, path] of elsewhere) {
        assertProblem(await unchanged(stage.api, () => stage.owner.post(path, { userId, role })), 400, "invalid_input");
      }
    });
  }

  test("a list of managers goes on page by page", async () => {
    const { projectId } = await granted();
    const path = `/projects/${projectId}/managers`;
    const all = await rolesIn(stage.acmeOwner, path);
    assert.equal(all.length, 2);
    const first = await stage.acmeOwner.get(`${path}?limit=1`);
    const second = await stage.acmeOwner.get(`${path}?limit=1&cursor=${first.json.nextCursor}`);
    const shown = [...first.json.items, ...second.json.items].map(({ role, user }) => `${role} ${user.id}`);
    assert.deepEqual([shown, second.json.nextCursor], [all, undefined]);
  });

  test("what makes no manager is refused: an unknown user, role or field, or a grant's manager from elsewhere", async () => {
    const { iam, organization, project_grant } = await places();
    const userId = await newUser(stage.api, world().acme.id);
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        stage.owner.post(organization, { userId, role: "SUPERUSER" }),
        stage.owner.post(organization, { userId, role: "__proto__" }),
        stage.owner.post(organization, { userId, role: "ORG_OWNER", organizationId: world().other.id }),
        stage.owner.post(iam, { userId, role: ["IAM_OWNER"] }),
        stage.owner.post(organization, { role: "ORG_OWNER" }),
        stage.owner.post(project_grant, { userId, role: "PROJECT_GRANT_OWNER" }),
      ]),
    );
    for (const answer of refused) assertProblem(answer, 400, "invalid_input");
    const unknown = await unchanged(stage.api, () =>
      Promise.all([
        stage.owner.post(organization, { userId: "nobody", role: "ORG_OWNER" }),
        stage.owner.post("/organizations/nothing/managers", { userId, role: "ORG_OWNER" }),
        stage.owner.post("/projects/nothing/managers", { userId, role: "PROJECT_OWNER" }),
        stage.owner.post("/project-grants/nothing/managers", { userId, role: "PROJECT_GRANT_OWNER" }),
        stage.owner.get("/organizations/nothing/managers"),
        stage.owner.get("/projects/nothing/managers"),
        stage.owner.get("/project-grants/nothing/managers"),
      ]),
    );
    for (const answer of unknown) assertProblem(answer, 404, "unknown_resource");
  });

  const ladder: [giver: Role, role: Role, may: boolean][] = [
    ["IAM_OWNER_VIEWER", "IAM_OWNER_VIEWER", false],
    ["IAM_ORG_MANAGER", "IAM_OWNER", false],
    ["IAM_ORG_MANAGER", "IAM_USER_MANAGER", false],
    ["IAM_ORG_MANAGER", "ORG_OWNER", true],
    ["IAM_USER_MANAGER", "ORG_USER_MANAGER", false],
    ["ORG_OWNER", "IAM_OWNER_VIEWER", false],
    ["ORG_OWNER", "ORG_OWNER", true],
    ["ORG_OWNER", "PROJECT_OWNER", true],
    ["ORG_OWNER", "PROJECT_GRANT_OWNER_VIEWER", false],
    ["ORG_OWNER_VIEWER", "ORG_OWNER_VIEWER", false],
    ["ORG_USER_MANAGER", "ORG_USER_MANAGER", false],
    ["PROJECT_OWNER", "PROJECT_OWNER", true],
    ["PROJECT_OWNER", "ORG_PROJECT_CREATOR", false],
    ["PROJECT_OWNER", "PROJECT_GRANT_OWNER_VIEWER", false],
    ["PROJECT_OWNER_VIEWER", "PROJECT_OWNER_VIEWER", false],
    ["PROJECT_GRANT_OWNER", "PROJECT_GRANT_OWNER", true],
    ["PROJECT_GRANT_OWNER", "PROJECT_OWNER_VIEWER", false],
  ];
  for (const [giver, role, may] of ladder) {
    test(`${giver} ${may ? "gives and takes" : "neither gives nor takes"} ${role}`, async () => {
      const { projectId, grantId } = await granted();
      const { acme, other } = world();
      const at = {
        iam: { level: "iam" },
        organization: { level: "organization", organizationId: acme.id },
        project: { level: "project", projectId },
        project_grant: { level: "project_grant", projectGrantId: grantId },
      } as const;
      const ofGrant = (name: Role) => roles[name].level === "project_grant";
      const manager = await stage.api.manager(
        [{ role: giver, place: at[roles[giver].level] }],
        ofGrant(giver) ? other.id : acme.id,
      );
      const path = (await places())[roles[role].level];
      const userId = await newUser(stage.api, ofGrant(role) ? other.id : acme.id);
      const { json } = await stage.owner.post(path, { userId, role });
      if (may) {
        assert.equal((await manager.delete(`${path}/${json.id}`)).status, 204);
        assert.equal((await manager.post(path, { userId, role })).status, 201);
        return;
      }
      const newcomer = await newUser(stage.api, ofGrant(role) ? other.id : acme.id);
      const refused = await unchanged(stage.api, () =>
        Promise.all([
          manager.post(path, { userId: newcomer, role }),
          manager.post(path, { userId: manager.userId, role }),
          manager.delete(`${path}/${json.id}`),
        ]),
      );
      for (const answer of refused) assert.ok(answer.status === 403 || answer.status === 404, answer.body);
    });
  }

  // Today every role that may make managers of a level holds all that the level has; this is for the role that will
  // not.
  test("whoever may make managers, and may do nothing else, neither gives nor takes a role", async () => {
    const { storage } = stage.api.idp.node.services;
    const { acme } = world();
    const userId = await newUser(stage.api, acme.id);
    const { json } = await stage.owner.post(`/organizations/${acme.id}/managers`, { userId, role: "ORG_OWNER" });
    const call = (held: readonly Permission[], method: "POST" | "DELETE", input: { params?: object; body?: unknown }) =>
      storage.transaction(async (tx) => {
        const run = managerRoutes.find((route) => route.at === "organization" && route.method === method)?.run;
        if (run?.kind !== "change") throw new Error("there is no such call");
        const permissions: ReadonlySet<Permission> = new Set(held);
        const caller = { subject: { userId: stage.acmeOwner.userId }, permissions } as ManagerCall;
        const params = { organizationId: acme.id, ...input.params };
        return run.handle({ tx, caller, by } as ChangeContext, { params, query: {}, body: input.body }, undefined);
      });
    const giving = { body: { userId: await newUser(stage.api, acme.id), role: "ORG_OWNER" } };
    const taking = { params: { managerId: json.id } };
    await unchanged(stage.api, async () => {
      const refused = {
        code: "permission_missing",
        message: /^ORG_OWNER is out of your reach, because you do not hold organization\.read,/,
      };
      await assert.rejects(call(["organization_manager.write"], "POST", giving), refused);
      await assert.rejects(call(["organization_manager.write"], "DELETE", taking), refused);
    });
    await call(roles.ORG_OWNER.permissions, "POST", giving);
    await call(roles.ORG_OWNER.permissions, "DELETE", taking);
    const held = await rolesIn(stage.owner, `/organizations/${acme.id}/managers`);
    assert.deepEqual(
      [held.includes(`ORG_OWNER ${giving.body.userId}`), held.includes(`ORG_OWNER ${userId}`)],
      [true, false],
    );
  });

  test("nobody but owners of the instance makes or removes managers of Signet's own project", async () => {
    const { organizationId, projectId } = world().instance;
    const path = `/projects/${projectId}/managers`;
    const userId = await newUser(stage.api, organizationId);
    const added = await stage.owner.post(path, { userId, role: "PROJECT_OWNER" });
    assert.equal(added.status, 201, added.body);
    const first = await stage.api.manager(
      [{ role: "ORG_OWNER", place: { level: "organization", organizationId } }],
      organizationId,
    );
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: { level: "iam" } }]);
    for (const manager of [first, orgManager]) {
      const body = { userId: manager.userId, role: "PROJECT_OWNER_VIEWER" };
      assertProblem(await unchanged(stage.api, () => manager.post(path, body)), 403, "permission_missing");
      assertProblem(
        await unchanged(stage.api, () => manager.delete(`${path}/${added.json.id}`)),
        403,
        "permission_missing",
      );
    }
    assert.equal((await stage.owner.delete(`${path}/${added.json.id}`)).status, 204);
  });

  test("a manager is only removed at the very place where it is one", async () => {
    const { iam, organization, project, project_grant } = await places();
    const owners = (await stage.owner.get(`${iam}?limit=200`)).json.items;
    const victims = [
      owners[0].id,
      (await stage.otherOwner.get(`/organizations/${world().other.id}/managers`)).json.items[0].id,
    ];
    for (const id of victims) {
      for (const path of [organization, project]) {
        assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/${id}`))).status, 204);
        assert.equal((await unchanged(stage.api, () => stage.owner.delete(`${path}/${id}`))).status, 204);
      }
      assert.equal((await unchanged(stage.api, () => stage.otherOwner.delete(`${project_grant}/${id}`))).status, 204);
    }
    const own = (await stage.acmeOwner.get(organization)).json.items[0].id;
    assert.equal((await unchanged(stage.api, () => stage.owner.delete(`${iam}/${own}`))).status, 204);
  });

  test("nobody learns of the managers of a place that they do not manage", async () => {
    const { organization, project, project_grant } = await places();
    const { other } = world();
    const stranger = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: world().instance.organizationId } },
    ]);
    const userId = await newUser(stage.api, other.id);
    for (const path of [organization, project, project_grant]) {
      assertProblem(await stranger.get(path), 404, "unknown_resource");
      assertProblem(await unchanged(stage.api, () => stranger.delete(`${path}/anything`)), 404, "unknown_resource");
    }
    assertProblem(
      await unchanged(stage.api, () => stranger.post(organization, { userId, role: "ORG_OWNER" })),
      404,
      "unknown_resource",
    );
    assertProblem(await stranger.get("/instance/managers"), 403, "permission_missing");
  });

  test("a user of another organization is made a manager by who sees them there, and is nobody to others", async () => {
    const { acme, other, bob } = world();
    const { organization } = await places();
    const acmeOnly = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
    ]);
    const give = (manager: Manager, userId: string, role = "ORG_OWNER_VIEWER") =>
      manager.post(organization, { userId, role });
    const [stranger, nobody] = await unchanged(stage.api, () =>
      Promise.all([give(acmeOnly, bob.id), give(acmeOnly, "nobody")]),
    );
    for (const answer of [stranger, nobody]) assertProblem(answer, 404, "unknown_resource");
    assert.equal(stranger.json.detail.replace(bob.id, ""), nobody.json.detail.replace("nobody", ""));

    const both = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: acme.id } },
      { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: other.id } },
    ]);
    const added = await give(both, bob.id);
    assert.deepEqual([added.status, added.json.user.organizationId], [201, other.id], added.body);
    // By now everybody here sees that they are a manager.
    const more = await give(acmeOnly, bob.id, "ORG_PROJECT_CREATOR");
    assert.equal(more.status, 201, more.body);
    for (const { json } of [added, more])
      assert.equal((await acmeOnly.delete(`${organization}/${json.id}`)).status, 204);
    assertProblem(await unchanged(stage.api, () => give(acmeOnly, bob.id)), 404, "unknown_resource");
  });

  test("the last owner of the instance keeps the role, and the one before does not", async () => {
    const { db } = stage.api.idp.node.services.storage;
    const owners = await db.selectFrom("managers").selectAll().where("role", "=", "IAM_OWNER").execute();
    const own = owners.find((row) => row.user_id === stage.owner.userId);
    const others = owners.filter((row) => row !== own);
    for (const { id } of others) assert.equal((await stage.owner.delete(`/instance/managers/${id}`)).status, 204);
    const refused = await unchanged(stage.api, () => stage.owner.delete(`/instance/managers/${own?.id}`));
    assertProblem(refused, 409, "last_owner");
    for (const { user_id: userId } of others)
      await stage.owner.post("/instance/managers", { userId, role: "IAM_OWNER" });
  });

  test("a role taken away by one is gone at the next call of the other", async () => {
    const { organization } = await places();
    const place = { level: "organization", organizationId: world().acme.id } as const;
    const manager = await stage.api.manager([{ role: "ORG_OWNER", place }]);
    const { json } = await manager.get("/me");
    assert.equal((await stage.acmeOwner.delete(`${organization}/${json.managerRoles[0].id}`)).status, 204);
    assertProblem(await manager.get(organization), 403, "no_manager_role");
  });

  test("of a user's roles, everybody sees those at places whose managers they may see", async () => {
    const { projectId, grantId } = await granted();
    const { acme, other, ada } = world();
    const at = (level: "organization", organizationId: string) => ({ level, organizationId });
    const target = await stage.api.manager([
      { role: "IAM_OWNER_VIEWER", place: { level: "iam" } },
      { role: "ORG_OWNER_VIEWER", place: at("organization", acme.id) },
      { role: "ORG_PROJECT_CREATOR", place: at("organization", other.id) },
      { role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId } },
    ]);
    const path = `/service-users/${target.userId}/manager-roles`;
    const seenBy = async (manager: Manager, from = path): Promise<string[]> =>
      (await manager.get(from)).json.items.map(({ role }: { role: string }) => role);
    assert.deepEqual(await seenBy(stage.owner), [
      "IAM_OWNER_VIEWER",
      "ORG_OWNER_VIEWER",
      "ORG_PROJECT_CREATOR",
      "PROJECT_OWNER_VIEWER",
    ]);
    assert.deepEqual(await seenBy(stage.acmeOwner), ["ORG_OWNER_VIEWER", "PROJECT_OWNER_VIEWER"]);
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: { level: "iam" } }]);
    assert.deepEqual(await seenBy(orgManager), ["ORG_OWNER_VIEWER", "ORG_PROJECT_CREATOR", "PROJECT_OWNER_VIEWER"]);
    const userManager = await stage.api.manager([{ role: "ORG_USER_MANAGER", place: at("organization", acme.id) }]);
    assert.deepEqual(await seenBy(userManager), []);
    const { json } = await stage.acmeOwner.get(path);
    assert.deepEqual(json.items[1].place, {
      level: "project",
      id: projectId,
      name: "Granted",
      organizationId: acme.id,
    });

    const grantOwner = await stage.api.manager(
      [{ role: "PROJECT_GRANT_OWNER", place: { level: "project_grant", projectGrantId: grantId } }],
      other.id,
    );
    const ofOther = await stage.api.manager([{ role: "ORG_OWNER", place: at("organization", other.id) }]);
    assert.deepEqual(await seenBy(ofOther, `/service-users/${grantOwner.userId}/manager-roles`), [
      "PROJECT_GRANT_OWNER",
    ]);
    for (const manager of [ofOther, grantOwner]) assertProblem(await manager.get(path), 404, "unknown_resource");

    assert.deepEqual((await stage.acmeOwner.get(`/users/${ada.id}/manager-roles`)).json, { items: [] });
    const wrong = [`/users/${target.userId}`, `/service-users/${ada.id}`, "/users/nobody", "/service-users/nobody"];
    for (const user of wrong) assertProblem(await stage.owner.get(`${user}/manager-roles`), 404, "unknown_resource");
  });
});
