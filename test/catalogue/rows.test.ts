/** The list itself: nothing is missing from it, and what it points to exists. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { everyId, groups, rows } from "./rows.ts";

const tests = new URL("../", import.meta.url);

test("every row of the catalogue is in the list, once and in order", () => {
  assert.deepEqual(
    rows.map(({ id }) => id),
    everyId,
  );
});

test("every group has its file, which holds it", () => {
  for (const [group, file] of Object.entries(groups)) {
    assert.ok(readFileSync(new URL(`catalogue/${file}`, tests), "utf8").includes(`holdGroup("${group}"`), file);
  }
});

test("a test that a row points to is where it says", () => {
  for (const { id, elsewhere } of rows) {
    if (elsewhere === undefined) continue;
    const text = readFileSync(new URL(elsewhere.file, tests), "utf8");
    const named = [`test("${elsewhere.test}`, `test(\`${elsewhere.test}`, `"${elsewhere.test}": `];
    assert.ok(
      named.some((start) => text.includes(start)),
      `${id}: ${elsewhere.file} has no "${elsewhere.test}"`,
    );
  }
});
