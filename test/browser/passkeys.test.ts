/** Passkeys in a real browser, with its own pretended device: every way in that they open. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { listFactors } from "../../src/identity/users/factors.ts";
import type { Human } from "../../src/identity/users/humans.ts";
import { listenAsIdp } from "../clients/stage.ts";
import { PasskeyStage } from "../people/passkey-stage.ts";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { authorizeUrl, type Idp, type Registered } from "../support/idp.ts";
import { type AppServer, startAppServer } from "./app-server.ts";
import { findObstacles } from "./axe.ts";
import { fillIn } from "./login-page.ts";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.ts";

describe("passkeys in a browser", () => {
  let chromium: Browser;
  let idp: Idp;
  let app: AppServer;
  let stage: PasskeyStage;
  let client: Registered;
  let callback: string;
  before(async () => {
    [chromium, idp, app] = await Promise.all([launchChromium(), listenAsIdp(), startAppServer()]);
    stage = new PasskeyStage(idp);
    callback = `http://127.0.0.1:${app.port}/web/callback`;
    client = await idp.register("web", { authMethod: "basic", redirectUris: [callback] });
  });
  after(async () => {
    await chromium.close();
    await idp.close();
    await app.close();
  });
  beforeEach(async () => {
    await stage.forgive();
    await stage.decide({});
  });

  const decide = (settings: Parameters<PasskeyStage["decide"]>[0]) => stage.decide(settings);
  const start = (parameters: Record<string, string> = {}) =>
    authorizeUrl(idp, { client, parameters: { redirect_uri: callback, ...parameters } });

  function walk(
    title: string,
    take: (page: Page, device: VirtualAuthenticator) => Promise<void>,
    kind?: "plain security key",
  ): void {
    test(title, async () => {
      await using visitor = await newVisitor(chromium);
      const page = await visitor.context.newPage();
      await take(page, await addVirtualAuthenticator(page, kind));
      assert.deepEqual(visitor.complaints, []);
    });
  }

  async function arrived(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.ok(new URL(page.url()).searchParams.get("code"), page.url());
  }

  const button = (page: Page, name: string) => page.getByRole("button", { name });
  const again = (page: Page) => page.goto(start({ prompt: "login" }));
  /** Autofill would be answered at once by a device that is touched all the time. */
  const againUntouched = async (page: Page, device: VirtualAuthenticator) => {
    await device.touch(false);
    await again(page);
    await button(page, "Sign in with a passkey").waitFor();
    await device.touch(true);
  };
  const passkeysOf = async ({ id }: Human) =>
    (await listFactors(stage.storage.db, id)).filter(({ kind }) => kind === "passkey");

  /** Through the offer, with second factors off, so that there is no more to it. */
  async function addOne(page: Page, human: Human): Promise<void> {
    await decide({ mode: "off" });
    await page.goto(start());
    await fillIn(page, human.loginName);
    await page.getByRole("heading", { name: "Sign in faster next time?" }).waitFor();
    await button(page, "Add a passkey").click();
    await arrived(page);
    await decide({});
  }

  walk(
    "one is set up because the organization asks for a second factor, and is the second proof from then on",
    async (page, device) => {
      await decide({ mode: "required" });
      const human = await stage.person();
      await page.goto(start());
      await fillIn(page, human.loginName);
      await page.getByRole("link", { name: "Passkey" }).click();
      await page.getByRole("heading", { name: "Passkey" }).waitFor();
      assert.deepEqual(await findObstacles(page), []);
      await button(page, "Add a passkey").click();
      await page.getByRole("heading", { name: "Keep these recovery codes" }).waitFor();
      await button(page, "I have kept them").click();
      await arrived(page);
      const [credential] = await device.credentials();
      assert.equal(Buffer.from(credential?.userHandle ?? "", "base64").toString(), human.id);
      assert.equal(credential?.isResidentCredential, true);

      await againUntouched(page, device);
      await fillIn(page, human.loginName);
      await page.getByRole("heading", { name: "One more step" }).waitFor();
      assert.deepEqual(await findObstacles(page), []);
      await button(page, "Use a passkey").click();
      await arrived(page);
      assert.ok((await passkeysOf(human))[0]?.lastUsedAt);
    },
  );

  walk(
    "a security key that recognises nobody is a second proof, but not the only one",
    async (page) => {
      await decide({ mode: "required" });
      const human = await stage.person();
      await page.goto(start());
      await fillIn(page, human.loginName);
      await page.getByRole("link", { name: "Passkey" }).click();
      await button(page, "Add a passkey").click();
      await button(page, "I have kept them").click();
      await arrived(page);
      await again(page);
      await button(page, "Sign in with a passkey").click();
      await page.getByText("That didn't work").waitFor();
      await fillIn(page, human.loginName);
      await button(page, "Use a passkey").click();
      await arrived(page);
    },
    "plain security key",
  );

  walk("somebody who was offered one signs in without typing anything", async (page, device) => {
    const human = await stage.person();
    await addOne(page, human);
    assert.equal((await device.credentials()).length, 1);
    await againUntouched(page, device);
    assert.equal(await page.getByLabel("Login name or e-mail").getAttribute("autocomplete"), "username webauthn");
    assert.deepEqual(await findObstacles(page), []);
    await button(page, "Sign in with a passkey").click();
    await arrived(page);
    const [session] = await stage.storage.db
      .selectFrom("login_sessions")
      .select("amr")
      .where("user_id", "=", human.id)
      .where("ended_at", "is", null)
      .execute();
    assert.deepEqual(JSON.parse(session?.amr ?? ""), ["hwk", "user", "mfa"]);
  });

  walk("autofill lets somebody in who picks their passkey in the field", async (page) => {
    const human = await stage.person();
    await addOne(page, human);
    await again(page);
    await arrived(page);
    assert.ok((await passkeysOf(human))[0]?.lastUsedAt);
  });

  walk("one is offered once, politely: not now leads on, and it is not asked again", async (page) => {
    const human = await stage.person();
    await page.goto(start());
    await fillIn(page, human.loginName);
    await page.getByRole("heading", { name: "Sign in faster next time?" }).waitFor();
    assert.deepEqual(await findObstacles(page), []);
    await button(page, "Not now").click();
    await arrived(page);
    await again(page);
    await fillIn(page, human.loginName);
    await arrived(page);
    assert.deepEqual(await passkeysOf(human), []);
  });

  walk("whoever is not recognised is told so, and can try again or use another way", async (page, device) => {
    await decide({ mode: "required" });
    const human = await stage.person();
    await page.goto(start());
    await fillIn(page, human.loginName);
    await page.getByRole("link", { name: "Passkey" }).click();
    await device.recognise(false);
    await button(page, "Add a passkey").click();
    await page.getByText("That didn't work, or it took too long").waitFor();
    assert.deepEqual(await findObstacles(page), []);
    await device.recognise(true);
    await button(page, "Add a passkey").click();
    await button(page, "I have kept them").click();
    await arrived(page);
    await againUntouched(page, device);
    await fillIn(page, human.loginName);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").waitFor();
    await page.getByRole("link", { name: "Use a passkey" }).click();
    await button(page, "Use a passkey").click();
    await arrived(page);
  });

  walk(
    "a passkey that was removed here is refused, and the page says so where one can try again",
    async (page, device) => {
      const human = await stage.person();
      await addOne(page, human);
      await stage.storage.db.deleteFrom("factors").where("user_id", "=", human.id).execute();
      await againUntouched(page, device);
      await button(page, "Sign in with a passkey").click();
      // The next page asks again, and is not to be answered at once.
      await device.touch(false);
      await page.getByText("That passkey can't be used here").waitFor();
      await fillIn(page, human.loginName);
      await arrived(page);
    },
  );

  test("without a device nothing is offered, and without script nothing is in the way", async () => {
    const human = await stage.person();
    await using plain = await newVisitor(chromium, { javaScriptEnabled: false });
    const page = await plain.context.newPage();
    await page.goto(start());
    assert.equal(await button(page, "Sign in with a passkey").count(), 0);
    await fillIn(page, human.loginName);
    await arrived(page);
    await using visitor = await newVisitor(chromium);
    const other = await visitor.context.newPage();
    await other.goto(start());
    await fillIn(other, human.loginName);
    await arrived(other);
    assert.deepEqual([...plain.complaints, ...visitor.complaints], []);
  });
});
