/**
 * The state matrix from outside: every way in by HTTP × every state. The state is set on one node and observed on
 * another that shares the database (PostgreSQL) or through another connection to the same file (SQLite).
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Storage } from "../../src/storage/storage.ts";
import { enginesOfCell, type TestEngine } from "../support/engines.ts";
import { type Idp, startIdp } from "../support/idp.ts";
import { makeHttpScene } from "./http-scene.ts";
import type { HttpWayIn } from "./http-ways-in.ts";
import { type StateName, states } from "./states.ts";
import { everyHttpWay, type HttpWay, httpTable } from "./table.ts";

const stateNames = Object.keys(states) as StateName[];

/** A file for each engine: together they would be the last to end. */
export function runHttpMatrix(engine: TestEngine): void {
  describe(`the state matrix by HTTP on ${engine.name}`, () => {
    let idp: Idp;
    let node: Storage;
    before(async () => {
      idp = await startIdp(engine);
      node = await idp.node.database.open();
    });
    after(() => idp.close());

    for (const [name, way] of Object.entries(everyHttpWay) as [HttpWay, HttpWayIn][]) {
      describe(name, () => {
        const { harmless, impossible = [] } = httpTable[name];
        const isDue = (one: StateName) => enginesOfCell(`${name}: ${one}`).includes(engine);
        for (const state of stateNames.filter((one) => !impossible.includes(one) && isDue(one))) {
          const lets = harmless.includes(state);
          test(`${lets ? "is possible" : "is refused"}: ${state}`, async () => {
            const made = await makeHttpScene(idp);
            const scene = (await way.prepare?.(made)) ?? made;
            await node.transaction(async (tx) => {
              await states[state](tx, scene);
            });
            assert.equal(await way.use(idp, scene), lets);
          });
        }
      });
    }
  });
}
