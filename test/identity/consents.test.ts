import assert from "node:assert/strict";
import { test } from "node:test";
import { createApplication } from "../../src/identity/applications/applications.ts";
import { agree, listConsents, takeBackConsent } from "../../src/identity/consents/consents.ts";
import { mustAsk } from "../../src/identity/consents/needed.ts";
import { createProject } from "../../src/identity/projects.ts";
import { openAppSession } from "../../src/identity/sessions/app-sessions.ts";
import { appSessionStanding } from "../../src/identity/sessions/standing.ts";
import { agreed } from "../support/consent.ts";
import { onEachEngine } from "../support/each-engine.ts";
import { by, lifetimes, settings, signIn } from "../support/world.ts";

onEachEngine("consents", (stage) => {
  async function foreign(): Promise<string> {
    const { storage, other } = stage.world;
    return storage.transaction(async (tx) => {
      const project = await createProject(tx, { organizationId: other.id, name: "Prizes", projectCheck: false }, by);
      return (await createApplication(tx, { projectId: project.id, settings: settings("web") }, by)).application.id;
    });
  }

  test("of many who agree at once nothing is forgotten, and there is one consent", async () => {
    const { storage, ada } = stage.world;
    const applicationId = await foreign();
    const scopes = Array.from({ length: 30 }, (_, i) => `scope-${i}`);
    await Promise.all(
      scopes.map((scope) =>
        storage.transaction((tx) => agree(tx, { userId: ada.id, applicationId, scopes: [scope] }, by)),
      ),
    );
    const [consent, ...others] = (await listConsents(storage.db, ada.id)).filter(
      (one) => one.applicationId === applicationId,
    );
    assert.deepEqual([[...(consent?.scopes ?? [])].toSorted(), others], [scopes.toSorted(), []]);
  });

  test("of many who take it back at once one wins", async () => {
    const { storage, ada } = stage.world;
    const applicationId = await foreign();
    await storage.transaction((tx) => agree(tx, { userId: ada.id, applicationId, scopes: ["openid"] }, by));
    const pair = { userId: ada.id, applicationId };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => storage.transaction((tx) => takeBackConsent(tx, pair, by))),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "won").length, 1);
  });

  test("a session that is opened while the consent is taken back does not outlive it", async () => {
    const { storage, ada } = stage.world;
    const applicationId = await foreign();
    const { login } = await signIn(stage.world);
    const asked = { nonce: undefined, redirectUri: "https://app.example/callback", codeChallenge: "", lifetimes };
    for (let round = 0; round < 10; round++) {
      const consentId = await storage.transaction((tx) => agreed(tx, ada.id, applicationId, ["openid"]));
      const opening = Array.from({ length: 5 }, () =>
        storage.transaction((tx) =>
          openAppSession(tx, { applicationId, loginSessionId: login.id, scopes: ["openid"], consentId, ...asked }, by),
        ),
      );
      const taking = storage.transaction((tx) => takeBackConsent(tx, { userId: ada.id, applicationId }, by));
      await Promise.all([...opening, taking]);
      const standing = await storage.db
        .selectFrom("app_sessions")
        .select(appSessionStanding("app_sessions").as("standing"))
        .where("application_id", "=", applicationId)
        .execute();
      assert.ok(
        standing.every((row) => row.standing !== "stands"),
        JSON.stringify(standing),
      );
    }
  });

  test("the consent of another person, or for another application, opens nothing", async () => {
    const { storage, ada, bob } = stage.world;
    const [one, two] = [await foreign(), await foreign()];
    const { login } = await signIn(stage.world);
    const asked = {
      nonce: undefined,
      redirectUri: "https://app.example/callback",
      codeChallenge: "",
      scopes: ["openid"],
      lifetimes,
    };
    const opened = (applicationId: string, consentId: string) =>
      storage.transaction((tx) =>
        openAppSession(tx, { applicationId, loginSessionId: login.id, consentId, ...asked }, by),
      );
    const hers = await storage.transaction((tx) => agreed(tx, ada.id, one, ["openid"]));
    const his = await storage.transaction((tx) => agreed(tx, bob.id, two, ["openid"]));
    assert.ok(await opened(one, hers));
    assert.equal(await opened(two, hers), undefined);
    assert.equal(await opened(two, his), undefined);
    assert.equal(await opened(one, "none"), undefined);
  });
});

test("who has to be asked", () => {
  const consent = { id: "1", scopes: ["openid", "email"] };
  const situation = { exempt: false, familiar: false, admitted: true, consent: undefined };
  const asked = { granted: ["openid"], required: false, again: false };
  const cases = [
    ["a stranger's application", situation, asked, true],
    ["one that was agreed to", { ...situation, consent }, asked, false],
    ["one that wants more", { ...situation, consent }, { ...asked, granted: ["openid", "phone"] }, true],
    ["one's own", { ...situation, familiar: true }, asked, false],
    ["one's own that asks everybody", { ...situation, familiar: true }, { ...asked, required: true }, true],
    [
      "one's own that asks everybody, and was agreed to",
      { ...situation, familiar: true, consent },
      { ...asked, required: true },
      false,
    ],
    ["one's own that asks now", { ...situation, familiar: true, consent }, { ...asked, again: true }, true],
    ["the Console", { ...situation, exempt: true }, { ...asked, again: true, required: true }, false],
  ] as const;
  for (const [name, given, question, expected] of cases) assert.equal(mustAsk(given, question), expected, name);
});
