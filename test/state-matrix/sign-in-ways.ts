/**
 * The ways in that people have by the pages, each stopped half way while the state is set. What must stop it is in
 * table.ts.
 */
import { makeCode } from "../../src/identity/limits/one-time-codes.ts";
import { createHuman, type Human } from "../../src/identity/users/humans.ts";
import { proveAddress } from "../support/identity.ts";
import { type Idp, PASSWORD, signInAs } from "../support/idp.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";
import {
  about,
  begin,
  forgetAttempts,
  givePassword,
  goOn,
  hasCode,
  NEW_PASSWORD,
  openLink,
  stopAt,
  stoppedAt,
} from "./half-way.ts";
import type { HttpScene } from "./http-scene.ts";
import type { HttpWayIn } from "./http-ways-in.ts";

async function openRegistration({ idp, world }: HttpScene, verifyEmail = true): Promise<void> {
  const settings = { allowed: true, verifyEmail, fields: [] };
  await idp.node.services.storage.transaction((tx) =>
    setPolicyFreely(tx, "registration", { organizationId: world.acme.id, settings }, by),
  );
  await forgetAttempts({ idp });
}

/** Somebody who has registered and proved nothing yet, or who was invited. */
async function newcomer({ idp, world }: HttpScene, state: "active" | "unverified"): Promise<Human> {
  const email = `newcomer@${world.acme.domain}`;
  return idp.node.services.storage.transaction((tx) =>
    createHuman(tx, { organizationId: world.acme.id, userName: "newcomer", email, state }, by),
  );
}

/** It does not sign anybody in: whoever has set the password goes to the application. */
const setsPassword = async (_: Idp, scene: HttpScene): Promise<boolean> =>
  (await goOn(scene, { password: NEW_PASSWORD }, "/login/mail")).url.endsWith("/login/mail/password-set");

/** The page with the accounts of this browser; there is one. */
async function atTheAccounts(scene: HttpScene): Promise<HttpScene> {
  const browser = scene.idp.browser();
  browser.cookies.set("signet-sessions", scene.sessionsCookie);
  return stopAt(scene, browser, await begin(scene, browser, { prompt: "select_account" }));
}

export const signInWays = {
  "sign in, by the page that asks for the password": {
    async prepare(scene) {
      await givePassword(scene);
      const browser = scene.idp.browser();
      const page = await browser.submit(
        await begin(scene, browser),
        { loginName: scene.world.ada.loginName },
        "/login",
      );
      return stopAt(scene, browser, page);
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: PASSWORD }, "/login/password")),
  },
  "choose one of several accounts with one address and one password": {
    async prepare(scene) {
      await givePassword(scene);
      const { storage } = scene.idp.node.services;
      const { email, id, organizationId } = scene.world.ada;
      const { password_hash: passwordHash } = await storage.db
        .selectFrom("humans")
        .select("password_hash")
        .where("user_id", "=", id)
        .executeTakeFirstOrThrow();
      const twin = { organizationId, userName: "twin", email, passwordHash: unjudged(passwordHash ?? "") };
      await proveAddress(storage.db, (await storage.transaction((tx) => createHuman(tx, twin, by))).id);
      await proveAddress(storage.db, id);
      const browser = scene.idp.browser();
      return stopAt(scene, browser, await signInAs(browser, await begin(scene, browser), email));
    },
    use: async (_, scene) => hasCode(await goOn(scene, { user: scene.world.ada.id }, "/login/password/account")),
  },
  "choose the password that is due": {
    async prepare(scene) {
      await givePassword(scene, true);
      const browser = scene.idp.browser();
      return stopAt(scene, browser, await signInAs(browser, await begin(scene, browser), scene.world.ada.loginName));
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: NEW_PASSWORD }, "/login/new-password")),
  },
  "choose an account that is signed in": {
    prepare: atTheAccounts,
    use: async (_, scene) => hasCode(await goOn(scene, { session: scene.login.id }, "/login/accounts")),
  },
  "come back from the pages with an account": {
    async prepare(scene) {
      const { browser, page } = stoppedAt(await atTheAccounts(scene));
      const fields = { request: new URL(page.url).searchParams.get("request") ?? "", session: scene.login.id };
      const { location = "" } = await browser.request("POST", `${scene.idp.issuer}/login/accounts`, fields);
      return stopAt(scene, browser, { ...page, url: location });
    },
    async use(_, scene) {
      const { browser, page } = stoppedAt(scene);
      return hasCode(await browser.visit(page.url));
    },
  },
  "agree to what an application asks for": {
    async prepare(scene) {
      const browser = scene.idp.browser();
      browser.cookies.set("signet-sessions", scene.sessionsCookie);
      return stopAt(scene, browser, await begin(scene, browser, { prompt: "consent" }));
    },
    use: async (_, scene) => hasCode(await goOn(scene, { answer: "allow" }, "/login/consent")),
  },
  "register, by the code from the mail": {
    async prepare(scene) {
      await openRegistration(scene);
      const { storage, ring, afterAnswer } = scene.idp.node.services;
      const browser = scene.idp.browser();
      const email = `newcomer@${scene.world.acme.domain}`;
      const asked = await browser.submit(
        await begin(scene, browser, { prompt: "create" }),
        { email },
        "/login/register",
      );
      await afterAnswer.settled();
      const { id, user_id } = await storage.db
        .selectFrom("one_time_codes")
        .innerJoin("humans", "humans.user_id", "one_time_codes.user_id")
        .select(["one_time_codes.id", "one_time_codes.user_id"])
        .where("humans.email", "=", email)
        .executeTakeFirstOrThrow();
      const code = (await makeCode(storage.db, ring, id)) ?? "";
      const page = await browser.submit(asked, { code }, "/login/register/code");
      return stopAt(about(scene, { ...scene.world.ada, id: user_id }), browser, page);
    },
    use: async (_, scene) => hasCode(await goOn(scene, { password: NEW_PASSWORD }, "/login/register/code")),
  },
  "register where no address is confirmed": {
    async prepare(scene) {
      await openRegistration(scene, false);
      const browser = scene.idp.browser();
      return stopAt(scene, browser, await begin(scene, browser, { prompt: "create" }));
    },
    async use(_, scene) {
      const email = `newcomer@${scene.world.acme.domain}`;
      return hasCode(await goOn(scene, { email, password: NEW_PASSWORD }, "/login/register"));
    },
  },
  "finish a registration by the link from the mail": {
    async prepare(scene) {
      await openRegistration(scene);
      return openLink(about(scene, await newcomer(scene, "unverified")), "registration");
    },
    use: setsPassword,
  },
  "accept an invitation": {
    prepare: async (scene) => openLink(about(scene, await newcomer(scene, "active")), "invitation"),
    use: setsPassword,
  },
  "reset a forgotten password by the link from the mail": {
    async prepare(scene) {
      await givePassword(scene);
      return openLink(scene, "reset_password");
    },
    use: setsPassword,
  },
  "confirm an address by the link from the mail": {
    async prepare(scene) {
      const { db } = scene.idp.node.services.storage;
      await db.updateTable("humans").set({ email_verified: 0 }).where("user_id", "=", scene.world.ada.id).execute();
      return openLink(scene, "verify_email");
    },
    use: async (_, scene) => (await goOn(scene, {}, "/login/mail")).url.endsWith("/login/mail/address-confirmed"),
  },
} as const satisfies Record<string, HttpWayIn>;
