/** What is loaded costs time and memory at every start, so what only some requests need is loaded by them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";

/** The packages and rooms behind an import. In a process of its own: this one has loaded almost everything. */
function loadedBy(file: string): ReadonlySet<string> {
  const follow = `
    import { registerHooks } from "node:module";
    const seen = new Set();
    registerHooks({ load: (url, context, next) => { seen.add(url); return next(url, context); } });
    await import(${JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)});
    process.stdout.write([...seen].join("\\n"));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", follow], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return new Set(stdout.split("\n").map(nameOf));
}

function nameOf(url: string): string {
  const inPackage = url.split("/node_modules/").at(-1) ?? "";
  if (inPackage !== url) return /^(?:@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? "";
  return url.split("/src/")[1]?.split("/")[0] ?? url;
}

describe("loaded", () => {
  test("for help and a wrong word is neither a database nor a server", () => {
    const loaded = loadedBy("commands/help.ts");
    assert.ok(loaded.has("commands"));
    for (const name of ["kysely", "fastify", "pino", "jose", "typebox", "oauth", "people"])
      assert.ok(!loaded.has(name), name);
  });

  test("for a server is nothing of the management API, its schemas, passkeys or the other database", () => {
    const loaded = loadedBy("server.ts");
    for (const name of ["fastify", "kysely", "oauth", "people"]) assert.ok(loaded.has(name), name);
    for (const name of ["typebox", "@simplewebauthn/server", "pg", "nodemailer", "prom-client", "piscina", "tldts"])
      assert.ok(!loaded.has(name), name);
  });
});
