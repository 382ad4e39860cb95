/** Django with allauth, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebBrowser } from "../../support/web-browser.ts";
import type { Scene } from "../describe-client.ts";
import { describeClient } from "../describe-client.ts";
import { ada, answerSignet, assertRefused, bob, told } from "../sign-in.ts";
import { startPython } from "./environment.ts";

const start = startPython("allauth_client.py");

describeClient({ title: "allauth", framework: "allauth", start }, (scene) => {
  /** Its own page asks whether one wants to go on to Signet. */
  async function signIn({ idp, stage }: Scene, loginName: string) {
    const browser = new WebBrowser();
    const first = await browser.visit(`${stage.origin}/accounts/oidc/signet/login/`);
    const signet = await browser.submit(first);
    return { browser, page: await answerSignet(idp, browser, signet, loginName) };
  }

  test("makes an account for whoever signs in, with name and address, and finds it again", async () => {
    const { idp, stage, client } = scene();
    for (let time = 0; time < 2; time++) {
      const { page } = await signIn(scene(), ada(idp));
      assert.equal(page.url, `${stage.origin}/me`, client.output());
      assert.deepEqual(told(page), { email: idp.world.ada.email, name: "Ada Lovelace" });
    }
  });

  test("signs out", async () => {
    const { idp, stage } = scene();
    const { browser } = await signIn(scene(), ada(idp));
    await browser.submit(await browser.visit(`${stage.origin}/accounts/logout/`));
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signIn(scene(), bob(idp));
    assertRefused(idp, page);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, client, restart } = scene();
    await restart("wrong");
    const { browser, page } = await signIn(scene(), ada(idp));
    assert.ok(page.body.includes("Third-Party Login Failure"), page.body + client.output());
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });
});
