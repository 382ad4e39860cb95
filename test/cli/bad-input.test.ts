/** Whatever is wrong at the start: one message that says what to do, an exit code, and nothing changed. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { open } from "../../src/storage/storage.ts";
import { dump } from "../support/dump.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { freePort } from "../support/postgres-server.ts";
import { contentOf, type Ended, newFolder, runSignet } from "../support/signet.ts";

const newKey = () => randomBytes(32).toString("base64url");
const folders: string[] = [];
function folder(): string {
  const path = newFolder();
  folders.push(path);
  return path;
}
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

function isRefused({ code, stdout, stderr }: Ended, exitCode: number, says: RegExp): void {
  assert.equal(code, exitCode, stdout + stderr);
  assert.equal(stdout, "");
  assert.match(stderr, /^signet: [^\n]+\n$/);
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, /unexpected|\bat .*:\d+/);
}

const environments: { name: string; exitCode: number; environment: Record<string, string>; says: RegExp }[] = [
  {
    name: "an unknown variable",
    exitCode: 2,
    environment: { SIGNET_PROT: "9000" },
    says: /SIGNET_PROT, which Signet does not know\. Did you mean SIGNET_PORT\?/,
  },
  {
    name: "a bad variable",
    exitCode: 2,
    environment: { SIGNET_PORT: "http" },
    says: /SIGNET_PORT is "http"\. Set it to a whole number/,
  },
  {
    name: "an http issuer that is not loopback",
    exitCode: 2,
    environment: { SIGNET_ISSUER_URL: "http://id.example.com" },
    says: /Use https:\/\/id\.example\.com/,
  },
  {
    name: "an http login address that is not loopback",
    exitCode: 2,
    environment: { SIGNET_LOGIN_URL: "http://10.0.0.1" },
    says: /SIGNET_LOGIN_URL.*https/,
  },
  {
    name: "a known default as master key",
    exitCode: 2,
    environment: { SIGNET_MASTER_KEY: "A".repeat(43) },
    says: /SIGNET_MASTER_KEY is not random.*openssl rand/,
  },
  {
    name: "a master key file that does not exist",
    exitCode: 2,
    environment: { SIGNET_MASTER_KEY_FILE: "./nowhere.key" },
    says: /nowhere\.key, which does not exist\. Create it/,
  },
  {
    name: "PostgreSQL without a master key",
    exitCode: 2,
    environment: { SIGNET_DATABASE_URL: "postgres://signet@127.0.0.1:1/signet" },
    says: /PostgreSQL needs a master key.*SIGNET_MASTER_KEY/,
  },
  {
    name: "a PostgreSQL that cannot be reached",
    exitCode: 1,
    environment: { SIGNET_DATABASE_URL: "postgres://signet:s3cret@127.0.0.1:1/signet", SIGNET_MASTER_KEY: newKey() },
    says: /the database does not answer \(ECONNREFUSED\)\. Check SIGNET_DATABASE_URL/i,
  },
  {
    name: "a data folder that cannot be made",
    exitCode: 1,
    environment: { SIGNET_DATABASE_URL: "file:./no/such/path/signet.db" },
    says: /cannot open the database file \.\/no\/such\/path\/signet\.db.*Check SIGNET_DATABASE_URL/,
  },
  {
    name: "an address that is not of this machine",
    exitCode: 1,
    environment: { SIGNET_HOST: "203.0.113.1" },
    says: /Cannot listen on 203\.0\.113\.1.*Check SIGNET_HOST/,
  },
];

describe("on a fresh folder", { concurrency: 2 }, () => {
  for (const { name, exitCode, environment, says } of environments) {
    test(`${name} stops the start and leaves the folder empty`, async () => {
      const cwd = folder();
      const ended = await runSignet(["serve"], {
        cwd,
        environment: { SIGNET_PORT: String(await freePort()), ...environment },
      });
      isRefused(ended, exitCode, says);
      assert.doesNotMatch(ended.stderr, /s3cret/);
      assert.deepEqual(contentOf(cwd), {});
    });
  }

  test("a master key file that does not exist stops every command, and leaves the folder empty", async () => {
    for (const words of [["migrate"], ["keys", "list"], ["admin", "recover"]]) {
      const cwd = folder();
      isRefused(
        await runSignet(words, { cwd, environment: { SIGNET_MASTER_KEY_FILE: "./nowhere.key" } }),
        2,
        /nowhere\.key, which does not exist/,
      );
      assert.deepEqual(contentOf(cwd), {});
    }
  });

  test("a port that is in use stops the start and leaves the folder empty, for requests and for metrics", async () => {
    const busy = await listen();
    const { port } = busy.address() as { port: number };
    const free = await freePort();
    for (const environment of [
      { SIGNET_PORT: `${port}` },
      { SIGNET_PORT: `${free}`, SIGNET_METRICS_PORT: `${port}` },
      { SIGNET_PORT: `${port}`, SIGNET_WORKERS: "2" },
    ]) {
      const cwd = folder();
      const variable = "SIGNET_METRICS_PORT" in environment ? "SIGNET_METRICS_PORT" : "SIGNET_PORT";
      isRefused(
        await runSignet(["serve"], { cwd, environment }),
        1,
        new RegExp(`listening on 127.0.0.1:${port} already.*${variable}`),
      );
      assert.deepEqual(contentOf(cwd), {});
    }
    busy.close();
  });

  test("a data folder that cannot be written to stops the start", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "data"), "a file where the folder should be");
    const before = contentOf(cwd);
    isRefused(
      await runSignet(["serve"], { cwd, environment: { SIGNET_PORT: `${await freePort()}` } }),
      1,
      /cannot open the database file \.\/data\/signet\.db.*may reach and write it/,
    );
    assert.deepEqual(contentOf(cwd), before);
    // An administrator may write to every folder but those of the kernel.
    const isAdministrator = process.getuid?.() === 0;
    const closed = isAdministrator ? "/proc/signet" : folder();
    if (!isAdministrator) chmodSync(closed, 0o500);
    const environment = { SIGNET_PORT: `${await freePort()}`, SIGNET_DATABASE_URL: `file:${closed}/signet.db` };
    isRefused(
      await runSignet(["serve"], { cwd: folder(), environment }),
      1,
      /cannot open the database file .*may reach and write it/,
    );
  });
});

describe("on an embedded database that exists", { concurrency: 2 }, () => {
  const key = newKey();
  let seed: string;
  before(async () => {
    seed = folder();
    const { code, stderr } = await runSignet(["keys", "list"], { cwd: seed });
    assert.equal(code, 0, stderr);
  });
  function copy(): string {
    const cwd = folder();
    cpSync(seed, cwd, { recursive: true });
    return cwd;
  }
  const ways = [["serve"], ["migrate"], ["keys", "list"], ["keys", "rotate", "--now"]];

  for (const words of ways) {
    test(`a wrong master key stops \`signet ${words.join(" ")}\`, and nothing is changed`, async () => {
      const cwd = copy();
      const before = contentOf(cwd);
      const environment = { SIGNET_PORT: `${await freePort()}`, SIGNET_MASTER_KEY: key };
      isRefused(
        await runSignet(words, { cwd, environment }),
        2,
        /sealed under the master key [\w-]{11}, but the one given is [\w-]{11}\. Give the right one.*nothing was changed/,
      );
      assert.deepEqual(contentOf(cwd), before);
    });
  }

  for (const words of [["serve"], ["keys", "list"]]) {
    test(`a missing master key file stops \`signet ${words.join(" ")}\`, and no new one is made`, async () => {
      const cwd = copy();
      rmSync(join(cwd, "data/master.key"));
      const before = contentOf(cwd);
      isRefused(
        await runSignet(words, { cwd, environment: { SIGNET_PORT: `${await freePort()}` } }),
        2,
        /master\.key is missing, but the database is sealed.*Restore the file from your backup/,
      );
      assert.deepEqual(contentOf(cwd), before);
    });
  }

  test("a damaged master key file stops the start, and nothing is changed", async () => {
    const cwd = copy();
    writeFileSync(join(cwd, "data/master.key"), "garbage\n");
    const before = contentOf(cwd);
    isRefused(
      await runSignet(["serve"], { cwd, environment: { SIGNET_PORT: `${await freePort()}` } }),
      2,
      /The master key in .* must be 32 random bytes.*Restore the file/,
    );
    assert.deepEqual(contentOf(cwd), before);
  });

  test("a newer schema stops every command, and nothing is changed", async () => {
    const cwd = copy();
    const storage = await open(`file:${join(cwd, "data/signet.db")}`);
    await storage.db
      .insertInto("schema_versions")
      .values({ version: 999, name: "future", readable_from: 999, applied_at: 0 })
      .execute();
    await storage.close();
    const before = contentOf(cwd);
    for (const words of ways) {
      isRefused(
        await runSignet(words, { cwd, environment: { SIGNET_PORT: `${await freePort()}` } }),
        1,
        /schema version 999, made by a newer Signet.*Start the newer Signet, or restore a backup/,
      );
    }
    assert.deepEqual(contentOf(cwd), before);
  });

  test("a file that is no database stops the start, and is left as it is", async () => {
    const cwd = folder();
    mkdirSync(join(cwd, "data"));
    writeFileSync(join(cwd, "data/signet.db"), "This is a letter, not a database. ".repeat(200));
    const before = contentOf(cwd);
    isRefused(
      await runSignet(["serve"], { cwd, environment: { SIGNET_PORT: `${await freePort()}` } }),
      1,
      /cannot open the database file/,
    );
    assert.deepEqual(contentOf(cwd), before);
  });
});

describe("on a PostgreSQL that exists", { concurrency: 2 }, () => {
  const key = newKey();
  let database: TestDatabase;
  before(async () => {
    const postgres = engines.find((engine) => engine.name === "postgres");
    assert.ok(postgres);
    database = await postgres.fresh("empty");
    const { code, stderr } = await signet("keys", "list");
    assert.equal(code, 0, stderr);
  });
  after(() => database.drop());
  const signet = (...words: string[]) =>
    runSignet(words, { cwd: folder(), environment: { SIGNET_DATABASE_URL: database.url, SIGNET_MASTER_KEY: key } });

  test("a wrong master key stops the start, and nothing is changed", async () => {
    const storage = await database.open();
    const before = await dump(storage);
    const environment = {
      SIGNET_PORT: `${await freePort()}`,
      SIGNET_DATABASE_URL: database.url,
      SIGNET_MASTER_KEY: newKey(),
    };
    for (const words of [["serve"], ["migrate"]])
      isRefused(await runSignet(words, { cwd: folder(), environment }), 2, /sealed under the master key/);
    assert.deepEqual(await dump(storage), before);
  });

  test("a database that does not exist, or a user who may not use it, stops the start", async () => {
    const environment = { SIGNET_PORT: `${await freePort()}`, SIGNET_MASTER_KEY: key };
    const missing = database.url.replace(/[^/]*$/, "no_such_database");
    const stranger = database.url.replace("postgres@", "stranger:s3cret@");
    for (const url of [missing, stranger]) {
      const ended = await runSignet(["serve"], {
        cwd: folder(),
        environment: { ...environment, SIGNET_DATABASE_URL: url },
      });
      isRefused(ended, 1, /Check SIGNET_DATABASE_URL/);
      assert.doesNotMatch(ended.stderr, /s3cret/);
    }
  });

  test("a newer schema stops the start, and nothing is changed", async () => {
    const other = await engines.find((engine) => engine.name === "postgres")?.fresh();
    assert.ok(other);
    const storage = await other.open();
    await storage.db
      .insertInto("schema_versions")
      .values({ version: 999, name: "future", readable_from: 999, applied_at: 0 })
      .execute();
    const before = await dump(storage);
    const environment = { SIGNET_PORT: `${await freePort()}`, SIGNET_DATABASE_URL: other.url, SIGNET_MASTER_KEY: key };
    isRefused(await runSignet(["serve"], { cwd: folder(), environment }), 1, /schema version 999/);
    assert.deepEqual(await dump(storage), before);
    await other.drop();
  });
});

function listen(): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
