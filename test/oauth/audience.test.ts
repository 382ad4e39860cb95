/**
 * Audiences of people's tokens: a project is named only by whom it lists, and for whom its checks let in, when made and
 * when used.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { addProjectCaller } from "../../src/identity/project-callers.ts";
import { deleteProjectGrant } from "../../src/identity/project-grants.ts";
import { changeProject, createProject, deleteProject, setProjectState } from "../../src/identity/projects.ts";
import { deleteRoleAssignment } from "../../src/identity/role-assignments.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { exchange, getTokens, introspect, makeClient, refresh, userinfo } from "../support/clients.ts";
import { onEachMachine, signInAt } from "../support/machine.ts";
import { by } from "../support/world.ts";
import { ALL_ROLES, aud, heardBy, INACTIVE, type Ledger, listed, makeLedger, unlisted } from "./audience-stage.ts";

onEachMachine("the audience of people's tokens", (stage) => {
  const withoutIt = ["openid", "offline_access", ALL_ROLES];

  test("an application that the project does not list gets tokens without it, and the project's API believes none of them", async () => {
    const { ada, project: crm } = stage.world;
    const ledger = await makeLedger(stage);
    // As if the session had been given the scope: it is asked again at every step.
    const tokens = await getTokens(stage.node, ledger.app, { userId: ada.id, scopes: ledger.scopes });
    assert.equal(tokens.scope, withoutIt.join(" "));
    const refreshed = (await refresh(stage.node, ledger.app, tokens.refresh_token)).json();
    assert.equal(refreshed.scope, withoutIt.join(" "));
    for (const token of [tokens.access_token, refreshed.access_token]) {
      assert.equal(await heardBy(stage.other, ledger.api, token), INACTIVE);
      const own = await introspect(stage.node, ledger.app, token);
      assert.deepEqual([own.active, own.aud, own.roles], [true, [ledger.app.id, crm.id], undefined]);
    }
    const asked = await refresh(stage.node, ledger.app, refreshed.refresh_token, {
      scope: `openid ${aud(ledger.project.id)}`,
    });
    assert.equal(asked.json().scope, "openid");
  });

  test("a project lists one application, or a project with all of its applications", async () => {
    const { storage, ada, acme, project: crm } = stage.world;
    const one = await makeLedger(stage);
    await listed(stage, one);
    const sibling = await makeClient(storage, { projectId: crm.id, organizationId: acme.id, method: "basic" });
    const all = await makeLedger(stage);
    await storage.transaction((tx) => addProjectCaller(tx, all.project.id, { callingProjectId: crm.id }, by));
    for (const [ledger, client, works] of [
      [one, one.app, true],
      [one, sibling, false],
      [all, all.app, true],
      [all, sibling, true],
    ] as const) {
      const tokens = await getTokens(stage.node, client, { userId: ada.id, scopes: ledger.scopes });
      assert.equal(tokens.scope.includes(ledger.project.id), works);
      assert.equal((await introspect(stage.node, ledger.api, tokens.access_token)).active, works);
    }
    const told = await introspect(
      stage.node,
      one.api,
      (await getTokens(stage.node, one.app, { userId: ada.id, scopes: one.scopes })).access_token,
    );
    assert.deepEqual([told.aud, told.roles], [[one.app.id, crm.id, one.project.id], ["auditor"]]);
  });

  test("an id that stands in the list as something else than it is lets nobody in", async () => {
    const { storage, ada, project: crm } = stage.world;
    const ledger = await makeLedger(stage);
    await storage.transaction(async (tx) => {
      await addProjectCaller(tx, ledger.project.id, { applicationId: crm.id }, by);
      await addProjectCaller(tx, ledger.project.id, { callingProjectId: ledger.app.id }, by);
      await addProjectCaller(tx, ledger.project.id, { applicationId: randomUUID() }, by);
    });
    assert.equal(
      (await getTokens(stage.node, ledger.app, { userId: ada.id, scopes: ledger.scopes })).scope,
      withoutIt.join(" "),
    );
  });

  test("a grant of the project to the application's organization is no permission to name it", async () => {
    const { ada } = stage.world;
    const ledger = await makeLedger(stage);
    const { scope, access_token } = await getTokens(stage.node, ledger.app, { userId: ada.id, scopes: ledger.scopes });
    assert.equal(scope, withoutIt.join(" "));
    await listed(stage, ledger);
    // The token was made without it, and stays so.
    assert.equal(await heardBy(stage.node, ledger.api, access_token), INACTIVE);
  });

  test("nobody gets past the role check or the project check of a project by another one that it lists", async () => {
    const { storage, acme, ada, bob, other } = stage.world;
    const ledger = await makeLedger(stage);
    await listed(stage, ledger);
    const scopeFor = async (userId: string, client = ledger.app) =>
      (
        await getTokens(stage.node, client, { userId, scopes: ledger.scopes, agreed: userId === bob.id })
      ).scope.includes(ledger.project.id);
    // A project without any check, so that everybody may sign in to its application.
    const open = await storage.transaction((tx) =>
      createProject(tx, { organizationId: acme.id, name: "Open", projectCheck: false }, by),
    );
    const lure = await makeClient(storage, { projectId: open.id, organizationId: acme.id, method: "basic" });
    await storage.transaction((tx) => addProjectCaller(tx, ledger.project.id, { callingProjectId: open.id }, by));
    assert.equal(await scopeFor(ada.id, lure), true);
    assert.equal(await scopeFor(bob.id, lure), false, "of the project's own organization, and without a role in it");
    await storage.transaction((tx) => changeProject(tx, ledger.project.id, { roleCheck: false }, by));
    assert.equal(await scopeFor(bob.id, lure), true);
    await storage.transaction((tx) => deleteProjectGrant(tx, ledger.grantId, by));
    assert.equal(await scopeFor(ada.id, lure), false, "of an organization that it is not granted to");
    assert.equal(await scopeFor(bob.id, lure), true);
    assert.equal(other.id, ledger.project.organizationId);
  });

  const stops: Record<string, (tx: Transaction, ledger: Ledger) => Promise<unknown>> = {
    "it is deactivated": (tx, { project }) => setProjectState(tx, project.id, "deactivate", by),
    "it is deleted": (tx, { project }) => deleteProject(tx, project.id, by),
    "its grant to the person's organization is deleted": (tx, { grantId }) => deleteProjectGrant(tx, grantId, by),
    "the person loses the role in it": (tx, { assignmentId }) => deleteRoleAssignment(tx, assignmentId, by),
  };
  for (const kind of ["opaque", "jwt"] as const) {
    for (const [name, stop] of Object.entries(stops)) {
      test(`a token no longer counts at a project, and goes on everywhere else without it: ${name} (${kind})`, async () => {
        const ledger = await makeLedger(stage, kind);
        await listed(stage, ledger);
        await goesOnWithout(ledger, () => stage.world.storage.transaction((tx) => stop(tx, ledger)), {
          askable: !name.endsWith("activated") && name !== "it is deleted",
        });
      });
    }
    test(`a token no longer counts at a project that unlists the application, and does again once it is listed (${kind})`, async () => {
      const ledger = await makeLedger(stage, kind);
      await listed(stage, ledger);
      const { refreshed } = await goesOnWithout(ledger, () => unlisted(stage, ledger), { askable: true });
      await listed(stage, ledger);
      // The session kept the scope, as it does when a token is narrowed.
      const again = (await refresh(stage.node, ledger.app, refreshed)).json();
      assert.equal(again.scope, ledger.scopes.join(" "));
      assert.equal((await introspect(stage.other, ledger.api, again.access_token)).active, true);
    });
  }

  /** An API that was deleted or deactivated itself cannot ask any more; `askable` are the others. */
  async function goesOnWithout(ledger: Ledger, stop: () => Promise<unknown>, { askable }: { askable: boolean }) {
    const { ada, project: crm } = stage.world;
    const { node, other: observer } = stage;
    const tokens = await getTokens(node, ledger.app, { userId: ada.id, scopes: ledger.scopes });
    const pending = await signInAt(node, { applicationId: ledger.app.id, userId: ada.id, scopes: ledger.scopes });
    const before = await introspect(observer, ledger.api, tokens.access_token);
    assert.deepEqual([before.active, before.roles, before.scope], [true, ["auditor"], ledger.scopes.join(" ")]);
    await stop();
    if (askable) assert.equal(await heardBy(observer, ledger.api, tokens.access_token), INACTIVE);
    const own = await introspect(observer, ledger.app, tokens.access_token);
    assert.deepEqual([own.active, own.aud, own.scope], [true, [ledger.app.id, crm.id], withoutIt.join(" ")]);
    assert.equal((await userinfo(observer, tokens.access_token)).statusCode, 200);
    const next = (await refresh(node, ledger.app, tokens.refresh_token)).json();
    assert.equal(next.scope, withoutIt.join(" "));
    const late = await exchange(node, ledger.app, pending.code, { code_verifier: undefined });
    assert.equal(late.json().scope, withoutIt.join(" "));
    if (askable) assert.equal(await heardBy(observer, ledger.api, next.access_token), INACTIVE);
    return { refreshed: String(next.refresh_token) };
  }

  test("when the organization of the project is deactivated, sessions elsewhere go on", async () => {
    const { storage, ada, other, project: crm } = stage.world;
    const ledger = await makeLedger(stage);
    await listed(stage, ledger);
    const { access_token } = await getTokens(stage.node, ledger.app, { userId: ada.id, scopes: ledger.scopes });
    await storage.transaction((tx) => setOrganizationState(tx, other.id, "deactivate", by));
    try {
      assert.deepEqual((await introspect(stage.node, ledger.app, access_token)).aud, [ledger.app.id, crm.id]);
    } finally {
      await storage.transaction((tx) => setOrganizationState(tx, other.id, "activate", by));
    }
    assert.equal((await introspect(stage.node, ledger.api, access_token)).active, true);
  });

  test("asking costs no statement of its own where tokens are used, and none at all where no other project is named", async () => {
    const { ada } = stage.world;
    const ledger = await makeLedger(stage);
    await listed(stage, ledger);
    const { node } = stage;
    const { during } = node.counted;
    const tokens = await getTokens(node, ledger.app, { userId: ada.id, scopes: ledger.scopes });
    assert.deepEqual(await during(() => introspect(node, ledger.api, tokens.access_token)), ["select"]);
    assert.deepEqual(await during(() => userinfo(node, tokens.access_token)), ["select"]);
    assert.deepEqual(await during(() => refresh(node, ledger.app, tokens.refresh_token)), [
      "select",
      "select",
      "update",
    ]);
    const plain = await getTokens(node, ledger.app, { userId: ada.id, scopes: ["openid", "offline_access"] });
    assert.deepEqual(await during(() => refresh(node, ledger.app, plain.refresh_token)), ["select", "update"]);
  });
});
