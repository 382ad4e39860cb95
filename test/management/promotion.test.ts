/**
 * Whoever managed an account before it became a manager may have left something in it. What was planted is dead once
 * the role is given, unless whoever gives it keeps it; and what stays is shown, with who made it, to whoever may see
 * credentials.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PasskeyStage } from "../people/passkey-stage.ts";
import { MANAGEMENT_SCOPE, type Manager, managementToken } from "../support/api.ts";
import { authorizeUrl, basic, CALLBACK, PASSWORD, post, type Registered, signInAs } from "../support/idp.ts";
import { DAY } from "../support/world.ts";
import { atAcme, counts, eventsOf, type Made, makePerson, makeRobot, withPassword } from "./people.ts";
import { publicKey } from "./role-matrix/keys.ts";
import { type ApiStage, assertProblem, onEachApi } from "./stage.ts";

const inOneDay = () => new Date(Date.now() + DAY).toISOString();

interface Planted {
  readonly personal: string;
  readonly bySecret: string;
  readonly secret: string;
}

/**
 * What a user manager can leave in a service user: a token that works by itself, one that was got with a secret, and a
 * key.
 */
async function plant({ api }: ApiStage, planter: Manager, robot: Made): Promise<Planted> {
  const token = { name: "backup", scopes: MANAGEMENT_SCOPE.split(" "), expiresAt: inOneDay() };
  const made = await planter.post(`${robot.path}/personal-access-tokens`, token);
  assert.equal(made.status, 201, made.body);
  const { secret } = (await planter.post(`${robot.path}/regenerate-secret`)).json;
  assert.equal((await planter.post(`${robot.path}/keys`, { publicKey: publicKey() })).status, 201);
  return { personal: made.json.token, secret, bySecret: await managementToken(api.idp, robot.id, secret) };
}

