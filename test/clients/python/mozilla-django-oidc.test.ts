/** Django with mozilla-django-oidc, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClient, endEverySession } from "../describe-client.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startPython } from "./environment.ts";

const start = startPython("mozilla_client.py");

describeClient({ title: "mozilla-django-oidc", framework: "mozilla-django-oidc", start }, (scene) => {
  test("makes an account for whoever signs in, with their address, and finds it again", async () => {
    const { idp, stage, client } = scene();
    for (let time = 0; time < 2; time++) {
      const { page } = await signInTo(idp, `${stage.origin}/`, ada(idp));
      assert.deepEqual([page.url, page.body], [`${stage.origin}/`, `Hello, ${idp.world.ada.email}`], client.output());
    }
  });

  test("asks in silence whether somebody is still signed in, and lets them go on", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    assert.equal((await browser.visit(`${stage.origin}/overdue`)).body, "it is");
    assert.equal((await browser.visit(`${stage.origin}/`)).body, `Hello, ${idp.world.ada.email}`);
  });

  test("signs out whose session at Signet is over as soon as it asks", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    await endEverySession(idp);
    assert.equal(
      (await browser.visit(`${stage.origin}/`)).body,
      `Hello, ${idp.world.ada.email}`,
      "until then it does not know",
    );
    await browser.visit(`${stage.origin}/overdue`);
    const page = await browser.visit(`${stage.origin}/`);
    assert.deepEqual([page.url, told(page)], [`${stage.origin}/me`, {}]);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signInTo(idp, `${stage.origin}/`, bob(idp));
    assertRefused(idp, page);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, client, restart } = scene();
    await restart("wrong");
    const { browser, page } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    assert.equal(page.status, 500, client.output());
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });
});
