/** Other languages: one that is read from right to left, and one with long words. */
import { authorizeUrl } from "../../support/idp.ts";
import { type Scene, signedIn, start, submit } from "./scene.ts";

export const languages: Record<string, Scene> = {
  "language-menu": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      await page.goto(start(stage));
      await page.locator("summary").click();
    },
  },
  "arabic-sign-in": {
    title: /Acme CRM/,
    reach: (page, stage) =>
      page.goto(start(stage, stage.northwind, { ui_locales: "ar", client_id: stage.acme.app.application.id })),
  },
  "arabic-wrong-password": {
    title: /Acme CRM/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.acme, { ui_locales: "ar" }));
      await page.locator("[name=loginName]").fill((await stage.person()).loginName);
      await submit(page);
      await page.locator("[name=password]").fill("wrong password");
      await submit(page);
      await page.getByRole("alert").waitFor();
    },
  },
  "arabic-picker": {
    title: /./,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage, stage.acme, { ui_locales: "ar", prompt: "select_account", max_age: "0" }));
    },
  },
  "arabic-register": {
    title: /./,
    reach: (page, stage) => page.goto(start(stage, stage.northwind, { ui_locales: "ar", prompt: "create" })),
  },
  "arabic-cannot-return": {
    title: /./,
    async reach(page, stage) {
      await page.goto(start(stage, stage.acme, { redirect_uri: "https://crm.acme.example/elsewhere", lang: "ar" }));
    },
  },
  "german-sign-in": {
    title: /^Bei Verbrauchsgüterverwaltungsanwendungsportal anmelden$/,
    async reach(page, stage) {
      const name = "Verbrauchsgüterverwaltungsanwendungsportal";
      const client = await stage.register(stage.northwind, "web", { authMethod: "basic", name });
      await page.goto(
        authorizeUrl(stage.idp, { client, parameters: { redirect_uri: stage.callback, ui_locales: "de-AT" } }),
      );
    },
  },
  "german-picker": {
    title: /^Konto auswählen$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage, stage.acme, { ui_locales: "de", prompt: "select_account", max_age: "0" }));
    },
  },
  "german-register-problems": {
    title: /^Konto erstellen$/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.northwind, { ui_locales: "de", prompt: "create" }));
      await submit(page);
      await page.getByRole("alert").first().waitFor();
    },
  },
};
