/** No test is forgotten: each file is run by `npm test`, or by `npm run test:all` where its tools are there. */
import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { test } from "node:test";
import { findTestFiles, tools } from "../../scripts/tests/files.ts";

const everyFile = globSync("test/**/*.test.ts").toSorted();
const namesOf = ({ together, alone }: ReturnType<typeof findTestFiles>) => [...together.flat(), ...alone].toSorted();

test("npm run test:all runs every file, once, where every tool is there", () => {
  const found = findTestFiles({ wanted: [], all: true }, () => true);
  assert.deepEqual(namesOf(found), everyFile);
  assert.deepEqual(found.leftOut, []);
});

test("npm test leaves out the clients that come from elsewhere, and nothing else", () => {
  const found = findTestFiles({ wanted: [], all: false }, () => true);
  const rest = everyFile.filter((file) => !namesOf(found).includes(file));
  assert.ok(rest.length >= 10);
  assert.deepEqual(
    rest.filter((file) => !/^test\/clients\/(python|go|oauth2-proxy|spring|apache)\//.test(file)),
    [],
  );
  assert.deepEqual(found.leftOut, []);
});

test("where a tool is missing, what needs it is left out and named, and only that", () => {
  for (const missing of tools) {
    const found = findTestFiles({ wanted: [], all: true }, (tool) => tool !== missing);
    for (const { missing: named } of found.leftOut) assert.deepEqual(named, [missing]);
    assert.deepEqual([...namesOf(found), ...found.leftOut.map(({ name }) => name)].toSorted(), everyFile);
  }
  const without = findTestFiles({ wanted: [], all: true }, () => false);
  assert.equal(without.leftOut.length, everyFile.length - namesOf(findTestFiles({ wanted: [], all: false })).length);
});

test("words choose files by a part of their path", () => {
  const found = findTestFiles({ wanted: ["clients/go"], all: true }, () => true);
  assert.ok(found.alone.length >= 3);
  assert.deepEqual(
    [...found.together.flat(), ...found.alone.filter((file) => !file.startsWith("test/clients/go"))],
    [],
  );
  assert.deepEqual(namesOf(findTestFiles({ wanted: ["clients/go"], all: false }, () => true)), []);
});
