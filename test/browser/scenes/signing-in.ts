/** Who it is, and the password. */
import { PASSWORD } from "../../support/idp.ts";
import { fillIn, fillInName } from "../login-page.ts";
import { type Scene, start } from "./scene.ts";

export const signingIn: Record<string, Scene> = {
  "sign-in": { title: /^Sign in to Acme CRM$/, reach: (page, stage) => page.goto(start(stage)) },
  "sign-in-register": { title: /^Sign in to Northwind Orders$/, reach: (page, stage) => page.goto(start(stage, stage.northwind)) },
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
