/**
 * Every page people see, with and without script, on a phone and on a desk, narrow and enlarged, in light and dark: it
 * is reached, nothing is blocked, nothing sticks out, and nothing is in the way of those who read or use it
 * differently. With SCREENSHOTS=folder each is kept there as a picture, to look at.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchChromium, newVisitor } from "../support/chromium.ts";
import { oneOf } from "../support/divided.ts";
import { VisitorPool } from "../support/visitor-pool.ts";
import { findObstacles } from "./axe.ts";
import { fillIn, fillInName } from "./login-page.ts";
import { scenes } from "./scenes/index.ts";
import { start } from "./scenes/scene.ts";
import { type Stage, startStage } from "./stage.ts";

const sizes = {
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 568 },
  desktop: { width: 1280, height: 800 },
  /** The desk again, at 200 %. */
  enlarged: { width: 640, height: 400 },
};
const folder = process.env.SCREENSHOTS;
const wanted = new RegExp(process.env.SCENES ?? ".");

let chromium: Browser;
const visitors = new VisitorPool(() => chromium);
let stage: Stage;
before(async () => {
  [chromium, stage] = await Promise.all([launchChromium(), startStage()]);
});
after(async () => {
  await chromium.close();
  await stage.close();
});

describe("pages for people", { concurrency: 3 }, () => {
  for (const [name, { title, reach }] of Object.entries(scenes).filter(([name]) => wanted.test(name))) {
    for (const javaScriptEnabled of oneOf(`page ${name}`, [true, false])) {
      test(`${name}, ${javaScriptEnabled ? "with" : "without"} JavaScript`, () =>
        visitors.visit(javaScriptEnabled, async ({ page, complaints }) => {
          await stage.forgiveAddress();
          await reach(page, stage);
          assert.match((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", title);
          for (const [device, size] of Object.entries(javaScriptEnabled ? sizes : { narrow: sizes.narrow })) {
            await page.setViewportSize(size);
            assert.equal(await widthOf(page), size.width, `on ${device} something sticks out`);
            if (folder !== undefined && javaScriptEnabled) await keep(page, join(folder, `${name}-${device}`));
          }
          if (javaScriptEnabled) assert.deepEqual(await findObstacles(page), []);
          assert.deepEqual(complaints, []);
        }));
    }
  }
});

describe("the field to fill in next", () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`has the focus, and says what was wrong with it, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
      await using visitor = await newVisitor(chromium, { javaScriptEnabled });
      const page = await visitor.context.newPage();
      const hasFocus = (name: string) => page.locator(`[name=${name}]:focus`).waitFor();
      const { loginName } = await stage.person();
      await page.goto(start(stage));
      await hasFocus("loginName");
      await page.goto(start(stage, stage.acme, { login_hint: loginName }));
      assert.equal(await page.getByLabel("Login name or e-mail").inputValue(), loginName);
      await fillInName(page, loginName);
      await hasFocus("password");
      await fillIn(page, loginName, "wrong password");
      const alert = page.getByRole("alert");
      await hasFocus("password");
      assert.equal(
        await page.getByLabel("Password", { exact: true }).getAttribute("aria-describedby"),
        await alert.getAttribute("id"),
      );
    });
  }

  test("shows the password to whoever asks for it, where there is script, and hides it again", async () => {
    await using visitor = await newVisitor(chromium);
    const page = await visitor.context.newPage();
    await page.goto(start(stage));
    await fillInName(page, stage.ada.loginName);
    const password = page.getByLabel("Password", { exact: true });
    await page.getByRole("button", { name: "Show" }).click();
    assert.equal(await password.getAttribute("type"), "text");
    await page.getByRole("button", { name: "Hide" }).click();
    assert.equal(await password.getAttribute("type"), "password");

    await using plain = await newVisitor(chromium, { javaScriptEnabled: false });
    const without = await plain.context.newPage();
    await without.goto(start(stage));
    await fillInName(without, stage.ada.loginName);
    assert.equal(await without.getByRole("button", { name: "Show" }).count(), 0);
  });
});

async function widthOf(page: Page): Promise<number> {
  return Number(await page.evaluate("document.documentElement.scrollWidth"));
}

async function keep(page: Page, path: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${path}-${colorScheme}.png` });
  }
}
