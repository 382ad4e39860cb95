import assert from "node:assert/strict";
import { test } from "node:test";
import { managementToken } from "../support/api.ts";
import { authorizeUrl, basic, CALLBACK, PASSWORD, post, signInAs } from "../support/idp.ts";
import { signIn } from "../support/world.ts";
import { atAcme, counts, eventsOf, type Made, makePerson, makeRobot } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

onEachApi("sessions over the API", (stage) => {
  const idp = () => stage.api.idp;

  /** By the browser, at the web application, to the tokens. */
  async function signInFully({ userName }: Made): Promise<{ access: unknown; refresh: string }> {
    const browser = idp().browser();
    const parameters = { scope: "openid offline_access" };
    const page = await browser.visit(authorizeUrl(idp(), { client: idp().web, parameters }));
    const seen = await signInAs(browser, page, `${userName}@${idp().world.acme.domain}`);
    const code = new URL(seen.url).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const { json } = await post(idp(), "/oauth/v2/token", form, { authorization: basic(idp().web) });
    assert.ok(await counts(stage, json.access_token));
    return { access: json.access_token, refresh: String(json.refresh_token) };
  }

  async function canRefresh(refresh: string): Promise<boolean> {
    const form = { grant_type: "refresh_token", refresh_token: refresh };
    return (await post(idp(), "/oauth/v2/token", form, { authorization: basic(idp().web) })).status === 200;
  }

  async function recorded(resourceId: string): Promise<[string, string | null, unknown][]> {
    const { db } = idp().node.services.storage;
    const rows = await db
      .selectFrom("events")
      .selectAll()
      .where("resource_id", "=", resourceId)
      .orderBy("id")
      .execute();
    return rows.map(({ type, actor_id, detail }) => [type, actor_id, JSON.parse(detail).reason]);
  }

  test("sessions are listed with where, how and until when, and nothing that opens them", async () => {
    const person = await makePerson(stage, { password: PASSWORD });
    assert.deepEqual((await stage.acmeOwner.get(`${person.path}/sessions`)).json, {
      loginSessions: [],
      appSessions: [],
    });
    await signInFully(person);
    const { json, body } = await stage.acmeOwner.get(`${person.path}/sessions`);
    const [[login, ...noLogin], [app, ...noApp]] = [json.loginSessions, json.appSessions];
    assert.deepEqual([noLogin, noApp], [[], []]);
    assert.deepEqual(Object.keys(login).toSorted(), [
      ...["amr", "authenticatedAt", "createdAt", "expiresAt", "id", "idleExpiresAt", "lastUsedAt", "userAgent"],
    ]);
    assert.deepEqual(login.amr, ["pwd"]);
    assert.deepEqual(
      [app.applicationId, app.applicationName, app.loginSessionId],
      [idp().web.application.id, "App", login.id],
    );
    assert.deepEqual(app.scopes, ["openid", "offline_access"]);
    for (const session of [login, app]) assert.ok(Date.parse(session.idleExpiresAt) <= Date.parse(session.expiresAt));
    assert.doesNotMatch(body, /nonce|challenge|redirect|epoch|generation|sg[a-z]_/);
    assertProblem(await stage.otherOwner.get(`${person.path}/sessions`), 404, "unknown_resource");
  });

  test("a browser is named in plain words where it is one that is known, and only there", async () => {
    const person = await makePerson(stage, { password: PASSWORD });
    await signInFully(person);
    const named = {
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0": {
        name: "Firefox",
        system: "Windows",
      },
      "Mozilla/5.0 Firefox/140.0": { name: "Firefox" },
      "Chromelike; you have won; Windows": undefined,
      "": undefined,
    };
    for (const [userAgent, browser] of Object.entries(named)) {
      const { db } = idp().node.services.storage;
      await db.updateTable("login_sessions").set({ user_agent: userAgent }).where("user_id", "=", person.id).execute();
      const [login] = (await stage.acmeOwner.get(`${person.path}/sessions`)).json.loginSessions;
      assert.deepEqual([login.userAgent, login.browser], [userAgent, browser]);
      const { items } = (await stage.acmeOwner.get(`${person.path}/access`)).json;
      const access = items.filter((item: { browser?: unknown }) => "browser" in item);
      const expected = browser === undefined ? [] : [["login_session", userAgent, browser]];
      assert.deepEqual(
        access.map((item: { kind: string; name: string; browser: unknown }) => [item.kind, item.name, item.browser]),
        expected,
      );
    }
  });

  test("ending a login session ends the access tokens of that browser, once, and nobody else's", async () => {
    const [person, other] = [
      await makePerson(stage, { password: PASSWORD }),
      await makePerson(stage, { password: PASSWORD }),
    ];
    const [first, second, others] = [await signInFully(person), await signInFully(person), await signInFully(other)];
    const [, oldest] = (await stage.acmeOwner.get(`${person.path}/sessions`)).json.loginSessions;
    const path = `${person.path}/login-sessions/${oldest.id}`;
    assert.equal(
      (await unchanged(stage.api, () => stage.acmeOwner.delete(path.replace(person.id, other.id)))).status,
      204,
    );
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    assert.deepEqual([await counts(stage, first.access), await counts(stage, second.access)], [false, true]);
    assert.equal(await counts(stage, others.access), true);
    // OpenID Connect Core §11: offline access is ended with the app session.
    assert.equal(await canRefresh(first.refresh), true);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(path))).status, 204);
    assert.deepEqual(await recorded(oldest.id), [
      ["login_session.started", person.id, undefined],
      ["login_session.ended", stage.acmeOwner.userId, undefined],
    ]);
  });

  test("ending an app session ends every token that it gave, with the reason", async () => {
    const [person, other] = [await makePerson(stage, { password: PASSWORD }), await makePerson(stage)];
    const { access, refresh } = await signInFully(person);
    const [app] = (await stage.acmeOwner.get(`${person.path}/sessions`)).json.appSessions;
    const path = `${person.path}/app-sessions/${app.id}`;
    assert.equal(
      (await unchanged(stage.api, () => stage.acmeOwner.delete(path.replace(person.id, other.id)))).status,
      204,
    );
    assert.equal((await stage.acmeOwner.delete(path)).status, 204);
    assert.deepEqual([await counts(stage, access), await canRefresh(refresh)], [false, false]);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(path))).status, 204);
    const ended = (await recorded(app.id)).at(-1);
    assert.deepEqual(ended, ["app_session.ended", stage.acmeOwner.userId, "ended_by_manager"]);
  });

  test("signing a person out ends everything everywhere, with one event; they can sign in again", async () => {
    const person = await makePerson(stage, { password: PASSWORD });
    const [first, second] = [await signInFully(person), await signInFully(person)];
    const done = await stage.acmeOwner.post(`${person.path}/sign-out`);
    assert.deepEqual([done.status, done.body], [204, ""]);
    for (const { access, refresh } of [first, second]) {
      assert.deepEqual([await counts(stage, access), await canRefresh(refresh)], [false, false]);
    }
    assert.deepEqual((await stage.acmeOwner.get(`${person.path}/sessions`)).json, {
      loginSessions: [],
      appSessions: [],
    });
    assert.deepEqual(
      (await eventsOf(stage, person.id)).map(({ type }) => type),
      ["user.created", "user_sessions.ended"],
    );
    await signInFully(person);
  });

  test("locking and deactivating end sessions too, and coming back does not bring them back", async () => {
    const person = await makePerson(stage, { password: PASSWORD });
    for (const [away, back] of [
      ["lock", "unlock"],
      ["deactivate", "activate"],
    ]) {
      const { access, refresh } = await signInFully(person);
      await stage.acmeOwner.post(`${person.path}/${away}`);
      assert.equal(await counts(stage, access), false);
      await stage.acmeOwner.post(`${person.path}/${back}`);
      assert.deepEqual([await counts(stage, access), await canRefresh(refresh)], [false, false]);
    }
  });

  test("every token of a service user ends, personal ones too; its secret gets new ones", async () => {
    const robot = await makeRobot(stage);
    const { secret } = (await stage.acmeOwner.post(`${robot.path}/regenerate-secret`)).json;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const personal = await stage.acmeOwner.post(`${robot.path}/personal-access-tokens`, {
      name: "CI",
      scopes: ["openid"],
      expiresAt,
    });
    const token = await managementToken(idp(), robot.id, secret, "openid");
    assert.deepEqual([await counts(stage, token), await counts(stage, personal.json.token)], [true, true]);
    assert.equal((await stage.acmeOwner.post(`${robot.path}/sign-out`)).status, 204);
    assert.deepEqual([await counts(stage, token), await counts(stage, personal.json.token)], [false, false]);
    assert.equal(await counts(stage, await managementToken(idp(), robot.id, secret, "openid")), true);
    assert.equal((await stage.acmeOwner.post(`${robot.path}/sign-out`)).status, 204);
    const events = (await eventsOf(stage, robot.id)).map(({ type }) => type).slice(3);
    assert.deepEqual(events, ["user_sessions.ended", "personal_access_token.revoked", "user_sessions.ended"]);
  });

  test("who is elsewhere, or may only see, ends nothing", async () => {
    const [person, robot, viewer] = [
      await makePerson(stage),
      await makeRobot(stage),
      await atAcme(stage, "ORG_OWNER_VIEWER"),
    ];
    const { login, appSessionId } = await signIn(idp().world, { userId: person.id });
    assert.equal((await viewer.get(`${person.path}/sessions`)).json.loginSessions.length, 1);
    for (const [manager, status, code] of [
      [stage.otherOwner, 404, "unknown_resource"],
      [viewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, async () => [
        await manager.delete(`${person.path}/login-sessions/${login.id}`),
        await manager.delete(`${person.path}/app-sessions/${appSessionId}`),
        await manager.post(`${person.path}/sign-out`),
        await manager.post(`${robot.path}/sign-out`),
      ]);
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });
});
