/**
 * Opening registration names the projects that would let in whoever registers, and nobody learns of others' projects by
 * it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProject } from "../../src/identity/projects.ts";
import { grantAccepted } from "../support/grants.ts";
import { by } from "../support/world.ts";
import { assertProblem, onEachApi } from "./stage.ts";

const open = { allowed: true, verifyEmail: true, fields: ["name"] };

onEachApi("projects that admit whoever registers", (stage) => {
  const storage = () => stage.api.idp.node.services.storage;
  const ids = ({ items }: { items: { id: string }[] }): string[] => items.map(({ id }) => id).toSorted();
  const project = (
    organizationId: string,
    name: string,
    change: { projectCheck?: boolean; roleCheck?: boolean } = {},
  ) => storage().transaction((tx) => createProject(tx, { organizationId, name, ...change }, by));
  const signets = async () => (await stage.owner.get("/instance")).json.projectId;

  test("are those of the organization and those granted to it, without role check, and none of anybody else", async () => {
    const { acme, other } = stage.api.idp.world;
    const path = `/organizations/${other.id}/policies/registration`;
    const own = await project(other.id, "Own");
    const careful = await project(other.id, "Careful", { roleCheck: true });
    const granted = await project(acme.id, "Granted to other");
    const foreign = await project(acme.id, "Secret plans");
    const everybodys = await project(acme.id, "Open to everybody", { projectCheck: false });
    await storage().transaction((tx) =>
      grantAccepted(tx, { projectId: granted.id, organizationId: other.id, roleKeys: [] }, by),
    );

    const seen = await stage.otherOwner.get(`${path}/admits`);
    assert.equal(seen.status, 200, seen.body);
    const found = new Map(seen.json.items.map((item: { id: string }) => [item.id, item]));
    assert.deepEqual(found.get(own.id), {
      id: own.id,
      name: "Own",
      organizationId: other.id,
      organizationName: other.name,
    });
    assert.ok(found.has(granted.id));
    for (const { id } of [careful, foreign, everybodys]) assert.ok(!found.has(id));
    assert.doesNotMatch(seen.body, /Secret plans|Open to everybody/);

    const opened = await stage.otherOwner.put(path, open);
    assert.equal(opened.status, 200, opened.body);
    assert.deepEqual(opened.json.admits, seen.json);
    const shut = await stage.otherOwner.put(path, { ...open, allowed: false });
    assert.deepEqual([shut.status, "admits" in shut.json], [200, false]);
    assert.ok(!("admits" in (await stage.otherOwner.get(path)).json));

    // With role check, a project is not among them any more.
    assert.equal((await stage.otherOwner.patch(`/projects/${own.id}`, { roleCheck: true })).status, 200);
    assert.ok(!ids((await stage.otherOwner.get(`${path}/admits`)).json).includes(own.id));
    await stage.otherOwner.post(`/projects/${own.id}/deactivate`);
    assertProblem(await stage.acmeOwner.get(`${path}/admits`), 404, "unknown_resource");
    await stage.otherOwner.delete(path);
  });

  test("for the instance are those of organizations that have not decided for themselves, and what is open to everybody", async () => {
    const { acme, other } = stage.api.idp.world;
    const [ofAcme, ofOther] = [await project(acme.id, "Of Acme"), await project(other.id, "Of other")];
    const everybodys = await project(other.id, "For all", { projectCheck: false });
    const path = "/instance/policies/registration";
    const all = ids((await stage.owner.get(`${path}/admits`)).json);
    for (const { id } of [ofAcme, ofOther, everybodys]) assert.ok(all.includes(id));
    assert.ok(!all.includes(await signets()), "Signet's own has no role to ask for");

    assert.equal(
      (await stage.otherOwner.put(`/organizations/${other.id}/policies/registration`, { ...open, allowed: false }))
        .status,
      200,
    );
    const rest = ids((await stage.owner.get(`${path}/admits`)).json);
    assert.deepEqual(
      [rest.includes(ofAcme.id), rest.includes(ofOther.id), rest.includes(everybodys.id)],
      [true, false, true],
    );
    const opened = await stage.owner.put(path, open);
    assert.deepEqual([opened.status, ids(opened.json.admits)], [200, rest], opened.body);
    assertProblem(await stage.acmeOwner.get(`${path}/admits`), 403, "permission_missing");
    await stage.owner.delete(path);
    await stage.otherOwner.delete(`/organizations/${other.id}/policies/registration`);
  });
});
