import assert from "node:assert/strict";
import { test } from "node:test";
import { v7 as newId } from "uuid";
import { type FactorKind, listFactors, removeAllFactors, removeFactor } from "../../src/identity/users/factors.ts";
import { deleteUser } from "../../src/identity/users/users.ts";
import { now } from "../../src/storage/now.ts";
import { dump } from "../support/dump.ts";
import { code, onEachEngine } from "../support/each-engine.ts";
import { insertUser } from "../support/identity.ts";
import { by, findLoginSession, signIn } from "../support/world.ts";

onEachEngine("second factors", (stage) => {
  const db = () => stage.world.storage.db;
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const kinds: FactorKind[] = ["passkey", "totp", "email_code", "recovery_codes"];
  const add = async (userId: string, kind: FactorKind) => {
    const id = newId();
    await db()
      .insertInto("factors")
      .values({
        id,
        user_id: userId,
        kind,
        name: `My ${kind}`,
        data: "{}",
        sealed: null,
        master_key_id: null,
        created_at: now,
      })
      .execute();
    return id;
  };
  const removals = async (userId: string) => {
    const rows = await db()
      .selectFrom("events")
      .select("detail")
      .where("resource_id", "=", userId)
      .where("type", "=", "user_factor.removed")
      .orderBy("id")
      .execute();
    return rows.map((row) => JSON.parse(row.detail));
  };
  const epochOf = async (userId: string) =>
    (await db().selectFrom("users").select("epoch").where("id", "=", userId).executeTakeFirst())?.epoch;

  test("are listed with what may be known of them, oldest first", async () => {
    const userId = await insertUser(db(), stage.world.acme.id);
    assert.deepEqual(await listFactors(db(), userId), []);
    const ids: string[] = [];
    for (const kind of kinds) ids.push(await add(userId, kind));
    const listed = await listFactors(db(), userId);
    assert.deepEqual(
      listed.map(({ createdAt, ...rest }) => rest),
      kinds.map((kind, i) => ({ id: ids[i], kind, name: `My ${kind}`, lastUsedAt: null })),
    );
    assert.ok(listed.every(({ createdAt }) => createdAt > 0));
    await run((tx) => deleteUser(tx, userId, by));
    assert.deepEqual(await listFactors(db(), userId), []);
  });

  test("removing one ends every session, and is one event", async () => {
    const { ada } = stage.world;
    const [first, second] = [await add(ada.id, "passkey"), await add(ada.id, "totp")];
    const { login } = await signIn(stage.world);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => run((tx) => removeFactor(tx, ada.id, { factorId: first }, by))),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal(await findLoginSession(db(), login), undefined);
    assert.deepEqual(await removals(ada.id), [{ factors: [{ id: first, kind: "passkey", name: "My passkey" }] }]);
    assert.deepEqual(
      (await listFactors(db(), ada.id)).map(({ id }) => id),
      [second],
    );
  });

  test("removing all of them is one event; where there are none, nothing changes", async () => {
    const userId = await insertUser(db(), stage.world.acme.id);
    for (const kind of kinds) await add(userId, kind);
    const epoch = (await epochOf(userId)) ?? 0;
    assert.equal(await run((tx) => removeAllFactors(tx, userId, by)), 4);
    assert.deepEqual(await listFactors(db(), userId), []);
    assert.equal(await epochOf(userId), epoch + 1);
    const [removal] = await removals(userId);
    assert.deepEqual(new Set(removal.factors.map(({ kind }: { kind: string }) => kind)), new Set(kinds));
    const before = await dump(stage.world.storage);
    assert.equal(await run((tx) => removeAllFactors(tx, userId, by)), 0);
    assert.deepEqual(await dump(stage.world.storage), before);
  });

  test("nobody's factor is removed through somebody else, nor one that is not there", async () => {
    const { ada, bob } = stage.world;
    const id = await add(ada.id, "totp");
    const before = await dump(stage.world.storage);
    for (const [userId, factorId] of [
      [bob.id, id],
      [ada.id, "nothing"],
      ["nobody", id],
    ] as const) {
      await assert.rejects(
        run((tx) => removeFactor(tx, userId, { factorId }, by)),
        code("unknown_resource", /no factor/),
      );
    }
    await assert.rejects(
      run((tx) => removeAllFactors(tx, "nobody", by)),
      code("unknown_resource", /no user/),
    );
    assert.deepEqual(await dump(stage.world.storage), before);
  });
});
