import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { openApplicationUse, readApplicationUse } from "../../src/events/application-use.ts";
import { deleteApplication } from "../../src/identity/applications/applications.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { by, makeWorld, type World } from "../support/world.ts";

for (const engine of engines) {
  describe(`what an application does with its tokens, on ${engine.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let world: World;
    beforeEach(async () => {
      database = await engine.fresh();
      storage = await database.open();
      world = await makeWorld(storage);
    });
    afterEach(() => database.drop());
    const age = (at: number) => storage.db.updateTable("application_use").set({ last_at: at }).execute();

    test("is written with the counts, to the hour, each kind for itself", async () => {
      const use = openApplicationUse(storage.db);
      const { id } = world.application;
      assert.deepEqual(await readApplicationUse(storage.db, id), {});
      use.note("tokens", id);
      use.note("tokens", id);
      assert.deepEqual(await readApplicationUse(storage.db, id), {}, "nobody waits for it");
      await use.flush();
      const first = await readApplicationUse(storage.db, id);
      assert.ok(Math.abs((first.tokens ?? 0) - (await storage.now())) < 60_000);
      assert.equal(first.profile, undefined);

      await age(1);
      use.note("tokens", id);
      use.note("profile", id);
      await use.flush();
      const second = await readApplicationUse(storage.db, id);
      assert.equal(second.tokens, 1, "it was written within the hour");
      assert.ok((second.profile ?? 0) > 1);
      const another = openApplicationUse(storage.db);
      another.note("tokens", id);
      await another.flush();
      assert.ok(((await readApplicationUse(storage.db, id)).tokens ?? 0) > 1, "a node that was started since does");
    });

    test("of two nodes at once, and of many applications, is one row each", async () => {
      const [here, there] = [openApplicationUse(storage.db), openApplicationUse((await database.open()).db)];
      for (const use of [here, there]) {
        for (let n = 0; n < 700; n++) use.note("profile", crypto.randomUUID());
        use.note("profile", world.application.id);
      }
      await Promise.all([here.flush(), there.flush()]);
      const rows = await storage.db.selectFrom("application_use").selectAll().execute();
      assert.deepEqual(
        rows.map(({ application_id, kind }) => [application_id, kind]),
        [[world.application.id, "profile"]],
        "those that are no applications are left out",
      );
    });

    test("goes with the application, and is not written for one that has gone", async () => {
      const use = openApplicationUse(storage.db);
      use.note("tokens", world.application.id);
      await use.flush();
      use.note("profile", world.application.id);
      await storage.transaction((tx) => deleteApplication(tx, world.application.id, by));
      await use.flush();
      assert.deepEqual(await storage.db.selectFrom("application_use").selectAll().execute(), []);
    });

    test("that cannot be written is written later", async () => {
      const use = openApplicationUse(storage.db);
      use.note("profile", world.application.id);
      await storage.db.schema.alterTable("application_use").renameTo("away").execute();
      await assert.rejects(use.flush());
      await storage.db.schema.alterTable("away").renameTo("application_use").execute();
      await use.flush();
      assert.ok((await readApplicationUse(storage.db, world.application.id)).profile !== undefined);
    });
  });
}
