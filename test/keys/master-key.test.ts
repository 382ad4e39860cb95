import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { StartError } from "../../src/errors/start-error.ts";
import { initialAlgorithms } from "../../src/keys/algorithms.ts";
import { ensureKeys } from "../../src/keys/key-store.ts";
import { localKeyWrapper, newMasterKey, parseMasterKey } from "../../src/keys/master-key.ts";
import {
  createMasterKeyFile,
  nextMasterKeyFile,
  promoteNextMasterKeyFile,
  readMasterKeyFile,
} from "../../src/keys/master-key-file.ts";
import { loadMasterKeys } from "../../src/keys/master-key-source.ts";
import { findRegisteredId, openVault, rewrap } from "../../src/keys/vault.ts";
import { engines } from "../support/engines.ts";
import { makeTestKey } from "../support/keys.ts";

describe("a master key as it is given", () => {
  test("is 32 random bytes in base64url, with or without padding and a line end", () => {
    const key = randomBytes(32);
    const text = key.toString("base64url");
    for (const spelling of [text, `${text}=`, `${text}\n`, ` ${text}\r\n`])
      assert.deepEqual(parseMasterKey(spelling), { key });
  });

  test("is refused when it is too short, too long, spelt otherwise, or not random", () => {
    const text = randomBytes(32).toString("base64url");
    const wrong = [
      "",
      text.slice(1),
      `${text}AAAA`,
      randomBytes(32).toString("hex"),
      "not a key at all",
      `${text.slice(0, 20)} ${text.slice(20)}`,
    ];
    const plain = [Buffer.alloc(32), Buffer.alloc(32, 7), Buffer.from("abcdabcdabcdabcdabcdabcdabcdabcd")].map((key) =>
      key.toString("base64url"),
    );
    const standard = Buffer.alloc(32, 0xfb).fill(randomBytes(16), 16).toString("base64");
    for (const given of [...wrong, ...plain, standard]) assert.ok("problem" in parseMasterKey(given), given);
  });
});

describe("the master key's file", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "signet-master-key-"));
    path = join(folder, "master.key");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const source = (mayCreate = true) => ({ kind: "file", path, mayCreate, previous: undefined }) as const;

  test("is made once, readable by its owner alone, and read again from then on", () => {
    const key = createMasterKeyFile(path);
    assert.equal(key.length, 32);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(createMasterKeyFile(path), key);
    assert.deepEqual(readMasterKeyFile(path), key);
    assert.deepEqual(readdirSync(folder), ["master.key"]);
  });

  test("made by several processes at once is one and the same for all of them", async () => {
    const at = Date.now() + 600;
    const code = `import { createMasterKeyFile } from ${JSON.stringify(join(import.meta.dirname, "../../src/keys/master-key-file.ts"))};
      while (Date.now() < ${at});
      process.stdout.write(createMasterKeyFile(${JSON.stringify(path)}).toString("base64url"));`;
    const outputs = await Promise.all(Array.from({ length: 4 }, () => runNode(code)));
    assert.deepEqual(new Set(outputs), new Set([readFileSync(path, "utf8").trim()]));
    assert.deepEqual(readdirSync(folder), ["master.key"]);
  });

  test("that is missing is made for a database that never had one, and only beside an embedded one", () => {
    assert.throws(
      () => loadMasterKeys(source(false), undefined),
      (error) => error instanceof StartError && /does not exist/.test(error.message),
    );
    assert.deepEqual(readdirSync(folder), []);
    const [wrapper] = loadMasterKeys(source(), undefined);
    assert.equal(wrapper.id, localKeyWrapper(createMasterKeyFile(path)).id);
  });

  test("that is missing is not made again for a database that is sealed: that would lose everything", () => {
    assert.throws(
      () => loadMasterKeys(source(), "some-other-key"),
      (error) =>
        error instanceof StartError && /missing, but the database is sealed.*Restore the file/.test(error.message),
    );
    assert.deepEqual(readdirSync(folder), []);
  });

  test("that is damaged or cannot be read is refused and left alone", () => {
    writeFileSync(path, "damaged");
    assert.throws(
      () => loadMasterKeys(source(), undefined),
      (error) => error instanceof StartError && !error.message.includes("damaged"),
    );
    assert.equal(readFileSync(path, "utf8"), "damaged");
    rmSync(path);
    mkdirSync(path);
    assert.throws(
      () => loadMasterKeys(source(), undefined),
      (error) => error instanceof StartError && /cannot be read/.test(error.message),
    );
  });

  test("in a folder that cannot be written to is an explanation, not a crash", () => {
    assert.throws(() => createMasterKeyFile(join(path, "no", "such", "folder", "master.key")), StartError);
  });

  test("that is not the database's key is given as it is, for the vault to refuse", () => {
    const key = createMasterKeyFile(path);
    assert.equal(loadMasterKeys(source(), "another")[0].id, localKeyWrapper(key).id);
  });
});

