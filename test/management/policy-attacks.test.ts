/**
 * Whoever manages the settings of an organization weakens the sign-in of nobody who lives there: the instance's policy
 * is a floor.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import { addManager } from "../../src/identity/managers.ts";
import { builtInPolicies } from "../../src/identity/policies/kinds.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Manager } from "../support/api.ts";
import type { PageSeen } from "../support/browser.ts";
import { authorizeUrl, CALLBACK, PASSWORD, signInAs } from "../support/idp.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by, DAY } from "../support/world.ts";
import { atAcme } from "./people.ts";
import { type ApiStage, assertProblem, onEachApi } from "./stage.ts";

const FACTOR = /action="\/login\/factor"/;
let people = 0;

/** An owner of the instance who lives in Acme, with an app for codes. */
async function makeOwner({ api }: ApiStage): Promise<{ human: Human; code(): string }> {
  const { storage, vault, passwords } = api.idp.node.services;
  const userName = `owner-${++people}`;
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  const input = {
    organizationId: api.idp.world.acme.id,
    userName,
    email: `${userName}@mail.example`,
    emailVerified: true,
    passwordHash,
  };
  const human = await storage.transaction((tx) => createHuman(tx, input, by));
  const secret = newTotpSecret();
  const generate = (timestamp = Date.now()) => new TOTP({ secret }).generate({ timestamp });
  assert.equal(
    await addTotp(storage, vault, { userId: human.id, secret, name: "", code: generate(Date.now() - 30_000) }, by),
    "won",
  );
  await storage.transaction((tx) =>
    addManager(tx, { userId: human.id, role: "IAM_OWNER", place: { level: "iam" } }, by),
  );
  return { human, code: generate };
}

