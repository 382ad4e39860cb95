/**
 * The ways in by second factors and passkeys, each stopped half way while the state is set. What must stop it is in
 * table.ts.
 */
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { addEmailCodes } from "../../src/identity/factors/email-code.ts";
import { makeRecoveryCodes } from "../../src/identity/factors/recovery-codes.ts";
import { addTotp, newTotpSecret } from "../../src/identity/factors/totp.ts";
import { makeCode } from "../../src/identity/limits/one-time-codes.ts";
import { fieldsWith, PasskeyStage, questionIn } from "../people/passkey-stage.ts";
import type { Authenticator, CreationOptions, RequestOptions } from "../support/authenticator.ts";
import { Authenticator as NewAuthenticator } from "../support/authenticator.ts";
import type { PageSeen } from "../support/browser.ts";
import { PASSWORD, signInAs } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { begin, givePassword, goOn, hasCode, stopAt, stoppedAt } from "./half-way.ts";
import type { HttpScene } from "./http-scene.ts";
import type { HttpWayIn } from "./http-ways-in.ts";
import { states } from "./states.ts";

const FACTOR = "/login/factor";
const ENROL = "/login/enrol";

/** What is typed or answered at the page, got before the state is set. */
const answers = new WeakMap<HttpScene, string>();
const answerOf = (scene: HttpScene): string => answers.get(scene) ?? assert.fail("there is no answer");

const codeOf = (secret: string): string => new TOTP({ secret }).generate();

async function addApp({ idp, world }: HttpScene): Promise<string> {
  const { storage, vault } = idp.node.services;
  const secret = newTotpSecret();
  assert.equal(
    await addTotp(storage, vault, { userId: world.ada.id, secret, name: "", code: codeOf(secret) }, by),
    "won",
  );
  // Its step was spent by setting it up; nobody waits here for the next.
  await storage.db
    .updateTable("factors")
    .set({ counter: 0 })
    .where("user_id", "=", world.ada.id)
    .where("kind", "=", "totp")
    .execute();
  return secret;
}

async function withPassword(scene: HttpScene, more: Record<string, string> = {}): Promise<HttpScene> {
  await givePassword(scene);
  const browser = scene.idp.browser();
  const named = await browser.submit(await begin(scene, browser), { loginName: scene.world.ada.loginName }, "/login");
  const page = await browser.submit(named, { password: PASSWORD, ...more }, "/login/password");
  return stopAt(scene, browser, page);
}

/** Sends the form of a device, where the page has one. */
async function answerDevice(scene: HttpScene, action: string, answer: (page: PageSeen) => string): Promise<PageSeen> {
  const { browser, page } = stoppedAt(scene);
  const { location = "", ...seen } = await browser.request(
    "POST",
    `${scene.idp.issuer}${action}`,
    fieldsWith(page, action, answer(page)),
  );
  return location === "" ? seen : browser.visit(location);
}

const passkeys = new WeakMap<HttpScene, Authenticator>();

async function addPasskey(scene: HttpScene): Promise<void> {
  passkeys.set(scene, await new PasskeyStage(scene.idp).passkeyOf(scene.world.ada));
}

const provedBy = (scene: HttpScene, action: string) => (page: PageSeen) =>
  (passkeys.get(scene) ?? assert.fail("there is no passkey")).get(questionIn<RequestOptions>(page, action));

/** As far as the page that shows a secret for an app. */
async function atTheEnrolment(scene: HttpScene): Promise<HttpScene> {
  const { storage } = scene.idp.node.services;
  await storage.transaction((tx) => states["second factor required"](tx, scene));
  const { browser, page } = stoppedAt(await withPassword(scene));
  const shown = await browser.visit(`${page.url}&with=totp`);
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(shown.body)?.[1]?.replaceAll(" ", "") ?? assert.fail(shown.body);
  answers.set(scene, codeOf(secret));
  return stopAt(scene, browser, shown);
}

const setUp = (scene: HttpScene) => goOn(scene, { code: answerOf(scene) }, ENROL);

