import assert from "node:assert/strict";
import { test } from "node:test";
import { v7 as newId } from "uuid";
import { authorizeUrl, PASSWORD, signInAs } from "../support/idp.ts";
import { signIn } from "../support/world.ts";
import { atAcme, eventsOf, mailsFor, makePerson, withPassword } from "./people.ts";
import { assertProblem, onEachApi, unchanged } from "./stage.ts";

const ANOTHER = "another uncommon passphrase";

onEachApi("credentials of people over the API", (stage) => {
  const storage = () => stage.api.idp.node.services.storage;
  const types = async (id: string) => (await eventsOf(stage, id)).map(({ type }) => type);

  async function addFactor(userId: string, kind: string, lastUsedAt: number | null = null): Promise<string> {
    const id = newId();
    const [data, sealed, master_key_id] = ["{}", null, null];
    const row = {
      id,
      user_id: userId,
      kind,
      name: `My ${kind}`,
      data,
      sealed,
      master_key_id,
      created_at: 1_000,
      last_used_at: lastUsedAt,
    };
    await storage().db.insertInto("factors").values(row).execute();
    return id;
  }

  async function canSignIn(userName: string, password: string): Promise<boolean> {
    const browser = stage.api.idp.browser();
    const page = await browser.visit(authorizeUrl(stage.api.idp, { client: stage.api.idp.web }));
    const seen = await signInAs(browser, page, `${userName}@${stage.api.idp.world.acme.domain}`, password);
    return new URL(seen.url).searchParams.has("code");
  }

  test("credentials are told by kind and time, never by what they are", async () => {
    const { id, path } = await makePerson(stage);
    assert.deepEqual((await stage.acmeOwner.get(`${path}/credentials`)).json, {
      password: { set: false, changeRequired: false },
      factors: [],
    });
    await stage.acmeOwner.put(`${path}/password`, { password: PASSWORD, changeRequired: true });
    const used = await addFactor(id, "totp", 2_000);
    const unused = await addFactor(id, "passkey");
    const { json, body } = await stage.acmeOwner.get(`${path}/credentials`);
    assert.ok(Math.abs(Date.parse(json.password.changedAt) - Date.now()) < 60_000);
    assert.deepEqual(json, {
      password: { set: true, changedAt: json.password.changedAt, changeRequired: true },
      factors: [
        {
          id: used,
          kind: "totp",
          name: "My totp",
          createdAt: "1970-01-01T00:00:01.000Z",
          lastUsedAt: "1970-01-01T00:00:02.000Z",
        },
        { id: unused, kind: "passkey", name: "My passkey", createdAt: "1970-01-01T00:00:01.000Z" },
      ],
    });
    assert.doesNotMatch(body, /argon2|hash|data|sealed/);
    assertProblem(await stage.otherOwner.get(`${path}/credentials`), 404, "unknown_resource");
    const editor = await atAcme(stage, "ORG_USER_PERMISSION_EDITOR");
    assertProblem(await editor.get(`${path}/credentials`), 403, "permission_missing");
  });

  test("a password that a manager sets is the one that works, and ends every session", async () => {
    const { id, path, userName } = await makePerson(stage, withPassword());
    await signIn(stage.api.idp.world, { userId: id });
    const set = await stage.acmeOwner.put(`${path}/password`, { password: ANOTHER });
    assert.deepEqual([set.status, set.body], [204, ""]);
    assert.deepEqual((await stage.acmeOwner.get(`${path}/sessions`)).json, { loginSessions: [], appSessions: [] });
    assert.deepEqual([await canSignIn(userName, PASSWORD), await canSignIn(userName, ANOTHER)], [false, true]);
    assert.deepEqual(await types(id), ["user.created", "user_password.changed"]);
    const stored = await storage().db.selectFrom("events").select("detail").where("resource_id", "=", id).execute();
    assert.ok(!JSON.stringify(stored).includes("argon2"));
    assert.ok(!stage.api.idp.node.lines.join("").includes(ANOTHER));
  });

  test("a password that the policy does not allow is refused, and the former one still works", async () => {
    const { path, userName } = await makePerson(stage, withPassword());
    const named = await makePerson(stage, {
      userName: "a-name-that-is-long",
      email: "a-name-that-is-long@mail.example",
    });
    for (const [whose, body, field] of [
      [path, { password: "short" }, "password"],
      [path, { password: "p".repeat(257) }, "password"],
      [path, { password: "qwertyuiop" }, "password"],
      [path, { password: 12345678 }, "password"],
      [path, {}, "password"],
      [path, { password: ANOTHER, hash: "x" }, "hash"],
      [named.path, { password: "A-name-that-is-long" }, "password"],
      [named.path, { password: "a-name-that-is-long@mail.example" }, "password"],
      [named.path, { password: `a-name-that-is-long@${stage.api.idp.world.acme.domain}` }, "password"],
    ] as const) {
      const answer = await unchanged(stage.api, () => stage.acmeOwner.put(`${whose}/password`, body));
      assertProblem(answer, 400, "invalid_input");
      assert.equal(answer.json.errors[0].field, field);
    }
    assert.equal(await canSignIn(userName, PASSWORD), true);
  });

  test("no manager learns whether what they choose for somebody is the password they have", async () => {
    const { path } = await makePerson(stage, withPassword());
    for (const password of [PASSWORD, ANOTHER, ANOTHER]) {
      const { status, body } = await stage.acmeOwner.put(`${path}/password`, { password });
      assert.deepEqual([status, body], [204, ""]);
    }
  });

  test("a mail to reset the password is sent to whoever has an address, and changes nothing yet", async () => {
    const { id, path, userName } = await makePerson(stage, { ...withPassword(), email: "reset@mail.example" });
    const sent = await stage.acmeOwner.post(`${path}/send-password-reset`);
    assert.deepEqual([sent.status, sent.body], [204, ""]);
    assert.deepEqual(await mailsFor(stage, id), ["mail.reset_password"]);
    assert.equal(await canSignIn(userName, PASSWORD), true);
    assert.deepEqual(await types(id), ["user.created", "user_password.reset_requested"]);
    const nowhere = await makePerson(stage, withPassword());
    assertProblem(
      await unchanged(stage.api, () => stage.acmeOwner.post(`${nowhere.path}/send-password-reset`)),
      409,
      "wrong_state",
    );
  });

  test("a factor is removed once, which ends every session; the repeat changes nothing", async () => {
    const { id, path } = await makePerson(stage, withPassword());
    const [gone, stays] = [await addFactor(id, "totp"), await addFactor(id, "passkey")];
    await signIn(stage.api.idp.world, { userId: id });
    assert.equal((await stage.acmeOwner.delete(`${path}/factors/${gone}`)).status, 204);
    const left = (await stage.acmeOwner.get(`${path}/credentials`)).json.factors;
    assert.deepEqual(
      left.map((factor: { id: string }) => factor.id),
      [stays],
    );
    assert.deepEqual((await stage.acmeOwner.get(`${path}/sessions`)).json.loginSessions, []);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/factors/${gone}`))).status, 204);
    assert.deepEqual(await types(id), ["user.created", "user_factor.removed"]);
  });

  test("a factor is removed only through the person whose it is", async () => {
    const [one, other] = [await makePerson(stage), await makePerson(stage)];
    const factor = await addFactor(other.id, "totp");
    assert.equal(
      (await unchanged(stage.api, () => stage.acmeOwner.delete(`${one.path}/factors/${factor}`))).status,
      204,
    );
    for (const path of [`${other.path}/factors/${factor}`, `${other.path}/factors`]) {
      assertProblem(await unchanged(stage.api, () => stage.otherOwner.delete(path)), 404, "unknown_resource");
    }
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    assertProblem(
      await unchanged(stage.api, () => viewer.delete(`${other.path}/factors/${factor}`)),
      403,
      "permission_missing",
    );
  });

  test("all factors are removed in one go, with one event; where there are none, nothing happens", async () => {
    const { id, path } = await makePerson(stage);
    await addFactor(id, "totp");
    await addFactor(id, "recovery_codes");
    assert.equal((await stage.acmeOwner.delete(`${path}/factors`)).status, 204);
    assert.deepEqual((await stage.acmeOwner.get(`${path}/credentials`)).json.factors, []);
    assert.equal((await unchanged(stage.api, () => stage.acmeOwner.delete(`${path}/factors`))).status, 204);
    assert.deepEqual(await types(id), ["user.created", "user_factor.removed"]);
  });

  test("no manager can set a factor", async () => {
    const { path } = await makePerson(stage);
    for (const method of ["POST", "PUT", "PATCH"]) {
      const answer = await unchanged(stage.api, () =>
        stage.api.call(method, `${path}/factors`, stage.owner.token, { body: {} }),
      );
      assertProblem(answer, 405, "method_not_allowed");
    }
  });

  test("who is elsewhere, or may only see, sets no password", async () => {
    const { path } = await makePerson(stage, { ...withPassword(), email: "kept@mail.example" });
    const viewer = await atAcme(stage, "ORG_OWNER_VIEWER");
    for (const [manager, status, code] of [
      [stage.otherOwner, 404, "unknown_resource"],
      [viewer, 403, "permission_missing"],
    ] as const) {
      const answers = await unchanged(stage.api, async () => [
        await manager.put(`${path}/password`, { password: ANOTHER }),
        await manager.post(`${path}/send-password-reset`),
      ]);
      for (const answer of answers) assertProblem(answer, status, code);
    }
  });
});
