/** A whole Signet on each engine that sends its mails to a real mail server, and people who open the links in them. */
import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { createHuman, type Human, type NewHuman } from "../../src/identity/users/humans.ts";
import { type RequestedMail, requestMail } from "../../src/identity/users/mail-requests.ts";
import { signetItself } from "../../src/passwords/passwords.ts";
import type { Storage } from "../../src/storage/storage.ts";
import type { Browser, PageSeen } from "../support/browser.ts";
import { enginesOf } from "../support/engines.ts";
import { authorizeUrl, type Idp, PASSWORD, signInAs, startIdp } from "../support/idp.ts";
import { type MailServer, type ReadMail, readMail, startMailServer } from "../support/mail.ts";
import { unjudged } from "../support/unjudged-password.ts";
import { by } from "../support/world.ts";

export const HOUR = 3_600_000;
export const NEW_PASSWORD = "a violet bicycle at noon";

export interface MailStage {
  readonly idp: Idp;
  readonly server: MailServer;
  readonly run: Storage["transaction"];
  /** Somebody without a password, whose address is not verified, unless told otherwise. */
  make(change?: Partial<NewHuman>): Promise<Human>;
  withPassword(change?: Partial<NewHuman>): Promise<Human>;
  /** Asks for the mail and reads it. */
  mailTo(human: Human, kind: RequestedMail): Promise<ReadMail & { link: string }>;
  canSignIn(loginName: string, password: string): Promise<boolean>;
}

export function onEachMailStage(title: string, body: (stage: MailStage) => void): void {
  for (const engine of enginesOf(title)) {
    describe(`${title}, on ${engine.name}`, () => {
      let idp: Idp;
      let server: MailServer;
      before(async () => {
        server = await startMailServer();
        idp = await startIdp(engine, { SIGNET_SMTP_URL: server.url, SIGNET_MAIL_FROM: "Acme <signet@acme.example>" });
      });
      after(async () => {
        await idp.close();
        await server.close();
      });

      let people = 0;
      const run: Storage["transaction"] = (work) => idp.world.storage.transaction(work);
      const make: MailStage["make"] = (change = {}) => {
        const n = ++people;
        const person = { organizationId: idp.world.acme.id, userName: `p${n}`, email: `p${n}@mail.example`, ...change };
        return run((tx) => createHuman(tx, person, by));
      };
      body({
        get idp() {
          return idp;
        },
        get server() {
          return server;
        },
        run,
        make,
        withPassword: async (change = {}) =>
          make({ passwordHash: unjudged(await idp.node.services.passwords.hash(PASSWORD, signetItself)), ...change }),
        async mailTo(human, kind) {
          // What others are told of what they did before is not what is asked for.
          await idp.node.services.mail.flush();
          const before = server.mails.length;
          await run((tx) => requestMail(tx, { kind, userId: human.id }, by));
          await idp.node.services.mail.flush();
          const [received] = server.mails.slice(before);
          assert.deepEqual([received?.from, received?.to], ["signet@acme.example", [human.email]]);
          const mail = readMail(received?.raw ?? "");
          assert.ok(mail.link);
          return { ...mail, link: mail.link };
        },
        async canSignIn(loginName, password) {
          const browser = idp.browser();
          const seen = await signInAs(
            browser,
            await browser.visit(authorizeUrl(idp, { client: idp.web })),
            loginName,
            password,
          );
          return seen.url.startsWith("https://app.example/callback?code=");
        },
      });
    });
  }
}

export function choose(browser: Browser, page: PageSeen, password = NEW_PASSWORD): Promise<PageSeen> {
  return browser.submit(page, { password }, "/login/mail");
}

export function ticketOf(link: string): string {
  return new URL(link).searchParams.get("link") ?? "";
}

export function isOver(page: PageSeen): void {
  assert.equal(page.status, 400);
  assert.match(page.body, /<h1>This link doesn&#39;t work any more<\/h1>/);
}
