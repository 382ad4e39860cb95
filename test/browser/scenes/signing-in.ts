/** Who it is, and the password. */
import type { Page } from "playwright-core";
import type { Human } from "../../../src/identity/users/humans.ts";
import { proveAddress } from "../../support/identity.ts";
import { PASSWORD } from "../../support/idp.ts";
import { fillIn, fillInName } from "../login-page.ts";
import type { Stage } from "../stage.ts";
import { type Scene, start } from "./scene.ts";

/** Others' attempts make the password wait, and a code is on its way. */
async function reachUnblock(page: Page, stage: Stage): Promise<Human> {
  const human = await stage.person();
  await proveAddress(stage.idp.node.services.storage.db, human.id);
  await stage.slowDown(human);
  await page.goto(start(stage));
  await fillIn(page, human.loginName);
  await page.getByRole("button", { name: "Send a code to my address" }).click();
  await page.getByLabel("Code").waitFor();
  return human;
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
}

export const signingIn: Record<string, Scene> = {
  "sign-in": { title: /^Sign in to Acme CRM$/, reach: (page, stage) => page.goto(start(stage)) },
  "sign-in-register": {
    title: /^Sign in to Northwind Orders$/,
    reach: (page, stage) => page.goto(start(stage, stage.northwind)),
  },
  "sign-in-hint": {
    title: /^Sign in to Acme CRM$/,
    reach: (page, stage) => page.goto(start(stage, stage.acme, { login_hint: stage.ada.loginName })),
  },
  "sign-in-nothing-typed": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      await page.goto(start(stage));
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  password: {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      await page.goto(start(stage));
      await fillInName(page, stage.ada.loginName);
    },
  },
  "wrong-password": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      const { loginName } = await stage.person();
      await page.goto(start(stage));
      await fillIn(page, loginName, "wrong password");
      await page.getByRole("alert").waitFor();
    },
  },
  "slowed-down": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      const human = await stage.person();
      await stage.slowDown(human);
      await page.goto(start(stage));
      await fillIn(page, human.loginName);
      await page.getByText("Try again in 14 minutes").waitFor();
    },
  },
  "unblock-code": {
    title: /^Check your mail$/,
    reach: async (page, stage) => void (await reachUnblock(page, stage)),
  },
  "unblock-wrong-code": {
    title: /^Check your mail$/,
    async reach(page, stage) {
      await reachUnblock(page, stage);
      await typeCode(page, "zzzzz-zzzzz");
      await page.getByRole("alert").waitFor();
    },
  },
  "unblocked-password": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      const { text } = await stage.mailTo((await reachUnblock(page, stage)).email);
      await typeCode(page, /^ {4}(\w{5}-\w{5})$/m.exec(text)?.[1] ?? "");
      await page.getByText("The code is right").waitFor();
    },
  },
  "new-password-required": {
    title: /^Choose a new password$/,
    async reach(page, stage) {
      const { loginName } = await stage.person({ passwordChangeRequired: true });
      await page.goto(start(stage));
      await fillIn(page, loginName);
    },
  },
  "new-password-refused": {
    title: /^Choose a new password$/,
    async reach(page, stage) {
      const { loginName } = await stage.person({ passwordChangeRequired: true });
      await page.goto(start(stage));
      await fillIn(page, loginName);
      await page.getByLabel("New password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  "going-back": {
    title: /^Going back to the application$/,
    async reach(page, stage) {
      // The application never answers, so that the page stays where with script it is gone at once.
      await page.route(stage.callback, (route) => route.fulfill({ status: 204 }));
      await page.goto(start(stage, stage.acme, { response_mode: "form_post" }));
      await fillIn(page, stage.ada.loginName);
    },
  },
};
