import assert from "node:assert/strict";
import { test } from "node:test";
import { refusePublicDomain } from "../../src/identity/chosen-domains.ts";
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
  findOrganization,
  findOrganizationByDomain,
  setOrganizationState,
} from "../../src/identity/organizations.ts";
import {
  addProjectRole,
  changeProjectRole,
  deleteProjectRole,
  findProjectRole,
  listProjectRoles,
  readProjectRole,
} from "../../src/identity/project-roles.ts";
import {
  changeProject,
  createProject,
  deleteProject,
  findProject,
  setProjectState,
} from "../../src/identity/projects.ts";
import { createHuman, findHuman } from "../../src/identity/users/humans.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

test("no organization chooses the host of Signet, nor what is above or below it; neighbours are free", async () => {
  const own = ["id.acme.example", "login.acme.co.uk"];
  const taken = ["id.acme.example", "acme.example", "mail.id.acme.example", "acme.co.uk", "co.uk", "gmail.com"];
  for (const domain of taken) await assert.rejects(refusePublicDomain(domain, own), code("invalid_input"), domain);
  for (const domain of ["mail.acme.example", "id-acme.example", "me.example", "notacme.example", "acme.uk"])
    await refusePublicDomain(domain, own);
});

onEachEngine("organizations and projects", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const make = (domain: string) => run((tx) => createOrganization(tx, { name: "Made", domain }, by));
  const eventsOf = (id: string) =>
    stage.world.storage.db
      .selectFrom("events")
      .select("type")
      .where("resource_id", "=", id)
      .orderBy("id")
      .execute()
      .then((rows) => rows.map((row) => row.type));

  test("a domain belongs to one organization, however it is spelt", async () => {
    const organization = await make("Bücher.Example");
    assert.equal(organization.domain, "xn--bcher-kva.example");
    await assert.rejects(make("BÜCHER.example"), code("already_exists"));
    await assert.rejects(make("xn--bcher-kva.example"), code("already_exists"));
    assert.equal((await findOrganizationByDomain(stage.world.storage.db, "bücher.example"))?.id, organization.id);
  });

  test("a domain that is none, and a name that shows nothing, are refused", async () => {
    for (const domain of ["", "a b", "-a.example", "a..b", "a@b.example", "http://a.example", "a/b"]) {
      await assert.rejects(make(domain), code("invalid_input", /domain/), domain);
    }
    for (const name of ["", "   ", "\u200b", "a\nb", "a\u202eb", "x".repeat(201)]) {
      await assert.rejects(
        run((tx) => createOrganization(tx, { name, domain: "fine.example" }, by)),
        code("invalid_input", /name/),
        JSON.stringify(name),
      );
    }
    assert.equal(await findOrganizationByDomain(stage.world.storage.db, "fine.example"), undefined);
  });

  test("changing the name or the domain raises the version and leaves one event each", async () => {
    const { id } = await make("change.example");
    const changed = await run((tx) => changeOrganization(tx, id, { name: "Renamed" }, by));
    assert.deepEqual([changed.name, changed.domain, changed.version], ["Renamed", "change.example", 2]);
    await assert.rejects(
      run((tx) => changeOrganization(tx, id, { domain: stage.world.acme.domain }, by)),
      code("already_exists"),
    );
    assert.deepEqual(await eventsOf(id), ["organization.created", "organization.changed"]);
  });

  test("a change based on an old version is refused, one based on the current version is not", async () => {
    const { id } = await make("versions.example");
    await run((tx) => changeOrganization(tx, id, { name: "Two", version: 1 }, by));
    await assert.rejects(
      run((tx) => changeOrganization(tx, id, { name: "Three", version: 1 }, by)),
      code("changed_meanwhile", /version 2/),
    );
    assert.equal((await findOrganization(stage.world.storage.db, id))?.name, "Two");
  });

  test("an organization can be deactivated and activated, and says its state when it cannot", async () => {
    const { id } = await make("states.example");
    await assert.rejects(
      run((tx) => setOrganizationState(tx, id, "activate", by)),
      code("wrong_state", /is active/),
    );
    await run((tx) => setOrganizationState(tx, id, "deactivate", by));
    await assert.rejects(
      run((tx) => setOrganizationState(tx, id, "deactivate", by)),
      code("wrong_state", /is inactive/),
    );
    await run((tx) => setOrganizationState(tx, id, "activate", by));
    assert.equal((await findOrganization(stage.world.storage.db, id))?.state, "active");
    assert.deepEqual(await eventsOf(id), [
      "organization.created",
      "organization.deactivated",
      "organization.activated",
    ]);
  });

  test("the first organization and Signet's own project cannot be deleted or deactivated", async () => {
    const { organizationId, projectId } = stage.world.instance;
    await assert.rejects(
      run((tx) => deleteOrganization(tx, organizationId, by)),
      code("protected"),
    );
    await assert.rejects(
      run((tx) => setOrganizationState(tx, organizationId, "deactivate", by)),
      code("protected"),
    );
    await assert.rejects(
      run((tx) => deleteProject(tx, projectId, by)),
      code("protected"),
    );
    await assert.rejects(
      run((tx) => setProjectState(tx, projectId, "deactivate", by)),
      code("protected"),
    );
    for (const check of [{ projectCheck: true }, { roleCheck: true }]) {
      await assert.rejects(
        run((tx) => changeProject(tx, projectId, check, by)),
        code("protected"),
      );
    }
    assert.equal((await findOrganization(stage.world.storage.db, organizationId))?.state, "active");
    assert.equal((await findProject(stage.world.storage.db, projectId))?.projectCheck, false);
  });

  test("with an organization go its users and projects, and nothing of others", async () => {
    const { id } = await make("gone.example");
    const project = await run((tx) => createProject(tx, { organizationId: id, name: "P" }, by));
    const user = await run((tx) => createHuman(tx, { organizationId: id, userName: "u" }, by));
    await run((tx) => deleteOrganization(tx, id, by));
    assert.equal(await findOrganization(stage.world.storage.db, id), undefined);
    assert.equal(await findProject(stage.world.storage.db, project.id), undefined);
    assert.equal(await findHuman(stage.world.storage.db, user.id), undefined);
    assert.ok(await findHuman(stage.world.storage.db, stage.world.ada.id));
    await assert.rejects(
      run((tx) => deleteOrganization(tx, id, by)),
      code("unknown_resource"),
    );
  });

  test("a new project checks who belongs to it, and its settings can be changed", async () => {
    const project = await run((tx) => createProject(tx, { organizationId: stage.world.acme.id, name: "Shop" }, by));
    assert.deepEqual([project.projectCheck, project.roleCheck, project.roleAssertion], [true, false, false]);
    const changed = await run((tx) => changeProject(tx, project.id, { roleCheck: true, version: 1 }, by));
    assert.deepEqual([changed.projectCheck, changed.roleCheck, changed.name, changed.version], [true, true, "Shop", 2]);
    await assert.rejects(
      run((tx) => changeProject(tx, project.id, { roleCheck: false, version: 1 }, by)),
      code("changed_meanwhile"),
    );
    await run((tx) => deleteProject(tx, project.id, by));
    await assert.rejects(
      run((tx) => changeProject(tx, project.id, { name: "x" }, by)),
      code("unknown_resource"),
    );
  });

  test("a project of an organization that does not exist is refused", async () => {
    await assert.rejects(
      run((tx) => createProject(tx, { organizationId: "none", name: "P" }, by)),
      code("unknown_resource", /organization none/),
    );
  });

  test("a role's key is unique in its project and fit for a scope", async () => {
    const { id } = stage.world.project;
    await run((tx) => addProjectRole(tx, id, { key: "editor", group: "content" }, by));
    await assert.rejects(
      run((tx) => addProjectRole(tx, id, { key: "editor" }, by)),
      code("already_exists"),
    );
    for (const key of ["", "a b", "ä", 'a"b', "x".repeat(101)]) {
      await assert.rejects(
        run((tx) => addProjectRole(tx, id, { key }, by)),
        code("invalid_input", /key/),
        key,
      );
    }
    const changed = await run((tx) =>
      changeProjectRole(tx, { projectId: id, key: "editor" }, { displayName: "Editors", version: 1 }, by),
    );
    assert.deepEqual(changed, { key: "editor", displayName: "Editors", group: "content", version: 2 });
    assert.deepEqual(await listProjectRoles(stage.world.storage.db, id), [changed]);
    assert.deepEqual(await readProjectRole(stage.world.storage.db, id, "editor"), changed);
    await run((tx) => deleteProjectRole(tx, id, "editor", by));
    assert.equal(await findProjectRole(stage.world.storage.db, id, "editor"), undefined);
    assert.deepEqual(await listProjectRoles(stage.world.storage.db, id), []);
    await assert.rejects(
      run((tx) => deleteProjectRole(tx, id, "editor", by)),
      code("unknown_resource"),
    );
  });

  test("a role is changed only in the version that was read, and of many at once one changes it", async () => {
    const { id } = stage.world.project;
    const role = await run((tx) => addProjectRole(tx, id, { key: "raced" }, by));
    assert.equal(role.version, 1);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        run((tx) => changeProjectRole(tx, { projectId: id, key: "raced" }, { group: `g${i}`, version: 1 }, by)),
      ),
    );
    const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    assert.equal(lost.length, 49);
    assert.ok(lost.every(code("changed_meanwhile", /version 2/)));
    await assert.rejects(
      run((tx) => changeProjectRole(tx, { projectId: id, key: "nothing" }, { group: "g", version: 1 }, by)),
      code("unknown_resource"),
    );
    assert.equal((await run((tx) => changeProjectRole(tx, { projectId: id, key: "raced" }, {}, by))).version, 3);
  });
});
