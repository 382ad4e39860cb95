/** Nothing is missing from the matrix: every address and every grant is in it, or says why it is no way in. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { discoveryDocument } from "../../src/oauth/discovery.ts";
import { grants } from "../../src/oauth/token.ts";
import { everyAddress } from "../support/addresses.ts";
import { type Idp, startIdp } from "../support/idp.ts";
import { sqlite, startTestNode } from "../support/node.ts";
import { addresses, grantTypes, rowOf } from "./every-address.ts";
import { states } from "./states.ts";
import { everyHttpWay, httpTable, storeTable } from "./table.ts";
import { waysIn } from "./ways-in.ts";

after(() => {
  const [outside, inside, every] = [
    Object.values(httpTable),
    Object.keys(storeTable).length,
    Object.keys(states).length,
  ];
  const impossible = outside.reduce((sum, { impossible: none = [] }) => sum + none.length, 0);
  const cells = (outside.length + inside) * every - impossible;
  process.stdout.write(
    `summary: State matrix: ${outside.length} ways in from outside and ${inside} at the database × ${every} states: ${cells} cells ${process.env.TEST_SEED === undefined ? "on each engine" : "on one engine each"}\n`,
  );
});

const missing = (served: readonly string[]) => served.filter((address) => !(rowOf(address) in addresses));

describe("the state matrix", () => {
  let idp: Idp;
  before(async () => {
    idp = await startIdp(sqlite);
  });
  after(() => idp.close());

  test("has a row for every address that is served, and no row for any other", async () => {
    const served = await everyAddress(idp);
    assert.ok(served.length > 100, `${served.length} addresses`);
    assert.deepEqual(missing(served), []);
    const rows = new Set(served.map(rowOf));
    assert.deepEqual(
      Object.keys(addresses).filter((row) => !rows.has(row)),
      [],
    );
  });

  test("misses a new page, on the router and in a room", async () => {
    const extended = await startTestNode({ extend: (app) => void app.get("/login/elsewhere", async () => "") });
    try {
      assert.deepEqual(missing(await everyAddress({ ...idp, node: extended })), ["GET /login/elsewhere"]);
      assert.deepEqual(missing(["POST /console/sign-in", "DELETE /account/sessions"]), [
        "POST /console/sign-in",
        "DELETE /account/sessions",
      ]);
    } finally {
      await extended.close();
    }
  });

  test("has a row for every grant that the token endpoint knows and discovery lists, and for no other", () => {
    const rows = Object.keys(grantTypes).toSorted();
    const { grant_types_supported: listed } = discoveryDocument(
      { issuerUrl: "", baseUrl: "", loginUrl: "" },
      idp.node.services.ring,
    );
    assert.deepEqual([...(listed as string[])].toSorted(), rows);
    assert.deepEqual([...grants.keys(), "implicit"].toSorted(), rows);
    assert.notDeepEqual([...grants.keys(), "implicit", "device_code"].toSorted(), rows);
  });

  test("goes through every way in by some address, and names none that there is not", () => {
    const named = [
      ...Object.values(addresses).filter((covered) => typeof covered !== "string"),
      ...Object.values(grantTypes),
    ].flat();
    assert.deepEqual([...new Set(named)].toSorted(), Object.keys(everyHttpWay).toSorted());
  });

  test("expects something of every way in, and its two lists never say the same", () => {
    assert.deepEqual(Object.keys(httpTable).toSorted(), Object.keys(everyHttpWay).toSorted());
    assert.deepEqual(Object.keys(storeTable).toSorted(), Object.keys(waysIn).toSorted());
    const tables = { ...httpTable, ...storeTable };
    for (const [name, { harmless, impossible = [] }] of Object.entries(tables)) {
      assert.ok(harmless.includes("nothing changed"), `${name} is possible at all`);
      assert.ok(
        new Set([...harmless, ...impossible]).size < Object.keys(states).length,
        `${name} is stopped by something`,
      );
      assert.deepEqual(
        impossible.filter((state) => harmless.includes(state)),
        [],
        name,
      );
    }
  });

  test("has no state that stops nothing", () => {
    const stops = (state: keyof typeof states) =>
      Object.values({ ...httpTable, ...storeTable }).some(({ harmless }) => !harmless.includes(state));
    for (const state of Object.keys(states) as (keyof typeof states)[])
      assert.equal(stops(state), state !== "nothing changed", state);
  });
});
