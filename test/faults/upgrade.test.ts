/** Two versions side by side: while nodes are replaced one by one, the old and the new serve on one database. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { SchemaMismatch } from "../../src/storage/errors.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { open, type Storage } from "../../src/storage/storage.ts";
import { Browser } from "../support/browser.ts";
import { dump } from "../support/dump.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { basic, type Idp, post, signInToWeb, startIdp } from "../support/idp.ts";
import { startTestNode, type TestNode } from "../support/node.ts";
import { applyFutureMigration, copyToFormerSchema } from "./former-schema.ts";

const newest = migrations.at(-1)?.version ?? 0;

/** Signs in, refreshes, introspects, asks for claims, revokes: reads and writes what most requests do. */
async function tour(idp: Idp): Promise<Record<string, number>> {
  const authorization = basic(idp.web);
  const tokens = await signInToWeb(idp, "openid offline_access", new Browser(idp.node.app, idp.issuer));
  const token = String(tokens.access_token);
  const refreshed = await post(
    idp,
    "/oauth/v2/token",
    { grant_type: "refresh_token", refresh_token: String(tokens.refresh_token) },
    { authorization },
  );
  const introspected = await post(idp, "/oauth/v2/introspect", { token }, { authorization });
  const claims = await idp.node.app.inject({
    url: "/oauth/v2/userinfo",
    headers: { authorization: `Bearer ${token}` },
  });
  const revoked = await post(
    idp,
    "/oauth/v2/revoke",
    { token: String(refreshed.json.refresh_token) },
    { authorization },
  );
  return {
    refreshed: refreshed.status,
    introspected: introspected.status,
    claims: claims.statusCode,
    revoked: revoked.status,
  };
}
const allWell = { refreshed: 200, introspected: 200, claims: 200, revoked: 200 };

/** Without what the nodes that run write by themselves. */
async function settled(storage: Storage): Promise<Record<string, unknown[]>> {
  const { usage: _, outbox: __, known_browsers: ___, application_use: ____, ...content } = await dump(storage);
  return content;
}

