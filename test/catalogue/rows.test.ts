/** The list itself: nothing is missing from it, and what it points to exists. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { everyId, groups, rows } from "./rows.ts";
import { summaryOf, titles } from "./summary.ts";

const tests = new URL("../", import.meta.url);
/** What makes a test of a name. */
const makers = ["test", "forEvery", "refusedFor"];

after(() => process.stdout.write(summaryOf(rows)));

test("every row of the catalogue is in the list, once and in order", () => {
  assert.deepEqual(
    rows.map(({ id }) => id),
    everyId,
  );
});

test("every group has its file, which holds it, and a name", () => {
  assert.deepEqual(Object.keys(titles), Object.keys(groups));
  for (const [group, file] of Object.entries(groups)) {
    assert.ok(readFileSync(new URL(`catalogue/${file}`, tests), "utf8").includes(`holdGroup("${group}"`), file);
  }
});

test("a row that is not tested says why in words, and no reason is that somebody has yet to do it", () => {
  for (const { id, notOurs } of rows)
    if (notOurs !== undefined) assert.match(notOurs, /^(?!.*\b(?:not yet|todo|later)\b).{10,}$/i, id);
});

test("a test that a row points to is where it says", () => {
  for (const { id, elsewhere, also = [] } of rows) {
    for (const { file, test: name } of elsewhere === undefined ? also : [elsewhere, ...also]) {
      const text = readFileSync(new URL(file, tests), "utf8");
      const named = [...makers.flatMap((make) => [`${make}("${name}`, `${make}(\`${name}`]), `"${name}": `];
      assert.ok(
        named.some((start) => text.includes(start)),
        `${id}: ${file} has no "${name}"`,
      );
    }
  }
});
