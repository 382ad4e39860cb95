/** Where I am signed in, what has happened, what is kept about me, and the end of it all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addManager } from "../../../src/identity/managers.ts";
import { setMetadata } from "../../../src/identity/metadata.ts";
import { setPassword } from "../../../src/identity/users/passwords.ts";
import { findUser, setUserState } from "../../../src/identity/users/users.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { agreed } from "../../support/consent.ts";
import { dump } from "../../support/dump.ts";
import { authorizeUrl, basic, post, signInAs, signInToWeb } from "../../support/idp.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by } from "../../support/world.ts";
import { isAtLogin, mainOf, onEachAccountStage, see } from "./stage.ts";

onEachAccountStage("where I am signed in", (stage) => {
  const sessionsOf = async (userId: string) =>
    (
      await stage.idp.world.storage.db
        .selectFrom("login_sessions")
        .select(["id", "ended_at"])
        .where("user_id", "=", userId)
        .where("ended_at", "is", null)
        .orderBy("id")
        .execute()
    ).map(({ id }) => id);

  test("shows every browser in plain words, marks this one, and ends another", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const [here, elsewhere] = [await stage.visitor(human), await stage.visitor(human)];
    const agents = [
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "<script>alert(1)</script> Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    ];
    const [one = "", two = ""] = await sessionsOf(human.id);
    for (const [index, id] of [one, two].entries()) {
      await idp.world.storage.db
        .updateTable("login_sessions")
        .set({ user_agent: agents[index] ?? "" })
        .where("id", "=", id)
        .execute();
    }
    const page = await see(idp, here, "/sessions");
    assert.match(page.body, /<b>Firefox on Linux<\/b> <i class="tag">This browser<\/i>/);
    assert.match(page.body, /<b>Safari on iPhone<\/b><span>/);
    assert.doesNotMatch(page.body, /alert\(1\)/);
    const done = await here.submit(page, { id: two }, "/account/sessions/browser");
    assert.match(done.body, /It is signed out/, mainOf(done));
    assert.ok(isAtLogin(await see(idp, elsewhere)));
    assert.ok(!isAtLogin(await see(idp, here)));
    assert.deepEqual(await sessionsOf(human.id), [one]);
  });

  test("ending the session one is in signs out of it, and leaves other people of this browser", async () => {
    const { idp } = stage;
    const [one, two] = [await stage.person(), await stage.person()];
    const browser = await stage.visitor(one);
    await signInAs(
      browser,
      await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "login" } })),
      two.loginName,
    );
    const [id = ""] = await sessionsOf(two.id);
    const left = await browser.submit(await see(idp, browser, "/sessions"), { id }, "/account/sessions/browser");
    assert.equal(left.url, `${idp.issuer}/logout/done`);
    assert.match((await see(idp, browser)).body, new RegExp(one.loginName));
  });

  test("shows what I allowed applications, in words, and takes it back, with the sessions there", async () => {
    const { idp } = stage;
    const [human, other] = [await stage.person(), await stage.person()];
    const browser = await stage.visitor(human);
    assert.match((await see(idp, browser, "/sessions")).body, /No application has your permission/);
    const { storage } = idp.world;
    const applicationId = idp.web.application.id;
    for (const { id } of [human, other])
      await storage.transaction((tx) => agreed(tx, id, applicationId, ["openid", "email"]));
    const page = await see(idp, browser, "/sessions");
    assert.match(page.body, /by Acme \(acme\d+\.example\), since/);
    assert.match(page.body, /See your e-mail address/);
    const seen = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "none" } }));
    assert.match(seen.url, /code=/);
    const done = await browser.submit(page, { id: applicationId }, "/account/sessions/consent");
    assert.match(done.body, /Your permission was taken back/, mainOf(done));
    const left = await storage.db
      .selectFrom("consents")
      .select("user_id")
      .where("user_id", "in", [human.id, other.id])
      .execute();
    assert.deepEqual(
      left.map(({ user_id }) => user_id),
      [other.id],
    );
    const sessions = await storage.db
      .selectFrom("app_sessions")
      .select("ended_by")
      .where("user_id", "=", human.id)
      .execute();
    assert.deepEqual(
      sessions.map(({ ended_by }) => ended_by),
      ["consent_taken_back"],
    );
    assert.match((await see(idp, browser, "/activity")).body, /The permission of an application was taken back/);
    assert.equal((await browser.submit(page, { id: applicationId }, "/account/sessions/consent")).status, 404);
  });

  test("applications that may act for me lose that when I say so, and the others keep it", async () => {
    const { idp } = stage;
    const browser = idp.browser();
    const tokens = await signInToWeb(idp, "openid offline_access", browser);
    const plain = await signInToWeb(idp, "openid", browser);
    assert.equal(plain.refresh_token, undefined);
    const page = await see(idp, browser, "/sessions");
    assert.equal(
      page.body.match(/action="\/account\/sessions\/application"/g)?.length,
      1,
      "only those with offline access",
    );
    const id = /sessions\/application">\s*<input[^>]*>\s*<button[^>]* value="([\w-]+)"/.exec(page.body)?.[1] ?? "";
    const done = await browser.submit(page, { id }, "/account/sessions/application");
    assert.match(done.body, /It is signed out/, mainOf(done));
    const refreshed = await post(
      idp,
      "/oauth/v2/token",
      { grant_type: "refresh_token", refresh_token: String(tokens.refresh_token) },
      { authorization: basic(idp.web) },
    );
    assert.equal(refreshed.json.error, "invalid_grant");
    const { ended_by } = await idp.world.storage.db
      .selectFrom("app_sessions")
      .select("ended_by")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.equal(ended_by, "ended_by_user");
  });

  test("signing out everywhere ends every browser, also this one, and every application", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const [here, elsewhere] = [await stage.visitor(human), await stage.visitor(human)];
    const done = await here.submit(await see(idp, here, "/sessions"), {}, "/account/sessions/everywhere");
    assert.equal(done.url, `${idp.issuer}/logout/done`);
    for (const browser of [here, elsewhere]) assert.ok(isAtLogin(await see(idp, browser)));
  });
});

onEachAccountStage("what has happened", (stage) => {
  test("is shown in plain words, newest first, with who was not me, and nothing about others", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const manager = { actor: { kind: "user", id: idp.world.ada.id } } as const;
    await idp.world.storage.transaction((tx) => setUserState(tx, human.id, "lock", manager));
    await idp.world.storage.transaction((tx) => setUserState(tx, human.id, "unlock", manager));
    const asked = await see(idp, browser, "/activity");
    const page = await signInAs(browser, asked, human.loginName);
    const said = [
      ...page.body.matchAll(/<b>([^<]+)<\/b>(?:<span>(by [^<]+)<\/span>)?<span><time datetime="\d{4}-/g),
    ].map(([, what, who]) => [what, who]);
    assert.deepEqual(said, [
      ["Signed in", undefined],
      ["Account unlocked", "by somebody who manages your account"],
      ["Account locked", "by somebody who manages your account"],
      ["Signed in", undefined],
    ]);
    assert.doesNotMatch(page.body, new RegExp(idp.world.ada.id), "who it was is theirs to say");
  });

  test("is shown fifty times at most", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    const hash = unjudged(await idp.node.services.passwords.hash("a violet bicycle at noon", signetItself));
    for (let n = 0; n < 60; n++) {
      await idp.world.storage.transaction((tx) => setPassword(tx, human.id, { hash, changeRequired: false }, by));
    }
    const page = await signInAs(
      browser,
      await see(idp, browser, "/activity"),
      human.loginName,
      "a violet bicycle at noon",
    );
    assert.equal(page.body.match(/<time /g)?.length, 50);
  });
});

onEachAccountStage("my data", (stage) => {
  test("is a file with everything about me, and nothing that opens anything", async () => {
    const { idp } = stage;
    const human = await stage.person({ profile: { givenName: "Zuzana", nickname: "Zuzka" } });
    const code = await stage.withTotp(human);
    await idp.world.storage.transaction((tx) =>
      setMetadata(tx, { kind: "user", id: human.id }, { key: "team", value: "blue" }, by),
    );
    const browser = idp.browser();
    const factor = await signInAs(browser, await see(idp, browser, "/data"), human.loginName);
    const page = await browser.submit(factor, { code: await code() }, "/login/factor");
    assert.match(page.body, /href="\/account\/data\/download" download/);
    const file = await browser.request("GET", `${idp.issuer}/account/data/download`);
    assert.match(String(file.headers["content-disposition"]), /^attachment; filename="my-data.json"$/);
    assert.match(String(file.headers["content-type"]), /^application\/json/);
    const data = JSON.parse(file.body);
    assert.deepEqual(
      [data.profile.nickname, data.profile.email, data.metadata, data.factors.length, data.browsers.length],
      ["Zuzka", human.email, [{ key: "team", value: "blue" }], 1, 1],
    );
    assert.ok(data.events.some((event: { type: string }) => event.type === "login_session.started"));
    const stored = JSON.stringify(await dump(idp.world.storage));
    const { password_hash } = await idp.world.storage.db
      .selectFrom("humans")
      .select("password_hash")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow();
    const { sealed } = await idp.world.storage.db
      .selectFrom("factors")
      .select("sealed")
      .where("user_id", "=", human.id)
      .executeTakeFirstOrThrow();
    for (const secret of [password_hash ?? "", sealed ?? ""]) {
      assert.ok(stored.includes(JSON.stringify(secret).slice(1, -1)) || secret.length > 20);
      assert.ok(!file.body.includes(secret));
    }
    assert.doesNotMatch(file.body, new RegExp(idp.world.ada.id));
  });
});

onEachAccountStage("deleting my account", (stage) => {
  test("needs my login name, ends everything, and cannot be undone by anybody", async () => {
    const { idp } = stage;
    await stage.decide("account", { mayDelete: true });
    const human = await stage.person();
    const [browser, other] = [await stage.visitor(human), await stage.visitor(human)];
    const page = await see(idp, browser, "/delete");
    const refused = await browser.submit(page, { confirmation: "somebody else" }, "/account/delete");
    assert.equal(refused.status, 400);
    assert.match(refused.body, /id="confirmation-problem"/);
    assert.ok(await findUser(idp.world.storage.db, human.id));
    const done = await browser.submit(page, { confirmation: human.loginName.toUpperCase() }, "/account/delete");
    assert.match(done.body, /Your account is deleted/, mainOf(done));
    assert.equal(await findUser(idp.world.storage.db, human.id), undefined);
    for (const one of [browser, other]) assert.ok(isAtLogin(await see(idp, one)));
  });

  test("is refused where the policy does not allow it, also by the form itself", async () => {
    const { idp } = stage;
    const human = await stage.person();
    const browser = await stage.visitor(human);
    await stage.decide("account", { mayDelete: true });
    const page = await see(idp, browser, "/delete");
    await stage.decide("account", { mayDelete: false });
    assert.doesNotMatch((await see(idp, browser)).body, /Delete your account/);
    const refused = await browser.submit(page, { confirmation: human.loginName }, "/account/delete");
    assert.deepEqual([refused.status, /deleted by the people who manage it/.test(refused.body)], [403, true]);
    assert.ok(await findUser(idp.world.storage.db, human.id));
  });

  test("is refused to the last one who manages the instance", async () => {
    const { idp } = stage;
    await stage.decide("account", { mayDelete: true });
    const human = await stage.person();
    const { storage } = idp.world;
    await storage.transaction((tx) =>
      addManager(tx, { userId: human.id, role: "IAM_OWNER", place: { level: "iam" } }, by),
    );
    await storage.db
      .updateTable("users")
      .set({ state: "inactive" })
      .where(
        "id",
        "in",
        storage.db
          .selectFrom("managers")
          .select("user_id")
          .where("role", "=", "IAM_OWNER")
          .where("user_id", "<>", human.id),
      )
      .execute();
    const browser = await stage.visitor(human);
    const refused = await browser.submit(
      await see(idp, browser, "/delete"),
      { confirmation: human.loginName },
      "/account/delete",
    );
    assert.deepEqual(
      [refused.status, /You are the last one who can manage this instance/.test(refused.body)],
      [409, true],
    );
    assert.ok(await findUser(storage.db, human.id));
    assert.ok(!isAtLogin(await see(idp, browser)));
  });
});
