import assert from "node:assert/strict";
import { test } from "node:test";
import { addManager } from "../../src/identity/managers.ts";
import { permissionMeanings, permissions } from "../../src/identity/permissions/permissions.ts";
import { permissionsOf, type Role, roleNames, roles } from "../../src/identity/permissions/roles.ts";
import { changesUser } from "../../src/management/resources/me.ts";
import { routes } from "../../src/management/routes.ts";
import { makeManager } from "../support/api.ts";
import { by } from "../support/world.ts";
import { type Granted, makeGranted } from "./granted.ts";
import { assertProblem, onEachApi } from "./stage.ts";

onEachApi("who calls, over the API", (stage) => {
  const world = () => stage.api.idp.world;
  let made: Promise<Granted> | undefined;
  const granted = () => {
    made ??= makeGranted(stage);
    return made;
  };
  const inOrder = (...held: Role[]) => permissions.filter((permission) => permissionsOf(held).has(permission));
  const mayDo = async (manager: { get: (path: string) => Promise<{ json: { permissions: string[] } }> }, query = "") =>
    (await manager.get(`/me/permissions${query}`)).json.permissions;

  test("a manager reads who they are, what they manage, and what they may do everywhere", async () => {
    const { projectId, grantId } = await granted();
    const { acme, other } = world();
    const me = await stage.api.manager(
      [
        { role: "IAM_USER_MANAGER", place: { level: "iam" } },
        { role: "ORG_OWNER_VIEWER", place: { level: "organization", organizationId: acme.id } },
        { role: "PROJECT_OWNER", place: { level: "project", projectId } },
        { role: "PROJECT_GRANT_OWNER", place: { level: "project_grant", projectGrantId: grantId } },
      ],
      other.id,
    );
    const { status, json } = await me.get("/me");
    const { loginName, displayName, managerRoles, ...rest } = json;
    assert.deepEqual(
      [status, rest],
      [
        200,
        {
          userId: me.userId,
          kind: "service",
          organization: { id: other.id, name: other.name, domain: other.domain },
          permissions: inOrder("IAM_USER_MANAGER"),
        },
      ],
    );
    assert.ok(loginName.endsWith(`@${other.domain}`) && displayName !== "");
    assert.deepEqual(
      managerRoles.map(({ id, ...held }: { id: string }) => held),
      [
        { role: "IAM_USER_MANAGER", place: { level: "iam", id: null, name: "", organizationId: null } },
        {
          role: "ORG_OWNER_VIEWER",
          place: { level: "organization", id: acme.id, name: acme.name, organizationId: acme.id },
        },
        { role: "PROJECT_OWNER", place: { level: "project", id: projectId, name: "Granted", organizationId: acme.id } },
        {
          role: "PROJECT_GRANT_OWNER",
          place: { level: "project_grant", id: grantId, name: "Granted", organizationId: other.id },
        },
      ].map(({ role, place }) => ({ role, title: roles[role as Role].title, place })),
    );
  });

  test("a role that this version does not know is not shown, and hides no other", async () => {
    const me = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: { level: "iam" } }]);
    const { db } = stage.api.idp.node.services.storage;
    const row = { id: `future-${me.userId}`, user_id: me.userId, role: "constructor", place_id: "", created_at: 0 };
    await db
      .insertInto("managers")
      .values({ ...row, organization_id: null, project_id: null, project_grant_id: null })
      .execute();
    const { json } = await me.get("/me");
    assert.deepEqual(
      json.managerRoles.map(({ role }: { role: string }) => role),
      ["IAM_OWNER_VIEWER"],
    );
    await db.deleteFrom("managers").where("id", "=", row.id).execute();
  });

  test("who has no manager role is told so, and learns nothing of the tables either", async () => {
    const nobody = await makeManager(stage.api.idp, [], world().acme.id);
    for (const path of ["/me", "/me/permissions", "/roles", "/permissions"]) {
      assertProblem(await stage.api.call("GET", path, nobody.token), 403, "no_manager_role");
      assertProblem(await stage.api.call("GET", path, undefined), 401, "token_missing");
    }
  });

  test("a manager reads what they may do at each kind of place", async () => {
    const { projectId, grantId } = await granted();
    const { acme, ada, application } = world();
    const [service] = [stage.acmeOwner.userId];
    assert.deepEqual(await mayDo(stage.owner), [...permissions]);
    assert.deepEqual(await mayDo(stage.acmeOwner), []);
    for (const query of [
      `organizationId=${acme.id}`,
      `projectId=${projectId}`,
      `applicationId=${application.id}`,
      `userId=${ada.id}`,
    ]) {
      assert.deepEqual(await mayDo(stage.acmeOwner, `?${query}`), inOrder("ORG_OWNER"), query);
    }
    assert.deepEqual(await mayDo(stage.acmeOwner, `?serviceUserId=${service}`), inOrder("ORG_OWNER"));
    // Whoever granted a project does not look up the people of whoever received it.
    const atGrant = inOrder("PROJECT_OWNER").filter((permission) => permission !== "user.read");
    assert.deepEqual(await mayDo(stage.acmeOwner, `?projectGrantId=${grantId}`), atGrant);
    assert.deepEqual(await mayDo(stage.otherOwner, `?projectGrantId=${grantId}`), inOrder("PROJECT_GRANT_OWNER"));
  });

  test("of a manager who holds more, nothing that changes them is held", async () => {
    const { acme } = world();
    const manager = await stage.api.manager([
      { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: acme.id } },
    ]);
    const all = inOrder("ORG_USER_MANAGER");
    const spared = all.filter((permission) => !changesUser(permission));
    assert.notDeepEqual(spared, all);
    assert.deepEqual(await mayDo(manager, `?serviceUserId=${stage.acmeOwner.userId}`), spared);
    assert.deepEqual(await mayDo(manager, `?serviceUserId=${manager.userId}`), all, "themselves");
    assert.deepEqual(await mayDo(manager, `?userId=${world().ada.id}`), all, "who manages nothing");
    const guarded = routes.filter(({ method, at }) => method !== "GET" && (at === "user" || at === "service_user"));
    assert.ok(guarded.length > 20);
    const missed = guarded.filter(({ permission }) => permission !== "any" && !changesUser(permission));
    assert.deepEqual(missed, []);
  });

  test("of a manager who holds more elsewhere, what stops them is held", async () => {
    const { acme, other } = world();
    const at = (organizationId: string) => ({ level: "organization", organizationId }) as const;
    const manager = await stage.api.manager([{ role: "ORG_USER_MANAGER", place: at(acme.id) }]);
    const holder = await stage.api.manager([{ role: "ORG_OWNER", place: at(other.id) }]);
    const stopping = ["session.delete", "service_user.delete", "service_user_token.delete", "user.delete"];
    const left = inOrder("ORG_USER_MANAGER").filter(
      (permission) => !changesUser(permission) || stopping.includes(permission),
    );
    assert.deepEqual(await mayDo(manager, `?serviceUserId=${holder.userId}`), left);
    const mayStop = async (userId: string) =>
      (await manager.get(`/me/permissions?serviceUserId=${userId}`)).json.mayStop;
    assert.equal(await mayStop(holder.userId), true);
    assert.equal(await mayStop(stage.acmeOwner.userId), false);
    // The table of routes says the same: what these permissions are for only stops somebody.
    const ofUsers = routes.filter(
      ({ method, at: place }) => method !== "GET" && (place === "user" || place === "service_user"),
    );
    for (const { permission, effect, path } of ofUsers) {
      if (permission !== "any" && stopping.includes(permission)) assert.equal(effect, "stops", path);
    }
  });

  test("a place where nothing is held looks like one that is not there, also to managers of the instance", async () => {
    const { projectId, grantId } = await granted();
    const { other, bob, ada } = world();
    const stranger = await stage.api.manager([
      { role: "ORG_OWNER", place: { level: "organization", organizationId: other.id } },
    ]);
    for (const query of [`organizationId=${world().acme.id}`, `projectId=${projectId}`, `userId=${ada.id}`]) {
      assert.deepEqual(await mayDo(stranger, `?${query}`), [], query);
    }
    assert.deepEqual(await mayDo(stage.acmeOwner, `?userId=${bob.id}`), []);
    for (const name of ["organizationId", "projectId", "projectGrantId", "applicationId", "userId", "serviceUserId"]) {
      for (const manager of [stranger, stage.owner])
        assert.deepEqual(await mayDo(manager, `?${name}=nothing`), [], name);
    }
    // Of the wrong kind, it is not there either.
    assert.deepEqual(await mayDo(stage.owner, `?serviceUserId=${ada.id}`), []);
    assert.deepEqual(await mayDo(stage.owner, `?userId=${stage.owner.userId}`), []);
    assert.deepEqual(await mayDo(stage.owner, `?projectId=${grantId}`), []);
  });

  test("only one place is asked about at a time", async () => {
    const refused = await stage.owner.get(`/me/permissions?organizationId=${world().acme.id}&userId=${world().ada.id}`);
    assertProblem(refused, 400, "invalid_input");
    assertProblem(await stage.owner.get("/me/permissions?roleAssignmentId=x"), 400, "invalid_input");
  });

  test("a role that was given or taken counts at the next call", async () => {
    const { storage } = stage.api.idp.node.services;
    const me = await stage.api.manager([{ role: "IAM_USER_MANAGER", place: { level: "iam" } }]);
    const held = { userId: me.userId, role: "IAM_OWNER_VIEWER", place: { level: "iam" }, keepSessions: true } as const;
    const { id } = await storage.transaction((tx) => addManager(tx, held, by));
    assert.deepEqual(await mayDo(me), inOrder("IAM_USER_MANAGER", "IAM_OWNER_VIEWER"));
    await stage.owner.delete(`/instance/managers/${id}`);
    assert.deepEqual(await mayDo(me), inOrder("IAM_USER_MANAGER"));
  });

  test("every manager reads what each role and each permission means", async () => {
    const projectOwner = (await granted()).projectOwner;
    const { json } = await projectOwner.get("/roles");
    assert.deepEqual(
      json.items,
      roleNames.map((role) => ({ role, ...roles[role] })),
    );
    const meanings = await projectOwner.get("/permissions");
    assert.deepEqual(
      meanings.json.items,
      permissions.map((permission) => ({ permission, meaning: permissionMeanings[permission] })),
    );
  });
});
