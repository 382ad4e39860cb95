/** The table of the way in is what docs/architecture.md shows of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { steps } from "../../src/people/steps.ts";
import { readDocument, section, tableRows } from "../docs/markdown.ts";

interface Row {
  readonly names: readonly string[];
  readonly mayFollow: readonly string[];
}

const named = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);

/** "whatever is due" and "the application" are what the steps call `due` and `back`. */
const rows: Row[] = tableRows(section(readDocument("docs/architecture.md"), 2, "The way in")).map(
  ([names = "", , next = ""]) => ({
    names: named(names),
    mayFollow: [
      ...named(next),
      ...(next.includes("whatever is due") ? ["due"] : []),
      ...(next.includes("the application") ? ["back"] : []),
    ],
  }),
);

test("every step is in the documentation, and nothing else is", () => {
  assert.deepEqual(rows.flatMap(({ names }) => names).toSorted(), Object.keys(steps).toSorted());
});

for (const { names, mayFollow } of rows) {
  test(`what may follow ${names.join(", ")} is as documented`, () => {
    const declared = new Set(names.flatMap((name) => steps[name]?.mayFollow ?? []));
    assert.deepEqual([...declared].toSorted(), mayFollow.toSorted());
  });
}

test("every step has a page or a form, and each address that two share is told apart by where the request is", () => {
  for (const [name, { show, take }] of Object.entries(steps)) assert.ok(show ?? take, name);
  const shared = Map.groupBy(Object.entries(steps), ([, { path }]) => path);
  const several = [...shared.values()].filter((there) => there.length > 1).map((there) => there.map(([name]) => name));
  assert.deepEqual(several, [["code", "first-password"]]);
});
