/** Whole ways in and out, in a real browser with JavaScript off: each ends where the person wanted to go. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { PASSWORD } from "../support/idp.ts";
import { fillIn, fillInName } from "./login-page.ts";
import { codeFor, registerAtNorthwind } from "./scenes/registering.ts";
import { signIn, start } from "./scenes/scene.ts";
import { type Stage, startStage } from "./stage.ts";

const NEW_PASSWORD = "a violet bicycle at noon";

describe("without JavaScript", { concurrency: 2 }, () => {
  let chromium: Browser;
  let stage: Stage;
  before(async () => {
    [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
  });
  after(async () => {
    await chromium.close();
    await stage.close();
  });

  function walk(title: string, take: (page: Page) => Promise<void>): void {
    test(title, async () => {
      await using visitor = await newVisitor(chromium, { javaScriptEnabled: false });
      await take(await visitor.context.newPage());
      assert.deepEqual(visitor.complaints, []);
    });
  }

  /** At the application, with a code. */
  async function arrived(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.ok(page.url().startsWith(stage.callback));
    assert.ok(new URL(page.url()).searchParams.get("code"), page.url());
  }

  async function choosePassword(page: Page, password: string): Promise<void> {
    await page.locator("input[name=password]").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
  }

  walk("somebody signs in", async (page) => {
    await page.goto(start(stage));
    await fillIn(page, stage.ada.loginName);
    await arrived(page);
  });

  walk("a mistyped name is changed, a wrong password said again, and somebody signs in", async (page) => {
    const { loginName } = await stage.person();
    await page.goto(start(stage));
    await fillInName(page, "sombody");
    await page.getByRole("link", { name: "Change" }).click();
    assert.equal(await page.getByLabel("Login name or e-mail").inputValue(), "sombody");
    await fillIn(page, loginName, "wrong password");
    await page.getByText("That login name and password don't match").waitFor();
    await page.getByText(loginName).waitFor();
    await fillIn(page, loginName);
    await arrived(page);
  });

  walk("another language is chosen on the way, and remembered", async (page) => {
    await page.goto(start(stage));
    await fillInName(page, stage.ada.loginName);
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Bei Acme CRM anmelden" }).waitFor();
    await page.getByText(stage.ada.loginName).waitFor();
    await page.getByLabel("Passwort", { exact: true }).fill("falsches Passwort");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByText("Anmeldename und Passwort passen nicht zusammen").waitFor();
    await page.getByLabel("Passwort", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await arrived(page);
    await page.goto(start(stage, stage.acme, { prompt: "login", ui_locales: "fr" }));
    await page.getByRole("heading", { name: "Bei Acme CRM anmelden" }).waitFor();
  });

  walk("somebody registers with the code from the mail", async (page) => {
    const email = await registerAtNorthwind(page, stage);
    await page.getByLabel("Code").fill("no code");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("That code is not right").waitFor();
    await page.getByLabel("Code").fill(await codeFor(stage, email));
    await page.getByRole("button", { name: "Confirm" }).click();
    await choosePassword(page, "short");
    await page.getByText("Use at least 8 characters").waitFor();
    await choosePassword(page, NEW_PASSWORD);
    await arrived(page);
  });

  walk(
    "somebody registers with the link from the mail, in another browser, and signs in where they began",
    async (page) => {
      const email = await registerAtNorthwind(page, stage);
      await using elsewhere = await newVisitor(chromium, { javaScriptEnabled: false });
      const other = await elsewhere.context.newPage();
      await other.goto((await stage.mailTo(email)).link ?? "");
      await choosePassword(other, NEW_PASSWORD);
      await other.getByRole("heading", { name: "Your password is set" }).waitFor();
      await page.goto(start(stage, stage.northwind));
      await fillIn(page, email, NEW_PASSWORD);
      await arrived(page);
      assert.deepEqual(elsewhere.complaints, []);
    },
  );

  walk("somebody registers where a password is asked for at once", async (page) => {
    await page.goto(start(stage, stage.harbour));
    await page.getByRole("link", { name: "Create one" }).click();
    await page.getByLabel("E-mail").fill("kofi@mail.example");
    await page.getByLabel("First name").fill("Kofi");
    await page.getByLabel("Last name").fill("Mensah");
    await page.getByLabel("User name").fill("kofi");
    await page.getByLabel("Phone").fill("+41 44 123 45 67");
    await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await arrived(page);
  });

  walk("a forgotten password is replaced through the mail", async (page) => {
    const { loginName, email } = await stage.person();
    await page.goto(start(stage));
    await fillInName(page, loginName);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    assert.equal(await page.getByLabel("Login name or e-mail").inputValue(), loginName);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("is on its way").waitFor();
    const { link = "" } = await stage.mailTo(email);
    await page.goto(link);
    await choosePassword(page, NEW_PASSWORD);
    await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    await page.goto(link);
    await page.getByRole("heading", { name: "This link doesn't work any more" }).waitFor();
    await page.goto(start(stage));
    await fillIn(page, loginName);
    await page.getByRole("alert").waitFor();
    await fillIn(page, loginName, NEW_PASSWORD);
    await arrived(page);
  });

  walk("an invited person chooses the first password and signs in", async (page) => {
    const human = await stage.person({ passwordHash: undefined });
    await page.goto(await stage.linkFor(human, "invitation"));
    await choosePassword(page, NEW_PASSWORD);
    await page.getByRole("heading", { name: "Your password is set" }).waitFor();
    await page.goto(start(stage));
    await fillIn(page, human.loginName, NEW_PASSWORD);
    await arrived(page);
  });

  walk("a password that has to be changed is changed on the way in", async (page) => {
    const { loginName } = await stage.person({ passwordChangeRequired: true });
    await page.goto(start(stage));
    await fillIn(page, loginName);
    await page.getByText("has to be changed").waitFor();
    await choosePassword(page, NEW_PASSWORD);
    await arrived(page);
  });

  walk("of two accounts one is removed, and the other goes on", async (page) => {
    await signIn(page, stage, stage.ada.loginName);
    await signIn(page, stage, stage.grace.loginName);
    await page.goto(start(stage));
    await page.getByRole("link", { name: "Remove an account from this browser" }).click();
    await page.getByRole("button", { name: `Remove ${stage.grace.loginName} from this browser` }).click();
    await page.getByText(stage.ada.loginName).waitFor();
    assert.equal(await page.getByText(stage.grace.loginName).count(), 0);
    await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
    await arrived(page);
  });

  walk("somebody else signs in beside the one who is there", async (page) => {
    await signIn(page, stage, stage.ada.loginName);
    await page.goto(start(stage, stage.acme, { prompt: "select_account" }));
    await page.getByRole("link", { name: "Use another account" }).click();
    await fillIn(page, stage.grace.loginName);
    await arrived(page);
    await page.goto(start(stage));
    await page.getByRole("button", { name: "Continue as Ada Lovelace" }).click();
    await arrived(page);
  });

  walk("somebody cancels, and the application hears of it", async (page) => {
    await page.goto(start(stage));
    await fillInName(page, stage.ada.loginName);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  });

  walk("signing out asks first, and leads back to the application", async (page) => {
    await signIn(page, stage, stage.ada.loginName);
    const back = { client_id: stage.acme.app.application.id, post_logout_redirect_uri: stage.callback, state: "bye" };
    await page.goto(`${stage.idp.issuer}/oauth/v2/endsession?${new URLSearchParams(back)}`);
    await page.getByText(stage.ada.loginName).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("state"), "bye");
    await page.goto(start(stage));
    await page.getByLabel("Login name or e-mail").waitFor();
  });

  walk("the keyboard is enough", async (page) => {
    const name = () => page.evaluate("(document.activeElement.name || document.activeElement.textContent).trim()");
    const order = async (first: string, steps: number) => {
      await page.locator(`[name=${first}]:focus`).waitFor();
      const seen: unknown[] = [await name()];
      for (let step = 1; step < steps; step++) {
        await page.keyboard.press("Tab");
        seen.push(await name());
      }
      return seen;
    };
    await page.goto(start(stage));
    assert.deepEqual(await order("loginName", 4), ["loginName", "Continue", "Cancel", "Language: English"]);
    for (let step = 1; step < 4; step++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.type(stage.ada.loginName);
    await page.keyboard.press("Enter");
    assert.deepEqual(await order("password", 4), ["password", "Sign in", "Cancel", "Language: English"]);
    for (let step = 1; step < 4; step++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await arrived(page);
  });
});
