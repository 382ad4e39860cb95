import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCredential } from "../../src/identity/credential-keys/credential.ts";
import { addKey, keyFile } from "../../src/identity/credential-keys/store.ts";
import { matchesHash } from "../../src/identity/secrets.ts";
import {
  createPersonalAccessToken,
  endedPersonalAccessTokens,
  listPersonalAccessTokens,
  noteUse,
  revokePersonalAccessToken,
} from "../../src/identity/service-users/personal-access-tokens.ts";
import { readServiceClient } from "../../src/identity/service-users/service-client.ts";
import {
  changeServiceUser,
  createServiceUser,
  deleteSecret,
  findServiceUser,
  keyOwner,
  replaceSecret,
} from "../../src/identity/service-users/service-users.ts";
import { findHuman } from "../../src/identity/users/humans.ts";
import { findByLoginName } from "../../src/identity/users/login-names.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { by, DAY } from "../support/world.ts";

onEachEngine("service users", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const make = (userName: string) =>
    run((tx) =>
      createServiceUser(tx, { organizationId: stage.world.acme.id, userName, description: "Builds things" }, by),
    );
  const db = () => stage.world.storage.db;

  test("a service user has a name and a description, and shares user names with people", async () => {
    const robot = await make("robot");
    assert.deepEqual(
      [robot.kind, robot.name, robot.description, robot.hasSecret],
      ["service", "robot", "Builds things", false],
    );
    await assert.rejects(make("ADA"), code("already_exists"));
    const changed = await run((tx) => changeServiceUser(tx, robot.id, { name: "Builder", version: 1 }, by));
    assert.deepEqual([changed.name, changed.description, changed.version], ["Builder", "Builds things", 2]);
    await assert.rejects(
      run((tx) => changeServiceUser(tx, robot.id, { name: "Late", version: 1 }, by)),
      code("changed_meanwhile"),
    );
    await assert.rejects(
      run((tx) => changeServiceUser(tx, stage.world.ada.id, { name: "Person" }, by)),
      (error) => error instanceof Error,
    );
  });

  test("a service user is no person: it cannot sign in by name", async () => {
    const robot = await make("robot2");
    assert.equal(await findByLoginName(db(), `robot2@${stage.world.acme.domain}`), undefined);
    assert.equal(await findHuman(db(), robot.id), undefined);
    assert.equal(await findServiceUser(db(), stage.world.ada.id), undefined);
  });

  test("the key file holds what a client needs, and nothing of it is kept", async () => {
    const robot = await make("robot3");
    const credential = await makeCredential();
    const key = await run((tx) => addKey(tx, keyOwner(robot), { credential }, by));
    const file = keyFile(keyOwner(robot), credential, key.expiresAt);
    assert.deepEqual(Object.keys(file), ["type", "keyId", "key", "expirationDate", "userId"]);
    assert.deepEqual([file.type, file.userId, file.keyId], ["serviceaccount", robot.id, key.id]);
    assert.match(file.key ?? "", /^-----BEGIN PRIVATE KEY-----/);
    const dump = JSON.stringify([
      await db().selectFrom("credential_keys").selectAll().execute(),
      await db().selectFrom("events").selectAll().execute(),
    ]);
    assert.ok(!dump.includes("PRIVATE") && !dump.includes((file.key ?? "").split("\n")[1] ?? "-"));
  });

  test("a secret works until it is replaced or removed", async () => {
    const robot = await make("robot4");
    /** The version of the secret, if this is it. */
    const works = async (secret: string) => {
      const known = (await readServiceClient(db(), robot.id))?.secret;
      return known !== undefined && matchesHash(secret, known.hash) ? known.version : undefined;
    };
    assert.equal(await works(""), undefined);
    const first = await run((tx) => replaceSecret(tx, robot.id, by));
    assert.equal(await works(first.secret), 1);
    const second = await run((tx) => replaceSecret(tx, robot.id, by));
    assert.equal(await works(first.secret), undefined);
    assert.equal(await works(second.secret), 2);
    await run((tx) => deleteSecret(tx, robot.id, by));
    assert.equal(await works(second.secret), undefined);
    await assert.rejects(
      run((tx) => replaceSecret(tx, stage.world.ada.id, by)),
      code("unknown_resource"),
    );
  });

  test("a personal access token must end within a year, is listed, noted when used, and revoked once", async () => {
    const robot = await make("robot5");
    const at = await stage.world.storage.now();
    const create = (expiresAt: number) =>
      run((tx) => createPersonalAccessToken(tx, { userId: robot.id, name: "CI", scopes: ["openid"], expiresAt }, by));
    for (const expiresAt of [at, at + 367 * DAY, Number.NaN])
      await assert.rejects(create(expiresAt), code("invalid_input", /expiresAt/));
    const token = await create(at + DAY);
    assert.deepEqual(
      (await listPersonalAccessTokens(db(), robot.id)).map(({ name, lastUsedAt, revokedAt }) => ({
        name,
        lastUsedAt,
        revokedAt,
      })),
      [{ name: "CI", lastUsedAt: null, revokedAt: null }],
    );
    await noteUse(db(), token.id);
    const lastUsed = async () => (await listPersonalAccessTokens(db(), robot.id))[0]?.lastUsedAt;
    const first = await lastUsed();
    assert.ok(first);
    await noteUse(db(), token.id);
    assert.equal(await lastUsed(), first, "not a write per request");
    await stage.database.advance(301_000);
    await noteUse(db(), token.id);
    assert.ok(((await lastUsed()) ?? 0) > first);
    await run((tx) => revokePersonalAccessToken(tx, robot.id, token.id, by));
    await assert.rejects(
      run((tx) => revokePersonalAccessToken(tx, robot.id, token.id, by)),
      code("unknown_resource"),
    );
    await assert.rejects(
      run((tx) =>
        createPersonalAccessToken(tx, { userId: stage.world.ada.id, name: "x", scopes: [], expiresAt: at + DAY }, by),
      ),
      code("unknown_resource"),
    );
    assert.equal(await endedPersonalAccessTokens.deleteBatch(db(), 10), 0);
    await stage.database.advance(92 * DAY);
    assert.equal(await endedPersonalAccessTokens.deleteBatch(db(), 10), 1);
  });
});
