import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, mock, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import type { KyselyPlugin } from "kysely";
import { initialAlgorithms, makeKey, type SigningAlgorithm, signingAlgorithms } from "../../src/keys/algorithms.ts";
import { type KeyRing, openKeyRing } from "../../src/keys/key-ring.ts";
import { ensureKeys, type KeyStore, listKeys, revoke, rotate } from "../../src/keys/key-store.ts";
import { localKeyWrapper, newMasterKey } from "../../src/keys/master-key.ts";
import { openTickets, ticketKind } from "../../src/tickets/tickets.ts";
import { engines, type TestDatabase } from "../support/engines.ts";
import { openTestStore } from "../support/keys.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const operator = { kind: "operator" } as const;
const fail = (error: unknown) => assert.fail(String(error));

for (const engine of engines) {
  describe(`key rings on ${engine.name}`, () => {
    let database: TestDatabase;
    let store: KeyStore;
    let here: KeyRing;
    let there: KeyRing;
    beforeEach(async () => {
      database = await engine.fresh();
      const masterKey = localKeyWrapper(newMasterKey());
      store = await openTestStore(await database.open(), masterKey);
      await ensureKeys(store, [...initialAlgorithms, "EdDSA"]);
      here = await openKeyRing(store, fail);
      there = await openKeyRing(await openTestStore(await database.open(), masterKey), fail);
    });
    afterEach(async () => {
      here.close();
      there.close();
      await database.drop();
    });
    const refresh = () => Promise.all([here.refresh(), there.refresh()]);

    const sign = (ring: KeyRing, algorithm: SigningAlgorithm) => {
      const { id, privateKey } = ring.signingKey(algorithm);
      return new SignJWT({ hello: "world" }).setProtectedHeader({ alg: algorithm, kid: id }).sign(privateKey);
    };
    const idsIn = (ring: KeyRing) => ring.keySet().keys.map((key) => key.kid);

    test("what one node signs, a client verifies with the key set of another", async () => {
      for (const algorithm of signingAlgorithms) {
        const token = await sign(here, algorithm);
        const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(there.keySet()));
        assert.equal(protectedHeader.alg, algorithm);
        const key = there.verificationKey(protectedHeader.kid ?? "");
        assert.ok(key);
        await jwtVerify(token, key.publicKey, { algorithms: [algorithm] });
        await assert.rejects(jwtVerify(`${token.slice(0, -8)}AAAAAAAA`, key.publicKey));
      }
    });

    test("two nodes agree on every key, and on the key set", () => {
      for (const algorithm of signingAlgorithms)
        assert.equal(here.signingKey(algorithm).id, there.signingKey(algorithm).id);
      assert.equal(here.ticketRoot().id, there.ticketRoot().id);
      assert.deepEqual(new Set(idsIn(here)), new Set(idsIn(there)));
      assert.deepEqual(here.algorithms(), ["RS256", "ES256", "EdDSA"]);
    });

    test("a slow reading from before a revocation does not undo what a later one has found", async () => {
      const reading = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let first = true;
      const slow: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          if (!first) return result;
          first = false;
          reading.resolve();
          await held.promise;
          return result;
        },
      };
      here.close();
      const db = { db: store.storage.db };
      here = await openKeyRing(
        {
          ...store,
          storage: {
            ...store.storage,
            get db() {
              return db.db;
            },
          },
        },
        fail,
      );
      const { id } = here.signingKey("ES256");
      db.db = store.storage.db.withPlugin(slow);
      const before = here.refresh();
      await reading.promise;
      await revoke(store, id, { actor: operator });
      const after = here.refresh();
      await Promise.race([after, sleep(300)]);
      held.resolve();
      await Promise.all([before, after]);
      assert.equal(here.verificationKey(id), undefined);
      assert.notEqual(here.signingKey("ES256").id, id);
      assert.ok(!idsIn(here).includes(id));
    });

    test("the key set has the active key and the spare of each algorithm, and public members only", () => {
      const { keys } = here.keySet();
      assert.equal(keys.length, 6);
      assert.equal(new Set(idsIn(here)).size, 6);
      const members: Record<string, string[]> = {
        RS256: ["alg", "e", "kid", "kty", "n", "use"],
        ES256: ["alg", "crv", "kid", "kty", "use", "x", "y"],
        EdDSA: ["alg", "crv", "kid", "kty", "use", "x"],
      };
      for (const key of keys) {
        assert.deepEqual(Object.keys(key).toSorted(), members[key.alg ?? ""]);
        assert.equal(key.use, "sig");
        assert.match(key.kid ?? "", /^[\w-]{11}$/);
      }
      for (const root of [here.ticketRoot()]) assert.ok(!idsIn(here).includes(root.id));
    });

    test("a rotation on one node is soon in force on the other, which nobody tells", async () => {
      const former = here.signingKey("ES256").id;
      const [rotation] = await rotate(store, { algorithm: "ES256", immediately: true, actor: operator });
      const until = performance.now() + 60_000;
      while (there.signingKey("ES256").id === former && performance.now() < until) await sleep(20);
      assert.equal(there.signingKey("ES256").id, rotation?.id);
      assert.ok(idsIn(there).includes(former));
    });

    test("a token signed before a rotation still verifies after it, on every node", async () => {
      const token = await sign(here, "ES256");
      await rotate(store, { immediately: true, actor: operator });
      await refresh();
      await jwtVerify(token, createLocalJWKSet(there.keySet()));
      await jwtVerify(await sign(there, "ES256"), createLocalJWKSet(here.keySet()));
    });

    test("a retired key leaves the key set after 25 hours and still verifies what it signed", async () => {
      const token = await sign(here, "ES256");
      const { id } = here.signingKey("ES256");
      await rotate(store, { immediately: true, actor: operator });
      await database.advance(25 * HOUR + 60_000);
      await refresh();
      assert.ok(!idsIn(there).includes(id));
      await assert.rejects(jwtVerify(token, createLocalJWKSet(there.keySet())));
      const key = there.verificationKey(id);
      assert.ok(key);
      await jwtVerify(token, key.publicKey);
    });

    test("a revoked key is in no key set and verifies nothing, on every node, and the spare signs", async () => {
      const { id } = here.signingKey("RS256");
      await revoke(store, id, { actor: operator });
      await refresh();
      for (const ring of [here, there]) {
        assert.ok(!idsIn(ring).includes(id));
        assert.equal(ring.verificationKey(id), undefined);
        assert.notEqual(ring.signingKey("RS256").id, id);
        await jwtVerify(await sign(ring, "RS256"), createLocalJWKSet(ring.keySet()));
      }
    });

    test("after 90 days all nodes change over by the database's clock, without anybody doing anything", async () => {
      const former = here.signingKey("ES256").id;
      const next = (await listKeys(store.storage.db)).find(
        ({ key, state }) => key.algorithm === "ES256" && state === "published",
      )?.key.id;
      await database.advance(90 * DAY - 60_000);
      await refresh();
      assert.equal(here.signingKey("ES256").id, former);
      await database.advance(60_000);
      await refresh();
      assert.equal(here.signingKey("ES256").id, next);
      assert.equal(there.signingKey("ES256").id, next);
    });

    test("tickets sealed before a rotation open after it, and those of a revoked root never again", async () => {
      const kind = ticketKind<string>("test", "sgt_");
      const ticket = openTickets(here).seal(kind, "hello");
      const root = here.ticketRoot().id;
      await rotate(store, { algorithm: "ticket", immediately: true, actor: operator });
      await refresh();
      assert.notEqual(here.ticketRoot().id, root);
      assert.equal(openTickets(there).open(kind, ticket), "hello");
      await revoke(store, root, { actor: operator });
      await refresh();
      assert.equal(openTickets(there).open(kind, ticket), undefined);
      assert.equal(openTickets(there).open(kind, openTickets(here).seal(kind, "again")), "again");
    });

    test("while the database is away, a node goes on with the keys it has", async () => {
      const ids = idsIn(here);
      const away = { ...store.storage, db: store.storage.db.withoutPlugins() };
      const failures: unknown[] = [];
      const ring = await openKeyRing({ ...store, storage: away }, (error) => failures.push(error));
      Object.defineProperty(away, "db", {
        get: () => {
          throw new Error("away");
        },
      });
      await assert.rejects(ring.refresh());
      assert.deepEqual(new Set(idsIn(ring)), new Set(ids));
      assert.ok(ring.signingKey("ES256").privateKey);
      ring.close();
    });
  });
}

