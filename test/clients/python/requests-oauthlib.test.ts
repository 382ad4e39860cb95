/** requests-oauthlib, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClient, endEverySession } from "../describe-client.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startPython } from "./environment.ts";

const start = startPython("requests_oauthlib_client.py");

describeClient({ title: "requests-oauthlib", framework: "requests-oauthlib", start }, (scene) => {
  test("learns who signed in from userinfo", async () => {
    const { idp, stage, client } = scene();
    const { page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.equal(page.url, `${stage.origin}/me`, client.output());
    const { sub, name, email } = told(page);
    assert.deepEqual([sub, name, email], [idp.world.ada.id, "Ada Lovelace", idp.world.ada.email]);
  });

  test("refreshes with the secret in the body, although it signed in with it in the header", async () => {
    const { idp, stage, client } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    for (let time = 0; time < 2; time++) {
      const page = await browser.visit(`${stage.origin}/refresh`);
      assert.deepEqual(told(page), { status: 200, replaced: true, rotated: true }, client.output());
    }
  });

  test("cannot refresh once the session at Signet is over", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    await endEverySession(idp);
    const page = await browser.visit(`${stage.origin}/refresh`);
    assert.deepEqual([page.status, told(page).error], [400, "invalid_grant"]);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signInTo(idp, `${stage.origin}/sign-in`, bob(idp));
    assertRefused(idp, page);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, restart } = scene();
    await restart("wrong");
    const { browser, page } = await signInTo(idp, `${stage.origin}/sign-in`, ada(idp));
    assert.deepEqual([page.status, told(page).error], [400, "invalid_client"]);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });
});
