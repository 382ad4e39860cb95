/** What only SQLite has: a file, one connection, and other processes that write to the same file. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { open, type Storage } from "../../src/storage/storage.ts";

const folder = mkdtempSync(join(tmpdir(), "signet-sqlite-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function fresh(name: string): Promise<{ path: string; storage: Storage }> {
  const path = join(folder, name);
  const storage = await open(`file:${path}`);
  await sql`CREATE TABLE things (id INTEGER PRIMARY KEY, count INTEGER NOT NULL)`.execute(storage.db);
  await sql`INSERT INTO things VALUES (1, 0)`.execute(storage.db);
  return { path, storage };
}
const touch = (storage: Storage) => sql`UPDATE things SET count = count + 1 WHERE id = 1`.execute(storage.db);
const countOf = async (storage: Storage) =>
  (await sql<{ count: number }>`SELECT count FROM things WHERE id = 1`.execute(storage.db)).rows[0]?.count;

describe("SQLite", { concurrency: true }, () => {
  test("commits are durable, references are enforced, and readers do not wait for writers", async () => {
    const { path, storage } = await fresh("settings.db");
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`PRAGMA ${name}`).execute(storage.db)).rows[0] ?? {})[0];
    assert.equal(await pragma("journal_mode"), "wal");
    assert.equal(await pragma("synchronous"), 2);
    assert.equal(await pragma("foreign_keys"), 1);
    const writer = new DatabaseSync(path);
    writer.exec("BEGIN IMMEDIATE; UPDATE things SET count = 99");
    assert.equal(await countOf(storage), 0);
    writer.exec("ROLLBACK");
    writer.close();
    await storage.close();
  });

  test("while another process writes, ours waits without standing still", async () => {
    const { path, storage } = await fresh("busy.db");
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const writing = Promise.all([touch(storage), storage.transaction(async () => {})]);
    await sleep(400);
    assert.ok(ticks >= 15, `${ticks} ticks`);
    assert.equal(await Promise.race([writing.then(() => "written"), sleep(20, "waiting")]), "waiting");
    other.exec("COMMIT");
    await writing;
    clearInterval(ticking);
    assert.equal(await countOf(storage), 1);
    other.close();
    await storage.close();
  });

  test("another process that never finishes writing does not hang us forever", async () => {
    const { path, storage } = await fresh("stuck.db");
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const started = performance.now();
    await assert.rejects(touch(storage), DatabaseUnavailable);
    const took = performance.now() - started;
    assert.ok(took > 4_500 && took < 7_000, `${took} ms`);
    other.exec("ROLLBACK");
    await touch(storage);
    assert.equal(await countOf(storage), 1);
    other.close();
    await storage.close();
  });

  test("a folder is made for the file, closed to others; a whole missing path is not", async () => {
    const storage = await open(`file:${join(folder, "data", "signet.db")}`);
    await storage.close();
    assert.equal(statSync(join(folder, "data")).mode & 0o777, 0o700);
    await assert.rejects(open(`file:${join(folder, "no", "such", "signet.db")}`), DatabaseUnavailable);
    assert.throws(() => statSync(join(folder, "no")), { code: "ENOENT" });
  });

  test("a file that is no database is refused and left as it is", async () => {
    const path = join(folder, "letter.txt");
    writeFileSync(path, "Dear database, ".repeat(100));
    await assert.rejects(open(`file:${path}`), DatabaseUnavailable);
    assert.equal(statSync(path).size, 1_500);
    mkdirSync(join(folder, "folder.db"));
    await assert.rejects(open(`file:${join(folder, "folder.db")}`), DatabaseUnavailable);
  });

  test("a database that only reads now is unavailable for writing, and not for reading", async () => {
    const { storage } = await fresh("read-only.db");
    await sql`PRAGMA query_only = ON`.execute(storage.db);
    assert.equal(await countOf(storage), 0);
    await assert.rejects(touch(storage), DatabaseUnavailable);
    await sql`PRAGMA query_only = OFF`.execute(storage.db);
    await touch(storage);
    await storage.close();
  });

  test("after a transaction whose commit failed, the next one works", async () => {
    const { storage } = await fresh("deferred.db");
    await sql`CREATE TABLE parts (thing INTEGER REFERENCES things (id) DEFERRABLE INITIALLY DEFERRED)`.execute(
      storage.db,
    );
    await assert.rejects(storage.transaction((tx) => sql`INSERT INTO parts VALUES (2)`.execute(tx)));
    await storage.transaction((tx) => sql`INSERT INTO parts VALUES (1)`.execute(tx));
    const { rows } = await sql`SELECT thing FROM parts`.execute(storage.db);
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      [{ thing: 1 }],
    );
    await storage.close();
  });
});
