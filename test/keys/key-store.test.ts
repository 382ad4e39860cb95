import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { StartError } from "../../src/errors/start-error.ts";
import { initialAlgorithms } from "../../src/keys/algorithms.ts";
import {
  deadKeys,
  ensureKeys,
  type KeyStore,
  listKeys,
  maintainKeys,
  revoke,
  rotate,
} from "../../src/keys/key-store.ts";
import { localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { makeTestKey, openTestStore } from "../support/keys.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const A_MOMENT = 1_000;
const operator = { kind: "operator" } as const;

for (const engine of engines) {
  describe(`keys in the database on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let store: KeyStore;
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
      store = await openTestStore(storage);
    });
    afterEach(() => database.drop());

    /** The keys of one algorithm, oldest first, as `state` or `state (not in the key set)`. */
    async function lives(algorithm = "ES256"): Promise<string[]> {
      const keys = (await listKeys(storage.db)).filter(({ key }) => key.algorithm === algorithm);
      return keys.map(({ state, inKeySet }) => (inKeySet ? state : `${state} (not in the key set)`));
    }
    async function idOf(state: string, algorithm = "ES256"): Promise<string> {
      const found = (await listKeys(storage.db)).find(
        ({ key, state: is }) => key.algorithm === algorithm && is === state,
      );
      assert.ok(found, `no ${state} ${algorithm} key`);
      return found.key.id;
    }
    async function spare(algorithm = "ES256") {
      const id = await idOf("published", algorithm);
      return storage.db.selectFrom("keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    }
    const eventsOf = async () =>
      (await storage.db.selectFrom("events").select(["type", "detail", "actor_kind"]).orderBy("id").execute()).map(
        (row) => row.type,
      );

    test("the first keys are one active and one spare of each algorithm, and making them again does nothing", async () => {
      await ensureKeys(store, initialAlgorithms);
      for (const algorithm of initialAlgorithms) assert.deepEqual(await lives(algorithm), ["active", "published"]);
      const before = await listKeys(storage.db);
      await ensureKeys(store, initialAlgorithms);
      await maintainKeys(store);
      assert.deepEqual(
        (await listKeys(storage.db)).map(({ key }) => key),
        before.map(({ key }) => key),
      );
      assert.deepEqual(await eventsOf(), ["master_key.registered", ...Array.from({ length: 6 }, () => "key.created")]);
    });

    test("ten nodes that start at once on an empty database make one set of keys", async () => {
      const masterKey = localKeyWrapper(newMasterKey());
      const other = await engine.fresh();
      const nodes = await Promise.all(Array.from({ length: 10 }, () => other.open({ connections: 2 })));
      const stores = await Promise.all(nodes.map((node) => openTestStore(node, masterKey)));
      await Promise.all(stores.map((one) => ensureKeys(one, initialAlgorithms)));
      const [node] = nodes;
      assert.ok(node);
      const keys = await listKeys(node.db);
      assert.deepEqual(
        keys.map(({ key, state }) => `${key.algorithm} ${state}`),
        ["ES256 active", "ES256 published", "RS256 active", "RS256 published", "ticket active", "ticket published"],
      );
      const created = await node.db.selectFrom("events").select("id").where("type", "=", "key.created").execute();
      assert.equal(created.length, 6);
      assert.equal((await node.db.selectFrom("master_keys").select("id").execute()).length, 1);
      await other.drop();
    });

    test("after 90 days the spare takes over by itself, and the next spare is made", async () => {
      await ensureKeys(store, ["ES256"]);
      const [first, second] = [await idOf("active"), await idOf("published")];
      await database.advance(90 * DAY - 10_000);
      assert.equal(await idOf("active"), first);
      await database.advance(10_000);
      assert.equal(await idOf("active"), second);
      assert.equal(await idOf("retired"), first);
      await maintainKeys(store);
      assert.deepEqual(await lives(), ["retired", "active", "published"]);
      const next = await spare();
      const active = await storage.db
        .selectFrom("keys")
        .select("activates_at")
        .where("id", "=", second)
        .executeTakeFirstOrThrow();
      assert.equal(next.activates_at, active.activates_at + 90 * DAY);
    });

    test("a retired key stays in the key set for 25 hours and is kept for 400 days, then the sweep removes it", async () => {
      await ensureKeys(store, ["ES256"]);
      const first = await idOf("active");
      await database.advance(90 * DAY);
      await maintainKeys(store);
      await database.advance(25 * HOUR - 60_000);
      assert.deepEqual(await lives(), ["retired", "active", "published"]);
      await database.advance(60_000);
      assert.deepEqual(await lives(), ["retired (not in the key set)", "active", "published"]);
      await database.advance(400 * DAY - 25 * HOUR - 60_000);
      await sweepOnce(storage.db, [deadKeys]);
      assert.ok((await listKeys(storage.db)).some(({ key }) => key.id === first));
      await database.advance(120_000);
      await sweepOnce(storage.db, [deadKeys]);
      assert.ok(!(await listKeys(storage.db)).some(({ key }) => key.id === first));
      assert.ok((await listKeys(storage.db)).some(({ state }) => state === "active"));
    });

    test("a new key is always published a day before it signs, however long nobody looked after the keys", async () => {
      await ensureKeys(store, ["ES256"]);
      await database.advance(300 * DAY);
      await maintainKeys(store);
      assert.deepEqual(await lives(), ["retired (not in the key set)", "active", "published"]);
      const next = await spare();
      assert.ok(next.activates_at - next.created_at >= DAY - A_MOMENT, `${next.activates_at - next.created_at} ms`);
    });

    test("a spare that is revoked shortly before it takes over is replaced by one that is published long enough", async () => {
      await ensureKeys(store, ["ES256"]);
      const active = await idOf("active");
      await database.advance(90 * DAY - HOUR);
      assert.equal(await revoke(store, await idOf("published"), { actor: operator }), "revoked");
      const next = await spare();
      assert.ok(next.activates_at - next.created_at >= DAY - A_MOMENT, `${next.activates_at - next.created_at} ms`);
      await database.advance(2 * HOUR);
      assert.equal(await idOf("active"), active);
    });

    test("a rotation lets the spare take over when it has been published for a day, not earlier", async () => {
      await ensureKeys(store, ["ES256", "RS256"]);
      const [first, second] = [await idOf("active"), await idOf("published")];
      const { created_at } = await spare();
      const [rotation, ...rest] = await rotate(store, { algorithm: "ES256", actor: operator });
      assert.deepEqual(rotation, { algorithm: "ES256", id: second, activatesAt: created_at + DAY });
      assert.deepEqual(rest, []);
      await database.advance(DAY - 60_000);
      assert.equal(await idOf("active"), first);
      await database.advance(60_000);
      assert.equal(await idOf("active"), second);
      assert.deepEqual(await lives("RS256"), ["active", "published"]);
    });

    test("a rotation takes effect at once when the spare has been published for a day, and at any time when it must", async () => {
      await ensureKeys(store, ["ES256"]);
      const second = await idOf("published");
      await database.advance(DAY);
      await rotate(store, { actor: operator });
      assert.equal(await idOf("active"), second);
      assert.deepEqual(await lives(), ["retired", "active", "published"]);
      const third = await idOf("published");
      await rotate(store, { actor: operator, immediately: true });
      assert.equal(await idOf("active"), third);
      assert.deepEqual(await lives(), ["retired", "retired", "active", "published"]);
      assert.equal((await eventsOf()).filter((type) => type === "key.rotated").length, 2);
    });

    test("a rotation of an algorithm that is not in use is refused, and nothing is changed", async () => {
      await ensureKeys(store, ["ES256"]);
      const before = await eventsOf();
      await assert.rejects(
        rotate(store, { algorithm: "EdDSA", actor: operator }),
        (error) => error instanceof StartError && /In use are: ES256/.test(error.message),
      );
      assert.deepEqual(await eventsOf(), before);
    });

    test("twenty rotations at once leave one active key and one spare", async () => {
      await ensureKeys(store, ["ES256"]);
      const other = { ...store, storage: await database.open() };
      const all = Array.from({ length: 20 }, (_, i) =>
        rotate(i % 2 ? store : other, { actor: operator, immediately: true }),
      );
      await Promise.all(all);
      await maintainKeys(store);
      const counted = (await lives()).filter((state) => !state.startsWith("retired"));
      assert.deepEqual(counted, ["active", "published"]);
    });

    test("revoking the active key makes the spare active at once, and a new spare is made", async () => {
      await ensureKeys(store, ["ES256"]);
      const [first, second] = [await idOf("active"), await idOf("published")];
      assert.equal(await revoke(store, first, { actor: operator }), "revoked");
      assert.equal(await idOf("active"), second);
      assert.deepEqual((await lives()).toSorted(), ["active", "published", "revoked (not in the key set)"]);
      assert.equal(await revoke(store, first, { actor: operator }), "already-revoked");
      assert.equal(await revoke(store, "nothing", { actor: operator }), "unknown");
      assert.equal((await eventsOf()).filter((type) => type === "key.revoked").length, 1);
    });

    test("revoking a retired key or the spare leaves the active one alone", async () => {
      await ensureKeys(store, ["ES256"]);
      await rotate(store, { actor: operator, immediately: true });
      const active = await idOf("active");
      await revoke(store, await idOf("retired"), { actor: operator });
      await revoke(store, await idOf("published"), { actor: operator });
      assert.equal(await idOf("active"), active);
      assert.deepEqual(
        (await lives()).filter((state) => !state.startsWith("revoked")),
        ["active", "published"],
      );
    });

    test("a revoked key is kept for 400 days, so that its name is never taken again, and then removed", async () => {
      await ensureKeys(store, ["ES256"]);
      const first = await idOf("active");
      await revoke(store, first, { actor: operator });
      await database.advance(399 * DAY);
      await sweepOnce(storage.db, [deadKeys]);
      assert.ok((await listKeys(storage.db)).some(({ key }) => key.id === first));
      await database.advance(2 * DAY);
      await sweepOnce(storage.db, [deadKeys]);
      assert.ok(!(await listKeys(storage.db)).some(({ key }) => key.id === first));
    });

    test("EdDSA has no keys until it is enabled, and is looked after like the others from then on", async () => {
      await ensureKeys(store, initialAlgorithms);
      assert.deepEqual(await lives("EdDSA"), []);
      await ensureKeys(store, ["EdDSA"]);
      assert.deepEqual(await lives("EdDSA"), ["active", "published"]);
      await database.advance(90 * DAY);
      await maintainKeys(store);
      assert.deepEqual(await lives("EdDSA"), ["retired", "active", "published"]);
    });

    test("no private part of any key is in the database in the clear", async () => {
      const secrets: Buffer[] = [];
      const make: NonNullable<KeyStore["make"]> = async (algorithm) => {
        const key = await makeTestKey(algorithm);
        secrets.push(key.secret);
        return key;
      };
      await ensureKeys({ ...store, make }, initialAlgorithms);
      const rows = JSON.stringify(await storage.db.selectFrom("keys").selectAll().execute());
      assert.equal(secrets.length, 6);
      for (const secret of secrets) {
        for (const form of ["base64", "base64url", "hex"] as const)
          assert.ok(!rows.includes(secret.toString(form).slice(0, 40)));
      }
      assert.doesNotMatch(rows, /PRIVATE|"d\\?"/);
    });
  });
}
