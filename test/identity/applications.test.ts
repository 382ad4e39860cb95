import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import {
  changeApplication,
  createApplication,
  deleteApplication,
  findApplication,
  listApplications,
  setApplicationState,
} from "../../src/identity/applications/applications.ts";
import { readClient } from "../../src/identity/applications/client.ts";
import {
  addSecret,
  deleteSecret,
  listSecrets,
  matchesAnySecret,
  replaceSecrets,
} from "../../src/identity/applications/secrets.ts";
import { applicationTypes } from "../../src/identity/applications/types.ts";
import { makeCredential, readPublicKey } from "../../src/identity/credential-keys/credential.ts";
import { addKey, deleteKey, type KeyOwner, keyFile, listKeys } from "../../src/identity/credential-keys/store.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by, DAY, settings } from "../support/world.ts";

onEachEngine("applications", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const make = (...input: Parameters<typeof settings>) =>
    run((tx) => createApplication(tx, { projectId: stage.world.project.id, settings: settings(...input) }, by));
  const hashesOf = (applicationId: string) =>
    stage.world.storage.db
      .selectFrom("application_secrets")
      .select("hash")
      .where("application_id", "=", applicationId)
      .execute();

  for (const type of applicationTypes) {
    test(`an application of type ${type} is stored as it was registered`, async () => {
      const { application } = await make(type, {
        name: "  Padded  ",
        tokens: { accessTokenKind: "jwt", lifetimes: { accessToken: 60 } },
      });
      assert.equal(application.name, "Padded");
      assert.deepEqual(await findApplication(stage.world.storage.db, application.id), application);
      assert.deepEqual(application.tokens, { accessTokenKind: "jwt", lifetimes: { accessToken: 60 } });
    });
  }

  test("a secret is made for the methods that use one, and only its hash is kept", async () => {
    const { application, secret } = await make("web", { authMethod: "basic" });
    assert.match(secret ?? "", /^sgx_[\w-]{43}$/);
    const hashes = (await hashesOf(application.id)).map((row) => row.hash);
    assert.ok(!hashes.some((hash) => hash.includes(secret ?? "")));
    assert.ok(matchesAnySecret(secret ?? "", hashes));
    assert.ok(!matchesAnySecret(`${secret}x`, hashes));
    assert.ok(!matchesAnySecret("", hashes));
    assert.equal((await make("native")).secret, undefined);
    assert.equal((await make("web", { authMethod: "private_key_jwt" })).secret, undefined);
  });

  test("an application that breaks the rules is refused with every problem, and nothing is stored", async () => {
    const count = async () =>
      (await listApplications(stage.world.storage.db, stage.world.project.id, { sort: "createdAt", limit: 1000 })).items
        .length;
    const before = await count();
    const broken = make("native", { authMethod: "basic", redirectUris: ["javascript:alert(1)"] });
    await assert.rejects(
      broken,
      (error) => code("invalid_input")(error) && (error as { problems: unknown[] }).problems.length >= 2,
    );
    assert.equal(await count(), before);
  });

  test("implicit is possible but warned about", async () => {
    const { warnings } = await make("web", {
      responseTypes: ["code", "id_token"],
      grantTypes: ["authorization_code", "implicit"],
    });
    assert.deepEqual(
      warnings.map((warning) => warning.code),
      ["implicit"],
    );
    assert.deepEqual((await make("web")).warnings, []);
  });

  test("a change is judged by the same rules as a new application", async () => {
    const { application } = await make("web");
    const change = (values: Parameters<typeof changeApplication>[2]) =>
      run((tx) => changeApplication(tx, application.id, values, by));
    await assert.rejects(change({ redirectUris: ["http://not-loopback.example/"] }), code("invalid_input"));
    await assert.rejects(change({ redirectUris: [] }), code("invalid_input"));
    const { application: changed } = await change({ redirectUris: ["https://new.example/cb"], version: 1 });
    assert.deepEqual([changed.redirectUris, changed.version], [["https://new.example/cb"], 2]);
    await assert.rejects(change({ name: "Late", version: 1 }), code("changed_meanwhile"));
  });

  test("states and deletion; the console's own application stays", async () => {
    const { application } = await make("web", { authMethod: "basic" });
    await run((tx) => setApplicationState(tx, application.id, "deactivate", by));
    await assert.rejects(
      run((tx) => setApplicationState(tx, application.id, "deactivate", by)),
      code("wrong_state", /is inactive/),
    );
    await run((tx) => deleteApplication(tx, application.id, by));
    assert.deepEqual(await hashesOf(application.id), []);
    await assert.rejects(
      run((tx) => deleteApplication(tx, application.id, by)),
      code("unknown_resource"),
    );
    const { consoleApplicationId } = stage.world.instance;
    await assert.rejects(
      run((tx) => deleteApplication(tx, consoleApplicationId, by)),
      code("protected"),
    );
    await assert.rejects(
      run((tx) => setApplicationState(tx, consoleApplicationId, "deactivate", by)),
      code("protected"),
    );
  });

  test("secrets can overlap while one replaces the other, are few, and go one by one", async () => {
    const { application, secret } = await make("web", { authMethod: "basic" });
    const second = await run((tx) => addSecret(tx, application.id, by));
    const both = (await hashesOf(application.id)).map((row) => row.hash);
    assert.ok(matchesAnySecret(secret ?? "", both) && matchesAnySecret(second.secret, both));
    await run((tx) => deleteSecret(tx, application.id, second.id, by));
    await assert.rejects(
      run((tx) => deleteSecret(tx, application.id, second.id, by)),
      code("unknown_resource"),
    );
    const other = await make("web", { authMethod: "basic" });
    const [kept] = await listSecrets(stage.world.storage.db, application.id);
    await assert.rejects(
      run((tx) => deleteSecret(tx, other.application.id, kept?.id ?? "", by)),
      code("unknown_resource"),
    );
    const replaced = await run((tx) => replaceSecrets(tx, application.id, by));
    const hashes = (await hashesOf(application.id)).map((row) => row.hash);
    assert.ok(!matchesAnySecret(secret ?? "", hashes) && matchesAnySecret(replaced.secret, hashes));
    for (let i = 1; i < 5; i++) await run((tx) => addSecret(tx, application.id, by));
    await assert.rejects(
      run((tx) => addSecret(tx, application.id, by)),
      code("wrong_state", /5 secrets/),
    );
    assert.equal((await listSecrets(stage.world.storage.db, application.id)).length, 5);
  });

  test("a key is kept as its public half, ends when it expires or is removed, and is nobody else's", async () => {
    const { application } = await make("web", { authMethod: "private_key_jwt" });
    const owner: KeyOwner = { kind: "application", id: application.id, organizationId: stage.world.acme.id };
    const credential = await makeCredential();
    const key = await run((tx) => addKey(tx, owner, { credential }, by));
    const stored = await stage.world.storage.db
      .selectFrom("credential_keys")
      .selectAll()
      .where("id", "=", key.id)
      .executeTakeFirstOrThrow();
    assert.ok(!("d" in JSON.parse(stored.public_jwk)) && !JSON.stringify(stored).includes("PRIVATE"));
    assert.equal(keyFile(owner, credential, key.expiresAt).clientId, application.id);
    const keyOf = async (clientId: string) =>
      (await readClient(stage.world.storage.db, clientId, { key: { id: key.id } }))?.key;
    assert.equal((await keyOf(application.id))?.algorithm, "RS256");
    assert.equal(await keyOf(stage.world.application.id), undefined);
    await stage.database.advance(366 * DAY);
    assert.equal(await keyOf(application.id), undefined);
    await run((tx) => deleteKey(tx, owner, key.id, by));
    assert.deepEqual(await listKeys(stage.world.storage.db, owner), []);
    await assert.rejects(
      run((tx) => deleteKey(tx, owner, key.id, by)),
      code("unknown_resource"),
    );
  });

  test("a key must end, in the future and within ten years", async () => {
    const { application } = await make("web", { authMethod: "private_key_jwt" });
    const owner: KeyOwner = { kind: "application", id: application.id, organizationId: stage.world.acme.id };
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const credential = await readPublicKey(publicKey.export({ type: "spki", format: "pem" }).toString());
    const at = await stage.world.storage.now();
    for (const expiresAt of [at - 1, at + 11 * 366 * DAY, Number.NaN]) {
      await assert.rejects(
        run((tx) => addKey(tx, owner, { credential, expiresAt }, by)),
        code("invalid_input", /expiresAt/),
      );
    }
    assert.deepEqual(await listKeys(stage.world.storage.db, owner), []);
  });
});