onEachApi("a settings manager and the floors of policies", (stage) => {
  const at = (kind: string) => `/organizations/${stage.api.idp.world.acme.id}/policies/${kind}`;
  let settings: Promise<Manager> | undefined;
  const decide = async (kind: string, body: object) => {
    settings ??= atAcme(stage, "ORG_SETTINGS_MANAGER");
    const answer = await (await settings).put(at(kind), body);
    assert.equal(answer.status, 200, answer.body);
    assert.deepEqual(answer.json.settings, body, "it is stored as it was sent");
    const { admits: _, ...policy } = answer.json;
    assert.deepEqual((await (await settings).get(at(kind))).json, policy);
    return answer.json.effective;
  };
  const reset = async (...kinds: string[]) => {
    for (const kind of kinds) {
      await stage.owner.delete(at(kind));
      await stage.owner.delete(`/instance/policies/${kind}`);
    }
  };
  const forget = () => stage.api.idp.node.services.storage.db.deleteFrom("proof_attempts").execute();
  const signIn = async (loginName: string, password = PASSWORD): Promise<PageSeen> => {
    const browser = stage.api.idp.browser();
    return signInAs(
      browser,
      await browser.visit(authorizeUrl(stage.api.idp, { client: stage.api.idp.web })),
      loginName,
      password,
    );
  };
  const isIn = (page: PageSeen) => page.url.startsWith(`${CALLBACK}?code=`);

  test("second factors cannot be turned off for an owner of the instance who lives there", async () => {
    const { human } = await makeOwner(stage);
    const effective = await decide("secondFactor", { mode: "off", allowed: ["passkey", "totp", "email_code"] });
    assert.equal(effective.mode, "optional");
    const page = await signIn(human.loginName);
    assert.match(page.body, FACTOR);
    assert.ok(!isIn(page));
    await reset("secondFactor");
  });

  test("allowing only a factor that nobody has lets nobody in with a password alone, and locks nobody out", async () => {
    const { human, code } = await makeOwner(stage);
    await decide("secondFactor", { mode: "optional", allowed: ["passkey"] });
    const browser = stage.api.idp.browser();
    const page = await signInAs(
      browser,
      await browser.visit(authorizeUrl(stage.api.idp, { client: stage.api.idp.web })),
      human.loginName,
    );
    assert.match(page.body, FACTOR, "what the instance allows is asked for");
    assert.ok(isIn(await browser.submit(page, { code: code() }, "/login/factor")));
    await reset("secondFactor");
  });

  test("asking for a factor that somebody has not set up yet does not let whoever knows the password set it up", async () => {
    const { human, code } = await makeOwner(stage);
    await decide("secondFactor", { mode: "required", allowed: ["email_code"] });
    const browser = stage.api.idp.browser();
    const page = await signInAs(
      browser,
      await browser.visit(authorizeUrl(stage.api.idp, { client: stage.api.idp.web })),
      human.loginName,
    );
    assert.match(page.body, FACTOR);
    assert.doesNotMatch(page.body, /\/login\/enrol/);
    const next = await browser.submit(page, { code: code() }, "/login/factor");
    assert.match(next.body, /action="\/login\/enrol"/, "the organization's choice is set up after that");
    await reset("secondFactor");
  });

  test("what the instance does not allow is not allowed there, and where nothing is left the instance's choice counts", async () => {
    const instance = { mode: "required", allowed: ["totp"] };
    const own = { mode: "off", allowed: ["email_code"] };
    assert.deepEqual(await decide("secondFactor", own), { mode: "optional", allowed: ["email_code"] });
    assert.equal((await stage.owner.put("/instance/policies/secondFactor", instance)).status, 200);
    assert.deepEqual(
      (await stage.owner.get(at("secondFactor"))).json.effective,
      instance,
      "decided after the organization's, and counts",
    );
    const { human } = await makeOwner(stage);
    assert.match((await signIn(human.loginName)).body, FACTOR);
    await reset("secondFactor");
  });

  test("a session that was good enough is not any more once the instance asks for a second factor, whatever the organization says", async () => {
    const { idp } = stage.api;
    await decide("secondFactor", { mode: "optional", allowed: ["totp"] });
    const browser = idp.browser();
    const parameters = { prompt: "none" };
    const { loginName } = idp.world.ada;
    assert.ok(isIn(await signInAs(browser, await browser.visit(authorizeUrl(idp, { client: idp.web })), loginName)));
    assert.ok(isIn(await browser.visit(authorizeUrl(idp, { client: idp.web, parameters }))));
    await stage.owner.put("/instance/policies/secondFactor", { mode: "required", allowed: ["totp"] });
    const silent = new URL((await browser.visit(authorizeUrl(idp, { client: idp.web, parameters }))).url);
    assert.equal(silent.searchParams.get("error"), "interaction_required");
    await reset("secondFactor");
  });

  test("passwords are as long as the instance asks, and never common ones where it refuses those", async () => {
    const { human } = await makeOwner(stage);
    assert.deepEqual(await decide("password", { minLength: 8, checkCommon: false }), {
      minLength: 8,
      checkCommon: true,
    });
    const set = (password: string) => stage.owner.put(`/users/${human.id}/password`, { password });
    assertProblem(await set("password123"), 400, "invalid_input");
    assert.equal((await set("thirteenchars")).status, 204);
    await stage.owner.put("/instance/policies/password", { minLength: 14, checkCommon: true });
    assertProblem(await set("thirteenchars"), 400, "invalid_input");
    assert.equal((await set("a violet bicycle at noon")).status, 204);
    await reset("password");
  });

  test("sessions live no longer than the instance lets them", async () => {
    const asked = { idleSeconds: 90 * 86_400, absoluteSeconds: 400 * 86_400 };
    assert.deepEqual(await decide("sessions", asked), builtInPolicies.sessions);
    const { idp } = stage.api;
    assert.ok(isIn(await signIn(idp.world.ada.loginName)));
    const session = await idp.node.services.storage.db
      .selectFrom("login_sessions")
      .select(["created_at", "idle_expires_at", "expires_at"])
      .where("user_id", "=", idp.world.ada.id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    assert.equal(session.expires_at - session.created_at, 30 * DAY);
    assert.equal(session.idle_expires_at - session.created_at, 7 * DAY);
    await reset("sessions");
  });

  test("whoever registers proves the address where the instance asks for it", async () => {
    const asked = { allowed: true, verifyEmail: false, fields: ["name"] };
    assert.deepEqual(await decide("registration", asked), { ...asked, verifyEmail: true });
    const { idp } = stage.api;
    const browser = idp.browser();
    const form = await browser.visit(authorizeUrl(idp, { client: idp.web, parameters: { prompt: "create" } }));
    const fields = { givenName: "Mallory", familyName: "M", email: "victim@mail.example" };
    const page = await browser.submit(form, fields, "/login/register");
    assert.match(page.body, /action="\/login\/register\/code"/, "a code from the mailbox is asked for");
    assert.ok(!isIn(page));
    const { db } = idp.node.services.storage;
    const people = await db
      .selectFrom("humans")
      .select("email_verified")
      .where("email_key", "=", "victim@mail.example")
      .execute();
    assert.ok(people.every(({ email_verified }) => email_verified === 0));
    await reset("registration");
    assert.deepEqual(await decide("registration", { ...asked, verifyEmail: true }), { ...asked, verifyEmail: true });
    await reset("registration");
  });

  test("nobody is blocked for a day at the first mistake", async () => {
    await forget();
    const effective = await decide("throttling", { delayAfter: 1, blockAfter: 2, blockSeconds: 86_400 });
    assert.deepEqual(effective, { delayAfter: 3, blockAfter: 5, blockSeconds: 3600 });
    const { loginName } = stage.api.idp.world.ada;
    for (let wrong = 0; wrong < 2; wrong++) assert.equal((await signIn(loginName, "wrong")).status, 401);
    assert.ok(isIn(await signIn(loginName)), "two mistakes, and in");
    await reset("throttling");
    await forget();
  });

  test("nobody gets a thousand guesses", async () => {
    await forget();
    const effective = await decide("throttling", { delayAfter: 100, blockAfter: 1000, blockSeconds: 60 });
    assert.deepEqual(effective, { delayAfter: 10, blockAfter: 20, blockSeconds: 60 });
    const { loginName } = stage.api.idp.world.ada;
    let slowed = 0;
    for (let guess = 0; guess < 25 && slowed === 0; guess++) {
      if ((await signIn(loginName, `wrong ${guess}`)).status === 429) slowed = guess;
    }
    assert.ok(slowed > 0, "none of 25 guesses was slowed down");
    await reset("throttling");
    await forget();
  });

  test("the bounds of throttling are decided for the instance alone", async () => {
    settings ??= atAcme(stage, "ORG_SETTINGS_MANAGER");
    const wide = {
      delayAfter: { least: 1, most: 100 },
      blockAfter: { least: 2, most: 1000 },
      blockSeconds: { least: 60, most: 86_400 },
    };
    for (const manager of [await settings, stage.acmeOwner]) {
      assertProblem(await manager.put(at("throttlingBounds"), wide), 404, "not_found");
      assertProblem(await manager.put("/instance/policies/throttlingBounds", wide), 403, "permission_missing");
    }
    const own = { delayAfter: 50, blockAfter: 500, blockSeconds: 60 };
    assert.deepEqual(await decide("throttling", own), { delayAfter: 10, blockAfter: 20, blockSeconds: 60 });
    assert.equal((await stage.owner.put("/instance/policies/throttlingBounds", wide)).status, 200);
    assert.deepEqual(
      (await stage.owner.get(at("throttling"))).json.effective,
      own,
      "what was decided holds as soon as the bounds let it",
    );
    await reset("throttling", "throttlingBounds");
  });
});
