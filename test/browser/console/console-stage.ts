/**
 * The Console in a real browser: a Signet that listens, managers of every kind, and a way to look over their shoulder.
 */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { buildConsole } from "../../../scripts/build-console.ts";
import { addManager } from "../../../src/identity/managers.ts";
import { createHuman, type Human, type NewHuman } from "../../../src/identity/users/humans.ts";
import { signetItself } from "../../../src/passwords/passwords.ts";
import { type HeldHere, type Manager, managerAt } from "../../support/api.ts";
import { launchChromium, newVisitor, type Visitor } from "../../support/chromium.ts";
import { isDue } from "../../support/divided.ts";
import { type Idp, PASSWORD, startIdp } from "../../support/idp.ts";
import { type ReadMail, readMail, startMailServer } from "../../support/mail.ts";
import { freePort } from "../../support/postgres-server.ts";
import { unjudged } from "../../support/unjudged-password.ts";
import { by } from "../../support/world.ts";
import { findObstacles, kindOf } from "../axe.ts";
import { fillIn } from "../login-page.ts";

/** Somebody who is signed in at the Console, in a browser of their own. */
export interface ConsoleVisitor extends Visitor {
  readonly page: Page;
  /** Goes to a path of the Console without leaving it: tokens live in memory, so a new address would sign in again. */
  go(path: string): Promise<void>;
}

export interface ConsoleStage {
  /** Where Signet listens. `idp.world` has Acme (with the project CRM, an application and Ada) and Other (with Bob). */
  readonly idp: Idp;
  readonly url: string;
  readonly chromium: Browser;
  /** A service user with IAM_OWNER: sets things up and looks whether they are so, over the API. */
  readonly owner: Manager;
  /** A person of Acme (or of another organization) with these manager roles and the password PASSWORD. */
  person(held: readonly HeldHere[], change?: Partial<NewHuman>): Promise<Human & { loginName: string }>;
  /** Signs in on the login pages and waits for the Console. */
  visit(who: { loginName: string }, path?: string): Promise<ConsoleVisitor>;
  /**
   * Nothing keeps anybody from using the page (axe-core, light and dark), and it fits on 320 px. `npm test` looks at
   * every other page.
   */
  check(page: Page): Promise<void>;
  /** The newest mail to the address, as soon as it is there. */
  mailTo(address: string): Promise<ReadMail>;
  close(): Promise<void>;
}

export const everything: readonly HeldHere[] = [{ role: "IAM_OWNER", place: { level: "iam" } }];

export async function startConsole(): Promise<ConsoleStage> {
  await buildConsole();
  const [mails, chromium, port] = [await startMailServer(), await launchChromium(), await freePort()];
  const url = `http://localhost:${port}`;
  const idp = await startIdp(undefined, {
    SIGNET_ISSUER_URL: url,
    SIGNET_SMTP_URL: mails.url,
    SIGNET_MAIL_FROM: "Acme <signet@acme.example>",
  });
  await idp.node.app.listen({ host: "127.0.0.1", port });
  const { storage, passwords, mail } = idp.node.services;
  const passwordHash = unjudged(await passwords.hash(PASSWORD, signetItself));
  let people = 0;

  return {
    idp,
    url,
    chromium,
    owner: await managerAt(idp, everything),
    async person(held, change = {}) {
      const { acme, other } = idp.world;
      const userName = change.userName ?? `manager${++people}`;
      const made = {
        organizationId: acme.id,
        userName,
        email: `${userName}@mail.example`,
        emailVerified: true,
        passwordHash,
        ...change,
      };
      const human = await storage.transaction(async (tx) => {
        const created = await createHuman(tx, made, by);
        for (const one of held) await addManager(tx, { userId: created.id, ...one }, by);
        return created;
      });
      const domain =
        [acme, other].find(({ id }) => id === made.organizationId)?.domain ??
        (await domainOf(idp, made.organizationId));
      return { ...human, loginName: `${userName}@${domain}` };
    },
    async visit({ loginName }, path = "/") {
      const visitor = await newVisitor(chromium, { viewport: { width: 1280, height: 800 }, acceptDownloads: true });
      const page = await visitor.context.newPage();
      // Gone again when the page is: whatever comes next brings its own.
      page.on("domcontentloaded", () => void page.evaluate(clickThroughNotifications).catch(() => undefined));
      await page.goto(`${url}/console${path}`);
      await fillIn(page, loginName);
      await page.waitForURL(
        (address) => address.pathname.startsWith("/console") && !address.pathname.endsWith("/callback"),
      );
      await page.getByRole("heading", { level: 1 }).waitFor();
      return Object.assign(visitor, {
        page,
        async go(to: string) {
          await page.evaluate(goWithinConsole(`/console${to}`));
          await page.getByRole("heading", { level: 1 }).waitFor();
        },
      });
    },
    async check(page) {
      // What fades in or out has no contrast meanwhile; where the mouse is, a notification stays.
      await page.mouse.move(0, 0);
      await page.evaluate(
        "document.querySelectorAll('.mantine-Notification-closeButton').forEach((close) => close.click())",
      );
      const gone = page.locator(".mantine-Notification-root").first().waitFor({ state: "detached", timeout: 3_000 });
      await gone.catch(() => undefined);
      if (!isDue(`a look at ${kindOf(page)}`)) return;
      assert.deepEqual(await findObstacles(page), []);
      await page.emulateMedia({ colorScheme: null, reducedMotion: "reduce" });
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 800 });
      const fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
      // The menu slides out of the way. Asked again and again from here: the page's policy lets no test wait within it.
      let fit = await page.evaluate<boolean>(fits);
      for (let tries = 0; tries < 50 && !fit; tries++) {
        await page.waitForTimeout(100);
        fit = await page.evaluate<boolean>(fits);
      }
      if (size !== null) await page.setViewportSize(size);
      assert.ok(fit, `${page.url()} cannot be read at 320 px without scrolling sideways`);
    },
    async mailTo(address) {
      for (let tries = 0; tries < 100; tries++) {
        await mail.flush();
        const found = mails.mails.findLast(({ to }) => to.includes(address));
        if (found !== undefined) return readMail(found.raw);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`there is no mail to ${address}`);
    },
    async close() {
      await chromium.close();
      await idp.close();
      await mails.close();
    },
  };
}

/** People move on; a test would wait seconds for what lies below one. A sheet that is adopted is within the policy. */
const clickThroughNotifications = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".mantine-Notifications-root, .mantine-Notifications-root *:not(button) { pointer-events: none !important }");
  document.adoptedStyleSheets.push(sheet);
})()`;

/**
 * Over when the page is shown: until then the one before is still there, and what both have would be taken for the
 * other's. TanStack Router keeps itself at hand under this name.
 */
function goWithinConsole(address: string): string {
  return `new Promise((resolve) => {
    const stop = __TSR_ROUTER__.subscribe("onResolved", () => { stop(); resolve(); });
    history.pushState(null, "", ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent("popstate"));
  })`;
}

async function domainOf(idp: Idp, organizationId: string): Promise<string> {
  const { db } = idp.node.services.storage;
  return (
    await db.selectFrom("organizations").select("domain").where("id", "=", organizationId).executeTakeFirstOrThrow()
  ).domain;
}
