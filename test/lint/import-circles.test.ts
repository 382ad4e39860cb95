/**
 * Files that load each other in a circle can only be understood together, and which of them is ready first depends on
 * who asks.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, test } from "node:test";
import { findCircles, readImports } from "./import-graph.ts";

const repository = join(import.meta.dirname, "../..");

describe("no file loads itself by way of others", () => {
  for (const folder of ["src", "console/src", "packages"]) {
    test(`in ${folder}`, () => {
      const graph = readImports(join(repository, folder));
      assert.ok([...graph.values()].flat().length > 0);
      const circles = findCircles(graph).map((circle) => circle.map((file) => relative(repository, file)));
      assert.deepEqual(circles, []);
    });
  }
});

test("the server loads nothing from outside its own folder", () => {
  const source = join(repository, "src");
  const outside = [...readImports(source)].flatMap(([file, loaded]) =>
    loaded.filter((other) => !other.startsWith(`${source}/`)).map((other) => `${file} loads ${other}`),
  );
  assert.deepEqual(outside, []);
});

describe("a circle", () => {
  function circlesOf(files: Record<string, string>): string[][] {
    const folder = mkdtempSync(join(tmpdir(), "signet-circles-"));
    try {
      mkdirSync(join(folder, "deep"));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      return findCircles(readImports(folder)).map((circle) => circle.map((file) => relative(folder, file)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("is found over several steps and folders, and only those in it are named", () => {
    const circles = circlesOf({
      "a.ts": 'import { b } from "./b.tsx";\n',
      "b.tsx": 'import "./style.css";\nimport {\n  c,\n  type C,\n} from "./deep/c.ts";\n',
      "deep/c.ts": 'export * from "../a.ts";\nexport { d } from "./d.ts";\n',
      "deep/d.ts": "export const d = 1;\n",
      "leads-to-it.ts": 'import { a } from "./a.ts";\n',
    });
    assert.deepEqual(circles, [["a.ts", "b.tsx", "deep/c.ts"]]);
  });

  test("is two when there are two", () => {
    const circles = circlesOf({
      "a.ts": 'import "./b.ts";\nimport "./c.ts";\n',
      "b.ts": 'import "./a.ts";\n',
      "c.ts": 'import "./deep/d.ts";\n',
      "deep/d.ts": 'import "../c.ts";\n',
    });
    assert.deepEqual(circles.toSorted(), [
      ["a.ts", "b.ts"],
      ["c.ts", "deep/d.ts"],
    ]);
  });

  test("is none when one side only needs a type, or loads the other later", () => {
    const circles = circlesOf({
      "a.ts": 'import { b } from "./b.ts";\nimport { c } from "./deep/c.ts";\n',
      "b.ts": 'import type { A } from "./a.ts";\nexport type { B } from "./a.ts";\n',
      "deep/c.ts": 'export const later = () => import("../a.ts");\n',
    });
    assert.deepEqual(circles, []);
  });
});
