import assert from "node:assert/strict";
import { test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { endAppSession, endAppSessionOf, listAppSessions } from "../../src/identity/sessions/app-sessions.ts";
import {
  authenticateAgain,
  endLoginSession,
  endLoginSessionOf,
  listLoginSessions,
  startLoginSession,
  touchLoginSession,
} from "../../src/identity/sessions/login-sessions.ts";
import { rotateRefreshToken } from "../../src/identity/sessions/rotate-refresh.ts";
import { spendCode } from "../../src/identity/sessions/spend-code.ts";
import { noDetail, readSubject } from "../../src/identity/sessions/subject.ts";
import { sweeps } from "../../src/services.ts";
import { sweepOnce } from "../../src/storage/sweep.ts";
import { agreed } from "../support/consent.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { by, DAY, findLoginSession, loginLifetimes, settings, signIn } from "../support/world.ts";

onEachEngine("sessions", (stage) => {
  const run = <T>(work: Parameters<typeof stage.world.storage.transaction<T>>[0]): Promise<T> =>
    stage.world.storage.transaction(work);
  const rightCode = (appSessionId: string) => ({
    appSessionId,
    applicationId: stage.world.application.id,
    redirectUri: "https://app.example/callback",
    codeChallenge: "challenge",
    most: 100,
  });
  const standingOf = (token: { id: string; appSessionId: string; loginSessionId: string | undefined }) =>
    readSubject(stage.world.storage.db, { owner: "app_session", ...token }, noDetail);
  const rowOf = (id: string) =>
    stage.world.storage.db
      .selectFrom("app_sessions")
      .select(["generation", "ended_by", "ended_at", "repeats", "idle_expires_at", "expires_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const eventsOf = async (id: string) =>
    (
      await stage.world.storage.db
        .selectFrom("events")
        .select("type")
        .where("resource_id", "=", id)
        .orderBy("id")
        .execute()
    ).map((row) => row.type);

  test("of every combination of client, redirect_uri and verifier only the right one gets tokens, and each wrong one ends the session", async () => {
    const { application: foreign } = await run((tx) =>
      createApplication(tx, { projectId: stage.world.project.id, settings: settings("web") }, by),
    );
    for (const wrongClient of [false, true]) {
      for (const wrongUri of [false, true]) {
        for (const wrongChallenge of [false, true]) {
          const { appSessionId } = await signIn(stage.world);
          const code = {
            ...rightCode(appSessionId),
            ...(wrongClient ? { applicationId: foreign.id } : {}),
            ...(wrongUri ? { redirectUri: "https://app.example/callback/" } : {}),
            ...(wrongChallenge ? { codeChallenge: "" } : {}),
          };
          const result = await spendCode(stage.world.storage, code, by);
          const right = !wrongClient && !wrongUri && !wrongChallenge;
          assert.equal(result !== "lost", right);
          assert.equal((await rowOf(appSessionId)).ended_by, right ? null : "code_misused");
          const recorded = await eventsOf(appSessionId);
          assert.deepEqual(recorded, right ? ["app_session.started"] : ["app_session.started", "app_session.ended"]);
          if (!right)
            assert.equal(
              await spendCode(stage.world.storage, rightCode(appSessionId), by),
              "lost",
              "a burnt code stays burnt",
            );
        }
      }
    }
  });

  test("a second use of a code ends the session and is on record", async () => {
    const { appSessionId, login } = await signIn(stage.world);
    assert.notEqual(await spendCode(stage.world.storage, rightCode(appSessionId), by), "lost");
    const token = { id: "t", appSessionId, loginSessionId: login.id };
    assert.equal((await standingOf(token))?.standing, "stands");
    assert.equal(await spendCode(stage.world.storage, rightCode(appSessionId), by), "lost");
    assert.equal((await standingOf(token))?.standing, "session_ended");
    assert.deepEqual(await eventsOf(appSessionId), ["app_session.started", "app_session.code_replayed"]);
  });

  test("a code that was spent and comes again is on record as that, whatever it is sent with", async () => {
    for (const wrong of [{ redirectUri: "https://app.example/callback/" }, { codeChallenge: "" }]) {
      const { appSessionId } = await signIn(stage.world);
      assert.notEqual(await spendCode(stage.world.storage, rightCode(appSessionId), by), "lost");
      assert.equal(await spendCode(stage.world.storage, { ...rightCode(appSessionId), ...wrong }, by), "lost");
      assert.deepEqual(await eventsOf(appSessionId), ["app_session.started", "app_session.code_replayed"]);
    }
  });

  test("an expired code touches nothing", async () => {
    const { appSessionId } = await signIn(stage.world);
    await stage.database.advance(60_001);
    assert.equal(await spendCode(stage.world.storage, rightCode(appSessionId), by), "lost");
    assert.equal((await rowOf(appSessionId)).ended_at, null);
  });

  const rotation = (appSessionId: string, generation: number, more = {}) => ({
    appSessionId,
    applicationId: stage.world.application.id,
    generation,
    graceMs: 60_000,
    idleMs: 30 * DAY,
    ...more,
  });
  const rotate = async (appSessionId: string, generation: number, more = {}) =>
    (await rotateRefreshToken(stage.world.storage, rotation(appSessionId, generation, more), by)).outcome;

  test("a refresh whose answer was lost can be repeated; one two generations old ends the session", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    assert.equal(await rotate(appSessionId, 0), "rotated");
    assert.equal(await rotate(appSessionId, 0), "repeated");
    assert.equal(await rotate(appSessionId, 1), "rotated");
    assert.equal(await rotate(appSessionId, 1), "repeated");
    assert.equal((await rowOf(appSessionId)).generation, 2);
    assert.equal(await rotate(appSessionId, 0), "theft");
    assert.deepEqual([(await rowOf(appSessionId)).ended_by, await rotate(appSessionId, 2)], ["refresh_theft", "lost"]);
    assert.deepEqual((await eventsOf(appSessionId)).slice(1), [
      "app_session.refresh_repeated",
      "app_session.refresh_repeated",
      "app_session.refresh_theft",
    ]);
  });

  test("after the grace window the previous refresh token is theft, and with no window at once", async () => {
    const late = await signIn(stage.world, { spent: true });
    assert.equal(await rotate(late.appSessionId, 0), "rotated");
    await stage.database.advance(60_001);
    assert.equal(await rotate(late.appSessionId, 0), "theft");
    const strict = await signIn(stage.world, { spent: true });
    assert.equal(await rotate(strict.appSessionId, 0, { graceMs: -1 }), "rotated");
    assert.equal(await rotate(strict.appSessionId, 0, { graceMs: -1 }), "theft");
  });

  test("a lost answer is given thirty times, with one event, and asking too often ends nothing", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    await rotate(appSessionId, 0);
    const outcomes: string[] = [];
    for (let i = 0; i < 32; i++) outcomes.push(await rotate(appSessionId, 0));
    assert.deepEqual(outcomes, [...Array(30).fill("repeated"), "lost", "lost"]);
    assert.equal((await eventsOf(appSessionId)).filter((type) => type === "app_session.refresh_repeated").length, 1);
    assert.equal(await rotate(appSessionId, 1), "rotated");
    assert.equal((await rowOf(appSessionId)).repeats, 0);
  });

  test("a generation that the database has lost is followed", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    assert.equal(await rotate(appSessionId, 3), "forwarded");
    assert.equal((await rowOf(appSessionId)).generation, 4);
    assert.ok((await eventsOf(appSessionId)).includes("app_session.refresh_forwarded"));
  });

  test("another client, an unspent code and an unknown session change nothing", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    assert.equal(await rotate(appSessionId, 0, { applicationId: "other" }), "lost");
    assert.equal(await rotate("none", 0), "lost");
    assert.equal((await rowOf(appSessionId)).generation, 0);
    const { appSessionId: unspent } = await signIn(stage.world);
    assert.equal(await rotate(unspent, 0), "lost");
  });

  test("rotating slides the idle expiry, never beyond the absolute one", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    for (let generation = 0; generation < 4; generation++) {
      await stage.database.advance(20 * DAY);
      assert.equal(await rotate(appSessionId, generation), "rotated");
      const row = await rowOf(appSessionId);
      assert.ok(row.idle_expires_at <= row.expires_at);
    }
    await stage.database.advance(11 * DAY);
    assert.equal(await rotate(appSessionId, 4), "lost", "ninety days are over");
  });

  test("an idle app session ends", async () => {
    const { appSessionId } = await signIn(stage.world, { spent: true });
    await stage.database.advance(30 * DAY + 1);
    assert.equal(await rotate(appSessionId, 0), "lost");
    assert.equal((await standingOf({ id: "t", appSessionId, loginSessionId: undefined }))?.standing, "session_expired");
  });

  test("every authentication step makes the cookie from before it worthless", async () => {
    const { login } = await signIn(stage.world);
    await stage.database.advance(5_000);
    const stepped = await run((tx) =>
      authenticateAgain(tx, login, { amr: ["pwd", "otp"], idleMs: loginLifetimes.idleMs }),
    );
    assert.ok(stepped && stepped.authenticatedAt > login.authenticatedAt);
    assert.equal(await findLoginSession(stage.world.storage.db, login), undefined);
    assert.deepEqual((await findLoginSession(stage.world.storage.db, stepped))?.amr, ["pwd", "otp"]);
  });

  test("a login session ends when it is idle, when it is old, and when somebody ends it", async () => {
    const idle = (await signIn(stage.world)).login;
    await stage.database.advance(6 * DAY);
    await touchLoginSession(stage.world.storage.db, idle.id, loginLifetimes.idleMs);
    await stage.database.advance(6 * DAY);
    assert.ok(await findLoginSession(stage.world.storage.db, idle), "it was used in between");
    await stage.database.advance(1 * DAY + 1);
    assert.equal(await findLoginSession(stage.world.storage.db, idle), undefined);

    const old = (await signIn(stage.world)).login;
    for (let day = 0; day < 29; day++) {
      await stage.database.advance(DAY);
      await touchLoginSession(stage.world.storage.db, old.id, loginLifetimes.idleMs);
    }
    assert.ok(await findLoginSession(stage.world.storage.db, old));
    await stage.database.advance(DAY + 1);
    assert.equal(await findLoginSession(stage.world.storage.db, old), undefined);

    const ended = (await signIn(stage.world)).login;
    assert.equal(await run((tx) => endLoginSession(tx, ended.id, by)), "won");
    assert.equal(await run((tx) => endLoginSession(tx, ended.id, by)), "lost");
    assert.equal(await findLoginSession(stage.world.storage.db, ended), undefined);
  });

  test("nobody is signed in who does not exist, or is a service", async () => {
    const input = { amr: ["pwd"], userAgent: "", lifetimes: loginLifetimes };
    assert.equal(await run((tx) => startLoginSession(tx, { userId: "nobody", ...input }, by)), undefined);
  });

  test("the lists show what stands and nothing else", async () => {
    const { login, appSessionId } = await signIn(stage.world, { userId: stage.world.ada.id, spent: true });
    const loginIds = async () =>
      (await listLoginSessions(stage.world.storage.db, stage.world.ada.id)).map((session) => session.id);
    const appIds = async () =>
      (await listAppSessions(stage.world.storage.db, stage.world.ada.id)).map((session) => session.id);
    assert.ok((await loginIds()).includes(login.id) && (await appIds()).includes(appSessionId));
    assert.equal(await run((tx) => endAppSession(tx, appSessionId, "ended_by_user", by)), "won");
    assert.equal(await run((tx) => endAppSession(tx, appSessionId, "ended_by_user", by)), "lost");
    await run((tx) => endLoginSession(tx, login.id, by));
    assert.ok(!(await loginIds()).includes(login.id) && !(await appIds()).includes(appSessionId));
  });

  test("a list of sessions says where, since when, until when and what for", async () => {
    const { ada, application } = stage.world;
    const { login, appSessionId } = await signIn(stage.world, { scopes: ["openid", "email"], spent: true });
    const [app] = await listAppSessions(stage.world.storage.db, ada.id);
    const row = await rowOf(appSessionId);
    assert.deepEqual(app, {
      id: appSessionId,
      applicationId: application.id,
      applicationName: application.name,
      loginSessionId: login.id,
      scopes: ["openid", "email"],
      createdAt: app?.createdAt,
      authenticatedAt: login.authenticatedAt,
      lastUsedAt: app?.createdAt,
      idleExpiresAt: row.idle_expires_at,
      expiresAt: row.expires_at,
    });
    const [listed] = await listLoginSessions(stage.world.storage.db, ada.id);
    assert.deepEqual(listed, login);
    assert.equal(login.idleExpiresAt, login.createdAt + loginLifetimes.idleMs);
    assert.equal(login.expiresAt, login.createdAt + loginLifetimes.absoluteMs);
  });

  test("a session is ended by its user's name and its own: somebody else's stays, and the second time nothing ends", async () => {
    const { ada, bob } = stage.world;
    const { login, appSessionId } = await signIn(stage.world);
    const events = async () => [...(await eventsOf(login.id)), ...(await eventsOf(appSessionId))];
    const before = await events();
    for (const userId of [bob.id, "nobody", ""]) {
      assert.equal(await run((tx) => endLoginSessionOf(tx, userId, login.id, by)), "lost");
      assert.equal(await run((tx) => endAppSessionOf(tx, userId, appSessionId, by)), "lost");
    }
    assert.deepEqual(await events(), before);
    for (const [end, id] of [
      [endLoginSessionOf, login.id],
      [endAppSessionOf, appSessionId],
    ] as const) {
      const results = await Promise.all(Array.from({ length: 10 }, () => run((tx) => end(tx, ada.id, id, by))));
      assert.equal(results.filter((result) => result === "won").length, 1);
      assert.equal(await run((tx) => end(tx, ada.id, "nothing", by)), "lost");
    }
    assert.deepEqual(await events(), [
      "login_session.started",
      "login_session.ended",
      "app_session.started",
      "app_session.ended",
    ]);
    assert.equal((await rowOf(appSessionId)).ended_by, "ended_by_manager");
    const own = await signIn(stage.world);
    const themselves = { actor: { kind: "user", id: ada.id } } as const;
    assert.equal(await run((tx) => endAppSessionOf(tx, ada.id, own.appSessionId, themselves)), "won");
    assert.equal((await rowOf(own.appSessionId)).ended_by, "ended_by_user");
  });

  test("the sweep removes what is over and keeps what is not", async () => {
    const old = await signIn(stage.world);
    await stage.database.advance(31 * DAY);
    const current = await signIn(stage.world);
    await sweepOnce(stage.world.storage.db, sweeps);
    const ids = async (table: "login_sessions" | "app_sessions") =>
      (await stage.world.storage.db.selectFrom(table).select("id").execute()).map((row) => row.id);
    assert.ok(
      !(await ids("login_sessions")).includes(old.login.id) && !(await ids("app_sessions")).includes(old.appSessionId),
    );
    assert.ok(
      (await ids("login_sessions")).includes(current.login.id) &&
        (await ids("app_sessions")).includes(current.appSessionId),
    );
  });
});

onEachEngine("who may sign in at an application", (stage) => {
  test("users of another organization may not, unless the project lets everyone in", async () => {
    await assert.rejects(signIn(stage.world, { userId: stage.world.bob.id }), /no app session/);
    await stage.world.storage.db
      .updateTable("projects")
      .set({ project_check: 0 })
      .where("id", "=", stage.world.project.id)
      .execute();
    const { storage, bob, application } = stage.world;
    await assert.rejects(signIn(stage.world, { userId: bob.id }), /no app session/, "they have not agreed");
    const consentId = await storage.transaction((tx) =>
      agreed(tx, bob.id, application.id, ["openid", "offline_access"]),
    );
    assert.ok((await signIn(stage.world, { userId: bob.id, consentId })).appSessionId);
  });
});
