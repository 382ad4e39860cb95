/** PostgreSQL away, slow, stopped or restarted: what waits is answered in time, and what comes after works again. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { allowLongStatements } from "../../src/storage/long-statements.ts";
import { open, type Storage } from "../../src/storage/storage.ts";
import { engines, postgresUrl, type TestDatabase } from "../support/engines.ts";
import { startPostgresServer } from "../support/postgres-server.ts";

/** As long as an operator's Signet waits. */
const usual = { patience: 1 };

const [postgres] = engines.filter((engine) => engine.name === "postgres");
assert.ok(postgres);

describe("PostgreSQL", { concurrency: true }, () => {
  let database: TestDatabase;
  let storage: Storage;
  let other: pg.Client;
  before(async () => {
    database = await postgres.fresh();
    storage = await database.open(usual);
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query(
      "CREATE TABLE things (id int PRIMARY KEY, count int NOT NULL); INSERT INTO things VALUES (1, 0), (2, 0), (3, 0), (4, 0)",
    );
  });
  after(async () => {
    await other.end();
    await database.drop();
  });

  const touch = (on: Pick<Storage, "db">, id: number) =>
    sql`UPDATE things SET count = count + 1 WHERE id = ${id}`.execute(on.db);
  const countOf = async (id: number): Promise<number> =>
    (await other.query("SELECT count FROM things WHERE id = $1", [id])).rows[0].count;
  const pidOf = async (on: Storage["db"]): Promise<number> => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(on);
    assert.ok(rows[0]);
    return rows[0].pid;
  };

  test("lost connections heal by themselves: the next statements work", async () => {
    const own = await postgres.fresh();
    const node = await own.open(usual);
    await Promise.all(Array.from({ length: 8 }, () => sql`SELECT pg_sleep(0.05)`.execute(node.db)));
    const name = new URL(own.url).pathname.slice(1);
    const { rows } = await other.query(
      "SELECT count(pg_terminate_backend(pid)) AS ended FROM pg_stat_activity WHERE datname = $1",
      [name],
    );
    assert.ok(Number(rows[0].ended) >= 8);
    await sleep(50);
    await Promise.all(Array.from({ length: 20 }, () => sql`SELECT 1`.execute(node.db)));
    await own.drop();
  });

  test("a connection that is lost during a statement is an answer, not a crash, and nothing was changed", async () => {
    const node = await database.open({ connections: 1, ...usual });
    const pid = await pidOf(node.db);
    const running = assert.rejects(
      node.transaction(async (tx) => {
        await touch({ db: tx }, 1);
        await sql`SELECT pg_sleep(10)`.execute(tx);
      }),
      DatabaseUnavailable,
    );
    await sleep(100);
    await other.query("SELECT pg_terminate_backend($1)", [pid]);
    await running;
    assert.equal(await countOf(1), 0);
    assert.notEqual(await pidOf(node.db), pid);
  });

  test("a connection that is lost between two statements of a transaction is an answer, not a crash", async () => {
    const node = await database.open({ connections: 1, ...usual });
    await assert.rejects(
      node.transaction(async (tx) => {
        const pid = await pidOf(tx);
        await touch({ db: tx }, 2);
        await other.query("SELECT pg_terminate_backend($1)", [pid]);
        await sleep(50);
        await touch({ db: tx }, 2);
      }),
      DatabaseUnavailable,
    );
    assert.equal(await countOf(2), 0);
    await touch(node, 2);
    assert.equal(await countOf(2), 1);
  });

  test("a statement that takes too long is ended by the server, and its connection is not used again", async () => {
    const node = await database.open({ connections: 1, ...usual });
    const pid = await pidOf(node.db);
    const started = performance.now();
    await assert.rejects(sql`SELECT pg_sleep(30)`.execute(node.db), DatabaseUnavailable);
    const took = performance.now() - started;
    assert.ok(took > 2_000 && took < 3_300, `${took} ms`);
    assert.notEqual(await pidOf(node.db), pid);
  });

  test("a change that goes far takes its time, and only that", async () => {
    const node = await database.open({ connections: 1, ...usual });
    await node.transaction(async (tx) => {
      await allowLongStatements(tx);
      await sql`SELECT pg_sleep(3.5)`.execute(tx);
    });
    const started = performance.now();
    await assert.rejects(sql`SELECT pg_sleep(30)`.execute(node.db), DatabaseUnavailable);
    assert.ok(performance.now() - started < 3_500);
  });

  test("a row that somebody else holds locked does not hang us forever, also when we take our time", async () => {
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query("BEGIN; UPDATE things SET count = count WHERE id = 3");
    const patiently = () =>
      storage.transaction(async (tx) => {
        await allowLongStatements(tx);
        await touch({ db: tx }, 3);
      });
    for (const waiting of [() => touch(storage, 3), patiently]) {
      const started = performance.now();
      await assert.rejects(waiting(), DatabaseUnavailable);
      assert.ok(performance.now() - started < 3_300);
    }
    await holder.query("ROLLBACK");
    await holder.end();
    await touch(storage, 3);
    assert.equal(await countOf(3), 1);
  });

  test("a backend that is stopped in its tracks does not hang us forever", async () => {
    const node = await database.open({ connections: 1, ...usual });
    const pid = await pidOf(node.db);
    process.kill(pid, "SIGSTOP");
    try {
      const started = performance.now();
      await assert.rejects(touch(node, 4), DatabaseUnavailable);
      assert.ok(performance.now() - started < 3_500);
      assert.notEqual(await pidOf(node.db), pid);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  test("who waits too long for a connection is told so, and gets one when there is one again", async () => {
    const node = await database.open({ connections: 1, ...usual });
    const busy = node.transaction(async (tx) => {
      await allowLongStatements(tx);
      await sql`SELECT pg_sleep(4)`.execute(tx);
    });
    const started = performance.now();
    await assert.rejects(sql`SELECT 1`.execute(node.db), DatabaseUnavailable);
    assert.ok(performance.now() - started < 3_500);
    await busy;
    await sql`SELECT 1`.execute(node.db);
  });

  test("when everybody waits for a lock, nobody waits for a connection first and for the lock then", async () => {
    const own = await postgres.fresh();
    const node = await own.open({ connections: 2, ...usual });
    await sql`CREATE TABLE locked (id int)`.execute(node.db);
    const holder = new pg.Client({ connectionString: own.url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE locked IN ACCESS EXCLUSIVE MODE");
    const waits = Array.from({ length: 12 }, async (_, n) => {
      await sleep(n * 300);
      const started = performance.now();
      await assert.rejects(sql`SELECT * FROM locked`.execute(node.db), DatabaseUnavailable);
      return performance.now() - started;
    });
    const longest = Math.max(...(await Promise.all(waits)));
    assert.ok(longest < 3_300, `${longest} ms`);
    await holder.end();
    await sql`SELECT * FROM locked`.execute(node.db);
    await own.drop();
  });

  test("a database that only reads now is unavailable for writing, and not for reading", async () => {
    const node = await database.open({ connections: 1, ...usual });
    await sql`SET default_transaction_read_only = on`.execute(node.db);
    await sql`SELECT 1`.execute(node.db);
    await assert.rejects(touch(node, 1), DatabaseUnavailable);
  });

  test("what fails within the database is no mistake of ours: it is unavailable", async () => {
    for (const code of ["XX000", "53100", "58030"]) {
      const failing = sql`DO ${sql.raw(`$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$`)}`;
      await assert.rejects(failing.execute(storage.db), DatabaseUnavailable, code);
    }
    await sql`SELECT 1`.execute(storage.db);
  });

  test("a database that does not exist, or a user who may not use it, is unavailable from the start", async () => {
    const server = await postgresUrl();
    await assert.rejects(open(`${server}/no_such_database`), DatabaseUnavailable);
    await assert.rejects(open(`${server.replace("postgres@", "nobody@")}/postgres`), DatabaseUnavailable);
  });

  test("transactions that deadlock are run again and all succeed", async () => {
    const node = await database.open(usual);
    await other.query("INSERT INTO things VALUES (10, 0), (11, 0)");
    const both = (first: number, second: number) =>
      node.transaction(async (tx) => {
        await touch({ db: tx }, first);
        await sleep(30);
        await touch({ db: tx }, second);
      });
    await Promise.all([both(10, 11), both(11, 10)]);
    assert.equal(await countOf(10), 2);
    assert.equal(await countOf(11), 2);
  });

  test("a server that is stopped and started again is used again, without a restart of ours", async () => {
    const server = await startPostgresServer({ fsync: "off" });
    const node = await open(`${server.url}/postgres`);
    try {
      await sql`SELECT 1`.execute(node.db);
      await server.crash();
      await assert.rejects(sql`SELECT 1`.execute(node.db), DatabaseUnavailable);
      await server.restart();
      await sql`SELECT 1`.execute(node.db);
    } finally {
      await node.close();
      await server.stop();
    }
  });
});
