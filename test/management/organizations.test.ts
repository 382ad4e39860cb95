import assert from "node:assert/strict";
import { test } from "node:test";
import { readInstance } from "../../src/identity/instance.ts";
import type { Manager } from "../support/api.ts";
import { eventsAbout, newUser } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const iam = { level: "iam" } as const;
const at = (organizationId: string) => ({ level: "organization", organizationId }) as const;
let domains = 0;
const newDomain = () => `new${++domains}.example`;

onEachApi("organizations over the API", (stage) => {
  const acme = () => stage.api.idp.world.acme;
  const other = () => stage.api.idp.world.other;
  const create = async (name = "New"): Promise<{ id: string; path: string; domain: string }> => {
    const { status, json, body } = await stage.owner.post("/organizations", { name, domain: newDomain() });
    assert.equal(status, 201, body);
    return { id: json.id, path: `/organizations/${json.id}`, domain: json.domain };
  };
  const namesSeenBy = async (manager: Manager, query = ""): Promise<string[]> => {
    const { json, body } = await manager.get(`/organizations?${query}`);
    return json.items?.map(({ name }: { name: string }) => name) ?? body;
  };

  test("an instance manager creates an organization, which can be read at the address that is answered", async () => {
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: iam }]);
    const created = await orgManager.post("/organizations", { name: " Zürich ", domain: "Zürich.Example" });
    assert.equal(created.status, 201, created.body);
    const { id, createdAt, changedAt, ...rest } = created.json;
    assert.deepEqual(rest, { name: "Zürich", domain: "xn--zrich-kva.example", state: "active", version: 1 });
    assert.equal(createdAt, changedAt);
    assert.ok(created.headers.location?.endsWith(`/management/v1/organizations/${id}`));
    assert.deepEqual((await orgManager.get(`/organizations/${id}`)).json, created.json);
    assert.deepEqual(await eventsAbout(stage.api, id), ["organization.created"]);
  });

  test("nobody else creates one, and a domain is only had once, however it is written", async () => {
    const viewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: iam }]);
    for (const manager of [viewer, stage.acmeOwner]) {
      const refused = await unchanged(stage.api, () =>
        manager.post("/organizations", { name: "New", domain: newDomain() }),
      );
      assertProblem(refused, 403, "permission_missing");
    }
    const taken = { name: "Mine now", domain: acme().domain.toUpperCase() };
    const refused = await unchanged(stage.api, () => stage.owner.post("/organizations", taken));
    assertProblem(refused, 409, "already_exists");
    assert.equal(refused.json.errors[0].field, "domain");
    for (const domain of ["", "not a domain", "acme.example/path", "@acme.example", "-.example"]) {
      assertProblem(
        await unchanged(stage.api, () => stage.owner.post("/organizations", { name: "New", domain })),
        400,
        "invalid_input",
      );
    }
    const extra = { name: "New", domain: newDomain(), state: "active", id: acme().id };
    assertProblem(await unchanged(stage.api, () => stage.owner.post("/organizations", extra)), 400, "invalid_input");
  });

  test("managers of the instance see all organizations, others only those they manage", async () => {
    const [alpha, beta] = [await create("List Alpha"), await create("List Beta")];
    const viewer = await stage.api.manager([{ role: "IAM_OWNER_VIEWER", place: iam }]);
    assert.deepEqual(await namesSeenBy(viewer, "q=list"), ["List Alpha", "List Beta"]);
    const both = await stage.api.manager([
      { role: "ORG_PROJECT_CREATOR", place: at(beta.id) },
      { role: "ORG_OWNER_VIEWER", place: at(alpha.id) },
    ]);
    assert.deepEqual(await namesSeenBy(both), ["List Alpha", "List Beta"]);
    assert.deepEqual(await namesSeenBy(both, "sort=-name"), ["List Beta", "List Alpha"]);
    assert.deepEqual(await namesSeenBy(both, `q=${beta.domain.slice(0, -3)}`), ["List Beta"]);
    const one = await stage.api.manager([{ role: "ORG_OWNER", place: at(beta.id) }]);
    assert.deepEqual(await namesSeenBy(one), ["List Beta"]);
    assert.deepEqual(await namesSeenBy(one, "q=alpha"), []);
    const projectOwner = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: stage.api.idp.world.project.id } },
    ]);
    assert.deepEqual(await namesSeenBy(projectOwner), []);
    await stage.owner.post(`${alpha.path}/deactivate`);
    assert.deepEqual(await namesSeenBy(both, "state=inactive"), ["List Alpha"]);
    assert.deepEqual(await namesSeenBy(both, "state=active"), ["List Beta"]);
  });

  test("pages of the list go on where they stopped, each organization once", async () => {
    const names = ["Page 1", "Page 2", "Page 3"];
    for (const name of names) await create(name);
    const seen: string[] = [];
    let cursor = "";
    do {
      const { json } = await stage.owner.get(`/organizations?q=page&sort=name&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...json.items.map(({ name }: { name: string }) => name));
      cursor = json.nextCursor ?? "";
    } while (cursor !== "");
    assert.deepEqual(seen, names);
  });

  test("an organization's owner reads and renames it, and nobody learns of another one", async () => {
    const path = `/organizations/${acme().id}`;
    assert.equal((await stage.acmeOwner.get(path)).json.domain, acme().domain);
    const renamed = await stage.acmeOwner.patch(path, { name: "Acme Limited" });
    assert.deepEqual([renamed.status, renamed.json.name, renamed.json.domain], [200, "Acme Limited", acme().domain]);
    const elsewhere = `/organizations/${other().id}`;
    const calls = (manager: Manager, to: string) => [
      manager.get(to),
      manager.patch(to, { name: "Taken" }),
      manager.post(`${to}/deactivate`),
      manager.post(`${to}/activate`),
      manager.delete(to),
    ];
    const foreign = await unchanged(stage.api, () => Promise.all(calls(stage.acmeOwner, elsewhere)));
    const unknown = await unchanged(stage.api, () => Promise.all(calls(stage.acmeOwner, "/organizations/nothing")));
    for (const answer of [...foreign, ...unknown]) assertProblem(answer, 404, "unknown_resource");
    assert.deepEqual(
      foreign.map(({ json }) => json.detail),
      unknown.map(({ json }) => json.detail),
    );
    assertProblem(await stage.owner.get("/organizations/nothing"), 404, "unknown_resource");
  });

  test("any domain is set by who manages the instance, and nobody sets one who only looks after settings", async () => {
    const { id, path, domain } = await create();
    const settings = await stage.api.manager([{ role: "ORG_SETTINGS_MANAGER", place: at(id) }]);
    for (const body of [{ domain: newDomain() }, { name: "Both", domain: newDomain() }, { domain }]) {
      assertProblem(await unchanged(stage.api, () => settings.patch(path, body)), 403, "permission_missing");
    }
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: iam }]);
    const taken = await unchanged(stage.api, () =>
      orgManager.patch(path, { name: "Still not", domain: acme().domain }),
    );
    assertProblem(taken, 409, "already_exists");
    for (const moved of [newDomain(), "gmail.com", "co.uk"])
      assert.equal((await orgManager.patch(path, { domain: moved })).json.domain, moved);
    assert.equal((await stage.owner.delete(path)).status, 204);
  });

  test("a change is made only to the version that was read", async () => {
    const { id, path } = await create();
    const changed = await stage.owner.patch(path, { name: "Second" }, { "if-match": '"1"' });
    assert.deepEqual([changed.status, changed.headers.etag], [200, '"2"']);
    const late = await unchanged(stage.api, () => stage.owner.patch(path, { name: "Late" }, { "if-match": '"1"' }));
    assertProblem(late, 412, "changed_meanwhile");
    assert.deepEqual(await eventsAbout(stage.api, id), ["organization.created", "organization.changed"]);
  });

  test("an organization is deactivated by its owner too, each once, and activated by managers of the instance alone", async () => {
    const { id, path } = await create();
    const own = await stage.api.manager([{ role: "ORG_OWNER", place: at(id) }], id);
    const settings = await stage.api.manager([{ role: "ORG_SETTINGS_MANAGER", place: at(id) }]);
    // Lives elsewhere, and so is not shut out with the others.
    const guest = await stage.api.manager([{ role: "ORG_OWNER", place: at(id) }]);
    assertProblem(await unchanged(stage.api, () => settings.post(`${path}/deactivate`)), 403, "permission_missing");
    assert.equal((await own.post(`${path}/deactivate`)).json.state, "inactive");
    assertProblem(await unchanged(stage.api, () => stage.owner.post(`${path}/deactivate`)), 409, "wrong_state");
    assertProblem(await own.get(path), 401, "invalid_token");
    assertProblem(await unchanged(stage.api, () => guest.post(`${path}/activate`)), 403, "permission_missing");
    assert.equal((await stage.owner.post(`${path}/activate`)).json.state, "active");
    assert.deepEqual(await eventsAbout(stage.api, id), [
      "organization.created",
      "organization.deactivated",
      "organization.activated",
    ]);
  });

  test("a deleted organization is gone with its managers, and deleting it again is no error", async () => {
    const { id, path } = await create();
    const orgOwner = await stage.api.manager([{ role: "ORG_OWNER", place: at(id) }], id);
    assertProblem(await unchanged(stage.api, () => orgOwner.delete(path)), 403, "permission_missing");
    assert.equal((await stage.owner.delete(path)).status, 204);
    assertProblem(await stage.owner.get(path), 404, "unknown_resource");
    assertProblem(await orgOwner.get("/me"), 401, "invalid_token");
    assert.equal((await unchanged(stage.api, () => stage.owner.delete(path))).status, 204);
    assertProblem(await unchanged(stage.api, () => stage.acmeOwner.delete(path)), 404, "unknown_resource");
    assert.deepEqual(await eventsAbout(stage.api, id), ["organization.created", "organization.deleted"]);
  });

  test("the first organization stays, whoever asks", async () => {
    const { organizationId } = await readInstance(stage.api.idp.node.services.storage.db);
    const path = `/organizations/${organizationId}`;
    assertProblem(await unchanged(stage.api, () => stage.owner.post(`${path}/deactivate`)), 409, "protected");
    assertProblem(await unchanged(stage.api, () => stage.owner.delete(path)), 409, "protected");
  });

  test("nobody gets rid of managers above them, or renames them, by way of their organization", async () => {
    const { id, path } = await create();
    const orgManager = await stage.api.manager([{ role: "IAM_ORG_MANAGER", place: iam }]);
    const rival = await newUser(stage.api, id);
    assert.equal((await stage.owner.post("/instance/managers", { userId: rival, role: "IAM_OWNER" })).status, 201);
    const refused = await unchanged(stage.api, () =>
      Promise.all([
        orgManager.post(`${path}/deactivate`),
        orgManager.delete(path),
        orgManager.patch(path, { domain: newDomain() }),
      ]),
    );
    for (const answer of refused) {
      assertProblem(answer, 403, "permission_missing");
      assert.match(answer.json.detail, /managers of the instance, and you do not hold instance\.read/);
    }
    assert.equal((await orgManager.patch(path, { name: "Only its name" })).status, 200);
    assert.equal((await stage.owner.post(`${path}/deactivate`)).status, 200);
    assertProblem(await unchanged(stage.api, () => orgManager.post(`${path}/activate`)), 403, "permission_missing");
    assert.equal((await stage.owner.delete(path)).status, 204);
  });

  test("an owner of the instance is not shut out by the owner of the organization where they live", async () => {
    const { id, path } = await create();
    const orgOwner = await stage.api.manager([{ role: "ORG_OWNER", place: at(id) }]);
    const owner = await newUser(stage.api, id);
    assert.equal((await stage.owner.post("/instance/managers", { userId: owner, role: "IAM_OWNER" })).status, 201);
    const refused = await unchanged(stage.api, () => orgOwner.post(`${path}/deactivate`));
    assertProblem(refused, 403, "permission_missing");
    const renamed = await orgOwner.patch(path, { domain: newDomain() });
    assertProblem(renamed, 403, "permission_missing");
    const { organizationId } = await readInstance(stage.api.idp.node.services.storage.db);
    const ofFirst = await stage.api.manager([{ role: "ORG_OWNER", place: at(organizationId) }]);
    const first = await unchanged(stage.api, () => ofFirst.post(`/organizations/${organizationId}/deactivate`));
    assert.ok([403, 409].includes(first.status), first.body);
    assert.equal((await stage.owner.delete(path)).status, 204);
  });

  test("an organization that holds the only owners of the instance stays active", async () => {
    const { db } = stage.api.idp.node.services.storage;
    const { id, path } = await create();
    const last = await stage.api.manager([{ role: "IAM_OWNER", place: iam }], id);
    const owners = await db
      .selectFrom("managers")
      .selectAll()
      .where("role", "=", "IAM_OWNER")
      .where("user_id", "!=", last.userId)
      .execute();
    await db.deleteFrom("managers").where("role", "=", "IAM_OWNER").where("user_id", "!=", last.userId).execute();
    try {
      assertProblem(await unchanged(stage.api, () => last.post(`${path}/deactivate`)), 409, "last_owner");
      assertProblem(await unchanged(stage.api, () => last.delete(path)), 409, "last_owner");
    } finally {
      await db.insertInto("managers").values(owners).execute();
    }
    assert.equal((await last.delete(path)).status, 204);
  });

  test("metadata is set, listed by key, replaced and deleted, with one event each", async () => {
    const { id, path } = await create();
    const settings = await stage.api.manager([{ role: "ORG_SETTINGS_MANAGER", place: at(id) }]);
    const set = await settings.put(`${path}/metadata/region`, { value: "north" });
    assert.deepEqual([set.status, set.json], [200, { key: "region", value: "north" }]);
    const key = "a/b ü__proto__";
    assert.deepEqual((await settings.put(`${path}/metadata/${encodeURIComponent(` ${key} `)}`, { value: "" })).json, {
      key,
      value: "",
    });
    await settings.put(`${path}/metadata/region`, { value: "south" });
    const all = {
      items: [
        { key, value: "" },
        { key: "region", value: "south" },
      ],
    };
    assert.deepEqual((await settings.get(`${path}/metadata`)).json, all);
    assert.equal((await settings.delete(`${path}/metadata/region`)).status, 204);
    assert.equal((await unchanged(stage.api, () => settings.delete(`${path}/metadata/region`))).status, 204);
    assert.deepEqual((await settings.get(`${path}/metadata`)).json, { items: [{ key, value: "" }] });
    const changes = ["metadata.set", "metadata.set", "metadata.set", "metadata.deleted"];
    assert.deepEqual(await eventsAbout(stage.api, id), ["organization.created", ...changes]);
  });

  test("metadata is refused where it is none, too much or somebody else's", async () => {
    const { id, path } = await create();
    const viewer = await stage.api.manager([{ role: "ORG_OWNER_VIEWER", place: at(id) }]);
    const [wrongKey, tooLong, unknownField, seeing, removing, foreign, foreignDelete, foreignList, nowhere, listed] =
      await unchanged(stage.api, () =>
        Promise.all([
          stage.owner.put(`${path}/metadata/${encodeURIComponent("\u202e")}`, { value: "x" }),
          stage.owner.put(`${path}/metadata/long`, { value: "é".repeat(4097) }),
          stage.owner.put(`${path}/metadata/key`, { value: "x", organizationId: acme().id }),
          viewer.put(`${path}/metadata/key`, { value: "x" }),
          viewer.delete(`${path}/metadata/key`),
          stage.acmeOwner.put(`${path}/metadata/key`, { value: "x" }),
          stage.acmeOwner.delete(`${path}/metadata/key`),
          stage.acmeOwner.get(`${path}/metadata`),
          stage.owner.put("/organizations/nothing/metadata/key", { value: "x" }),
          stage.owner.get("/organizations/nothing/metadata"),
        ]),
      );
    for (const answer of [wrongKey, tooLong, unknownField]) assertProblem(answer, 400, "invalid_input");
    for (const answer of [seeing, removing]) assertProblem(answer, 403, "permission_missing");
    for (const answer of [foreign, foreignDelete, foreignList, nowhere, listed])
      assertProblem(answer, 404, "unknown_resource");
    assert.equal((await viewer.get(`${path}/metadata`)).status, 200);
  });
});
