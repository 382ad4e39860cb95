import assert from "node:assert/strict";
import { test } from "node:test";
import { changeInstance, readInstance, readInstanceSettings } from "../../src/identity/instance.ts";
import { dump } from "../support/dump.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by } from "../support/world.ts";

onEachEngine("the instance", (stage) => {
  const db = () => stage.world.storage.db;
  const change = (change: Parameters<typeof changeInstance>[1]) =>
    stage.world.storage.transaction((tx) => changeInstance(tx, change, by));

  test("has a name and says what the first start made", async () => {
    const { name, version, createdAt, changedAt, ...made } = await readInstanceSettings(db());
    assert.deepEqual([name, version], ["Signet", 1]);
    assert.ok(createdAt > 0 && changedAt === createdAt);
    assert.deepEqual(made, await readInstance(db()));
  });

  test("is renamed only in the version that was read, by one of many, with one event", async () => {
    const { version } = await readInstanceSettings(db());
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => change({ name: `Name ${i}`, version })),
    );
    const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    assert.equal(won.length, 1);
    for (const result of results) if (result.status === "rejected") assert.ok(code("changed_meanwhile")(result.reason));
    assert.deepEqual(await readInstanceSettings(db()), won[0]);
    assert.equal(won[0]?.version, version + 1);
    const events = await db().selectFrom("events").selectAll().where("type", "=", "instance.changed").execute();
    assert.deepEqual(
      events.map((event) => [event.resource_kind, event.resource_id, event.organization_id, event.detail]),
      [["instance", null, stage.world.instance.organizationId, JSON.stringify({ name: won[0]?.name })]],
    );
  });

  test("a name that is no name is refused, and changes nothing", async () => {
    const before = await dump(stage.world.storage);
    for (const name of ["", " ", "x".repeat(201), "a\nb"])
      await assert.rejects(change({ name }), code("invalid_input", /name/), name);
    await assert.rejects(change({ name: "Late", version: 99 }), code("changed_meanwhile"));
    assert.deepEqual(await dump(stage.world.storage), before);
  });
});
