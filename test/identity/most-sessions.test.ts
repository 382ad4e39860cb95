/** How many sessions there are of one person at one application, whatever somebody asks for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listAppSessions } from "../../src/identity/sessions/app-sessions.ts";
import { endSurplus, isNearMostSessions } from "../../src/identity/sessions/most-sessions.ts";
import { spendCode } from "../../src/identity/sessions/spend-code.ts";
import { createHuman } from "../../src/identity/users/humans.ts";
import { sweeps } from "../../src/services.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { by, DAY, signIn } from "../support/world.ts";

const MINUTE = 60_000;
const MOST = 5;

onEachEngine("many sessions of one person", (stage) => {
  let people = 0;
  const person = async () => {
    const userName = `p${++people}`;
    const { acme, storage } = stage.world;
    return (
      await storage.transaction((tx) =>
        createHuman(tx, { organizationId: acme.id, userName, email: `${userName}@mail.example` }, by),
      )
    ).id;
  };
  /** A code that waits. */
  const ask = async (userId: string) => (await signIn(stage.world, { userId })).appSessionId;
  const spend = async (appSessionId: string) => {
    const spent = await spendCode(
      stage.world.storage,
      {
        appSessionId,
        applicationId: stage.world.application.id,
        redirectUri: "https://app.example/callback",
        codeChallenge: "challenge",
        most: MOST,
      },
      by,
    );
    assert.ok(spent !== "lost");
    return spent;
  };
  const tidy = (userId: string) =>
    stage.world.storage.transaction((tx) =>
      endSurplus(tx, { userId, applicationId: stage.world.application.id }, MOST, by),
    );
  const rowsOf = (userId: string) =>
    stage.world.storage.db
      .selectFrom("app_sessions")
      .select(["id", "ended_by"])
      .where("user_id", "=", userId)
      .orderBy("id")
      .execute();
  const livingOf = async (userId: string) =>
    (await rowsOf(userId)).filter((row) => row.ended_by === null).map((row) => row.id);

  test("beyond the most, the one that was unused for the longest time ends, with an event that says why", async () => {
    const userId = await person();
    const ids: string[] = [];
    for (let n = 0; n < MOST; n++) {
      ids.push(await ask(userId));
      await spend(ids.at(-1) ?? "");
      await stage.database.advance(1_000);
    }
    assert.equal(await tidy(userId), 0, "as many as there may be are left alone");
    const [first = "", second = ""] = ids;
    // The oldest was used just now.
    await stage.world.storage.db
      .updateTable("app_sessions")
      .set((eb) => ({ rotated_at: eb("rotated_at", "+", MINUTE) }))
      .where("id", "=", first)
      .execute();
    const another = await ask(userId);
    const { others } = await spend(another);
    assert.equal(others, MOST);
    assert.ok(isNearMostSessions(others, MOST));
    assert.equal(await tidy(userId), 1);
    assert.deepEqual((await livingOf(userId)).toSorted(), [first, ...ids.slice(2), another].toSorted());
    const event = await stage.world.storage.db
      .selectFrom("events")
      .select(["type", "detail"])
      .where("resource_id", "=", second)
      .where("type", "=", "app_session.ended")
      .executeTakeFirstOrThrow();
    assert.equal(JSON.parse(event.detail).reason, "too_many");
  });

  test("codes that nobody spends push nobody out, are not listed, and are gone an hour after they expired", async () => {
    const userId = await person();
    const used = await ask(userId);
    await spend(used);
    for (let n = 0; n < 4 * MOST; n++) await ask(userId);
    const last = await ask(userId);
    assert.equal((await spend(last)).others, 1);
    assert.equal(await tidy(userId), 0);
    assert.deepEqual(
      (await listAppSessions(stage.world.storage.db, userId)).map(({ id }) => id).toSorted(),
      [used, last].toSorted(),
    );

    await stage.database.advance(30 * MINUTE);
    await sweepOnce(stage.world.storage.db, sweeps);
    assert.equal((await rowsOf(userId)).length, 4 * MOST + 2, "for a while a late code is still recognised");
    await stage.database.advance(45 * MINUTE);
    await sweepOnce(stage.world.storage.db, sweeps);
    assert.deepEqual(
      (await rowsOf(userId)).map(({ id }) => id),
      [used, last].toSorted(),
    );
  });

  test("of two codes that are spent at once, no more stay than there may be", async () => {
    for (let round = 0; round < 5; round++) {
      const userId = await person();
      for (let n = 0; n < MOST; n++) await spend(await ask(userId));
      const both = [await ask(userId), await ask(userId)];
      const ended = await Promise.all(
        both.map(async (id) => {
          await spend(id);
          return tidy(userId);
        }),
      );
      assert.equal((await livingOf(userId)).length, MOST);
      assert.equal(
        ended.reduce((sum, count) => sum + count, 0),
        2,
        "each ended once",
      );
      for (const id of both) assert.ok((await livingOf(userId)).includes(id), "the new ones stay");
    }
  });

  test("an ended one leaves no row behind, and the sessions of others count for nobody else", async () => {
    const [userId, other] = [await person(), await person()];
    for (let n = 0; n < 3 * MOST; n++) await spend(await ask(userId));
    const { others } = await spend(await ask(other));
    assert.equal(others, 0);
    await tidy(userId);
    assert.equal((await rowsOf(userId)).length, 3 * MOST);
    await stage.database.advance(61 * MINUTE);
    await sweepOnce(stage.world.storage.db, sweeps);
    assert.equal((await rowsOf(userId)).length, MOST);
    assert.equal((await rowsOf(other)).length, 1);
    await stage.database.advance(40 * DAY);
  });
});