for (const engine of engines) {
  describe(`changing the master key's file on ${engine.name}`, () => {
    let folder: string;
    let path: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "signet-master-key-"));
      path = join(folder, "master.key");
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    const source = () => ({ kind: "file", path, mayCreate: true, previous: undefined }) as const;

    async function sealedDatabase() {
      const database = await engine.fresh();
      const storage = await database.open();
      const current = localKeyWrapper(createMasterKeyFile(path));
      await ensureKeys({ storage, vault: await openVault(storage, [current]), make: makeTestKey }, initialAlgorithms);
      return { database, storage, current };
    }
    const opensEverything = async (storage: Awaited<ReturnType<typeof sealedDatabase>>["storage"]) => {
      const vault = await openVault(storage, loadMasterKeys(source(), await findRegisteredId(storage.db)));
      for (const row of await storage.db.selectFrom("keys").select(["id", "sealed", "master_key_id"]).execute()) {
        await vault.open("keys", row.id, row);
      }
    };

    test("that was interrupted before the database was sealed again leaves the former key in force", async () => {
      const { database, storage, current } = await sealedDatabase();
      createMasterKeyFile(nextMasterKeyFile(path));
      const [loaded] = loadMasterKeys(source(), await findRegisteredId(storage.db));
      assert.equal(loaded.id, current.id);
      await opensEverything(storage);
      assert.deepEqual(readdirSync(folder), ["master.key", "master.key.next"]);
      await database.drop();
    });

    test("that was interrupted after the database was sealed again is finished by the next start", async () => {
      const { database, storage, current } = await sealedDatabase();
      const next = localKeyWrapper(createMasterKeyFile(nextMasterKeyFile(path)));
      await rewrap(storage, [current], next);
      const [loaded] = loadMasterKeys(source(), await findRegisteredId(storage.db));
      assert.equal(loaded.id, next.id);
      assert.deepEqual(readdirSync(folder), ["master.key"]);
      assert.equal(localKeyWrapper(readMasterKeyFile(path) ?? newMasterKey()).id, next.id);
      await opensEverything(storage);
      await database.drop();
    });

    test("that was interrupted while the file was exchanged is finished too", async () => {
      const { database, storage, current } = await sealedDatabase();
      const next = localKeyWrapper(createMasterKeyFile(nextMasterKeyFile(path)));
      await rewrap(storage, [current], next);
      rmSync(path);
      await opensEverything(storage);
      assert.deepEqual(readdirSync(folder), ["master.key"]);
      await database.drop();
    });

    test("that goes through leaves one file with the new key", async () => {
      const { database, storage, current } = await sealedDatabase();
      const next = localKeyWrapper(createMasterKeyFile(nextMasterKeyFile(path)));
      await rewrap(storage, [current], next);
      promoteNextMasterKeyFile(path);
      assert.deepEqual(readdirSync(folder), ["master.key"]);
      assert.equal(statSync(path).mode & 0o777, 0o600);
      await opensEverything(storage);
      await database.drop();
    });
  });
}

function runNode(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk));
    child.once("close", (status) => (status === 0 ? resolve(output) : reject(new Error(`ended with ${status}`))));
  });
}
