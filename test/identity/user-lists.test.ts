import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrganization } from "../../src/identity/organizations.ts";
import {
  changeServiceUser,
  createServiceUser,
  listServiceUsers,
  readServiceUser,
} from "../../src/identity/service-users/service-users.ts";
import { changeHuman, createHuman, listHumans, readHuman } from "../../src/identity/users/humans.ts";
import type { UserList } from "../../src/identity/users/user-list.ts";
import { deleteUser, setUserState } from "../../src/identity/users/users.ts";
import { countStatements } from "../support/count-statements.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { insertUser, refusal } from "../support/identity.ts";
import { by } from "../support/world.ts";
import { walk } from "./walk.ts";

onEachEngine("lists of users", (stage) => {
  const db = () => stage.world.storage.db;
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  let made = 0;
  const newOrganization = () =>
    run((tx) => createOrganization(tx, { name: "People", domain: `people${++made}.example` }, by));
  const person = (organizationId: string, userName: string, displayName = userName) =>
    run((tx) => createHuman(tx, { organizationId, userName, profile: { displayName } }, by));
  const robot = (organizationId: string, userName: string) =>
    run((tx) => createServiceUser(tx, { organizationId, userName }, by));
  type Asked = Partial<Extract<UserList, { searched: "all" }>>;
  const humans = (more: Asked = {}) => listHumans(db(), { searched: "all", sort: "createdAt", limit: 100, ...more });
  const robots = (more: Asked = {}) =>
    listServiceUsers(db(), { searched: "all", sort: "createdAt", limit: 100, ...more });

  const userNames = ["mia", "Zoe", "ada", "Élise", "bob", "ada2"];
  /** By what they are compared by. */
  const inOrder = ["ada", "ada2", "bob", "mia", "Zoe", "Élise"];

  async function peopled(): Promise<string> {
    const { id } = await newOrganization();
    for (const userName of userNames) {
      await person(id, userName);
      await robot(id, `${userName}-bot`);
    }
    return id;
  }
  const namesOf = (items: readonly { userName: string }[]) => items.map(({ userName }) => userName);

  test("a person on a list is who they are when read, with login name, display name and address", async () => {
    const { id, domain } = await newOrganization();
    const made = await run((tx) =>
      createHuman(
        tx,
        {
          organizationId: id,
          userName: "grace",
          profile: { givenName: "Grace", familyName: "Hopper" },
          email: "grace@navy.example",
          emailVerified: true,
        },
        by,
      ),
    );
    assert.equal(made.loginName, `grace@${domain}`);
    const { items } = await humans({ organizationId: id });
    const { version, createdAt, changedAt } = made;
    assert.deepEqual(items, [
      {
        id: made.id,
        organizationId: id,
        kind: "human",
        userName: "grace",
        state: "active",
        loginName: `grace@${domain}`,
        displayName: "Grace Hopper",
        givenName: "Grace",
        familyName: "Hopper",
        email: "grace@navy.example",
        emailVerified: true,
        emailProven: false,
        ...{ version, createdAt, changedAt },
      },
    ]);
    assert.deepEqual(await readHuman(db(), made.id), made);
  });

  test("a service user on a list is the same as when read, and is not among the people", async () => {
    const { id, domain } = await newOrganization();
    const bot = await robot(id, "bot");
    assert.equal(bot.loginName, `bot@${domain}`);
    assert.deepEqual((await robots({ organizationId: id })).items, [bot]);
    assert.deepEqual(await readServiceUser(db(), bot.id), bot);
    assert.deepEqual((await humans({ organizationId: id })).items, []);
  });

  test("users of an organization are sorted by time or by user name, either way round", async () => {
    const organizationId = await peopled();
    const orders: [UserList["sort"], string[]][] = [
      ["createdAt", userNames],
      ["-createdAt", userNames.toReversed()],
      ["userName", inOrder],
      ["-userName", inOrder.toReversed()],
    ];
    for (const [sort, expected] of orders) {
      assert.deepEqual(namesOf((await humans({ organizationId, sort })).items), expected, sort);
      for (const limit of [1, 2, 5, 6, 7]) {
        assert.deepEqual(
          namesOf(await walk((after) => humans({ organizationId, sort, limit, after }))),
          expected,
          `${sort}, ${limit}`,
        );
      }
      const bots = await walk((after) => robots({ organizationId, sort, limit: 4, after }));
      assert.deepEqual(new Set(namesOf(bots)), new Set(userNames.map((name) => `${name}-bot`)), sort);
      assert.equal(bots.length, userNames.length);
    }
  });

  test("people who stay are shown once, while others come and go", async () => {
    for (const sort of ["createdAt", "-createdAt", "userName", "-userName"] as const) {
      const organizationId = await peopled();
      const seen = await walk(
        (after) => humans({ organizationId, sort, limit: 1, after }),
        async ({ number }) => {
          if (number > 5) return;
          const passing = await person(organizationId, `aa${number}`);
          await person(organizationId, `zz${number}`);
          await run((tx) => deleteUser(tx, passing.id, by));
        },
      );
      const names = namesOf(seen);
      assert.equal(new Set(names).size, names.length, sort);
      for (const name of userNames) assert.ok(names.includes(name), `${sort}: ${name}`);
    }
  });

  test("all users of the instance are listed by time, and by nothing else", async () => {
    const one = await peopled();
    const all = await walk((after) => humans({ limit: 4, after }));
    assert.ok(
      all.some(({ id }) => id === stage.world.ada.id) && all.some(({ organizationId }) => organizationId === one),
    );
    assert.deepEqual(
      all.map(({ id }) => id),
      all.map(({ id }) => id).toSorted(),
    );
    assert.deepEqual(await walk((after) => humans({ sort: "-createdAt", limit: 5, after })), all.toReversed());
    assert.ok((await walk((after) => robots({ limit: 3, after }))).every(({ kind }) => kind === "service"));
    for (const list of [humans, robots]) {
      await assert.rejects(
        list({ sort: "userName" }),
        refusal("invalid_input", { field: "sort", message: /one organization/ }),
      );
    }
  });

  test("by state, also when only few have it", async () => {
    const organizationId = await peopled();
    const { items } = await humans({ organizationId });
    const locked = items.find(({ userName }) => userName === "bob");
    await run((tx) => setUserState(tx, locked?.id ?? "", "lock", by));
    for (const sort of ["createdAt", "userName", "-userName"] as const) {
      assert.deepEqual(namesOf((await humans({ organizationId, sort, state: "locked" })).items), ["bob"]);
      assert.equal((await humans({ organizationId, sort, state: "active" })).items.length, userNames.length - 1);
      assert.deepEqual((await robots({ organizationId, sort, state: "locked" })).items, []);
    }
    assert.deepEqual(namesOf((await humans({ organizationId, q: "b", state: "locked" })).items), ["bob"]);
    assert.deepEqual((await humans({ organizationId, q: "b", state: "active" })).items, []);
  });

  test("a search finds words of names, in its own order, page by page", async () => {
    const { id: organizationId } = await newOrganization();
    await person(organizationId, "p1", "Käthe Abel");
    await person(organizationId, "p2", "Abel Zorn");
    await person(organizationId, "p3", "Abelard Käthe");
    await robot(organizationId, "abel-bot");
    const found = await walk((after) => humans({ organizationId, q: "ABEL", limit: 1, after }));
    assert.deepEqual(namesOf(found), ["p1", "p2", "p3"]);
    assert.deepEqual(found[0], (await humans({ organizationId })).items[0]);
    assert.deepEqual(namesOf((await humans({ organizationId, q: "kÄthe abe" })).items), ["p1", "p3"]);
    assert.deepEqual(namesOf((await robots({ organizationId, q: "abel" })).items), ["abel-bot"]);
    assert.equal((await humans({ organizationId, q: "abel", limit: 3 })).next, undefined);
    assert.ok(namesOf((await humans({ q: "abelard" })).items).includes("p3"), "in the whole instance too");
    for (const sort of ["userName", "-userName", "-createdAt"] as const) {
      await assert.rejects(
        humans({ organizationId, q: "abel", sort }),
        refusal("invalid_input", { field: "sort", message: /own/ }),
      );
    }
    await assert.rejects(humans({ organizationId, q: " % " }), refusal("invalid_input", { field: "q" }));
  });

  test("a page costs two statements, however many users are on it", async () => {
    const organizationId = await peopled();
    const counted = countStatements(stage.world.storage);
    const statements = (list: typeof listHumans | typeof listServiceUsers, more: Asked) =>
      counted.during(() => list(counted.storage.db, { searched: "all", sort: "createdAt", limit: 5, ...more }));
    for (const list of [listHumans, listServiceUsers]) {
      for (const more of [{ organizationId }, {}]) assert.equal((await statements(list, more)).length, 2);
    }
    assert.equal(
      (await statements(listHumans, { organizationId, sort: "userName" })).length,
      2,
      "though both kinds are in the index by name",
    );
    assert.equal(
      (await statements(listHumans, { organizationId, state: "locked" })).length,
      2,
      "of which one finds nobody, and one where to go on",
    );
  });

  test("a list by name in which the other kind is far more frequent stops, and goes on from there", async () => {
    const { id: organizationId } = await newOrganization();
    await run(async (tx) => {
      for (let i = 0; i < 2_300; i++) await insertUser(tx, organizationId, { kind: "human" });
    });
    const bot = await robot(organizationId, "zz-bot");
    const first = await robots({ organizationId, sort: "userName" });
    assert.deepEqual(first.items, []);
    assert.deepEqual((await robots({ organizationId, sort: "userName", after: first.next })).items, [bot]);
    assert.deepEqual((await robots({ organizationId })).items, [bot], "by time there is an index for each kind");
  });

  test("nobody is at an unknown place", async () => {
    for (const list of [humans, robots]) {
      assert.deepEqual(await list({ organizationId: "nowhere" }), { items: [], next: undefined });
      assert.deepEqual(await list({ organizationId: "nowhere", q: "a" }), { items: [], next: undefined });
    }
  });

  test("a service user's user name can be changed, under the same rules as when it was made", async () => {
    const { id: organizationId, domain } = await newOrganization();
    await person(organizationId, "taken");
    const bot = await robot(organizationId, "before");
    const change = (change: Parameters<typeof changeServiceUser>[2]) =>
      run((tx) => changeServiceUser(tx, bot.id, change, by));
    await assert.rejects(change({ userName: "TAKEN" }), refusal("already_exists", { field: "userName" }));
    await assert.rejects(change({ userName: "a@b" }), refusal("invalid_input", { field: "userName" }));
    await assert.rejects(change({ userName: "late", version: 7 }), refusal("changed_meanwhile"));
    const changed = await change({ userName: "after", version: 1 });
    assert.deepEqual(
      [changed.userName, changed.loginName, changed.name, changed.version],
      ["after", `after@${domain}`, "before", 2],
    );
    assert.deepEqual(namesOf((await robots({ organizationId, q: "after" })).items), ["after"]);
    const event = await db()
      .selectFrom("events")
      .select("detail")
      .where("resource_id", "=", bot.id)
      .orderBy("id", "desc")
      .executeTakeFirst();
    assert.deepEqual(JSON.parse(event?.detail ?? ""), { changed: ["userName"] });
  });

  test("neither kind of user is changed as the other one", async () => {
    const { ada, acme } = stage.world;
    const bot = await robot(acme.id, "not-a-person");
    for (const version of [undefined, 1, 9]) {
      await assert.rejects(
        run((tx) => changeHuman(tx, bot.id, { userName: "x", version }, by)),
        refusal("unknown_resource", { message: /no user/ }),
      );
      await assert.rejects(
        run((tx) => changeServiceUser(tx, ada.id, { name: "x", version }, by)),
        refusal("unknown_resource", { message: /no service user/ }),
      );
    }
  });
});
