import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, markDone } from "../../src/events/outbox.ts";
import { newCodeId } from "../../src/identity/limits/one-time-codes.ts";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { setProjectGrantState } from "../../src/identity/project-grants.ts";
import { createHuman, findHuman, readHuman } from "../../src/identity/users/humans.ts";
import { whoIsMeant } from "../../src/identity/users/login-names.ts";
import { prepareMailLink } from "../../src/identity/users/mail-links.ts";
import {
  findRegistrant,
  finishRegistration,
  type Registration,
  registerAtOnce,
  registerByMail,
  untilNameIsFree,
} from "../../src/identity/users/registration.ts";
import { isRegistrationPlace } from "../../src/identity/users/registration-place.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { dump } from "../support/dump.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { grantAccepted } from "../support/grants.ts";
import { eventsOf, proveAddress, refusal } from "../support/identity.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

onEachEngine("registrations", (stage) => {
  let people = 0;
  const input = (change: Partial<Registration> = {}): Registration => ({
    organizationId: stage.world.acme.id,
    email: `person${++people}@mail.example`,
    name: { given: "Grace", family: "Hopper" },
    language: "de",
    ...change,
  });
  const run: typeof stage.world.storage.transaction = (work) => stage.world.storage.transaction(work);
  const byMail = (registration: Registration) =>
    run((tx) => registerByMail(tx, { ...registration, codeId: newCodeId() }, by));

  async function idsAt(email: string): Promise<string[]> {
    const rows = await stage.world.storage.db
      .selectFrom("humans")
      .select("user_id")
      .where("email_key", "=", email)
      .execute();
    return rows.map((row) => row.user_id);
  }

  async function takeMails(): Promise<{ kind: string; payload: unknown }[]> {
    const items = await claim(stage.world.storage.db, 100);
    for (const item of items) await markDone(stage.world.storage.db, item);
    return items.map(({ kind, payload }) => ({ kind, payload }));
  }

  async function unfinished(change: Partial<Registration> = {}) {
    const registration = input(change);
    await byMail(registration);
    const [id = ""] = await idsAt(registration.email);
    const link = await prepareMailLink(stage.world.storage.db, id, "registration");
    assert.ok(link);
    await takeMails();
    return { id, link, registration };
  }

  test("a new address: an account that nobody can use yet, and a mail that says who and why", async () => {
    const registration = input();
    const codeId = newCodeId();
    await run((tx) => registerByMail(tx, { ...registration, codeId }, by));
    const [id = ""] = await idsAt(registration.email);
    const human = await findHuman(stage.world.storage.db, id);
    assert.deepEqual(
      [human?.state, human?.hasPassword, human?.emailVerified, human?.displayName, human?.locale],
      ["unverified", false, false, "Grace Hopper", "de"],
    );
    assert.deepEqual(await takeMails(), [
      { kind: "mail.registration", payload: { userId: id, codeId, language: "de" } },
    ]);
    assert.deepEqual(await eventsOf(stage.world.storage.db, id), ["user.created", "user.registration_requested"]);
  });

  const visitor = { actor: { kind: "visitor" } } as const;

  test("of fifty at once for one address one account is made, also where the name before the @ is taken", async () => {
    for (const email of [`ada@many${++people}.example`, `nobody${++people}@many.example`]) {
      const storages = [stage.world.storage, await stage.database.open(), await stage.database.open()];
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const storage = storages[i % storages.length] ?? stage.world.storage;
          return untilNameIsFree(() =>
            storage.transaction((tx) => registerByMail(tx, { ...input({ email }), codeId: newCodeId() }, visitor)),
          );
        }),
      );
      assert.equal((await idsAt(email)).length, 1);
      assert.equal((await takeMails()).length, 20, "and no more mails than anybody may be sent");
    }
  });

  test("of fifty who finish it at once, one wins, with one password", async () => {
    const { id, link } = await unfinished();
    const storages = [stage.world.storage, await stage.database.open(), await stage.database.open()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const storage = storages[i % storages.length] ?? stage.world.storage;
        return storage.transaction((tx) => finishRegistration(tx, link, unjudged(`hash ${i}`), by));
      }),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
    const row = await stage.world.storage.db
      .selectFrom("humans")
      .select("password_hash")
      .where("user_id", "=", id)
      .executeTakeFirst();
    assert.equal(row?.password_hash, `hash ${outcomes.indexOf("won")}`);
    const events = await eventsOf(stage.world.storage.db, id);
    assert.equal(events.filter((type) => type === "user.verified").length, 1);
    assert.equal(await findRegistrant(stage.world.storage.db, id), undefined);
  });

  test("finishing takes all codes along", async () => {
    const { id, link } = await unfinished();
    assert.equal(await run((tx) => finishRegistration(tx, link, unjudged("hash"), by)), "won");
    const codes = await stage.world.storage.db
      .selectFrom("one_time_codes")
      .select("id")
      .where("user_id", "=", id)
      .execute();
    assert.deepEqual(codes, []);
  });

  test("an unfinished registration holds no name, and finishing it gives the proven address as login name", async () => {
    const { id, registration } = await unfinished();
    const [local = ""] = registration.email.split("@");
    const { db } = stage.world.storage;
    assert.equal((await findHuman(db, id))?.userName, `unfinished-${id}`);
    const create = { organizationId: stage.world.acme.id, userName: local };
    const colleague = await run((tx) => createHuman(tx, create, by));
    assert.equal(colleague.userName, local, "a manager gives the name to somebody else meanwhile");
    const link = await prepareMailLink(db, id, "registration");
    assert.ok(link);
    assert.equal(await run((tx) => finishRegistration(tx, link, unjudged("hash"), by)), "won");
    const human = await findHuman(db, id);
    assert.deepEqual(
      [human?.userName, human?.loginName, human?.emailVerified, human?.emailProven],
      [registration.email, registration.email, true, true],
    );
    assert.deepEqual(
      (await whoIsMeant(db, registration.email)).map(({ userId }) => userId),
      [id],
    );
  });

  test("name@domain of the organization is given to who proves exactly that address", async () => {
    const { acme, other, storage } = stage.world;
    const finish = async (change: Partial<Registration>) => {
      const { id, link } = await unfinished(change);
      assert.equal(await run((tx) => finishRegistration(tx, link, unjudged("hash"), by)), "won");
      return findHuman(storage.db, id);
    };
    const own = await finish({ email: `grace@${acme.domain}` });
    assert.deepEqual([own?.userName, own?.loginName], ["grace", `grace@${acme.domain}`]);
    const outside = await finish({ email: `grace@${other.domain}` });
    assert.deepEqual([outside?.userName, outside?.loginName], [`grace@${other.domain}`, `grace@${other.domain}`]);
    // Somebody is called so already: neither the name nor a login name of somebody else is given twice.
    const again = await finish({ email: `ada@${acme.domain}` });
    assert.match(again?.loginName ?? "", new RegExp(`^ada-\\d+@${acme.domain.replaceAll(".", "\\.")}$`));
    const odd = await finish({ email: `o'brien@${acme.domain}` });
    assert.equal(odd?.loginName, `o'brien@${acme.domain}`, "what is no user name is a login name all the same");
  });

  test("an address that a manager elsewhere vouches for keeps nobody from registering", async () => {
    const email = `victim${++people}@mail.example`;
    const squatter = {
      organizationId: stage.world.other.id,
      userName: `squatter${people}`,
      email,
      emailVerified: true,
      passwordHash: unjudged("hash"),
    };
    await run((tx) => createHuman(tx, squatter, by));
    await byMail(input({ email }));
    assert.deepEqual(
      (await takeMails()).map(({ kind }) => kind),
      ["mail.registration"],
    );
    assert.equal((await idsAt(email)).length, 2);
  });

  test("who is shut out meanwhile finishes nothing", async () => {
    const { id, link } = await unfinished();
    assert.equal((await findRegistrant(stage.world.storage.db, id))?.id, id);
    await run((tx) => setUserState(tx, id, "deactivate", by));
    const before = await dump(stage.world.storage);
    assert.equal(await findRegistrant(stage.world.storage.db, id), undefined);
    assert.equal(await run((tx) => finishRegistration(tx, link, unjudged("hash"), by)), "lost");
    assert.deepEqual(await dump(stage.world.storage), before);
  });

  test("an address that somebody has proved: they are told, and nothing else happens, in whichever organization they are", async () => {
    for (const organizationId of [stage.world.acme.id, stage.world.other.id]) {
      const email = `owner${++people}@mail.example`;
      const made = await run((tx) =>
        createHuman(tx, { organizationId, userName: `owner${people}`, email, passwordHash: unjudged("hash") }, by),
      );
      await proveAddress(stage.world.storage.db, made.id);
      const owner = await readHuman(stage.world.storage.db, made.id);
      await byMail(input({ email, name: { given: "Evil", family: "Twin" } }));
      assert.deepEqual(await findHuman(stage.world.storage.db, owner.id), owner);
      assert.deepEqual(await idsAt(email), [owner.id]);
      assert.deepEqual(await takeMails(), [
        { kind: "mail.account_exists", payload: { userId: owner.id, language: "de" } },
      ]);
      assert.equal((await eventsOf(stage.world.storage.db, owner.id)).at(-1), "user.registration_repeated");
    }
  });

  test("an address that somebody only says is theirs stands in nobody's way, and what they have stays theirs", async () => {
    const email = `claimed${++people}@mail.example`;
    const claimant = await run((tx) => registerAtOnce(tx, { ...input({ email }), passwordHash: unjudged("hash") }, by));
    assert.deepEqual([claimant.state, claimant.emailVerified], ["active", false]);
    await byMail(input({ email }));
    const ids = await idsAt(email);
    assert.equal(ids.length, 2);
    assert.deepEqual(await findHuman(stage.world.storage.db, claimant.id), claimant);
  });

  test("names of any length make a display name, and an address makes a user name", async () => {
    const { id } = await unfinished({ name: { given: "𝒢".repeat(200), family: "H".repeat(200) } });
    assert.equal([...((await findHuman(stage.world.storage.db, id))?.displayName ?? "")].length, 200);
    const address = `adaя${++people}@mail.example`;
    const { id: mixed } = await unfinished({ email: address, name: undefined });
    const link = await prepareMailLink(stage.world.storage.db, mixed, "registration");
    assert.ok(link);
    assert.equal(await run((tx) => finishRegistration(tx, link, unjudged("hash"), by)), "won");
    assert.equal((await findHuman(stage.world.storage.db, mixed))?.userName, address);
    const unproven = await run((tx) => registerAtOnce(tx, { ...input(), passwordHash: unjudged("hash") }, by));
    assert.match(
      unproven.userName,
      /^person\d+-\d+$/,
      "what nobody has proved does not read as an address of the organization",
    );
  });

  test("a name that is made up is made up again when it was taken meanwhile; another refusal is not repeated", async () => {
    let tries = 0;
    const { SignetError } = await import("../../src/errors/signet-error.ts");
    assert.equal(
      await untilNameIsFree(async () => {
        if (++tries < 3) throw new SignetError("already_exists", "taken", { field: "userName" });
        return "made";
      }),
      "made",
    );
    tries = 0;
    const failing = (code: "already_exists" | "wrong_state") => async () => {
      tries++;
      throw new SignetError(code, "no");
    };
    await assert.rejects(untilNameIsFree(failing("already_exists")), refusal("already_exists"));
    assert.equal(tries, 3);
    await assert.rejects(untilNameIsFree(failing("wrong_state")), refusal("wrong_state"));
    assert.equal(tries, 4);
  });

  test("an account may be made where one could sign in with it afterwards, and nowhere else", async () => {
    const { storage, acme, other, application, project } = stage.world;
    const may = (organizationId: string, applicationId = application.id) =>
      isRegistrationPlace(storage.db, { applicationId, organizationId });
    assert.deepEqual(
      [await may(acme.id), await may(other.id), await may("nobody"), await may(acme.id, "")],
      [true, false, false, false],
    );
    const grant = await run((tx) =>
      grantAccepted(tx, { projectId: project.id, organizationId: other.id, roleKeys: [] }, by),
    );
    assert.equal(await may(other.id), true);
    await run((tx) => setProjectGrantState(tx, grant.id, "deactivate", by));
    assert.equal(await may(other.id), false);
    await run((tx) => setOrganizationState(tx, acme.id, "deactivate", by));
    assert.equal(await may(acme.id), false);
    await run((tx) => setOrganizationState(tx, acme.id, "activate", by));
    assert.equal(await may(acme.id), true);
  });
});
