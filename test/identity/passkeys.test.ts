import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { addPasskey, MOST_PASSKEYS, newPasskeyOptions } from "../../src/identity/factors/add-passkey.ts";
import { offerPasskey } from "../../src/identity/factors/passkey-offer.ts";
import { readProof } from "../../src/identity/factors/passkey-responses.ts";
import { findPasskey, relyingPartyAt, userHandleOf } from "../../src/identity/factors/passkeys.ts";
import { passkeyOptions, spendPasskey } from "../../src/identity/factors/prove-passkey.ts";
import { renameFactor } from "../../src/identity/factors/rename-factor.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { resetPolicy } from "../../src/identity/policies/policies.ts";
import { listFactors } from "../../src/identity/users/factors.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { setUserState } from "../../src/identity/users/users.ts";
import { Authenticator, type Cheat } from "../support/authenticator.ts";
import { dump } from "../support/dump.ts";
import { code, onEachEngine, type Stage } from "../support/each-engine.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { by } from "../support/world.ts";

const LOGIN = "https://id.acme.example";
const us = relyingPartyAt(LOGIN, "Acme");
const soon = () => Date.now() + 3_600_000;
const newChallenge = () => ({ value: randomBytes(32).toString("base64url"), expiresAt: soon() });

test("a passkey is for the host of the login pages, whatever its port", () => {
  assert.deepEqual(relyingPartyAt("http://localhost:8080", "Acme"), {
    id: "localhost",
    origin: "http://localhost:8080",
    name: "Acme",
  });
  assert.deepEqual(us, { id: "id.acme.example", origin: "https://id.acme.example", name: "Acme" });
});