describe("a key ring", () => {
  after(() => mock.timers.reset());

  test("looks after the keys by itself: the next spare is made when the last one has taken over", async () => {
    const [sqlite] = engines;
    assert.ok(sqlite);
    const database = await sqlite.fresh();
    const store = await openTestStore(await database.open());
    await ensureKeys(store, ["ES256"]);
    mock.timers.enable({ apis: ["setInterval"] });
    const ring = await openKeyRing(store, fail);
    await database.advance(90 * DAY);
    mock.timers.tick(10 * 60_000);
    mock.timers.reset();
    const until = performance.now() + 60_000;
    while ((await listKeys(store.storage.db)).length < 3 && performance.now() < until) await sleep(10);
    assert.deepEqual(
      (await listKeys(store.storage.db)).map(({ state }) => state),
      ["retired", "active", "published"],
    );
    ring.close();
    await database.drop();
  });
});

describe("a new key", () => {
  test("of each algorithm is of the strength and the curve that its name promises", async () => {
    const [rsa, ec, ed] = await Promise.all(signingAlgorithms.map(makeKey));
    assert.equal(rsa?.publicJwk?.kty, "RSA");
    assert.equal(Buffer.from(rsa?.publicJwk?.n ?? "", "base64url").length * 8, 2048);
    assert.equal(ec?.publicJwk?.crv, "P-256");
    assert.equal(ed?.publicJwk?.crv, "Ed25519");
    assert.equal((await makeKey("ticket")).secret.length, 32);
    assert.equal((await makeKey("ticket")).publicJwk, undefined);
  });
});
