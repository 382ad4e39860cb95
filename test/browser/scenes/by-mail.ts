/** A forgotten password, and what is behind the links in mails. */
import type { Page } from "playwright-core";
import { fillInName } from "../login-page.ts";
import type { Stage } from "../stage.ts";
import { registerAtNorthwind } from "./registering.ts";
import { type Scene, start } from "./scene.ts";

async function reachForgot(page: Page, stage: Stage): Promise<void> {
  await page.goto(start(stage));
  await fillInName(page, stage.ada.loginName);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Send the link" }).waitFor();
}

export const byMail: Record<string, Scene> = {
  forgot: { title: /^Reset your password$/, reach: reachForgot },
  "forgot-sent": {
    title: /^Check your mail$/,
    async reach(page, stage) {
      await reachForgot(page, stage);
      await page.getByLabel("Login name or e-mail").fill((await stage.person()).loginName);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByText("is on its way").waitFor();
    },
  },
  invitation: {
    title: /^Choose a password$/,
    reach: async (page, stage) =>
      page.goto(await stage.linkFor(await stage.person({ passwordHash: undefined }), "invitation")),
  },
  "registration-link": {
    title: /^Choose a password$/,
    async reach(page, stage) {
      const email = await registerAtNorthwind(page, stage);
      await page.goto((await stage.mailTo(email)).link ?? "");
    },
  },
  "reset-link": {
    title: /^Choose a new password$/,
    reach: async (page, stage) => page.goto(await stage.linkFor(await stage.person(), "reset_password")),
  },
  "password-set": {
    title: /^Your password is set$/,
    async reach(page, stage) {
      await page.goto(await stage.linkFor(await stage.person(), "reset_password"));
      await page.getByLabel("New password").fill("a violet bicycle at noon");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.waitForURL(/password-set/);
    },
  },
  "confirm-address": {
    title: /^Confirm your e-mail address$/,
    reach: async (page, stage) => page.goto(await stage.linkFor(await stage.person(), "verify_email")),
  },
  "address-confirmed": {
    title: /^Your e-mail address is confirmed$/,
    async reach(page, stage) {
      await page.goto(await stage.linkFor(await stage.person(), "verify_email"));
      await page.getByRole("button", { name: "Confirm the address" }).click();
      await page.waitForURL(/address-confirmed/);
    },
  },
  "link-over": {
    title: /^This link doesn't work any more$/,
    reach: (page, stage) => page.goto(`${stage.idp.issuer}/login/mail?link=old`),
  },
};
