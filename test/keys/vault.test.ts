import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import fc from "fast-check";
import { StartError } from "../../src/errors/start-error.ts";
import { initialAlgorithms } from "../../src/keys/algorithms.ts";
import { openKeyRing } from "../../src/keys/key-ring.ts";
import { ensureKeys, rotate } from "../../src/keys/key-store.ts";
import { type KeyWrapper, localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import { findRegisteredId, openVault, rewrap, type Sealed, type SealedTable } from "../../src/keys/vault.ts";
import { ReferenceViolation } from "../../src/storage/errors.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { makeTestKey, openTestStore } from "../support/keys.ts";

const newWrapper = () => localKeyWrapper(newMasterKey());
const secrets = fc.uint8Array({ maxLength: 200 });
const contexts = fc
  .tuple(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }))
  .filter(([one, other]) => one !== other);

describe("what is sealed under a master key", () => {
  test("opens again under the same key and context, and under no other context", async () => {
    const wrapper = newWrapper();
    await fc.assert(
      fc.asyncProperty(secrets, contexts, async (secret, [context, other]) => {
        const sealed = await wrapper.wrap(secret, context);
        assert.deepEqual(await wrapper.unwrap(sealed, context), Buffer.from(secret));
        await assert.rejects(wrapper.unwrap(sealed, other));
      }),
    );
  });

  test("opens under no other key, and not when a bit of it changed or a part is missing", async () => {
    await fc.assert(
      fc.asyncProperty(secrets, fc.nat(), async (secret, at) => {
        const wrapper = newWrapper();
        const sealed = await wrapper.wrap(secret, "context");
        await assert.rejects(newWrapper().unwrap(sealed, "context"));
        const bytes = Buffer.from(sealed, "base64url");
        const bit = at % (bytes.length * 8);
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        await assert.rejects(wrapper.unwrap(flipped.toString("base64url"), "context"));
        await assert.rejects(wrapper.unwrap(bytes.subarray(0, at % bytes.length).toString("base64url"), "context"));
      }),
    );
  });

  test("is different each time, and the name of the key tells nothing about it", async () => {
    const key = newMasterKey();
    const wrapper = localKeyWrapper(key);
    assert.notEqual(await wrapper.wrap(Buffer.from("x"), "c"), await wrapper.wrap(Buffer.from("x"), "c"));
    assert.equal(wrapper.id, localKeyWrapper(Buffer.from(key)).id);
    assert.ok(!key.toString("base64url").includes(wrapper.id) && !key.includes(Buffer.from(wrapper.id, "base64url")));
  });
});

