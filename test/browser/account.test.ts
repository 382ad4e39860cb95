/**
 * The pages of one's own account in a real browser, with and without script, on a phone and on a desk, in light and
 * dark: each is reached, nothing is blocked, nothing sticks out, and nothing is in the way of those who read or use it
 * differently. With SCREENSHOTS=folder each is kept there as a picture, to look at.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { builtInPolicies, type PolicyKind, type PolicySettings } from "../../src/identity/policies/kinds.ts";
import type { Human } from "../../src/identity/users/humans.ts";
import { wordsIn } from "../../src/texts/words.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { oneOf } from "../support/divided.ts";
import { setPolicyFreely } from "../support/policies.ts";
import { VisitorPool } from "../support/visitor-pool.ts";
import { by } from "../support/world.ts";
import { findObstacles } from "./axe.ts";
import { fillIn } from "./login-page.ts";
import { beSignedIn } from "./signed-in.ts";
import { type Stage, startStage } from "./stage.ts";

const sizes = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  desktop: { width: 1280, height: 900 },
};
const folder = process.env.SCREENSHOTS;
const wanted = new RegExp(process.env.SCENES ?? ".");

let chromium: Browser;
const visitors = new VisitorPool(() => chromium);
let stage: Stage;
before(async () => {
  [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
  await decide("account", { mayDelete: true });
});
after(async () => {
  await chromium.close();
  await stage.close();
});

async function decide<Kind extends PolicyKind>(kind: Kind, change: Partial<PolicySettings<Kind>>): Promise<void> {
  const decided = { organizationId: stage.acme.organization.id, settings: { ...builtInPolicies[kind], ...change } };
  await stage.idp.node.services.storage.transaction((tx) => setPolicyFreely(tx, kind, decided, by));
}

const profile = { givenName: "Grace", familyName: "Hopper", displayName: "Grace Hopper" };
const at = (path: string) => `${stage.idp.issuer}/account${path}`;

/** Somebody new who signs in on the way to this page. */
async function signInTo(page: Page, path = ""): Promise<Human> {
  await stage.forgiveAddress();
  const human = await stage.person({ emailVerified: true, profile });
  await page.goto(at(path));
  await fillIn(page, human.loginName);
  await page.locator("nav.places").waitFor();
  return human;
}

/** The same without the pages before it. */
async function arrive(page: Page, path = ""): Promise<Human> {
  await stage.forgiveAddress();
  const human = await stage.person({ emailVerified: true, profile });
  await beSignedIn(page, stage.idp, at(""), human.loginName);
  await page.goto(at(path));
  await page.locator("nav.places").waitFor();
  return human;
}

