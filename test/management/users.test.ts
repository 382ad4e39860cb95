import assert from "node:assert/strict";
import { test } from "node:test";
import { setPolicy } from "../../src/identity/policies/policies.ts";
import { authorizeUrl, PASSWORD, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { atAcme, eventsOf, makePerson, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("people over the API", (stage) => {
  const world = () => stage.api.idp.world;
  const users = () => `/organizations/${world().acme.id}/users`;
  const types = async (id: string) => (await eventsOf(stage, id)).map(({ type }) => type);

  test("a person is made with everything there is to say, and read at the address that was given", async () => {
    const body = {
      userName: "Grace",
      profile: {
        givenName: "Grace",
        familyName: "Hopper",
        nickname: "Amazing",
        locale: "EN-us",
        picture: "https://pics.example/grace",
      },
      email: "grace@mail.example",
      emailVerified: true,
      phone: "+41 44 123 45 67",
      phoneVerified: true,
      address: { street: "Navy Yard 1", locality: "Arlington", country: "US" },
    };
    const made = await stage.acmeOwner.post(users(), body);
    assert.equal(made.status, 201, made.body);
    const { id, createdAt, changedAt, ...rest } = made.json;
    assert.deepEqual(rest, {
      ...body,
      emailProven: false,
      organizationId: world().acme.id,
      loginName: `Grace@${world().acme.domain}`,
      state: "active",
      profile: { ...body.profile, displayName: "Grace Hopper", locale: "en-US" },
      phone: "+41441234567",
      version: 1,
    });
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
    assert.equal(changedAt, createdAt);
    assert.equal(made.headers.location, `${stage.api.idp.issuer}/management/v1/users/${id}`);
    const seen = await stage.acmeOwner.get(`/users/${id}`);
    assert.deepEqual([seen.status, seen.json, seen.headers.etag], [200, made.json, '"1"']);
    const [event, ...others] = await eventsOf(stage, id);
    assert.deepEqual([event?.type, event?.actor, others], ["user.created", stage.acmeOwner.userId, []]);
  });

  test("a name is enough; what is not valid is refused by field", async () => {
    const made = await stage.acmeOwner.post(users(), { userName: "just-a-name" });
    assert.deepEqual([made.json.email, made.json.profile.displayName, made.json.address], ["", "just-a-name", {}]);
    for (const [body, field] of [
      [{}, "userName"],
      [{ userName: "a@b" }, "userName"],
      [{ userName: "x", email: "nowhere" }, "email"],
      [{ userName: "x", phone: "12" }, "phone"],
      [{ userName: "x", profile: { locale: "!" } }, "locale"],
      [{ userName: "x", profile: { picture: "http://pics.example" } }, "picture"],
      [{ userName: "x", profile: { age: "7" } }, "profile.age"],
      [{ userName: "x", address: { planet: "Mars" } }, "address.planet"],
      [{ userName: "x", state: "locked" }, "state"],
      [{ userName: "x", passwordHash: "$argon2id$" }, "passwordHash"],
      [{ userName: "x", organizationId: world().other.id }, "organizationId"],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.post(users(), body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field, answer.body);
    }
  });

  test("a taken name is told only to those who could see who has it", async () => {
    const { userName } = await makePerson(stage);
    const taken = await unchanged(stage.api, () => stage.acmeOwner.post(users(), { userName: userName.toUpperCase() }));
    assertProblem(taken, 409, "already_exists");
    assert.equal(taken.json.errors[0].field, "userName");
    const elsewhere = await stage.otherOwner.post(`/organizations/${world().other.id}/users`, {
      userName,
      email: "shared@mail.example",
    });
    assert.equal(elsewhere.status, 201);
    assert.equal(
      (await stage.acmeOwner.post(users(), { userName: "shared", email: "shared@mail.example" })).status,
      201,
    );
    const robot = await makeRobot(stage);
    assertProblem(await stage.acmeOwner.post(users(), { userName: robot.userName }), 409, "already_exists");
  });

  test("a password that is given with the person works, and is nowhere in the answer or the log", async () => {
    const password = "an uncommon passphrase 1";
    const made = await stage.acmeOwner.post(users(), { userName: "secretive", password, passwordChangeRequired: true });
    assert.equal(made.status, 201, made.body);
    assert.doesNotMatch(made.body, /argon2|password|uncommon/i);
    const { json } = await stage.acmeOwner.get(`/users/${made.json.id}/credentials`);
    assert.deepEqual([json.password.set, json.password.changeRequired], [true, true]);
    assert.ok(!stage.api.idp.node.lines.join("").includes(password));
    assert.deepEqual(await types(made.json.id), ["user.created"]);

    const plain = await makePerson(stage, { password: PASSWORD });
    const browser = stage.api.idp.browser();
    const page = await browser.visit(authorizeUrl(stage.api.idp, { client: stage.api.idp.web }));
    const seen = await signInAs(browser, page, `${plain.userName}@${world().acme.domain}`);
    assert.ok(new URL(seen.url).searchParams.has("code"), seen.url);
  });

  test("a password is judged by the policy of the organization, before anybody is made", async () => {
    const { storage } = stage.api.idp.node.services;
    const settings = { minLength: 12, checkCommon: true };
    await storage.transaction((tx) => setPolicy(tx, "password", { organizationId: world().other.id, settings }, by));
    const others = `/organizations/${world().other.id}/users`;
    for (const [path, password, problem] of [
      [users(), "short", /at least 8 characters/],
      [others, "elevenchars", /at least 12 characters/],
      [users(), "x".repeat(257), /at most 256 characters/],
      [users(), "password123", /guessed first/],
      [users(), `Judged@${world().acme.domain}`, /your name or address/],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.owner.post(path, { userName: "judged", password }));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, "password");
      assert.match(answer.json.detail, problem);
      assert.ok(!answer.body.includes(password));
    }
    assert.equal((await stage.owner.post(users(), { userName: "judged", password: "elevenchars" })).status, 201);
    assert.equal((await stage.owner.post(others, { userName: "judged", password: "twelve chars" })).status, 201);
    assert.equal((await stage.owner.post(users(), { userName: "long", password: "ä".repeat(256) })).status, 201);
  });

  test("a change merges the profile, and touches nothing that it does not name", async () => {
    const { id, path } = await makePerson(stage, {
      profile: { givenName: "Ada", familyName: "King", nickname: "Countess" },
      phone: "+41441234567",
      phoneVerified: true,
      address: { street: "1", country: "GB" },
    });
    const before = (await stage.acmeOwner.get(path)).json;
    const changed = await stage.acmeOwner.patch(
      path,
      { profile: { familyName: "Lovelace", nickname: "" } },
      { "if-match": '"1"' },
    );
    assert.equal(changed.status, 200, changed.body);
    assert.deepEqual([changed.json.version, changed.headers.etag], [2, '"2"']);
    assert.deepEqual(changed.json, {
      ...before,
      profile: { ...before.profile, familyName: "Lovelace", nickname: "" },
      version: 2,
      changedAt: changed.json.changedAt,
    });
    assert.deepEqual((await stage.acmeOwner.get(path)).json, changed.json);

    const late = await unchanged(stage.api, () =>
      stage.acmeOwner.patch(path, { userName: "late" }, { "if-match": '"1"' }),
    );
    assertProblem(late, 412, "changed_meanwhile");
    const address = await stage.acmeOwner.patch(path, { address: { country: "CH" } });
    assert.deepEqual(address.json.address, { country: "CH" });
    const renamed = await stage.acmeOwner.patch(path, { userName: `${before.userName}-2` });
    assert.equal(renamed.json.loginName, `${before.userName}-2@${world().acme.domain}`);
    assert.deepEqual(
      (await eventsOf(stage, id)).map(({ type, detail }) => [type, detail.changed]),
      [
        ["user.created", undefined],
        ["user.changed", ["profile"]],
        ["user.changed", ["address"]],
        ["user.changed", ["userName"]],
      ],
    );
  });

  test("a number that changes has to be verified anew; the flag alone can be changed", async () => {
    const { path } = await makePerson(stage, { phone: "+41441234567", phoneVerified: true });
    const phone = async (body: unknown) => {
      const { json } = await stage.acmeOwner.patch(path, body);
      return [json.phone, json.phoneVerified];
    };
    assert.deepEqual(await phone({ phone: "+41441234567" }), ["+41441234567", true]);
    assert.deepEqual(await phone({ phone: "+41441234568" }), ["+41441234568", false]);
    assert.deepEqual(await phone({ phoneVerified: true }), ["+41441234568", true]);
    assert.deepEqual(await phone({ phone: "+41441234569", phoneVerified: true }), ["+41441234569", true]);
    assert.deepEqual(await phone({ phone: "" }), ["", false]);
    assert.deepEqual(await phone({ phoneVerified: true }), ["", false]);
  });

  test("what has a call of its own, or belongs to nobody, is no part of a change", async () => {
    const { path } = await makePerson(stage);
    for (const body of [
      { email: "a@mail.example" },
      { password: PASSWORD },
      { state: "inactive" },
      { organizationId: world().other.id },
      { id: "x" },
    ]) {
      const answer = await unchanged(stage.api, () => stage.owner.patch(path, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, Object.keys(body)[0]);
    }
    const { userName } = await makePerson(stage);
    assertProblem(await unchanged(stage.api, () => stage.acmeOwner.patch(path, { userName })), 409, "already_exists");
  });

  test("a person is locked, unlocked, deactivated and activated, one event each, and only from where it makes sense", async () => {
    const { id, path } = await makePerson(stage);
    for (const [verb, state] of [
      ["lock", "locked"],
      ["unlock", "active"],
      ["deactivate", "inactive"],
      ["activate", "active"],
    ] as const) {
      const done = await stage.acmeOwner.post(`${path}/${verb}`);
      assert.deepEqual([done.status, done.json.state], [200, state]);
      assert.deepEqual((await stage.acmeOwner.get(path)).json, done.json);
      assertProblem(await unchanged(stage.api, () => stage.acmeOwner.post(`${path}/${verb}`)), 409, "wrong_state");
    }
    assert.deepEqual(await types(id), [
      "user.created",
      "user.locked",
      "user.unlocked",
      "user.deactivated",
      "user.activated",
    ]);
  });

  test("a person is deleted once, and the repeat is answered in the same way", async () => {
    const { id, path } = await makePerson(stage);
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    for (const manager of [stage.acmeOwner, stage.owner]) {
      assert.equal((await unchanged(stage.api, () => manager.delete(path))).status, 204);
      assertProblem(await manager.get(path), 404, "unknown_resource");
    }
    assertProblem(await stage.otherOwner.delete(path), 404, "unknown_resource");
    assertProblem(await stage.acmeOwner.delete("/users/never"), 404, "unknown_resource");
    assert.deepEqual(await types(id), ["user.created", "user.deleted"]);
  });

  test("people are listed by organization or of the whole instance, searched, filtered and sorted", async () => {
    const given = { profile: { givenName: "Zacharias", familyName: "Listed" } };
    const [b, a] = [
      await makePerson(stage, given),
      await makePerson(stage, { ...given, email: "a@mail.example", emailVerified: true }),
    ];
    await stage.acmeOwner.post(`${a.path}/lock`);
    await stage.otherOwner.post(`/organizations/${world().other.id}/users`, { userName: "far", ...given });
    const ids = async (path: string, as = stage.acmeOwner): Promise<string[]> => {
      const answer = await as.get(path);
      assert.equal(answer.status, 200, answer.body);
      return answer.json.items.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual((await ids(`${users()}?q=zach%20list`)).toSorted(), [b.id, a.id].toSorted());
    assert.deepEqual(await ids(`${users()}?q=zach&state=locked`), [a.id]);
    assert.equal((await ids("/users?q=zach", stage.owner)).length, 3);
    const all = await ids(`${users()}?sort=-createdAt&limit=200`);
    assert.deepEqual(all.slice(0, 2), [a.id, b.id]);
    assert.ok(all.includes(world().ada.id) && !all.includes(world().bob.id) && !all.includes(stage.acmeOwner.userId));
    const byName = (await stage.acmeOwner.get(`${users()}?sort=userName&limit=200`)).json.items.map(
      (user: { userName: string }) => user.userName.toLowerCase(),
    );
    assert.deepEqual(byName, byName.toSorted());

    const first = await stage.acmeOwner.get(`${users()}?limit=2`);
    const second = await stage.acmeOwner.get(`${users()}?limit=2&cursor=${first.json.nextCursor}`);
    assert.equal(new Set([...first.json.items, ...second.json.items].map(({ id }: { id: string }) => id)).size, 4);
    const [item] = (await stage.acmeOwner.get(`${users()}?q=zach&state=locked`)).json.items;
    const {
      profile,
      phone: _phone,
      phoneVerified: _verified,
      address: _address,
      ...person
    } = (await stage.acmeOwner.get(a.path)).json;
    const { displayName, givenName, familyName } = profile;
    assert.deepEqual(item, { ...person, displayName, givenName, familyName });

    assertProblem(await stage.acmeOwner.get(`${users()}?q=zach&sort=userName`), 400, "invalid_input");
    assertProblem(await stage.owner.get("/users?sort=userName"), 400, "invalid_input");
    assertProblem(await stage.acmeOwner.get("/users"), 403, "permission_missing");
  });

  test("nobody of another organization sees or touches a person, and who may only see touches nothing", async () => {
    const { path } = await makePerson(stage, { email: "far@mail.example" });
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    const changes: [string, string, unknown?][] = [
      ["PATCH", path, { userName: "x" }],
      ["PUT", `${path}/email`, { email: "", verified: false }],
      ["POST", `${path}/lock`],
      ["POST", `${path}/deactivate`],
      ["POST", `${path}/invite`],
      ["POST", `${path}/send-email-verification`],
      ["DELETE", path],
    ];
    assert.equal((await viewer.get(path)).status, 200);
    assertProblem(await stage.otherOwner.get(path), 404, "unknown_resource");
    assertProblem(await stage.otherOwner.get(users()), 404, "unknown_resource");
    for (const [method, url, body] of changes) {
      const [foreign, seeing] = await unchanged(stage.api, async () => [
        await stage.api.call(method, url, stage.otherOwner.token, { body }),
        await stage.api.call(method, url, viewer.token, { body }),
      ]);
      assertProblem(foreign, 404, "unknown_resource");
      assertProblem(seeing, 403, "permission_missing");
    }
    assertProblem(
      await unchanged(stage.api, () => stage.otherOwner.post(users(), { userName: "x" })),
      404,
      "unknown_resource",
    );
    assertProblem(await unchanged(stage.api, () => viewer.post(users(), { userName: "x" })), 403, "permission_missing");
  });
});
