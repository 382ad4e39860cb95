import assert from "node:assert/strict";
import { test } from "node:test";
import { findInstance } from "../../src/identity/instance.ts";
import { changeEmail, changeHuman, createHuman, findHuman } from "../../src/identity/users/humans.ts";
import { findByLoginName } from "../../src/identity/users/login-names.ts";
import { prepareMailLink, setPasswordByLink, verifyEmail } from "../../src/identity/users/mail-links.ts";
import { readPassword, replacePassword, setPassword, upgradeHash } from "../../src/identity/users/passwords.ts";
import { deleteUser, setUserState } from "../../src/identity/users/users.ts";
import { dump } from "../support/dump.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

onEachEngine("people", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> => stage.world.storage.transaction(work);
  const make = (userName: string, more: Partial<Parameters<typeof createHuman>[1]> = {}) =>
    run((tx) => createHuman(tx, { organizationId: stage.world.acme.id, userName, ...more }, by));
  const login = async (typed: string, organizationId?: string) =>
    (await findByLoginName(stage.world.storage.db, typed, organizationId))?.userId;

  test("a user name is unique in its organization, in every spelling, and free in another", async () => {
    await make("Straße");
    for (const same of ["strasse", "STRASSE", "ｓｔｒａßｅ"]) await assert.rejects(make(same), code("already_exists"), same);
    assert.ok(await make("strasse", { organizationId: stage.world.other.id }));
  });

  test("a user name cannot pass for an address or for somebody else", async () => {
    for (const name of ["", "a b", "ada@acme.example", "ada＠acme", "a\u200bda", "аda", "x".repeat(201), "a\nb"]) {
      await assert.rejects(make(name), code("invalid_input", /userName/), JSON.stringify(name));
    }
    for (const name of ["grace.hopper", "юрий", "Ω", "田中", "o-brien+1"]) assert.ok(await make(name), name);
  });

  test("one signs in with name@domain, the bare name within the organization, or a verified address of one's own", async () => {
    const { acme, ada, other } = stage.world;
    assert.equal(await login(`ada@${acme.domain}`), ada.id);
    assert.equal(await login(` ADA@${acme.domain.toUpperCase()} `), ada.id);
    assert.equal(await login("ada", acme.id), ada.id);
    assert.equal(await login(ada.email), ada.id);
    assert.equal(await login("ada"), undefined);
    assert.equal(await login("ada", other.id), undefined);
    assert.equal(await login(`ada@${acme.domain}`, other.id), undefined);
    assert.equal(await login(ada.email, other.id), undefined);
    assert.equal(await login(stage.world.bob.email), undefined, "an unverified address is no login name");
    assert.equal(await login(""), undefined);
    assert.equal(await login("@"), undefined);
  });

  test("an address that two people have verified leads to neither", async () => {
    const email = "shared@mail.example";
    const first = await make("first", { email, emailVerified: true });
    assert.equal(await login(email), first.id);
    await make("second", { email: "SHARED@mail.example", emailVerified: true });
    assert.equal(await login(email), undefined);
  });

  test("profile, phone and address are checked, stored and returned", async () => {
    const { id } = await make("profile", {
      phone: "+41 44 123 45 67",
      address: { country: "CH", locality: "Zürich" },
      profile: { givenName: "Pia", locale: "de-ch" },
    });
    const human = await findHuman(stage.world.storage.db, id);
    assert.deepEqual(
      [human?.displayName, human?.locale, human?.phone, human?.phoneVerified, human?.address],
      ["Pia", "de-CH", "+41441234567", false, { country: "CH", locality: "Zürich" }],
    );
    const changed = await run((tx) =>
      changeHuman(tx, id, { profile: { displayName: "Pia P." }, phone: { number: "", verified: true }, version: 1 }, by),
    );
    assert.deepEqual(
      [changed.displayName, changed.givenName, changed.phone, changed.phoneVerified, changed.version],
      ["Pia P.", "Pia", "", false, 2],
    );
    await assert.rejects(
      run((tx) => changeHuman(tx, id, { userName: "pia", version: 1 }, by)),
      code("changed_meanwhile"),
    );
    await assert.rejects(
      run((tx) => changeHuman(tx, id, { userName: "ada" }, by)),
      code("already_exists"),
    );
    for (const profile of [{ locale: "no such" }, { picture: "javascript:alert(1)" }, { displayName: "" }]) {
      await assert.rejects(
        run((tx) => changeHuman(tx, id, { profile }, by)),
        code("invalid_input"),
        JSON.stringify(profile),
      );
    }
    await assert.rejects(
      run((tx) => changeHuman(tx, id, { phone: { number: "123", verified: false } }, by)),
      code("invalid_input", /phone/),
    );
  });

  test("a new address is unverified, and links to the old one stop working", async () => {
    const { id } = await make("mover", { email: "old@mail.example", emailVerified: true });
    const reset = await prepareMailLink(stage.world.storage.db, id, "reset_password");
    await run((tx) => changeEmail(tx, id, "new@mail.example", { verified: false }, by));
    assert.deepEqual(
      [(await findHuman(stage.world.storage.db, id))?.email, (await findHuman(stage.world.storage.db, id))?.emailVerified],
      ["new@mail.example", false],
    );
    assert.ok(reset);
    assert.equal(await run((tx) => setPasswordByLink(tx, reset, "hash", by)), "lost");
    for (const bad of ["a@evil.example@corp.example", "a", "a@", "@b.example", "a b@c.example", "a@localhost", "a\n@b.example"]) {
      await assert.rejects(
        run((tx) => changeEmail(tx, id, bad, { verified: false }, by)),
        code("invalid_input", /email/),
        bad,
      );
    }
  });

  test("an address is changed only in the version that was read, and gives the person as they are then", async () => {
    const { id, version } = await make("careful", { email: "careful@mail.example" });
    const changed = await run((tx) => changeEmail(tx, id, "vouched@mail.example", { verified: true, version }, by));
    assert.deepEqual(changed, await findHuman(stage.world.storage.db, id));
    assert.deepEqual([changed.email, changed.emailVerified, changed.version], ["vouched@mail.example", true, version + 1]);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        run((tx) => changeEmail(tx, id, `raced${i}@mail.example`, { verified: false, version: version + 1 }, by)),
      ),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const before = await dump(stage.world.storage);
    await assert.rejects(
      run((tx) => changeEmail(tx, id, "late@mail.example", { verified: false, version }, by)),
      code("changed_meanwhile"),
    );
    await assert.rejects(
      run((tx) => changeEmail(tx, "nobody", "late@mail.example", { verified: false }, by)),
      code("unknown_resource"),
    );
    assert.deepEqual(await dump(stage.world.storage), before);
    const removed = await run((tx) => changeEmail(tx, id, "", { verified: true }, by));
    assert.deepEqual([removed.email, removed.emailVerified], ["", false], "no address is never a verified one");
  });

  test("a verification link works once and makes an unverified user active", async () => {
    const { id } = await make("registered", { email: "reg@mail.example", state: "unverified" });
    const link = await prepareMailLink(stage.world.storage.db, id, "verify_email");
    assert.ok(link);
    assert.equal(await run((tx) => verifyEmail(tx, link, by)), "won");
    const human = await findHuman(stage.world.storage.db, id);
    assert.deepEqual([human?.state, human?.emailVerified], ["active", true]);
    assert.equal(await run((tx) => verifyEmail(tx, link, by)), "lost");
  });

  test("a reset link works once, sets the password, and dies when the password changes another way", async () => {
    const { id } = await make("forgetful", { email: "f@mail.example", passwordHash: "one" });
    const [link, later] = [
      await prepareMailLink(stage.world.storage.db, id, "reset_password"),
      await prepareMailLink(stage.world.storage.db, id, "reset_password"),
    ];
    assert.ok(link && later);
    assert.equal(await run((tx) => setPasswordByLink(tx, link, "two", by)), "won");
    assert.equal((await readPassword(stage.world.storage.db, id))?.hash, "two");
    assert.equal(await run((tx) => setPasswordByLink(tx, link, "three", by)), "lost");
    assert.equal(await run((tx) => setPasswordByLink(tx, later, "three", by)), "lost");
    const third = await prepareMailLink(stage.world.storage.db, id, "reset_password");
    await run((tx) => setPassword(tx, id, { hash: "four", changeRequired: false }, by));
    assert.ok(third);
    assert.equal(await run((tx) => setPasswordByLink(tx, third, "five", by)), "lost");
    assert.equal((await readPassword(stage.world.storage.db, id))?.hash, "four");
    assert.equal(await prepareMailLink(stage.world.storage.db, (await make("no-mail")).id, "reset_password"), undefined);
  });

  test("a person replaces their own password once, and not while they are shut out", async () => {
    const { id } = await make("replacing", { passwordHash: "one" });
    const hashNow = async () => (await readPassword(stage.world.storage.db, id))?.hash;
    const version = (await readPassword(stage.world.storage.db, id))?.version ?? 0;
    const replace = (hash: string, of = version) => run((tx) => replacePassword(tx, id, { hash, version: of }, by));
    for (const [shutOut, back] of [
      ["lock", "unlock"],
      ["deactivate", "activate"],
    ] as const) {
      await run((tx) => setUserState(tx, id, shutOut, by));
      assert.equal(await replace("two"), "lost");
      assert.equal(await hashNow(), "one");
      await run((tx) => setUserState(tx, id, back, by));
    }
    assert.equal(await replace("two"), "won");
    assert.equal(await replace("three"), "lost");
    assert.equal(await hashNow(), "two");
  });

  test("a hash is upgraded only while the password is the same", async () => {
    const { id } = await make("upgrade", { passwordHash: "old" });
    const version = (await readPassword(stage.world.storage.db, id))?.version ?? 0;
    assert.equal(await upgradeHash(stage.world.storage.db, id, { hash: "new", version }), "won");
    await run((tx) => setPassword(tx, id, { hash: "changed", changeRequired: false }, by));
    assert.equal(await upgradeHash(stage.world.storage.db, id, { hash: "stale", version }), "lost");
    assert.equal((await readPassword(stage.world.storage.db, id))?.hash, "changed");
  });

  test("every transition of a user, and every one that is not allowed", async () => {
    const allowed = {
      active: ["deactivate", "lock"],
      inactive: ["activate"],
      locked: ["unlock"],
      unverified: ["deactivate", "verify"],
    } as const;
    for (const [state, verbs] of Object.entries(allowed)) {
      for (const verb of ["activate", "deactivate", "lock", "unlock", "verify"] as const) {
        const { id } = await make(`u-${state}-${verb}`, { state: state === "unverified" ? "unverified" : "active" });
        if (state === "inactive") await run((tx) => setUserState(tx, id, "deactivate", by));
        if (state === "locked") await run((tx) => setUserState(tx, id, "lock", by));
        const attempt = run((tx) => setUserState(tx, id, verb, by));
        if ((verbs as readonly string[]).includes(verb)) await attempt;
        else await assert.rejects(attempt, code("wrong_state", new RegExp(`is ${state}`)), `${state} ${verb}`);
      }
    }
  });

  test("the last owner of the instance can be neither locked, deactivated nor deleted", async () => {
    const instance = await findInstance(stage.world.storage.db);
    const admin = await login("admin", instance?.organizationId);
    assert.ok(admin);
    for (const attempt of [
      () => run((tx) => setUserState(tx, admin, "lock", by)),
      () => run((tx) => setUserState(tx, admin, "deactivate", by)),
      () => run((tx) => deleteUser(tx, admin, by)),
    ]) {
      await assert.rejects(attempt(), code("last_owner"));
    }
    assert.equal((await findHuman(stage.world.storage.db, admin))?.state, "active");
  });

  test("a deleted user is gone, and somebody new of the same name is somebody else", async () => {
    const { id } = await make("phoenix");
    await run((tx) => deleteUser(tx, id, by));
    assert.equal(await findHuman(stage.world.storage.db, id), undefined);
    await assert.rejects(
      run((tx) => deleteUser(tx, id, by)),
      code("unknown_resource"),
    );
    assert.notEqual((await make("phoenix")).id, id);
  });
});
