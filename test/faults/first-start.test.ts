/** The first start, killed at any moment: the next one comes up whole. And many first starts at once: one instance. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { listKeys } from "../../src/keys/key-store.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { open, type Storage } from "../../src/storage/storage.ts";
import { engines, enginesOf, type TestEngine } from "../support/engines.ts";
import { launchServer, newFolder, type RunningSignet, startServer } from "../support/signet.ts";

const folders: string[] = [];
function folder(): string {
  const path = newFolder();
  folders.push(path);
  return path;
}
after(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

interface Place {
  readonly cwd: string;
  readonly environment: Record<string, string>;
  readonly url: string;
  remove(): Promise<void>;
}

/** Where nothing has ever been started. */
async function newPlace(engine: TestEngine): Promise<Place> {
  const cwd = folder();
  const environment = { SIGNET_LOG_LEVEL: "debug" };
  if (engine.name === "sqlite")
    return { cwd, environment, url: `file:${join(cwd, "data/signet.db")}`, remove: async () => {} };
  const database = await engine.fresh("empty");
  const settings = { SIGNET_DATABASE_URL: database.url, SIGNET_MASTER_KEY: randomBytes(32).toString("base64url") };
  return { cwd, environment: { ...environment, ...settings }, url: database.url, remove: () => database.drop() };
}

const whole = [
  "ES256 active",
  "ES256 published",
  "RS256 active",
  "RS256 published",
  "ticket active",
  "ticket published",
];

async function isWhole(url: string): Promise<void> {
  const storage = await open(url);
  try {
    assert.equal(await storage.schemaVersion(), migrations.at(-1)?.version);
    const keys = await listKeys(storage.db);
    assert.deepEqual(
      keys.map(({ key, state }) => `${key.algorithm} ${state}`),
      whole,
    );
    assert.equal(await count(storage, "master_keys"), 1);
    assert.equal(await count(storage, "instance"), 1);
    const created = await storage.db
      .selectFrom("events")
      .select("resource_id")
      .where("type", "=", "key.created")
      .execute();
    assert.deepEqual(new Set(created.map((row) => row.resource_id)), new Set(keys.map(({ key }) => key.id)));
    assert.equal(created.length, keys.length);
  } finally {
    await storage.close();
  }
}

async function count(storage: Storage, table: "master_keys" | "instance"): Promise<number> {
  return (await storage.db.selectFrom(table).select("id").execute()).length;
}

async function publishedAt({ url }: RunningSignet): Promise<string[]> {
  const answer = await fetch(`${url}/oauth/v2/keys`);
  assert.equal(answer.status, 200);
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid).toSorted();
}

for (const engine of engines) {
  describe(`a first start on ${engine.name} that is killed`, { concurrency: 2 }, () => {
    async function startsAgain(place: Place): Promise<void> {
      const server = await startServer(place);
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
      assert.equal((await publishedAt(server)).length, 4);
      assert.equal((await server.stop()).code, 0);
      await isWhole(place.url);
      if (engine.name === "sqlite") {
        const files = readdirSync(join(place.cwd, "data")).filter((name) => !name.endsWith(".tmp"));
        assert.deepEqual(files.toSorted(), ["master.key", "signet.db"]);
      }
      await place.remove();
    }

    const isDue = (stage: string) => enginesOf(`a first start killed at ${stage}`).includes(engine);
    for (const stage of ["master-key", "migrated", "vault", "keys", "first-start"].filter(isDue)) {
      test(`when it has come to "${stage}" comes up whole the next time`, async () => {
        const place = await newPlace(engine);
        const first = await launchServer(place);
        await first.printed(`"stage":"${stage}"`);
        const { signal } = await first.stop("SIGKILL");
        assert.equal(signal, "SIGKILL");
        await startsAgain(place);
      });
    }

    test("again and again at any moment comes up whole in the end", async () => {
      const place = await newPlace(engine);
      // A first start takes half a second to a second here: these are moments before, during and after the work.
      for (const milliseconds of [150, 300, 380, 450, 550]) {
        const server = await launchServer(place);
        await sleep(milliseconds + Math.random() * 60);
        await server.stop("SIGKILL");
      }
      await startsAgain(place);
    });
  });
}

const together: { engine: TestEngine["name"]; processes: number }[] = [
  { engine: "postgres", processes: 10 },
  { engine: "sqlite", processes: 3 },
];
for (const { engine: name, processes } of together) {
  test(`${processes} processes that start at once on an empty ${name} database make one instance and serve the same keys`, async () => {
    const engine = engines.find((candidate) => candidate.name === name);
    assert.ok(engine);
    const place = await newPlace(engine);
    const servers = await Promise.all(Array.from({ length: processes }, () => startServer(place)));
    const published = await Promise.all(servers.map(publishedAt));
    assert.equal(new Set(published.map(String)).size, 1);
    assert.equal(published[0]?.length, 4);
    const migrated = servers.filter((server) => /"stage":"migrated","applied":\["1 /.test(server.output()));
    assert.equal(migrated.length, 1);
    assert.equal(servers.filter((server) => /Password +\S/.test(server.output())).length, 1);
    const ended = await Promise.all(servers.map((server) => server.stop()));
    assert.deepEqual(new Set(ended.map(({ code }) => code)), new Set([0]));
    await isWhole(place.url);
    await place.remove();
  });
}
