/** The rule that keeps the house in order is only worth something if it fails when it should. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";

const repository = join(import.meta.dirname, "../..");
const fixtures = join(import.meta.dirname, "../fixtures/imports");
const folder = mkdtempSync(join(tmpdir(), "signet-imports-"));
cpSync(fixtures, folder, { recursive: true });
cpSync(join(repository, "biome.json"), join(folder, "biome.json"));
after(() => rmSync(folder, { recursive: true, force: true }));

const biome = join(repository, "node_modules/.bin/biome");
const rule = ["lint", "--only=style/noRestrictedImports", "--colors=off", "--max-diagnostics=none"];

/** What the rule says about files of the fixture, named from its `src`. */
function check(...files: string[]): { status: number | null; output: string } {
  const paths = files.map((file) => join("src", file));
  const { status, stdout, stderr } = spawnSync(biome, [...rule, ...paths], { cwd: folder, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("the import rule refuses", () => {
  const wrong = {
    "a front room that imports another front room": [
      "oauth/imports-people.ts",
      /a front room never imports another front room/,
    ],
    "also from a folder within it, and also only for a type": [
      "oauth/authorize/imports-people-type.ts",
      /a front room never imports another/,
    ],
    "also when it is loaded lazily": [
      "people/imports-management-lazily.ts",
      /a front room never imports another front room/,
    ],
    "also when it is passed on": ["management/reexports-oauth.ts", /a front room never imports another front room/],
    "a page on the way in that imports the account pages, which are loaded on demand": [
      "people/sign-in/imports-account.ts",
      /loaded when they are first asked for/,
    ],
    "pages that import a front room": ["pages/imports-people.ts", /pages is what the front rooms share/],
    "telemetry that imports pages": ["telemetry/imports-pages.ts", /telemetry watches the rooms from outside/],
    "a room that imports what puts the rooms together": ["management/imports-services.ts", /Imports run downward/],
    "http that imports a front room": ["http/imports-oauth.ts", /http is what the front rooms share/],
    "http that imports pages": ["http/imports-pages.ts", /knows no pages/],
    "identity that imports http": ["identity/imports-http.ts", /only front rooms import pages and http/],
    "a base room that imports identity": ["events/imports-identity.ts", /A base room imports nothing from above it/],
    "keys that imports tickets": ["keys/imports-tickets.ts", /of its neighbours only events/],
    "storage that imports identity": ["storage/imports-identity.ts", /Storage, errors and texts are the ground/],
    "errors that import storage": ["errors/imports-storage.ts", /Storage, errors and texts are the ground/],
    "anything but main that imports the commands": ["imports-commands.ts", /Only main.ts imports the commands/],
    "the Console that imports the server's source": [
      "../console/src/users/imports-server.ts",
      /import nothing of the server's source/,
    ],
    "also only for a type": ["../console/src/imports-server-type.ts", /import nothing of the server's source/],
  } as const;
  for (const [name, [file, message]] of Object.entries(wrong)) {
    test(name, () => {
      const { status, output } = check(file);
      assert.notEqual(status, 0, output);
      assert.match(output, message);
    });
  }
});

test("the import rule lets every import pass that runs downward", () => {
  const files = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  const right = files.filter((file) => /^(.*\/)?(right|main|services)\.ts$/.test(file));
  assert.ok(right.length >= 10);
  const { status, output } = check(...right, "../console/src/right.ts", "../console/src/users/right.ts");
  assert.equal(status, 0, output);
});

test("every room of the house has a rule", () => {
  const { overrides } = JSON.parse(readFileSync(join(repository, "biome.json"), "utf8"));
  const ruled: string[] = overrides.flatMap((override: { includes: string[] }) => override.includes);
  const rooms = readdirSync(join(repository, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const room of rooms) assert.ok(ruled.includes(`src/${room.name}/**`), `${room.name} has no rule in biome.json`);
});

test("the house itself keeps the rule", () => {
  execFileSync(biome, [...rule, "src", "console/src", "packages"], { cwd: repository, stdio: "pipe" });
});
