import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cpSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { listKeys } from "../../src/keys/key-store.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { open } from "../../src/storage/storage.ts";
import { enginesOf, type TestDatabase } from "../support/engines.ts";
import { contentOf, type Ended, newFolder, runSignet } from "../support/signet.ts";

interface Line {
  readonly id: string;
  readonly algorithm: string;
  readonly state: string;
  readonly published: string;
  readonly from: string;
}

for (const engine of enginesOf(import.meta.filename)) {
  describe(`the commands on ${engine.name}`, () => {
    const cwd = newFolder();
    let database: TestDatabase | undefined;
    let environment: Record<string, string> = {};
    before(async () => {
      if (engine.name === "sqlite") return;
      database = await engine.fresh("empty");
      environment = { SIGNET_DATABASE_URL: database.url, SIGNET_MASTER_KEY: randomBytes(32).toString("base64url") };
    });
    after(async () => {
      await database?.drop();
      rmSync(cwd, { recursive: true, force: true });
    });

    const signet = (...words: string[]) => runSignet(words, { cwd, environment });
    const succeeded = ({ code, stdout, stderr }: Ended): string => {
      assert.equal(code, 0, stderr);
      assert.equal(stderr, "");
      return stdout;
    };
    /** The keys as they are in the database; whether they can be opened is not asked. */
    async function stored(): Promise<string[]> {
      const storage = await open(environment.SIGNET_DATABASE_URL ?? `file:${join(cwd, "data/signet.db")}`);
      const keys = await listKeys(storage.db);
      await storage.close();
      const published = (algorithm: string, inKeySet: boolean) =>
        algorithm === "ticket" ? "-" : inKeySet ? "yes" : "no";
      return keys.map(
        ({ key, state, inKeySet }) => `${key.algorithm} ${state} ${published(key.algorithm, inKeySet)} ${key.id}`,
      );
    }
    const of = async (algorithm: string) =>
      (await stored()).filter((line) => line.startsWith(algorithm)).map((line) => line.replace(/ \S+$/, ""));
    async function idOf(algorithm: string, state: string): Promise<string> {
      const line = (await stored()).find((candidate) => candidate.startsWith(`${algorithm} ${state} `));
      assert.ok(line, `no ${state} ${algorithm} key`);
      return line.split(" ").at(-1) ?? "";
    }
    async function list(): Promise<Line[]> {
      const [head, ...lines] = succeeded(await signet("keys", "list"))
        .trim()
        .split("\n");
      assert.match(head ?? "", /^id +algorithm +state +in key set +signs from +made$/);
      return lines.map((line) => {
        const [id = "", algorithm = "", state = "", published = "", from = ""] = line.split(/ +/);
        return { id, algorithm, state, published, from };
      });
    }
    test("`migrate` makes the schema, says so, and says so when there is nothing to do", async () => {
      const version = migrations.at(-1)?.version;
      assert.equal(succeeded(await signet("migrate")), `The schema went from version 0 to ${version}.\n`);
      assert.equal(succeeded(await signet("migrate")), `The schema is current: version ${version}.\n`);
    });

    test("`keys list` shows one active key and one spare of each algorithm", async () => {
      const lines = await list();
      assert.deepEqual(
        lines.map(({ algorithm, state, published }) => `${algorithm} ${state} ${published}`),
        [
          "ES256 active yes",
          "ES256 published yes",
          "RS256 active yes",
          "RS256 published yes",
          "ticket active -",
          "ticket published -",
        ],
      );
      assert.deepEqual(
        lines.map(({ id, algorithm, state, published }) => `${algorithm} ${state} ${published} ${id}`),
        await stored(),
      );
      for (const { from, state } of lines) assert.equal(Date.parse(from) > Date.now(), state === "published");
    });

    test("`keys enable` adds an algorithm, once, and refuses one that does not exist", async () => {
      assert.equal(succeeded(await signet("keys", "enable", "EdDSA")), "EdDSA is enabled.\n");
      assert.deepEqual(await of("EdDSA"), ["EdDSA active yes", "EdDSA published yes"]);
      const before = await stored();
      succeeded(await signet("keys", "enable", "EdDSA"));
      const { code, stderr } = await signet("keys", "enable", "HS256");
      assert.equal(code, 2);
      assert.match(stderr, /^signet: There is no algorithm HS256\. Choose one of RS256, ES256, EdDSA\.\n$/);
      assert.deepEqual(await stored(), before);
    });

    test("`keys rotate` waits until the spare has been published for a day", async () => {
      const spare = await idOf("ES256", "published");
      const before = Date.now();
      const printed = succeeded(await signet("keys", "rotate", "--algorithm", "ES256"));
      const [, id, at = ""] = /^ES256: key (\S+) takes over at (\S+)\n$/.exec(printed) ?? [];
      assert.equal(id, spare);
      assert.ok(Math.abs(Date.parse(at) - before - 86_400_000) < 60_000);
      assert.deepEqual(await of("ES256"), ["ES256 active yes", "ES256 published yes"]);
    });

    test("`keys rotate --now` does not wait, and refuses an algorithm that has no key", async () => {
      const spare = await idOf("ES256", "published");
      succeeded(await signet("keys", "rotate", "--algorithm", "ES256", "--now"));
      assert.deepEqual(await of("ES256"), ["ES256 retired yes", "ES256 active yes", "ES256 published yes"]);
      assert.equal(await idOf("ES256", "active"), spare);
      const before = await stored();
      const { code, stderr } = await signet("keys", "rotate", "--algorithm", "ES512");
      assert.equal(code, 2);
      assert.match(stderr, /^signet: No key of the algorithm ES512 exists\. In use are: [^\n]+\n$/);
      assert.deepEqual(await stored(), before);
    });

    test("`keys revoke` takes a key out at once and lets the spare sign, and refuses an id that nobody has", async () => {
      const [active, spare] = [await idOf("RS256", "active"), await idOf("RS256", "published")];
      assert.equal(succeeded(await signet("keys", "revoke", active)), `Key ${active} is revoked.\n`);
      assert.equal(await idOf("RS256", "revoked"), active);
      assert.equal(await idOf("RS256", "active"), spare);
      const before = await stored();
      assert.equal(succeeded(await signet("keys", "revoke", active)), `Key ${active} had been revoked already.\n`);
      const { code, stderr } = await signet("keys", "revoke", "nothing");
      assert.equal(code, 2);
      assert.match(stderr, /^signet: There is no key nothing\. `signet keys list` shows the keys\.\n$/);
      assert.deepEqual(await stored(), before);
    });

    if (engine.name === "sqlite") {
      test("`master-key rotate` makes a new key file, and everything opens under it", async () => {
        const path = join(cwd, "data/master.key");
        const [former, keys] = [readFileSync(path, "utf8"), await list()];
        assert.match(
          succeeded(await signet("master-key", "rotate")),
          /^\d+ secrets are sealed under a new master key now, which is in .*master\.key\. Back it up/,
        );
        assert.notEqual(readFileSync(path, "utf8"), former);
        assert.equal(statSync(path).mode & 0o777, 0o600);
        assert.deepEqual(Object.keys(contentOf(cwd)).toSorted(), ["data", "data/master.key", "data/signet.db"]);
        assert.deepEqual(await list(), keys);
        const { code } = await runSignet(["keys", "list"], { cwd, environment: { SIGNET_MASTER_KEY: former.trim() } });
        assert.equal(code, 2);
      });

      test("`master-key rotate` moves from the file to a key in the environment", async () => {
        const copy = newFolder();
        cpSync(cwd, copy, { recursive: true });
        const previous = readFileSync(join(copy, "data/master.key"), "utf8").trim();
        const next = randomBytes(32).toString("base64url");
        const both = { SIGNET_MASTER_KEY: next, SIGNET_MASTER_KEY_PREVIOUS: previous };
        assert.match(
          succeeded(await runSignet(["master-key", "rotate"], { cwd: copy, environment: both })),
          /secrets are sealed under the new master key/,
        );
        succeeded(await runSignet(["keys", "list"], { cwd: copy, environment: { SIGNET_MASTER_KEY: next } }));
        rmSync(copy, { recursive: true, force: true });
      });
    } else {
      test("`master-key rotate` needs both keys, seals everything under the new one, and the former one is of no use after", async () => {
        const former = environment;
        const refused = await signet("master-key", "rotate");
        assert.equal(refused.code, 2);
        assert.match(
          refused.stderr,
          /^signet: Give the new master key in SIGNET_MASTER_KEY and the former one in SIGNET_MASTER_KEY_PREVIOUS\.\n$/,
        );
        environment = {
          ...former,
          SIGNET_MASTER_KEY: randomBytes(32).toString("base64url"),
          SIGNET_MASTER_KEY_PREVIOUS: former.SIGNET_MASTER_KEY ?? "",
        };
        const keys = await list();
        // `keys list` opens the vault: it works for who has the right master key.
        assert.match(
          succeeded(await signet("master-key", "rotate")),
          /^\d+ secrets are sealed under the new master key now\.\n$/,
        );
        assert.equal(
          succeeded(await signet("master-key", "rotate")),
          "Everything is sealed under this master key already.\n",
        );
        assert.deepEqual(await list(), keys, "a node that has both works after the change");
        delete environment.SIGNET_MASTER_KEY_PREVIOUS;
        assert.deepEqual(await list(), keys, "a node that has the new one alone works after the change");
        assert.equal((await runSignet(["keys", "list"], { cwd, environment: former })).code, 2);
      });
    }

    test("all of it is in the audit log, done by the operator", async () => {
      const storage = await open(environment.SIGNET_DATABASE_URL ?? `file:${join(cwd, "data/signet.db")}`);
      const rows = await storage.db.selectFrom("events").select(["type", "actor_kind"]).execute();
      await storage.close();
      const by = (type: string) => rows.filter((row) => row.type === type).map((row) => row.actor_kind);
      assert.deepEqual(by("key.rotated"), ["operator", "operator"]);
      assert.deepEqual(by("key.revoked"), ["operator"]);
      assert.deepEqual(by("master_key.rotated"), ["operator"]);
      assert.deepEqual(new Set(by("key.created")), new Set(["system"]));
    });
  });
}
