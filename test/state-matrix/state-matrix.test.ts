/** The state matrix: every way in × every state, asked of the database. The table is in table.ts; this runs it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Storage } from "../../src/storage/storage.ts";
import { engines, enginesOfCell, type TestDatabase } from "../support/engines.ts";
import { makeScene } from "./scene.ts";
import { type StateName, states } from "./states.ts";
import { type StoreWay, storeTable } from "./table.ts";
import { type WayIn, waysIn } from "./ways-in.ts";

const stateNames = Object.keys(states) as StateName[];

for (const engine of engines) {
  describe(`the state matrix on ${engine.name}`, () => {
    let database: TestDatabase;
    let node: Storage;
    let observer: Storage;
    before(async () => {
      database = await engine.fresh();
      node = await database.open();
      observer = await database.open();
    });
    after(() => database.drop());

    for (const [name, way] of Object.entries(waysIn) as [StoreWay, WayIn][]) {
      describe(name, () => {
        for (const state of stateNames.filter((one) => enginesOfCell(`${name}: ${one}`).includes(engine))) {
          const lets = storeTable[name].harmless.includes(state);
          test(`${lets ? "is possible" : "is refused"}: ${state}`, async () => {
            const scene = await makeScene(node);
            await way.prepare?.(scene);
            await node.transaction(async (tx) => {
              await states[state](tx, scene);
            });
            assert.equal(await way.use(observer, scene), lets);
          });
        }
      });
    }
  });
}
