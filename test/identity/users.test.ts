import assert from "node:assert/strict";
import { test } from "node:test";
import { findInstance } from "../../src/identity/instance.ts";
import { changeOrganization, createOrganization } from "../../src/identity/organizations.ts";
import type { By } from "../../src/identity/resource.ts";
import { createServiceUser } from "../../src/identity/service-users/service-users.ts";
import { changeEmail, changeHuman, createHuman, findHuman } from "../../src/identity/users/humans.ts";
import { type RequestPlace, whoIsMeant } from "../../src/identity/users/login-names.ts";
import { type MailLink, prepareMailLink, setPasswordByLink, verifyEmail } from "../../src/identity/users/mail-links.ts";
import { readPassword, replacePassword, setPassword, upgradeHash } from "../../src/identity/users/passwords.ts";
import { deleteUser, setUserState } from "../../src/identity/users/users.ts";
import type { Transaction } from "../../src/storage/database.ts";
import { dump } from "../support/dump.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { proveAddress } from "../support/identity.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

const setByLink = (tx: Transaction, link: MailLink, who: By) => setPasswordByLink(tx, link, unjudged("hash"), who);

onEachEngine("people", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const make = (userName: string, more: Partial<Parameters<typeof createHuman>[1]> = {}) =>
    run((tx) => createHuman(tx, { organizationId: stage.world.acme.id, userName, ...more }, by));
  const meant = async (typed: string, place: RequestPlace = {}) =>
    (await whoIsMeant(stage.world.storage.db, typed, place)).map(({ userId }) => userId);
  const login = async (typed: string, organizationId?: string) => (await meant(typed, { organizationId }))[0];
  const proven = async (userName: string, email: string, organizationId = stage.world.acme.id) => {
    const { id } = await make(userName, { email, organizationId });
    await proveAddress(stage.world.storage.db, id);
    return id;
  };

  test("a user name is unique in its organization, in every spelling, and free in another", async () => {
    await make("Straße");
    for (const same of ["strasse", "STRASSE", "ｓｔｒａßｅ"])
      await assert.rejects(make(same), code("already_exists"), same);
    assert.ok(await make("strasse", { organizationId: stage.world.other.id }));
  });

  test("a user name cannot pass for an address or for somebody else", async () => {
    for (const name of ["", "a b", "ada@acme.example", "ada＠acme", "a\u200bda", "аda", "x".repeat(201), "a\nb"]) {
      await assert.rejects(make(name), code("invalid_input", /userName/), JSON.stringify(name));
    }
    for (const name of ["grace.hopper", "юрий", "Ω", "田中", "o-brien+1"]) assert.ok(await make(name), name);
  });

  test("one signs in with name@domain, the bare name within the organization, or an address of one's own", async () => {
    const { acme, ada, other } = stage.world;
    assert.equal(await login(`ada@${acme.domain}`), ada.id);
    assert.equal(await login(` ADA@${acme.domain.toUpperCase()} `), ada.id);
    assert.equal(await login("ada", acme.id), ada.id);
    assert.equal(await login(ada.email, acme.id), ada.id);
    assert.equal(await login("ada"), undefined);
    assert.equal(await login("ada", other.id), undefined);
    assert.equal(await login(`ada@${acme.domain}`, other.id), undefined);
    assert.equal(await login(ada.email, other.id), undefined);
    assert.equal(await login(stage.world.bob.email, other.id), undefined, "an unverified address is no login name");
    assert.equal(await login(""), undefined);
    assert.equal(await login("@"), undefined);
  });

  test("an address that a manager vouches for leads to the account only where the request names that organization", async () => {
    const { acme, other } = stage.world;
    const email = "vouched@far.example";
    const { id } = await make("vouched-for", { email, emailVerified: true });
    assert.deepEqual(await meant(email, { organizationId: acme.id }), [id]);
    assert.deepEqual(await meant(email, { ownerId: acme.id }), [id]);
    assert.deepEqual(await meant(email, { ownerId: other.id }), []);
    assert.deepEqual(await meant(email, { organizationId: other.id, ownerId: acme.id }), [], "the scope comes first");
    assert.deepEqual(await meant(email), []);
    await proveAddress(stage.world.storage.db, id);
    assert.deepEqual(await meant(email, { ownerId: other.id }), [id]);
    assert.deepEqual(await meant(email), [id]);
    assert.deepEqual(
      await meant(email, { organizationId: other.id }),
      [],
      "nobody of another organization, whatever they proved",
    );
  });

  test("of several who proved one address, the organization of the request decides; without one all are meant, three at most", async () => {
    const { acme, other } = stage.world;
    const email = "shared@far.example";
    const [here, there] = [await proven("shares", email), await proven("shares", email, other.id)];
    assert.deepEqual(await meant(email, { ownerId: acme.id }), [here]);
    assert.deepEqual(await meant(email, { ownerId: other.id }), [there]);
    assert.deepEqual(await meant(email, { organizationId: other.id, ownerId: acme.id }), [there]);
    assert.deepEqual((await meant(email)).sort(), [here, there].sort());
    for (const name of ["shares2", "shares3"]) await proven(name, email.toUpperCase());
    assert.equal((await meant(email)).length, 3);
    // A manager's word elsewhere adds nobody, and that of one's own organization leads to its people alone.
    const nobodys = "beside@far.example";
    const owner = await proven("beside", nobodys, other.id);
    const { id: vouched } = await make("beside", { email: nobodys, emailVerified: true });
    assert.deepEqual(await meant(nobodys, { ownerId: acme.id }), [vouched]);
    assert.deepEqual(await meant(nobodys), [owner]);
  });

  test("a proven address wins over a login name that reads the same", async () => {
    const { acme, other } = stage.world;
    const { id: named } = await make("lookalike");
    const address = `lookalike@${acme.domain}`;
    assert.deepEqual(await meant(address, { ownerId: other.id }), [named]);
    // Vouching for it is not enough to get in between.
    await make("claims", { email: address, emailVerified: true, organizationId: other.id });
    assert.deepEqual(await meant(address, { ownerId: other.id }), [named]);
    const owner = await proven("owner", address, other.id);
    for (const place of [{}, { ownerId: other.id }, { ownerId: acme.id }])
      assert.deepEqual(await meant(address, place), [owner]);
    assert.deepEqual(await meant(address, { organizationId: acme.id }), [named], "where nobody else may sign in");
  });

  test("nobody is called like an address that somebody else has proved", async () => {
    const { acme, other, storage } = stage.world;
    const owner = await proven("far-away", `taken@${acme.domain}`, other.id);
    for (const name of ["taken", "TAKEN"])
      await assert.rejects(make(name), code("already_exists", /somebody else has proved/), name);
    const { id } = await make("renamed");
    await assert.rejects(
      run((tx) => changeHuman(tx, id, { userName: "taken" }, by)),
      code("already_exists", /somebody else has proved/),
    );
    await assert.rejects(
      run((tx) => createServiceUser(tx, { organizationId: acme.id, userName: "taken" }, by)),
      code("already_exists", /somebody else has proved/),
    );
    assert.ok(await make("taken", { organizationId: other.id }), "under another domain it is another name");
    // Who proved it may be called so.
    await storage.db.updateTable("users").set({ organization_id: acme.id }).where("id", "=", owner).execute();
    assert.equal(
      (await run((tx) => changeHuman(tx, owner, { userName: "taken" }, by))).loginName,
      `taken@${acme.domain}`,
    );
  });

  test("an organization gets no domain that makes its names somebody else's addresses", async () => {
    const { other } = stage.world;
    const { id: organizationId } = await run((tx) =>
      createOrganization(tx, { name: "Mover", domain: "mover.example" }, by),
    );
    for (const name of ["one", "two", "three"]) await make(name, { organizationId });
    await proven("first-victim", "one@bank.example", other.id);
    await proven("second-victim", "two@bank.example", other.id);
    await make("third-victim", { organizationId: other.id, email: "three@bank.example", emailVerified: true });
    const change = (domain: string) => run((tx) => changeOrganization(tx, organizationId, { domain }, by));
    await assert.rejects(change("bank.example"), (error: Error) => {
      assert.match(error.message, /^With this domain 2 login names would be e-mail addresses that others have proved/);
      assert.doesNotMatch(error.message, /one|victim/);
      return true;
    });
    assert.equal((await change("moved.example")).domain, "moved.example");
    assert.equal(
      (await run((tx) => changeOrganization(tx, organizationId, { domain: "moved.example", name: "Moved" }, by))).name,
      "Moved",
    );
  });

  test("a login name that is an address follows the address that its owner proves, and is given up for a manager's", async () => {
    const { acme, storage } = stage.world;
    const { id } = await make("follower", { email: "before@far.example" });
    await proveAddress(storage.db, id);
    await storage.db
      .updateTable("users")
      .set({ user_name: "before@far.example", user_name_key: "before@far.example" })
      .where("id", "=", id)
      .execute();
    const changed = await run((tx) => changeEmail(tx, id, { email: "after@far.example", standing: "proven" }, by));
    assert.deepEqual(
      [changed.userName, changed.loginName, changed.emailProven],
      ["after@far.example", "after@far.example", true],
    );
    assert.deepEqual(await meant("after@far.example"), [id]);
    assert.deepEqual(await meant("before@far.example"), []);
    const kept = await run((tx) => changeEmail(tx, id, { email: "after@far.example", standing: "vouched" }, by));
    assert.deepEqual(
      [kept.loginName, kept.emailProven],
      ["after@far.example", true],
      "who vouches for what is proved takes nothing back",
    );
    const again = await run((tx) =>
      changeHuman(tx, id, { userName: "after@far.example", profile: { nickname: "A" } }, by),
    );
    assert.equal(again.loginName, "after@far.example", "what was read can be sent back");
    await assert.rejects(
      run((tx) => changeHuman(tx, id, { userName: "ceo@bank.example" }, by)),
      code("invalid_input", /userName/),
    );
    const given = await run((tx) => changeEmail(tx, id, { email: "victim@bank.example", standing: "vouched" }, by));
    assert.deepEqual([given.loginName, given.emailVerified, given.emailProven], [`victim@${acme.domain}`, true, false]);
  });

  test("one proves an address by every link to it, and by nothing that a manager does", async () => {
    const { db } = stage.world.storage;
    const standing = async (id: string) => {
      const human = await findHuman(db, id);
      return [human?.emailVerified, human?.emailProven];
    };
    const { id: vouched } = await make("by-word", { email: "word@far.example", emailVerified: true });
    assert.deepEqual(await standing(vouched), [true, false]);
    await run((tx) => changeEmail(tx, vouched, { email: "other@far.example", standing: "vouched" }, by));
    assert.deepEqual(await standing(vouched), [true, false]);
    for (const purpose of ["verify_email", "reset_password", "invitation", "registration"] as const) {
      const { id } = await make(`by-${purpose}`, { email: `${purpose}@far.example` });
      const link = await prepareMailLink(db, id, purpose);
      assert.ok(link);
      const prove = purpose === "verify_email" ? verifyEmail : setByLink;
      assert.equal(await run((tx) => prove(tx, link, by)), "won", purpose);
      assert.deepEqual(await standing(id), [true, true], purpose);
      await run((tx) => changeEmail(tx, id, { email: `later-${purpose}@far.example`, standing: "unverified" }, by));
      assert.deepEqual(await standing(id), [false, false], "another address is another matter");
    }
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
      changeHuman(
        tx,
        id,
        { profile: { displayName: "Pia P." }, phone: { number: "", verified: true }, version: 1 },
        by,
      ),
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
    await run((tx) => changeEmail(tx, id, { email: "new@mail.example", standing: "unverified" }, by));
    assert.deepEqual(
      [
        (await findHuman(stage.world.storage.db, id))?.email,
        (await findHuman(stage.world.storage.db, id))?.emailVerified,
      ],
      ["new@mail.example", false],
    );
    assert.ok(reset);
    assert.equal(await run((tx) => setPasswordByLink(tx, reset, unjudged("hash"), by)), "lost");
    for (const bad of [
      "a@evil.example@corp.example",
      "a",
      "a@",
      "@b.example",
      "a b@c.example",
      "a@localhost",
      "a\n@b.example",
    ]) {
      await assert.rejects(
        run((tx) => changeEmail(tx, id, { email: bad, standing: "unverified" }, by)),
        code("invalid_input", /email/),
        bad,
      );
    }
  });

  test("an address is changed only in the version that was read, and gives the person as they are then", async () => {
    const { id, version } = await make("careful", { email: "careful@mail.example" });
    const changed = await run((tx) =>
      changeEmail(tx, id, { email: "vouched@mail.example", standing: "vouched", version }, by),
    );
    assert.deepEqual(changed, await findHuman(stage.world.storage.db, id));
    assert.deepEqual(
      [changed.email, changed.emailVerified, changed.version],
      ["vouched@mail.example", true, version + 1],
    );
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        run((tx) =>
          changeEmail(tx, id, { email: `raced${i}@mail.example`, standing: "unverified", version: version + 1 }, by),
        ),
      ),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    const before = await dump(stage.world.storage);
    await assert.rejects(
      run((tx) => changeEmail(tx, id, { email: "late@mail.example", standing: "unverified", version }, by)),
      code("changed_meanwhile"),
    );
    await assert.rejects(
      run((tx) => changeEmail(tx, "nobody", { email: "late@mail.example", standing: "unverified" }, by)),
      code("unknown_resource"),
    );
    assert.deepEqual(await dump(stage.world.storage), before);
    const removed = await run((tx) => changeEmail(tx, id, { email: "", standing: "vouched" }, by));
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
    const { id } = await make("forgetful", { email: "f@mail.example", passwordHash: unjudged("one") });
    const [link, later] = [
      await prepareMailLink(stage.world.storage.db, id, "reset_password"),
      await prepareMailLink(stage.world.storage.db, id, "reset_password"),
    ];
    assert.ok(link && later);
    assert.equal(await run((tx) => setPasswordByLink(tx, link, unjudged("two"), by)), "won");
    assert.equal((await readPassword(stage.world.storage.db, id))?.hash, "two");
    assert.equal(await run((tx) => setPasswordByLink(tx, link, unjudged("three"), by)), "lost");
    assert.equal(await run((tx) => setPasswordByLink(tx, later, unjudged("three"), by)), "lost");
    const third = await prepareMailLink(stage.world.storage.db, id, "reset_password");
    await run((tx) => setPassword(tx, id, { hash: unjudged("four"), changeRequired: false }, by));
    assert.ok(third);
    assert.equal(await run((tx) => setPasswordByLink(tx, third, unjudged("five"), by)), "lost");
    assert.equal((await readPassword(stage.world.storage.db, id))?.hash, "four");
    assert.equal(
      await prepareMailLink(stage.world.storage.db, (await make("no-mail")).id, "reset_password"),
      undefined,
    );
  });

  test("a person replaces their own password once, and not while they are shut out", async () => {
    const { id } = await make("replacing", { passwordHash: unjudged("one") });
    const hashNow = async () => (await readPassword(stage.world.storage.db, id))?.hash;
    const version = (await readPassword(stage.world.storage.db, id))?.version ?? 0;
    const replace = (hash: string, of = version) =>
      run((tx) => replacePassword(tx, id, { hash: unjudged(hash), version: of }, by));
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
    const { id } = await make("upgrade", { passwordHash: unjudged("old") });
    const version = (await readPassword(stage.world.storage.db, id))?.version ?? 0;
    assert.equal(await upgradeHash(stage.world.storage.db, id, { hash: unjudged("new"), version }), "won");
    await run((tx) => setPassword(tx, id, { hash: unjudged("changed"), changeRequired: false }, by));
    assert.equal(await upgradeHash(stage.world.storage.db, id, { hash: unjudged("stale"), version }), "lost");
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
