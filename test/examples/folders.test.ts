/** What the folders of examples/ have to agree with: the versions that were tested, the code beside them, the documentation. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { anchors, localLinks, readDocument, root, tableRows, tableUnder } from "../docs/markdown.ts";
import { runExample } from "./running.ts";

interface Package {
  readonly name: string;
  readonly private?: boolean;
  readonly type?: string;
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const readPackage = (folder: string): Package => JSON.parse(readDocument(join(folder, "package.json")));
const ofRoot = readPackage("");
const tested: Record<string, string> = { ...ofRoot.devDependencies, ...ofRoot.dependencies };
const examples = readdirSync(join(root, "examples"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const codeOf = (example: string) =>
  readdirSync(join(root, "examples", example))
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(root, "examples", example, file), "utf8"))
    .join("\n");

for (const example of examples) {
  describe(`examples/${example}`, () => {
    const { dependencies, ...about } = readPackage(`examples/${example}`);
    const code = codeOf(example);
    const readme = readDocument(`examples/${example}/README.md`);

    test("installs exactly the versions that are tested here", () => {
      assert.deepEqual(dependencies, Object.fromEntries(Object.keys(dependencies).map((name) => [name, tested[name]])));
      assert.deepEqual([about.private, about.type, about.devDependencies], [true, "module", undefined]);
    });

    test("names what it imports in its package.json, and nothing else", () => {
      const named = [...code.matchAll(/(?:from|resolve\() ?"([^".][^"]*)"/g)].map(([, name = ""]) => name);
      const imported = named.filter((name) => !name.startsWith("node:")).map((name) => name.split("/")[0] ?? "");
      assert.deepEqual([...new Set(imported)].toSorted(), Object.keys(dependencies).toSorted());
    });

    test("has every variable it reads in its README, with its default, and no other", () => {
      const read = [...code.matchAll(/const \{([^}]+(?:\}`[^}]*)?)\} = process\.env/g)].flatMap(([, names = ""]) =>
        names.split(/,\s/).filter((name) => name.trim() !== ""),
      );
      const inCode = read.map((part) => {
        const [name = "", given = ""] = part.trim().split(" = ");
        return [name, given.startsWith('"') ? given.slice(1, -1) : ""];
      });
      const inReadme = tableUnder(readme, "variable", "default", "meaning").map(([name = "", given = ""]) => [
        name.replaceAll("`", ""),
        /^`[^`]*`$/.test(given) ? given.slice(1, -1) : "",
      ]);
      assert.deepEqual(inReadme.toSorted(), inCode.toSorted());
    });

    test("is in the table of examples/README.md", () => {
      const listed = tableRows(readDocument("examples/README.md")).map(([name = ""]) => name);
      assert.deepEqual(listed.filter((name) => name.startsWith(`[${example}]`)).length, 1);
    });
  });
}

test("spa and web look the same", () => {
  assert.equal(readDocument("examples/web/style.css"), readDocument("examples/spa/style.css"));
});

test("every link of the READMEs leads to a file and a heading that exist", () => {
  for (const path of ["examples/README.md", ...examples.map((example) => `examples/${example}/README.md`)]) {
    const broken = localLinks(readDocument(path)).filter((target) => {
      const [file = "", anchor] = target.split("#");
      const page = file === "" ? path : join(dirname(path), file);
      return !existsSync(join(root, page)) || (anchor !== undefined && !anchors(readDocument(page)).includes(anchor));
    });
    assert.deepEqual(broken, [], path);
  }
});

for (const [example, variable] of [
  ["spa", "CLIENT_ID"],
  ["web", "CLIENT_SECRET"],
  ["cli", "CLIENT_ID"],
  ["service", "PROJECT_ID"],
] as const) {
  test(`${example} without ${variable} says in one sentence what to set`, async () => {
    const { code, stdout, stderr } = await runExample(example, {});
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, new RegExp(`^Set [^\\n]*${variable}[^\\n]*\\n$`));
  });
}
