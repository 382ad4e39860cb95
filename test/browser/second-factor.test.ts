/** Second factors in a real browser without JavaScript, each up to the application. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { fillIn } from "./login-page.ts";
import { start } from "./scenes/scene.ts";
import { upToEnrolment, upToTheSecondProof, withApp } from "./scenes/second-factor.ts";
import { type Stage, startStage } from "./stage.ts";
import { codeFrom } from "./totp-code.ts";

describe("a second factor without JavaScript", () => {
  let chromium: Browser;
  let stage: Stage;
  before(async () => {
    [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
  });
  after(async () => {
    await chromium.close();
    await stage.close();
  });

  async function walk(steps: (page: Page) => Promise<void>): Promise<void> {
    await using visitor = await newVisitor(chromium, { javaScriptEnabled: false });
    const page = await visitor.context.newPage();
    await stage.forgiveAddress();
    await steps(page);
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.ok(new URL(page.url()).searchParams.get("code"));
    assert.deepEqual(visitor.complaints, []);
  }
  const confirm = async (page: Page, label: string, code: string) => {
    await page.getByLabel(label, { exact: true }).fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
  };

  test("a code from the app", () =>
    walk(async (page) => {
      const { human, secret } = await withApp(stage);
      await upToTheSecondProof(page, stage, human);
      await confirm(page, "Code", "000000");
      await page.getByRole("alert").waitFor();
      await confirm(page, "Code", codeFrom(secret));
    }));

  test("a recovery code", () =>
    walk(async (page) => {
      const { human, recoveryCodes } = await withApp(stage);
      await upToTheSecondProof(page, stage, human);
      await page.getByRole("link", { name: "Use a recovery code" }).click();
      await confirm(page, "Recovery code", recoveryCodes[0] ?? "");
    }));

  test("setting up the app on the way in; the recovery codes can be kept as a file, and the next sign-in asks for a code", async () => {
    let secret = "";
    let loginName = "";
    await walk(async (page) => {
      ({ loginName } = await upToEnrolment(page, stage));
      await page.getByRole("link", { name: /Authenticator app/ }).click();
      await page.getByText("Can't scan it?").click();
      secret = ((await page.locator("details code").first().textContent()) ?? "").replaceAll(" ", "");
      await confirm(page, "Code", codeFrom(secret, Date.now() - 30_000));
      assert.equal(await page.locator("ul.codes li").count(), 10);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Download" }).click(),
      ]);
      assert.equal(file.suggestedFilename(), "recovery-codes.txt");
      await page.getByRole("button", { name: "I have kept them" }).click();
    });
    await walk(async (page) => {
      await page.goto(start(stage, stage.strict));
      await fillIn(page, loginName);
      await confirm(page, "Code", codeFrom(secret));
    });
  });

  test("a code by mail, set up on the way in, and asked for from then on", async () => {
    let loginName = "";
    let email = "";
    const codeByMail = async () => /\b(\d{6})\b/.exec((await stage.mailTo(email)).text)?.[1] ?? "";
    await walk(async (page) => {
      ({ loginName, email } = await upToEnrolment(page, stage));
      await page.getByRole("link", { name: /Code by e-mail/ }).click();
      await page.getByRole("button", { name: "Send the code" }).click();
      await confirm(page, "Code", await codeByMail());
    });
    await walk(async (page) => {
      await page.goto(start(stage, stage.strict));
      await fillIn(page, loginName);
      const former = await codeByMail();
      await page.getByRole("button", { name: "Send the code" }).click();
      let code = former;
      for (let tries = 0; tries < 100 && code === former; tries++) code = await codeByMail();
      await confirm(page, "Code", code);
    });
  });
});
