/** Out again, and where it does not go on. */
import { fillIn } from "../login-page.ts";
import { type Scene, signedIn, start } from "./scene.ts";

export const endings: Record<string, Scene> = {
  "sign-out-question": {
    title: /^Sign out\?$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      const back = { client_id: stage.acme.app.application.id, post_logout_redirect_uri: stage.callback };
      await page.goto(`${stage.idp.issuer}/oauth/v2/endsession?${new URLSearchParams(back)}`);
    },
  },
  "sign-out-two": {
    title: /^Sign out\?$/,
    async reach(page, stage) {
      await signedIn(page, stage, stage.ada.loginName);
      await signedIn(page, stage, stage.grace.loginName);
      await page.goto(`${stage.idp.issuer}/oauth/v2/endsession`);
    },
  },
  "signed-out": {
    title: /^You are signed out$/,
    reach: (page, stage) => page.goto(`${stage.idp.issuer}/oauth/v2/endsession`),
  },
  "cannot-return": {
    title: /^We can't continue$/,
    reach: (page, stage) =>
      page.goto(
        start(stage, stage.acme, {
          redirect_uri: "https://crm.acme.example/callback-of-another-environment?tenant=4711",
        }),
      ),
  },
  "no-access": {
    title: /^You have no access to this application$/,
    async reach(page, stage) {
      await page.goto(start(stage, stage.northwind));
      await fillIn(page, stage.ada.loginName);
      await page.waitForURL(/authorize\/callback/);
    },
  },
  expired: {
    title: /^This page can't be used any more$/,
    reach: (page, stage) => page.goto(`${stage.idp.issuer}/login?request=old`),
  },
  "not-found": {
    title: /^There is nothing here$/,
    reach: (page, stage) => page.goto(`${stage.idp.issuer}/nothing-here`),
  },
  "first-address": { title: /^Signet is running$/, reach: (page, stage) => page.goto(stage.idp.issuer) },
};