for (const engine of engines) {
  describe(`the vault on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
    });
    after(() => database.drop());

    test("opens a secret in the row it was sealed for, and in no other row and no other table", async () => {
      const vault = await openVault(storage, [newWrapper()]);
      const elsewhere: SealedTable = JSON.parse('"elsewhere"');
      await fc.assert(
        fc.asyncProperty(secrets, contexts, async (secret, [row, other]) => {
          const sealed = await vault.seal("keys", row, secret);
          assert.deepEqual(await vault.open("keys", row, sealed), Buffer.from(secret));
          await assert.rejects(vault.open("keys", other, sealed));
          await assert.rejects(vault.open(elsewhere, row, sealed));
        }),
        { numRuns: 50 },
      );
    });

    test("refuses any master key but the registered one, and changes nothing", async () => {
      const before = await dump(storage);
      await assert.rejects(openVault(storage, [newWrapper()]), (error) => {
        assert.ok(error instanceof StartError);
        assert.match(
          error.message,
          /sealed under the master key [\w-]{11}, but the one given is [\w-]{11}.*nothing was changed/,
        );
        return true;
      });
      await assert.rejects(openVault(storage, [newWrapper(), newWrapper()]), StartError);
      assert.deepEqual(await dump(storage), before);
    });
  });

  describe(`changing the master key on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let former: KeyWrapper;
    let next: KeyWrapper;
    let formerVault: Awaited<ReturnType<typeof openVault>>;
    beforeEach(async () => {
      await database?.drop();
      database = await engine.fresh();
      storage = await database.open();
      [former, next] = [newWrapper(), newWrapper()];
      const store = await openTestStore(storage, former);
      formerVault = store.vault;
      await ensureKeys(store, initialAlgorithms);
    });
    after(() => database.drop());

    const rows = () => storage.db.selectFrom("keys").select(["id", "sealed", "master_key_id"]).orderBy("id").execute();
    async function insertKey(sealed: Sealed, id: string): Promise<void> {
      const row = { id, algorithm: "ES256", created_at: 0, activates_at: 0, revoked_at: null, public_jwk: "" };
      await storage.db
        .insertInto("keys")
        .values({ ...row, ...sealed })
        .execute();
    }

    test("seals every secret under the new one, and none of them changes", async () => {
      const before = await Promise.all((await rows()).map((row) => formerVault.open("keys", row.id, row)));
      assert.deepEqual(await rewrap(storage, [former], next), { rewrapped: 6 });
      const vault = await openVault(storage, [next]);
      assert.ok((await rows()).every((row) => row.master_key_id === next.id));
      assert.deepEqual(await Promise.all((await rows()).map((row) => vault.open("keys", row.id, row))), before);
      assert.equal(await findRegisteredId(storage.db), next.id);
      await assert.rejects(openVault(storage, [former]), StartError);
      const events = await storage.db
        .selectFrom("events")
        .select("type")
        .where("type", "=", "master_key.rotated")
        .execute();
      assert.equal(events.length, 1);
    });

    test("twice changes nothing the second time", async () => {
      await rewrap(storage, [former], next);
      const before = await dump(storage);
      assert.deepEqual(await rewrap(storage, [former], next), { rewrapped: 0 });
      assert.deepEqual(await dump(storage), before);
    });

    test("needs the former one: without it nothing is changed", async () => {
      const before = await dump(storage);
      await assert.rejects(rewrap(storage, [], next), StartError);
      await assert.rejects(rewrap(storage, [newWrapper()], next), StartError);
      assert.deepEqual(await dump(storage), before);
      await openVault(storage, [former]);
    });

    test("makes it impossible to store something under the one that was replaced", async () => {
      const sealed = await formerVault.seal("keys", "late", Buffer.from("sealed just before"));
      await rewrap(storage, [former], next);
      await assert.rejects(insertKey(sealed, "late"), ReferenceViolation);
      await assert.rejects(formerVault.seal("keys", "later", Buffer.from("sealed just after")), StartError);
      await insertKey(await (await openVault(storage, [next])).seal("keys", "late", Buffer.from("x")), "late");
    });

    test("is not noticed by a node that has been given both", async () => {
      const vault = await openVault(storage, [next, former]);
      const failures: unknown[] = [];
      const ring = await openKeyRing({ storage, vault, make: makeTestKey }, (error) => failures.push(error));
      assert.equal((await vault.seal("keys", "one", Buffer.from("x"))).master_key_id, former.id);
      await rewrap(storage, [former], next);
      await ring.refresh();
      assert.equal((await vault.seal("keys", "one", Buffer.from("x"))).master_key_id, next.id);
      await ensureKeys({ storage, vault, make: makeTestKey }, ["EdDSA"]);
      await ring.refresh();
      assert.deepEqual(ring.algorithms(), ["RS256", "ES256", "EdDSA"]);
      assert.deepEqual(failures, []);
      ring.close();
    });

    test("by two operators at once to two different ones leaves one of the two, and every secret opens under it", async () => {
      const other = newWrapper();
      const node = await database.open();
      const results = await Promise.allSettled([rewrap(storage, [former], next), rewrap(node, [former], other)]);
      assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
      const winner = (await findRegisteredId(storage.db)) === next.id ? next : other;
      const vault = await openVault(storage, [winner]);
      for (const row of await rows()) await vault.open("keys", row.id, row);
    });

    test("while keys are being made succeeds, as does making them, and every key opens under the new one", async () => {
      const node = await database.open();
      const store = { storage: node, vault: await openVault(node, [former, next]), make: makeTestKey };
      for (let round = 0; round < 5; round++) {
        const [from, to] = round % 2 === 0 ? [former, next] : [next, former];
        const rotating = rotate(store, { immediately: true, actor: { kind: "operator" } });
        await Promise.all([rewrap(storage, [from], to), rotating, ensureKeys(store, ["EdDSA"])]);
        const vault = await openVault(storage, [to]);
        for (const row of await rows()) await vault.open("keys", row.id, row);
      }
    });
  });
}
