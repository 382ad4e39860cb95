/** The ways in that people have by the pages, each stopped half way while the state is set. See ways-in.ts. */
import assert from "node:assert/strict";
import { makeCode } from "../../src/identity/limits/one-time-codes.ts";
import { setPolicy } from "../../src/identity/policies.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { sealMailLink } from "../../src/identity/users/mail-link-tickets.ts";
import { type MailLinkPurpose, prepareMailLink } from "../../src/identity/users/mail-links.ts";
import { readNow } from "../../src/storage/now.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { answerOf, authorizeUrl, type Idp, PASSWORD, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import type { HttpScene } from "./http-scene.ts";
import { elsewhere, type HttpWayIn } from "./http-ways-in.ts";
import type { StateName } from "./states.ts";
import { aroundTheApplication, onlyService } from "./ways-in.ts";

const NEW_PASSWORD = "a violet bicycle at noon";

interface HalfWay {
  readonly browser: Browser;
  readonly page: PageSeen;
}

/** Where each scene has stopped. */
const halfWays = new WeakMap<HttpScene, HalfWay>();

/** One password for all: hashing is slow. */
let hash: Promise<string> | undefined;

async function givePassword({ idp, world }: HttpScene, changeRequired: boolean): Promise<void> {
  const { storage, passwords } = idp.node.services;
  hash ??= passwords.hash(PASSWORD);
  // As if it had always been so: setting it would end the sessions of the scene.
  await storage.db
    .updateTable("humans")
    .set({ password_hash: await hash, password_change_required: Number(changeRequired) })
    .where("user_id", "=", world.ada.id)
    .execute();
  // All of them come from one address.
  await storage.db.deleteFrom("proof_attempts").execute();
}

function begin({ idp, client }: HttpScene, browser: Browser, parameters: Record<string, string> = {}): Promise<PageSeen> {
  return browser.visit(authorizeUrl(idp, { client, parameters }));
}

async function goOn(scene: HttpScene, fields: Record<string, string>, action: string): Promise<PageSeen> {
  const { browser, page } = halfWays.get(scene) ?? assert.fail("nobody is on the way");
  return browser.submit(page, fields, action);
}

const hasCode = (seen: PageSeen): boolean => seen.url.startsWith("https://app.example/") && answerOf(seen).has("code");

/** The person whom the states are about. */
const about = (scene: HttpScene, ada: Human): HttpScene => ({ ...scene, world: { ...scene.world, ada } });

async function openRegistration({ idp, world }: HttpScene): Promise<void> {
  const settings = { allowed: true, verifyEmail: true, fields: [] };
  await idp.node.services.storage.transaction((tx) => setPolicy(tx, "registration", { organizationId: world.acme.id, settings }, by));
}

/** Somebody who has registered and proved nothing yet, or who was invited. */
async function newcomer({ idp, world }: HttpScene, state: "active" | "unverified"): Promise<Human> {
  const email = `newcomer@${world.acme.domain}`;
  return idp.node.services.storage.transaction((tx) =>
    createHuman(tx, { organizationId: world.acme.id, userName: "newcomer", email, state }, by),
  );
}

async function openLink(scene: HttpScene, purpose: MailLinkPurpose): Promise<HttpScene> {
  const { storage, tickets } = scene.idp.node.services;
  const link = await prepareMailLink(storage.db, scene.world.ada.id, purpose);
  assert.ok(link);
  const browser = scene.idp.browser();
  const ticket = sealMailLink(tickets, link, await readNow(storage.db));
  halfWays.set(scene, { browser, page: await browser.visit(`${scene.idp.issuer}/login/mail?link=${ticket}`) });
  return scene;
}

/** It does not sign anybody in: whoever has set the password goes to the application. */
const setsPassword = async (_: Idp, scene: HttpScene): Promise<boolean> =>
  (await goOn(scene, { password: NEW_PASSWORD }, "/login/mail")).url.endsWith("/login/mail/password-set");

/** Sessions that were there before are not what these ways depend on. */
const notInQuestion: readonly StateName[] = [
  "nothing changed",
  ...onlyService,
  ...elsewhere,
  "login session ended",
  "signed out everywhere",
];
const cameBack: readonly StateName[] = ["user deactivated and activated again", "user locked and unlocked again"];
/** Only somebody who is active can be locked. */
const notForNewcomers: readonly StateName[] = ["user locked", "user locked and unlocked again"];

export const signInWays: Record<string, HttpWayIn> = {
  "sign in, by the page that asks for the password": {
    async prepare(scene) {
      await givePassword(scene, false);
      const browser = scene.idp.browser();
      halfWays.set(scene, {
        browser,
        page: await browser.submit(await begin(scene, browser), { loginName: scene.world.ada.loginName }, "/login"),
      });
      return scene;
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: PASSWORD }, "/login/password")),
    harmless: [...notInQuestion, ...cameBack],
  },
  "choose the password that is due": {
    async prepare(scene) {
      await givePassword(scene, true);
      const browser = scene.idp.browser();
      halfWays.set(scene, { browser, page: await signInAs(browser, await begin(scene, browser), scene.world.ada.loginName) });
      return scene;
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: NEW_PASSWORD }, "/login/new-password")),
    harmless: [...notInQuestion, ...cameBack],
  },
  "register, by the code from the mail": {
    async prepare(scene) {
      await openRegistration(scene);
      const { storage, ring, afterAnswer } = scene.idp.node.services;
      await storage.db.deleteFrom("proof_attempts").execute();
      const browser = scene.idp.browser();
      const email = `newcomer@${scene.world.acme.domain}`;
      const asked = await browser.submit(await begin(scene, browser, { prompt: "create" }), { email }, "/login/register");
      await afterAnswer.settled();
      const { id, user_id } = await storage.db
        .selectFrom("one_time_codes")
        .innerJoin("humans", "humans.user_id", "one_time_codes.user_id")
        .select(["one_time_codes.id", "one_time_codes.user_id"])
        .where("humans.email", "=", email)
        .executeTakeFirstOrThrow();
      const code = (await makeCode(storage.db, ring, id)) ?? "";
      const half = { browser, page: await browser.submit(asked, { code }, "/login/register/code") };
      const newScene = about(scene, { ...scene.world.ada, id: user_id });
      halfWays.set(newScene, half);
      return newScene;
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: NEW_PASSWORD }, "/login/register/code")),
    harmless: notInQuestion,
    impossible: notForNewcomers,
  },
  "finish a registration by the link from the mail": {
    async prepare(scene) {
      await openRegistration(scene);
      return openLink(about(scene, await newcomer(scene, "unverified")), "registration");
    },
    use: setsPassword,
    harmless: [...notInQuestion, ...aroundTheApplication],
    impossible: notForNewcomers,
  },
  "accept an invitation": {
    prepare: async (scene) => openLink(about(scene, await newcomer(scene, "active")), "invitation"),
    use: setsPassword,
    harmless: [...notInQuestion, ...aroundTheApplication, ...cameBack],
  },
  "reset a forgotten password by the link from the mail": {
    async prepare(scene) {
      await givePassword(scene, false);
      return openLink(scene, "reset_password");
    },
    use: setsPassword,
    harmless: [...notInQuestion, ...aroundTheApplication, ...cameBack],
  },
};
