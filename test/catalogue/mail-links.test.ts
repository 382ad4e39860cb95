/** Group J: what a link in a mail, a registration and an invitation can be made to do. */
import assert from "node:assert/strict";
import { requestMail } from "../../src/identity/users/mail-requests.ts";
import { contentOf } from "../support/content.ts";
import { PASSWORD } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { form } from "./every-form.ts";
import { holdGroup } from "./group.ts";
import {
  attempt,
  decide,
  forgetAll,
  lastMailTo,
  mails,
  makePerson,
  openSignInStage,
  register,
  requestOf,
  type SignInStage,
  start,
} from "./sign-in-stage.ts";

let free = 0;
const NEW_PASSWORD = "a violet bicycle at noon";

async function peopleOf({ idp }: SignInStage): Promise<unknown> {
  const { users, humans } = await contentOf(idp.node.services.storage);
  return { users, humans };
}

holdGroup("J", openSignInStage, {
  async J1(stage) {
    const { app } = stage.idp.node;
    const evil: Record<string, string>[] = [
      { "x-forwarded-host": "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "444" },
      { forwarded: "host=evil.example;proto=https" },
      { "x-forwarded-proto": "javascript" },
      { "x-original-host": "evil.example" },
      { "x-host": "evil.example" },
      { "x-forwarded-server": "evil.example" },
      { "x-rewrite-url": "http://evil.example/" },
      { origin: "null", referer: "https://evil.example/" },
    ];
    for (const headers of evil) {
      await forgetAll(stage);
      const human = await makePerson(stage);
      const browser = stage.idp.browser();
      const request = requestOf(await start(stage, browser));
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const send = (host: string, url = "/login/forgot") =>
        app.inject({
          method: "POST",
          url,
          headers: {
            host,
            accept: "text/html",
            "content-type": "application/x-www-form-urlencoded",
            cookie,
            ...headers,
          },
          payload: new URLSearchParams({ request, loginName: human.loginName }).toString(),
        });
      // Another Host is led to ours before anything is read.
      const elsewhere = await send("evil.example");
      assert.equal(elsewhere.statusCode, 302);
      assert.match(String(elsewhere.headers.location), /^http:\/\/localhost:8080\/login\/forgot/);
      assert.equal((await mails(stage)).filter(({ headers: to }) => to.get("to")?.includes(human.email)).length, 0);
      const here = await send("localhost:8080");
      assert.equal(here.statusCode, 303, here.body);
      assert.match(String(here.headers.location), /^http:\/\/localhost:8080\/login\/forgot\/sent\?/);
      const mail = await lastMailTo(stage, human.email);
      assert.match(mail.link ?? "", /^http:\/\/localhost:8080\/login\/mail\?link=/);
      assert.doesNotMatch(mail.text + mail.html + [...mail.headers.values()].join(), /evil|javascript:/);
      for (const host of ["evil.example", "localhost:8080"]) {
        const discovery = await app.inject({ url: "/.well-known/openid-configuration", headers: { host, ...headers } });
        assert.equal(discovery.json().issuer, stage.idp.issuer);
        assert.doesNotMatch(discovery.body, /evil/);
      }
    }
  },

  async J3(stage) {
    const [mine, theirs] = [await makePerson(stage), await makePerson(stage)];
    await stage.idp.node.services.storage.transaction((tx) =>
      requestMail(tx, { kind: "reset_password", userId: mine.id }, by),
    );
    const { link = "" } = await lastMailTo(stage, mine.email);
    const ticket = new URL(link).searchParams.get("link") ?? "";
    const browser = stage.idp.browser();
    const beside = {
      userId: theirs.id,
      user_id: theirs.id,
      u: theirs.id,
      sub: theirs.id,
      loginName: theirs.loginName,
      email: theirs.email,
    };
    const page = await browser.visit(`${link}&${new URLSearchParams(beside)}`);
    assert.ok(page.body.includes(mine.loginName));
    assert.ok(
      !page.body.replaceAll(/<input type="hidden"[^>]*>/g, "").includes(theirs.loginName),
      "only carried along, never believed",
    );
    const url = `${stage.idp.issuer}/login/mail?${new URLSearchParams(beside)}`;
    const sent = await browser.request("POST", url, { ...beside, link: ticket, password: NEW_PASSWORD });
    assert.equal(sent.status, 303);
    const sets = async (who: { loginName: string }, password: string) => {
      await forgetAll(stage);
      return (await attempt(stage, who.loginName, password)) === 303;
    };
    assert.deepEqual([await sets(mine, NEW_PASSWORD), await sets(mine, PASSWORD)], [true, false]);
    assert.deepEqual([await sets(theirs, NEW_PASSWORD), await sets(theirs, PASSWORD)], [false, true]);
  },

  async J4(stage) {
    const owner = await makePerson(stage, { profile: { givenName: "Olga", familyName: "Owner" } });
    const invited = await makePerson(stage, {
      passwordHash: undefined,
      emailVerified: false,
      profile: { givenName: "Ivy", familyName: "Invited" },
    });
    const before = await peopleOf(stage);
    for (const email of [owner.email, owner.email.toUpperCase(), ` ${owner.email} `]) {
      await forgetAll(stage);
      const browser = stage.idp.browser();
      const page = await register(stage, browser, email, {
        givenName: "Mallory",
        familyName: "Mallory",
        userName: owner.userName,
      });
      assert.equal(page.status, 200);
      const mail = await lastMailTo(stage, owner.email);
      assert.equal(mail.code, "", "there is nothing in the mail that could be typed into the page");
      for (const code of ["000000", "123456"])
        assert.equal((await browser.submit(page, { code }, "/login/register/code")).status, 401);
    }
    assert.deepEqual(await peopleOf(stage), before);
    // Somebody who was invited and has not come yet keeps their account and their name; a stranger may get one beside
    // it.
    await forgetAll(stage);
    await register(stage, stage.idp.browser(), invited.email, { givenName: "Mallory", familyName: "Mallory" });
    const { db } = stage.idp.node.services.storage;
    const row = await db.selectFrom("humans").selectAll().where("user_id", "=", invited.id).executeTakeFirstOrThrow();
    assert.deepEqual([row.given_name, row.password_hash, row.email_verified], ["Ivy", null, 0]);
    // A mail that resets one account's password says nothing of another, whatever is asked for beside it.
    await forgetAll(stage);
    const reset = await form(stage, "/login/forgot");
    const others = { email: owner.email, userId: owner.id, newEmail: "mallory@mail.example" };
    await reset.browser.request("POST", `${stage.idp.issuer}/login/forgot`, { ...reset.fields, ...others });
    await mails(stage);
    const after = await db
      .selectFrom("humans")
      .select(["email", "email_verified"])
      .where("user_id", "=", owner.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([after.email, after.email_verified], [owner.email, 1]);
  },

  async J5(stage) {
    const owner = await makePerson(stage);
    await decide(stage, { verifyEmail: false, fields: ["userName"] });
    const before = await peopleOf(stage);
    const [local = "", domain = ""] = owner.email.split("@");
    const names = [
      owner.email,
      owner.loginName,
      `${local}＠${domain}`,
      `${local}﹫${domain}`,
      `${owner.userName}\u200b`,
      `\u2060${owner.userName}`,
      `${owner.userName}\u00ad`,
      `\ufeff${owner.userName}`,
      owner.userName.toUpperCase(),
      owner.userName.replace("p", "ｐ"),
      // A Cyrillic letter among Latin ones.
      owner.userName.replace("e", "е"),
      `${owner.userName}\u0000`,
      `${owner.userName}\u202e`,
    ];
    for (const userName of names) {
      await forgetAll(stage);
      const page = await register(stage, stage.idp.browser(), "stranger@mail.example", {
        userName,
        password: NEW_PASSWORD,
      });
      assert.ok([400, 409].includes(page.status), `${JSON.stringify(userName)}: ${page.status}`);
    }
    assert.deepEqual(await peopleOf(stage), before);
    for (const email of [
      `${local}＠${domain}`,
      `${local}\u200b@${domain}`,
      owner.email.replace("p", "ｐ"),
      `${local}@${domain}\u0000`,
      `a@b@${domain}`,
    ]) {
      await forgetAll(stage);
      await register(stage, stage.idp.browser(), email, { userName: `free${++free}`, password: NEW_PASSWORD });
    }
    // However it is spelt, an address that is somebody's stays theirs: nobody else's is verified, and it leads to
    // nobody else.
    const { db } = stage.idp.node.services.storage;
    const newcomers = await db
      .selectFrom("users")
      .innerJoin("humans", "humans.user_id", "users.id")
      .select("email_verified")
      .where("user_name", "like", "free%")
      .execute();
    for (const { email_verified } of newcomers) assert.equal(email_verified, 0);
    await forgetAll(stage);
    assert.deepEqual(
      [await attempt(stage, owner.email, PASSWORD), await attempt(stage, owner.email, NEW_PASSWORD)],
      [303, 401],
    );
    await decide(stage, {});
  },

  async J9(stage) {
    const { services } = stage.idp.node;
    const ready = await form(stage, "/login/register");
    const code = await form(stage, "/login/register/code");
    await decide(stage, { allowed: false });
    const before = await contentOf(services.storage);
    const refused = await ready.browser.request("POST", `${stage.idp.issuer}/login/register`, ready.fields);
    assert.deepEqual([refused.status, refused.location], [403, undefined]);
    const page = await start(stage, stage.idp.browser(), { prompt: "create" });
    assert.doesNotMatch(page.body, /name="email"/);
    const signIn = await start(stage, stage.idp.browser());
    assert.doesNotMatch(signIn.body, /\/login\/register/);
    for (const fields of [
      ready.fields,
      { ...ready.fields, password: NEW_PASSWORD, verifyEmail: "false", allowed: "true" },
    ]) {
      assert.equal(
        (await ready.browser.request("POST", `${stage.idp.issuer}/login/register?prompt=create`, fields)).status,
        403,
      );
    }
    assert.deepEqual(await contentOf(services.storage), before);
    // A registration that is asked to verify the address cannot skip that by bringing a password along.
    await decide(stage, {});
    const sent = await ready.browser.request("POST", `${stage.idp.issuer}/login/register`, {
      ...ready.fields,
      password: NEW_PASSWORD,
    });
    assert.match(sent.location ?? "", /\/login\/register\/code\?/);
    await forgetAll(stage);
    assert.equal(await attempt(stage, ready.fields.email ?? "", NEW_PASSWORD), 401);
    await forgetAll(stage);
    assert.equal(
      (await code.browser.request("POST", `${stage.idp.issuer}/login/register/code`, code.fields)).status,
      303,
    );
  },
});
