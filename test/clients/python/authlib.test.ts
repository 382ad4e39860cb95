/** Flask with Authlib, as the Console's example has it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describeClient, endEverySession } from "../describe-client.ts";
import { ada, assertRefused, bob, signInTo, told } from "../sign-in.ts";
import { startPython } from "./environment.ts";

const start = startPython("authlib_client.py");

describeClient({ title: "Authlib in Flask", framework: "authlib", start }, (scene) => {
  test("greets whoever signs in by name, and knows their address from the ID token", async () => {
    const { idp, stage, client } = scene();
    const { browser, page } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    assert.deepEqual(
      [page.status, page.url, page.body],
      [200, `${stage.origin}/`, "Hello, Ada Lovelace"],
      client.output(),
    );
    const person = told(await browser.visit(`${stage.origin}/me`));
    assert.deepEqual([person.sub, person.email, person.email_verified], [idp.world.ada.id, idp.world.ada.email, true]);
  });

  test("replaces an access token that is over, as often as it has to", async () => {
    const { idp, stage, client } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    for (let time = 0; time < 2; time++) {
      const answer = told(await browser.visit(`${stage.origin}/refresh`));
      assert.deepEqual(answer, { status: 200, name: "Ada Lovelace", replaced: true, rotated: true }, client.output());
    }
  });

  test("cannot replace it once the session at Signet is over", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    await endEverySession(idp);
    const page = await browser.visit(`${stage.origin}/refresh`);
    assert.deepEqual([page.status, told(page).error], [400, "invalid_grant"]);
  });

  test("signs out at Signet, too: the next one has to sign in", async () => {
    const { idp, stage } = scene();
    const { browser } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    const again = await browser.visit(`${stage.origin}/sign-in`);
    assert.equal(again.body, "Hello, Ada Lovelace", "as long as she is signed in, nobody asks");
    const out = await browser.visit(`${stage.origin}/sign-out`);
    assert.deepEqual([out.status, new URL(out.url).origin], [200, idp.issuer]);
    const next = await browser.visit(`${stage.origin}/`);
    assert.ok(next.url.startsWith(`${idp.issuer}/login`), next.url);
  });

  test("lets nobody in from another organization", async () => {
    const { idp, stage } = scene();
    const { browser, page } = await signInTo(idp, `${stage.origin}/`, bob(idp));
    assertRefused(idp, page);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });

  test("with a wrong secret, nobody gets in", async () => {
    const { idp, stage, restart } = scene();
    await restart("wrong");
    const { browser, page } = await signInTo(idp, `${stage.origin}/`, ada(idp));
    assert.deepEqual([page.status, told(page).error], [400, "invalid_client"]);
    assert.deepEqual(told(await browser.visit(`${stage.origin}/me`)), {});
  });
});
