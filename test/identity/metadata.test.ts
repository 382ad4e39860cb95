import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import {
  deleteMetadata,
  listMetadata,
  type MetadataOwner,
  MOST_ENTRIES,
  setMetadata,
} from "../../src/identity/metadata.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { addOrganization, by, countEvents, eventsOf, insertUser, refusal } from "../support/identity.ts";

for (const engine of engines) {
  for (const kind of ["user", "organization"] as const) {
    describe(`metadata of a ${kind} on ${engine.name}`, () => {
      let database: TestDatabase;
      let storage: Storage;
      let owner: MetadataOwner;
      before(async () => {
        database = await engine.fresh();
        storage = await database.open();
      });
      after(() => database.drop());
      beforeEach(async () => {
        owner = await newOwner();
      });

      async function newOwner(): Promise<MetadataOwner> {
        const organizationId = await addOrganization(storage);
        return { kind, id: kind === "user" ? await insertUser(storage.db, organizationId) : organizationId };
      }
      const set = (key: string, value: string, of = owner) =>
        storage.transaction((tx) => setMetadata(tx, of, { key, value }, by));
      const remove = (key: string, of = owner) => storage.transaction((tx) => deleteMetadata(tx, of, key, by));
      const get = async (key: string, of = owner) =>
        (await listMetadata(storage.db, of)).find((entry) => entry.key === key)?.value;

      test("a value is set, read, replaced and deleted, each change with one event", async () => {
        const before = (await eventsOf(storage.db, owner.id)).length;
        await set("cost center", "4711");
        assert.equal(await get("cost center"), "4711");
        await set("cost center", "");
        assert.equal(await get("cost center"), "");
        await remove("cost center");
        assert.equal(await get("cost center"), undefined);
        const events = (await eventsOf(storage.db, owner.id)).slice(before);
        assert.deepEqual(events, ["metadata.set", "metadata.set", "metadata.deleted"]);
      });

      test("the audit log names the key and never holds the value", async () => {
        await set("salary", "secret-value");
        const rows = await storage.db
          .selectFrom("events")
          .select("detail")
          .where("resource_id", "=", owner.id)
          .execute();
        assert.ok(rows.some((row) => row.detail === '{"key":"salary"}'));
        assert.ok(!JSON.stringify(rows).includes("secret-value"));
      });

      test("entries are listed by key, those of one owner only", async () => {
        const other = await newOwner();
        await set("b", "2");
        await set("a", "1");
        await set("a", "9", other);
        assert.deepEqual(await listMetadata(storage.db, owner), [
          { key: "a", value: "1" },
          { key: "b", value: "2" },
        ]);
      });

      test("keys that mean something to JavaScript or to tokens are texts like any other", async () => {
        for (const key of [
          "__proto__",
          "constructor",
          "toString",
          "iss",
          "sub",
          "urn:service:iam:org:project:roles",
          "%27; DROP",
        ]) {
          await set(key, `value of ${key}`);
          assert.equal(await get(key), `value of ${key}`);
        }
        assert.equal(Object.hasOwn(Object.prototype, "value"), false);
        assert.equal(await get("hasOwnProperty"), undefined);
      });

      test("a key has 1 to 200 visible characters", async () => {
        await set("k".repeat(200), "");
        await set("Größe 📏", "");
        const before = await countEvents(storage.db);
        for (const key of ["", ".", "..", "  ", "k".repeat(201), "a\nb", "a\0b", "a\u200bb", "a\u202eb"]) {
          await assert.rejects(set(key, ""), refusal("invalid_input", { field: "key" }), JSON.stringify(key));
          await assert.rejects(remove(key), refusal("invalid_input", { field: "key" }));
        }
        assert.equal(await countEvents(storage.db), before);
      });

      test("a value is text of at most 8 KiB", async () => {
        await set("long", "é".repeat(4096));
        assert.equal((await get("long"))?.length, 4096);
        await set("lines", "a\r\n\tb\u200d");
        assert.equal(await get("lines"), "a\r\n\tb\u200d");
        for (const value of ["x".repeat(8193), "é".repeat(4097), "a\0b", "\ud800"]) {
          await assert.rejects(set("refused", value), refusal("invalid_input", { field: "value" }));
        }
        assert.equal(await get("refused"), undefined);
      });

      test("unknown owners and keys are refused as such", async () => {
        const nobody = { kind, id: "nobody" } as const;
        await assert.rejects(
          set("a", "1", nobody),
          refusal("unknown_resource", { message: new RegExp(`${kind} nobody`) }),
        );
        await assert.rejects(remove("a", nobody), refusal("unknown_resource"));
        await assert.rejects(remove("never set"), refusal("unknown_resource", { message: /metadata key/ }));
        assert.deepEqual(await listMetadata(storage.db, nobody), []);
      });

      test("there are at most a hundred keys, also when many are set at once; a full owner can still change and delete", async () => {
        const results = await Promise.allSettled(
          Array.from({ length: MOST_ENTRIES + 20 }, (_, i) => set(`key ${i}`, "1")),
        );
        const refused = results.filter((result) => result.status === "rejected");
        for (const { reason } of refused) refusal("wrong_state", { message: /100 metadata keys/ })(reason);
        assert.equal(refused.length, 20);
        const entries = await listMetadata(storage.db, owner);
        assert.equal(entries.length, MOST_ENTRIES);
        const key = entries[0]?.key ?? "";
        await set(key, "2");
        assert.equal(await get(key), "2");
        await remove(key);
        await set("one more", "1");
        await assert.rejects(set("too many", "1"), refusal("wrong_state"));
      });

      test(`it goes with the ${kind}`, async () => {
        await set("a", "1");
        await storage.db
          .deleteFrom(kind === "user" ? "users" : "organizations")
          .where("id", "=", owner.id)
          .execute();
        assert.deepEqual(await listMetadata(storage.db, owner), []);
      });
    });
  }
}
