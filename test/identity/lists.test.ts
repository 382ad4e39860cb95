import assert from "node:assert/strict";
import { test } from "node:test";
import { v7 as newId } from "uuid";
import {
  type ApplicationList,
  createApplication,
  listApplications,
  setApplicationState,
} from "../../src/identity/applications/applications.ts";
import type { Listed, Position } from "../../src/identity/listing.ts";
import { addManager } from "../../src/identity/managers.ts";
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  type OrganizationList,
  setOrganizationState,
} from "../../src/identity/organizations.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  type ProjectList,
  setProjectState,
} from "../../src/identity/projects.ts";
import { now } from "../../src/storage/now.ts";
import { countStatements } from "../support/count-statements.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { refusal } from "../support/identity.ts";
import { by, settings } from "../support/world.ts";
import { walk } from "./walk.ts";

const byteOrder = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const names = ["Beta", "alpha", "Ärzte", "ärzte", "Same", "Same", "Same", "Zebra", "100% _real_", "\u{1f600} smile"];

onEachEngine("lists", (stage) => {
  const db = () => stage.world.storage.db;
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  let domains = 0;
  const organization = (name: string, domain = `listed${++domains}.example`) =>
    run((tx) => createOrganization(tx, { name, domain }, by));
  const project = (organizationId: string, name: string) =>
    run((tx) => createProject(tx, { organizationId, name }, by));
  const application = async (projectId: string, name: string, type: "web" | "native" = "web") =>
    (await run((tx) => createApplication(tx, { projectId, settings: settings(type, { name }) }, by))).application;
  const projects = (organizationId: string, more: Partial<ProjectList> = {}) =>
    listProjects(db(), organizationId, { sort: "createdAt", limit: 100, ...more });
  const organizations = (more: Partial<OrganizationList> = {}) =>
    listOrganizations(db(), { sort: "createdAt", limit: 100, ...more });
  const applications = (projectId: string, more: Partial<ApplicationList> = {}) =>
    listApplications(db(), projectId, { sort: "createdAt", limit: 100, ...more });
  const namesOf = ({ items }: Listed<{ name: string }>) => items.map(({ name }) => name);

  /** An organization with a project for each of the names, in this order. */
  async function withProjects(): Promise<string> {
    const { id } = await organization("With projects");
    for (const name of names) await project(id, name);
    return id;
  }

  test("a list is sorted by time or by name, either way round, byte by byte on both engines", async () => {
    const id = await withProjects();
    assert.deepEqual(namesOf(await projects(id)), names);
    assert.deepEqual(namesOf(await projects(id, { sort: "-createdAt" })), names.toReversed());
    assert.deepEqual(namesOf(await projects(id, { sort: "name" })), names.toSorted(byteOrder));
    assert.deepEqual(namesOf(await projects(id, { sort: "-name" })), names.toSorted(byteOrder).toReversed());
  });

  for (const sort of ["createdAt", "-createdAt", "name", "-name"] as const) {
    test(`pages by ${sort} show each thing once, whatever their size and however many have the same name`, async () => {
      const id = await withProjects();
      const whole = (await projects(id, { sort })).items;
      for (const limit of [1, 2, 3, names.length - 1, names.length, names.length + 1]) {
        assert.deepEqual(await walk((after) => projects(id, { sort, limit, after })), whole, `limit ${limit}`);
      }
    });

    test(`by ${sort}, what stays is shown once, while other things come and go`, async () => {
      const id = await withProjects();
      const stay = new Set((await projects(id)).items.map((one) => one.id));
      const seen = await walk(
        (after) => projects(id, { sort, limit: 2, after }),
        async ({ number }) => {
          if (number > 6) return;
          const passing = await project(id, "Same");
          await project(id, `${number} new`);
          await run((tx) => deleteProject(tx, passing.id, by));
        },
      );
      const ids = seen.map((one) => one.id);
      assert.equal(new Set(ids).size, ids.length, "nothing twice");
      assert.deepEqual(
        [...stay].filter((one) => !ids.includes(one)),
        [],
        "nothing left out",
      );
    });
  }

  test("a list goes on after a thing that was deleted meanwhile", async () => {
    const id = await withProjects();
    const { items, next } = await projects(id, { sort: "name", limit: 3 });
    await run((tx) => deleteProject(tx, items[2]?.id ?? "", by));
    const rest = await projects(id, { sort: "name", after: next });
    assert.deepEqual([...namesOf({ items, next }), ...namesOf(rest)], names.toSorted(byteOrder));
  });

  test("a page that holds everything has nothing after it", async () => {
    const { id } = await organization("Exactly two");
    await project(id, "One");
    await project(id, "Two");
    assert.equal((await projects(id, { limit: 2 })).next, undefined);
    assert.notEqual((await projects(id, { limit: 1 })).next, undefined);
    assert.deepEqual(await projects("nowhere"), { items: [], next: undefined });
  });

  test("a name is searched for anywhere in it, whatever the case and the way it is written, never as a pattern", async () => {
    const id = await withProjects();
    const find = async (q: string) => namesOf(await projects(id, { q }));
    for (const q of ["ärz", "ÄRZ", "RZTE", "a\u0308rzte", " Ärzte "])
      assert.deepEqual(await find(q), ["Ärzte", "ärzte"], q);
    assert.deepEqual(await find("AME"), ["Same", "Same", "Same"]);
    assert.deepEqual(await find("%"), ["100% _real_"]);
    assert.deepEqual(await find("_real_"), ["100% _real_"]);
    assert.deepEqual(await find("\u{1f600}"), ["\u{1f600} smile"]);
    for (const q of ["s_me", "s%e", "*", "'; DROP TABLE projects --", "\\", "\0"])
      assert.deepEqual(await find(q), [], q);
    assert.deepEqual(await find(""), names);
    const greek = await project(id, "ΟΔΟΣΑ Straße");
    for (const q of ["οδος", "ΟΔΟΣ", "strasse", "STRASSE"]) assert.deepEqual(await find(q), [greek.name], q);
    await assert.rejects(find("x".repeat(201)), refusal("invalid_input", { field: "q", message: /201 characters/ }));
  });

  test("a search goes page by page too, in the order that was asked for", async () => {
    const id = await withProjects();
    for (const sort of ["createdAt", "-name"] as const) {
      const whole = (await projects(id, { sort, q: "e" })).items;
      assert.ok(whole.length > 3);
      assert.deepEqual(await walk((after) => projects(id, { sort, q: "e", limit: 1, after })), whole);
    }
  });

  test("projects, applications and organizations can be asked for by state", async () => {
    const home = await organization("Home of states");
    const idle = await project(home.id, "Idle");
    const busy = await project(home.id, "Busy");
    await run((tx) => setProjectState(tx, idle.id, "deactivate", by));
    assert.deepEqual(namesOf(await projects(home.id, { state: "inactive" })), ["Idle"]);
    assert.deepEqual(namesOf(await projects(home.id, { state: "active" })), ["Busy"]);
    const [web, native] = [await application(busy.id, "Web"), await application(busy.id, "Native", "native")];
    await run((tx) => setApplicationState(tx, native.id, "deactivate", by));
    assert.deepEqual(namesOf(await applications(busy.id, { state: "active" })), ["Web"]);
    assert.deepEqual((await applications(busy.id, { type: "native" })).items[0]?.id, native.id);
    assert.deepEqual(namesOf(await applications(busy.id, { type: "web", state: "inactive" })), []);
    assert.deepEqual((await applications(busy.id, { q: "wE", sort: "-name" })).items, [web]);
    await run((tx) => setOrganizationState(tx, home.id, "deactivate", by));
    assert.deepEqual((await organizations({ state: "inactive" })).items.map(({ id }) => id).includes(home.id), true);
    assert.deepEqual((await organizations({ state: "active" })).items.map(({ id }) => id).includes(home.id), false);
    await run((tx) => deleteOrganization(tx, home.id, by));
  });

  for (const sort of ["name", "-name", "createdAt", "-createdAt"] as const) {
    test(`applications are paged by ${sort}`, async () => {
      const { id } = await project(stage.world.acme.id, "With applications");
      for (const name of ["b", "a", "a", "C", "é"]) await application(id, name);
      const whole = await applications(id, { sort });
      assert.equal(whole.items.length, 5);
      assert.deepEqual(await walk((after) => applications(id, { sort, limit: 2, after })), whole.items);
      const sorted = ["C", "a", "a", "b", "é"];
      if (sort === "name") assert.deepEqual(namesOf(whole), sorted);
      if (sort === "-name") assert.deepEqual(namesOf(whole), sorted.toReversed());
    });
  }

  for (const sort of ["name", "-name", "domain", "-domain", "createdAt", "-createdAt"] as const) {
    test(`organizations are paged by ${sort}`, async () => {
      for (const name of ["Twin", "Twin"]) await organization(name);
      const whole = (await organizations({ sort })).items;
      assert.ok(whole.length >= 5);
      assert.deepEqual(await walk((after) => organizations({ sort, limit: 2, after })), whole);
      const column = sort.replace("-", "");
      if (column === "name" || column === "domain") {
        const values = whole.map((one) => one[column]);
        const sorted = values.toSorted(byteOrder);
        assert.deepEqual(values, sort === column ? sorted : sorted.toReversed());
      }
    });
  }

  test("an organization is found by its name, or by the beginning of its domain as people write it", async () => {
    const { id } = await organization("Zürcher Käserei", "bücher.example");
    const find = async (q: string) => (await organizations({ q })).items.map((one) => one.id).includes(id);
    for (const q of ["KÄSE", "bücher", "BÜCHER.EX", "xn--bcher"]) assert.ok(await find(q), q);
    for (const q of ["example", "ücher", "kase"]) assert.ok(!(await find(q)), q);
  });

  test("a manager's organizations are those where they have a role of that level, each once", async () => {
    const { ada, acme, other, project: crm } = stage.world;
    const manager = { userId: ada.id, managedBy: ada.id };
    const of = async (more: Partial<OrganizationList> = {}) =>
      (await organizations({ managedBy: manager.managedBy, ...more })).items.map(({ id }) => id);
    assert.deepEqual(await of(), []);
    await run(async (tx) => {
      const at = { level: "organization", organizationId: other.id } as const;
      await addManager(tx, { userId: ada.id, role: "ORG_OWNER", place: at }, by);
      await addManager(tx, { userId: ada.id, role: "ORG_OWNER_VIEWER", place: at }, by);
      await addManager(
        tx,
        { userId: ada.id, role: "PROJECT_OWNER", place: { level: "project", projectId: crm.id } },
        by,
      );
      await addManager(tx, { userId: ada.id, role: "IAM_OWNER", place: { level: "iam" } }, by);
    });
    assert.deepEqual(await of(), [other.id]);
    const place = { level: "organization", organizationId: acme.id } as const;
    await run((tx) => addManager(tx, { userId: ada.id, role: "ORG_USER_MANAGER", place }, by));
    assert.deepEqual(await of({ sort: "name" }), [acme.id, other.id]);
    assert.deepEqual(await of({ q: "oth" }), [other.id]);
    assert.deepEqual(await of({ managedBy: "nobody" }), []);
  });

  test("a page costs one statement; a search that finds little costs two, stops, and can go on", async () => {
    const crowd = Array.from({ length: 4_500 }, (_, i) => ({
      id: newId(),
      name: `Crowd ${String(i).padStart(5, "0")}`,
      domain: `crowd${i}.example`,
      state: "active",
      version: 1,
    }));
    await run(async (tx) => {
      for (let from = 0; from < crowd.length; from += 500) {
        const values = crowd.slice(from, from + 500).map((row) => ({ ...row, created_at: now, changed_at: now }));
        await tx.insertInto("organizations").values(values).execute();
      }
    });
    const last = crowd.at(-1);
    const counted = countStatements(stage.world.storage);
    const list = (after: Position | undefined, more: Partial<OrganizationList> = {}) =>
      listOrganizations(counted.storage.db, { sort: "name", limit: 5, after, ...more });
    assert.deepEqual(await counted.during(() => list(undefined)), ["select"]);
    assert.deepEqual(await counted.during(() => list(undefined, { state: "inactive" })), ["select", "select"]);

    const first = await list(undefined, { q: "crowd 04499" });
    assert.deepEqual(first.items, []);
    assert.notEqual(first.next, undefined, "it stopped before it had looked at everything");
    const found = await walk((after) => list(after, { q: "crowd 04499" }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [last?.id],
    );
    // Far down the list, where the database has sorted out what it can: names and domains that it would fold otherwise,
    // too.
    for (const [q, name, domain] of [
      ["ZÜRICH", "Crowd 04000 Zürich", undefined],
      ["final", "Crowd 04000 ﬁnal", undefined],
      ["bäume", "Crowd 04000", "bäume.example"],
      ["garden", "Crowd 04000", "garden.example"],
      ["FOUR", "Crowd 04000 four", undefined],
    ] as const) {
      const { id } = await organization(name, domain);
      const ids = (await walk((after) => list(after, { q, state: "active" }))).map((one) => one.id);
      assert.deepEqual(ids, [id], q);
      assert.deepEqual(await walk((after) => list(after, { q, state: "inactive" })), []);
    }
    await db().deleteFrom("organizations").where("name", "like", "Crowd %").execute();
  });
});
