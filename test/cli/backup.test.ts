import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { open } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
import { contentOf, newFolder, type RunningSignet, runSignet, startServer } from "../support/signet.ts";

describe("signet backup", () => {
  const cwd = newFolder();
  let server: RunningSignet;
  before(async () => {
    server = await startServer({ cwd });
  });
  after(async () => {
    await server.stop();
    rmSync(cwd, { recursive: true, force: true });
  });
  const backup = (file: string, environment = {}) => runSignet(["backup", file], { cwd, environment });
  async function contentsOf(file: string) {
    const storage = await open(`file:${join(cwd, file)}`, { readOnly: true });
    return dump(storage).finally(() => storage.close());
  }

  test("makes a whole copy for this user only while Signet serves, and leaves nothing else behind", async () => {
    mkdirSync(join(cwd, "backup"));
    const { code, stdout, stderr } = await backup("backup/signet.db");
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /signet\.db is a copy of the database \(\d+ bytes\)\.\nIt opens with the master key that is in .*data\/master\.key now/,
    );
    assert.deepEqual(Object.keys(contentOf(join(cwd, "backup"))), ["signet.db"]);
    assert.equal(statSync(join(cwd, "backup/signet.db")).mode & 0o777, 0o600);
    assert.deepEqual(await contentsOf("backup/signet.db"), await contentsOf("data/signet.db"));
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  });

  test("overwrites nothing: no file, no empty file, not what a link leads to", async () => {
    writeFileSync(join(cwd, "backup/mine"), "keep me");
    writeFileSync(join(cwd, "backup/empty"), "");
    mkdirSync(join(cwd, "links"));
    symlinkSync("nowhere", join(cwd, "links/link"));
    const content = contentOf(join(cwd, "backup"));
    for (const name of ["backup/signet.db", "backup/mine", "backup/empty", "links/link"]) {
      const { code, stderr } = await backup(name);
      assert.equal(code, 1, name);
      assert.match(stderr, /^signet: \S+ exists already, and nothing is overwritten\. Choose another name\.\n$/, name);
    }
    assert.deepEqual(contentOf(join(cwd, "backup")), content);
    assert.deepEqual(readdirSync(join(cwd, "links")), ["link"]);
  });

  test("says what is in the way: a missing folder, a missing database, PostgreSQL, no name", async () => {
    const missing = await backup("nowhere/signet.db");
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^signet: \S+ cannot be written \(ENOENT\)\./);
    const none = await backup("new.db", { SIGNET_DATABASE_URL: "file:./none/signet.db" });
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^signet: There is no database to copy\./);
    const postgres = {
      SIGNET_DATABASE_URL: "postgres://ada:s3cret@127.0.0.1/signet",
      SIGNET_MASTER_KEY: randomBytes(32).toString("base64url"),
    };
    const other = await backup("new.db", postgres);
    assert.equal(other.code, 2);
    assert.match(other.stderr, /pg_dump/);
    assert.equal((await runSignet(["backup"], { cwd })).code, 2);
    assert.deepEqual(
      readdirSync(cwd).filter((name) => name.startsWith("new") || name.startsWith("none")),
      [],
    );
  });

  test("works on a database that this user may only read, while nobody serves", async () => {
    await backup("backup/second.db");
    chmodSync(join(cwd, "backup/second.db"), 0o400);
    const { code, stderr } = await backup("backup/third.db", { SIGNET_DATABASE_URL: "file:backup/second.db" });
    assert.equal(code, 0, stderr);
    assert.deepEqual(await contentsOf("backup/third.db"), await contentsOf("backup/second.db"));
  });
});
