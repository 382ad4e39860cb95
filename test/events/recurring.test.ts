import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  MOST_IN_ORGANIZATION,
  MOST_LINES,
  openRecurring,
  type Recurring,
  type RecurringEvent,
} from "../../src/events/recurring.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";

const MINUTE = 60_000;
const NEVER = 2 ** 31 - 1;

const failure = (change: Partial<RecurringEvent> = {}): RecurringEvent => ({
  type: "sign_in.failed",
  actor: { kind: "visitor" },
  resource: { kind: "user", id: "ada" },
  organizationId: "acme",
  detail: { proof: "password" },
  ...change,
});

for (const engine of engines) {
  describe(`recurring events on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let time: number;
    const failures: unknown[] = [];
    const opened: Recurring[] = [];
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
      time = 0;
      failures.length = 0;
    });
    afterEach(async () => {
      for (const recurring of opened.splice(0)) await recurring.close();
      await database.drop();
    });
    const open = (on: Pick<Storage, "transaction"> = storage, everyMs = NEVER): Recurring => {
      const recurring = openRecurring(on, { onError: (error) => failures.push(error), clock: () => time, everyMs });
      opened.push(recurring);
      return recurring;
    };
    const rows = async () => {
      const found = await storage.db.selectFrom("events").selectAll().orderBy("id").execute();
      return found.map((row) => ({ ...row, detail: JSON.parse(row.detail) }));
    };
    const total = async () => (await rows()).reduce((sum, { detail }) => sum + detail.count, 0);

    test("ten thousand of a kind are the first and one line a window, and the numbers add up", async () => {
      const recurring = open();
      for (let minute = 0; minute < 50; minute++) {
        for (let n = 0; n < 200; n++) recurring.note(failure({ first: { requestId: `r-${minute}-${n}` } }));
        await recurring.write();
        time += MINUTE;
      }
      await recurring.close();
      const written = await rows();
      assert.ok(written.length <= 6, `${written.length} lines`);
      assert.equal(await total(), 10_000);
      const [first, second] = written;
      assert.deepEqual(first?.detail, { proof: "password", count: 1 });
      assert.equal(first?.request_id, "r-0-0");
      assert.deepEqual(
        [first?.type, first?.actor_kind, first?.resource_kind, first?.resource_id, first?.organization_id],
        ["sign_in.failed", "visitor", "user", "ada", "acme"],
      );
      assert.deepEqual(second?.detail, { proof: "password", count: 2199 });
      assert.equal(second?.request_id, null);
      assert.deepEqual(failures, []);
    });

    test("whatever came once is one line, and after a quiet window the next one is a first one again", async () => {
      const recurring = open();
      recurring.note(failure());
      await recurring.write();
      time += 11 * MINUTE;
      await recurring.write();
      assert.equal((await rows()).length, 1, "nothing has come since");
      recurring.note(failure());
      await recurring.write();
      assert.deepEqual(
        (await rows()).map(({ detail }) => detail.count),
        [1, 1],
      );
    });

    test("people, proofs and organizations are told apart", async () => {
      const recurring = open();
      for (let n = 0; n < 3; n++) {
        recurring.note(failure());
        recurring.note(failure({ resource: { kind: "user", id: "bob" } }));
        recurring.note(failure({ detail: { proof: "totp" } }));
        recurring.note(failure({ resource: { kind: "user" }, organizationId: undefined }));
      }
      await recurring.close();
      assert.equal((await rows()).length, 8);
      assert.equal(await total(), 12);
    });

    test("who fills the log of one organization with names loses those, and nobody of another", async () => {
      const recurring = open();
      for (let n = 0; n < 10_000; n++)
        recurring.note(failure({ resource: { kind: "user", id: `user-${n}` }, organizationId: "evil" }));
      recurring.note(failure());
      await recurring.close();
      const written = await rows();
      assert.ok(written.length <= MOST_IN_ORGANIZATION + 3, `${written.length} lines`);
      assert.equal(await total(), 10_001);
      assert.equal(written.filter(({ resource_id }) => resource_id === "ada").length, 1);
      const others = written.filter(({ detail }) => "others" in detail);
      assert.deepEqual(
        others.map(({ organization_id, resource_id, detail }) => [organization_id, resource_id, detail.count]),
        [
          ["evil", null, 1],
          ["evil", null, 10_000 - MOST_IN_ORGANIZATION - 1],
        ],
      );
    });

    test("who has many organizations finds an end, too", async () => {
      const recurring = open();
      for (let n = 0; n < 5_000; n++) recurring.note(failure({ organizationId: `organization-${n}` }));
      await recurring.close();
      const written = await rows();
      assert.ok(written.length <= MOST_LINES + 2, `${written.length} lines`);
      assert.equal(await total(), 5_000);
    });

    test("one kind takes no room from another", async () => {
      const recurring = open();
      for (let n = 0; n < 2_000; n++)
        recurring.note({ ...failure({ organizationId: `busy-${n}` }), type: "service_credential.used" });
      recurring.note(failure({ organizationId: "quiet" }));
      await recurring.close();
      const written = await rows();
      assert.deepEqual(
        written.filter(({ organization_id }) => organization_id === "quiet").map(({ detail }) => "others" in detail),
        [false],
      );
    });

    test("what cannot be written is counted and written later", async () => {
      let isAway = true;
      const recurring = open({
        transaction: (work) => (isAway ? Promise.reject(new Error("the database is away")) : storage.transaction(work)),
      });
      for (let n = 0; n < 5; n++) recurring.note(failure());
      await assert.rejects(recurring.write());
      recurring.note(failure());
      assert.equal((await rows()).length, 0);
      isAway = false;
      time += 11 * MINUTE;
      await recurring.write();
      assert.deepEqual(
        (await rows()).map(({ detail }) => detail.count),
        [6],
      );
    });

    test("the first is written by itself, and whoever notes it waits for nothing", async () => {
      const recurring = open(storage, 10);
      recurring.note(failure());
      while ((await rows()).length === 0) await sleep(5);
      recurring.note(failure());
      await recurring.close();
      assert.equal(await total(), 2);
    });

    test("the use of a credential is a line a day", async () => {
      const recurring = open();
      const used = failure({ type: "service_credential.used", detail: { credential: "secret" } });
      for (let minute = 0; minute < 2 * 24 * 60; minute += 5) {
        recurring.note(used);
        time += 5 * MINUTE;
        await recurring.write();
      }
      await recurring.close();
      const written = await rows();
      assert.ok(written.length <= 4, `${written.length} lines`);
      assert.equal(await total(), 576);
    });
  });
}
