import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, done } from "../../src/events/outbox.ts";
import { newCodeId } from "../../src/identity/limits/one-time-codes.ts";
import { setOrganizationState } from "../../src/identity/organizations.ts";
import { setProjectGrantState } from "../../src/identity/project-grants.ts";
import { createHuman, findHuman } from "../../src/identity/users/humans.ts";
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
import { eventsOf, refusal } from "../support/identity.ts";
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
  const byMail = (registration: Registration) => run((tx) => registerByMail(tx, { ...registration, codeId: newCodeId() }, by));

  async function idsAt(email: string): Promise<string[]> {
    const rows = await stage.world.storage.db.selectFrom("humans").select("user_id").where("email_key", "=", email).execute();
    return rows.map((row) => row.user_id);
  }

  async function takeMails(): Promise<{ kind: string; payload: unknown }[]> {
    const items = await claim(stage.world.storage.db, 100);
    for (const item of items) await done(stage.world.storage.db, item);
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
    assert.deepEqual(await takeMails(), [{ kind: "mail.registration", payload: { userId: id, codeId, language: "de" } }]);
    assert.deepEqual(await eventsOf(stage.world.storage.db, id), ["user.created", "user.registration_requested"]);
  });

  test("of fifty at once for one address one account is made, also where the name before the @ is taken", async () => {
    for (const email of [`ada@many${++people}.example`, `nobody${++people}@many.example`]) {
      const storages = [stage.world.storage, await stage.database.open(), await stage.database.open()];
      await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const storage = storages[i % storages.length] ?? stage.world.storage;
          return untilNameIsFree(() => storage.transaction((tx) => registerByMail(tx, { ...input({ email }), codeId: newCodeId() }, by)));
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
        return storage.transaction((tx) => finishRegistration(tx, link, { hash: `hash ${i}` }, by));
      }),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
    const row = await stage.world.storage.db.selectFrom("humans").select("password_hash").where("user_id", "=", id).executeTakeFirst();
    assert.equal(row?.password_hash, `hash ${outcomes.indexOf("won")}`);
    const events = await eventsOf(stage.world.storage.db, id);
    assert.equal(events.filter((type) => type === "user.verified").length, 1);
    assert.equal(await findRegistrant(stage.world.storage.db, id), undefined);
  });

  test("finishing takes all codes along", async () => {
    const { id, link } = await unfinished();
    assert.equal(await run((tx) => finishRegistration(tx, link, { hash: "hash" }, by)), "won");
    const codes = await stage.world.storage.db.selectFrom("one_time_codes").select("id").where("user_id", "=", id).execute();
    assert.deepEqual(codes, []);
  });

  test("a user name that is taken undoes all of it", async () => {
    const { id, link } = await unfinished();
    const before = await dump(stage.world.storage);
    await assert.rejects(
      run((tx) => finishRegistration(tx, link, { hash: "hash", userName: "ada" }, by)),
      refusal("already_exists", { field: "userName" }),
    );
    assert.deepEqual(await dump(stage.world.storage), before);
    assert.equal(await run((tx) => finishRegistration(tx, link, { hash: "hash", userName: `free${id}` }, by)), "won");
    assert.equal((await findHuman(stage.world.storage.db, id))?.userName, `free${id}`);
  });

  test("who is shut out meanwhile finishes nothing", async () => {
    const { id, link } = await unfinished();
    assert.equal((await findRegistrant(stage.world.storage.db, id))?.id, id);
    await run((tx) => setUserState(tx, id, "deactivate", by));
    const before = await dump(stage.world.storage);
    assert.equal(await findRegistrant(stage.world.storage.db, id), undefined);
    assert.equal(await run((tx) => finishRegistration(tx, link, { hash: "hash" }, by)), "lost");
    assert.deepEqual(await dump(stage.world.storage), before);
  });

  test("an address that somebody has proved: they are told, and nothing else happens, in whichever organization they are", async () => {
    for (const organizationId of [stage.world.acme.id, stage.world.other.id]) {
      const email = `owner${++people}@mail.example`;
      const owner = await run((tx) =>
        createHuman(tx, { organizationId, userName: `owner${people}`, email, emailVerified: true, passwordHash: "hash" }, by),
      );
      await byMail(input({ email, name: { given: "Evil", family: "Twin" } }));
      assert.deepEqual(await findHuman(stage.world.storage.db, owner.id), owner);
      assert.deepEqual(await idsAt(email), [owner.id]);
      assert.deepEqual(await takeMails(), [{ kind: "mail.account_exists", payload: { userId: owner.id, language: "de" } }]);
      assert.equal((await eventsOf(stage.world.storage.db, owner.id)).at(-1), "user.registration_repeated");
    }
  });

  test("an address that somebody only says is theirs stands in nobody's way, and what they have stays theirs", async () => {
    const email = `claimed${++people}@mail.example`;
    const claimant = await run((tx) => registerAtOnce(tx, { ...input({ email }), passwordHash: "hash" }, by));
    assert.deepEqual([claimant.state, claimant.emailVerified], ["active", false]);
    await byMail(input({ email }));
    const ids = await idsAt(email);
    assert.equal(ids.length, 2);
    assert.deepEqual(await findHuman(stage.world.storage.db, claimant.id), claimant);
  });

  test("names of any length make a display name, and an address makes a user name", async () => {
    const { id } = await unfinished({ name: { given: "𝒢".repeat(200), family: "H".repeat(200) } });
    assert.equal([...((await findHuman(stage.world.storage.db, id))?.displayName ?? "")].length, 200);
    const { id: mixed } = await unfinished({ email: `adaя${++people}@mail.example`, name: undefined });
    assert.match((await findHuman(stage.world.storage.db, mixed))?.userName ?? "", /^user-\d+$/);
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
    assert.deepEqual([await may(acme.id), await may(other.id), await may("nobody"), await may(acme.id, "")], [true, false, false, false]);
    const grant = await run((tx) => grantAccepted(tx, { projectId: project.id, organizationId: other.id, roleKeys: [] }, by));
    assert.equal(await may(other.id), true);
    await run((tx) => setProjectGrantState(tx, grant.id, "deactivate", by));
    assert.equal(await may(other.id), false);
    await run((tx) => setOrganizationState(tx, acme.id, "deactivate", by));
    assert.equal(await may(acme.id), false);
    await run((tx) => setOrganizationState(tx, acme.id, "activate", by));
    assert.equal(await may(acme.id), true);
  });
});
