/** Apache with mod_auth_openidc, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WebBrowser } from "../../support/web-browser.ts";
import { describeClient, endEverySession, type Scene } from "../describe-client.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startApache } from "./server.ts";

describeClient({ title: "mod_auth_openidc", framework: "mod_auth_openidc", start: startApache }, (scene) => {
  const pageOf = ({ stage }: Scene) => `${stage.origin}/protected/page`;
  /** What the module does at its own address. */
  const ask = ({ stage }: Scene, browser: WebBrowser, wish: Record<string, string>) =>
    browser.visit(`${stage.origin}/protected/redirect_uri?${new URLSearchParams(wish)}`);

  test("passes on who signed in, with the claims of ID token and userinfo", async () => {
    const { idp, client } = scene();
    const { page } = await signInTo(idp, pageOf(scene()), ada(idp));
    assert.deepEqual([page.status, page.url], [200, pageOf(scene())], page.body + client.output());
    const headers = told(page);
    assert.equal(headers.oidc_claim_iss, idp.issuer);
    assert.deepEqual(
      [headers.oidc_claim_sub, headers.oidc_claim_name, headers.oidc_claim_email],
      [idp.world.ada.id, "Ada Lovelace", idp.world.ada.email],
    );
  });

  test("replaces the access token when the application asks for it", async () => {
    const { idp } = scene();
    const { browser, page } = await signInTo(idp, pageOf(scene()), ada(idp));
    const access_token = String(told(page).oidc_access_token);
    const next = await ask(scene(), browser, { refresh: pageOf(scene()), access_token });
    assert.equal(next.url, pageOf(scene()));
    assert.match(String(told(next).oidc_access_token), /^sga_/);
    assert.notEqual(told(next).oidc_access_token, access_token);
  });

  test("cannot replace it once the session at Signet is over", async () => {
    const { idp } = scene();
    const { browser, page } = await signInTo(idp, pageOf(scene()), ada(idp));
    await endEverySession(idp);
    const access_token = String(told(page).oidc_access_token);
    const next = await ask(scene(), browser, { refresh: pageOf(scene()), access_token });
    assert.equal(new URL(next.url).searchParams.get("error_code"), "refresh_failed", next.url);
  });

  test("signs out at Signet, too, and comes back to the start page", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, pageOf(scene()), ada(idp));
    const out = await ask(scene(), browser, { logout: `${stage.origin}/` });
    assert.equal(out.url.split("?")[0], `${stage.origin}/`);
    const next = await browser.visit(pageOf(scene()));
    assert.ok(next.url.startsWith(`${idp.issuer}/login`), next.url);
  });

  test("lets nobody in from another organization", async () => {
    const { idp } = scene();
    const { browser, page } = await signInTo(idp, pageOf(scene()), bob(idp));
    assertRefused(idp, page);
    assert.equal((await browser.request(pageOf(scene()))).status, 302);
  });

  test("with a wrong secret, nobody gets in", async () => {
    await scene().restart("wrong");
    const { idp, client } = scene();
    const { browser, page } = await signInTo(idp, pageOf(scene()), ada(idp));
    assert.match(page.body, /OpenID Connect Provider error/);
    assert.match(client.output(), /invalid_client/);
    assert.equal((await browser.request(pageOf(scene()))).status, 302);
  });
});
