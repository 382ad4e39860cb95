import assert from "node:assert/strict";
import { test } from "node:test";
import { variables } from "../../src/config.ts";
import { documents, readDocument, section, tableRows, withoutTicks } from "./markdown.ts";

const documented = tableRows(section(readDocument("docs/configuration.md"), 2, "Variables")).map(
  ([name = "", meaning = "", value = ""]) => ({
    name: withoutTicks(name),
    meaning,
    default: value,
  }),
);

test("docs/configuration.md has every variable that Signet knows", () => {
  const names = documented.map(({ name }) => name);
  assert.deepEqual(
    variables.filter(({ name }) => !names.includes(name)).map(({ name }) => name),
    [],
  );
});

test("docs/configuration.md has no variable that Signet does not know, and none twice", () => {
  assert.deepEqual(documented.map(({ name }) => name).toSorted(), variables.map(({ name }) => name).toSorted());
});

for (const { name, meaning, default: value } of variables) {
  test(`docs/configuration.md gives ${name} the meaning and the default that the code gives it`, () => {
    assert.deepEqual(
      documented.find((row) => row.name === name),
      { name, meaning, default: value },
    );
  });
}

test("every SIGNET_ variable named anywhere in the documentation exists", () => {
  const known = new Set(variables.map(({ name }) => name));
  const unknown = documents().flatMap((path) =>
    [...readDocument(path).matchAll(/SIGNET_[A-Z_]*[A-Z]/g)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${path}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});
