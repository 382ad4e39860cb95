/** An address that names several servers of PostgreSQL: the one that leads is used, before and after a failover. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sql } from "kysely";
import { DatabaseUnavailable } from "../../src/storage/errors.ts";
import { serversOf } from "../../src/storage/postgres/address.ts";
import { open } from "../../src/storage/storage.ts";
import { until } from "../faults/harness/health.ts";
import { ask, folderForPostgres, startFaultyPostgres } from "../faults/harness/postgres.ts";
import { startCopy } from "../faults/harness/postgres-copy.ts";
import { openProxy } from "../faults/harness/proxy.ts";
import { freePort } from "../support/postgres-server.ts";

describe("an address with several servers", () => {
  test("is one address for each, with everything else the same", () => {
    assert.deepEqual(serversOf("postgres://db/signet"), ["postgres://db/signet"]);
    assert.deepEqual(
      serversOf(
        "postgresql://u:p%40,w@one:5433,[::1]:5434,three/signet?sslmode=verify-full&target_session_attrs=read-write",
      ),
      [
        "postgresql://u:p%40,w@one:5433/signet?sslmode=verify-full&target_session_attrs=read-write",
        "postgresql://u:p%40,w@[::1]:5434/signet?sslmode=verify-full&target_session_attrs=read-write",
        "postgresql://u:p%40,w@three/signet?sslmode=verify-full&target_session_attrs=read-write",
      ],
    );
    assert.deepEqual(serversOf("postgres://u@one,two"), ["postgres://u@one", "postgres://u@two"]);
    assert.deepEqual(serversOf("postgres:///signet?host=/var/run/postgresql"), [
      "postgres:///signet?host=/var/run/postgresql",
    ]);
    for (const none of [
      "mysql://one,two/x",
      "postgres://one,/x",
      "postgres://,one/x",
      "postgres://one,two:x/x",
      "file:x",
      "",
    ]) {
      assert.deepEqual(serversOf(none), [], none);
    }
  });

  test("leads to the primary, wherever it stands in the list, and to the one that was promoted when it is lost", async () => {
    const primary = await startFaultyPostgres({ wal_level: "replica" });
    const folder = folderForPostgres("signet-servers-");
    await primary.copyTo(folder);
    const settings = { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`, hot_standby: "on" };
    const replica = await startCopy(primary, folder, { settings, signal: "standby" });
    const host = (port: number) => `127.0.0.1:${port}`;
    const openAt = (...ports: number[]) => open(`postgres://postgres@${ports.map(host).join()}/postgres`);
    const silent = await openProxy(primary.port);
    silent.isSilent = true;
    const storage = await openAt(await freePort(), replica.port, primary.port);
    const server = async () =>
      (await sql<{ port: number }>`SELECT inet_server_port() AS port`.execute(storage.db)).rows[0]?.port;
    try {
      assert.equal(await server(), primary.port);
      // One that takes connections and never says a word does not keep us from starting.
      await (await openAt(silent.port, primary.port)).close();
      await sql`CREATE TABLE things (id int)`.execute(storage.db);
      await until(
        async () =>
          (await ask(`${replica.url}/postgres`, "SELECT 1 FROM pg_tables WHERE tablename = 'things'")).length === 1,
        10_000,
      );

      await primary.crash();
      // Nobody leads: everyone is told so at once, and nothing is written to the one that follows.
      const began = performance.now();
      await assert.rejects(sql`INSERT INTO things VALUES (1)`.execute(storage.db), DatabaseUnavailable);
      await assert.rejects(sql`INSERT INTO things VALUES (1)`.execute(storage.db), DatabaseUnavailable);
      assert.ok(performance.now() - began < 3_000);

      await ask(`${replica.url}/postgres`, "SELECT pg_promote(true, 30)");
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => sql`INSERT INTO things VALUES (${n})`.execute(storage.db)),
      );
      assert.equal(await server(), replica.port);
    } finally {
      await storage.close();
      await silent.close();
      await replica.stop();
      await primary.stop();
    }
  });
});