async function setUpApp(page: Page): Promise<string> {
  await page.goto(at("/security/totp"));
  const secret = ((await page.locator("details code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Keep these recovery codes" }).waitFor();
  return secret;
}

interface Scene {
  readonly title: string;
  reach(page: Page): Promise<unknown>;
}

const scenes: Record<string, Scene> = {
  overview: { title: "Your account", reach: (page) => signInTo(page) },
  profile: { title: "Profile", reach: (page) => arrive(page, "/profile") },
  "profile-wrong": {
    title: "Profile",
    async reach(page) {
      await arrive(page, "/profile");
      await page.getByLabel("Display name").fill("");
      await page.getByLabel("Picture").fill("http://pictures.example");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  "profile-saved": {
    title: "Profile",
    async reach(page) {
      await arrive(page, "/profile");
      await page.getByLabel("Nickname").fill("Amazing Grace");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("status").waitFor();
    },
  },
  phone: { title: "Phone", reach: (page) => arrive(page, "/phone") },
  email: { title: "E-mail", reach: (page) => arrive(page, "/email") },
  "email-code": {
    title: "Confirm the new address",
    async reach(page) {
      await arrive(page, "/email");
      await page.getByLabel("New address").fill("grace@new.example");
      await page.getByRole("button", { name: "Send the code" }).click();
      await page.getByLabel("Code").waitFor();
    },
  },
  security: { title: "Password and second factors", reach: (page) => arrive(page, "/security") },
  "security-full": {
    title: "Password and second factors",
    async reach(page) {
      const { id } = await arrive(page);
      await setUpApp(page);
      const row = {
        id: `passkey-${id}`,
        user_id: id,
        kind: "passkey",
        name: "Blue laptop",
        data: '{"transports":[],"synced":true}',
      };
      await stage.idp.node.services.storage.db
        .insertInto("factors")
        .values({
          ...row,
          sealed: null,
          master_key_id: null,
          credential_id: row.id,
          created_at: 1_790_000_000_000,
          last_used_at: null,
        })
        .execute();
      await page.goto(at("/security"));
    },
  },
  password: { title: "Choose a new password", reach: (page) => arrive(page, "/security/password") },
  totp: { title: "Set up an authenticator app", reach: (page) => arrive(page, "/security/totp") },
  "recovery-codes": {
    title: "Keep these recovery codes",
    async reach(page) {
      await arrive(page);
      await setUpApp(page);
    },
  },
  "email-codes": { title: "Get codes by e-mail", reach: (page) => arrive(page, "/security/email-code") },
  passkey: { title: "Add a passkey", reach: (page) => arrive(page, "/security/passkey") },
  sessions: { title: "Where you are signed in", reach: (page) => signInTo(page, "/sessions") },
  activity: { title: "Recent activity", reach: (page) => signInTo(page, "/activity") },
  data: { title: "Your data", reach: (page) => arrive(page, "/data") },
  delete: { title: "Delete your account", reach: (page) => arrive(page, "/delete") },
  "delete-wrong": {
    title: "Delete your account",
    async reach(page) {
      await arrive(page, "/delete");
      await page.getByRole("button", { name: "Delete the account" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  arabic: {
    title: wordsIn("ar").say("security.title"),
    async reach(page) {
      await arrive(page);
      await page.goto(at("/security?lang=ar"));
    },
  },
  german: {
    title: wordsIn("de").say("sessions.title"),
    async reach(page) {
      await signInTo(page);
      await page.goto(at("/sessions?lang=de"));
    },
  },
  "two-accounts": {
    title: "Your account",
    async reach(page) {
      await arrive(page);
      const { loginName } = await stage.person({ profile: { displayName: "Ada Lovelace" } });
      const parameters = {
        client_id: stage.acme.app.application.id,
        redirect_uri: stage.callback,
        response_type: "code",
      };
      await page.goto(
        `${stage.idp.issuer}/oauth/v2/authorize?${new URLSearchParams({ ...parameters, scope: "openid", prompt: "login" })}`,
      );
      await fillIn(page, loginName);
      await page.getByRole("heading", { name: "Welcome" }).waitFor();
      await page.goto(at(""));
      await page.getByText("Use another account").click();
    },
  },
  deleted: {
    title: "Your account is deleted",
    async reach(page) {
      const { loginName } = await arrive(page, "/delete");
      await page.getByLabel(`Type ${loginName} to confirm`).fill(loginName);
      await page.getByRole("button", { name: "Delete the account" }).click();
    },
  },
};

describe("pages of one's own account", { concurrency: 3 }, () => {
  for (const [name, { title, reach }] of Object.entries(scenes).filter(([scene]) => wanted.test(scene))) {
    for (const javaScriptEnabled of oneOf(`page ${name}`, [true, false])) {
      test(`${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () =>
        visitors.visit(javaScriptEnabled, async ({ page, complaints }) => {
          await reach(page);
          await page.getByRole("heading", { level: 1, name: title }).waitFor();
          for (const [device, size] of Object.entries(sizes)) {
            await page.setViewportSize(size);
            const width = Number(await page.evaluate("document.documentElement.scrollWidth"));
            assert.equal(width, size.width, `on ${device} something sticks out`);
            if (folder !== undefined && javaScriptEnabled) await keep(page, join(folder, `account-${name}-${device}`));
          }
          if (javaScriptEnabled) assert.deepEqual(await findObstacles(page), []);
          assert.deepEqual(complaints, []);
        }));
    }
  }
});

describe("one's own account, used", () => {
  test("a passkey of this device is added, named, and removed", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    const session = await visitor.context.newCDPSession(page);
    await session.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    };
    await session.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, protocol: "ctap2", transport: "internal" },
    });
    await arrive(page, "/security/passkey");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("heading", { name: "Keep these recovery codes" }).waitFor();
    await page.getByRole("link", { name: "I have kept them" }).click();
    await page.getByText("Rename").click();
    await page.getByLabel("Name").fill("Blue laptop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Blue laptop").first().waitFor();
    await page.getByRole("button", { name: "Remove Blue laptop" }).click();
    await page.getByText("It is removed").waitFor();
    assert.deepEqual(visitor.complaints, []);
  });

  test("the file of one's data is downloaded", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await arrive(page, "/data");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "my-data.json");
  });
});

async function keep(page: Page, path: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true });
  }
}