onEachEngine("passkeys", (stage) => {
  const { person, add, added, prove, events } = helpers(stage);
  const db = () => stage.world.storage.db;
  const storage = () => stage.world.storage;

  test("a device is asked for one that knows the person by an id, and not for one it has already", async () => {
    const human = await person();
    const { authenticator } = await added(human);
    const options = await newPasskeyOptions(db(), us, human, "c");
    assert.equal(Buffer.from(options.user.id, "base64url").toString(), human.id);
    assert.equal(options.user.name, human.loginName);
    assert.deepEqual(options.rp, { id: "id.acme.example", name: "Acme" });
    assert.deepEqual(options.excludeCredentials, [
      { id: authenticator.credentialId, transports: ["internal"], type: "public-key" },
    ]);
    assert.equal(options.attestation, "none");
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: "preferred",
      requireResidentKey: false,
      userVerification: "preferred",
    });
  });

  test("several belong to a person, each with a name, and each is one event", async () => {
    const human = await person();
    const phone = await added(human, { isSynced: true }, "My phone");
    const key = await added(human, { isVerified: false, transports: ["usb", "telepathy"] });
    assert.deepEqual(
      { ...phone.outcome, id: "" },
      { outcome: "won", id: "", name: "My phone", synced: true, verified: true },
    );
    assert.deepEqual(
      { ...key.outcome, id: "" },
      { outcome: "won", id: "", name: "A passkey", synced: false, verified: false },
    );
    const listed = await listFactors(db(), human.id);
    assert.deepEqual(
      listed.map(({ name, lastUsedAt }) => ({ name, lastUsedAt })),
      [
        { name: "My phone", lastUsedAt: null },
        { name: "A passkey", lastUsedAt: null },
      ],
    );
    assert.deepEqual(
      (await events(human, "user_factor.added")).map(({ factor }) => factor.name),
      ["My phone", "A passkey"],
    );
    // What is not a transport is not told to browsers.
    const { excludeCredentials } = await newPasskeyOptions(db(), us, human, "c");
    assert.deepEqual(excludeCredentials?.[1]?.transports, ["usb"]);
    const row = await db()
      .selectFrom("factors")
      .select(["sealed", "data"])
      .where("id", "=", listed[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    assert.equal(row.sealed, null);
    assert.deepEqual(Object.keys(JSON.parse(row.data)).toSorted(), ["aaguid", "publicKey", "synced", "transports"]);
  });

  test("a new one that is not an answer to our question is refused, and nothing changes", async () => {
    const human = await person();
    const wrong: Record<string, Cheat> = {
      "for another site": { origin: "https://id.acme.example.evil.example" },
      "at another port": { origin: "https://id.acme.example:8443" },
      "for another host's key": { rpId: "evil.example" },
      "to another challenge": { challenge: randomBytes(32).toString("base64url") },
      "of a sign-in": { type: "webauthn.get" },
      "without anybody at the device": { isPresent: false },
      "with a certificate that nobody asked for": {
        format: "packed",
        attestation: new Map([["x5c", [Buffer.from("certificate")]]]),
      },
      "in a format that does not exist": { format: "trust-me" },
      ...Object.fromEntries(
        ["fido-u2f", "android-key", "android-safetynet", "tpm", "apple", "compound", ""].map((format) => [
          `as ${format}`,
          { format },
        ]),
      ),
    };
    const before = await dump(storage());
    for (const [name, cheat] of Object.entries(wrong))
      assert.deepEqual((await add(human, cheat)).outcome, { outcome: "lost" }, name);
    for (const response of ["", "{", "null", "[]", '{"id":"a","response":{}}', `{"id":"${"a".repeat(20_000)}"}`]) {
      const given = { relyingParty: us, userId: human.id, challenge: newChallenge(), response, otherwise: "A passkey" };
      assert.deepEqual(await addPasskey(storage(), given, by), { outcome: "lost" });
    }
    assert.deepEqual(await dump(storage()), before);
  });

  test("somebody else's is refused, and so is the same once more", async () => {
    const [human, thief] = [await person(), await person()];
    const { authenticator } = await added(human);
    const before = await dump(storage());
    for (const whose of [human, thief]) {
      assert.deepEqual((await add(whose, { credentialId: authenticator.credentialId })).outcome, { outcome: "lost" });
    }
    assert.deepEqual(await dump(storage()), before);
  });

  test("fifty answers to one question make one passkey", async () => {
    const human = await person();
    const challenge = newChallenge();
    const options = await newPasskeyOptions(db(), us, human, challenge.value);
    const responses = Array.from({ length: 50 }, () => new Authenticator(us.origin).create(options));
    const outcomes = await Promise.all(
      responses.map((response) =>
        addPasskey(storage(), { relyingParty: us, userId: human.id, challenge, response, otherwise: "P" }, by),
      ),
    );
    assert.equal(outcomes.filter(({ outcome }) => outcome === "won").length, 1);
    assert.equal((await listFactors(db(), human.id)).length, 1);
    assert.equal((await events(human, "user_factor.added")).length, 1);
  });

  test("there is a most, also for those who add many at once", async () => {
    const human = await person();
    const outcomes = await Promise.all(
      Array.from({ length: MOST_PASSKEYS + 5 }, async () => (await add(human)).outcome.outcome),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, MOST_PASSKEYS);
    assert.equal(outcomes.filter((outcome) => outcome === "full").length, 5);
  });

  test("a proof says who, by which passkey, and whether the device knew its owner; it is remembered when", async () => {
    const human = await person();
    const { authenticator, outcome } = await added(human);
    assert.ok(outcome.outcome === "won");
    const { id: factorId } = outcome;
    const won = { outcome: "won", userId: human.id, factorId, synced: false, verified: true };
    assert.deepEqual(await prove(authenticator), won);
    assert.deepEqual(await prove(authenticator, { isVerified: false, userHandle: null }, { alone: false }), {
      ...won,
      verified: false,
    });
    assert.deepEqual(await prove(authenticator, { isSynced: true }), { ...won, synced: true });
    assert.ok((await listFactors(db(), human.id))[0]?.lastUsedAt);
  });

  test("a proof that is wrong in any way is refused, and nothing changes", async () => {
    const [human, other] = [await person(), await person()];
    const { authenticator } = await added(human);
    await added(other);
    const wrong: Record<string, Cheat> = {
      "for another site": { origin: "https://evil.example" },
      "over http": { origin: "http://id.acme.example" },
      "for another host's key": { rpId: "acme.example" },
      "to another challenge": { challenge: randomBytes(32).toString("base64url") },
      "of a registration": { type: "webauthn.create" },
      "without anybody at the device": { isPresent: false },
      "without the owner at the device": { isVerified: false },
      "signed by another key": { isForged: true },
      "with the handle of somebody else": { userHandle: userHandleOf(other.id) },
      "without a handle": { userHandle: null },
    };
    const before = await dump(storage());
    for (const [name, cheat] of Object.entries(wrong))
      assert.deepEqual(await prove(authenticator, cheat), { outcome: "lost" }, name);
    // As a second proof the owner need not be recognised; a wrong handle is wrong all the same.
    assert.deepEqual(await prove(authenticator, { userHandle: userHandleOf(other.id) }, { alone: false }), {
      outcome: "lost",
    });
    assert.deepEqual(await dump(storage()), before);
    assert.equal((await prove(authenticator)).outcome, "won");
  });

  test("one challenge lets one in, of fifty who come with it at once", async () => {
    const human = await person();
    const { authenticator } = await added(human);
    const challenge = newChallenge();
    const same = authenticator.get({ challenge: challenge.value, rpId: us.id });
    const others = Array.from({ length: 25 }, () => authenticator.get({ challenge: challenge.value, rpId: us.id }));
    const responses = [...Array.from({ length: 25 }, () => same), ...others];
    const outcomes = await Promise.all(responses.map((response) => prove(authenticator, {}, { challenge, response })));
    assert.equal(outcomes.filter(({ outcome }) => outcome === "won").length, 1);
    const before = await dump(storage());
    assert.equal((await prove(authenticator, {}, { challenge })).outcome, "lost");
    assert.deepEqual(await dump(storage()), before);
  });

  test("a device that counts may only count forward; whoever is behind has a copy, which is an event", async () => {
    const human = await person();
    const { authenticator } = await added(human, { counter: 5 });
    assert.equal((await prove(authenticator, { counter: 6 })).outcome, "won");
    for (const counter of [6, 5, 0])
      assert.equal((await prove(authenticator, { counter })).outcome, "lost", `${counter}`);
    assert.equal((await prove(authenticator, { counter: 9 })).outcome, "won");
    assert.deepEqual(
      (await events(human, "user_factor.copy_suspected")).map(({ counter, expectedAbove }) => [counter, expectedAbove]),
      [
        [6, 6],
        [5, 6],
        [0, 6],
      ],
    );
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => prove(authenticator, { counter: 10 })));
    assert.equal(outcomes.filter(({ outcome }) => outcome === "won").length, 1);
    const row = await db()
      .selectFrom("factors")
      .select("counter")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow();
    assert.equal(Number(row.counter), 10);
  });

  test("a device that does not count is no copy; one that begins to, counts from there", async () => {
    const human = await person();
    const { authenticator } = await added(human);
    for (const counter of [0, 0, 3, 4]) assert.equal((await prove(authenticator, { counter })).outcome, "won");
    assert.equal((await prove(authenticator, { counter: 4 })).outcome, "lost");
  });

  test("only who may sign in is found, and only where the organization allows passkeys", async () => {
    const human = await person();
    const { authenticator } = await added(human);
    await storage().transaction((tx) => setUserState(tx, human.id, "deactivate", by));
    assert.equal(await findPasskey(db(), authenticator.credentialId), undefined);
    await storage().transaction((tx) => setUserState(tx, human.id, "activate", by));
    assert.ok(await findPasskey(db(), authenticator.credentialId));
    assert.equal(await findPasskey(db(), "unknown"), undefined);

    const organizationId = stage.world.acme.id;
    const decide = (settings: object) =>
      storage().transaction((tx) => setPolicyFreely(tx, "secondFactor", { organizationId, settings }, by));
    await decide({ mode: "required", allowed: ["totp"] });
    const before = await dump(storage());
    assert.equal((await prove(authenticator)).outcome, "lost");
    assert.deepEqual(await dump(storage()), before);
    await decide({ mode: "off", allowed: ["passkey"] });
    assert.equal((await prove(authenticator)).outcome, "won");
    await storage().transaction((tx) => resetPolicy(tx, "secondFactor", { organizationId }, by));
  });

  test("people rename their own, and nobody else's", async () => {
    const [human, other] = [await person(), await person()];
    const { outcome } = await added(human);
    assert.ok(outcome.outcome === "won");
    const rename = (userId: string, name: string) =>
      storage().transaction((tx) => renameFactor(tx, { userId, factorId: outcome.id, name }, by));
    await rename(human.id, " Blue key ");
    await rename(human.id, "Blue key");
    assert.deepEqual(
      (await listFactors(db(), human.id)).map(({ name }) => name),
      ["Blue key"],
    );
    assert.equal((await events(human, "user_factor.changed")).length, 1);
    const before = await dump(storage());
    await assert.rejects(rename(other.id, "Mine"), code("unknown_resource"));
    await assert.rejects(rename(human.id, ""), code("invalid_input"));
    assert.deepEqual(await dump(storage()), before);
  });

  test("one is offered once, to those who have none and may have one", async () => {
    const human = await person();
    const policy = builtInPolicies.secondFactor;
    const offer = (has: ("passkey" | "totp")[], allowed: ("passkey" | "totp")[]) =>
      offerPasskey(db(), human.id, { policy: { ...policy, allowed }, has });
    assert.equal(await offer(["passkey"], ["passkey"]), "lost");
    assert.equal(await offer([], ["totp"]), "lost");
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => offer(["totp"], ["passkey"])));
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
    assert.equal(await offer([], ["passkey"]), "lost");
  });
});

