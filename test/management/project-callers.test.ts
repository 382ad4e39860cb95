/**
 * Project callers: whom a project lets name it, kept by its managers, who learn nothing by it about other
 * organizations.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import {
  type Application,
  createApplication,
  deleteApplication,
} from "../../src/identity/applications/applications.ts";
import { addProjectCaller, MOST_CALLERS } from "../../src/identity/project-callers.ts";
import { createProject, type Project } from "../../src/identity/projects.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import { deleteUser } from "../../src/identity/users/users.ts";
import { now } from "../../src/storage/now.ts";
import type { Manager } from "../support/api.ts";
import { by, settings } from "../support/world.ts";
import { eventsAbout } from "./granted.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("project callers over the API", (stage) => {
  /** Acme's, each test has one of its own. */
  let project: Project;
  let projectOwner: Manager;
  let path: string;
  beforeEach(async () => {
    project = await newProject(stage.api.idp.world.acme.id, "Ledger");
    projectOwner = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: project.id } },
    ]);
    path = `/projects/${project.id}/callers`;
  });
  const storage = () => stage.api.idp.node.services.storage;
  const newProject = (organizationId: string, name: string): Promise<Project> =>
    storage().transaction((tx) => createProject(tx, { organizationId, name }, by));
  const newApplication = (projectId: string, name: string): Promise<Application> =>
    storage().transaction(
      async (tx) => (await createApplication(tx, { projectId, settings: settings("web", { name }) }, by)).application,
    );
  const isFromBefore = (column: "application_id" | "user_id", id: string) =>
    storage()
      .db.insertInto("project_callers")
      .values({ project_id: project.id, caller_id: id, [column]: id, from_before: 1, created_at: now })
      .execute();
  const withoutTime = ({ createdAt: _, ...rest }: Record<string, unknown>) => rest;

  test("a project and an application are listed, seen with their names by who may see them, and removed", async () => {
    const { acme } = stage.api.idp.world;
    const crm = await newProject(acme.id, "CRM");
    const shop = await newApplication(crm.id, "Shop");
    const organization = { organizationId: acme.id, organizationName: "Acme" };
    const views = [
      { id: crm.id, kind: "project", name: "CRM", ...organization, fromBefore: false },
      { id: shop.id, kind: "application", name: "Shop", ...organization, fromBefore: false },
    ];
    const first = await stage.acmeOwner.post(path, { callingProjectId: crm.id });
    assert.equal(first.status, 201, first.body);
    // As people paste it.
    const second = await stage.acmeOwner.post(path, { applicationId: ` ${shop.id.toUpperCase()} ` });
    assert.deepEqual(
      [first, second].map(({ json }) => withoutTime(json)),
      views,
    );
    assert.deepEqual((await stage.acmeOwner.get(path)).json.items.map(withoutTime), views);
    const page = (await stage.acmeOwner.get(`${path}?limit=1&sort=-createdAt`)).json;
    assert.equal(page.items.length, 1);
    const rest = (await stage.acmeOwner.get(`${path}?limit=1&sort=-createdAt&cursor=${page.nextCursor}`)).json;
    assert.deepEqual([...page.items, ...rest.items].map(({ id }) => id).toSorted(), [crm.id, shop.id].toSorted());
    // Whoever manages only this project does not see the others of the organization.
    assert.deepEqual(
      (await projectOwner.get(path)).json.items.map(withoutTime),
      views.map(({ id, kind, fromBefore }) => ({ id, kind, fromBefore })),
    );
    assert.equal((await projectOwner.delete(`${path}/${crm.id}`)).status, 204);
    assert.equal((await projectOwner.delete(`${path}/${crm.id}`)).status, 204, "what is gone may be removed again");
    assert.deepEqual(
      (await projectOwner.get(path)).json.items.map(({ id }: { id: string }) => id),
      [shop.id],
    );
    assert.deepEqual(await eventsAbout(stage.api, project.id), [
      "project.created",
      "project_caller.added",
      "project_caller.added",
      "project_caller.removed",
    ]);
  });

  test("what belongs to others, what was deleted and what never existed are answered and listed alike", async () => {
    const { other } = stage.api.idp.world;
    const theirs = await newProject(other.id, "Their secret project");
    const theirApplication = await newApplication(theirs.id, "Their secret application");
    const gone = await newApplication(theirs.id, "Gone");
    await storage().transaction((tx) => deleteApplication(tx, gone.id, by));
    const soonGone = await newApplication(theirs.id, "Soon gone");
    const bodies = [
      { applicationId: theirApplication.id },
      { applicationId: gone.id },
      { applicationId: soonGone.id },
      { applicationId: randomUUID() },
      // The id of something else.
      { applicationId: theirs.id },
    ];
    for (const manager of [projectOwner, stage.acmeOwner]) {
      const answers = await Promise.all(bodies.map((body) => manager.post(path, body)));
      for (const [index, { status, json }] of answers.entries()) {
        assert.equal(status, 201);
        assert.deepEqual(withoutTime(json), {
          id: bodies[index]?.applicationId,
          kind: "application",
          fromBefore: false,
        });
      }
      await storage().transaction((tx) => deleteApplication(tx, soonGone.id, by).catch(() => undefined));
      const listed = (await manager.get(path)).json.items;
      assert.equal(listed.length, bodies.length);
      for (const item of listed)
        assert.deepEqual(Object.keys(item).toSorted(), ["createdAt", "fromBefore", "id", "kind"]);
      for (const { id } of listed) await manager.delete(`${path}/${id}`);
    }
    const both = await Promise.all(
      [theirs.id, randomUUID()].map((callingProjectId) => projectOwner.post(path, { callingProjectId })),
    );
    for (const { json } of both)
      assert.deepEqual(Object.keys(json).toSorted(), ["createdAt", "fromBefore", "id", "kind"]);
    // Who manages both organizations sees both.
    const names = (await stage.owner.get(path)).json.items.map(({ name }: { name?: string }) => name);
    assert.deepEqual(names.toSorted(), ["Their secret project", undefined]);
  });

  test("what cannot be listed is refused with a word on why, and changes nothing", async () => {
    const { instance } = stage.api.idp.world;
    const listed = randomUUID();
    await projectOwner.post(path, { applicationId: listed });
    for (const [body, status, code, says] of [
      [{}, 400, "invalid_input", /either callingProjectId or applicationId/],
      [{ applicationId: randomUUID(), callingProjectId: randomUUID() }, 400, "invalid_input", /and not both/],
      [{ applicationId: "shop" }, 400, "invalid_input", /applicationId must be the id/],
      [{ applicationId: "x".repeat(65) }, 400, "invalid_input", /./],
      [{ callingProjectId: `${randomUUID()}'--` }, 400, "invalid_input", /callingProjectId must be the id/],
      [{ callingProjectId: project.id }, 400, "invalid_input", /without being listed/],
      [{ serviceUserId: randomUUID() }, 400, "invalid_input", /./],
      [{ applicationId: listed }, 409, "already_exists", /listed already/],
      [{ callingProjectId: listed }, 409, "already_exists", /listed already/],
    ] as const) {
      const answer = await unchanged(stage.api, () => projectOwner.post(path, body));
      assertProblem(answer, status, code);
      assert.match(answer.body, says);
    }
    const own = await unchanged(stage.api, () =>
      stage.owner.post(`/projects/${instance.projectId}/callers`, { applicationId: randomUUID() }),
    );
    assertProblem(own, 409, "wrong_state");
    assert.deepEqual((await stage.owner.get(`/projects/${instance.projectId}/callers`)).json.items, []);
  });

  test("what was in use before is marked, told with its name, and confirmed or removed", async () => {
    const { other } = stage.api.idp.world;
    const theirs = await newProject(other.id, "Theirs");
    const shop = await newApplication(theirs.id, "Shop");
    const robot = await storage().transaction((tx) =>
      createServiceUser(tx, { organizationId: other.id, userName: `robot-${randomUUID()}`, name: "Robot" }, by),
    );
    await isFromBefore("application_id", shop.id);
    await isFromBefore("user_id", robot.id);
    const organization = { organizationId: other.id, organizationName: "Other" };
    const views = [
      { id: shop.id, kind: "application", name: "Shop", ...organization, fromBefore: true },
      { id: robot.id, kind: "service_user", name: "Robot", ...organization, fromBefore: true },
    ];
    const byId = (items: { id: string }[]) =>
      items.map(withoutTime).toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
    assert.deepEqual(byId((await projectOwner.get(path)).json.items), byId(views));
    for (const attempt of [1, 2]) {
      const confirmed = await projectOwner.post(`${path}/${shop.id}/confirm`);
      assert.deepEqual(withoutTime(confirmed.json), { ...views[0], fromBefore: false }, `attempt ${attempt}`);
    }
    assertProblem(await projectOwner.post(`${path}/${randomUUID()}/confirm`), 404, "unknown_resource");
    await storage().transaction((tx) => deleteUser(tx, robot.id, by));
    assert.deepEqual((await projectOwner.get(path)).json.items.map(withoutTime), [{ ...views[0], fromBefore: false }]);
    assert.deepEqual(await eventsAbout(stage.api, project.id), ["project.created", "project_caller.confirmed"]);
  });

  test("managers of elsewhere find no such list, and who may only look changes nothing", async () => {
    const id = randomUUID();
    await projectOwner.post(path, { applicationId: id });
    const neighbour = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: stage.api.idp.world.project.id } },
    ]);
    const viewer = await stage.api.manager([
      { role: "PROJECT_OWNER_VIEWER", place: { level: "project", projectId: project.id } },
    ]);
    const changes = (manager: Manager) => [
      manager.post(path, { applicationId: randomUUID() }),
      manager.post(`${path}/${id}/confirm`),
      manager.delete(`${path}/${id}`),
    ];
    for (const manager of [neighbour, stage.otherOwner]) {
      assertProblem(await manager.get(path), 404, "unknown_resource");
      for (const answer of await unchanged(stage.api, () => Promise.all(changes(manager))))
        assertProblem(answer, 404, "unknown_resource");
    }
    assert.equal((await viewer.get(path)).status, 200);
    for (const answer of await unchanged(stage.api, () => Promise.all(changes(viewer))))
      assertProblem(answer, 403, "permission_missing");
  });

  test("there are never more than the most possible, however many are added at once", async () => {
    await storage().transaction(async (tx) => {
      for (let n = 0; n < MOST_CALLERS - 2; n++)
        await addProjectCaller(tx, project.id, { applicationId: randomUUID() }, by);
    });
    const second = stage.second.services.storage;
    const add = (index: number) =>
      (index % 2 === 0 ? storage() : second)
        .transaction((tx) => addProjectCaller(tx, project.id, { applicationId: randomUUID() }, by))
        .then(
          () => "added",
          (error) => error.code,
        );
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => add(index)));
    assert.deepEqual(outcomes.toSorted(), ["added", "added", ...Array.from({ length: 6 }, () => "wrong_state")]);
    const { count } = await storage()
      .db.selectFrom("project_callers")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("project_id", "=", project.id)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), MOST_CALLERS);
    assertProblem(await projectOwner.post(path, { applicationId: randomUUID() }), 409, "wrong_state");
  });

  test("of two that list the same at once, one does", async () => {
    const id = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => projectOwner.post(path, { applicationId: id })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409]);
  });
});
