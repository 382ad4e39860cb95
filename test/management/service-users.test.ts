import assert from "node:assert/strict";
import { test } from "node:test";
import { managementToken } from "../support/api.ts";
import { atAcme, counts, eventsOf, makePerson, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("service users over the API", (stage) => {
  const world = () => stage.api.idp.world;
  const robots = () => `/organizations/${world().acme.id}/service-users`;
  const types = async (id: string) => (await eventsOf(stage, id)).map(({ type }) => type);

  test("a service user is made, read, changed, deactivated, activated and deleted, one event each", async () => {
    const made = await stage.acmeOwner.post(robots(), {
      userName: "deployer",
      name: "Deployer",
      description: "Deploys",
    });
    assert.equal(made.status, 201, made.body);
    const { id, createdAt, changedAt: _, ...rest } = made.json;
    assert.deepEqual(rest, {
      organizationId: world().acme.id,
      userName: "deployer",
      loginName: `deployer@${world().acme.domain}`,
      name: "Deployer",
      description: "Deploys",
      hasSecret: false,
      tokens: {},
      state: "active",
      version: 1,
    });
    const path = `/service-users/${id}`;
    assert.equal(made.headers.location, `${stage.api.idp.issuer}/management/v1${path}`);
    assert.deepEqual((await stage.acmeOwner.get(path)).json, made.json);

    const changed = await stage.acmeOwner.patch(path, { userName: "shipper", description: "" }, { "if-match": '"1"' });
    assert.deepEqual(changed.json, {
      ...made.json,
      userName: "shipper",
      loginName: `shipper@${world().acme.domain}`,
      description: "",
      createdAt,
      changedAt: changed.json.changedAt,
      version: 2,
    });
    const late = await unchanged(stage.api, () => stage.acmeOwner.patch(path, { name: "Late" }, { "if-match": '"1"' }));
    assertProblem(late, 412, "changed_meanwhile");
    for (const [verb, state] of [
      ["deactivate", "inactive"],
      ["activate", "active"],
    ] as const) {
      const done = await stage.acmeOwner.post(`${path}/${verb}`);
      assert.deepEqual([done.status, done.json.state], [200, state]);
      assertProblem(await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/${verb}`)), 409, "wrong_state");
    }
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
      assertProblem(await manager.get(path), 404, "unknown_resource");
    }
    assertProblem(await stage.otherOwner.delete(path), 404, "unknown_resource");
    assert.deepEqual(await types(id), [
      "user.created",
      "user.changed",
      "user.deactivated",
      "user.activated",
      "user.deleted",
    ]);
  });

  test("its access tokens are set as a whole, and what is left out follows the instance again", async () => {
    const made = await stage.acmeOwner.post(robots(), { userName: "typed", tokens: { accessTokenKind: "jwt" } });
    assert.deepEqual(made.json.tokens, { accessTokenKind: "jwt" });
    const path = `/service-users/${made.json.id}`;
    const set = (tokens: unknown) => stage.acmeOwner.patch(path, { tokens });
    assert.deepEqual((await set({ accessTokenKind: "jwt", accessTokenType: "JWT" })).json.tokens, {
      accessTokenKind: "jwt",
      accessTokenType: "JWT",
    });
    assert.deepEqual(
      (await stage.acmeOwner.patch(path, { name: "Other" })).json.tokens.accessTokenType,
      "JWT",
      "what is not named stays",
    );
    for (const tokens of [
      { accessTokenKind: "paper" },
      { accessTokenType: "jwt" },
      { lifetimes: { accessToken: 5 } },
      null,
      "jwt",
    ]) {
      assertProblem(await unchanged(stage.api, () => set(tokens)), 400, "invalid_input");
    }
    assert.deepEqual((await set({})).json.tokens, {});
    assert.deepEqual(await types(made.json.id), ["user.created", "user.changed", "user.changed", "user.changed"]);
    const last = (await eventsOf(stage, made.json.id)).at(-1);
    assert.deepEqual(last?.detail, { changed: ["tokens"] });
  });

  test("what is not valid is refused by field, and a taken name only within the organization", async () => {
    const person = await makePerson(stage);
    for (const [body, field, code] of [
      [{}, "userName", "invalid_input"],
      [{ userName: "a b" }, "userName", "invalid_input"],
      [{ userName: "x", name: "\u0000" }, "name", "invalid_input"],
      [{ userName: "x", description: "d".repeat(1001) }, "description", "invalid_input"],
      [{ userName: "x", secret: "mine" }, "secret", "invalid_input"],
      [{ userName: "x", email: "a@mail.example" }, "email", "invalid_input"],
      [{ userName: person.userName }, "userName", "already_exists"],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.post(robots(), body));
      assertProblem(answer, code === "already_exists" ? 409 : 400, code);
      assert.equal(answer.json.errors[0].field, field);
    }
    const elsewhere = `/organizations/${world().other.id}/service-users`;
    assert.equal((await stage.otherOwner.post(elsewhere, { userName: person.userName })).status, 201);
    const robot = await makeRobot(stage);
    assertProblem(
      await unchanged(stage.api, () => stage.acmeOwner.patch(robot.path, { hasSecret: true })),
      400,
      "invalid_input",
    );
    assertProblem(await stage.acmeOwner.patch(robot.path, { userName: person.userName }), 409, "already_exists");
  });

  test("while a service user is inactive it gets no token, and none of its tokens counts", async () => {
    const { id, path } = await makeRobot(stage);
    const { secret } = (await stage.acmeOwner.post(`${path}/regenerate-secret`)).json;
    const token = await managementToken(stage.api.idp, id, secret, "openid");
    await stage.acmeOwner.post(`${path}/deactivate`);
    assert.equal(await counts(stage, token), false);
    await assert.rejects(managementToken(stage.api.idp, id, secret, "openid"), /invalid_client/);
    await stage.acmeOwner.post(`${path}/activate`);
    assert.equal(await counts(stage, token), false);
    assert.equal(await counts(stage, await managementToken(stage.api.idp, id, secret, "openid")), true);
  });

  test("service users are listed by organization or of the whole instance, searched, filtered and sorted", async () => {
    const [one, two] = [
      await makeRobot(stage, { name: "Findable one" }),
      await makeRobot(stage, { name: "Findable two" }),
    ];
    const far = await stage.otherOwner.post(`/organizations/${world().other.id}/service-users`, {
      userName: "far",
      name: "Findable far",
    });
    await stage.acmeOwner.post(`${two.path}/deactivate`);
    const ids = async (path: string, as = stage.acmeOwner): Promise<string[]> => {
      const answer = await as.get(path);
      assert.equal(answer.status, 200, answer.body);
      return answer.json.items.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual((await ids(`${robots()}?q=findable`)).toSorted(), [one.id, two.id].toSorted());
    assert.deepEqual(await ids(`${robots()}?q=findable&state=inactive`), [two.id]);
    assert.deepEqual(
      (await ids("/service-users?q=findable", stage.owner)).toSorted(),
      [one.id, two.id, far.json.id].toSorted(),
    );
    const all = await ids(`${robots()}?sort=-createdAt&limit=200`);
    assert.deepEqual(all.slice(0, 2), [two.id, one.id]);
    assert.ok(all.includes(stage.acmeOwner.userId) && !all.includes(world().ada.id) && !all.includes(far.json.id));
    assert.deepEqual((await stage.acmeOwner.get(`${robots()}?q=findable&state=active`)).json.items, [
      (await stage.acmeOwner.get(one.path)).json,
    ]);
    const first = await stage.acmeOwner.get(`${robots()}?limit=1&sort=userName`);
    const second = await stage.acmeOwner.get(`${robots()}?limit=1&sort=userName&cursor=${first.json.nextCursor}`);
    assert.ok(first.json.items[0].userName.toLowerCase() < second.json.items[0].userName.toLowerCase());
    assertProblem(await stage.acmeOwner.get("/service-users"), 403, "permission_missing");
    assertProblem(await stage.otherOwner.get(robots()), 404, "unknown_resource");
  });

  test("nobody of another organization sees or touches a service user, and who may only see touches nothing", async () => {
    const { path } = await makeRobot(stage);
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    assert.equal((await viewer.get(path)).status, 200);
    assertProblem(await stage.otherOwner.get(path), 404, "unknown_resource");
    for (const [manager, status, code] of [
      [stage.otherOwner, 404, "unknown_resource"],
      [viewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, async () => [
        await manager.post(robots(), { userName: "x" }),
        await manager.patch(path, { name: "x" }),
        await manager.post(`${path}/deactivate`),
        await manager.delete(path),
      ]);
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });
});
