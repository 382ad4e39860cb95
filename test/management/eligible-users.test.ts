import assert from "node:assert/strict";
import { before, test } from "node:test";
import { shownWordsToWrite } from "../../src/identity/users/shown-words.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { type Granted, makeGranted } from "./granted.ts";
import { makePerson, makeRobot } from "./people.ts";
import { assertProblem, onEachApi } from "./stage.ts";

onEachApi("whom a project's managers can give roles to", (stage) => {
  let granted: Granted;
  let strangerId: string;
  const world = () => stage.api.idp.world;
  const ofProject = () => `/projects/${granted.projectId}/users`;
  const ofGrant = () => `/project-grants/${granted.grantId}/users`;
  const ids = ({ json }: { json: { items: { id: string }[] } }) => json.items.map(({ id }) => id);

  before(async () => {
    granted = await makeGranted(stage);
    const made = await stage.owner.post(`/organizations/${world().other.id}/users`, {
      userName: "stranger",
      email: "stranger@mail.example",
    });
    strangerId = made.json.id;
  });

  test("the owner of a project finds a person of its organization by name, sees who they are and no more, and gives them a role", async () => {
    const profile = { givenName: "Zelda", familyName: "Fitzgerald" };
    const person = await makePerson(stage, { profile, email: "zelda@mail.example", phone: "+41441234567" });
    const found = await granted.projectOwner.get(`${ofProject()}?q=zel+fitz`);
    assert.equal(found.status, 200, found.body);
    assert.deepEqual(found.json.items, [
      {
        id: person.id,
        kind: "human",
        organizationId: world().acme.id,
        loginName: `${person.userName}@${world().acme.domain}`,
        displayName: "Zelda Fitzgerald",
        state: "active",
      },
    ]);
    assert.deepEqual(ids(await granted.projectViewer.get(`${ofProject()}?q=zelda`)), [person.id]);
    const given = { userId: person.id, roleKeys: ["reader"] };
    assert.equal(
      (await granted.projectOwner.post(`/projects/${granted.projectId}/role-assignments`, given)).status,
      201,
    );
    const managed = { userId: person.id, role: "PROJECT_OWNER_VIEWER" };
    assert.equal((await granted.projectOwner.post(`/projects/${granted.projectId}/managers`, managed)).status, 201);
    assertProblem(await granted.projectOwner.get(`/users/${person.id}`), 404, "unknown_resource");
  });

  test("nobody is found by what is not shown of them, neither whole nor letter by letter, and managers of users find them by it", async () => {
    const hidden = { givenName: "Wilhelmina", familyName: "Xanthippe", nickname: "Quasimodo", displayName: "Somebody" };
    const person = await makePerson(stage, {
      profile: hidden,
      email: "yolanda.private@mail.example",
      phone: "+41441234599",
    });
    const words = [
      "Wilhelmina",
      "Xanthippe",
      "Quasimodo",
      "yolanda",
      "private",
      "yolanda.private@mail.example",
      "+41441234599",
    ];
    const found = async (path: string, q: string) =>
      granted.projectOwner.get(`${path}?limit=1&q=${encodeURIComponent(q)}`);
    const nothing = await found(ofProject(), "nobodyiscalledlikethis");
    for (const word of words) {
      for (let length = 2; length <= word.length; length++) {
        const answer = await found(ofProject(), word.slice(0, length));
        if (answer.json.items.length > 0) assert.ok(!ids(answer).includes(person.id), word);
        else assert.deepEqual([answer.status, answer.json], [nothing.status, nothing.json], word.slice(0, length));
      }
      // Beside a word that they are found by, it finds nobody either.
      assert.deepEqual((await found(ofProject(), `somebody ${word}`)).json, nothing.json, word);
    }
    assert.deepEqual(ids(await found(ofProject(), "somebody")), [person.id]);
    assert.deepEqual(ids(await found(ofProject(), person.userName)), [person.id]);
    const users = `/organizations/${world().acme.id}/users`;
    for (const word of words.filter((one) => !one.startsWith("+"))) {
      assert.deepEqual(ids(await stage.acmeOwner.get(`${users}?q=${encodeURIComponent(word)}`)), [person.id], word);
    }
  });

  test("somebody from before is found by what is shown of them, once their words are written", async () => {
    const { db } = stage.api.idp.node.services.storage;
    const before = await makePerson(stage, {
      profile: { givenName: "Ägidius", displayName: "Øyvind ÉLISE" },
      email: "early@mail.example",
    });
    await db.deleteFrom("user_shown_words").where("user_id", "=", before.id).execute();
    await db.insertInto("user_words_to_write").values({ user_id: before.id }).execute();
    const find = async (q: string) => ids(await granted.projectOwner.get(`${ofProject()}?q=${encodeURIComponent(q)}`));
    assert.deepEqual(await find("élise"), []);
    assert.deepEqual((await sweepOnce(db, [shownWordsToWrite])).user_words_to_write, 1);
    assert.deepEqual(await find("élise"), [before.id]);
    assert.deepEqual(await find("ägidius"), []);
    assert.deepEqual((await sweepOnce(db, [shownWordsToWrite])).user_words_to_write, 0);
  });

  test("people of other organizations are not found at the project", async () => {
    assert.deepEqual(ids(await granted.projectOwner.get(`${ofProject()}?q=stranger`)), []);
    assert.ok(!ids(await granted.projectOwner.get(`${ofProject()}?limit=200`)).includes(strangerId));
  });

  test("whoever manages a grant finds people of the organization that received it, and gives them a role", async () => {
    const found = await granted.grantOwner.get(`${ofGrant()}?q=stranger`);
    assert.deepEqual(ids(found), [strangerId]);
    assert.ok(!found.body.includes("mail.example"));
    assert.deepEqual(ids(await granted.grantViewer.get(`${ofGrant()}?q=stranger`)), [strangerId]);
    const given = { userId: strangerId, roleKeys: ["reader"] };
    assert.equal(
      (await granted.grantOwner.post(`/project-grants/${granted.grantId}/role-assignments`, given)).status,
      201,
    );
    const { json } = await granted.grantOwner.get(`${ofGrant()}?limit=200`);
    assert.deepEqual(
      new Set(json.items.map((one: { organizationId: string }) => one.organizationId)),
      new Set([world().other.id]),
    );
  });

  test("who grants a project does not see the people of who received it, and the other way round", async () => {
    for (const caller of [granted.projectOwner, granted.projectViewer, stage.acmeOwner]) {
      assertProblem(await caller.get(ofGrant()), 403, "permission_missing");
    }
    for (const caller of [granted.grantOwner, granted.grantViewer])
      assertProblem(await caller.get(ofProject()), 404, "unknown_resource");
  });

  test("a state narrows the list, and pages follow each other by user name", async () => {
    const person = await makePerson(stage);
    await stage.owner.post(`${person.path}/deactivate`);
    const inactive = await granted.projectOwner.get(`${ofProject()}?state=inactive&limit=200`);
    assert.ok(ids(inactive).includes(person.id));
    assert.ok(inactive.json.items.every((one: { state: string }) => one.state === "inactive"));
    assert.ok(!ids(await granted.projectOwner.get(`${ofProject()}?state=active&limit=200`)).includes(person.id));
    const all: string[] = [];
    for (let next: string | undefined = ""; next !== undefined; ) {
      const { json } = await granted.projectOwner.get(
        `${ofProject()}?sort=userName&limit=1${next && `&cursor=${encodeURIComponent(next)}`}`,
      );
      all.push(...json.items.map((one: { id: string }) => one.id));
      next = json.nextCursor;
    }
    assert.ok(all.includes(person.id));
    assert.equal(new Set(all).size, all.length);
  });

  test("service users are found when they are asked for, and only then", async () => {
    const robot = await makeRobot(stage, { name: "Nightly Import", description: "for nobody else to read" });
    assert.deepEqual(ids(await granted.projectOwner.get(`${ofProject()}?q=nightly`)), []);
    const found = await granted.projectOwner.get(`${ofProject()}?q=nightly&kind=service`);
    const loginName = `${robot.userName}@${world().acme.domain}`;
    const shown = {
      id: robot.id,
      kind: "service",
      organizationId: world().acme.id,
      loginName,
      displayName: "Nightly Import",
      state: "active",
    };
    assert.deepEqual(found.json.items, [shown]);
    const everyKind = await granted.projectOwner.get(`${ofProject()}?kind=service&limit=200`);
    assert.ok(everyKind.json.items.every((one: { kind: string }) => one.kind === "service"));
    assertProblem(await granted.projectOwner.get(`${ofProject()}?kind=robot`), 400, "invalid_input");
  });
});
