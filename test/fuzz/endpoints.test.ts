/**
 * Anything at all, sent to every endpoint by nobody, by whoever may only look, and by whoever may do everything. A
 * failure names the seed and shows the request; `npm run fuzz -- --seed N` sends the same again, and FUZZ_SEED=N does
 * so here.
 */
import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { routes } from "../../src/management/routes.ts";
import { codeIn, readDocument, sections, tableRows } from "../docs/markdown.ts";
import { everyAddress } from "../support/addresses.ts";
import { enginesOf } from "../support/engines.ts";
import { type Idp, startIdp } from "../support/idp.ts";
import { startTestNode } from "../support/node.ts";
import { addressTable, rowOf } from "./endpoints/address-table.ts";
import { play } from "./endpoints/play.ts";
import { type FuzzStage, startFuzzStage } from "./endpoints/stage.ts";

const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const REQUESTS = 2_000;

for (const engine of enginesOf(import.meta.filename)) {
  describe(`every endpoint, sent anything at all, on ${engine.name}`, () => {
    let stage: FuzzStage;
    const rejected: unknown[] = [];
    const note = (reason: unknown) => void rejected.push(reason);
    before(async () => {
      process.on("unhandledRejection", note);
      stage = await startFuzzStage(engine);
    });
    after(async () => {
      process.off("unhandledRejection", note);
      await stage.close();
    });

    test(`answers ${REQUESTS} requests as it should, from the seed ${SEED}`, async (context) => {
      const { problems, statuses, sent } = await play(stage, { requests: REQUESTS, seed: SEED, round: 500 });
      assert.deepEqual(problems, [], `the seed was ${SEED}`);
      assert.deepEqual(rejected, [], `the seed was ${SEED}`);
      assert.ok(sent >= REQUESTS);
      for (const [who, counts] of statuses) {
        const all = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
        context.diagnostic(`${who}: ${all.join(", ")}`);
      }
      // If nothing were right, nothing would have been tried.
      const succeeded = (who: string) =>
        [...(statuses.get(who) ?? [])].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0);
      for (const who of ["viewer, management", "owner, management", "person, elsewhere"])
        assert.ok(succeeded(who) > REQUESTS / 5 / 10, who);
      const nobody = [...(statuses.get("nobody, management") ?? [])].filter(([status]) => status < 400);
      assert.deepEqual(
        nobody.filter(([status]) => status !== 204),
        [],
        "but for what is asked before a request, and needs no token",
      );
    });
  });
}

const ofManagement = new Set(routes.map(({ method, path }) => `${method} /management/v1${path}`));
const missing = (served: readonly string[]) =>
  served.filter((address) => !ofManagement.has(address) && !(rowOf(address) in addressTable));

describe("the table of addresses", () => {
  let idp: Idp;
  before(async () => {
    idp = await startIdp();
  });
  after(() => idp.close());

  test("has every address that is served, and no other", async () => {
    const served = await everyAddress(idp);
    assert.deepEqual(missing(served), []);
    const rows = new Set(served.map(rowOf));
    assert.deepEqual(
      Object.keys(addressTable).filter((row) => !rows.has(row)),
      [],
    );
  });

  test("misses a new page", async () => {
    const extended = await startTestNode({ extend: (app) => void app.get("/login/elsewhere", async () => "") });
    try {
      assert.deepEqual(missing(await everyAddress({ ...idp, node: extended })), ["GET /login/elsewhere"]);
    } finally {
      await extended.close();
    }
  });

  test("has every parameter that the protocol's documentation has", () => {
    const documented = sections(readDocument("docs/protocol.md"), 3)
      .filter(({ text }) => /^\| parameter \| required \|/m.test(text))
      .flatMap(({ text }) =>
        tableRows(text.slice(text.search(/^\| parameter \| required \|/m))).flatMap(([names = ""]) => codeIn(names)),
      );
    assert.ok(documented.length > 20, `${documented.length}`);
    assert.deepEqual(
      [...new Set(documented)].filter((name) => !namesOf(/^\S+ \/oauth\//).has(name)),
      [],
    );
  });

  test("has every field that a page reads", () => {
    const root = join(import.meta.dirname, "../../src");
    for (const room of ["people", "oauth"]) {
      const source = globSync(`${room}/**/*.ts`, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
      const read = source.flatMap((text) =>
        [...text.matchAll(/\b(?:get|has|typed|required)\("(\w+)"\)/g)].map(([, name = ""]) => name),
      );
      assert.ok(read.length > 10, room);
      assert.deepEqual(
        [...new Set(read)].filter((name) => !namesOf(/./).has(name)),
        [],
        room,
      );
    }
  });
});

function namesOf(addresses: RegExp): Set<string> {
  const recipes = Object.entries(addressTable).flatMap(([address, all]) => (addresses.test(address) ? all : []));
  return new Set(recipes.flatMap((recipe) => Object.keys(recipe)));
}
