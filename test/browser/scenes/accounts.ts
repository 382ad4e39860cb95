/** The people who are signed in in this browser. */
import { authorizeUrl } from "../../support/idp.ts";
import { type Scene, signedIn, signIn, start } from "./scene.ts";

export const accounts: Record<string, Scene> = {
  "account-picker": {
    title: /^Choose an account$/,
    async reach(page, stage) {
      await signIn(page, stage, stage.ada.loginName);
      await signIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage));
    },
  },
  "account-picker-one": {
    title: /^Continue to Acme CRM$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await page.goto(start(stage, stage.acme, { prompt: "select_account" }));
    },
  },
  "account-picker-password-needed": {
    title: /^Choose an account$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage, stage.acme, { prompt: "select_account", max_age: "0" }));
      await page.getByText("Password needed").first().waitFor();
    },
  },
  "account-picker-hint": {
    title: /^Choose an account$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage, stage.acme, { login_hint: stage.grace.loginName }));
      await page.locator("button:focus", { hasText: "Suggested by Acme CRM" }).waitFor();
    },
  },
  "sign-in-somebody-else": {
    title: /^Sign in to Acme CRM$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await page.goto(start(stage, stage.acme, { login_hint: stage.grace.loginName }));
      await page.getByRole("button", { name: "Continue as Ada" }).waitFor();
    },
  },
  "account-remove": {
    title: /^Remove an account from this browser$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(start(stage));
      await page.getByRole("link", { name: "Remove an account from this browser" }).click();
    },
  },
  "native-continue": {
    title: /^Continue to Acme Mobile$/,
    async reach(page, stage) {
      const redirect_uri = "com.example.app:/cb";
      const client = await stage.register(stage.acme, "native", { name: "Acme Mobile", redirectUris: [redirect_uri] });
      const challenge = {
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
      };
      await signedIn(page, stage, stage.ada.loginName);
      await page.goto(authorizeUrl(stage.idp, { client, parameters: { redirect_uri, ...challenge } }));
      await page.getByRole("button", { name: "Continue as Ada Lovelace" }).waitFor();
    },
  },
  consent: {
    title: /^Fernwood Garden Planner asks for your permission$/,
    async reach(page, stage) {
      await stage.open(stage.fernwood);
      await signedIn(page, stage, stage.ada.loginName);
      const scope = "openid profile email phone address offline_access urn:service:iam:user:resourceowner";
      await page.goto(start(stage, stage.fernwood, { scope, prompt: "consent" }));
    },
  },
  "consent-own": {
    title: /^Acme CRM asks for your permission$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await page.goto(start(stage, stage.acme, { scope: "openid", prompt: "consent" }));
    },
  },
  "long-names": {
    title: /^Continue to W{200}$/,
    async reach(page, stage) {
      const client = await stage.register(stage.acme, "web", { authMethod: "basic", name: "W".repeat(200) });
      const { loginName } = await stage.person({
        userName: `${"w".repeat(110)}${crypto.randomUUID().slice(0, 8)}`,
        email: "",
      });
      await signedIn(page, stage, loginName);
      await page.goto(
        authorizeUrl(stage.idp, { client, parameters: { redirect_uri: stage.callback, prompt: "select_account" } }),
      );
    },
  },
};