let people = 0;

function helpers(stage: Stage) {
  const storage = () => stage.world.storage;

  function person(): Promise<Human> {
    const input = {
      organizationId: stage.world.acme.id,
      userName: `passkeys${++people}`,
      email: `passkeys${people}@mail.example`,
    };
    return storage().transaction((tx) => createHuman(tx, input, by));
  }

  async function add(human: Human, cheat: Cheat = {}, name?: string) {
    const authenticator = new Authenticator(us.origin);
    const challenge = newChallenge();
    const response = authenticator.create(await newPasskeyOptions(storage().db, us, human, challenge.value), cheat);
    const given = { relyingParty: us, userId: human.id, challenge, response, name, otherwise: "A passkey" };
    return { authenticator, outcome: await addPasskey(storage(), given, by) };
  }

  async function added(human: Human, cheat: Cheat = {}, name?: string) {
    const made = await add(human, cheat, name);
    assert.equal(made.outcome.outcome, "won");
    return made;
  }

  async function prove(
    authenticator: Authenticator,
    cheat: Cheat = {},
    change: { alone?: boolean; challenge?: ReturnType<typeof newChallenge>; response?: string } = {},
  ) {
    const { alone = true, challenge = newChallenge() } = change;
    const options = passkeyOptions(us, challenge.value, alone ? undefined : []);
    const response = readProof(change.response ?? authenticator.get(options, cheat));
    const passkey = await findPasskey(storage().db, authenticator.credentialId);
    assert.ok(response && passkey);
    return spendPasskey(storage(), passkey, { relyingParty: us, challenge, response, alone }, by);
  }

  async function events(
    human: Human,
    type: "user_factor.added" | "user_factor.changed" | "user_factor.copy_suspected",
  ) {
    const rows = await storage()
      .db.selectFrom("events")
      .select("detail")
      .where("resource_id", "=", human.id)
      .where("type", "=", type)
      .orderBy("id")
      .execute();
    return rows.map(({ detail }) => JSON.parse(detail));
  }

  return { person, add, added, prove, events };
}
