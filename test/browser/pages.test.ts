/**
 * Every page people see, on a phone and on a desk, in light and dark: nothing is blocked, nothing sticks out. With
 * SCREENSHOTS=folder each is kept there as a picture, to look at.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createHuman } from "../../src/identity/users/humans.ts";
import { setPassword } from "../../src/identity/users/passwords.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { authorizeUrl, type Idp, PASSWORD } from "../support/idp.ts";
import { by } from "../support/world.ts";
import { ada, bob, fillIn } from "./login-page.ts";

const sizes = { phone: { width: 390, height: 844 }, narrow: { width: 320, height: 568 }, desktop: { width: 1280, height: 800 } };
const folder = process.env.SCREENSHOTS;

interface Scene {
  readonly title: RegExp;
  reach(page: Page, idp: Idp): Promise<unknown>;
}

const start = (idp: Idp, parameters: Record<string, string | undefined> = {}) => authorizeUrl(idp, { client: idp.web, parameters });

/** Away from the application's address, which is not there. */
async function signIn(page: Page, idp: Idp, loginName: string): Promise<void> {
  await page.goto(start(idp, { prompt: "login" }));
  await fillIn(page, loginName);
  await page.waitForURL(/app\.example|\/callback/);
}

async function addPerson(idp: Idp, userName: string): Promise<string> {
  const { passwords, storage } = idp.node.services;
  const hash = await passwords.hash(PASSWORD);
  await storage.transaction(async (tx) => {
    const { id } = await createHuman(
      tx,
      { organizationId: idp.world.acme.id, userName, email: `${userName.slice(0, 20)}@mail.example` },
      by,
    );
    await setPassword(tx, id, { hash, changeRequired: false }, by);
  });
  return userName;
}

const scenes: Record<string, Scene> = {
  "sign-in": { title: /Sign in to App/, reach: (page, idp) => page.goto(start(idp)) },
  "sign-in-hint": { title: /Sign in to App/, reach: (page, idp) => page.goto(start(idp, { login_hint: ada(idp) })) },
  "wrong-password": {
    title: /Sign in to App/,
    async reach(page, idp) {
      await page.goto(start(idp));
      await fillIn(page, ada(idp), "wrong password");
      await page.getByRole("alert").waitFor();
    },
  },
  "account-picker": {
    title: /Continue to App/,
    async reach(page, idp) {
      await signIn(page, idp, ada(idp));
      await signIn(page, idp, bob(idp));
      await page.goto(start(idp, { prompt: "select_account" }));
    },
  },
  "sign-out-question": {
    title: /Sign out\?/,
    async reach(page, idp) {
      await signIn(page, idp, ada(idp));
      await page.goto(`${idp.issuer}/oauth/v2/endsession`);
    },
  },
  "signed-out": { title: /You are signed out/, reach: (page, idp) => page.goto(`${idp.issuer}/oauth/v2/endsession`) },
  "cannot-return": {
    title: /We cannot continue/,
    reach: (page, idp) => page.goto(start(idp, { redirect_uri: "https://app.example/callback-of-another-environment?tenant=4711" })),
  },
  "no-access": { title: /You have no access/, reach: (page, idp) => signIn(page, idp, bob(idp)) },
  "long-names": {
    title: /Continue to W{200}/,
    async reach(page, idp) {
      const client = await idp.register("web", { authMethod: "basic", name: "W".repeat(200) });
      await signIn(page, idp, `${await addPerson(idp, "w".repeat(120))}@${idp.world.acme.domain}`);
      await page.goto(authorizeUrl(idp, { client, parameters: { prompt: "select_account" } }));
    },
  },
  "registration-closed": { title: /Registration is not open/, reach: (page, idp) => page.goto(start(idp, { prompt: "create" })) },
  expired: { title: /cannot be continued/, reach: (page, idp) => page.goto(`${idp.issuer}/oauth/v2/authorize/callback?request=old`) },
  "not-found": { title: /./, reach: (page, idp) => page.goto(`${idp.issuer}/nothing-here`) },
};

describe("pages for people", () => {
  let chromium: Browser;
  let idp: Idp;
  before(async () => {
    [chromium, idp] = await Promise.all([launchChromium(), listenAsIdp()]);
  });
  after(async () => {
    await chromium.close();
    await idp.close();
  });

  for (const [name, { title, reach }] of Object.entries(scenes)) {
    test(name, async () => {
      await using visitor = await newVisitor(chromium);
      await applicationIsElsewhere(visitor.context);
      const page = await visitor.context.newPage();
      await reach(page, idp);
      assert.match((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", title);
      for (const [device, size] of Object.entries(sizes)) {
        await page.setViewportSize(size);
        const widest = Number(await page.evaluate("document.documentElement.scrollWidth"));
        assert.ok(widest <= size.width, `${device}: ${widest} px wide`);
        for (const colorScheme of folder === undefined ? [] : (["light", "dark"] as const)) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(folder ?? "", `${name}-${device}-${colorScheme}.png`) });
        }
      }
      assert.deepEqual(visitor.complaints, []);
    });
  }

  test("the field to fill in next has the focus, and says what was wrong with it", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    const focused = () => page.evaluate("document.activeElement.name");
    await page.goto(start(idp));
    assert.equal(await focused(), "loginName");
    await page.goto(start(idp, { login_hint: ada(idp) }));
    assert.equal(await focused(), "password");
    await fillIn(page, ada(idp), "wrong password");
    await page.getByRole("alert").waitFor();
    assert.equal(await focused(), "password");
    assert.equal(await page.getByLabel("Password").getAttribute("aria-describedby"), await page.getByRole("alert").getAttribute("id"));
  });
});

/** Its addresses are answered here, so that no test asks the network. */
async function applicationIsElsewhere(context: BrowserContext): Promise<void> {
  await context.route("https://app.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><h1>App</h1>" }),
  );
}
