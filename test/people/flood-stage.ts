/** A whole Signet on each engine, its people, and an attacker with as many addresses as they like. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe } from "node:test";
import type { PolicySettings } from "../../src/identity/policies/kinds.ts";
import { resetPolicy } from "../../src/identity/policies/policies.ts";
import { createHuman, type Human, type NewHuman, readHuman } from "../../src/identity/users/humans.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { proveAddress } from "../support/identity.ts";
import { answerOf, authorizeUrl, type Idp, PASSWORD, startIdp } from "../support/idp.ts";
import { type MailServer, type ReadMail, readMail, startMailServer } from "../support/mail.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

export interface FloodStage {
  readonly idp: Idp;
  person(change?: Partial<NewHuman>): Promise<Human>;
  /** A browser at an address that nobody has used. */
  elsewhere(): Browser;
  /** The page that asks for the password of this name. */
  named(browser: Browser, loginName: string, parameters?: Record<string, string>): Promise<PageSeen>;
  signIn(browser: Browser, loginName: string, password?: string): Promise<PageSeen>;
  /** Wrong passwords, each from another address and another browser, until the next one has to wait long. */
  flood(loginName: string): Promise<void>;
  throttle(settings: PolicySettings<"throttling"> | undefined, organizationId?: string): Promise<void>;
  /** All mails to this address so far, newest last. */
  mailsTo(email: string): Promise<ReadMail[]>;
}

export const isIn = (page: PageSeen): boolean => answerOf(page).has("code");

export function onEachFloodStage(title: string, body: (stage: FloodStage) => void): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let idp: Idp;
      let hash: string;
      let server: MailServer;
      before(async () => {
        server = await startMailServer();
        idp = await startIdp(engine, { SIGNET_SMTP_URL: server.url, SIGNET_MAIL_FROM: "Acme <signet@acme.example>" });
        hash = await idp.node.services.passwords.hash(PASSWORD, signetItself);
      });
      after(async () => {
        await idp.close();
        await server.close();
      });
      beforeEach(async () => {
        await idp.world.storage.db.deleteFrom("proof_attempts").execute();
      });

      let people = 0;
      let addresses = 0;
      const stage: FloodStage = {
        get idp() {
          return idp;
        },
        async person({ emailVerified = true, ...change } = {}) {
          const userName = `target${++people}`;
          const usual = { userName, email: `${userName}@mail.example`, passwordHash: unjudged(hash) };
          const { storage } = idp.world;
          const made = await storage.transaction((tx) =>
            createHuman(tx, { organizationId: idp.world.acme.id, ...usual, ...change }, by),
          );
          if (emailVerified) await proveAddress(storage.db, made.id);
          return readHuman(storage.db, made.id);
        },
        elsewhere() {
          const browser = idp.browser();
          browser.from = `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`;
          return browser;
        },
        async named(browser, loginName, parameters = {}) {
          const page = await browser.visit(
            authorizeUrl(idp, { client: idp.web, parameters: { prompt: "login", ...parameters } }),
          );
          return browser.submit(page, { loginName }, "/login");
        },
        async signIn(browser, loginName, password = PASSWORD) {
          return browser.submit(await stage.named(browser, loginName), { password }, "/login/password");
        },
        async flood(loginName) {
          // The sixth waits long at once: on a busy machine two seconds are over before the next guess.
          await stage.throttle({ delayAfter: 5, blockAfter: 5, blockSeconds: 900 });
          for (let n = 0; n < 5; n++)
            assert.equal((await stage.signIn(stage.elsewhere(), loginName, `guess ${n}`)).status, 401);
          assert.equal((await stage.signIn(stage.elsewhere(), loginName, "guess")).status, 429);
        },
        async throttle(settings, organizationId) {
          await idp.world.storage.transaction<unknown>((tx) =>
            settings === undefined
              ? resetPolicy(tx, "throttling", { organizationId }, by)
              : setPolicyFreely(tx, "throttling", { organizationId, settings }, by),
          );
        },
        async mailsTo(email) {
          await idp.node.services.afterAnswer.settled();
          await idp.node.services.mail.flush();
          return server.mails.filter(({ to }) => to.includes(email)).map(({ raw }) => readMail(raw));
        },
      };
      body(stage);
    });
  }
}

/** The page that was shown, sent on by its offer of a code: the page that asks for it. */
export function askForCode(browser: Browser, slowed: PageSeen): Promise<PageSeen> {
  return browser.submit(slowed, { send: "1" }, "/login/unblock");
}

export function codeIn(mail: ReadMail | undefined): string {
  const code = /^ {4}(\w{5}-\w{5})$/m.exec(mail?.text ?? "")?.[1];
  if (code === undefined) throw new Error(`no code in: ${mail?.text}`);
  return code;
}
