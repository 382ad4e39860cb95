/** Spring Boot as an application that people sign in to, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageSeen } from "../../support/browser.ts";
import { describeClient, endEverySession, shortenTokens } from "../describe-client.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startSpring } from "./program.ts";

describeClient({ title: "Spring Boot, signing in", framework: "spring", start: startSpring }, (scene) => {
  const tokenOn = (page: PageSeen) => String(told(page).accessToken);

  test("knows name and address of whoever signs in, and comes back to the page that was asked for", async () => {
    const { idp, stage, client } = scene();
    const { page } = await signInTo(idp, `${stage.origin}/me`, ada(idp));
    assert.ok(page.url.startsWith(`${stage.origin}/me`), page.url + client.output());
    assert.deepEqual(told(page), { email: idp.world.ada.email, name: "Ada Lovelace", sub: idp.world.ada.id });
  });

  test("keeps an access token that is good for long, and replaces one that soon is not", async () => {
    const { idp, stage } = scene();
    const { browser, page: first } = await signInTo(idp, `${stage.origin}/token`, ada(idp));
    assert.equal(tokenOn(await browser.visit(`${stage.origin}/token`)), tokenOn(first));

    await shortenTokens(idp, stage.registered);
    const { browser: another, page: second } = await signInTo(idp, `${stage.origin}/token`, ada(idp));
    const seen = new Set([tokenOn(second)]);
    for (let time = 0; time < 3; time++) seen.add(tokenOn(await another.visit(`${stage.origin}/token`)));
    assert.equal(seen.size, 4, "each time another one");
  });

  test("gets no other token once the session at Signet is over, and asks for a new sign-in", async () => {
    const { idp, stage } = scene();
    await shortenTokens(idp, stage.registered);
    const { browser } = await signInTo(idp, `${stage.origin}/token`, ada(idp));
    await endEverySession(idp);
    // It notices at the first call, and forgets what it had.
    assert.equal((await browser.visit(`${stage.origin}/token`)).status, 500);
    const page = await browser.visit(`${stage.origin}/token`);
    assert.ok(page.url.startsWith(`${idp.issuer}/login`), page.url);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signInTo(idp, `${stage.origin}/me`, bob(idp));
    assertRefused(idp, page);
    assert.equal((await browser.request(`${stage.origin}/me`)).status, 302);
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, restart } = scene();
    await restart("wrong");
    const { browser, page } = await signInTo(idp, `${stage.origin}/me`, ada(idp));
    assert.ok(page.url.startsWith(`${stage.origin}/login?error`), page.url);
    assert.match(page.body, /Invalid credentials/);
    assert.equal((await browser.request(`${stage.origin}/me`)).status, 302);
  });
});