test("an uploaded key is public, strong enough, and for one algorithm", async () => {
  const jwk = (type: "ec" | "ed25519" | "rsa", options = {}) =>
    generateKeyPairSync(
      type as "rsa",
      { modulusLength: 2048, ...options } as { modulusLength: number },
    ).publicKey.export({
      format: "jwk",
    });
  assert.equal((await readPublicKey(jwk("rsa"))).algorithm, "RS256");
  assert.equal((await readPublicKey({ ...jwk("rsa"), alg: "PS256" })).algorithm, "PS256");
  assert.equal((await readPublicKey(jwk("ec", { namedCurve: "P-256" }))).algorithm, "ES256");
  assert.equal((await readPublicKey(jwk("ed25519"))).algorithm, "EdDSA");
  await assert.rejects(readPublicKey(jwk("rsa", { modulusLength: 1024 })), code("invalid_input", /2048/));
  await assert.rejects(readPublicKey(jwk("ec", { namedCurve: "P-384" })), code("invalid_input"));
  await assert.rejects(readPublicKey({ ...jwk("rsa"), alg: "HS256" }), code("invalid_input"));
  await assert.rejects(readPublicKey({ kty: "oct", k: "c2VjcmV0" }), code("invalid_input", /private/));
  await assert.rejects(readPublicKey((await makeCredential()).privateKey), code("invalid_input", /private/));
  await assert.rejects(readPublicKey("nonsense"), code("invalid_input", /PEM/));
});
