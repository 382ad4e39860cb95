import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readUsage, type UsageQuery } from "../../src/events/read-usage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { refusal } from "../support/identity.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The beginning of a day, in UTC. */
const day = Date.UTC(2026, 2, 28);

for (const engine of engines) {
  describe(`reading usage on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    before(async () => {
      database = await engine.fresh();
      storage = await database.open();
      const rows: [hour: number, organization: string, kind: string, count: number][] = [
        [day - HOUR, "acme", "token", 1],
        [day, "acme", "token", 2],
        [day, "beta", "token", 4],
        [day, "acme", "userinfo", 8],
        [day + HOUR, "acme", "token", 16],
        [day + 23 * HOUR, "", "token", 32],
        [day + DAY, "beta", "token", 5_000_000_000],
        [day + DAY, "acme", "token", 5_000_000_000],
      ];
      const values = rows.map(([hour, organization_id, kind, count]) => ({ hour, organization_id, kind, count }));
      await storage.db.insertInto("usage").values(values).execute();
    });
    after(() => database.drop());

    const read = async (more: Partial<UsageQuery> = {}) => {
      const counts = await readUsage(storage.db, { from: day, to: day + DAY, interval: "hour", ...more });
      return counts.map(({ at, kind, count }) => [(at - day) / HOUR, kind, count]);
    };

    test("by the hour, summed over all organizations, in order of time and kind", async () => {
      assert.deepEqual(await read(), [
        [0, "token", 6],
        [0, "userinfo", 8],
        [1, "token", 16],
        [23, "token", 32],
      ]);
    });

    test("of one organization, and of one kind", async () => {
      assert.deepEqual(await read({ organizationId: "acme" }), [
        [0, "token", 2],
        [0, "userinfo", 8],
        [1, "token", 16],
      ]);
      assert.deepEqual(await read({ organizationId: "acme", kind: "userinfo" }), [[0, "userinfo", 8]]);
      assert.deepEqual(await read({ kind: "userinfo" }), [[0, "userinfo", 8]]);
      assert.deepEqual(await read({ organizationId: "nowhere" }), []);
      assert.deepEqual(await read({ kind: "nothing" }), []);
    });

    test("by the day of UTC, also when the sum is large", async () => {
      assert.deepEqual(await read({ from: day - DAY, to: day + 2 * DAY, interval: "day" }), [
        [-24, "token", 1],
        [0, "token", 54],
        [0, "userinfo", 8],
        [24, "token", 10_000_000_000],
      ]);
    });

    test("the hour or day in which it begins is whole, and what begins at the end is left out", async () => {
      assert.deepEqual(await read({ from: day + 90, to: day + HOUR, kind: "token" }), [[0, "token", 6]]);
      assert.deepEqual(await read({ from: day + 90, to: day + HOUR + 1, kind: "token" }), [
        [0, "token", 6],
        [1, "token", 16],
      ]);
      assert.deepEqual(await read({ from: day + 5 * HOUR, to: day + DAY, interval: "day", kind: "token" }), [
        [0, "token", 54],
      ]);
    });

    test("a span that is too long, backwards, empty or no span is refused", async () => {
      const to = day + 500 * DAY;
      await read({ from: to - 31 * DAY, to });
      await assert.rejects(
        read({ from: to - 31 * DAY - 1, to }),
        refusal("invalid_input", { field: "from", message: /31 days/ }),
      );
      await read({ from: to - 400 * DAY, to, interval: "day" });
      const long = read({ from: to - 400 * DAY - 1, to, interval: "day" });
      await assert.rejects(long, refusal("invalid_input", { field: "from", message: /400 days/ }));
      for (const end of [day, day - 1])
        await assert.rejects(read({ to: end }), refusal("invalid_input", { field: "to" }));
      for (const from of [Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY]) {
        await assert.rejects(read({ from }), refusal("invalid_input", { field: "from" }));
      }
    });
  });
}