/** Until somebody who wants to change this table waits for those who use it. */
async function untilChangeWaitsFor(table: string, { db }: Storage): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT FROM pg_locks
      WHERE relation = ${table}::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`.execute(db);
    if (rows.length > 0) return;
    await sleep(5);
  }
}

/** How often PostgreSQL undid somebody's statement because two waited for each other. */
async function deadlocks({ db }: Storage): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT deadlocks AS count FROM pg_stat_database
    WHERE datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

for (const engine of engines) {
  describe(`an upgrade on ${engine.name}`, () => {
    let idp: Idp;
    let other: TestNode;
    before(async () => {
      idp = await startIdp(engine);
      other = await startTestNode({ beside: idp.node });
    });
    after(async () => {
      await other?.close();
      await idp?.close();
    });
    const on = (node: TestNode): Idp => ({ ...idp, node });

    test("while a newer version changes the schema, the nodes that run go on without one failed request", async () => {
      const { storage } = idp.node.services;
      let isDone = false;
      const tours = [idp.node, other].map(async (node) => {
        const results: Record<string, number>[] = [];
        for (let after = 0; after < 3; after += isDone ? 1 : 0) results.push(await tour(on(node)));
        return results;
      });
      const change = applyFutureMigration(idp.node.database, newest).finally(() => {
        isDone = true;
      });
      // All of it has ended before this test does, whatever came of it: the next one begins with nothing under way.
      const [changed, ...toured] = await Promise.allSettled([change, ...tours]);
      assert.deepEqual(changed, { status: "fulfilled", value: undefined });
      for (const each of toured) {
        if (each.status === "rejected") throw each.reason;
        for (const result of each.value) assert.deepEqual(result, allWell);
      }
      assert.equal(await storage.schemaVersion(), newest + 1);
      if (engine.name === "postgres") assert.equal(await deadlocks(storage), 0);
    });

    test("a node of the old version that is started again serves on the newer schema, and changes nothing of it", async () => {
      const again = await startTestNode({ beside: idp.node });
      assert.deepEqual(await tour(on(again)), allWell);
      assert.deepEqual(await again.services.storage.migrate(), []);
      await again.close();
      const tables = await idp.node.services.storage.db.introspection.getTables();
      assert.ok(tables.some(({ name }) => name === "future_things"));
    });

    test("when the newer version says that older ones cannot use its schema, an old one does not start and changes nothing", async () => {
      const { storage } = idp.node.services;
      const change = (readable_from: number) =>
        storage.db
          .updateTable("schema_versions")
          .set({ readable_from })
          .where("version", "=", newest + 1)
          .execute();
      await change(newest + 1);
      const content = await settled(storage);
      await assert.rejects(
        startTestNode({ beside: idp.node }),
        (error) => error instanceof SchemaMismatch && /newer Signet/.test(error.message),
      );
      assert.deepEqual(await settled(storage), content);
      await change(newest);
      await (await startTestNode({ beside: idp.node })).close();
    });
  });

  // SQLite has one node, and nobody else has it open for long.
  if (engine.name === "postgres")
    test("while a newer version waits for a backup that is being made, requests do not wait behind it", async () => {
      const idp = await startIdp(engine);
      const { storage } = idp.node.services;
      const backup = await idp.node.database.open({ connections: 1 });
      const finish = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const made = backup.transaction(async (tx) => {
        // As pg_dump has every table, until it has read the last.
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`LOCK TABLE users IN ACCESS SHARE MODE`.execute(tx);
        held.resolve();
        await finish.promise;
      });
      await held.promise;
      const change = applyFutureMigration(idp.node.database, newest);
      try {
        for (let n = 0; n < 3; n++) {
          await untilChangeWaitsFor("users", storage);
          assert.deepEqual(await tour(idp), allWell);
        }
        assert.equal(await storage.schemaVersion(), newest);
      } finally {
        finish.resolve();
        await Promise.allSettled([made, change]);
      }
      await change;
      assert.equal(await storage.schemaVersion(), newest + 1);
      assert.deepEqual(await tour(idp), allWell);
      await idp.close();
    });

  describe(`a database of the version before, on ${engine.name}`, () => {
    let old: Idp;
    let former: TestDatabase;
    let upgraded: Storage;
    before(async () => {
      old = await startIdp(engine);
      former = await engine.fresh("empty");
    });
    after(async () => {
      await upgraded?.close();
      await former?.drop();
      await old?.close();
    });

    test("is brought to this version with all that is in it: sessions go on, tokens count, people sign in", async () => {
      const browser = new Browser(old.node.app, old.issuer);
      const tokens = await signInToWeb(old, "openid offline_access", browser);
      await copyToFormerSchema(old.node.services.storage, former.url);
      upgraded = await open(former.url, former.options);
      assert.equal(await upgraded.schemaVersion(), migrations.at(-2)?.version);
      const before = await dump(upgraded);

      const node = await startTestNode({
        engine: { name: engine.name, fresh: async () => ({ ...former, drop: async () => {} }) },
        environment: { SIGNET_MASTER_KEY: old.node.masterKey },
      });
      const idp = { ...old, node };
      assert.equal(await upgraded.schemaVersion(), newest);
      // By a new connection: PostgreSQL has planned `SELECT *` for the columns there were.
      await upgraded.close();
      upgraded = await open(former.url, former.options);
      const after = await dump(upgraded);
      for (const table of ["users", "app_sessions", "login_sessions", "keys", "applications"]) {
        assert.equal(after[table]?.length, before[table]?.length, table);
        assert.ok((before[table]?.length ?? 0) > 0, table);
      }
      const authorization = basic(old.web);
      const introspected = await post(
        idp,
        "/oauth/v2/introspect",
        { token: String(tokens.access_token) },
        { authorization },
      );
      assert.equal(introspected.json.active, true);
      const refreshed = await post(
        idp,
        "/oauth/v2/token",
        { grant_type: "refresh_token", refresh_token: String(tokens.refresh_token) },
        { authorization },
      );
      assert.equal(refreshed.status, 200, refreshed.body);
      const visitor = new Browser(node.app, idp.issuer);
      for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
      assert.match(String((await signInToWeb(idp, "openid", visitor)).id_token), /^ey/);
      assert.deepEqual(await tour(idp), allWell);
      await node.close();
    });
  });
}

describe("migrations on which older versions may go on", () => {
  /**
   * What an older version does not notice: tables, indexes, what is in those tables, and columns that need not be
   * given. And what it understands as its own: a session that has ended, the user name of somebody who has not finished
   * registering, or a policy that says what held before.
   */
  function isAddition(statement: string, made: ReadonlySet<string> = new Set()): boolean {
    const [, table = "", column = ""] =
      /^UPDATE (\w+) SET (\w+) = [^,]+ WHERE /.exec(statement.replaceAll(/\s+/g, " ")) ?? [];
    if (made.has(`${table}.${column}`)) return true;
    if (
      /^UPDATE users SET user_name = 'unfinished-' \|\| id, user_name_key = 'unfinished-' \|\| id\s+WHERE state = 'unverified' /.test(
        statement,
      )
    )
      return true;
    if (/^INSERT INTO policies \([\w, ]+\)\s+SELECT '', 'registration', '\{"allowed":false,/.test(statement))
      return true;
    if (/^CREATE (TABLE|INDEX|UNIQUE INDEX) /.test(statement)) return true;
    if (made.has(/^INSERT INTO (\w+) /.exec(statement)?.[1] ?? "")) return true;
    if (/^UPDATE app_sessions SET ended_at = now_ms\(\), ended_by = '\w+'\s+WHERE /.test(statement)) return true;
    return (
      /^ALTER TABLE \w+ ADD COLUMN /.test(statement) && (!/ NOT NULL/.test(statement) || / DEFAULT /.test(statement))
    );
  }
  const ddl = { text: "TEXT", integer: "INTEGER", table: "" };

  test("only add", () => {
    for (const { version, name, readableFrom, statements } of migrations) {
      if (readableFrom === version) continue;
      const made = new Set(
        statements(ddl).flatMap((statement) => {
          const [, table, changed, column] =
            /^(?:CREATE TABLE (\w+)|ALTER TABLE (\w+) ADD COLUMN (\w+))/.exec(statement) ?? [];
          return table ?? (changed === undefined ? [] : `${changed}.${column}`);
        }),
      );
      for (const statement of statements(ddl))
        assert.ok(isAddition(statement.trim(), made), `${version} ${name}: ${statement}`);
    }
  });

  test("are told from those that take away, rename or demand", () => {
    const refused = [
      "DROP TABLE users",
      "ALTER TABLE users DROP COLUMN name",
      "ALTER TABLE users RENAME COLUMN name TO title",
      "ALTER TABLE users ADD COLUMN title TEXT NOT NULL",
      "UPDATE users SET name = ''",
      "UPDATE humans SET email = '' WHERE email_proven = 0",
      "UPDATE app_sessions SET ended_at = now_ms(), scopes = ''",
      "INSERT INTO users (id) VALUES ('')",
    ];
    for (const statement of refused) assert.ok(!isAddition(statement), statement);
  });
});
