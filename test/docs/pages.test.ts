import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { commands } from "../../src/commands/index.ts";
import { sweeps } from "../../src/services.ts";
import {
  anchors,
  codeIn,
  documents,
  localLinks,
  readDocument,
  root,
  section,
  tableRows,
  withoutTicks,
} from "./markdown.ts";

for (const path of documents()) {
  describe(path, () => {
    const text = readDocument(path);

    test("every link within the repository leads to a page and a heading that exist", () => {
      const broken = localLinks(text).filter((target) => {
        const [file = "", anchor] = target.split("#");
        const page = file === "" ? path : join(dirname(path), file);
        if (!existsSync(join(root, page))) return true;
        return anchor !== undefined && !anchors(readDocument(page)).includes(anchor);
      });
      assert.deepEqual(broken, []);
    });

    test("every signet command it tells to run exists", () => {
      const unknown = codeIn(text)
        .flatMap((code) => /^(?:\$ )?npx signet ([a-z][a-z -]*)/.exec(code)?.[1] ?? [])
        .filter((words) => !commands.some(({ path }) => `${words} `.startsWith(`${path} `)));
      assert.deepEqual(unknown, []);
    });

    test("every npm script it tells to run exists", () => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(
        readFileSync(join(root, "package.json"), "utf8"),
      );
      const named = codeIn(text).flatMap((code) =>
        [...code.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = ""]) => name),
      );
      const ofNpm = ["install", "ci", "pack", "audit"];
      assert.deepEqual(
        named.filter((name) => !ofNpm.includes(name) && !(name in scripts)),
        [],
      );
    });

    test("every file of the sources it names exists", () => {
      const named = codeIn(text).filter((code) => /^(src|test|bench|scripts|bin)\/[\w./-]+$/.test(code));
      const missing = named.filter((file) => !existsSync(join(root, file)) && !file.includes("000N"));
      assert.deepEqual(missing, []);
    });
  });
}

test("the README is a first page: fewer than 60 lines", () => {
  assert.ok(readDocument("README.md").trimEnd().split("\n").length < 60);
});

test("every command has its place in docs/operations.md or docs/configuration.md", () => {
  const text = readDocument("docs/operations.md") + readDocument("docs/configuration.md");
  const ownWords = ["serve", "version"];
  assert.deepEqual(
    commands.map(({ path }) => path).filter((path) => !ownWords.includes(path) && !text.includes(`signet ${path}`)),
    [],
  );
});

test("docs/operations.md lists everything that is swept, and nothing else", () => {
  const listed = tableRows(section(readDocument("docs/operations.md"), 2, "What is removed by itself")).map(
    ([table = ""]) => withoutTicks(table),
  );
  assert.deepEqual(listed.toSorted(), [...new Set(sweeps.map(({ name }) => name))].toSorted());
});

test("docs/architecture.md lists every room of src/, and no other", () => {
  const rooms = tableRows(section(readDocument("docs/architecture.md"), 2, "The rooms")).map(([room = ""]) =>
    withoutTicks(room),
  );
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && readdirSync(join(root, "src", entry.name)).length > 0,
  );
  assert.deepEqual(rooms.toSorted(), folders.map((folder) => `${folder.name}/`).toSorted());
});