export const factorWays = {
  "prove a second factor, by the code of an app": {
    async prepare(scene) {
      answers.set(scene, codeOf(await addApp(scene)));
      return withPassword(scene);
    },
    use: async (_, scene) => hasCode(await goOn(scene, { code: answerOf(scene) }, FACTOR)),
  },
  "prove a second factor, by a code from a mail": {
    async prepare(scene) {
      const { storage, ring } = scene.idp.node.services;
      await storage.transaction((tx) => addEmailCodes(tx, scene.world.ada.id, by));
      const { browser, page } = stoppedAt(await withPassword(scene));
      const sent = await browser.submit(page, { send: "1" }, FACTOR);
      const { id } = await storage.db
        .selectFrom("one_time_codes")
        .select("id")
        .where("user_id", "=", scene.world.ada.id)
        .executeTakeFirstOrThrow();
      answers.set(scene, (await makeCode(storage.db, ring, id)) ?? "");
      return stopAt(scene, browser, sent);
    },
    use: async (_, scene) => hasCode(await goOn(scene, { code: answerOf(scene) }, FACTOR)),
  },
  "prove a second factor, by a recovery code": {
    async prepare(scene) {
      await addApp(scene);
      const { storage } = scene.idp.node.services;
      const [code = ""] = await storage.transaction((tx) => makeRecoveryCodes(tx, scene.world.ada.id, by));
      answers.set(scene, code);
      const { browser, page } = stoppedAt(await withPassword(scene));
      return stopAt(scene, browser, await browser.visit(`${page.url}&with=recovery_code`));
    },
    use: async (_, scene) => hasCode(await goOn(scene, { code: answerOf(scene) }, FACTOR)),
  },
  "prove a second factor, by a passkey": {
    async prepare(scene) {
      await addPasskey(scene);
      return withPassword(scene);
    },
    use: async (_, scene) => hasCode(await answerDevice(scene, FACTOR, provedBy(scene, FACTOR))),
  },
  "sign in with a passkey alone": {
    async prepare(scene) {
      await addPasskey(scene);
      await givePassword(scene);
      const browser = scene.idp.browser();
      return stopAt(scene, browser, await begin(scene, browser));
    },
    use: async (_, scene) => hasCode(await answerDevice(scene, "/login/passkey", provedBy(scene, "/login/passkey"))),
  },
  "set up the second factor that is due": {
    prepare: atTheEnrolment,
    use: async (_, scene) => (await setUp(scene)).body.includes('action="/login/enrol/done"'),
  },
  "go on from the recovery codes": {
    async prepare(scene) {
      const { browser } = stoppedAt(await atTheEnrolment(scene));
      return stopAt(scene, browser, await setUp(scene));
    },
    use: async (_, scene) => hasCode(await goOn(scene, {}, "/login/enrol/done")),
  },
  "choose the password that is due, after a second factor": {
    async prepare(scene) {
      const secret = await addApp(scene);
      await givePassword(scene, true);
      const browser = scene.idp.browser();
      const due = await signInAs(browser, await begin(scene, browser), scene.world.ada.loginName);
      return stopAt(scene, browser, await browser.submit(due, { code: codeOf(secret) }, FACTOR));
    },
    use: async (_, scene) =>
      hasCode(await goOn(scene, { password: "a violet bicycle at noon" }, "/login/new-password")),
  },
  "leave the offer of a passkey for later": {
    prepare: (scene) => withPassword(scene, { passkeys: "1" }),
    use: async (_, scene) => hasCode(await goOn(scene, { later: "1" }, "/login/passkey/offer")),
  },
  "take the offer of a passkey": {
    prepare: (scene) => withPassword(scene, { passkeys: "1" }),
    async use(_, scene) {
      const device = new NewAuthenticator(scene.idp.issuer);
      const action = "/login/passkey/offer";
      const seen = await answerDevice(scene, action, (page) =>
        device.create(questionIn<CreationOptions>(page, action)),
      );
      return seen.body.includes('action="/login/enrol/done"');
    },
  },
} as const satisfies Record<string, HttpWayIn>;
