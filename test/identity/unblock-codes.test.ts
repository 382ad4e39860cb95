/** Codes that let somebody try their password while others make it wait: once an hour, on whichever node. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { spendOneTimeCode } from "../../src/identity/limits/one-time-codes.ts";
import {
  expectUnblockCode,
  findUnblockCode,
  makeUnblockCode,
  UNBLOCK_LIFE_MS,
} from "../../src/identity/limits/unblock-codes.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { type KeyRing, openKeyRing } from "../../src/keys/key-ring.ts";
import { ensureKeys } from "../../src/keys/key-store.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { openTestStore } from "../support/keys.ts";
import { by, makeWorld, type World } from "../support/world.ts";

const HOUR = 3_600_000;

for (const engine of engines) {
  describe(`codes that unblock, on ${engine.name}`, () => {
    let database: TestDatabase;
    let world: World;
    let nodes: Storage[];
    let ring: KeyRing;
    before(async () => {
      database = await engine.fresh();
      world = await makeWorld(await database.open({ connections: 10 }));
      nodes = [world.storage, await database.open({ connections: 10 })];
      const store = await openTestStore(world.storage);
      await ensureKeys(store, ["ticket"]);
      ring = await openKeyRing(store, (error) => assert.fail(String(error)));
    });
    after(async () => {
      ring.close();
      await database.drop();
    });

    let people = 0;
    const make = (): Promise<Human> => {
      const userName = `blocked${++people}`;
      const input = { organizationId: world.acme.id, userName, email: `${userName}@mail.example`, emailVerified: true };
      return world.storage.transaction((tx) => createHuman(tx, input, by));
    };
    const expect = (userId: string, node = world.storage) => node.transaction((tx) => expectUnblockCode(tx, userId));
    const makeCode = async ({ id, email }: Human) =>
      (await makeUnblockCode(world.storage.db, ring, { userId: id, email })) ?? assert.fail();
    const find = (userId: string, typed: string) => findUnblockCode(world.storage.db, ring, { userId, typed });

    test("of fifty that ask at once on two nodes one wins, and so an hour later", async () => {
      for (let round = 0; round < 20; round++) {
        const { id } = await make();
        for (let hour = 0; hour < 2; hour++) {
          const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => expect(id, nodes[n % nodes.length])));
          assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1, `round ${round}, hour ${hour}`);
          await database.advance(HOUR);
        }
      }
    });

    test("a code works as often as it is needed, for its person alone, in every spelling, until it expires", async () => {
      const [human, other] = [await make(), await make()];
      await expect(human.id);
      await expect(other.id);
      const code = await makeCode(human);
      const key = await find(human.id, code);
      assert.ok(key !== undefined && !key.includes(code));
      assert.equal(await find(human.id, ` ${code.toUpperCase()} `), key);
      assert.equal(await find(human.id, code.replaceAll("0", "o").replaceAll("1", "L").replace("-", "\u2009")), key);
      assert.equal(await find(other.id, code), undefined);
      assert.equal(await find("", code), undefined);
      assert.equal(await find(human.id, ""), undefined);
      const row = await world.storage.db
        .selectFrom("one_time_codes")
        .selectAll()
        .where("user_id", "=", human.id)
        .executeTakeFirstOrThrow();
      assert.ok(!JSON.stringify(row).includes(code.replace("-", "")), "only a keyed hash is stored");
      // It is no code of any other kind.
      for (const purpose of ["registration", "second_factor", "email_change"] as const) {
        assert.equal((await spendOneTimeCode(world.storage.db, ring, { id: row.id, purpose, code })).outcome, "lost");
      }
      await database.advance(UNBLOCK_LIFE_MS);
      assert.equal(await find(human.id, code), undefined);
    });

    test("the next one takes its place when its mail is written, and one that has expired does not come back", async () => {
      const human = await make();
      await expect(human.id);
      const first = await makeCode(human);
      await database.advance(HOUR);
      assert.equal(await expect(human.id), "won");
      assert.ok((await find(human.id, first)) !== undefined, "the mail is on its way still");
      const second = await makeCode(human);
      assert.equal(await find(human.id, first), undefined);
      assert.ok((await find(human.id, second)) !== undefined);
      await database.advance(UNBLOCK_LIFE_MS + 1);
      assert.equal(await expect(human.id), "won");
      assert.equal(await find(human.id, second), undefined);
      await database.advance(UNBLOCK_LIFE_MS + 1);
      assert.equal(
        await makeUnblockCode(world.storage.db, ring, { userId: human.id, email: human.email }),
        undefined,
        "a mail that late",
      );
    });
  });
}
