/** A whole Signet on each engine, people who look after their account in it, and the mails they get. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { TOTP } from "otpauth";
import { addTotp, newTotpSecret } from "../../../src/identity/factors/totp.ts";
import type { PolicyKind, PolicySettings } from "../../../src/identity/policies/kinds.ts";
import { builtInPolicies } from "../../../src/identity/policies/kinds.ts";
import { createHuman, type Human, type NewHuman } from "../../../src/identity/users/humans.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { now } from "../../../src/storage/now.ts";
import { type Browser, findForm, type PageSeen } from "../../support/browser.ts";
import { enginesOf } from "../../support/engines.ts";
import { type Idp, PASSWORD, signInAs, startIdp } from "../../support/idp.ts";
import { type MailServer, type ReadMail, readMail, startMailServer } from "../../support/mail.ts";
import { setPolicyFreely } from "../../support/policies.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by } from "../../support/world.ts";

export const MINUTE = 60_000;

export interface AccountStage {
  readonly idp: Idp;
  /** Somebody of Acme with a password and a confirmed address, unless told otherwise. */
  person(change?: Partial<NewHuman>): Promise<Human>;
  /** Signed in, at the page of their account. */
  visitor(human: Human, browser?: Browser): Promise<Browser>;
  /** The last proof of all their sessions was so long ago. */
  proveLongAgo(human: Human, ms?: number): Promise<void>;
  decide<Kind extends PolicyKind>(kind: Kind, change: Partial<PolicySettings<Kind>>): Promise<void>;
  /** All mails to the address so far, oldest first. */
  mailsTo(address: string): Promise<ReadMail[]>;
  codeFor(address: string): Promise<string>;
  /** Has an authenticator app from now on; gives a code that works. */
  withTotp(human: Human): Promise<() => Promise<string>>;
}

export function onEachAccountStage(title: string, body: (stage: AccountStage) => void): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let idp: Idp;
      let server: MailServer;
      let passwordHash: string;
      before(async () => {
        server = await startMailServer();
        idp = await startIdp(engine, { SIGNET_SMTP_URL: server.url, SIGNET_MAIL_FROM: "Acme <signet@acme.example>" });
        passwordHash = await idp.node.services.passwords.hash(PASSWORD, signetItself);
      });
      after(async () => {
        await idp.close();
        await server.close();
      });

      let people = 0;
      const mailsTo: AccountStage["mailsTo"] = async (address) => {
        await idp.node.services.mail.flush();
        return server.mails.filter(({ to }) => to.includes(address)).map(({ raw }) => readMail(raw));
      };
      body({
        get idp() {
          return idp;
        },
        person(change = {}) {
          const userName = `p${++people}`;
          const usual = {
            organizationId: idp.world.acme.id,
            userName,
            email: `${userName}@mail.example`,
            emailVerified: true,
            passwordHash: unjudged(passwordHash),
          };
          return idp.world.storage.transaction((tx) => createHuman(tx, { ...usual, ...change }, by));
        },
        async visitor(human, browser = idp.browser()) {
          // All come from one address; nobody is to wait because of the others.
          await idp.world.storage.db.deleteFrom("proof_attempts").where("subject", "like", "address:%").execute();
          const seen = await signInAs(browser, await browser.visit(loginFor(idp)), human.loginName);
          assert.match(seen.url, /\/account/, mainOf(seen));
          return browser;
        },
        async proveLongAgo({ id }, ms = 11 * MINUTE) {
          await idp.world.storage.db
            .updateTable("login_sessions")
            .set((eb) => ({ authenticated_at: eb(now, "-", ms) }))
            .where("user_id", "=", id)
            .execute();
        },
        async decide(kind, change) {
          const decided = { organizationId: idp.world.acme.id, settings: { ...builtInPolicies[kind], ...change } };
          await idp.world.storage.transaction((tx) => setPolicyFreely(tx, kind, decided, by));
        },
        mailsTo,
        async codeFor(address) {
          const code = /^ {4}(\d{6})$/m.exec((await mailsTo(address)).at(-1)?.text ?? "")?.[1];
          assert.ok(code, `there is no code for ${address}`);
          return code;
        },
        async withTotp({ id }) {
          const secret = newTotpSecret();
          const { storage, vault } = idp.node.services;
          const code = new TOTP({ secret }).generate();
          assert.equal(await addTotp(storage, vault, { userId: id, secret, name: "", code }, by), "won");
          return async () => {
            // Its step was spent by setting it up; the test does not wait for the next.
            await storage.db
              .updateTable("factors")
              .set({ counter: 0 })
              .where("user_id", "=", id)
              .where("kind", "=", "totp")
              .execute();
            return new TOTP({ secret }).generate();
          };
        },
      });
    });
  }
}

/** Signs somebody in beside those who are: any application would do. */
function loginFor(idp: Idp): string {
  return `${idp.issuer}/account`;
}

export function account(idp: Idp, path = ""): string {
  return `${idp.issuer}/account${path}`;
}

export const see = (idp: Idp, browser: Browser, path = ""): Promise<PageSeen> => browser.visit(account(idp, path));

/** Sends the form on the page as it is, with these fields; does not follow. */
export function send(
  idp: Idp,
  browser: Browser,
  page: PageSeen,
  { action, ...fields }: Record<string, string> & { action: string },
): Promise<PageSeen & { location: string | undefined }> {
  return browser.request("POST", `${idp.issuer}${action}`, { ...findForm(page.body, action).hidden, ...fields });
}

/** Without the style sheet, for messages. */
export function mainOf({ body }: PageSeen): string {
  return /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? body.slice(0, 500);
}

export function isAtLogin(seen: PageSeen): boolean {
  return seen.url.includes("/login?request=");
}