onEachApi("what an account already has when it becomes a manager", (stage) => {
  const acme = () => stage.api.idp.world.acme;
  const places = () =>
    ({ IAM_OWNER: "/instance/managers", ORG_OWNER: `/organizations/${acme().id}/managers` }) as const;
  const statusOf = async (token: string) => (await stage.api.call("GET", "/me", token)).status;
  /** As a token; what its owner may do with it is another question. */
  const lives = async (token: string) => (await statusOf(token)) !== 401;
  const give = async (path: string, userId: string, role: string, more = {}) => {
    const answer = await stage.owner.post(path, { userId, role, ...more });
    assert.equal(answer.status, 201, answer.body);
    return answer.json;
  };
  const addedBy = async (managerId: string): Promise<Record<string, unknown>> => {
    const { db } = stage.api.idp.node.services.storage;
    const row = await db
      .selectFrom("events")
      .select("detail")
      .where("resource_id", "=", managerId)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.detail);
  };
  const signIn = async ({ userName }: Made, client: Registered, scope: string) => {
    const browser = stage.api.idp.browser();
    const url = authorizeUrl(stage.api.idp, { client, parameters: { scope } });
    const page = await signInAs(browser, await browser.visit(url), `${userName}@${acme().domain}`);
    const code = new URL(page.url).searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: CALLBACK };
    const { json, body } = await post(stage.api.idp, "/oauth/v2/token", form, { authorization: basic(client) });
    assert.ok(json.access_token, body);
    return { browser, accessToken: String(json.access_token), refreshToken: String(json.refresh_token) };
  };
  const refresh = (client: Registered, refreshToken: string) =>
    post(
      stage.api.idp,
      "/oauth/v2/token",
      { grant_type: "refresh_token", refresh_token: refreshToken },
      { authorization: basic(client) },
    );
  const silently = async (browser: Awaited<ReturnType<typeof signIn>>["browser"]) => {
    const { idp } = stage.api;
    const page = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none" } }));
    return new URL(page.url).searchParams.get("error") ?? "in";
  };

  for (const role of ["IAM_OWNER", "ORG_OWNER"] as const) {
    test(`what a user manager planted in a service user is dead once it is ${role}, and its key is shown with the planter`, async () => {
      const planter = await atAcme(stage, "ORG_USER_MANAGER");
      const robot = await makeRobot(stage);
      const { personal, bySecret, secret } = await plant(stage, planter, robot);
      const listed = (await stage.owner.get(`${robot.path}/access`)).json.items;
      assert.deepEqual(listed.map(({ kind }: { kind: string }) => kind).toSorted(), [
        "key",
        "personal_access_token",
        "secret",
      ]);
      for (const { createdBy, createdAt } of listed) {
        assert.deepEqual([createdBy.kind, createdBy.id], ["service_user", planter.userId]);
        assert.match(createdBy.loginName, /^manager-/);
        assert.ok(Date.parse(createdAt) > 0);
      }

      const { id, ended } = await give(places()[role], robot.id, role);
      assert.deepEqual(ended, { loginSessions: 0, appSessions: 0, personalAccessTokens: 1 });
      assert.deepEqual((await addedBy(id)).ended, ended);
      assert.equal(await lives(personal), false);
      assert.equal(await lives(bySecret), false);
      assert.ok((await eventsOf(stage, robot.id)).some(({ type }) => type === "personal_access_token.revoked"));
      const left = (await stage.owner.get(`${robot.path}/access`)).json.items;
      assert.deepEqual(
        left.map(({ kind }: { kind: string }) => kind).toSorted(),
        ["key", "secret"],
        "these are shown, and ended by hand",
      );
      assert.equal(
        await lives(await managementToken(stage.api.idp, robot.id, secret)),
        true,
        "the program itself goes on",
      );
      for (const { kind, id: keyId } of left) {
        const path = kind === "key" ? `${robot.path}/keys/${keyId}` : `${robot.path}/secret`;
        assert.equal((await stage.owner.delete(path)).status, 204);
      }
      assert.deepEqual((await stage.owner.get(`${robot.path}/access`)).json.items, []);
      // From now on the planter is kept out as from every manager's account.
      assertProblem(await planter.post(`${robot.path}/regenerate-secret`), 403, "permission_missing");
    });

    test(`with keepSessions everything lives on in whoever becomes ${role}, and the log says so`, async () => {
      const robot = await makeRobot(stage);
      const { personal, bySecret } = await plant(stage, await atAcme(stage, "ORG_USER_MANAGER"), robot);
      const made = await give(places()[role], robot.id, role, { keepSessions: true });
      assert.equal(made.ended, undefined);
      assert.equal((await addedBy(made.id)).keptSessions, true);
      assert.equal(await lives(personal), true);
      assert.equal(await lives(bySecret), true);
    });

    test(`a person who becomes ${role} signs in again: what was opened in their account before is over, everywhere`, async () => {
      const { web } = stage.api.idp;
      const person = await makePerson(stage, { ...withPassword(), email: `${Math.random()}@mail.example` });
      const planted = await signIn(person, web, "openid offline_access");
      assert.equal(await silently(planted.browser), "in");
      const { ended } = await give(places()[role], person.id, role);
      assert.deepEqual([ended.loginSessions, ended.personalAccessTokens], [1, 0]);
      assert.ok(ended.appSessions >= 1);
      assert.equal(await counts(stage, planted.accessToken), false);
      assert.equal((await refresh(web, planted.refreshToken)).status, 400);
      assert.equal(await silently(planted.browser), "login_required");
      await signIn(person, web, "openid");

      const other = await makePerson(stage, withPassword());
      const kept = await signIn(other, web, "openid offline_access");
      await give(places()[role], other.id, role, { keepSessions: true });
      assert.equal(await counts(stage, kept.accessToken), true);
      assert.equal(await silently(kept.browser), "in");
    });
  }

  test("roles at projects and in other organizations end nothing", async () => {
    const person = await makePerson(stage, withPassword());
    const { accessToken } = await signIn(person, stage.api.idp.web, "openid");
    const robot = await makeRobot(stage);
    const { personal } = await plant(stage, stage.acmeOwner, robot);
    const { other, project } = stage.api.idp.world;
    for (const userId of [person.id, robot.id]) {
      const project_ = await give(`/projects/${project.id}/managers`, userId, "PROJECT_OWNER_VIEWER");
      const elsewhere = await give(`/organizations/${other.id}/managers`, userId, "ORG_OWNER_VIEWER");
      for (const made of [project_, elsewhere]) {
        assert.equal(made.ended, undefined);
        assert.equal((await addedBy(made.id)).keptSessions, undefined);
      }
    }
    assert.equal(await counts(stage, accessToken), true);
    assert.equal(await lives(personal), true);
  });

  test("who gives themselves a role goes on", async () => {
    const manager = await stage.api.manager([{ role: "IAM_OWNER", place: { level: "iam" } }]);
    const made = await manager.post("/instance/managers", { userId: manager.userId, role: "IAM_OWNER_VIEWER" });
    assert.equal(made.status, 201, made.body);
    assert.equal(made.json.ended, undefined);
    assert.equal((await manager.get("/me")).status, 200);
  });

  test("a role that is refused ends nothing", async () => {
    const robot = await makeRobot(stage);
    const { personal } = await plant(stage, stage.acmeOwner, robot);
    const weak = await atAcme(stage, "ORG_USER_MANAGER");
    assertProblem(
      await weak.post(places().ORG_OWNER, { userId: robot.id, role: "ORG_OWNER" }),
      403,
      "permission_missing",
    );
    assertProblem(
      await stage.acmeOwner.post(places().IAM_OWNER, { userId: robot.id, role: "IAM_OWNER" }),
      403,
      "permission_missing",
    );
    assertProblem(
      await stage.owner.post(places().ORG_OWNER, { userId: robot.id, role: "ORG_OWNER", keepSessions: "yes" }),
      400,
      "invalid_input",
    );
    assert.equal(await lives(personal), true);
  });

  test("of tokens that are made while the role is given, none is left afterwards", async () => {
    const planter = await atAcme(stage, "ORG_USER_MANAGER");
    for (let round = 0; round < 5; round++) {
      const robot = await makeRobot(stage);
      const body = { name: "race", scopes: MANAGEMENT_SCOPE.split(" "), expiresAt: inOneDay() };
      const [, ...answers] = await Promise.all([
        give(places().ORG_OWNER, robot.id, "ORG_OWNER"),
        ...Array.from({ length: 8 }, () => planter.post(`${robot.path}/personal-access-tokens`, body)),
      ]);
      for (const { status, json } of answers) {
        assert.ok([201, 403].includes(status), String(status));
        if (status === 201) assert.equal(await lives(json.token), false);
      }
    }
  });

  test("a person's address, password, passkeys and sessions are shown with who made them, and nothing of what they are", async () => {
    const planter = await atAcme(stage, "ORG_USER_MANAGER");
    const person = await makePerson(stage, { email: "own@mail.example" });
    const { idp } = stage.api;
    assert.equal((await planter.put(`${person.path}/password`, { password: PASSWORD })).status, 204);
    assert.equal(
      (await planter.put(`${person.path}/email`, { email: "planted@mail.example", verified: true })).status,
      200,
    );
    await signIn(person, idp.web, "openid");
    const passkeys = new PasskeyStage(idp);
    await passkeys.passkeyOf({ ...idp.world.ada, id: person.id });
    const { json, body } = await stage.owner.get(`${person.path}/access`);
    const of = (kind: string) => json.items.find((item: { kind: string }) => item.kind === kind);
    assert.deepEqual([of("email").name, of("email").createdBy.id], ["planted@mail.example", planter.userId]);
    assert.equal(of("password").createdBy.id, planter.userId);
    assert.deepEqual(of("passkey").createdBy, { kind: "system" });
    for (const kind of ["login_session", "app_session"]) assert.equal(of(kind).createdBy.id, person.id);
    assert.doesNotMatch(body, /hash|public|credential|argon2|secret/i);

    await idp.node.services.storage.db.deleteFrom("events").where("resource_id", "=", person.id).execute();
    const forgotten = (await stage.owner.get(`${person.path}/access`)).json.items;
    assert.equal(
      forgotten.find((item: { kind: string }) => item.kind === "password").createdBy,
      undefined,
      "the log does not go back so far",
    );
  });

  test("whoever is named who lives where the caller sees nobody is named by id alone", async () => {
    const robot = await makeRobot(stage);
    const role = { role: "ORG_USER_MANAGER", place: { level: "organization", organizationId: acme().id } } as const;
    const outsider = await stage.api.manager([role], stage.api.idp.world.other.id);
    await plant(stage, outsider, robot);
    const seen = (await stage.acmeOwner.get(`${robot.path}/access`)).json.items;
    for (const { createdBy } of seen) assert.deepEqual(createdBy, { kind: "service_user", id: outsider.userId });
    const known = (await stage.owner.get(`${robot.path}/access`)).json.items;
    for (const { createdBy } of known) assert.ok(createdBy.displayName);
  });

  test("nobody sees it who may not see credentials", async () => {
    const [person, robot] = [await makePerson(stage), await makeRobot(stage)];
    const editor = await atAcme(stage, "ORG_USER_PERMISSION_EDITOR");
    const projectOwner = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: stage.api.idp.world.project.id } },
    ]);
    for (const { path } of [person, robot]) {
      assertProblem(await editor.get(`${path}/access`), 403, "permission_missing");
      assertProblem(await stage.otherOwner.get(`${path}/access`), 404, "unknown_resource");
      assert.ok([403, 404].includes((await projectOwner.get(`${path}/access`)).status));
    }
    assertProblem(
      await editor.get(`/applications/${stage.api.idp.web.application.id}/access`),
      403,
      "permission_missing",
    );
    assertProblem(await stage.owner.get(`/users/${robot.id}/access`), 404, "unknown_resource");
    assertProblem(await stage.owner.get(`/service-users/${person.id}/access`), 404, "unknown_resource");
  });

  test("an application shows who made its secrets and keys before it gets management access", async () => {
    const { idp } = stage.api;
    const planter = await stage.api.manager([
      { role: "PROJECT_OWNER", place: { level: "project", projectId: idp.world.project.id } },
    ]);
    const client = await idp.register("web", { authMethod: "basic" });
    const path = `/applications/${client.application.id}`;
    assert.equal((await planter.post(`${path}/secrets`)).status, 201);
    assert.equal((await planter.post(`${path}/keys`, { publicKey: publicKey() })).status, 201);
    const person = await makePerson(stage, withPassword());
    await signIn(person, client, "openid");
    const { items, sessions } = (await stage.owner.get(`${path}/access`)).json;
    const makers = items.map(({ kind, createdBy }: { kind: string; createdBy: { kind: string; id?: string } }) => [
      kind,
      createdBy.id ?? createdBy.kind,
    ]);
    assert.deepEqual(makers, [
      ["secret", "system"],
      ["secret", planter.userId],
      ["key", planter.userId],
    ]);
    assert.deepEqual(sessions, { all: 1, management: 0 });
  });

  test("management access that is given again gives no power back to sessions from before, unless they are kept", async () => {
    const { idp } = stage.api;
    const person = await makePerson(stage, withPassword());
    await give(places().ORG_OWNER, person.id, "ORG_OWNER");
    const setAccess = async (client: Registered, body: object) => {
      const answer = await stage.owner.patch(`/applications/${client.application.id}`, body);
      assert.equal(answer.status, 200, answer.body);
    };
    for (const keepSessions of [false, true]) {
      const client = await idp.register("web", { authMethod: "basic", managementAccess: true });
      const plain = await signIn(person, client, "openid");
      const { accessToken } = await signIn(person, client, MANAGEMENT_SCOPE);
      assert.equal(await statusOf(accessToken), 200);
      await setAccess(client, { managementAccess: false });
      assert.equal(await statusOf(accessToken), 401);
      assert.deepEqual((await stage.owner.get(`/applications/${client.application.id}/access`)).json.sessions, {
        all: 2,
        management: 1,
      });
      await setAccess(client, { managementAccess: true, keepSessions });
      assert.equal(await statusOf(accessToken), keepSessions ? 200 : 401);
      assert.equal(await counts(stage, accessToken), keepSessions);
      assert.equal(await counts(stage, plain.accessToken), true, "one that never could carry it goes on");
      assert.equal(await statusOf(plain.accessToken), 401);
    }
  });
});
